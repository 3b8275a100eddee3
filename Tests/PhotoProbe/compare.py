"""Decodes photos with wallfarm, Pillow and ImageMagick, and prints how much wallfarm's pixels differ.

    compare.py [--without-magick] PROBE FILE...      prints a line per file, with tabs between columns:
    name, digest, result of wallfarm, result of Pillow, result of ImageMagick, difference, reason

The difference is the largest one of all pixels and channels, in levels of 255, with colors multiplied by
alpha; it is a dash if there is nothing to compare. The result of a program that cannot read a file is
"refused".
"""
import hashlib
import os
import resource
import struct
import subprocess
import sys
import tempfile
import warnings

import numpy
from PIL import Image

warnings.simplefilter("ignore")
Image.MAX_IMAGE_PIXELS = 120_000_000
LIMITS = {"timeout": 60}
# The address sanitizer reserves terabytes of address space, so do not set a limit if it is in use.
if "ASAN_OPTIONS" not in os.environ:
    LIMITS["preexec_fn"] = lambda: resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))


def ours(probe, file, folder):
    """Returns wallfarm's result, and the pixels in the form in which wallfarm stores them."""
    try:
        ended = subprocess.run([probe, "decode", folder, file], capture_output=True, **LIMITS)
    except subprocess.TimeoutExpired:
        return "hangs", None
    if ended.returncode != 0:
        return f"ends with {ended.returncode}", None
    words = ended.stdout.decode("utf-8", "replace").rstrip("\n").split(" ", 4)[4]
    if not words.startswith("drawn "):
        return words, None
    _, width, height, _, warning = words.split(" ", 4)
    with open(os.path.join(folder, "0"), "rb") as pixels:
        data = numpy.frombuffer(pixels.read(), numpy.uint8)
    os.remove(os.path.join(folder, "0"))
    return ("drawn, " + warning if warning else "drawn"), data.reshape(int(height), int(width), 4)


def multiplied(pixels):
    """Converts pixels from RGBA to BGRA, and multiplies the colors by alpha."""
    if pixels[..., 3].min() == 255:
        return numpy.ascontiguousarray(pixels[..., [2, 1, 0, 3]])
    wide = pixels.astype(numpy.uint32)
    alpha = wide[..., 3:]
    colors = (wide[..., 2::-1] * alpha + 127) // 255
    return numpy.concatenate([colors, alpha], axis=2).astype(numpy.uint8)


def gamma(file):
    """Returns the gAMA value of a PNG with 16 bits; 8-bit levels are converted when they are drawn, not
    when they are decoded.

    Returns None if the PNG has an sRGB chunk, which overrides gAMA.
    """
    found = chunks(file)
    with open(file, "rb") as opened:
        if opened.read(25)[24] != 16:
            return None
    if b"gAMA" not in found or b"sRGB" in found or len(found[b"gAMA"]) != 4:
        return None
    return struct.unpack(">I", found[b"gAMA"])[0] / 100000


def converted(levels, gamma):
    """Converts levels for a screen with a gamma of 2.2, as the PNG specification requires; Pillow does
    not."""
    # libpng ignores deviations below a twentieth; this limit is slightly larger.
    if not gamma or abs(gamma * 2.2 - 1) < 0.06:
        return levels
    return numpy.rint(255 * (levels / 255.0) ** (1 / (gamma * 2.2))).astype(numpy.uint8)


def pillow(file):
    try:
        with Image.open(file) as image:
            image.load()
            if image.mode == "CMYK":
                return "drawn", numpy.asarray(image)
            if image.mode.startswith("I"):
                levels = (numpy.asarray(image).astype(numpy.uint32) * 255 + 32895) >> 16
                clear = image.info.get("transparency")
                alpha = numpy.full_like(levels, 255)
                if isinstance(clear, int):
                    alpha[numpy.asarray(image) == clear] = 0
                gray = converted(levels.astype(numpy.uint8), gamma(file))
                return "drawn", multiplied(numpy.stack([gray] * 3 + [alpha], axis=2))
            pixels = numpy.asarray(image.convert("RGBA"))
            return "drawn", multiplied(numpy.concatenate(
                [converted(pixels[..., :3], gamma(file)), pixels[..., 3:]], axis=2))
    except Exception:  # Pillow's plugins raise arbitrary exceptions.
        return "refused", None


def heif(file, folder):
    """Returns the pixels that heif-convert of libheif decodes from a file that Pillow cannot read."""
    made = os.path.join(folder, "heif.png")
    ended = subprocess.run(["heif-convert", file, made], capture_output=True, timeout=60)
    if ended.returncode != 0 or not os.path.exists(made):
        return None
    pixels = pillow(made)[1]
    os.remove(made)
    return pixels


def magick(file, size):
    """Returns ImageMagick's result, without the color management and rotation that a picture may
    request."""
    try:
        ended = subprocess.run(
            ["convert", f"{file}[0]", "+profile", "icc", "-depth", "8", "rgba:-"],
            capture_output=True, **LIMITS)
    except subprocess.TimeoutExpired:
        return "refused", None
    # ImageMagick warns and continues.
    said = "drawn, doubts" if ended.stderr else "drawn"
    if ended.returncode != 0 and not ended.stdout:
        return "refused", None
    data = numpy.frombuffer(ended.stdout, numpy.uint8)
    if size is None or data.size != size[0] * size[1] * 4:
        return said, None
    return said, multiplied(data.reshape(size[0], size[1], 4))


def chunks(file):
    """Returns the data of the chunks of a PNG by name, such as gAMA: at most 64 bytes of the first chunk
    with each name."""
    found = {}
    with open(file, "rb") as opened:
        data = opened.read()
    at = 8
    while at + 12 <= len(data) and data.startswith(b"\x89PNG"):
        length, name = struct.unpack(">I4s", data[at:at + 8])
        found.setdefault(name, data[at + 8:at + 8 + min(length, 64)])
        at += 12 + length
    return found


def reason(file, verdict, difference, theirs):
    """Returns why a picture is refused or differs, or an empty string if there is nothing to explain."""
    if not verdict.startswith("drawn"):
        return "" if theirs != "drawn" else "wallfarm draws whole and sound pictures only"
    if difference is None or difference <= 2:
        return ""
    found = chunks(file)
    if b"gAMA" in found and found[b"IHDR"][8] == 16:
        return "gAMA: Pillow gives 8 of 16 bits, too few for dark colours"
    if b"tRNS" in found:
        return "tRNS: Pillow compares another number of bits"
    with open(file, "rb") as opened:
        if opened.read(8)[4:] == b"ftyp":
            return "colours of half the size are scaled up in another way"
    return "to be explained"


def difference(one, other):
    if one is None or other is None or one.shape != other.shape:
        return None
    return int((numpy.maximum(one, other) - numpy.minimum(one, other)).max())


def row(probe, name, file, folder, asks_magick=True):
    with open(file, "rb") as opened:
        digest = hashlib.sha256(opened.read()).hexdigest()[:16]
    verdict, mine = ours(probe, file, folder)
    says, theirs = pillow(file)
    if mine is not None and theirs is None:
        theirs = heif(file, folder)
    third, others = "not asked", None
    if asks_magick:
        third, others = magick(file, mine.shape if mine is not None else None)
    if theirs is not None and mine is not None and theirs.shape == mine.shape:
        far = difference(mine, theirs)
        if far is not None and far > 2:
            # CMYK inks may be stored inverted.
            upside = difference(255 - mine, theirs)
            far = min(far, upside if upside is not None else far)
    else:
        far = difference(mine, others)
    why = reason(file, verdict, far, says)
    shown = "-" if far is None else str(far)
    return "\t".join([name, digest, verdict, says, third, shown, why])


if __name__ == "__main__":
    words = sys.argv[1:]
    asks = words[0] != "--without-magick"
    words = words[0 if asks else 1:]
    with tempfile.TemporaryDirectory() as folder:
        for file in words[1:]:
            print(row(words[0], os.path.basename(file), file, folder, asks), flush=True)
