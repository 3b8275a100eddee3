"""Says whether Pillow sees what a transcript painted: judge-pixels.py TRANSCRIPT PICTURE."""

import json
import sys

from PIL import Image

with open(sys.argv[1], encoding="utf-8") as file:
    paint = next(entry["paint"] for entry in map(json.loads, file) if "paint" in entry)
with Image.open(sys.argv[2]) as image:
    found = image.convert("RGBA")
wanted = Image.new("RGBA", found.size)
for x, y, width, height, color in paint:
    blue, green, red, alpha = bytes.fromhex(color)
    # Plugins return premultiplied colors; files store straight alpha.
    plain = [round(255 * channel / alpha) for channel in (red, green, blue)]
    wanted.paste((*plain, alpha), (x, y, x + width, y + height))
print("the same" if found.tobytes() == wanted.tobytes() else "another picture")
