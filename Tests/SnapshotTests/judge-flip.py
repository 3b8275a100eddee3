"""Computes difference maps with the published FLIP.

Each line of standard input is "pixels-per-degree expected.png actual.png map.raw"; the map is
written as 32-bit floats, row by row.
"""

import sys

import flip_evaluator
import numpy
from PIL import Image


def pixels(name):
    with Image.open(name) as image:
        return numpy.asarray(image.convert("RGB")).astype(numpy.float32) / 255


for line in sys.stdin:
    density, expected, actual, place = line.split()
    flip_map, _, _ = flip_evaluator.evaluate(
        pixels(expected), pixels(actual), "LDR", applyMagma=False,
        parameters={"ppd": float(density)})
    flip_map.reshape(flip_map.shape[:2]).astype(numpy.float32).tofile(place)
