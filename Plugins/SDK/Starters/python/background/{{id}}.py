"""{{id}}: two colors from top to bottom, and a soft circle of light.

Reads a line of JSON and writes a line of JSON. Print only answers to standard output; print debug
output to standard error.
"""

import json
import sys


def compose(parameters, context):
    """Returns the answer: the layers in paint order. Lengths are in points, from the top left."""
    width, height = context["canvas"]["width"], context["canvas"]["height"]
    sky = {
        "linear": {
            "start": {"x": 0, "y": 0},
            "end": {"x": 0, "y": height},
            "stops": [
                {"position": 0, "color": parameters["top"]},
                {"position": 1, "color": parameters["bottom"]},
            ],
        }
    }

    # Parameters with the unit "fraction" are fractions of the screen, so they work on every screen.
    x, y = parameters["x"] * width, parameters["y"] * height
    radius = parameters["size"] * width / 2
    light = parameters["light"][:7]
    glow = {
        "radial": {
            "center": {"x": x, "y": y},
            "radius": radius,
            # The last two digits are the alpha value: ff is opaque, 00 is transparent.
            "stops": [
                {"position": 0, "color": light + "d0"},
                {"position": 0.5, "color": light + "50"},
                {"position": 1, "color": light + "00"},
            ],
        }
    }
    frame = {"x": x - radius, "y": y - radius, "width": 2 * radius, "height": 2 * radius}
    return {
        "layers": [
            {"name": "sky", "fill": sky},
            {"name": "light", "shape": {"shape": {"ellipse": frame}, "fill": glow}},
        ]
    }


def answer(message):
    if message["type"] == "describe":
        return {"type": "describe", "contract": 1, "id": "{{id}}", "version": 1}
    if message["type"] == "compose":
        return {"type": "done", **compose(message["parameters"], message["context"])}
    return {"type": "error", "message": f"messages of type '{message['type']}' are not supported"}


# Each answer is one line. Without the flush, the line would stay in a buffer, and the host would
# wait for it.
sys.stdin.reconfigure(encoding="utf-8")
for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
