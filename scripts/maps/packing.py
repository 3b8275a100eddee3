"""Functions for the scripts that pack map data: reading wheels and shapefiles, and writing LEB128
numbers."""

import pathlib
import struct
import subprocess
import sys
import zipfile
import zlib

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDER = ROOT / ".build/map-data"


def fetch(pins):
    """Downloads wheels with pip, in the versions and with the digests that `pins` specifies."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    wanted = FOLDER / "requirements.txt"
    wanted.write_text(pins)
    subprocess.run(
        [sys.executable, "-m", "pip", "--quiet", "download", "--no-deps", "--only-binary=:all:",
         "--require-hashes", "--requirement", wanted, "--dest", FOLDER], check=True)


def wheel(name):
    """Opens the downloaded wheel of a package."""
    return zipfile.ZipFile(next(FOLDER.glob(name + "-*.whl")))


def write(path, mark, titles, sections):
    """Writes a mark of eight bytes, the inflated length of the rest, and one zlib stream of sections."""
    body = b"".join(number(len(section)) + section for section in sections)
    path.write_bytes(mark + struct.pack("<I", len(body)) + zlib.compress(body, 9))
    for title, section in zip(titles, sections, strict=True):
        print(f"{title:20} {len(section):8} bytes, {len(zlib.compress(section, 9)):7} deflated")


def lines(texts):
    return "".join(text + "\n" for text in texts).encode()


def differences(values):
    data, last = bytearray(), 0
    for value in values:
        data += signed(value - last)
        last = value
    return bytes(data)


def signed(value):
    return number(value * 2 if value >= 0 else -value * 2 - 1)


def number(value):
    data = bytearray()
    while value > 127:
        data.append(value & 127 | 128)
        value >>= 7
    data.append(value)
    return bytes(data)


def shapes_in(shp):
    """Yields the rings of each polygon of a shapefile (ESRI Shapefile Technical Description, 1998)."""
    offset = 100
    while offset < len(shp):
        words = struct.unpack_from(">i", shp, offset + 4)[0]
        start = offset + 8
        parts, points = struct.unpack_from("<2i", shp, start + 36)
        begins = list(struct.unpack_from(f"<{parts}i", shp, start + 44)) + [points]
        flat = struct.unpack_from(f"<{points * 2}d", shp, start + 44 + parts * 4)
        pairs = list(zip(flat[::2], flat[1::2]))
        yield [pairs[begin:end] for begin, end in zip(begins, begins[1:])]
        offset = start + words * 2
