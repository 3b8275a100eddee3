"""Applies a fix: a JSON Patch (RFC 6902) that the service sends with an error."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from typing import Any

#: The operations of a JSON Patch.
Patch = Sequence[Mapping[str, Any]]


class PatchError(ValueError):
    """A patch does not match the document."""


def apply_fix(document: Any, fix: Patch) -> Any:
    """Returns a patched copy of a request; the request itself is unchanged.

    Raises ``PatchError`` if an operation does not match, for example because the request has
    changed since.
    """
    patched = copy.deepcopy(document)
    for step in fix:
        patched = _apply(patched, step)
    return patched


def _apply(document: Any, step: Mapping[str, Any]) -> Any:
    try:
        operation, path = step["op"], _keys(step["path"])
        match operation:
            case "add":
                return _add(document, path, copy.deepcopy(step["value"]))
            case "remove":
                return _remove(document, path)
            case "replace":
                value = copy.deepcopy(step["value"])
                return value if not path else _add(_remove(document, path), path, value)
            case "move":
                source = _keys(step["from"])
                if path[:len(source)] == source and path != source:
                    raise PatchError(f"'{step['from']}' cannot move into itself")
                value = _find(document, source)
                return _add(_remove(document, source), path, value)
            case "copy":
                return _add(document, path, copy.deepcopy(_find(document, _keys(step["from"]))))
            case "test":
                if not _equal(_find(document, path), step["value"]):
                    raise PatchError(f"'{step['path']}' has another value")
                return document
    except KeyError as error:
        raise PatchError(f"the patch has no {error}, or the document has no such member") from error
    raise PatchError(f"'{operation}' is not an operation of a JSON Patch")


def _keys(pointer: str) -> list[str]:
    """The keys of a JSON Pointer (RFC 6901)."""
    if not pointer:
        return []
    if not isinstance(pointer, str) or not pointer.startswith("/"):
        raise PatchError(f"'{pointer}' is not a JSON Pointer")
    return [key.replace("~1", "/").replace("~0", "~") for key in pointer[1:].split("/")]


def _index(values: list[Any], key: str, end: int) -> int:
    is_number = key.isascii() and key.isdigit() and (key == "0" or not key.startswith("0"))
    if not is_number or int(key) >= end:
        raise PatchError(f"'{key}' is not an index of a list with {len(values)} elements")
    return int(key)


def _find(document: Any, keys: list[str]) -> Any:
    for key in keys:
        if isinstance(document, dict):
            document = document[key]
        elif isinstance(document, list):
            document = document[_index(document, key, len(document))]
        else:
            raise PatchError(f"'{key}' is in a value that has no members")
    return document


def _add(document: Any, keys: list[str], value: Any) -> Any:
    if not keys:
        return value
    parent, key = _find(document, keys[:-1]), keys[-1]
    if isinstance(parent, dict):
        parent[key] = value
    elif isinstance(parent, list):
        at = len(parent) if key == "-" else _index(parent, key, len(parent) + 1)
        parent.insert(at, value)
    else:
        raise PatchError(f"'{key}' is in a value that has no members")
    return document


def _remove(document: Any, keys: list[str]) -> Any:
    if not keys:
        return None
    parent, key = _find(document, keys[:-1]), keys[-1]
    if isinstance(parent, dict):
        del parent[key]
    elif isinstance(parent, list):
        del parent[_index(parent, key, len(parent))]
    else:
        raise PatchError(f"'{key}' is in a value that has no members")
    return document


def _equal(one: Any, other: Any) -> bool:
    """Whether two JSON values are equal. Python considers ``True`` and ``1`` equal; JSON does not."""
    if isinstance(one, bool) or isinstance(other, bool):
        return one is other
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(_equal(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_equal, one, other))
    return bool(one == other)
