"""Executes conversations with httpx: one driver waits for each step, the other awaits it."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, TypeVar

import anyio
import anyio.to_thread
import httpx

from ._calls import Call, read_lines
from ._core import Conversation, Core, Do, Outcome, Send, Wait
from ._files import Sink
from ._results import DeviceAddress, SavedFile, Unchanged
from ._uploads import Body

T = TypeVar("T")


class Driver:
    """Executes calls, and blocks the thread until they end."""

    def __init__(self, core: Core, timeout: httpx.Timeout | float, http: httpx.Client | None) -> None:
        self.core, self._is_own = core, http is None
        transport = None if core.socket is None else httpx.HTTPTransport(uds=core.socket)
        self._http = http or httpx.Client(timeout=timeout, transport=transport)
        self.sleep: Callable[[float], object] = time.sleep

    def close(self) -> None:
        if self._is_own:
            self._http.close()

    def run(self, call: Call[T]) -> T:
        return self._drive(self.core.run(call))

    def probe(self, path: str) -> bool:
        return self._drive(self.core.probe(path))

    def save(self, call: Call[Any], sink: Sink) -> SavedFile | Unchanged | None:
        return self._drive(self.core.save(call, sink))

    def wait_until_ready(self, patience: float) -> None:
        self._drive(self.core.wait_until_ready(patience))

    def lines(self, call: Call[Any]) -> Iterator[DeviceAddress]:
        response = self._drive(self.core.open(call))
        try:
            if response.status_code == 201:
                yield read_lines(response.text)
                return
            for line in response.iter_lines():
                yield read_lines(line)
        except httpx.TransportError as failure:
            raise self.core.lost(str(failure), call, True) from failure
        finally:
            response.close()

    def _drive(self, steps: Conversation[T]) -> T:
        outcome: Outcome = None
        try:
            while True:
                match steps.send(outcome):
                    case Send() as send:
                        outcome = self._send(send)
                    case Wait(seconds):
                        self.sleep(seconds)
                        outcome = None
                    case Do(work):
                        work()
                        outcome = None
        except StopIteration as end:
            value: T = end.value
            return value
        finally:
            steps.close()

    def _send(self, send: Send) -> Outcome:
        body = send.call.body
        request = self._http.build_request(
            send.call.method, self.core.url(send.call), headers=send.headers,
            content=None if body is None else body.chunks())
        try:
            response = self._http.send(request, stream=True)
            if send.stays_open and response.status_code == 200:
                return response
            try:
                if send.sink is None or response.status_code not in (200, 206):
                    response.read()
                else:
                    send.sink.begin(response.headers.get("content-type", ""))
                    for chunk in response.iter_bytes():
                        send.sink.write(chunk)
            finally:
                response.close()
            return response
        except httpx.TransportError as failure:
            return failure


class AsyncDriver:
    """Executes calls in a task, on asyncio or Trio; files are read and written in threads."""

    def __init__(
        self, core: Core, timeout: httpx.Timeout | float, http: httpx.AsyncClient | None
    ) -> None:
        self.core, self._is_own = core, http is None
        transport = None if core.socket is None else httpx.AsyncHTTPTransport(uds=core.socket)
        self._http = http or httpx.AsyncClient(timeout=timeout, transport=transport)
        self.sleep: Callable[[float], Awaitable[object]] = anyio.sleep

    async def close(self) -> None:
        if self._is_own:
            await self._http.aclose()

    async def run(self, call: Call[T]) -> T:
        return await self._drive(self.core.run(call))

    async def probe(self, path: str) -> bool:
        return await self._drive(self.core.probe(path))

    async def save(self, call: Call[Any], sink: Sink) -> SavedFile | Unchanged | None:
        return await self._drive(self.core.save(call, sink))

    async def wait_until_ready(self, patience: float) -> None:
        await self._drive(self.core.wait_until_ready(patience))

    async def lines(self, call: Call[Any]) -> AsyncIterator[DeviceAddress]:
        response = await self._drive(self.core.open(call))
        try:
            if response.status_code == 201:
                yield read_lines(response.text)
                return
            async for line in response.aiter_lines():
                yield read_lines(line)
        except httpx.TransportError as failure:
            raise self.core.lost(str(failure), call, True) from failure
        finally:
            await response.aclose()

    async def _drive(self, steps: Conversation[T]) -> T:
        outcome: Outcome = None
        try:
            while True:
                match steps.send(outcome):
                    case Send() as send:
                        outcome = await self._send(send)
                    case Wait(seconds):
                        await self.sleep(seconds)
                        outcome = None
                    case Do(work):
                        await anyio.to_thread.run_sync(work)
                        outcome = None
        except StopIteration as end:
            value: T = end.value
            return value
        finally:
            steps.close()

    async def _send(self, send: Send) -> Outcome:
        body = send.call.body
        request = self._http.build_request(
            send.call.method, self.core.url(send.call), headers=send.headers,
            content=None if body is None else _chunks(body))
        try:
            response = await self._http.send(request, stream=True)
            if send.stays_open and response.status_code == 200:
                return response
            try:
                if send.sink is None or response.status_code not in (200, 206):
                    await response.aread()
                else:
                    send.sink.begin(response.headers.get("content-type", ""))
                    async for chunk in response.aiter_bytes():
                        await anyio.to_thread.run_sync(send.sink.write, chunk)
            finally:
                await response.aclose()
            return response
        except httpx.TransportError as failure:
            return failure


async def _chunks(body: Body) -> AsyncIterator[bytes]:
    chunks = body.chunks()
    while chunk := await anyio.to_thread.run_sync(next, chunks, b""):
        yield chunk
