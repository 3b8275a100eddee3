"""Creates the requests for all routes, and parses the responses.

Both clients execute these calls, so they behave alike.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Generic, TypeVar
from urllib.parse import urljoin
from uuid import uuid4

import httpx

from ._errors import Fault
from ._formats import device_name, one_device
from ._results import (
    Address, Challenge, Counted, DeviceAddress, FlowState, KnownPerson, PersonAddresses, Picture,
    Pictures, PutPerson, ScreenWarning, StoredPerson, Unchanged)
from ._types import Kind, Upload
from ._uploads import Body, json_body, person_words, request_body, upload

T = TypeVar("T")
L = TypeVar("L")


@dataclass(frozen=True)
class Reply:
    """A successful response that was read completely."""

    status: int
    headers: httpx.Headers
    data: bytes
    #: The base URL of the service, for the addresses in the response.
    base: str = ""

    @property
    def json(self) -> Any:
        return json.loads(self.data)


@dataclass(frozen=True)
class Call(Generic[T]):
    """One request, and the function that reads the value of its response."""

    method: str
    path: str
    read: Callable[[Reply], T]
    body: Body | None = None
    headers: dict[str, str] = field(default_factory=dict)
    needs_key: bool = False
    #: Whether two executions have the effect of one.
    is_repeatable: bool = True
    #: Whether the response is kept, and revalidated by its ETag.
    is_kept: bool = False


def nothing(reply: Reply) -> None:
    """Returns ``None`` for a response whose body is not used."""


def _json(reply: Reply) -> dict[str, Any]:
    words: dict[str, Any] = reply.json
    return words


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def warning_codes(headers: httpx.Headers) -> list[str]:
    return [code.strip() for code in headers.get("wallfarm-warnings", "").split(",") if code.strip()]


def expiry(headers: httpx.Headers) -> datetime | None:
    return _moment(headers.get("wallfarm-expires"))


def read_picture(reply: Reply) -> Picture:
    return Picture(
        reply.data, reply.headers.get("content-type", ""), reply.headers.get("etag"),
        expiry(reply.headers), warning_codes(reply.headers))


def _conditional(etag: str | None) -> dict[str, str]:
    return {} if etag is None else {"If-None-Match": etag}


def _matching(if_match: str | None) -> dict[str, str]:
    return {} if if_match is None else {"If-Match": if_match}


def _or_unchanged(read: Callable[[Reply], T]) -> Callable[[Reply], T | Unchanged]:
    def answer(reply: Reply) -> T | Unchanged:
        return Unchanged(reply.headers["etag"]) if reply.status == 304 else read(reply)
    return answer


def path_of(address: str) -> str:
    """Returns the path of an address of this service; the address may include the service's public
    URL."""
    found = re.search(r"/[pw]/[A-Za-z0-9_.~/-]+$", address)
    if found is None:
        raise ValueError("this is not an address of a picture or a person")
    return found[0]


def person_path(address: str) -> str:
    """Returns the path of a person; the address may be that of one of the person's pictures, such as
    ``…/lock.png``."""
    path = re.sub(
        r"^(/p/[^/]+)(/[^/]+)?/(lock|home)\.(png|jpe?g|webp)$", r"\1", path_of(address))
    if not re.fullmatch(r"/p/[^/]+", path):
        raise ValueError("this is not the address of a person")
    return path


# Pictures


def render(request: Mapping[str, Any], read: Callable[[Reply], T]) -> Call[T]:
    return Call("POST", "/v1/render", read, request_body(request), needs_key=True)


def render_one(request: Mapping[str, Any]) -> Call[Picture]:
    return render(one_device(request, "render_all() or render_to()"), _read_one)


def render_all(request: Mapping[str, Any]) -> Call[Pictures]:
    return render(request, lambda reply: _read_pictures(reply, device_name(request)))


def _read_pictures(reply: Reply, device: str) -> Pictures:
    if reply.headers.get("content-type") != "application/zip":
        return Pictures({device: reply.data}, {})
    with zipfile.ZipFile(io.BytesIO(reply.data)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    receipts = json.loads(files.pop("receipts.json"))
    return Pictures({name.rpartition(".")[0]: data for name, data in files.items()}, receipts)


def _read_one(reply: Reply) -> Picture:
    if reply.headers.get("content-type") == "application/zip":
        raise ValueError("the request names several devices: use render_all() or render_to()")
    return read_picture(reply)


def one_address(request: Mapping[str, Any], lifetime: int | None) -> Call[Address]:
    return address(one_device(request, "addresses()"), lifetime)


def address(request: Mapping[str, Any], lifetime: int | None) -> Call[Address]:
    prefer = "return=representation" + ("" if lifetime is None else f"; lifetime={lifetime}")
    return Call("POST", "/v1/render", _read_address, request_body(request), {"Prefer": prefer}, True)


def _read_address(reply: Reply) -> Address:
    if reply.status != 201:
        raise ValueError("the request names several devices: use addresses()")
    return _address(reply.json)


def _address(words: Mapping[str, Any]) -> Address:
    return Address(
        words["address"], datetime.fromisoformat(words["expires"]), words["receipt"])


def read_lines(text: str) -> DeviceAddress:
    """Reads one line of the response for several devices, or the whole response for one device."""
    words = json.loads(text)
    faults = [Fault.from_json(error) for error in words.get("errors", [])]
    device = words.get("device") or words.get("receipt", {}).get("device", {}).get("id", "")
    return DeviceAddress(device, _address(words) if "address" in words else None, faults)


def picture(place: str, etag: str | None = None) -> Call[Picture | Unchanged]:
    return Call("GET", path_of(place), _or_unchanged(read_picture), headers=_conditional(etag))


def revoke(place: str) -> Call[None]:
    return Call("DELETE", path_of(place), nothing, needs_key=True)


def upload_photo(source: Upload) -> Call[str]:
    return Call("PUT", "/v1/photos", lambda reply: str(reply.json["photo"]), upload(source),
                needs_key=True)


def erase_photo(name: str) -> Call[None]:
    return Call("DELETE", f"/v1/photos/{_word(name)}", nothing, needs_key=True)


def upload_font(source: Upload) -> Call[str]:
    return _upload("font", upload(source))


def upload_image(source: Upload) -> Call[str]:
    return _upload("image", upload(source))


def upload_theme(theme: Mapping[str, Any]) -> Call[str]:
    return _upload("theme", json_body(theme))


def _upload(kind: str, body: Body) -> Call[str]:
    return Call("PUT", f"/v1/{kind}s", lambda reply: str(reply.json[kind]), body, needs_key=True)


def erase_upload(kind: Kind, name: str) -> Call[None]:
    return Call("DELETE", f"/v1/{kind}s/{_word(name)}", nothing, needs_key=True)


def share(kind: Kind, name: str, is_shared: bool) -> Call[None]:
    method = "PUT" if is_shared else "DELETE"
    return Call(method, f"/v1/{kind}s/{_word(name)}/shared", nothing, needs_key=True)


def usage() -> Call[Mapping[str, Any]]:
    return Call("GET", "/v1/usage", lambda reply: dict(reply.json), needs_key=True)


def webhooks() -> Call[list[dict[str, Any]]]:
    return Call("GET", "/v1/webhooks", lambda reply: list(reply.json["webhooks"]), needs_key=True)


def put_webhook(
    name: str, url: str, events: Sequence[str], secret: str | None
) -> Call[str | None]:
    words = {"url": url, "events": list(events)} | ({} if secret is None else {"secret": secret})
    # Only the first response contains a secret that the service has created.
    return Call("PUT", f"/v1/webhooks/{_word(name)}", lambda reply: reply.json.get("secret"),
                json_body(words), needs_key=True, is_repeatable=secret is not None)


def erase_webhook(name: str) -> Call[None]:
    return Call("DELETE", f"/v1/webhooks/{_word(name)}", nothing, needs_key=True)


def test_webhook(name: str) -> Call[str]:
    return Call("POST", f"/v1/webhooks/{_word(name)}/test", lambda reply: str(reply.json["id"]),
                headers={"Idempotency-Key": f'"{uuid4()}"'}, needs_key=True)


def film(
    motion: str, film: str, etag: str | None, part: tuple[int, int | None] | None
) -> Call[Picture | Unchanged]:
    headers = _conditional(etag)
    if part is not None:
        headers["Range"] = f"bytes={part[0]}-{'' if part[1] is None else part[1]}"
    return Call("GET", f"/v1/motions/{_word(motion)}/{_word(film)}", _or_unchanged(read_picture),
                headers=headers, needs_key=True)


def check_key() -> Call[None]:
    """Returns a request that renders nothing: the service checks the key before it rejects the empty
    body."""
    return Call("POST", "/v1/render", nothing, json_body({}), needs_key=True)


# Choices and health


def listed(path: str, read: Callable[[Mapping[str, Any]], L]) -> Call[list[L]]:
    return Call("GET", path, lambda reply: [read(words) for words in reply.json], is_kept=True)


def document(path: str) -> Call[dict[str, Any]]:
    return Call("GET", path, _json, is_kept=True)


def status(path: str) -> Call[bool]:
    return Call("GET", path, lambda reply: True)


# People


def people(limit: int, after: str | None) -> Call[tuple[list[str], str | None]]:
    def read(reply: Reply) -> tuple[list[str], str | None]:
        return [person["id"] for person in reply.json["people"]], reply.json["next"]

    page = "" if after is None else f"&after={_word(after)}"
    return Call("GET", f"/v1/people?limit={limit}{page}", read, needs_key=True)


def add_person(person: Mapping[str, Any]) -> Call[PersonAddresses]:
    # The idempotency key ensures that a repeated request creates only one person.
    return Call("POST", "/v1/people", _read_addresses, json_body(person_words(person)),
                {"Idempotency-Key": f'"{uuid4()}"'}, needs_key=True)


def _read_addresses(reply: Reply) -> PersonAddresses:
    words = reply.json
    return PersonAddresses(
        words["id"], words["read"], words["write"], _warnings(words), urljoin(reply.base, words["read"]))


def _warnings(words: Mapping[str, Any]) -> list[ScreenWarning]:
    return [ScreenWarning.from_json(warning) for warning in words.get("warnings", [])]


def _changed(reply: Reply) -> list[ScreenWarning]:
    return [] if reply.status == 204 else _warnings(reply.json)


def put_person(
    id: str, person: Mapping[str, Any], if_match: str | None, is_new: bool
) -> Call[PutPerson]:
    def read(reply: Reply) -> PutPerson:
        if reply.status == 201:
            addresses = _read_addresses(reply)
            return PutPerson(addresses, addresses.warnings)
        return PutPerson(None, _changed(reply))

    # The idempotency key ensures that a repeated request gets the addresses of the person.
    headers = {"Idempotency-Key": f'"{uuid4()}"'} | _matching(if_match)
    if is_new:
        headers["If-None-Match"] = "*"
    return Call("PUT", f"/v1/people/{_word(id)}", read, json_body(person_words(person)), headers,
                needs_key=True)


def known_person(id: str) -> Call[KnownPerson]:
    def read(reply: Reply) -> KnownPerson:
        return KnownPerson(reply.json["id"], reply.headers["etag"], reply.json["sources"])
    return Call("GET", f"/v1/people/{_word(id)}", read, needs_key=True)


def erase_person(id: str) -> Call[None]:
    return Call("DELETE", f"/v1/people/{_word(id)}", nothing, needs_key=True)


def own(path: str, etag: str | None) -> Call[StoredPerson | Unchanged]:
    def read(reply: Reply) -> StoredPerson:
        words = reply.json
        return StoredPerson(words["id"], words["person"], words.get("states", {}),
                            words.get("ledger"), reply.headers["etag"], words.get("sources", []),
                            {screen: _moment(time) for screen, time in words.get("fetched", {}).items()})
    return Call("GET", path, _or_unchanged(read), headers=_conditional(etag))


def replace_own(
    path: str, person: Mapping[str, Any], if_match: str | None
) -> Call[list[ScreenWarning]]:
    return Call("PUT", path, _changed, json_body(person_words(person)), _matching(if_match),
                is_repeatable=if_match is None)


def erase_own(path: str, if_match: str | None) -> Call[None]:
    return Call("DELETE", path, nothing, headers=_matching(if_match))


def replace_content(path: str, body: Body, if_match: str | None) -> Call[list[ScreenWarning]]:
    return Call("PUT", f"{path}/content", _changed, body, _matching(if_match),
                is_repeatable=if_match is None)


def shown(
    path: str, screen: str, format: str, etag: str | None, device: str | None = None
) -> Call[Picture | Unchanged | None]:
    def read(reply: Reply) -> Picture | None:
        return None if reply.status == 204 else read_picture(reply)
    name = f"{screen}.{'jpg' if format == 'jpeg' else format}"
    folder = path if device is None else f"{path}/{_word(device)}"
    return Call("GET", f"{folder}/{_word(name)}", _or_unchanged(read), headers=_conditional(etag))


def preview(path: str, words: Mapping[str, Any]) -> Call[Picture | None]:
    def read(reply: Reply) -> Picture | None:
        return None if reply.status == 204 else read_picture(reply)
    return Call("POST", f"{path}/preview", read, json_body(words))


def upload_own_photo(path: str, source: Upload) -> Call[str]:
    return Call("PUT", f"{path}/photos", lambda reply: str(reply.json["photo"]), upload(source))


def own_photo(path: str, name: str) -> Call[bytes]:
    return Call("GET", f"{path}/photos/{_word(name)}", lambda reply: reply.data)


def links(path: str) -> Call[list[dict[str, Any]]]:
    return Call("GET", f"{path}/links", lambda reply: list(reply.json["links"]))


def add_link(path: str, kind: str, label: str) -> Call[dict[str, Any]]:
    return Call("POST", f"{path}/links", _json, json_body({"kind": kind, "label": label}),
                is_repeatable=False)


def revoke_link(path: str, id: str) -> Call[None]:
    return Call("DELETE", f"{path}/links/{_word(id)}", nothing)


def export(path: str) -> Call[dict[str, Any]]:
    return Call("GET", f"{path}/export", _json)


def flow_page(path: str, flow: str) -> Call[str]:
    return Call("GET", f"{path}/flow-{_word(flow)}", lambda reply: reply.data.decode())


def flow_state(path: str, flow: str) -> Call[FlowState | None]:
    def read(reply: Reply) -> FlowState | None:
        return None if reply.status == 204 else FlowState(reply.json, reply.headers["etag"])
    return Call("GET", f"{path}/state-{_word(flow)}", read)


def put_flow_state(
    path: str, flow: str, state: Mapping[str, Any], if_match: str | None, is_new: bool
) -> Call[None]:
    headers = _matching(if_match) | ({"If-None-Match": "*"} if is_new else {})
    return Call("PUT", f"{path}/state-{_word(flow)}", nothing, json_body(dict(state)), headers,
                is_repeatable=not headers)


def challenge(path: str) -> Call[Challenge]:
    return Call("GET", f"{path}/challenge", lambda reply: Challenge.from_json(reply.json))


def begin_challenge(
    path: str, words: Mapping[str, Any], if_match: str | None
) -> Call[Challenge]:
    return Call("PUT", f"{path}/challenge", lambda reply: Challenge.from_json(reply.json),
                json_body(words), _matching(if_match), is_repeatable=False)


def end_challenge(path: str) -> Call[None]:
    return Call("DELETE", f"{path}/challenge", nothing, is_repeatable=False)


def count_steps(path: str, source: Upload) -> Call[Counted]:
    """Returns a request that must not be repeated: the service returns each event only once."""
    def read(reply: Reply) -> Counted:
        words = reply.json
        return Counted(Challenge.from_json(words["challenge"]), words["events"])
    return Call("PUT", f"{path}/health", read, upload(source), is_repeatable=False)


def _word(text: str) -> str:
    """Returns a component of a path, which must not need percent-encoding: the service does not decode
    paths."""
    if not re.fullmatch(r"[A-Za-z0-9_.~-]+", text) or set(text) == {"."}:
        raise ValueError(f"'{text}' is not a name in an address of the service")
    return text
