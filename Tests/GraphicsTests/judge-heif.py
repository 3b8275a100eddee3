"""Writes HEIC and AVIF files, each with the pixels that another decoder reads, and prints their names.

Run this script with .build/python, in which scripts/setup installs pillow_heif, with a newer libheif
than Debian's, and Pillow, with libavif.
"""
import random
import sys

import pillow_heif
from PIL import Image, ImageFilter

folder = sys.argv[1]
pillow_heif.register_heif_opener()


def picture(chance, mode, size):
    """Returns soft shapes, for which photo encoders are made, so that all decoders read nearly the same
    pixels."""
    small = Image.new(mode, (size[0] // 12 + 2, size[1] // 12 + 2))
    pixels = small.load()
    for y in range(small.height):
        for x in range(small.width):
            levels = tuple(chance.randrange(256) for _ in mode)
            pixels[x, y] = levels if len(levels) > 1 else levels[0]
    return small.resize(size, Image.BICUBIC).filter(ImageFilter.GaussianBlur(2))


def main():
    chance = random.Random(20261126)
    for mode in ("RGB", "RGBA", "L", "LA"):
        for chroma in ("4:2:0", "4:2:2", "4:4:4") if mode.startswith("RGB") else ("4:2:0",):
            size = (chance.randrange(40, 200), chance.randrange(40, 200))
            image = picture(chance, mode, size)
            for ending in ("heic", "avif"):
                name = f"{folder}/{mode}-{chroma.replace(':', '')}.{ending}"
                if ending == "heic":
                    image.save(name, quality=92, chroma=int(chroma.replace(":", "")))
                else:
                    image.save(name, quality=92, subsampling=chroma)
                with Image.open(name) as read, open(name + ".rgba", "wb") as file:
                    file.write(read.convert("RGBA").tobytes())
                print(name)


main()
