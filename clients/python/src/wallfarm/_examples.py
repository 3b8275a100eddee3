"""Recognizes fixes that add example values, which nobody has chosen."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

#: The parts of a request that only its author can know.
_OWN = ("notes", "content", "devices")


def adds_example(fix: Any, request: Mapping[str, Any]) -> bool:
    """Whether a fix adds notes, content or devices where the request has none.

    The service suggests values such as the note "Buy milk" to show the form of a missing part.
    """
    return any(_is_example(step, request) for step in fix)


def _is_example(step: Mapping[str, Any], request: Mapping[str, Any]) -> bool:
    if step.get("op") not in ("add", "replace"):
        return False
    match str(step.get("path", "")).split("/")[1:]:
        case [key] if key in _OWN:
            return not request.get(key)
        case ["content", kind]:
            content = request.get("content")
            return not (isinstance(content, Mapping) and content.get(kind))
    return False
