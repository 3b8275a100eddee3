"""The bodies of requests: JSON, files, and forms with files."""

from __future__ import annotations

import io
import json
import os
import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any, BinaryIO, Protocol

from ._types import Upload

_CHUNK = 64 << 10
#: Keys that cannot be Python names; all others are the same in both.
_HYPHENATED = {key: key.replace("_", "-")
               for key in ("allow_missing_glyphs", "color_space", "show_areas")}
#: The media types in which the service reads content.
_CONTENT_TYPES = {".ics": "text/calendar", ".csv": "text/csv", ".md": "text/markdown",
                  ".tsv": "text/tab-separated-values", ".json": "application/json"}


class Body(Protocol):
    """The body of a request, which is read again for each attempt."""

    media_type: str
    #: The size in bytes, or ``None`` for a pipe.
    size: int | None
    #: Whether it can be sent more than once.
    is_repeatable: bool
    #: The JSON in it, for the places of errors.
    json: str | None

    def chunks(self) -> Iterator[bytes]: ...


class BytesBody:
    """Bytes in memory."""

    is_repeatable = True

    def __init__(self, data: bytes, media_type: str) -> None:
        self._data, self.media_type = data, media_type
        self.json: str | None = data.decode() if media_type == "application/json" else None
        self.size: int | None = len(data)

    def chunks(self) -> Iterator[bytes]:
        yield self._data


class FileBody:
    """A file, read in chunks while it is sent."""

    json: str | None = None

    def __init__(self, source: os.PathLike[str] | BinaryIO, media_type: str) -> None:
        self._source, self.media_type = source, media_type
        self._start, self.size = 0, None
        if isinstance(source, os.PathLike):
            self.is_repeatable = True
            self.size = os.stat(source).st_size
        else:
            self.is_repeatable = source.seekable()
            if self.is_repeatable:
                self._start = source.tell()
                self.size = source.seek(0, io.SEEK_END) - self._start

    def chunks(self) -> Iterator[bytes]:
        with self._opened() as file:
            while chunk := file.read(_CHUNK):
                yield chunk

    @contextmanager
    def _opened(self) -> Iterator[BinaryIO]:
        if isinstance(self._source, os.PathLike):
            with open(self._source, "rb") as file:
                yield file
        else:
            if self.is_repeatable:
                self._source.seek(self._start)
            yield self._source


class FormBody:
    """A form (``multipart/form-data``) whose parts are sent one after another."""

    def __init__(self, parts: Sequence[tuple[str, Body]]) -> None:
        mark = secrets.token_hex(16)
        self.media_type = f"multipart/form-data; boundary={mark}"
        self._parts = [(_head(mark, name, body), body) for name, body in parts]
        self._end = f"--{mark}--\r\n".encode()
        self.json: str | None = parts[0][1].json
        self.is_repeatable = all(body.is_repeatable for _, body in parts)
        self.size: int | None = len(self._end)
        for head, body in self._parts:
            known = self.size is not None and body.size is not None
            self.size = self.size + len(head) + body.size + 2 if known else None  # type: ignore[operator]

    def chunks(self) -> Iterator[bytes]:
        for head, body in self._parts:
            yield head
            yield from body.chunks()
            yield b"\r\n"
        yield self._end


def _head(mark: str, name: str, body: Body) -> bytes:
    return (f'--{mark}\r\nContent-Disposition: form-data; name="{name}"; filename="{name}"\r\n'
            f"Content-Type: {body.media_type}\r\n\r\n").encode()


def upload(source: Upload, media_type: str = "application/octet-stream") -> Body:
    """Returns the body for a file, which is given as a path, bytes, or an open file."""
    if isinstance(source, bytes):
        return BytesBody(source, media_type)
    return FileBody(source, media_type)


def content_file(source: os.PathLike[str], media_type: str | None = None) -> Body:
    """Returns the body for a calendar, table or list; its extension determines the media type."""
    kind = media_type or _CONTENT_TYPES.get(Path(source).suffix.lower())
    if kind is None:
        known = ", ".join(sorted(_CONTENT_TYPES))
        raise ValueError(f"'{os.fspath(source)}' has none of the extensions {known}: "
                         "pass media_type")
    return FileBody(source, kind)


def json_body(words: Any) -> Body:
    """Returns the body that contains a value as JSON."""
    return BytesBody(json.dumps(words, ensure_ascii=False, default=_moment).encode(),
                     "application/json")


def person_words(person: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a person with the service's keys."""
    words = dict(person)
    for screen in ("lock", "home"):
        if isinstance(words.get(screen), Mapping):
            words[screen] = service_keys(words[screen])
    if isinstance(words.get("devices"), Mapping):
        words["devices"] = {name: person_words(device) for name, device in words["devices"].items()}
    return words


def service_keys(words: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a request with the service's keys, such as ``color-space`` for ``color_space``."""
    return {_HYPHENATED.get(key, key): value for key, value in words.items()}


def request_body(request: Mapping[str, Any]) -> Body:
    """Returns the body of a render request: JSON, or a form if the request contains files."""
    words = service_keys(request)
    parts: list[tuple[str, Body]] = []
    if words.get("photo") is not None and not isinstance(words["photo"], str):
        parts.append(("photo", upload(words.pop("photo"))))
    if isinstance(words.get("content"), os.PathLike):
        parts.append(("content", content_file(words.pop("content"))))
    body = json_body(words)
    return FormBody([("request", body), *parts]) if parts else body


def _moment(value: object) -> str:
    """Returns a date or a time in the form that the service reads, without fractions of a second."""
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} is not a value of JSON")
