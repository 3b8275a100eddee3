"""rings: ellipses around a point, which change from one color to another and become darker outward.

This background is a program that reads a line of JSON and writes a line of JSON. It uses only the
standard library.
"""

import json
import math
import sys

# Each ring lies in the shadow of the smaller ring above it. SHADE is the fraction of its light that a ring
# keeps in the shadow, and REACH is the extent of the shadow as a fraction of the ring's width. GROUND is the
# fraction of light that the ground between the rings keeps; the ground is lower than the rings, and therefore
# darker.
SHADE = 0.82
REACH = 0.6
GROUND = 0.66


def compose(parameters, context):
    """Returns the layers: a ground over the canvas, then the rings, from the outermost inward."""
    canvas = context["canvas"]
    center = {"x": parameters["x"] * canvas["width"], "y": parameters["y"] * canvas["height"]}
    inner, outer = parse(parameters["inner"]), parse(parameters["outer"])
    count = parameters["count"]

    # The outermost ring extends to the farthest corner, so that the rings cover the canvas.
    reach = math.hypot(
        max(center["x"], canvas["width"] - center["x"]),
        max(center["y"], canvas["height"] - center["y"]),
    )
    pitch = reach / count
    # The ground is visible between the rings, so its colors change along with the colors of the rings.
    ground = radial(center, reach, [(0, darker(inner, GROUND)), (1, darker(outer, GROUND))])

    layers = [{"name": "ground", "fill": ground}]
    for number in range(count, 0, -1):
        # The first ring has the inner color, and the last ring has the outer color.
        color = mix(inner, outer, (number - 1) / max(1, count - 1))
        end = number * pitch
        if number == 1:
            layers.append(disc("ring.1", center, end, write(color)))
            break
        # Draw a ring as a disc with a smaller disc of ground over it. A stroked circle would work only for
        # thin rings, because the maximum line width is 1000 pt.
        start = end - pitch * parameters["thickness"]
        lit = start + (end - start) * REACH
        band = radial(
            center, end, [(start / end, darker(color, SHADE)), (lit / end, color), (1, color)]
        )
        layers.append(disc(f"ring.{number}", center, end, band))
        if parameters["thickness"] < 1:
            layers.append(disc(f"ring.{number}.hole", center, start, ground))
    return {"layers": layers}


def disc(name, center, radius, paint):
    frame = {
        "x": center["x"] - radius,
        "y": center["y"] - radius,
        "width": 2 * radius,
        "height": 2 * radius,
    }
    return {"name": name, "shape": {"shape": {"ellipse": frame}, "fill": paint}}


def radial(center, radius, stops):
    stops = [{"position": position, "color": write(color)} for position, color in stops]
    return {"radial": {"center": center, "radius": radius, "stops": stops}}


# Colors are mixed in Oklab (https://bottosson.github.io/posts/oklab), which is perceptually uniform. In sRGB,
# the midpoint between red and blue is a muddy gray. A background covers the screen, so alpha is ignored.


def parse(text):
    """Returns the Oklab lightness and the two Oklab color axes of #rrggbb or #rrggbbaa."""
    red, green, blue = (to_light(int(text[at : at + 2], 16) / 255) for at in (1, 3, 5))
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def write(color):
    """Returns an Oklab color as #rrggbb, clipped to sRGB."""
    lightness, a, b = color
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    middle = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    channels = (
        4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short,
    )
    return "#" + "".join(f"{round(255 * from_light(channel)):02x}" for channel in channels)


def to_light(channel):
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def from_light(light):
    light = min(1, max(0, light))
    return light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055


def mix(one, other, share):
    return tuple(a + (b - a) * share for a, b in zip(one, other))


def darker(color, share):
    return tuple(value * share for value in color)


def answer(message):
    kind = message.get("type")
    if kind == "describe":
        return {"type": "describe", "contract": 1, "id": "rings", "version": 1}
    if kind == "compose":
        return {"type": "done", **compose(message["parameters"], message["context"])}
    return {"type": "error", "message": f"rings does not support messages of type '{kind}'"}


# Each answer is one line. Without the flush, the line would stay in a buffer, and the host would wait for the
# line.
for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
