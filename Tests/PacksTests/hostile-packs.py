"""Writes hostile packs with Python's zipfile, and prints a JSON list of their files, each with words that
the error must contain.

    hostile-packs.py FOLDER THEME FONT
"""
import hashlib
import io
import json
import struct
import sys
import zipfile

folder, theme, font = sys.argv[1], open(sys.argv[2], "rb").read(), open(sys.argv[3], "rb").read()
GOOD = {"themes/dusk.json": theme, "fonts/Harbour.ttf": font}
HEAD = {
    "format": 1, "name": "harbour", "version": "1.0.0", "summary": "A test.", "author": "Ada",
    "license": "CC0-1.0",
}
cases = []


def manifest(files, **changes):
    head = dict(HEAD, files={name: hashlib.sha256(data).hexdigest() for name, data in files.items()})
    head.update(changes)
    return json.dumps({key: value for key, value in head.items() if value is not None}).encode()


def write(title, words, entries, edit=None):
    """Writes a pack with (name or ZipInfo, bytes) entries; `edit` can change the bytes of the file."""
    name = f"{folder}/{len(cases):02}.zip"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as pack:
        for entry, data in entries:
            pack.writestr(entry, data)
    data = buffer.getvalue()
    open(name, "wb").write(edit(data) if edit else data)
    cases.append({"file": name, "title": title, "words": words})


def pack(title, words, extra=(), files=GOOD, edit=None, **changes):
    write(title, words, [("pack.json", manifest(files, **changes)), *files.items(), *extra], edit)


def named(name, data=b"{}"):
    """A pack with one more file, which the manifest lists too."""
    files = dict(GOOD)
    files[name] = data
    return [("pack.json", manifest(files)), *files.items()]


def special(name, mode, data=b"x"):
    info = zipfile.ZipInfo(name)
    info.create_system, info.external_attr = 3, mode << 16
    return info, data


def patched(data, old, new):
    assert data.count(old) >= 1, old
    return data.replace(old, new)


def sizes(data, name, compressed=None, plain=None):
    """Changes the sizes in the central directory entry of a file."""
    place = data.rindex(name.encode()) - 46
    assert data[place:place + 4] == b"PK\x01\x02"
    head = bytearray(data)
    if compressed is not None:
        head[place + 20:place + 24] = struct.pack("<I", compressed)
    if plain is not None:
        head[place + 24:place + 28] = struct.pack("<I", plain)
    return bytes(head)


# Names.
for title, name in {
    "the parent folder": "../evil.json", "a parent inside": "themes/../../evil.json",
    "a parent at the end": "themes/..",
}.items():
    write(title, ["leads out of the pack"], named(name))
for title, name in {"an absolute name": "/etc/passwd", "an absolute theme": "/themes/a.json"}.items():
    write(title, ["absolute"], named(name))
for title, name in {
    "a backslash": "themes\\evil.json", "a drive": "C:evil.json", "a control character": "themes/a\x01.json",
    "a newline": "themes/a\n.json", "an accent": "themes/é.json", "a tilde": "themes/~a.json",
    "a wildcard": "themes/a*.json", "a trailing space": "themes/a.json ", "a trailing dot": "themes/a.",
}.items():
    write(title, ["cannot be in a pack"], named(name))
write("a hidden file", ["dot"], named("themes/.htaccess"))
write("a hidden folder", ["dot"], named("themes/.git/config.json"))
write("an empty part", ["empty parts"], named("themes//a.json"))
write("a dot part", ["empty parts"], named("themes/./a.json"))
write("an unknown folder", ["'bin' is not one of the folders"], named("bin/run.json"))
write("a file at the top", ["not in one of the folders"], named("evil.sh"))
write("a program", ["no files of its type"], named("themes/evil.sh"))
write("a library", ["no files of its type"], named("fonts/evil.so"))
write("a long name", ["longer than 200 bytes"], named("themes/" + "a" * 300 + ".json"))
write("a deep name", ["in more than 6 folders"], named("themes/" + "a/" * 20 + "a.json"))
# Repetitions.
pack("a name twice", ["twice"], [("themes/dusk.json", b"{}")])
write("another case", ["same on some file systems"], named("themes/DUSK.json"))
write("another case of an extension", ["same on some file systems"], named("fonts/harbour.TTF"))
# Links and special files.
pack("a link", ["is a link"], [special("themes/link.json", 0o120777, b"/etc/passwd")])
pack("a pipe", ["is a link"], [special("themes/pipe.json", 0o010644)])
pack("a device", ["is a link"], [special("themes/device.json", 0o020644)])
# The manifest.
write("no manifest", ["no file 'pack.json'"], list(GOOD.items()))
write("an empty archive", ["not a ZIP file"], [])
write("a manifest that is no JSON", [], [("pack.json", b"{"), *GOOD.items()])
write("a manifest that is a list", [], [("pack.json", b"[]"), *GOOD.items()])
write("a huge manifest", ["larger than"], [("pack.json", b" " * (2 << 20)), *GOOD.items()])
pack("no name", ["'name'"], name=None)
pack("a name with a slash", ["'name'"], name="a/b")
pack("a name of dots", ["'name'"], name="..")
pack("a name in capitals", ["'name'"], name="Harbour")
pack("no version", ["'version'"], version=None)
pack("a version of words", ["'version'"], version="latest")
pack("a version with zeros", ["'version'"], version="01.0.0")
pack("an unknown key", ["'evil'"], evil=1)
pack("an unknown format", ["format 2"], format=2)
pack("a summary of two lines", ["'summary'"], summary="a\nb")
# Digests and lists.
write("a byte changed under its digest", ["differs from the manifest"], [
    ("pack.json", manifest(GOOD)), ("themes/dusk.json", theme + b" "), ("fonts/Harbour.ttf", font)])
pack("a file that is not listed", ["not in the manifest"], [("themes/more.json", theme)])
write("a file that is missing", ["not in the pack"], [
    ("pack.json", manifest(GOOD)), ("themes/dusk.json", theme)])
write("a listed path outside", ["leads out of the pack"], [
    ("pack.json", json.dumps(dict(HEAD, files={"../evil": "0" * 64})).encode()), *GOOD.items()])
write("a short digest", ["digest"], [
    ("pack.json", json.dumps(dict(HEAD, files={"themes/dusk.json": "0" * 63})).encode()), *GOOD.items()])
# Bombs and false sizes.
write("a bomb of zeros", ["larger than"], named("images/zeros.png", bytes(40 << 20)))
write("several bombs", ["larger than"], [
    ("pack.json", manifest({**GOOD, **{f"images/{n}.png": bytes(31 << 20) for n in range(6)}})),
    *GOOD.items(), *((f"images/{n}.png", bytes(31 << 20)) for n in range(6))])
write("10,000 entries", ["more than 1000 files"],
      [("pack.json", manifest(GOOD)), *GOOD.items(), *((f"themes/{n}.json", b"") for n in range(10_000))])
pack("a size that is too small", ["damaged"], edit=lambda data: sizes(data, "fonts/Harbour.ttf", plain=100))
pack("a size that is too large", ["damaged"],
     edit=lambda data: sizes(data, "themes/dusk.json", plain=len(theme) + 1000))
pack("a stated size of 4 GB", ["larger than"],
     edit=lambda data: sizes(data, "fonts/Harbour.ttf", plain=0xFFFFFFF0))
# Damage.
pack("a cut file", [], edit=lambda data: data[: len(data) // 2])
pack("a cut directory", [], edit=lambda data: data[:-30])
pack("noise in a file", ["damaged"], edit=lambda data: data[:2000] + b"\xff" * 500 + data[2500:])
open(f"{folder}/text.zip", "w").write("no archive")
cases.append({"file": f"{folder}/text.zip", "title": "text", "words": ["not a ZIP file"]})
print(json.dumps(cases))
