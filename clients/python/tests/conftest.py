"""The service that the tests use, and the three ways to use the client."""

from __future__ import annotations

import inspect
import os
import random
import signal
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import anyio.from_thread
import pytest

from wallfarm import AsyncClient, Client

KEY = "tests-only-0123456789abcdef"
FLOW = "notewall"


@dataclass(frozen=True)
class Service:
    url: str
    metrics: str
    folder: Path


def program() -> str:
    """Returns the path of the program under test, from WALLFARM_PROGRAM."""
    path = os.environ.get("WALLFARM_PROGRAM")
    if path is None:
        pytest.fail("set WALLFARM_PROGRAM to the built program, and WALLFARM_HOME to its folder")
    return path


def free_port() -> int:
    """Returns an unused port below the range from which the system assigns ports."""
    while True:
        port = random.randrange(20_000, 32_000)
        with suppress(OSError), socket.socket() as one:
            one.bind(("127.0.0.1", port))
            return port


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A running service with a key, a flow and metrics."""
    folder = tmp_path_factory.mktemp("service")
    (folder / "keys").write_text(f"tests {KEY}\n")
    (folder / "keys").chmod(0o600)
    url, metrics = f"http://127.0.0.1:{free_port()}", f"unix:{folder}/figures"
    with open(folder / "log", "wb") as log:
        process = subprocess.Popen(
            [program(), "serve", "--people", "--listen", url.removeprefix("http://"), "--fence=best", "-j1",
             "--deadline=600", "--timeout=600", "--grace=600", "--keys", str(folder / "keys"),
             "--flow", FLOW, "--metrics", metrics, "--webhook-to", "hooks.invalid", "--state", str(folder / "state")],
            stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=folder)
    try:
        with Client(url) as client:
            client.wait_until_ready(600)
        assert process.poll() is None, (folder / "log").read_text()
        yield Service(url, metrics, folder)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait()


class Blocking:
    """An asynchronous client whose coroutines are awaited in another thread."""

    def __init__(self, client: Any, call: Callable[..., Any]) -> None:
        self._client, self._call = client, call

    def __getattr__(self, name: str) -> Any:
        method = getattr(self._client, name)
        if name == "person":
            return lambda address: Blocking(method(address), self._call)
        if inspect.isasyncgenfunction(method):
            return lambda *words, **keys: iter(self._call(_all, lambda: method(*words, **keys)))
        return lambda *words, **keys: self._call(_awaited, lambda: method(*words, **keys))


async def _all(begin: Callable[[], Any]) -> list[Any]:
    return [value async for value in begin()]


async def _awaited(begin: Callable[[], Any]) -> Any:
    return await begin()


@pytest.fixture(scope="session", params=["sync", "asyncio", "trio"])
def client(request: pytest.FixtureRequest, service: Service) -> Iterator[Any]:
    """The client in each of its three forms; every test that uses it runs three times."""
    words: dict[str, Any] = {"key": KEY, "metrics": service.metrics, "timeout": 600}
    if request.param == "sync":
        with Client(service.url, **words) as client:
            yield client
        return
    portal: AbstractContextManager[anyio.from_thread.BlockingPortal] = (
        anyio.from_thread.start_blocking_portal(request.param))
    with portal as running:
        with running.wrap_async_context_manager(AsyncClient(service.url, **words)) as other:
            yield Blocking(other, running.call)
