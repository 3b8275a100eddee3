"""A batch keeps its report, whatever its jobs and the connection do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest

from wallfarm import (
    NO_RETRIES, AsyncClient, BatchReport, Client, ConnectionFailed, InvalidJob, NotAllowed, Rendered)

Answer = Callable[[httpx.Request], httpx.Response]
Run = Callable[..., BatchReport]


def picture(request: httpx.Request) -> httpx.Response:
    return httpx.Response(200, headers={"Content-Type": "image/png"}, content=b"png")


@pytest.fixture(params=["sync", "async"])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """Runs a batch with a client; a function returns the responses of its service."""
    def batch(jobs: Any, answer: Answer = picture, **keys: Any) -> BatchReport:
        words: dict[str, Any] = {"key": "k", "retries": NO_RETRIES}
        transport = httpx.MockTransport(answer)
        if request.param == "sync":
            client = Client("http://service", http=httpx.Client(transport=transport), **words)
            return client.batch(jobs, tmp_path, concurrency=1, **keys)

        async def all() -> BatchReport:
            async with httpx.AsyncClient(transport=transport) as http:
                other = AsyncClient("http://service", http=http, **words)
                return await other.batch(jobs, tmp_path, concurrency=1, **keys)
        return anyio.run(all)
    return batch


def job(id: object) -> dict[str, Any]:
    return {"id": id, "devices": "iphone15", "notes": ["Tea"]}


def test_an_invalid_job_is_a_row_of_the_report(run: Run, tmp_path: Path) -> None:
    seen: list[Rendered] = []
    report = run([job("ana@example.com"), job("ben"), job(None), 5, job("ben"), job(7), job(True),
                  job("x" * 101), job(".a"), job("") , {**job("eva"), "photo": tmp_path / "none.jpg"}],
                 report=seen.append)
    assert sorted(file.path.name for file in report.files) == ["7.png", "ben.png"]
    assert [(failed.row, failed.id, failed.error.message) for failed in report.failed][:-1] == [
        (1, "ana@example.com",
         "job 1: the id 'ana@example.com' may contain only letters, digits, '.', '_' and '-'"),
        (3, "", "job 3: the job has no 'id'"),
        (4, "", "job 4: a job is a mapping, not int"),
        (5, "ben", "job 5: job 2 has the id 'ben', too"),
        (7, "", "job 7: the id is a text or an integer, not bool"),
        (8, "x" * 101, "job 8: the id has 101 characters, but may have at most 100"),
        (9, ".a", "job 9: the id '.a' must begin with a letter or a digit"),
        (10, "", "job 10: the id is empty"),
    ]
    last = report.failed[-1]
    assert last.id == "eva" and "none.jpg" in last.error.message
    assert isinstance(last.error.__cause__, FileNotFoundError)
    assert all(isinstance(failed.error, InvalidJob) for failed in report.failed)
    assert seen == report.outcomes


def test_the_error_that_ends_a_batch_has_its_report(run: Run) -> None:
    def lost(request: httpx.Request) -> httpx.Response:
        if b'"ben"' in request.read():
            raise httpx.ReadError("lost")
        return picture(request)

    def refused(request: httpx.Request) -> httpx.Response:
        return httpx.Response(401) if b'"ben"' in request.read() else picture(request)

    for answer, kind in ((lost, ConnectionFailed), (refused, NotAllowed)):
        with pytest.raises(kind) as caught:
            run([job("ana"), job("ben"), job("eva")], answer)
        report = caught.value.report
        assert report and [row.id for row in report.outcomes] == ["ana", "ben"]
        assert [row.error for row in report.failed] == [caught.value]


def test_an_error_of_the_caller_ends_a_batch_with_its_report(run: Run) -> None:
    def jobs() -> Iterator[dict[str, Any]]:
        yield job("ana")
        raise RuntimeError("the database is down")

    with pytest.raises(RuntimeError) as caught:
        run(jobs())
    report: BatchReport = caught.value.report  # type: ignore[attr-defined]
    assert [row.id for row in report.outcomes] == ["ana"]


def test_the_concurrency_is_at_least_one(tmp_path: Path) -> None:
    with Client("http://service") as client, pytest.raises(ValueError, match="at least 1"):
        client.batch([], tmp_path, concurrency=0)
