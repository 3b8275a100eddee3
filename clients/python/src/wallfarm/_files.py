"""Files that are written completely or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable
from pathlib import Path

from ._types import AnyPath

_EXTENSIONS = {"image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp",
               "application/zip": ".zip", "video/mp4": ".mp4", "text/plain": ".txt"}


def extension(content_type: str) -> str:
    """Returns the file extension for a media type, or an empty string if the type is unknown."""
    return _EXTENSIONS.get(content_type.partition(";")[0].strip().lower(), "")


class Sink:
    """A file that appears under its name only when all its bytes are on the disk."""

    def __init__(self, target: AnyPath | Callable[[str], Path]) -> None:
        self._target = target
        self._temporary: Path | None = None
        self._descriptor = -1
        self.path = Path()
        self.size = 0

    def begin(self, content_type: str) -> None:
        """Opens a temporary file in the folder of the target."""
        self.discard()
        self.path = self._target(content_type) if callable(self._target) else Path(self._target)
        temporary = self.path.with_name(f".{self.path.name}.{secrets.token_hex(6)}.part")
        try:
            self._descriptor = os.open(
                temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)
        except OSError as error:
            raise OSError(error.errno, error.strerror, os.fspath(self.path)) from None
        self._temporary, self.size = temporary, 0

    def write(self, chunk: bytes) -> None:
        rest = memoryview(chunk)
        while rest:
            rest = rest[os.write(self._descriptor, rest):]
        self.size += len(chunk)

    def commit(self) -> None:
        """Syncs the temporary file and renames it to the target, which replaces an existing file."""
        assert self._temporary is not None
        os.fsync(self._descriptor)
        os.close(self._descriptor)
        self._descriptor = -1
        try:
            os.replace(self._temporary, self.path)
        except OSError as error:
            raise OSError(error.errno, error.strerror, os.fspath(self.path)) from None
        self._temporary = None

    def discard(self) -> None:
        """Removes the temporary file, if there is one."""
        if self._descriptor >= 0:
            os.close(self._descriptor)
            self._descriptor = -1
        if self._temporary is not None:
            self._temporary.unlink(missing_ok=True)
            self._temporary = None


def write_file(path: AnyPath, data: bytes) -> Path:
    """Writes a file completely or not at all."""
    sink = Sink(path)
    try:
        sink.begin("")
        sink.write(data)
        sink.commit()
    finally:
        sink.discard()
    return sink.path
