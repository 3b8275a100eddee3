"""Files are sent in chunks, and written completely or not at all."""

from __future__ import annotations

import os
import socket
import stat
import threading
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest

from wallfarm import AsyncClient, Client, ConnectionFailed, Retries
from wallfarm._files import Sink
from wallfarm._uploads import BytesBody, FileBody, FormBody


@pytest.fixture
def cutting() -> Iterator[str]:
    """A service that sends fewer bytes than its ``Content-Length`` states."""
    server = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                connection, _ = server.accept()
            except OSError:
                return
            with connection:
                connection.recv(1 << 16)
                connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n"
                                   b"Content-Length: 1000\r\n\r\npart")
    thread = threading.Thread(target=serve)
    thread.start()
    yield f"http://127.0.0.1:{server.getsockname()[1]}"
    server.shutdown(socket.SHUT_RDWR)
    server.close()
    thread.join()


def test_a_cut_response_leaves_the_old_file(cutting: str, tmp_path: Path) -> None:
    path = tmp_path / "lock.png"
    path.write_text("old")
    retries = Retries(attempts=2, pause=0)
    with Client(cutting, retries=retries) as client, pytest.raises(ConnectionFailed):
        client.render_to(path, devices="iphone15")

    async def save() -> None:
        async with AsyncClient(cutting, retries=retries) as client:
            await client.render_to(path, devices="iphone15")
    with pytest.raises(ConnectionFailed):
        anyio.run(save)
    assert path.read_text() == "old" and len(list(tmp_path.iterdir())) == 1


def test_an_interrupted_download_leaves_nothing(tmp_path: Path) -> None:
    sink = Sink(tmp_path / "lock.png")
    sink.begin("image/png")
    sink.write(b"part")
    assert not (tmp_path / "lock.png").exists()
    sink.discard()
    assert not list(tmp_path.iterdir())


def test_a_file_has_the_usual_permissions(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        sink = Sink(tmp_path / "lock.png")
        sink.begin("image/png")
        sink.write(b"png")
        sink.commit()
    finally:
        os.umask(before)
    assert stat.S_IMODE(sink.path.stat().st_mode) == 0o640 and sink.path.read_bytes() == b"png"


def test_a_large_file_is_sent_in_chunks(tmp_path: Path) -> None:
    path = tmp_path / "photo"
    path.write_bytes(b"x" * 1_000_000)
    body = FormBody([("request", BytesBody(b"{}", "application/json")),
                     ("photo", FileBody(path, "image/jpeg"))])
    for _ in range(2):
        chunks = list(body.chunks())
        assert max(map(len, chunks)) <= 1 << 16 and sum(map(len, chunks)) == body.size


def test_an_error_names_the_file_of_the_caller(tmp_path: Path) -> None:
    (tmp_path / "folder.png").mkdir()
    for name in ("none/lock.png", "folder.png"):
        sink = Sink(tmp_path / name)
        with pytest.raises(OSError) as caught:
            sink.begin("image/png")
            sink.commit()
        sink.discard()
        assert caught.value.filename == str(tmp_path / name) and ".part" not in str(caught.value)
