"""Implements the exchange of requests without input and output; both clients use it.

A conversation yields steps: *send this request*, *wait*, *do this with a file*. A client executes
each step and sends back its outcome. Retries, errors and conditional requests are therefore written
once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from dataclasses import dataclass
from os import environ
from typing import Any, NoReturn, TypeAlias, TypeVar
from urllib.parse import quote, urlsplit

import httpx

from ._calls import Call, Reply, expiry, status, warning_codes
from ._errors import ConnectionFailed, error_of, is_problem
from ._files import Sink
from ._results import SavedFile, Unchanged
from ._retries import Attempts, Retries, retry_after

T = TypeVar("T")

#: Long enough for a film, which the service may render for four times its deadline of 30 s.
TIMEOUT = httpx.Timeout(60, connect=5, read=150)
#: Seconds between questions whether the service is ready.
_POLL = 0.25


@dataclass(frozen=True)
class Send:
    """Sends the request of a call; the outcome is the response.

    A successful response is read, written to the sink, or left open.
    """

    call: Call[Any]
    headers: dict[str, str]
    sink: Sink | None = None
    stays_open: bool = False


@dataclass(frozen=True)
class Wait:
    """Waits before the next attempt."""

    seconds: float


@dataclass(frozen=True)
class Do:
    """Executes a function that may block, such as one that syncs a file."""

    work: Callable[[], None]


Step: TypeAlias = Send | Wait | Do
Outcome: TypeAlias = httpx.Response | httpx.TransportError | None
Conversation: TypeAlias = Generator[Step, Outcome, T]


def base_of(url: str) -> tuple[str, str | None]:
    """Returns the base URL, and the Unix socket for a URL such as ``unix:/run/wallfarm.sock``."""
    if url.startswith("unix:"):
        return "http://localhost", url.removeprefix("unix:")
    if not url.startswith(("http://", "https://")):
        raise ValueError("the URL of the service starts with http://, https:// or unix:")
    return url.rstrip("/"), None


def service_url(url: str | None) -> str:
    """Returns the given URL, or else ``WALLFARM_URL``, or else the URL of a service on this machine."""
    return url or environ.get("WALLFARM_URL") or "http://127.0.0.1:8080"


def key_of(text: str) -> str:
    """Returns a key without the line break of the file that contained it; rejects invalid keys."""
    key = text.strip()
    if " " in key:
        raise ValueError("a key has no blanks: did you paste the name as well? "
                         "A line of the service's --keys is the name and the key")
    if not key or not key.isascii() or not key.isprintable():
        raise ValueError("a key is not empty, and has no control characters or letters outside ASCII")
    return key


class Core:
    """The state that the calls of a client share."""

    def __init__(self, url: str, key: str | None, retries: Retries) -> None:
        self.base, self.socket = base_of(url)
        self._key, self.retries = None if key is None else key_of(key), retries
        self._kept: dict[str, tuple[str, Any]] = {}
        #: For tests: the chance in back-offs.
        self.chance: Callable[[], float] | None = None

    def run(self, call: Call[T]) -> Conversation[T]:
        """Sends a call, and returns the value of its response."""
        kept = self._kept.get(call.path) if call.is_kept else None
        headers = {} if kept is None else {"If-None-Match": kept[0]}
        response = yield from self._exchange(call, headers, None, False)
        if response.status_code == 304 and kept is not None:
            value: T = kept[1]
            return value
        value = call.read(Reply(response.status_code, response.headers, response.content, self.base))
        if call.is_kept and "etag" in response.headers:
            self._kept[call.path] = (response.headers["etag"], value)
        return value

    def save(self, call: Call[Any], sink: Sink) -> Conversation[SavedFile | Unchanged | None]:
        """Sends a call, and writes its response to a file, completely or not at all."""
        try:
            response = yield from self._exchange(call, {}, sink, False)
            headers = response.headers
            if response.status_code == 304:
                return Unchanged(headers["etag"])
            if response.status_code == 204:
                return None
            yield Do(sink.commit)
            return SavedFile(
                sink.path, sink.size, headers.get("content-type", ""), headers.get("etag"),
                expiry(headers), warning_codes(headers))
        finally:
            sink.discard()

    def wait_until_ready(self, patience: float) -> Conversation[None]:
        """Polls the service until it is ready or ``patience`` seconds have passed."""
        call, waited = status("/readyz"), 0.0
        while True:
            outcome = yield Send(call, self._headers(call))
            if isinstance(outcome, httpx.Response) and outcome.is_success:
                return
            if waited >= patience:
                self._judge(call, outcome, may_have_happened=False)
            yield Wait(_POLL)
            waited += _POLL

    def probe(self, path: str) -> Conversation[bool]:
        """Asks once whether the service is healthy."""
        call = status(path)
        outcome = yield Send(call, self._headers(call))
        return isinstance(outcome, httpx.Response) and outcome.is_success

    def accept(self, address: str) -> None:
        """Raises ``ValueError`` for an address of another service."""
        host = urlsplit(address).netloc
        if host and not self.is_local and host != urlsplit(self.base).netloc:
            raise ValueError(f"the address is of '{host}', but the client is for "
                             f"'{urlsplit(self.base).hostname}'")

    @property
    def is_local(self) -> bool:
        """Whether the service is on this machine; its public addresses may then have another host."""
        return self.socket is not None or urlsplit(self.base).hostname in (
            "localhost", "127.0.0.1", "::1")

    def open(self, call: Call[Any]) -> Conversation[httpx.Response]:
        """Sends a call, and returns its open response."""
        return (yield from self._exchange(call, {}, None, True))

    def place(self, call: Call[Any]) -> str:
        """Returns the request as it appears in errors; ``…`` replaces the secret token in its path."""
        parts = call.path.split("/")
        if parts[1] in ("p", "w"):
            parts[2] = "…"
        return f"{call.method} {'/'.join(parts)}"

    def lost(self, message: str, call: Call[Any], may_have_happened: bool) -> ConnectionFailed:
        """Returns the error for a failed connection; its URL contains no password and no tokens."""
        base = re.sub(r"//[^/@]*@", "//", self.base) if self.socket is None else f"unix:{self.socket}:"
        method, _, path = self.place(call).partition(" ")
        return ConnectionFailed(message, f"{method} {base}{path}", may_have_happened)

    def url(self, call: Call[Any]) -> str:
        path, mark, query = call.path.partition("?")
        return self.base + quote(path, safe="/~") + mark + query

    def _exchange(
        self, call: Call[Any], headers: dict[str, str], sink: Sink | None, stays_open: bool
    ) -> Conversation[httpx.Response]:
        headers = self._headers(call) | headers
        can_send_again = call.body is None or call.body.is_repeatable
        attempts = Attempts(
            self.retries, is_repeatable=call.is_repeatable, can_send_again=can_send_again,
            **({} if self.chance is None else {"chance": self.chance}))
        while True:
            outcome = yield Send(call, headers, sink, stays_open)
            if isinstance(outcome, httpx.TransportError):
                pause = attempts.after_failure(outcome)
            else:
                assert outcome is not None
                if outcome.is_success or outcome.status_code == 304:
                    return outcome
                if call.method == "DELETE" and attempts.is_unclear and (
                        outcome.status_code in (404, 410)):
                    return outcome  # An earlier attempt has erased it.
                pause = attempts.after_response(
                    outcome.status_code, retry_after(outcome.headers.get("retry-after")),
                    is_problem(outcome.headers.get("content-type", "")))
            if pause is None:
                self._judge(call, outcome, attempts.is_unclear)
            yield Wait(pause)

    def _judge(self, call: Call[Any], outcome: Outcome, may_have_happened: bool) -> NoReturn:
        """Raises the error of the last attempt."""
        if isinstance(outcome, httpx.TransportError):
            message = str(outcome) or type(outcome).__name__
            raise self.lost(message, call, may_have_happened) from outcome
        assert outcome is not None
        raise error_of(
            outcome.status_code, self.place(call), outcome.headers.get("content-type", ""),
            outcome.content, retry_after(outcome.headers.get("retry-after")),
            None if call.body is None else call.body.json, self._key is not None,
            outcome.headers.get("x-request-id"))

    def _headers(self, call: Call[Any]) -> dict[str, str]:
        headers = {"User-Agent": "wallfarm-python/0.1.0"} | call.headers
        if call.needs_key and self._key is not None:
            headers["Authorization"] = f"Bearer {self._key}"
        if call.body is not None:
            headers["Content-Type"] = call.body.media_type
            if call.body.size is not None:
                headers["Content-Length"] = str(call.body.size)
        return headers
