"""The values that the client returns."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from datetime import datetime
from pathlib import Path
from typing import Any, Self

from ._errors import Fault
from ._files import write_file
from ._types import AnyPath


@dataclass(frozen=True)
class Unchanged:
    """The caller's copy, which has this ETag, is current (304)."""

    etag: str


@dataclass(frozen=True)
class Picture:
    """A picture or another file in memory."""

    data: bytes = field(repr=False)
    content_type: str
    #: Identifies the bytes, for a conditional request.
    etag: str | None
    #: The time at which the picture becomes outdated, or ``None`` if it does not depend on the day.
    expires: datetime | None
    #: The codes of the warnings.
    warnings: list[str]

    def save(self, path: AnyPath) -> Path:
        """Writes the file completely or not at all."""
        return write_file(path, self.data)


@dataclass(frozen=True)
class SavedFile:
    """A file that was written while it was received."""

    path: Path
    size: int
    content_type: str
    etag: str | None
    expires: datetime | None
    warnings: list[str]


@dataclass(frozen=True)
class Pictures:
    """The pictures of several devices, by device, with their receipts."""

    pictures: Mapping[str, bytes] = field(repr=False)
    receipts: Mapping[str, Any] = field(repr=False)


class _Listed:
    """A value that is read from a JSON object; unknown members are ignored."""

    @classmethod
    def from_json(cls, words: Mapping[str, Any]) -> Self:
        names = {declared.name: declared for declared in fields(cls)}  # type: ignore[arg-type]
        known = {}
        for name, declared in names.items():
            key = re.sub("_([a-z])", lambda found: found[1].upper(), name)
            if key in words:
                known[name] = words[key]
            elif declared.default is MISSING and declared.default_factory is MISSING:
                raise ValueError(f"the response has no '{key}'")
        return cls(**known)


@dataclass(frozen=True)
class Device(_Listed):
    """A device, with the size of its screen in pixels and in points."""

    id: str
    name: str
    width: int
    height: int
    width_in_points: float | None = None
    height_in_points: float | None = None
    scale: float | None = None
    ppi: float | None = None
    year: int | None = None


@dataclass(frozen=True)
class Template(_Listed):
    """A template, with the kinds of content that it shows and requires, and its parameters."""

    name: str
    summary: str
    content: list[str] = field(default_factory=list)
    needs: list[str] = field(default_factory=list)
    #: The keys of ``set``; a service of another version may not list them.
    parameters: list[str] = field(default_factory=list)
    theme: str | None = None


@dataclass(frozen=True)
class Theme(_Listed):
    """A theme."""

    name: str
    summary: str


@dataclass(frozen=True)
class Motion(_Listed):
    """A bundled film, with the languages of its text and its length in seconds."""

    name: str
    summary: str
    languages: list[str] = field(default_factory=list)
    seconds: float = 0


@dataclass(frozen=True)
class Address:
    """The address of a picture."""

    address: str
    expires: datetime
    receipt: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True)
class DeviceAddress:
    """The address of the picture of one device, or its errors."""

    device: str
    address: Address | None
    faults: list[Fault]


@dataclass(frozen=True)
class ScreenWarning(_Listed):
    """A warning about a screen of a person."""

    code: str
    message: str
    screen: str
    #: The name of the device; ``None`` for the main device.
    device: str | None = None


@dataclass(frozen=True)
class PersonAddresses:
    """The addresses of a new person, which the service returns only once.

    Give ``read`` to the person's phone, and keep ``write`` secret.
    """

    id: str
    read: str = field(repr=False)
    write: str = field(repr=False)
    warnings: list[ScreenWarning] = field(default_factory=list)
    _read_url: str = field(default="", repr=False)

    @property
    def lock_url(self) -> str:
        """The full URL of the picture of the lock screen, for the phone."""
        return f"{self._read_url or self.read}/lock.png"


@dataclass(frozen=True)
class PutPerson:
    """The result of storing a person under an ID."""

    #: The addresses of a new person; ``None`` if the person existed.
    addresses: PersonAddresses | None
    warnings: list[ScreenWarning] = field(default_factory=list)


@dataclass(frozen=True)
class KnownPerson:
    """The facts about a person that need no address."""

    id: str
    #: The version, for ``if_match`` of a change.
    etag: str
    #: The state of each content source: ``host``, ``asOf``, ``next`` and ``error``.
    sources: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True)
class StoredPerson:
    """Everything that the service stores about a person."""

    id: str
    person: dict[str, Any]
    states: dict[str, Any]
    ledger: str | None
    #: The version, for ``if_match`` of a change.
    etag: str
    #: The state of each content source: ``host``, ``asOf``, ``next`` and ``error``.
    sources: list[dict[str, Any]] = field(default_factory=list)
    #: When the picture of each screen was last fetched at the read address.
    fetched: dict[str, datetime | None] = field(default_factory=dict)


@dataclass(frozen=True)
class FlowState:
    """The progress of a person in a flow, and its version."""

    state: dict[str, Any]
    etag: str


@dataclass(frozen=True)
class Challenge(_Listed):
    """The progress of a challenge."""

    state: str
    goal: int
    steps: int
    percent: int
    left: int
    celebration: bool
    average: float | None = None
    days_left: float | None = None
    days_taken: float | None = None


@dataclass(frozen=True)
class Counted:
    """The progress after a health export, and the events since the previous export."""

    challenge: Challenge
    events: list[Mapping[str, Any]]


@dataclass(frozen=True)
class Figure:
    """A value of the service's metrics."""

    name: str
    labels: Mapping[str, str]
    value: float


def saved(result: SavedFile | Unchanged | None) -> SavedFile:
    """Returns the file of an unconditional request."""
    assert isinstance(result, SavedFile)
    return result


def changed_or_not(result: SavedFile | Unchanged | None) -> SavedFile | Unchanged:
    """Returns the file of a conditional request, or ``Unchanged`` if the caller's copy is current."""
    assert result is not None
    return result
