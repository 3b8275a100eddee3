"""The exceptions of the client, and the problem documents from which they are made."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

from ._examples import adds_example
from ._fix import Patch, PatchError, apply_fix
from ._hints import for_python
from ._places import pointer_at

if TYPE_CHECKING:
    from ._report import BatchReport


@dataclass(frozen=True)
class Fault:
    """One error or warning of the service."""

    code: str
    message: str
    #: The place of the value, such as ``request:1:35`` (line and column of the sent JSON).
    place: str | None = None
    hint: str | None = None
    #: The key or value of the request as a JSON Pointer, such as ``/theme``, if it is known.
    pointer: str | None = None
    #: A JSON Patch (RFC 6902) that repairs the request, if the service has one.
    fix: Patch | None = None
    #: The class of the error, such as ``invalid`` or ``unavailable``.
    kind: str | None = None
    #: The source of the value: ``kind`` with ``path``, ``line``, ``column``, ``name`` or ``number``.
    origin: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def from_json(cls, words: Mapping[str, Any], request: str | None = None) -> Self:
        """Reads an error; ``request`` is the JSON that was sent."""
        origin = words.get("origin") or {}
        pointer = None
        if request is not None and (origin.get("path"), origin.get("line")) == ("request", 1):
            pointer = pointer_at(request, origin.get("column", 0))
        return cls(
            code=str(words.get("code", "unknown")), message=str(words.get("message", "")),
            place=origin.get("text"), hint=words.get("hint"), pointer=pointer, fix=words.get("fix"),
            kind=words.get("class"), origin=origin)

    def __str__(self) -> str:
        lines = [f"{self.code}: {self.message}"]
        if place := self.pointer or self.place:
            lines.append(f"  in: {place}")
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)


class WallfarmError(Exception):
    """The base class of errors in requests.

    ``code``, ``place``, ``pointer``, ``hint`` and ``fix`` are those of the first element of ``faults``.
    """

    #: The HTTP status, or ``None`` if there was no response.
    status: int | None = None
    #: The outcomes before this error ended a batch.
    report: BatchReport | None = None

    def __init__(self, faults: Sequence[Fault]) -> None:
        self.faults = list(faults)
        super().__init__("\n".join(map(str, self.faults)))

    @property
    def code(self) -> str:
        return self.faults[0].code

    @property
    def message(self) -> str:
        return self.faults[0].message

    @property
    def place(self) -> str | None:
        return self.faults[0].place

    @property
    def pointer(self) -> str | None:
        return self.faults[0].pointer

    @property
    def hint(self) -> str | None:
        return self.faults[0].hint

    @property
    def fix(self) -> Patch | None:
        return self.faults[0].fix

    def fixed(self, request: Mapping[str, Any], *, examples: bool = False) -> dict[str, Any] | None:
        """Returns the request with the fixes of all faults that have one, or ``None`` if none applies.

        A fix that adds notes, content or devices to a request without them contains example values,
        such as the note "Buy milk", and is skipped unless ``examples`` is true.

        Fixes are applied from the last fault to the first, so that the removal of list elements does not
        change the places of earlier faults. A fix that no longer matches the request is skipped.
        """
        repaired: Any = request
        for fault in reversed(self.faults):
            if fault.fix and (examples or not adds_example(fault.fix, request)):
                try:
                    repaired = apply_fix(repaired, fault.fix)
                except PatchError:
                    continue
        return None if repaired is request else repaired


class ConnectionFailed(WallfarmError):
    """The service did not respond, or the connection was lost.

    ``may_have_happened`` states whether the service may have executed the request.
    """

    def __init__(self, message: str, place: str, may_have_happened: bool) -> None:
        hint = "read the state before you send the request again" if may_have_happened else (
            "check the address of the service, and that it is running")
        super().__init__([Fault("connection-failed", message, place, hint)])
        self.may_have_happened = may_have_happened


class InvalidJob(WallfarmError, ValueError):
    """A job of a batch is malformed, and was not sent."""

    def __init__(self, row: int, id: str, problem: str) -> None:
        super().__init__([Fault("invalid-job", f"job {row}: {problem}")])
        self.row, self.id = row, id


class ServiceError(WallfarmError):
    """The service responded with an error."""

    status: int

    def __init__(
        self, status: int, faults: Sequence[Fault], retry_after: float | None = None,
        request_id: str | None = None
    ) -> None:
        super().__init__(faults)
        self.status = status
        #: The seconds after which a retry can succeed, or ``None``.
        self.retry_after = retry_after
        #: The identifier of the request in the log of the service, or ``None``.
        self.request_id = request_id


class InvalidRequest(ServiceError):
    """The request is malformed, or cannot be rendered as requested (400, 413, 415, 416, 422)."""


class NotAllowed(ServiceError):
    """The key is missing or unknown, or the host is not allowed (401, 403)."""


class NotFound(ServiceError):
    """No resource has the address (404, 405)."""


class Gone(NotFound):
    """The address has expired or was revoked (410)."""


class Conflict(ServiceError):
    """The request contradicts the state of the resource, such as a running challenge (409)."""


class Outdated(Conflict):
    """The resource has changed since it was read: read it again (412)."""


class Unavailable(ServiceError):
    """The service or the host of a photo cannot respond now (429, 502, 503, 504)."""


class InternalError(ServiceError):
    """The installation of the service is broken (500)."""


_CLASSES: dict[int, type[ServiceError]] = {
    400: InvalidRequest, 413: InvalidRequest, 415: InvalidRequest, 416: InvalidRequest,
    422: InvalidRequest, 401: NotAllowed, 403: NotAllowed, 404: NotFound, 405: NotFound,
    410: Gone, 409: Conflict, 412: Outdated, 429: Unavailable, 502: Unavailable,
    503: Unavailable, 504: Unavailable, 500: InternalError,
}


def error_of(
    status: int, place: str, content_type: str, body: bytes, retry_after: float | None,
    request: str | None, has_key: bool, request_id: str | None,
) -> ServiceError:
    """Returns the exception for an error response; proxies may send bodies that are not problem
    documents."""
    faults: list[Fault] = []
    if is_problem(content_type):
        try:
            faults = [Fault.from_json(words, request) for words in json.loads(body)["errors"]]
        except (ValueError, KeyError, TypeError, AttributeError):
            faults = []
    if not faults:
        faults = [Fault("unexpected-response", f"the status is {status}", place,
                        "a proxy or another program may have responded")]
    return _CLASSES.get(status, ServiceError)(
        status, for_python(faults, has_key), retry_after, request_id)


def is_problem(content_type: str) -> bool:
    """Whether a response is a problem document of the service."""
    return content_type.partition(";")[0].strip().lower() == "application/problem+json"
