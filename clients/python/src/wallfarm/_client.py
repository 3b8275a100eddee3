"""The synchronous client."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from os import environ
from types import TracebackType
from typing import Any, Self, TypeVar, Unpack, overload

import httpx

from . import _calls as calls
from ._batch import Batch, Job, Report, in_threads
from ._calls import Call, nothing
from ._core import TIMEOUT, Core, service_url
from ._drivers import Driver
from ._figures import parse_figures
from ._errors import InvalidRequest
from ._files import Sink
from ._formats import for_file
from ._person import Person
from ._report import BatchReport
from ._results import (
    Address, Device, DeviceAddress, Figure, KnownPerson, Motion, PersonAddresses, Picture, Pictures,
    PutPerson, SavedFile, Template, Theme, Unchanged, changed_or_not, saved)
from ._retries import Retries
from ._types import AnyPath, Kind, PersonRequest, Request, Upload

T = TypeVar("T")


class Client:
    """A client for ``wallfarm serve``. It may be shared by threads.

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
        metrics: str | None = None, http: httpx.Client | None = None,
    ) -> None:
        core = Core(service_url(url), key or environ.get("WALLFARM_KEY"), retries)
        self._driver = Driver(core, timeout, http)
        self._metrics = None if metrics is None else (
            Driver(Core(metrics, None, retries), timeout, None))

    def close(self) -> None:
        """Closes the connections."""
        self._driver.close()
        if self._metrics is not None:
            self._metrics.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # Pictures

    def render(self, request: Mapping[str, Any] | None = None, /,
               **keys: Unpack[Request]) -> Picture:
        """Renders the picture of one device."""
        return self._run(calls.render_one({**(request or {}), **keys}))

    def render_all(self, request: Mapping[str, Any] | None = None, /,
                   **keys: Unpack[Request]) -> Pictures:
        """Renders the pictures of 1 to 64 devices; for a single device, there is no receipt."""
        return self._run(calls.render_all({**(request or {}), **keys}))

    def render_to(self, path: AnyPath, request: Mapping[str, Any] | None = None, /,
                  **keys: Unpack[Request]) -> SavedFile:
        """Renders to a file: one picture, or for several devices a ZIP file (``.zip``).

        If ``format`` is omitted, the extension ``.png``, ``.jpg``, ``.jpeg`` or ``.webp`` determines it.
        """
        words = for_file(path, {**(request or {}), **keys})
        return self._render(calls.render(words, nothing), Sink(path))

    def address(self, request: Mapping[str, Any] | None = None, /, *,
                lifetime: int | None = None, **keys: Unpack[Request]) -> Address:
        """Creates an address for the picture of one device, valid for ``lifetime`` seconds."""
        return self._run(calls.one_address({**(request or {}), **keys}, lifetime))

    def addresses(self, request: Mapping[str, Any] | None = None, /, *,
                  lifetime: int | None = None, **keys: Unpack[Request]) -> Iterator[DeviceAddress]:
        """Creates an address for each of several devices, in the order of completion."""
        for line in self._driver.lines(calls.address({**(request or {}), **keys}, lifetime)):
            yield line

    @overload
    def picture(self, address: str) -> Picture: ...
    @overload
    def picture(self, address: str, *, etag: str | None) -> Picture | Unchanged: ...
    def picture(self, address: str, *, etag: str | None = None) -> Picture | Unchanged:
        """Fetches the picture at an address; returns ``Unchanged`` if the picture still has the given
        ETag."""
        return self._run(calls.picture(address, etag))

    def picture_to(self, path: AnyPath, address: str, *,
                   etag: str | None = None) -> SavedFile | Unchanged:
        """Fetches the picture at an address into a file."""
        return changed_or_not(self._save(calls.picture(address, etag), path))

    def revoke(self, address: str) -> None:
        """Revokes the address of a picture."""
        self._run(calls.revoke(address))

    def batch(self, jobs: Iterable[Job], to: AnyPath, *, concurrency: int = 4,
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
        in_threads(batch, self._render)
        return batch.report

    # Photos

    def upload_photo(self, source: Upload) -> str:
        """Uploads a photo, and returns its name for requests."""
        return self._run(calls.upload_photo(source))

    def erase_photo(self, name: str) -> None:
        """Erases an uploaded photo, even if people or addresses show it."""
        self._run(calls.erase_photo(name))

    # Fonts, images and themes

    def upload_font(self, source: Upload) -> str:
        """Uploads a font, and returns its name for the ``fontFiles`` of a theme."""
        return self._run(calls.upload_font(source))

    def upload_image(self, source: Upload) -> str:
        """Uploads an image, and returns its name for the ``file`` of an image in a theme."""
        return self._run(calls.upload_image(source))

    def upload_theme(self, theme: Mapping[str, Any]) -> str:
        """Uploads a theme whose files are the names of uploads, and returns its name for requests."""
        return self._run(calls.upload_theme(theme))

    def erase_upload(self, kind: Kind, name: str) -> None:
        """Erases an uploaded font, image or theme, even if people or addresses use it."""
        self._run(calls.erase_upload(kind, name))

    def share(self, kind: Kind, name: str, is_shared: bool = True) -> None:
        """Lets all clients use an upload, or stops this. A theme is shared with its files."""
        self._run(calls.share(kind, name, is_shared))

    def usage(self) -> Mapping[str, Any]:
        """Returns the limits on this client, and how much of each it uses."""
        return self._run(calls.usage())

    # Webhooks

    def webhooks(self) -> list[dict[str, Any]]:
        """Lists the webhooks of this client with their states."""
        return self._run(calls.webhooks())

    def put_webhook(self, name: str, url: str, events: Sequence[str], *,
                    secret: str | None = None) -> str | None:
        """Creates, replaces or enables a webhook; returns the secret of a new webhook.

        Without ``secret``, the service creates one for a new webhook. A new ``secret`` replaces the old
        one; for 24 hours, messages have signatures for both.
        """
        return self._run(calls.put_webhook(name, url, events, secret))

    def erase_webhook(self, name: str) -> None:
        """Erases a webhook, and its events that wait for delivery."""
        self._run(calls.erase_webhook(name))

    def test_webhook(self, name: str) -> str:
        """Sends a test event to a webhook, and returns the identifier of the message."""
        return self._run(calls.test_webhook(name))

    # Choices, which are fetched again only if they have changed

    def devices(self) -> list[Device]:
        """Lists the devices."""
        return self._run(calls.listed("/v1/devices", Device.from_json))

    def templates(self) -> list[Template]:
        """Lists the templates, with the content that each template shows and requires."""
        return self._run(calls.listed("/v1/templates", Template.from_json))

    def themes(self) -> list[Theme]:
        """Lists the themes."""
        return self._run(calls.listed("/v1/themes", Theme.from_json))

    def motions(self) -> list[Motion]:
        """Lists the bundled films."""
        return self._run(calls.listed("/v1/motions", Motion.from_json))

    def schema(self) -> dict[str, Any]:
        """Returns the JSON Schema of requests."""
        return self._run(calls.document("/v1/schema"))

    def openapi(self) -> dict[str, Any]:
        """Returns the OpenAPI document of the service."""
        return self._run(calls.document("/openapi.json"))

    # Films

    @overload
    def film(self, motion: str, film: str, *,
             part: tuple[int, int | None] | None = None) -> Picture: ...
    @overload
    def film(self, motion: str, film: str, *, etag: str | None,
             part: tuple[int, int | None] | None = None) -> Picture | Unchanged: ...
    def film(self, motion: str, film: str, *, etag: str | None = None,
             part: tuple[int, int | None] | None = None) -> Picture | Unchanged:
        """Fetches a film such as ``iphone15.en.mp4``, or the bytes from ``part[0]`` to ``part[1]``."""
        return self._run(calls.film(motion, film, etag, part))

    def film_to(self, path: AnyPath, motion: str, film: str, *,
                etag: str | None = None) -> SavedFile | Unchanged:
        """Fetches a film into a file."""
        return changed_or_not(self._save(calls.film(motion, film, etag, None), path))

    # People

    def people(self, page_size: int = 100) -> Iterator[str]:
        """Lists the ids of the people that this client has created, a page at a time."""
        after = None
        while True:
            ids, after = self._run(calls.people(page_size, after))
            for id in ids:
                yield id
            if after is None:
                return

    @overload
    def add_person(self, **keys: Unpack[PersonRequest]) -> PersonAddresses: ...
    @overload
    def add_person(self, person: Mapping[str, Any], /) -> PersonAddresses: ...
    def add_person(  # type: ignore[misc]  # mypy does not match keys of a TypedDict with Any
            self, person: Mapping[str, Any] | None = None, /, **keys: Any) -> PersonAddresses:
        """Creates a person with two addresses.

        Each call sends a new idempotency key, so a request that is repeated after a lost response
        creates only one person.
        """
        return self._run(calls.add_person({**(person or {}), **keys}))

    def put_person(self, id: str, person: Mapping[str, Any], /, *, if_match: str | None = None,
                   is_new: bool = False) -> PutPerson:
        """Creates the person with your own ID, or replaces everything that you have stored about it.

        ``if_match`` is the ETag from ``known_person()``: if the person has changed since, raises
        ``Outdated``; so does ``is_new`` if the person exists.
        """
        return self._run(calls.put_person(id, person, if_match, is_new))

    def known_person(self, id: str) -> KnownPerson:
        """Returns the version of a person, and the state of its content sources."""
        return self._run(calls.known_person(id))

    def erase_person(self, id: str) -> None:
        """Erases a person by id, with the key that created the person."""
        self._run(calls.erase_person(id))

    def person(self, address: str) -> Person:
        """Returns the person with a read or write address; sends no request.

        The address may be that of one of the person's pictures, such as ``…/lock.png``. An address with
        another host raises ``ValueError``, unless the client uses a service on this machine.
        """
        self._driver.core.accept(address)
        return Person(self, calls.person_path(address))

    # Health of the service

    def check_key(self) -> None:
        """Raises ``NotAllowed`` if the service refuses the key; renders nothing.

        The service checks the key in calls that render, upload, revoke or create something, and
        for films. All other calls work without a key.
        """
        with suppress(InvalidRequest):
            self._run(calls.check_key())

    def is_alive(self) -> bool:
        """Returns whether the service responds; sends only one request."""
        return self._driver.probe("/healthz")

    def is_ready(self) -> bool:
        """Returns whether the service can render; sends only one request."""
        return self._driver.probe("/readyz")

    def wait_until_ready(self, patience: float = 60) -> None:
        """Waits until the service, which may still be starting, can render."""
        self._driver.wait_until_ready(patience)

    def figures(self) -> list[Figure]:
        """Returns the metrics of the service, from the ``metrics`` address."""
        if self._metrics is None:
            raise ValueError("pass metrics, the address of the service's --metrics")
        return self._metrics.run(
            Call("GET", "/metrics", lambda reply: parse_figures(reply.data.decode())))

    # Shared by the methods

    def _run(self, call: Call[T]) -> T:
        return self._driver.run(call)

    def _save(self, call: Call[Any], path: AnyPath) -> SavedFile | Unchanged | None:
        return self._driver.save(call, Sink(path))

    def _render(self, call: Call[Any], sink: Sink) -> SavedFile:
        return saved(self._driver.save(call, sink))
