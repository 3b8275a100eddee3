"""Requests are repeated only if a retry can succeed and is harmless, and at the stated time."""

from __future__ import annotations

import io
from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from email.utils import format_datetime
from typing import Any

import httpx
import pytest

from wallfarm import (
    NO_RETRIES, Client, ConnectionFailed, InvalidRequest, NotFound, Retries, Unavailable)

PROBLEM = {"Content-Type": "application/problem+json"}
PAGE = {"Content-Type": "text/html"}
PICTURE = httpx.Response(200, headers={"Content-Type": "image/png"}, content=b"png")
CREATED = httpx.Response(201, json={"id": "one", "read": "/p/r", "write": "/p/w"})
NOTHING = httpx.Response(204)
REQUEST = {"devices": "iphone15"}

Answer = httpx.Response | type[httpx.TransportError]


def problem(status: int, code: str, **headers: str) -> httpx.Response:
    words = {"errors": [{"code": code, "message": "no", "hint": None, "origin": None}]}
    named = {key.replace("_", "-"): value for key, value in headers.items()}
    return httpx.Response(status, headers={**PROBLEM, **named}, json=words)


class Script:
    """A client whose service responds from a list; records the sent bodies and the waits."""

    def __init__(self, *answers: Answer, retries: Retries = Retries()) -> None:
        self.answers = list(answers)
        self.bodies: list[bytes] = []
        self.requests: list[httpx.Request] = []
        self.waits: list[float] = []
        self.client = Client("http://service", key="k", retries=retries, http=httpx.Client(
            transport=httpx.MockTransport(self._answer)))
        self.client._driver.sleep = self.waits.append
        self.client._driver.core.chance = lambda: 1.0

    def _answer(self, request: httpx.Request) -> httpx.Response:
        self.bodies.append(request.read())
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, httpx.Response):
            return httpx.Response(answer.status_code, headers=answer.headers, content=answer.content)
        raise answer("lost")


BUSY = problem(429, "service-busy", Retry_After="3")


def test_retry_after_is_honored() -> None:
    script = Script(BUSY, problem(503, "worker-crashed", Retry_After="1"), PICTURE)
    assert script.client.render(REQUEST).data == b"png"
    assert script.waits == [3.5, 1.5] and len(set(script.bodies)) == 1


def test_retry_after_may_be_a_date() -> None:
    at = datetime.now(timezone.utc) + timedelta(seconds=40)
    script = Script(problem(503, "x", Retry_After=format_datetime(at, usegmt=True)), PICTURE)
    script.client.render(REQUEST)
    assert 0 < script.waits[0] <= 41
    script = Script(problem(503, "x", Retry_After="Thu, 01 Jan 1970 00:00:00 GMT"), PICTURE)
    script.client.render(REQUEST)
    assert script.waits == [0.5]


def test_without_retry_after_the_pauses_double() -> None:
    bad = httpx.Response(502, headers=PAGE)
    script = Script(bad, bad, bad, PICTURE)
    script.client.render(REQUEST)
    assert script.waits == [0.5, 1, 2]


@pytest.mark.parametrize("answer", [
    problem(503, "store-full"), problem(500, "internal"), problem(422, "unknown-theme", Retry_After="1"),
    problem(404, "not-found"), problem(413, "body-too-large"), problem(401, "key-missing"),
])
def test_other_errors_are_final(answer: httpx.Response) -> None:
    script = Script(answer)
    with pytest.raises(Exception) as caught:
        script.client.render(REQUEST)
    assert caught.value.status == answer.status_code and not script.waits  # type: ignore[attr-defined]


def test_an_error_names_its_request() -> None:
    script = Script(problem(422, "unknown-theme", X_Request_ID="r-1"))
    with pytest.raises(InvalidRequest) as caught:
        script.client.render(REQUEST)
    assert caught.value.request_id == "r-1"


def test_attempts_and_patience_are_limited() -> None:
    script = Script(*[BUSY] * 18)
    with pytest.raises(Unavailable) as caught:
        script.client.render(REQUEST)
    assert len(script.bodies) == 18 and caught.value.retry_after == 3
    assert caught.value.request_id is None
    assert sum(script.waits) == 17 * 3.5 <= 60
    script = Script(*[httpx.ConnectError] * 11)
    with pytest.raises(ConnectionFailed):
        script.client.render(REQUEST)
    assert script.waits == [0.5, 1, 2, 4, 8, 10, 10, 10, 10, 4.5] and sum(script.waits) == 60
    script = Script(*[BUSY] * 5, retries=Retries(attempts=5))
    with pytest.raises(Unavailable):
        script.client.render(REQUEST)
    assert len(script.bodies) == 5
    script = Script(problem(429, "service-busy", Retry_After="100"))
    with pytest.raises(Unavailable):
        script.client.render(REQUEST)
    script = Script(BUSY, retries=NO_RETRIES)
    with pytest.raises(Unavailable):
        script.client.render(REQUEST)


def test_lost_connections_are_repeated_if_that_does_no_harm() -> None:
    script = Script(httpx.ReadError, httpx.RemoteProtocolError, PICTURE)
    script.client.render(REQUEST)
    assert len(script.waits) == 2


PERSON: Callable[[Client], Any] = lambda client: client.add_person(device="iphone15")
CHANGE: Callable[[Client], Any] = lambda client: client.person("/p/w").replace_content(
    notes=["Tea"], if_match='"1"')
HEALTH: Callable[[Client], Any] = lambda client: client.person("/p/w").send_health(b"zip")


def test_a_person_is_created_once() -> None:
    script = Script(httpx.ReadTimeout, httpx.Response(504, headers=PAGE), CREATED)
    assert PERSON(script.client).id == "one"
    keys = {request.headers["idempotency-key"] for request in script.requests}
    assert len(script.requests) == 3 and len(keys) == 1
    other = Script(CREATED)
    PERSON(other.client)
    assert other.requests[0].headers["idempotency-key"] not in keys


@pytest.mark.parametrize("ask", [CHANGE, HEALTH])
def test_what_may_happen_once_is_not_repeated_blindly(ask: Callable[[Client], Any]) -> None:
    script = Script(httpx.ReadTimeout)
    with pytest.raises(ConnectionFailed) as caught:
        ask(script.client)
    assert caught.value.may_have_happened and not script.waits and caught.value.status is None
    script = Script(httpx.Response(504, headers=PAGE))
    with pytest.raises(Unavailable):
        ask(script.client)


def test_what_may_happen_once_is_repeated_if_it_did_not_happen() -> None:
    script = Script(httpx.ConnectError, BUSY, httpx.ConnectTimeout, CREATED)
    assert PERSON(script.client).id == "one"
    assert script.waits == [0.5, 3.5, 2]


def test_the_second_erasure_is_done_if_the_first_may_have_been() -> None:
    gone = problem(404, "not-found")
    script = Script(httpx.ReadError, gone)
    script.client.erase_person("one")
    script = Script(BUSY, gone)
    with pytest.raises(NotFound):
        script.client.erase_person("one")
    Script(NOTHING).client.erase_person("one")


def test_files_are_read_again_from_where_they_were() -> None:
    file = io.BytesIO(b"skipphoto")
    file.seek(4)
    script = Script(BUSY, httpx.Response(201, json={"photo": "sha256-x"}))
    assert script.client.upload_photo(file) == "sha256-x"
    assert script.bodies == [b"photo", b"photo"]


def test_a_pipe_is_sent_once() -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    script = Script(BUSY)
    with pytest.raises(Unavailable):
        script.client.upload_photo(Pipe(b"photo"))
    assert script.bodies == [b"photo"]


def test_responses_of_other_programs_are_errors() -> None:
    script = Script(httpx.Response(400, headers=PROBLEM, content=b"{"))
    with pytest.raises(InvalidRequest) as caught:
        script.client.render(REQUEST)
    assert caught.value.code == "unexpected-response" and caught.value.place == "POST /v1/render"


def test_the_service_may_still_be_starting() -> None:
    starting = httpx.Response(503, text="not ready")
    script = Script(httpx.ConnectError, starting, httpx.Response(200, text="ready"))
    script.client.wait_until_ready()
    assert len(script.waits) == 2
    script = Script(*[httpx.ConnectError] * 5)
    with pytest.raises(ConnectionFailed) as caught:
        script.client.wait_until_ready(1)
    assert sum(script.waits) == 1 and not caught.value.may_have_happened
