"""Finds the member of a request that an error is about."""

from __future__ import annotations

import json
import re

_TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+)')


def pointer_at(text: str, column: int) -> str | None:
    """Returns the JSON Pointer of the key or value that begins at a column of a one-line JSON text.

    Columns count from 1. The pointer ``""`` refers to the whole text; the result is ``None`` if no key
    or value begins at the column.
    """
    path: list[str | int] = []
    is_key = False
    end = 0
    while found := _TOKEN.match(text, end):
        token, end = found[1], found.end()
        if token in "]}":
            path.pop()
        elif token == ",":
            if isinstance(path[-1], int):
                path[-1] += 1
            else:
                is_key = True
        elif token != ":":
            if is_key:
                path[-1], is_key = json.loads(token), False
            if found.start(1) + 1 == column:
                return _pointer(path)
            if token in "[{":
                path.append(0 if token == "[" else "")
                is_key = token == "{"
    return None


def _pointer(path: list[str | int]) -> str:
    keys = (str(key).replace("~", "~0").replace("/", "~1") for key in path)
    return "".join(f"/{key}" for key in keys)
