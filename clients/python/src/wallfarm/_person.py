"""A person of the synchronous client."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from . import _calls as calls
from ._results import (
    Challenge, Counted, FlowState, Picture, SavedFile, StoredPerson, Unchanged, ScreenWarning)
from ._types import AnyPath, Content, Format, Moment, Notes, PersonRequest, Screen, Upload
from ._uploads import content_file, json_body, person_words

if TYPE_CHECKING:
    from ._client import Client


class Person:
    """The person with a read or write address.

    A read address gives access only to the pictures; the write address gives access to everything.
    """

    def __init__(self, client: Client, path: str) -> None:
        self._client, self._path = client, path

    def __repr__(self) -> str:
        return "Person(…)"

    # Pictures

    @overload
    def picture(self, screen: Screen = "lock", format: Format = "png", *,
                device: str | None = None) -> Picture | None: ...
    @overload
    def picture(self, screen: Screen = "lock", format: Format = "png", *, etag: str | None,
                device: str | None = None) -> Picture | Unchanged | None: ...
    def picture(self, screen: Screen = "lock", format: Format = "png", *, etag: str | None = None,
                device: str | None = None) -> Picture | Unchanged | None:
        """Fetches the current picture of a screen, or returns ``None`` if the home screen is
        ``keep``; ``device`` is a name in the person's ``devices``."""
        return self._client._run(calls.shown(self._path, screen, format, etag, device))

    def picture_to(self, path: AnyPath, screen: Screen = "lock", format: Format = "png", *,
                   etag: str | None = None,
                   device: str | None = None) -> SavedFile | Unchanged | None:
        """Fetches the current picture of a screen into a file."""
        return self._client._save(calls.shown(self._path, screen, format, etag, device), path)

    # Content

    def read(self) -> StoredPerson:
        """Returns everything that the service stores."""
        stored = self._client._run(calls.own(self._path, None))
        assert isinstance(stored, StoredPerson)
        return stored

    def read_if_changed(self, etag: str) -> StoredPerson | Unchanged:
        """Returns everything that the service stores, if it has changed since the last read."""
        return self._client._run(calls.own(self._path, etag))

    def replace(self, *, if_match: str | None = None,
                **person: Unpack[PersonRequest]) -> list[ScreenWarning]:
        """Replaces everything, for a new phone or another theme; returns warnings about the pictures.

        ``if_match`` is the ETag from ``read()``: if the person has changed since, raises ``Outdated``.
        """
        return self._client._run(calls.replace_own(self._path, person, if_match))

    def replace_content(self, *, notes: Notes | None = None, content: Content | None = None,
                        if_match: str | None = None) -> list[ScreenWarning]:
        """Replaces the notes and the content; content that cannot be drawn is rejected.

        An omitted part is removed: ``notes`` alone removes the content, and ``content`` alone removes
        the notes.
        """
        words: dict[str, Any] = {}
        if notes is not None:
            words["notes"] = notes
        if content is not None:
            words["content"] = content
        return self._client._run(calls.replace_content(self._path, json_body(words), if_match))

    def replace_content_with(self, file: os.PathLike[str], media_type: str | None = None, *,
                             if_match: str | None = None) -> list[ScreenWarning]:
        """Replaces the content with a calendar (.ics), a table (.csv, .tsv) or a list (.md)."""
        return self._client._run(
            calls.replace_content(self._path, content_file(file, media_type), if_match))

    def erase(self, *, if_match: str | None = None) -> None:
        """Erases the person and all stored data."""
        self._client._run(calls.erase_own(self._path, if_match))

    # The app (``serve --people``)

    def preview(self, person: PersonRequest, *, screen: Literal["lock", "home"] = "lock",
                device: str | None = None, preview: str | None = None,
                format: Literal["png", "jpeg", "webp"] = "jpeg") -> Picture | None:
        """Renders a description without storing it; ``preview`` is a fraction of the size, such as
        ``"0.33"``. Returns ``None`` for a home screen that the person keeps."""
        wishes = {"device": device, "preview": preview}
        words = {"person": person_words(person), "screen": screen, "format": format} | {
            key: value for key, value in wishes.items() if value is not None}
        return self._client._run(calls.preview(self._path, words))

    def upload_photo(self, source: Upload) -> str:
        """Uploads a photo for the person's pictures; returns its name."""
        return self._client._run(calls.upload_own_photo(self._path, source))

    def photo(self, name: str) -> bytes:
        """Returns a photo that the person's pictures use."""
        return self._client._run(calls.own_photo(self._path, name))

    def links(self) -> list[dict[str, Any]]:
        """Returns the links to the person."""
        return self._client._run(calls.links(self._path))

    def add_link(self, kind: Literal["read", "write"], label: str = "") -> dict[str, Any]:
        """Creates a link; the result contains its ``address``."""
        return self._client._run(calls.add_link(self._path, kind, label))

    def revoke_link(self, id: str) -> None:
        """Revokes a link."""
        self._client._run(calls.revoke_link(self._path, id))

    def export(self) -> dict[str, Any]:
        """Returns everything that is stored, with the photos in base64."""
        return self._client._run(calls.export(self._path))

    # Flows

    def flow_page(self, flow: str) -> str:
        """Returns the page of a flow that the service offers (``--flow``)."""
        return self._client._run(calls.flow_page(self._path, flow))

    def flow_state(self, flow: str) -> FlowState | None:
        """Returns the progress in a flow, or ``None`` if there is none."""
        return self._client._run(calls.flow_state(self._path, flow))

    def put_flow_state(self, flow: str, state: Mapping[str, Any], *, if_match: str | None = None,
                       is_new: bool = False) -> None:
        """Stores the progress in a flow; with ``is_new``, stored progress is not replaced."""
        self._client._run(calls.put_flow_state(self._path, flow, state, if_match, is_new))

    # Challenges

    def challenge(self) -> Challenge:
        """Returns the progress of the challenge."""
        return self._client._run(calls.challenge(self._path))

    def begin_challenge(
        self, goal: int | Literal["easy", "medium", "hard", "epic"], photo: str, *,
        start: Moment | None = None, alerts: bool | None = None, reminders: bool | None = None,
        if_match: str | None = None,
    ) -> Challenge:
        """Starts a challenge: an uploaded photo that becomes clearer with each step."""
        wishes = {"start": start, "alerts": alerts, "reminders": reminders}
        words = {"goal": goal, "photo": photo} | {
            key: value for key, value in wishes.items() if value is not None}
        return self._client._run(calls.begin_challenge(self._path, words, if_match))

    def end_challenge(self) -> None:
        """Ends the challenge."""
        self._client._run(calls.end_challenge(self._path))

    def send_health(self, export: Upload) -> Counted:
        """Counts the steps of a health export; the service does not store the export.

        Each event is returned once, so the request is not repeated if its outcome is unknown.
        """
        return self._client._run(calls.count_steps(self._path, export))
