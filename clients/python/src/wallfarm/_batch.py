"""Executes many requests at the same time, and writes each response to its own file."""

from __future__ import annotations

import re
import threading
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeAlias

import anyio

from ._calls import Call, nothing, render
from ._errors import ConnectionFailed, InvalidJob, NotAllowed, WallfarmError
from ._files import Sink, extension
from ._report import BatchReport, Failed, Rendered
from ._results import SavedFile
from ._types import AnyPath, Request

Job: TypeAlias = Request | Mapping[str, Any]
Report: TypeAlias = Callable[[Rendered], None]
#: The form of an id that the service accepts; it is also the name of a file.
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


class Work:
    """A job that a thread or task has taken: its row, its id, its request and its file."""

    def __init__(self, row: int, id: str, call: Call[None], sink: Sink) -> None:
        self.row, self.id, self.call, self.sink = row, id, call, sink


class Batch:
    """Hands out the jobs of a batch one by one, and collects their outcomes.

    A job that fails becomes a row of the report. A lost connection, a refused key or a local error, such
    as a full disk, ends the batch, because it would fail every job.
    """

    def __init__(
        self, jobs: Iterable[Job], folder: AnyPath, listener: Report | None, concurrency: int
    ) -> None:
        if concurrency < 1:
            raise ValueError(f"the concurrency is {concurrency}, but must be at least 1")
        self.concurrency = concurrency
        self._jobs = iter(jobs)
        self._folder, self._listener = Path(folder), listener
        self._folder.mkdir(parents=True, exist_ok=True)
        self._row = 0
        self._rows_by_id: dict[str, int] = {}
        self._lock = threading.RLock()
        self._ends = False
        self.report = BatchReport()

    def next(self) -> Work | None:
        """Returns the next valid job, or ``None`` at the end; invalid jobs are added to the report as
        failures."""
        with self._lock:
            while not self._ends:
                try:
                    job = next(self._jobs)
                except StopIteration:
                    return None
                self._row += 1
                try:
                    return self._work(job)
                except InvalidJob as error:
                    self._add(Failed(self._row, error.id, None, error))
            return None

    def _work(self, job: object) -> Work:
        row = self._row
        if not isinstance(job, Mapping):
            raise InvalidJob(row, "", f"a job is a mapping, not {type(job).__name__}")
        id = job.get("id")
        if id is None:
            raise InvalidJob(row, "", "the job has no 'id'")
        if isinstance(id, bool) or not isinstance(id, str | int):
            raise InvalidJob(row, "", f"the id is a text or an integer, not {type(id).__name__}")
        name = str(id)
        if not _ID.fullmatch(name):
            raise InvalidJob(row, name, _problem(name))
        if name in self._rows_by_id:
            raise InvalidJob(row, name, f"job {self._rows_by_id[name]} has the id '{name}', too")
        self._rows_by_id[name] = row
        try:
            call = render({**job, "id": name}, nothing)
        except (ValueError, TypeError, OSError) as error:
            raise InvalidJob(row, name, str(error)) from error
        return Work(row, name, call, Sink(lambda kind: self._folder / (name + extension(kind))))

    def done(self, work: Work, file: SavedFile) -> None:
        with self._lock:
            self._add(Rendered(work.row, work.id, file, None))

    def failed(self, work: Work, error: WallfarmError) -> None:
        """Adds a failure to the report; raises the error if it ends the batch."""
        with self._lock:
            self._add(Failed(work.row, work.id, None, error))
        if isinstance(error, NotAllowed | ConnectionFailed):
            raise error

    def end(self) -> None:
        """Hands out no more jobs."""
        self._ends = True

    def ended_by(self, error: BaseException) -> BaseException:
        """Attaches the partial report to the error that ended the batch."""
        with suppress(AttributeError):
            error.report = self.report  # type: ignore[attr-defined]
        return error

    def _add(self, outcome: Rendered) -> None:
        self.report.outcomes.append(outcome)
        if self._listener is not None:
            self._listener(outcome)


def _problem(id: str) -> str:
    """Returns the reason why an id is invalid."""
    if not id:
        return "the id is empty"
    if len(id) > 100:
        return f"the id has {len(id)} characters, but may have at most 100"
    if not id[0].isascii() or not id[0].isalnum():
        return f"the id '{id}' must begin with a letter or a digit"
    return f"the id '{id}' may contain only letters, digits, '.', '_' and '-'"


def in_threads(batch: Batch, render: Callable[[Call[Any], Sink], SavedFile]) -> None:
    """Executes a batch in threads; raises the first error that ends it."""
    errors: list[BaseException] = []

    def loop() -> None:
        try:
            while (work := batch.next()) is not None:
                try:
                    file = render(work.call, work.sink)
                except WallfarmError as error:
                    batch.failed(work, error)
                else:
                    batch.done(work, file)
        except BaseException as error:
            errors.append(error)
            batch.end()

    threads = [threading.Thread(target=loop, daemon=True) for _ in range(batch.concurrency)]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    except BaseException as error:
        raise batch.ended_by(error)
    finally:
        batch.end()
    if errors:
        raise batch.ended_by(errors[0])


async def in_tasks(batch: Batch, render: Callable[[Call[Any], Sink], Awaitable[SavedFile]]) -> None:
    """Executes a batch in tasks; raises the first error that ends it."""
    errors: list[Exception] = []

    async def loop() -> None:
        try:
            while (work := batch.next()) is not None:
                try:
                    file = await render(work.call, work.sink)
                except WallfarmError as error:
                    batch.failed(work, error)
                else:
                    batch.done(work, file)
        except Exception as error:
            errors.append(error)
            batch.end()

    async with anyio.create_task_group() as group:
        for _ in range(batch.concurrency):
            group.start_soon(loop)
    if errors:
        raise batch.ended_by(errors[0])
