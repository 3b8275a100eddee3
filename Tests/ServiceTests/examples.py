"""Compares the examples of an OpenAPI document with their schemas.

    examples.py openapi.json

Every request and every JSON response must have an example that matches its schema. Prints a line for
each check, and exits with status 1 if any check has failed.
"""
import json
import sys

import jsonschema


def operations(document):
    """Returns the path, the method and the description of each operation, by operation ID."""
    return {operation["operationId"]: (path, method, operation)
            for path, item in document["paths"].items() for method, operation in item.items()
            if method in ("get", "head", "put", "post", "delete")}


def judged(document):
    """Yields the name and the errors of each example."""
    def errors(media):
        if "example" not in media:
            return ["there is no example"]
        schema = {**media["schema"], "components": document["components"]}
        return [error.message for error in jsonschema.Draft202012Validator(schema).iter_errors(media["example"])]

    for name, (_, _, operation) in operations(document).items():
        for kind, media in operation.get("requestBody", {}).get("content", {}).items():
            if kind != "application/octet-stream":
                yield f"{name}: {kind}", errors(media)
        for status, response in operation["responses"].items():
            media = response.get("content", {}).get("application/json")
            if media is not None and media["schema"] != {"type": "object"}:
                yield f"{name}: {status}", errors(media)


if __name__ == "__main__":
    with open(sys.argv[1]) as file:
        found = list(judged(json.load(file)))
    for name, errors in found:
        print(f"failed: {name}: {errors[:2]}" if errors else f"ok: {name}")
    sys.exit(any(errors for _, errors in found) or not found)
