"""Hills of cut paper in front of a low sun; nearer hills are darker.

This file draws the picture; wallfarm_host.py exchanges the messages with wallfarm.
"""

from wallfarm_host import serve

# Proportions, relative to the shorter side of the screen.
SUN = 0.11  # radius of the sun
LIGHT = 0.45  # radius of the light around it
SHADOW = 0.016  # softness of the shadows of the hills

SWING = 0.055  # height of a wave in the outline of a hill, relative to the height of the screen
HAZE = 0.35  # color of the farthest hill: 0 is the color of the horizon, 1 that of the nearest hill


def compose(parameters, context):
    """Returns the layers in paint order. Lengths are in points, from the top left corner."""
    width, height = context["canvas"]["width"], context["canvas"]["height"]
    # Parameters with the unit "fraction" are relative to the screen, so they suit every screen.
    horizon = parameters["horizon"] * height
    side = min(width, height)
    return {
        "layers": [
            sky(parameters, horizon),
            *sun(parameters, parameters["sun-x"] * width, horizon - SUN / 4 * side, side),
            *hills(parameters, horizon, width, height),
        ]
    }


def sky(parameters, horizon):
    """The first layer is a fill, so that no corner of the screen is empty."""
    stops = [stop(0, parameters["sky"]), stop(1, parameters["glow"])]
    return {
        "name": "sky",
        "fill": {"linear": {"start": point(0, 0), "end": point(0, horizon), "stops": stops}},
    }


def sun(parameters, x, y, side):
    """A disc, and the light around it."""
    # The last two digits of a color are its alpha value: ff is opaque, 00 is transparent.
    light = parameters["sun"][:7]
    stops = [stop(0, light + "73"), stop(0.4, light + "26"), stop(1, light + "00")]
    radial = {"center": point(x, y), "radius": LIGHT * side, "stops": stops}
    return [
        shape("light", disc(x, y, LIGHT * side), fill={"radial": radial}),
        shape("sun", disc(x, y, SUN * side), fill=parameters["sun"]),
    ]


def hills(parameters, horizon, width, height):
    """One layer for each hill; a shadow separates it from the hill behind it."""
    count, ground = parameters["hills"], parameters["ground"]
    farthest = mix(parameters["glow"], ground, HAZE)
    shadow = {"color": ground[:7] + "73", "blur": SHADOW * min(width, height)}
    layers = []
    for index in range(count):
        nearness = index / (count - 1) if count > 1 else 1
        top = horizon + (height - horizon) * index / count
        layers.append(
            shape(
                f"hill.{index + 1}",
                {"path": outline(index, top, width, height)},
                fill=mix(farthest, ground, nearness),
                shadow=shadow,
            )
        )
    return layers


def outline(index, top, width, height):
    """Waves from left to right, and the lower edge of the screen."""
    # Half of a wave, from its top to its bottom. Hills with different waves look natural.
    half = (0.62 + 0.07 * (index % 3)) * width
    # Multiples of the golden ratio are spread evenly, so no two tops are one above the other.
    left = x = -2 * half * (0.618 * (index + 1) % 1)
    y, other = top, top + SWING * height
    path = [{"move": point(x, y)}]
    while x < width:
        # With these control points, a curve is almost a sine.
        near, far = point(x + 0.3642 * half, y), point(x + 0.6358 * half, other)
        x, y, other = x + half, other, y
        path.append({"curve": [near, far, point(x, y)]})
    corners = [{"line": point(x, height)}, {"line": point(left, height)}]
    return path + corners + [{"close": True}]


def mix(one, other, share):
    """A color between two colors, without their alpha values."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{int(a + (b - a) * share + 0.5):02x}" for a, b in pairs)


def shape(name, outline, **paint):
    return {"name": name, "shape": {"shape": outline, **paint}}


def disc(x, y, radius):
    size = 2 * radius
    return {"ellipse": {"x": x - radius, "y": y - radius, "width": size, "height": size}}


def stop(position, color):
    return {"position": position, "color": color}


def point(x, y):
    return {"x": x, "y": y}


# The id and version must be the same as in plugin.json.
serve(compose, id="{{id}}", version=1)
