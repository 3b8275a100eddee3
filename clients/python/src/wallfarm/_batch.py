"""Many concurrent requests, each with its own file."""

from __future__ import annotations

import re
import threading
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

import anyio

from ._errors import NotAllowed, ServiceError
from ._files import Sink, extension
from ._results import SavedFile
from ._types import AnyPath, Request

Job: TypeAlias = Request | Mapping[str, Any]
#: The form of an id that the service accepts; it is also the name of a file.
_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}")


@dataclass(frozen=True)
class Rendered:
    """The outcome of a job: a file, or the error of the service."""

    id: str
    file: SavedFile | None
    error: ServiceError | None


@dataclass(frozen=True)
class BatchReport:
    """The outcomes of all jobs, in the order of completion."""

    outcomes: list[Rendered] = field(default_factory=list)

    @property
    def files(self) -> list[SavedFile]:
        return [outcome.file for outcome in self.outcomes if outcome.file is not None]

    @property
    def failed(self) -> list[Rendered]:
        return [outcome for outcome in self.outcomes if outcome.error is not None]


Report: TypeAlias = Callable[[Rendered], None]


class Batch:
    """Hands out the jobs of a batch one by one, and collects their outcomes.

    An error of one job is a row of the report. A lost connection, a refused key, and an error of
    the machine end the batch, because they would fail every job.
    """

    def __init__(self, jobs: Iterable[Job], folder: AnyPath, report: Report | None) -> None:
        self._jobs = iter(jobs)
        self._folder, self._listener = Path(folder), report
        self._folder.mkdir(parents=True, exist_ok=True)
        self._ids: set[str] = set()
        self._lock = threading.Lock()
        self._ends = False
        self.report = BatchReport()

    def next(self) -> tuple[str, Mapping[str, Any], Sink] | None:
        """The next job with its file, or ``None`` at the end."""
        with self._lock:
            if self._ends:
                return None
            job = next(self._jobs, None)
            if job is None:
                return None
            name = str(job.get("id", ""))
            if not _ID.fullmatch(name):
                raise ValueError(f"the job after {len(self._ids)} others needs an id of letters, "
                                 "digits, '.', '_' and '-'")
            if name in self._ids:
                raise ValueError(f"two jobs have the id '{name}'")
            self._ids.add(name)
        return name, job, Sink(lambda kind: self._folder / (name + extension(kind)))

    def done(self, name: str, file: SavedFile | None, error: ServiceError | None = None) -> None:
        if isinstance(error, NotAllowed):
            raise error
        outcome = Rendered(name, file, error)
        with self._lock:
            self.report.outcomes.append(outcome)
            if self._listener is not None:
                self._listener(outcome)

    def end(self) -> None:
        """Hands out no more jobs."""
        self._ends = True


def in_threads(
    batch: Batch, concurrency: int, work: Callable[[Mapping[str, Any], Sink], SavedFile]
) -> None:
    """Executes a batch in threads; raises the first error that ends it."""
    errors: list[BaseException] = []

    def loop() -> None:
        try:
            while (job := batch.next()) is not None:
                name, request, sink = job
                try:
                    batch.done(name, work(request, sink))
                except ServiceError as error:
                    batch.done(name, None, error)
        except BaseException as error:
            errors.append(error)
            batch.end()

    threads = [threading.Thread(target=loop, daemon=True) for _ in range(max(1, concurrency))]
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        batch.end()
    if errors:
        raise errors[0]


async def in_tasks(
    batch: Batch, concurrency: int, work: Callable[[Mapping[str, Any], Sink], Awaitable[SavedFile]]
) -> None:
    """Executes a batch in tasks; raises the first error that ends it."""
    errors: list[Exception] = []

    async def loop() -> None:
        try:
            while (job := batch.next()) is not None:
                name, request, sink = job
                try:
                    batch.done(name, await work(request, sink))
                except ServiceError as error:
                    batch.done(name, None, error)
        except Exception as error:
            errors.append(error)
            batch.end()

    async with anyio.create_task_group() as group:
        for _ in range(max(1, concurrency)):
            group.start_soon(loop)
    if errors:
        raise errors[0]
