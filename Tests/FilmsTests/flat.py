"""Judges the colors of flat areas in a film that ffmpeg decodes.

    flat.py film.mp4 drawn.raw WIDTH HEIGHT

drawn.raw contains the pictures as they were drawn: blue, green, red and one more byte per pixel. A flat
area is a macroblock (16 by 16 pixels, which H.264 codes together) of one color, whose eight neighbors
also have only this color; in a macroblock that contains an edge, H.264 causes ringing. Prints a line for
each check, and stops with status 1 at the first one that fails.
"""
import subprocess, sys

import numpy

BLOCK = 16
film, drawn, width, height = sys.argv[1], sys.argv[2], *map(int, sys.argv[3:])


def check(true, words, detail=""):
    if not true:
        print(f"FAILED: {words}: {detail}")
        sys.exit(1)
    print(f"ok: {words}: {detail}")


def pictures(pixel_format, size):
    """Yields the pictures that ffmpeg decodes, one after another."""
    decoder = subprocess.Popen(
        ["ffmpeg", "-v", "error", "-i", film, "-sws_flags", "accurate_rnd+full_chroma_int+full_chroma_inp",
         "-f", "rawvideo", "-pix_fmt", pixel_format, "-"], stdout=subprocess.PIPE)
    while len(bytes := decoder.stdout.read(size)) == size:
        yield numpy.frombuffer(bytes, numpy.uint8).astype(int)


def flat_areas(colors):
    """Returns whether each pixel is in a flat area."""
    rows, columns = height // BLOCK, width // BLOCK
    blocks = colors[:rows * BLOCK, :columns * BLOCK].reshape(rows, BLOCK, columns, BLOCK)
    least = blocks.min((1, 3))
    color = numpy.where(least == blocks.max((1, 3)), least, -1)
    middle = color[1:-1, 1:-1]
    flat = middle >= 0
    for down in (0, 1, 2):
        for right in (0, 1, 2):
            flat &= color[down:down + rows - 2, right:right + columns - 2] == middle
    whole = numpy.zeros(colors.shape, bool)
    whole[BLOCK:(rows - 1) * BLOCK, BLOCK:(columns - 1) * BLOCK] = flat.repeat(BLOCK, 0).repeat(BLOCK, 1)
    return whole


meant = numpy.fromfile(drawn, numpy.uint8).reshape(-1, height, width, 4)[..., :3].astype(int)
colors = [picture[..., 0] << 16 | picture[..., 1] << 8 | picture[..., 2] for picture in meant]
flat = [flat_areas(each) for each in colors]
off, luma_off = [], []
for number, seen in enumerate(pictures("bgr24", width * height * 3)):
    difference = abs(seen.reshape(height, width, 3) - meant[number]).max(axis=2)
    off.append(difference[flat[number]])
check(len(off) == len(meant), "every picture", len(off))
# The luma weights of ITU-R BT.709-6, item 3, in limited range (16 to 235).
weights = numpy.array([0.0722, 0.7152, 0.2126]) * 219 / 255
for number, seen in enumerate(pictures("yuv420p", width * height * 3 // 2)):
    luma = numpy.floor(meant[number] @ weights + 16.5)
    luma_off.append(abs(seen[:width * height].reshape(height, width) - luma)[flat[number]])
off, luma_off = numpy.concatenate(off), numpy.concatenate(luma_off)
share = (off > 2).mean()
check(off.size > 5_000_000, "much of it is flat", off.size)
check(share < 0.001 and off.max() <= 8, "flat colours within two levels, but for one in 1000 pixels",
      f"{share * 1e6:.0f} in a million are not, and the worst is off by {off.max()}")
check((luma_off > 2).mean() < 0.00001, "flat luma within two levels, but for one in 100,000 pixels",
      f"the worst is off by {luma_off.max():.0f}")
