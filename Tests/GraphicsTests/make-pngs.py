"""Writes a PNG of every color type, depth and storage method to a folder, assembled bit by bit.

The script prints the name of each PNG. The file NAME.rgba contains the red, green, blue and alpha of its
pixels, 8 bits each, which are computed here and not by a decoder.
"""
import os
import random
import struct
import sys
import zlib

folder = sys.argv[1]
random.seed(20)
DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
# The horizontal and vertical start and step of each Adam7 pass.
PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
          (0, 1, 1, 2)]


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def packed(samples, depth):
    """Packs the samples of a row into bytes, the first sample in the highest bits."""
    if depth == 16:
        return struct.pack(f">{len(samples)}H", *samples)
    bits = "".join(format(sample, f"0{depth}b") for sample in samples)
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[at:at + 8], 2) for at in range(0, len(bits), 8))


def filtered(rows, step, kind):
    """Returns filtered rows, each after the byte of its filter; kind 5 changes the filter in each
    row."""
    result, above = b"", None
    for number, row in enumerate(rows):
        above = above if above is not None and len(above) == len(row) else bytes(len(row))
        way = number % 5 if kind == 5 else kind
        out = bytearray()
        for at, value in enumerate(row):
            left = row[at - step] if at >= step else 0
            up, corner = above[at], above[at - step] if at >= step else 0
            guess = left + up - corner
            far = [abs(guess - left), abs(guess - up), abs(guess - corner)]
            paeth = (left, up, corner)[far.index(min(far))]
            out.append((value - (0, left, up, (left + up) // 2, paeth)[way]) & 255)
        result += bytes([way]) + bytes(out)
        above = row
    return result


def make(color, depth, interlace, clear, kind, width, height):
    channels, most = CHANNELS[color], (1 << depth) - 1
    palette = [tuple(random.randrange(256) for _ in range(3)) for _ in range(min(most + 1, 200))]
    alphas = [random.randrange(256) for _ in range(max(1, len(palette) // 2))]
    limit = len(palette) - 1 if color == 3 else most
    pixels = [[tuple(random.randint(0, limit) for _ in range(channels)) for _ in range(width)]
              for _ in range(height)]
    key = pixels[0][0]
    if clear and color in (0, 2):
        for y in range(height):
            pixels[y][random.randrange(width)] = key
    data = b""
    step = max(1, channels * depth // 8)
    for left, top, across, down in PASSES if interlace else [(0, 0, 1, 1)]:
        rows = [packed([sample for pixel in pixels[y][left::across] for sample in pixel], depth)
                for y in range(top, height, down)]
        if rows and rows[0]:
            data += filtered(rows, step, kind)
    extra = b""
    if color == 3:
        extra += chunk(b"PLTE", b"".join(bytes(entry) for entry in palette))
        if clear:
            extra += chunk(b"tRNS", bytes(alphas))
    elif clear and color in (0, 2):
        extra += chunk(b"tRNS", struct.pack(f">{channels}H", *key))
    header = struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, interlace)
    file = (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + extra
            + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b""))

    def level(sample):
        return (sample * 255 + most // 2) // most

    def seen(pixel):
        if color == 3:
            entry = pixel[0]
            alpha = alphas[entry] if clear and entry < len(alphas) else 255
            return (*palette[entry], alpha)
        alpha = level(pixel[-1]) if color in (4, 6) else 255
        if clear and color in (0, 2) and pixel == key:
            alpha = 0
        levels = [level(sample) for sample in pixel]
        return (*(levels[:3] if color in (2, 6) else levels[:1] * 3), alpha)

    return file, b"".join(bytes(seen(pixel)) for row in pixels for pixel in row)


for color, depths in DEPTHS.items():
    for depth in depths:
        for interlace in (0, 1):
            for clear in (0, 1) if color in (0, 2, 3) else (0,):
                for kind in range(6):
                    for width, height in ((17, 13), (1, 1), (3, 9)):
                        name = f"c{color}d{depth}i{interlace}t{clear}f{kind}w{width}.png"
                        file, pixels = make(color, depth, interlace, clear, kind, width, height)
                        with open(os.path.join(folder, name), "wb") as out:
                            out.write(file)
                        with open(os.path.join(folder, name + ".rgba"), "wb") as out:
                            out.write(pixels)
                        print(name)
