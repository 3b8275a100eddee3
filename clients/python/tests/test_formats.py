"""The file and the devices of a request are checked before it is sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from wallfarm import Client


@pytest.fixture
def sent() -> list[dict[str, Any]]:
    return []


@pytest.fixture
def client(sent: list[dict[str, Any]]) -> Client:
    def answer(request: httpx.Request) -> httpx.Response:
        sent.append(json.loads(request.read()))
        return httpx.Response(200, headers={"Content-Type": "image/png"}, content=b"png")
    return Client("http://service", http=httpx.Client(transport=httpx.MockTransport(answer)))


@pytest.mark.parametrize(("name", "format", "expected"), [
    ("a.jpg", None, "jpeg"), ("a.JPEG", None, "jpeg"), ("a.webp", None, "webp"), ("a.png", None, "png"),
    ("a", None, None), ("a.jpg", "jpeg", "jpeg"), ("a.bin", "webp", "webp"),
])
def test_the_format_follows_from_the_extension(
    client: Client, sent: list[dict[str, Any]], tmp_path: Path, name: str, format: Any, expected: Any,
) -> None:
    client.render_to(tmp_path / name, {"devices": "iphone15", **({"format": format} if format else {})})
    assert sent[0].get("format") == expected


def test_contradictions_are_not_sent(
    client: Client, sent: list[dict[str, Any]], tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=r"'a.jpg' contradicts format='png'"):
        client.render_to(tmp_path / "a.jpg", devices="iphone15", format="png")
    with pytest.raises(ValueError, match=r"must be \.zip"):
        client.render_to(tmp_path / "a.png", devices=["iphone15", "ipad10"])
    with pytest.raises(ValueError, match="render_all"):
        client.render(devices=["iphone15", "ipad10"])
    with pytest.raises(ValueError, match=r"addresses\(\)"):
        client.address(devices=["iphone15", "ipad10"])
    assert not sent


def test_all_pictures_of_one_device(client: Client) -> None:
    for devices in ("iphone15", ["iphone15"]):
        assert client.render_all({"devices": devices}).pictures == {"iphone15": b"png"}
    screen = client.render_all(devices={"pixels": [1440, 3120], "scale": 3})
    assert list(screen.pictures) == ["1440x3120"]
