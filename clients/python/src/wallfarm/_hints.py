"""Replaces the service's hints about HTTP with hints for Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._errors import Fault

_HINTS = {
    "photo-unreadable": 'pass a file as photo=Path("beach.jpg"), or a name that upload_photo() returned',
    "picture-gone": "create another address: address(…)",
    "address-expired": "create another address: address(…)",
    "no-content": 'pass content={…}; schema() returns its keys',
}
_NO_KEY = "pass Client(key=…) or set WALLFARM_KEY"
_WRONG_KEY = ("the service does not know the key: compare Client(key=…) or WALLFARM_KEY with the "
              "file of its --keys")


def for_python(faults: Sequence[Fault], has_key: bool) -> list[Fault]:
    """Returns the faults; hints about HTTP are replaced with hints that name methods of the client."""
    return [replace(fault, hint=_hint(fault, has_key)) for fault in faults]


def _hint(fault: Fault, has_key: bool) -> str | None:
    hint = fault.hint or ""
    if fault.code == "key-missing":
        return _WRONG_KEY if has_key else _NO_KEY
    if fault.code == "unknown-device" and "GET /v1/devices" in hint:
        return "devices() lists all"
    if "lifetime=" in hint:
        return "pass seconds: lifetime=86400"
    if fault.code in _HINTS and any(word in hint for word in ("GET /", "PUT /", "POST /")):
        return _HINTS[fault.code]
    return fault.hint
