"""The keys of requests, as the service declares them in ``GET /v1/schema``."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Any, BinaryIO, Literal, Required, TypeAlias, TypedDict

Format: TypeAlias = Literal["png", "jpeg", "webp"]
Screen: TypeAlias = Literal["lock", "home"]
#: A file: its path, its bytes, or an open binary file, which is read from its current position.
Upload: TypeAlias = os.PathLike[str] | bytes | BinaryIO
#: A moment: text of ISO 8601, a date, or a time.
Moment: TypeAlias = str | date | datetime


class Note(TypedDict, total=False):
    """A note with its state; a plain string is a note that is not done."""

    text: Required[str]
    done: bool
    due: Moment
    heading: str


Notes: TypeAlias = Sequence[str | Note]
#: Content by kind, such as ``{"events": [...]}``, with the keys of ``docs/content.md``.
Content: TypeAlias = Mapping[str, Any]

#: A kind of upload that a theme can name.
Kind: TypeAlias = Literal["font", "image", "theme"]


class _Style(TypedDict, total=False):
    """The keys that all looks and requests have. ``_`` in a key stands for ``-`` in the service's
    key."""

    allow_missing_glyphs: bool
    background: str
    clock: Literal["standard", "large", "compact"]
    color: str
    color_space: Literal["srgb", "display-p3"]
    direction: Literal["auto", "ltr", "rtl"]
    fonts: Sequence[str]
    effort: Literal["fast", "balanced", "small"]
    inset: str
    scroll: str
    preview: str
    missing: Literal["fail", "box"]
    orientation: Literal["portrait", "landscape"]
    overflow: Literal["fail", "shorten", "more"]
    quality: int | Literal["lossless"]
    set: Mapping[str, Any]
    show_areas: bool
    strict: bool
    template: str
    theme: str | Mapping[str, Any]
    variant: Literal["light", "dark", "auto"]
    widgets: bool


class Look(_Style, total=False):
    """The look of a screen of a person; ``photo`` is the name of an uploaded photo, or a URL."""

    photo: str


class DescribedScreen(TypedDict, total=False):
    """A screen that is not in the list of devices; see "Described devices" in docs/devices.md."""

    pixels: Required[Sequence[int]]
    scale: float
    areas: Mapping[str, Any]
    kind: str
    safeArea: Mapping[str, Any]
    shape: Mapping[str, Any]
    ppi: float
    colorSpace: str
    id: str
    name: str


class Request(_Style, total=False):
    """A request for pictures. ``devices`` is required; ``id`` names the job in a batch.

    ``photo`` is the name of an uploaded photo, a URL, or a file that is sent with the request.
    ``content`` is a mapping, or the path of a calendar, table or list that is sent as a file.
    """

    id: str
    devices: str | DescribedScreen | Sequence[str | DescribedScreen]
    notes: Notes
    content: Content | os.PathLike[str]
    photo: str | Upload
    format: Format
    language: str
    now: Moment
    zone: str


class PersonDevice(TypedDict, total=False):
    """A further device of a person, with looks that replace those of the person."""

    device: Required[str]
    lock: Look
    home: Look | Literal["keep"]


class PersonRequest(TypedDict, total=False):
    """The device, the screens and the content of a person."""

    device: Required[str]
    devices: Mapping[str, PersonDevice]
    lock: Look
    home: Look | Literal["keep"]
    notes: Notes
    content: Content
    language: str
    zone: str


#: A request as keyword arguments, or as a mapping with the keys of the service.
AnyRequest: TypeAlias = Request | Mapping[str, Any]
AnyPath: TypeAlias = str | Path | os.PathLike[str]
