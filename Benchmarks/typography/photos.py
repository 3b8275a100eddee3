"""Measures how much of a photo two programs change so that notes can be read on it.

    photos.py BEFORE AFTER FOLDER

BEFORE and AFTER are built programs, as for compare.py. FOLDER contains photos, at any depth. Each photo
gets six notes in each theme on an iPhone 15. A pixel counts as changed if a channel differs by more than
16 of 255 from the same picture without notes; a 9-pixel opening at a third of the size removes the
letters themselves. For each theme, the script prints the median share of the screen that is changed, the
number of photos that are changed on more than a third of the screen, and the lowest contrast and Lc of
any line.
"""

import json
import os
import statistics
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

import numpy
from PIL import Image, ImageFilter

from compare import SIX

THEMES = [
    "amber", "beacon", "dawn", "fog", "folio", "forest", "gelato", "lens", "midnight", "noor", "paper", "poster",
]
ENDINGS = (".jpg", ".jpeg", ".png", ".webp")


def render(program, home, theme, photo, notes, output, look=None):
    words = [program, "render", "--device", "iphone15", "--theme", theme, "--photo", photo,
             "--output", output, "--report", "-", "--quiet"]
    words += ["--variant", look] if look else []
    for note in notes:
        words += ["--note", note]
    if not notes:
        words += ["--notes", os.path.join(os.path.dirname(output), "none.json"), "--set", "nothing-left="]
    environment = dict(os.environ, **({"WALLFARM_HOME": home} if home else {}))
    made = subprocess.run(words, capture_output=True, text=True, env=environment)
    if made.returncode:
        sys.exit(made.stderr)
    receipts = json.loads(made.stdout)
    # Older versions print a single receipt.
    return receipts[0] if isinstance(receipts, list) else receipts


def pixels(file):
    return numpy.asarray(Image.open(file).convert("RGB").reduce(3)).astype(int)


def measure(which, programs, theme, photo, folder):
    """Returns the results of one program for one photo: the changed share, the lowest contrast, and the
    lowest Lc."""
    name = os.path.join(folder, f"{which}-{theme}-{abs(hash(photo))}")
    program, home = programs[which]
    receipt = render(program, home, theme, photo, SIX, name + ".png")
    # Render only the photo, which both programs draw alike. Use the look that was selected for the picture,
    # because a look may dim the photo.
    render(*programs["after"], theme, photo, [], name + "-bare.png", receipt.get("variant"))
    seen = numpy.abs(pixels(name + ".png") - pixels(name + "-bare.png")).max(2) > 16
    seen = Image.fromarray((seen * 255).astype("uint8"))
    seen = numpy.asarray(seen.filter(ImageFilter.MinFilter(9)).filter(ImageFilter.MaxFilter(9))) > 0
    for ending in (".png", "-bare.png"):
        os.remove(name + ending)
    lines = receipt["layout"]["legibility"]["lines"]
    return (float(seen.mean()), min(line["after"] for line in lines),
            min(line.get("lc", 0) for line in lines))


def main():
    before, after, source = sys.argv[1:]
    programs = {"before": (before, os.environ.get("WALLFARM_HOME_BEFORE")),
                "after": (after, os.environ.get("WALLFARM_HOME_AFTER"))}
    photos = sorted(os.path.join(where, name) for where, _, names in os.walk(source)
                    for name in names if name.lower().endswith(ENDINGS))
    if not photos:
        sys.exit(f"photos: no photo is in '{source}'")
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(os.cpu_count()) as workers:
        with open(os.path.join(folder, "none.json"), "w") as file:
            file.write("[]")
        print(f"{len(photos)} photos: median change, photos changed by a third, least contrast, least Lc")
        for theme in THEMES:
            for which in programs:
                found = list(workers.map(
                    lambda photo: measure(which, programs, theme, photo, folder), photos))
                print(f"{theme:9} {which:7} {statistics.median(f[0] for f in found):.2f}"
                      f" {sum(f[0] > 1 / 3 for f in found):3}"
                      f" {min(f[1] for f in found):6.2f} {min(f[2] for f in found):6.1f}", flush=True)


main()
