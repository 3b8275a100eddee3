"""Tests every method of the client with a real service."""

from __future__ import annotations

import io
import zipfile
from datetime import date, datetime, timezone
from pathlib import Path
from typing import Any

import httpx
import pytest
from PIL import Image

from conftest import FLOW, KEY, Service
from pictures import export, photo
from wallfarm import (
    BatchFailed, Client, Conflict, ConnectionFailed, Gone, InvalidRequest, NotAllowed, NotFound, Outdated,
    Unchanged)

PNG = b"\x89PNG\r\n\x1a\n"


def test_one_picture(client: Any, tmp_path: Path) -> None:
    picture = client.render(devices="iphone15", notes=["Buy milk", {"text": "Ана", "done": True}])
    assert picture.data.startswith(PNG) and picture.content_type == "image/png"
    assert picture.etag and picture.warnings == [] and picture.expires is None
    assert picture.save(tmp_path / "lock.png").read_bytes() == picture.data
    again = client.render({"devices": "iphone15", "notes": ["Buy milk", {"text": "Ана", "done": True}]})
    assert again == picture


def test_keys_and_moments_have_the_form_of_the_service(client: Any) -> None:
    picture = client.render(
        devices="iphone15", template="countdown", color_space="display-p3", show_areas=True,
        missing="box", format="jpeg", zone="Europe/Prague",
        now=datetime(2030, 12, 20, 7, 30, 15, 123456, tzinfo=timezone.utc),
        content={"dates": [{"title": "Štědrý den", "date": date(2030, 12, 24)}]})
    assert picture.content_type == "image/jpeg" and picture.data[:2] == b"\xff\xd8"
    assert picture.expires is not None and picture.expires.year == 2030


def test_several_devices(client: Any, tmp_path: Path) -> None:
    request = {"devices": ["iphone15", "iphonese3"], "notes": ["Buy milk"]}
    pictures = client.render_all(request)
    assert set(pictures.pictures) == {"iphone15", "iphonese3"}
    assert all(data.startswith(PNG) for data in pictures.pictures.values())
    assert set(pictures.receipts) == {"iphone15", "iphonese3"}
    saved = client.render_to(tmp_path / "all.zip", request)
    assert saved.content_type == "application/zip" and saved.size == saved.path.stat().st_size
    with zipfile.ZipFile(saved.path) as archive:
        assert archive.read("iphone15.png") == pictures.pictures["iphone15"]
    with pytest.raises(ValueError, match="render_all"):
        client.render(request)
    one = client.render_all(devices="iphonese3", notes=["Buy milk"])
    assert one.pictures == {"iphonese3": pictures.pictures["iphonese3"]}


def test_a_file_is_written_while_it_is_received(client: Any, tmp_path: Path) -> None:
    saved = client.render_to(tmp_path / "lock.png", devices="iphonese3", notes=["Buy milk"])
    picture = client.render(devices="iphonese3", notes=["Buy milk"])
    assert saved.path.read_bytes() == picture.data and saved.etag == picture.etag
    assert saved.size == len(picture.data)
    with pytest.raises(InvalidRequest):
        client.render_to(tmp_path / "lock.png", devices="iphone51", notes=["Buy milk"])
    assert saved.path.read_bytes() == picture.data
    assert [path.name for path in tmp_path.iterdir()] == ["lock.png"]


def test_a_theme_with_an_image(client: Any) -> None:
    logo = b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><circle cx="4" cy="4" r="4"/></svg>'
    image = client.upload_image(logo)
    theme = {
        "format": 1, "summary": "A test.", "extends": "paper",
        "images": [{"file": image, "place": "bottom", "points": 30}]}
    name = client.upload_theme(theme)
    pictures = [client.render(devices="iphonese3", notes=["Sea"], theme=each).data
                for each in (name, theme, "paper")]
    assert len({pictures[0], pictures[2]}) == 2 and pictures[1] != pictures[2]
    usage = client.usage()
    assert usage["uploads"]["used"] >= 2 and usage["uploads"]["limit"] is None
    client.share("theme", name)
    client.share("theme", name, is_shared=False)
    client.erase_upload("theme", name)
    with pytest.raises(InvalidRequest) as caught:
        client.render(devices="iphonese3", notes=["Sea"], theme=name)
    assert caught.value.code == "upload-missing"
    with pytest.raises(InvalidRequest) as caught:
        client.upload_font(b"a font")
    assert caught.value.code == "font-format"


def test_photos(client: Any, tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    path.write_bytes(photo((200, 120, 40)))
    name = client.upload_photo(path)
    assert name.startswith("sha256-")
    assert client.upload_photo(path.read_bytes()) == name
    with open(path, "rb") as file:
        assert client.upload_photo(file) == name
    uploaded = client.render(devices="iphonese3", notes=["Sea"], photo=name)
    sent = client.render(devices="iphonese3", notes=["Sea"], photo=path)
    assert sent.data == uploaded.data
    client.erase_photo(name)
    with pytest.raises(InvalidRequest) as caught:
        client.render(devices="iphonese3", notes=["Other"], photo=name)
    assert caught.value.code == "photo-unreadable" and caught.value.status == 422
    with pytest.raises(NotFound):
        client.erase_photo(name)


def test_content_is_sent_as_a_file(client: Any, tmp_path: Path) -> None:
    path = tmp_path / "team.csv"
    path.write_text("label,value\nRuns,3\nBooks,2\n")
    picture = client.render(devices="iphonese3", template="figures", content=path)
    assert picture.data.startswith(PNG)
    with pytest.raises(ValueError, match="extension"):
        client.render(devices="iphonese3", template="figures", content=tmp_path / "team.pdf")


def test_an_address(client: Any, tmp_path: Path) -> None:
    address = client.address(devices="iphonese3", notes=["Buy milk"], lifetime=3600)
    left = address.expires - datetime.now(timezone.utc)
    assert left.total_seconds() <= 3600 and address.receipt["device"]["id"] == "iphonese3"
    picture = client.picture(address.address)
    assert picture.data.startswith(PNG)
    assert client.picture(address.address, etag=picture.etag) == Unchanged(picture.etag)
    assert client.picture("https://pictures.example" + address.address).data == picture.data
    saved = client.picture_to(tmp_path / "one.png", address.address)
    assert saved.path.read_bytes() == picture.data
    assert client.picture_to(tmp_path / "two.png", address.address, etag=picture.etag) == (
        Unchanged(picture.etag))
    assert not (tmp_path / "two.png").exists()
    client.revoke(address.address)
    with pytest.raises(Gone, match=r"hint: create another address: address\(…\)"):
        client.picture(address.address)


def test_addresses_of_several_devices(client: Any) -> None:
    lines = list(client.addresses(devices=["iphonese3", "iphone15"], notes=["Buy milk"]))
    assert {line.device for line in lines} == {"iphonese3", "iphone15"}
    assert all(line.address and not line.faults for line in lines)
    [one] = client.addresses(devices="iphonese3", notes=["Buy milk"], lifetime=60)
    assert one.device == "iphonese3" and one.address


def test_a_batch(client: Any, tmp_path: Path) -> None:
    rows: list[str] = []
    report = client.batch(
        [{"id": "ana", "devices": "iphonese3", "notes": ["Buy milk"]},
         {"id": "bad", "devices": "iphonese3", "notes": ["Call Ana"], "theme": "papre"},
         {"id": "ben", "devices": ["iphonese3", "iphone15"], "notes": ["Call Ana"]}],
        tmp_path / "out", report=lambda row: rows.append(row.id))
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["ana.png", "ben.zip"]
    assert len(report.files) == 2 and sorted(rows) == ["ana", "bad", "ben"]
    [failed] = report.failed
    assert failed.id == "bad" and failed.error.code == "unknown-theme"
    with pytest.raises(BatchFailed, match="job 2 .'bad'.: no theme is named 'papre'"):
        report.raise_for_errors()


def test_the_choices(client: Any) -> None:
    devices = {device.id: device for device in client.devices()}
    assert (devices["iphone15"].width, devices["iphone15"].height) == (1179, 2556)
    assert (devices["iphone15"].width_in_points, devices["iphone15"].scale) == (393, 3)
    assert client.devices() is client.devices()
    templates = {template.name: template for template in client.templates()}
    assert templates["agenda"].needs == ["events"] and "notes" in templates["lock"].content
    assert "paper" in {theme.name for theme in client.themes()}
    assert next(motion for motion in client.motions() if motion.name == "hook").seconds > 5
    assert "devices" in client.schema()["properties"]
    assert client.openapi()["openapi"].startswith("3.1")


def test_a_film(client: Any, tmp_path: Path) -> None:
    text = client.film("hook", "iphonese3.en.txt")
    assert text.content_type.startswith("text/plain") and text.data
    assert client.film("hook", "iphonese3.en.txt", etag=text.etag) == Unchanged(text.etag)
    assert client.film("hook", "iphonese3.en.txt", part=(1, 3)).data == text.data[1:4]
    assert client.film("hook", "iphonese3.en.txt", part=(2, None)).data == text.data[2:]
    saved = client.film_to(tmp_path / "hook.png", "hook", "iphonese3.en.png")
    assert saved.path.read_bytes().startswith(PNG)
    with pytest.raises(NotFound) as caught:
        client.film("hok", "iphonese3.en.mp4")
    assert caught.value.hint


def test_a_person_with_an_id_of_the_client(client: Any) -> None:
    person = {"device": "iphonese3", "notes": ["Buy milk"], "home": "keep",
              "devices": {"tablet": {"device": "iphone15", "lock": {"color_space": "display-p3"}}}}
    put = client.put_person("user-1001", person, is_new=True)
    assert put.addresses.id == "user-1001" and put.warnings == []
    phone = client.person(f"{put.addresses.read}/tablet/lock.png")
    assert phone.picture().data != phone.picture(device="tablet").data
    known = client.known_person("user-1001")
    assert known.sources == [] and client.put_person("user-1001", person).addresses is None
    for condition in ({"if_match": known.etag}, {"is_new": True}):
        with pytest.raises(Outdated):
            client.put_person("user-1001", person, **condition)
    person["notes"] = ["Buy plums"]
    client.put_person("user-1001", person, if_match=client.known_person("user-1001").etag)
    stored = client.person(put.addresses.write).read()
    assert stored.id == "user-1001" and stored.person["notes"] == ["Buy plums"]
    client.erase_person("user-1001")
    with pytest.raises(NotFound):
        client.known_person("user-1001")


def test_a_person(client: Any, tmp_path: Path) -> None:
    made = client.add_person(
        device="iphonese3", zone="Europe/Prague", language="cs", notes=["Koupit mléko"],
        lock={"theme": "paper", "color_space": "display-p3"}, home="keep")
    assert made.write not in repr(made) and made.read not in repr(made)
    assert made.lock_url.startswith("http://127.0.0.1:") and made.lock_url.endswith("/lock.png")
    assert client.person(made.lock_url).picture() == client.person(made.read).picture()
    person, phone = client.person(made.write), client.person(made.read)
    picture = phone.picture()
    assert picture.data.startswith(PNG)
    assert phone.picture(etag=picture.etag) == Unchanged(picture.etag)
    assert phone.picture("home") is None
    assert phone.picture(format="jpeg").data[:2] == b"\xff\xd8"
    assert phone.picture_to(tmp_path / "lock.webp", format="webp").content_type == "image/webp"

    stored = person.read()
    assert stored.id == made.id and stored.person["notes"] == ["Koupit mléko"]
    assert person.read_if_changed(stored.etag) == Unchanged(stored.etag)
    assert person.replace_content(notes=["Zavolat Aně"], if_match=stored.etag) == []
    assert phone.picture(etag=picture.etag).data != picture.data
    with pytest.raises(Outdated) as caught:
        person.replace_content(notes=["Jiné"], if_match=stored.etag)
    assert caught.value.code == "person-changed" and caught.value.status == 412
    with pytest.raises(NotFound):
        phone.read()

    [warning] = person.replace(
        device="iphone15", content={"habits": [{"name": "Run", "days": ["2030-01-01"]}]},
        notes=["Koupit mléko"], home={"color": "navy"})
    assert (warning.code, warning.screen) == ("content-unused", "lock")
    assert phone.picture("home").data.startswith(PNG)
    (tmp_path / "list.md").write_text("- [ ] Buy milk\n- [x] Call Ana\n")
    person.replace_content_with(tmp_path / "list.md")
    assert [note["text"] if isinstance(note, dict) else note
            for note in person.read().person["notes"]] == ["Buy milk", "Call Ana"]
    person.erase()
    with pytest.raises(NotFound):
        phone.picture()

    ids = {client.add_person({"device": "iphonese3", "notes": ["Buy milk"]}).id for _ in range(3)}
    other = client.add_person({"device": "iphonese3", "notes": ["Buy milk"]})
    listed = [id for id in client.people(page_size=2)]
    assert ids | {other.id} <= set(listed) and listed == sorted(set(listed))
    client.erase_person(other.id)
    assert other.id not in [id for id in client.people()]
    with pytest.raises(NotFound):
        client.person(other.write).read()


def test_an_app(client: Any) -> None:
    person = client.person(client.add_person(device="iphonese3", notes=["Buy milk"]).write)
    lake = photo((200, 120, 40))
    name = person.upload_photo(lake)
    described = {"device": "iphonese3", "notes": ["Buy tea"], "lock": {"photo": name}}
    seen = person.preview(described, preview="0.5", format="png")
    assert Image.open(io.BytesIO(seen.data)).size == (375, 667)
    assert person.preview(described, screen="home") is None
    with pytest.raises(NotFound):
        person.photo(name)
    person.replace(**described)
    assert person.photo(name)[:3] == lake[:3]
    link = person.add_link("write", "iPad")
    assert [each["label"] for each in person.links()] == ["", "", "iPad"]
    other = client.person(link["address"].rstrip("/"))
    assert other.read().person["notes"] == ["Buy tea"]
    person.revoke_link(link["id"])
    with pytest.raises(NotFound):
        other.read()
    everything = person.export()
    assert everything["person"]["notes"] == ["Buy tea"] and list(everything["photos"]) == [name]
    person.erase()


def test_a_flow(client: Any) -> None:
    person = client.person(client.add_person(device="iphonese3", notes=["Buy milk"]).write)
    assert "<html" in person.flow_page(FLOW)
    assert person.flow_state(FLOW) is None
    person.put_flow_state(FLOW, {"at": 1}, is_new=True)
    state = person.flow_state(FLOW)
    assert state.state == {"at": 1}
    with pytest.raises(Outdated):
        person.put_flow_state(FLOW, {"at": 2}, is_new=True)
    person.put_flow_state(FLOW, {"at": 2}, if_match=state.etag)
    assert person.flow_state(FLOW).state == {"at": 2}
    person.erase()


def test_a_challenge(client: Any, tmp_path: Path) -> None:
    person = client.person(client.add_person(device="iphonese3", notes=["Buy milk"]).write)
    with pytest.raises(Conflict) as caught:
        person.challenge()
    assert caught.value.status == 409
    name = client.upload_photo(photo((40, 120, 200)))
    begun = person.begin_challenge(1000, name, alerts=True)
    assert (begun.goal, begun.steps, begun.state) == (1000, 0, "under-way")
    path = tmp_path / "export.zip"
    path.write_bytes(export(600))
    counted = person.send_health(path)
    assert counted.challenge.steps == 600 and counted.challenge.percent == 60
    assert [event["mark"] for event in counted.events if event["event"] == "mark"]
    assert person.challenge().left == 400
    person.end_challenge()
    with pytest.raises(Conflict):
        person.challenge()
    person.erase()


def test_the_health_of_the_service(client: Any) -> None:
    assert client.is_alive() and client.is_ready()
    client.wait_until_ready(0)
    figures = {figure.name: figure for figure in client.figures()}
    assert any(name.startswith("wallfarm_") for name in figures)


def test_errors_have_code_place_and_hint(client: Any) -> None:
    with pytest.raises(InvalidRequest) as caught:
        client.render(devices="iphone15", notes=["Buy milk"], theme="papre", format="bmp")
    error = caught.value
    assert error.status == 422 and len(error.faults) == 2
    fault = next(fault for fault in error.faults if fault.code == "unknown-theme")
    assert fault.hint == "did you mean 'paper'?"
    assert fault.place and fault.place.startswith("request:1:")
    assert {fault.pointer for fault in error.faults} == {"/theme", "/format"}
    assert fault.kind == "invalid" and fault.origin["line"] == 1
    with pytest.raises(InvalidRequest) as caught:
        client.render(devices=["iphone15"], set={"é/😀": 1}, theme="papre", notes=["é😀", {"don": 1}])
    assert {fault.pointer for fault in caught.value.faults} >= {"/theme"}
    error = InvalidRequest(422, [fault])
    assert "unknown-theme: no theme is named 'papre'" in str(error) and "hint: did you" in str(error)
    assert "in: /theme" in str(error)
    assert (error.code, error.hint) == (error.faults[0].code, error.faults[0].hint)


def test_an_unknown_key_is_refused(service: Service) -> None:
    for key in (None, "wrong-0123456789abcdefgh"):
        with Client(service.url, key=key) as client:
            assert client.devices()
            with pytest.raises(NotAllowed) as caught:
                client.render(devices="iphone15", notes=["Buy milk"])
            assert caught.value.code == "key-missing" and caught.value.status == 401
            with pytest.raises(NotAllowed):
                client.batch([{"id": "a", "devices": "iphone15"}], service.folder / "none")
            with pytest.raises(NotAllowed, match="does not know the key" if key else "WALLFARM_KEY"):
                client.check_key()
    with pytest.raises(ValueError, match="paste the name"):
        Client(service.url, key=f"tests {KEY}\n")
    with Client(service.url, key=KEY + "\n") as client:
        client.check_key()


def test_hints_name_methods_of_the_client(client: Any) -> None:
    def hint(**keys: Any) -> str:
        with pytest.raises(InvalidRequest) as caught:
            client.address(**{"devices": "iphone15", "notes": ["Buy milk"], **keys})
        return str(caught.value.hint)

    assert hint(devices="qqqq") == "devices() lists all"
    assert 'Path("beach.jpg")' in hint(photo="beach.jpg")
    assert hint(lifetime="a day") == "pass seconds: lifetime=86400"
    assert "schema()" in hint(template="agenda")


def test_the_key_is_sent_only_where_it_is_needed(service: Service) -> None:
    sent: dict[str, bool] = {}

    def note(request: httpx.Request) -> None:
        sent[request.url.path] = "authorization" in request.headers

    with httpx.Client(event_hooks={"request": [note]}) as http:
        client = Client(service.url, key=KEY, http=http)
        client.devices()
        client.film("hook", "iphonese3.en.txt")
        with pytest.raises(NotFound):
            client.picture("/w/a.1." + "b" * 43 + "/" + "c" * 43 + ".png")
    assert sent.pop("/v1/devices") is False
    assert sent.pop("/v1/motions/hook/iphonese3.en.txt") is True
    assert list(sent.values()) == [False]


def test_a_secret_address_is_not_in_errors() -> None:
    with Client("http://user:SECRET@127.0.0.1:1") as client:
        client._driver.sleep = lambda seconds: None
        with pytest.raises(ConnectionFailed) as caught:
            client.person("/p/wSECRET").read()
    assert caught.value.place == "GET http://127.0.0.1:1/p/…" and "SECRET" not in str(caught.value)


def test_health_is_false_without_a_service() -> None:
    with Client("http://127.0.0.1:1") as client:
        assert not client.is_alive() and not client.is_ready()


def test_an_address_of_another_host_is_refused() -> None:
    with Client("https://wallpapers.example") as client:
        client.person("https://wallpapers.example/p/rTOKEN/lock.png")
        for address in ("https://other.example/p/rTOKEN", "/w/a/b.png"):
            with pytest.raises(ValueError) as caught:
                client.person(address)
            assert "TOKEN" not in str(caught.value)
