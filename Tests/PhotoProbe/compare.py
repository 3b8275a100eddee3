"""Decodes photos with wallfarm, Pillow and ImageMagick, and says how far wallfarm is from the others.

    compare.py [--without-magick] PROBE FILE...      a line for each file, tabs between the columns:
    name, digest, what wallfarm says, what Pillow says, what ImageMagick says, difference, reason

The difference is the largest over all pixels and channels, in levels of 255, colours multiplied with
alpha; a dash where there is nothing to compare. Who cannot read a file says "refused".
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
# The address sanitizer reserves terabytes of address space.
if "ASAN_OPTIONS" not in os.environ:
    LIMITS["preexec_fn"] = lambda: resource.setrlimit(resource.RLIMIT_AS, (3 << 30, 3 << 30))


def ours(probe, file, folder):
    """What wallfarm says, with the pixels as it stores them."""
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
    """Red, green, blue, alpha as blue, green, red, alpha, multiplied with alpha."""
    if pixels[..., 3].min() == 255:
        return numpy.ascontiguousarray(pixels[..., [2, 1, 0, 3]])
    wide = pixels.astype(numpy.uint32)
    alpha = wide[..., 3:]
    colors = (wide[..., 2::-1] * alpha + 127) // 255
    return numpy.concatenate([colors, alpha], axis=2).astype(numpy.uint8)


def gamma(file):
    """What gAMA says of 16 bits; of 8 bits levels are converted when they are drawn, and not when they are decoded.

    Nothing where a profile, or sRGB, counts instead."""
    found = chunks(file)
    with open(file, "rb") as opened:
        if opened.read(25)[24] != 16:
            return None
    if b"gAMA" not in found or b"sRGB" in found or len(found[b"gAMA"]) != 4:
        return None
    return struct.unpack(">I", found[b"gAMA"])[0] / 100000


def converted(levels, gamma):
    """Levels for a screen of 2.2, as the PNG specification has it; Pillow leaves that to others."""
    # libpng ignores differences below a twentieth.
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
    """What the program of libheif makes of a file that Pillow does not know."""
    made = os.path.join(folder, "heif.png")
    ended = subprocess.run(["heif-convert", file, made], capture_output=True, timeout=60)
    if ended.returncode != 0 or not os.path.exists(made):
        return None
    pixels = pillow(made)[1]
    os.remove(made)
    return pixels


def magick(file, size):
    """ImageMagick's pixels, without the colour management and turns that a picture may ask for."""
    try:
        ended = subprocess.run(
            ["convert", f"{file}[0]", "+profile", "icc", "-depth", "8", "rgba:-"],
            capture_output=True, **LIMITS)
    except subprocess.TimeoutExpired:
        return "refused", None
    # The decoder warns and continues.
    said = "drawn, doubts" if ended.stderr else "drawn"
    if ended.returncode != 0 and not ended.stdout:
        return "refused", None
    data = numpy.frombuffer(ended.stdout, numpy.uint8)
    if size is None or data.size != size[0] * size[1] * 4:
        return said, None
    return said, multiplied(data.reshape(size[0], size[1], 4))


def chunks(file):
    """Names of the chunks of a PNG, with the value of gAMA."""
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
    """Why a picture is refused or differs; empty where there is nothing to explain."""
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
