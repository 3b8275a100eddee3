"""The report of a batch."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from ._errors import WallfarmError
from ._results import SavedFile


@dataclass(frozen=True)
class Rendered:
    """The outcome of a job: a file, or an error."""

    #: The number of the job, from 1.
    row: int
    #: The id; empty if the job has none.
    id: str
    file: SavedFile | None
    error: WallfarmError | None


@dataclass(frozen=True)
class Failed(Rendered):
    """The outcome of a job that failed."""

    error: WallfarmError


class BatchFailed(WallfarmError):
    """Some jobs of a batch failed; ``report`` has the outcomes of all jobs."""

    def __init__(self, report: BatchReport) -> None:
        super().__init__([
            replace(fault, message=f"job {job.row} ('{job.id}'): {fault.message}")
            for job in report.failed for fault in job.error.faults])
        self.report = report


@dataclass(frozen=True)
class BatchReport:
    """The outcomes of all jobs, in the order of completion."""

    outcomes: list[Rendered] = field(default_factory=list)

    @property
    def files(self) -> list[SavedFile]:
        return [outcome.file for outcome in self.outcomes if outcome.file is not None]

    @property
    def failed(self) -> list[Failed]:
        return [outcome for outcome in self.outcomes if isinstance(outcome, Failed)]

    def raise_for_errors(self) -> None:
        """Raises ``BatchFailed`` if a job failed."""
        if self.failed:
            raise BatchFailed(self)
