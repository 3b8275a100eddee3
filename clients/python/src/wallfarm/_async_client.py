"""The asynchronous client."""

# Written by asynchronous.py: edit the synchronous file and run asynchronous.py.

from __future__ import annotations

from collections.abc import Iterable, AsyncIterator, Mapping, Sequence
from contextlib import suppress
from os import environ
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack, overload

import httpx

from . import _calls as calls
from ._batch import Batch, Job, Report, in_tasks
from ._calls import Call, nothing
from ._core import TIMEOUT, Core, service_url
from ._drivers import AsyncDriver
from ._figures import parse_figures
from ._errors import InvalidRequest
from ._files import Sink
from ._formats import for_file
from ._async_person import AsyncPerson
from ._report import BatchReport
from ._results import (
    Address, Device, DeviceAddress, Figure, KnownPerson, Motion, PersonAddresses, Picture, Pictures,
    PutPerson, SavedFile, Template, Theme, Unchanged, changed_or_not, saved)
from ._retries import Retries
from ._types import AnyPath, Kind, PersonRequest, Request, Upload

T = TypeVar("T")


class AsyncClient:
    """A client for ``wallfarm serve``. It runs on asyncio and on Trio.

    ``url`` is the URL of the service, or the address of a Unix socket such as
    ``unix:/run/wallfarm.sock``; the default is the environment variable ``WALLFARM_URL``, or else
    ``http://127.0.0.1:8080``. ``key`` is a key from the service's ``--keys`` file (default: the
    environment variable ``WALLFARM_KEY``); it is sent only with requests for which the service needs it.
    ``metrics`` is the URL or the socket that the service's ``--metrics`` specifies. ``http`` replaces
    the HTTP client, for example to use certificates or a proxy; the caller must close it.
    """

    def __init__(
        self, url: str | None = None, *, key: str | None = None,
        retries: Retries = Retries(), timeout: httpx.Timeout | float = TIMEOUT,
        metrics: str | None = None, http: httpx.AsyncClient | None = None,
    ) -> None:
        core = Core(service_url(url), key or environ.get("WALLFARM_KEY"), retries)
        self._driver = AsyncDriver(core, timeout, http)
        self._metrics = None if metrics is None else (
            AsyncDriver(Core(metrics, None, retries), timeout, None))

    async def close(self) -> None:
        """Closes the connections."""
        await self._driver.close()
        if self._metrics is not None:
            await self._metrics.close()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    # Pictures

    async def render(self, request: Mapping[str, Any] | None = None, /,
               **keys: Unpack[Request]) -> Picture:
        """Renders the picture of one device."""
        return await self._run(calls.render_one({**(request or {}), **keys}))

    async def render_all(self, request: Mapping[str, Any] | None = None, /,
                   **keys: Unpack[Request]) -> Pictures:
        """Renders the pictures of 1 to 64 devices; for a single device, there is no receipt."""
        return await self._run(calls.render_all({**(request or {}), **keys}))

    async def render_to(self, path: AnyPath, request: Mapping[str, Any] | None = None, /,
                  **keys: Unpack[Request]) -> SavedFile:
        """Renders to a file: one picture, or for several devices a ZIP file (``.zip``).

        If ``format`` is omitted, the extension ``.png``, ``.jpg``, ``.jpeg`` or ``.webp`` determines it.
        """
        words = for_file(path, {**(request or {}), **keys})
        return await self._render(calls.render(words, nothing), Sink(path))

    async def address(self, request: Mapping[str, Any] | None = None, /, *,
                lifetime: int | None = None, **keys: Unpack[Request]) -> Address:
        """Creates an address for the picture of one device, valid for ``lifetime`` seconds."""
        return await self._run(calls.one_address({**(request or {}), **keys}, lifetime))

    async def addresses(self, request: Mapping[str, Any] | None = None, /, *,
                  lifetime: int | None = None, **keys: Unpack[Request]) -> AsyncIterator[DeviceAddress]:
        """Creates an address for each of several devices, in the order of completion."""
        async for line in self._driver.lines(calls.address({**(request or {}), **keys}, lifetime)):
            yield line

    @overload
    async def picture(self, address: str) -> Picture: ...
    @overload
    async def picture(self, address: str, *, etag: str | None) -> Picture | Unchanged: ...
    async def picture(self, address: str, *, etag: str | None = None) -> Picture | Unchanged:
        """Fetches the picture at an address; returns ``Unchanged`` if the picture still has the given
        ETag."""
        return await self._run(calls.picture(address, etag))

    async def picture_to(self, path: AnyPath, address: str, *,
                   etag: str | None = None) -> SavedFile | Unchanged:
        """Fetches the picture at an address into a file."""
        return changed_or_not(await self._save(calls.picture(address, etag), path))

    async def revoke(self, address: str) -> None:
        """Revokes the address of a picture."""
        await self._run(calls.revoke(address))

    async def batch(self, jobs: Iterable[Job], to: AnyPath, *, concurrency: int = 4,
              report: Report | None = None) -> BatchReport:
        """Renders jobs into a folder, as ``{id}.png``, or ``{id}.zip`` for several devices.

        Each job is a request with an ``id``: a letter or digit and at most 99 further letters, digits,
        ``.``, ``_`` and ``-``, or an integer. A job that is invalid or fails becomes a row of the
        report, and the other jobs continue. ``report`` is called after each job.

        The batch ends if the connection remains lost, if the service refuses the key, or if ``jobs``,
        ``report`` or the disk causes an error. The ``report`` of the exception contains the outcomes up
        to then.
        """
        batch = Batch(jobs, to, report, concurrency)
        await in_tasks(batch, self._render)
        return batch.report

    # Photos

    async def upload_photo(self, source: Upload) -> str:
        """Uploads a photo, and returns its name for requests."""
        return await self._run(calls.upload_photo(source))

    async def erase_photo(self, name: str) -> None:
        """Erases an uploaded photo, even if people or addresses show it."""
        await self._run(calls.erase_photo(name))

    # Fonts, images and themes

    async def upload_font(self, source: Upload) -> str:
        """Uploads a font, and returns its name for the ``fontFiles`` of a theme."""
        return await self._run(calls.upload_font(source))

    async def upload_image(self, source: Upload) -> str:
        """Uploads an image, and returns its name for the ``file`` of an image in a theme."""
        return await self._run(calls.upload_image(source))

    async def upload_theme(self, theme: Mapping[str, Any]) -> str:
        """Uploads a theme whose files are the names of uploads, and returns its name for requests."""
        return await self._run(calls.upload_theme(theme))

    async def erase_upload(self, kind: Kind, name: str) -> None:
        """Erases an uploaded font, image or theme, even if people or addresses use it."""
        await self._run(calls.erase_upload(kind, name))

    async def share(self, kind: Kind, name: str, is_shared: bool = True) -> None:
        """Lets all clients use an upload, or stops this. A theme is shared with its files."""
        await self._run(calls.share(kind, name, is_shared))

    async def usage(self) -> Mapping[str, Any]:
        """Returns the limits on this client, and how much of each it uses."""
        return await self._run(calls.usage())

    # Webhooks

    async def webhooks(self) -> list[dict[str, Any]]:
        """Lists the webhooks of this client with their states."""
        return await self._run(calls.webhooks())

    async def put_webhook(self, name: str, url: str, events: Sequence[str], *,
                    secret: str | None = None) -> str | None:
        """Creates, replaces or enables a webhook; returns the secret of a new webhook.

        Without ``secret``, the service creates one for a new webhook. A new ``secret`` replaces the old
        one; for 24 hours, messages have signatures for both.
        """
        return await self._run(calls.put_webhook(name, url, events, secret))

    async def erase_webhook(self, name: str) -> None:
        """Erases a webhook, and its events that wait for delivery."""
        await self._run(calls.erase_webhook(name))

    async def test_webhook(self, name: str) -> str:
        """Sends a test event to a webhook, and returns the identifier of the message."""
        return await self._run(calls.test_webhook(name))

    # Choices, which are fetched again only if they have changed

    async def devices(self) -> list[Device]:
        """Lists the devices."""
        return await self._run(calls.listed("/v1/devices", Device.from_json))

    async def templates(self) -> list[Template]:
        """Lists the templates, with the content that each template shows and requires."""
        return await self._run(calls.listed("/v1/templates", Template.from_json))

    async def themes(self) -> list[Theme]:
        """Lists the themes."""
        return await self._run(calls.listed("/v1/themes", Theme.from_json))

    async def motions(self) -> list[Motion]:
        """Lists the bundled films."""
        return await self._run(calls.listed("/v1/motions", Motion.from_json))

    async def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema of requests."""
        return await self._run(calls.document("/v1/schema"))

    async def openapi(self) -> dict[str, Any]:
        """Returns the OpenAPI document of the service."""
        return await self._run(calls.document("/openapi.json"))

    # Films

    @overload
    async def film(self, motion: str, film: str, *,
             part: tuple[int, int | None] | None = None) -> Picture: ...
    @overload
    async def film(self, motion: str, film: str, *, etag: str | None,
             part: tuple[int, int | None] | None = None) -> Picture | Unchanged: ...
    async def film(self, motion: str, film: str, *, etag: str | None = None,
             part: tuple[int, int | None] | None = None) -> Picture | Unchanged:
        """Fetches a film such as ``iphone15.en.mp4``, or the bytes from ``part[0]`` to ``part[1]``."""
        return await self._run(calls.film(motion, film, etag, part))

    async def film_to(self, path: AnyPath, motion: str, film: str, *,
                etag: str | None = None) -> SavedFile | Unchanged:
        """Fetches a film into a file."""
        return changed_or_not(await self._save(calls.film(motion, film, etag, None), path))

    # People

    async def people(self, page_size: int = 100) -> AsyncIterator[str]:
        """Lists the ids of the people that this client has created, a page at a time."""
        after = None
        while True:
            ids, after = await self._run(calls.people(page_size, after))
            for id in ids:
                yield id
            if after is None:
                return

    @overload
    async def add_person(self, **keys: Unpack[PersonRequest]) -> PersonAddresses: ...
    @overload
    async def add_person(self, person: Mapping[str, Any], /) -> PersonAddresses: ...
    async def add_person(  # type: ignore[misc]  # mypy does not match keys of a TypedDict with Any
            self, person: Mapping[str, Any] | None = None, /, **keys: Any) -> PersonAddresses:
        """Creates a person with two addresses.

        Each call sends a new idempotency key, so a request that is repeated after a lost response
        creates only one person.
        """
        return await self._run(calls.add_person({**(person or {}), **keys}))

    async def put_person(self, id: str, person: Mapping[str, Any], /, *, if_match: str | None = None,
                   is_new: bool = False) -> PutPerson:
        """Creates the person with your own ID, or replaces everything that you have stored about it.

        ``if_match`` is the ETag from ``known_person()``: if the person has changed since, raises
        ``Outdated``; so does ``is_new`` if the person exists.
        """
        return await self._run(calls.put_person(id, person, if_match, is_new))

    async def known_person(self, id: str) -> KnownPerson:
        """Returns the version of a person, and the state of its content sources."""
        return await self._run(calls.known_person(id))

    async def erase_person(self, id: str) -> None:
        """Erases a person by id, with the key that created the person."""
        await self._run(calls.erase_person(id))

    def person(self, address: str) -> AsyncPerson:
        """Returns the person with a read or write address; sends no request.

        The address may be that of one of the person's pictures, such as ``…/lock.png``. An address with
        another host raises ``ValueError``, unless the client uses a service on this machine.
        """
        self._driver.core.accept(address)
        return AsyncPerson(self, calls.person_path(address))

    # Health of the service

    async def check_key(self) -> None:
        """Raises ``NotAllowed`` if the service refuses the key; renders nothing.

        The service checks the key in calls that render, upload, revoke or create something, and
        for films. All other calls work without a key.
        """
        with suppress(InvalidRequest):
            await self._run(calls.check_key())

    async def is_alive(self) -> bool:
        """Returns whether the service responds; sends only one request."""
        return await self._driver.probe("/healthz")

    async def is_ready(self) -> bool:
        """Returns whether the service can render; sends only one request."""
        return await self._driver.probe("/readyz")

    async def wait_until_ready(self, patience: float = 60) -> None:
        """Waits until the service, which may still be starting, can render."""
        await self._driver.wait_until_ready(patience)

    async def figures(self) -> list[Figure]:
        """Returns the metrics of the service, from the ``metrics`` address."""
        if self._metrics is None:
            raise ValueError("pass metrics, the address of the service's --metrics")
        return await self._metrics.run(
            Call("GET", "/metrics", lambda reply: parse_figures(reply.data.decode())))

    # Shared by the methods

    async def _run(self, call: Call[T]) -> T:
        return await self._driver.run(call)

    async def _save(self, call: Call[Any], path: AnyPath) -> SavedFile | Unchanged | None:
        return await self._driver.save(call, Sink(path))

    async def _render(self, call: Call[Any], sink: Sink) -> SavedFile:
        return saved(await self._driver.save(call, sink))
