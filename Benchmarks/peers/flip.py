"""Times the published FLIP. flip.py PIXELS-PER-DEGREE ONE OTHER ROUNDS prints the median in
milliseconds, and the number of pixels with a FLIP value of at least 0.1."""
import sys
import time

import flip_evaluator
import numpy
from PIL import Image


def pixels(name):
    with Image.open(name) as image:
        return numpy.asarray(image.convert("RGB")).astype(numpy.float32) / 255


density, one, other = float(sys.argv[1]), pixels(sys.argv[2]), pixels(sys.argv[3])
times = []
for _ in range(int(sys.argv[4])):
    start = time.perf_counter()
    found, _, _ = flip_evaluator.evaluate(one, other, "LDR", applyMagma=False, parameters={"ppd": density})
    times.append((time.perf_counter() - start) * 1000)
print(sorted(times)[len(times) // 2], int((found >= 0.1).sum()))
