"""The package: its routes, its keys, its types, and its files."""

from __future__ import annotations

import inspect
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import wallfarm
from conftest import Service
from wallfarm import Client, _calls
from wallfarm._types import Look, PersonRequest, Request
from wallfarm._uploads import json_body, service_keys

PACKAGE = Path(__file__).resolve().parent.parent
#: The pages for people, and the protocol of agents, which have clients of their own.
OTHERS = {
    ("GET", "/"), ("GET", "/devices"), ("POST", "/mcp"), ("GET", "/app/{file}"), ("GET", "/p/{token}/"),
    ("GET", "/p/{token}/worker.js"), ("GET", "/p/{token}/app.webmanifest"),
}


def calls() -> list[_calls.Call[Any]]:
    """One call of each kind."""
    place, word = "/w/a.1.b/c.png", "one"
    own = "/p/w"
    return [
        _calls.render({}, _calls.read_picture), _calls.picture(place), _calls.revoke(place),
        _calls.upload_photo(b""), _calls.erase_photo(word),
        _calls.upload_font(b""), _calls.upload_image(b""), _calls.upload_theme({}),
        *(_calls.erase_upload(kind, word) for kind in ("font", "image", "theme")),
        _calls.share("theme", word, True), _calls.share("theme", word, False),
        _calls.film(word, word, None, None),
        *(_calls.listed(f"/v1/{name}", dict) for name in ("devices", "templates", "themes", "motions")),
        _calls.document("/v1/schema"), _calls.document("/openapi.json"),
        _calls.status("/healthz"), _calls.status("/readyz"),
        _calls.usage(), _calls.people(100, None),
        _calls.webhooks(), _calls.put_webhook(word, "https://a.example/", ["picture.changed"], None),
        _calls.erase_webhook(word), _calls.test_webhook(word),
        _calls.add_person({}), _calls.erase_person(word), _calls.own(own, None),
        _calls.put_person(word, {}, None, False), _calls.known_person(word),
        _calls.replace_own(own, {}, None), _calls.erase_own(own, None),
        _calls.replace_content(own, json_body({}), None),
        _calls.shown(own, "lock", "png", None), _calls.shown(own, "lock", "png", None, "tablet"),
        _calls.preview(own, {}), _calls.upload_own_photo(own, b""), _calls.own_photo(own, word),
        _calls.links(own), _calls.add_link(own, "read", ""), _calls.revoke_link(own, word),
        _calls.export(own),
        _calls.flow_page(own, word),
        _calls.flow_state(own, word), _calls.put_flow_state(own, word, {}, None, False),
        _calls.challenge(own), _calls.begin_challenge(own, {}, None), _calls.end_challenge(own),
        _calls.count_steps(own, b""),
    ]


def test_every_route_has_a_method_and_needs_a_key_where_the_service_asks(service: Service) -> None:
    with Client(service.url) as client:
        paths = client.openapi()["paths"]
    described = {}
    for path, operations in paths.items():
        for method, operation in operations.items():
            if method in ("get", "put", "post", "delete"):
                described[method.upper(), path] = "security" in operation
    for key in OTHERS:
        del described[key]
    # Paths with more fixed text are sorted first, so that '/p/{token}/flow-{flow}' matches before '/p/{token}/{picture}'.
    patterns = sorted(described, key=lambda route: len(re.sub(r"\{\w+\}", "", route[1])), reverse=True)
    made = {}
    for call in calls():
        [route, *_] = [
            (method, path) for method, path in patterns if method == call.method
            and re.fullmatch(re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(path)), call.path.partition("?")[0])]
        made[route] = call.needs_key
    assert made == described


def test_the_types_have_the_keys_of_the_service(service: Service) -> None:
    with Client(service.url) as client:
        schemas = client.openapi()["components"]["schemas"]
    for name, kind in {"Request": Request, "Look": Look, "Person": PersonRequest}.items():
        keys = set(service_keys(dict.fromkeys(kind.__annotations__)))
        assert keys == set(schemas[name]["properties"]) - {"$schema"}, name


def test_both_clients_are_current() -> None:
    script = PACKAGE / "asynchronous.py"
    subprocess.run([sys.executable, "-B", script, "--check"], check=True)
    for one, other in ((wallfarm.Client, wallfarm.AsyncClient), (wallfarm.Person, wallfarm.AsyncPerson)):
        names = {name for name, _ in inspect.getmembers(one, inspect.isfunction) if name[0] != "_"}
        for name in names:
            method = getattr(other, name)
            is_awaited = inspect.iscoroutinefunction(method) or inspect.isasyncgenfunction(method)
            assert is_awaited == (name != "person"), name


def test_the_types_are_complete(tmp_path: Path) -> None:
    """mypy accepts the package, and rejects wrong keys and values."""
    (tmp_path / "right.py").write_text(
        "from wallfarm import Client, Picture, Unchanged\n"
        "def use(client: Client) -> Picture | Unchanged:\n"
        "    client.render(devices='iphone15', notes=['Tea', {'text': 'Milk'}], clock='large')\n"
        "    return client.picture('/w/x', etag=client.picture('/w/x').etag)\n")
    wrong = ("client.render(device='iphone15')", "client.render(devices=15)",
             "client.render(devices='iphone15', clock='huge')", "client.picture('/w/x', etag=None).data",
             "client.add_person(notes=[])", "client.person('/p/w').picture('door')")
    (tmp_path / "wrong.py").write_text(
        "from wallfarm import Client\nclient = Client()\n" + "\n".join(wrong) + "\n")

    def check(*files: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", "--cache-dir", tmp_path / "cache", *files],
            capture_output=True, text=True, cwd=tmp_path,
            env={**os.environ, "MYPYPATH": str(PACKAGE / "src")})

    right = check("-p", "wallfarm", "-m", "right")
    assert right.returncode == 0, right.stdout
    found = {int(line) for line in re.findall(r"wrong\.py:(\d+): error", check("wrong.py").stdout)}
    assert found == {3 + index for index in range(len(wrong))}


def test_the_versions_agree() -> None:
    stated = tomllib.loads((PACKAGE / "pyproject.toml").read_text())["project"]["version"]
    assert stated == wallfarm.__version__
    assert f"wallfarm-python/{stated}" in (PACKAGE / "src/wallfarm/_core.py").read_text()


def build(target: Path) -> dict[str, bytes]:
    """The wheel and the source distribution, built from a copy of the package."""
    copy = target / "copy"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "dist"))
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", target / "dist"], check=True, cwd=copy,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1577836800"}, capture_output=True)
    return {path.name: path.read_bytes() for path in (target / "dist").iterdir()}


def test_two_builds_are_equal(tmp_path: Path) -> None:
    one, other = build(tmp_path / "one"), build(tmp_path / "other")
    assert sorted(one) == ["wallfarm-0.1.0-py3-none-any.whl", "wallfarm-0.1.0.tar.gz"]
    assert one == other
    wheel = tmp_path / "one/dist/wallfarm-0.1.0-py3-none-any.whl"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--target",
         tmp_path / "installed", wheel], check=True)
    assert (tmp_path / "installed/wallfarm/py.typed").exists()
    said = subprocess.run(
        [sys.executable, "-c", "import wallfarm; print(wallfarm.__file__)"], check=True, text=True,
        capture_output=True, env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")})
    assert said.stdout.startswith(str(tmp_path / "installed"))


def test_every_public_name_is_documented() -> None:
    for name in wallfarm.__all__:
        thing = getattr(wallfarm, name)
        if inspect.isclass(thing):
            assert thing.__doc__, name
            for member, method in inspect.getmembers(thing, inspect.isfunction):
                is_own = method.__module__.startswith("wallfarm")
                if not member.startswith("_") and is_own and name.endswith(("Client", "Person")):
                    assert method.__doc__, f"{name}.{member}"


def test_json_is_text_of_people() -> None:
    [chunk] = json_body({"notes": ["Čaj"]}).chunks()
    assert json.loads(chunk) == {"notes": ["Čaj"]} and "Čaj".encode() in chunk
    with pytest.raises(TypeError):
        json_body({"notes": {1, 2}})
