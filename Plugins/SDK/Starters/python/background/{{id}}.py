"""{{id}}: two colours from top to bottom, and a soft circle of light.

A line of JSON comes in, a line of JSON goes out. Print nothing else to standard output: what you
want to see while you work goes to standard error.
"""

import json
import sys


def compose(parameters, context):
    """The answer to the host: layers, first to last. Lengths are in points, from the top left."""
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

    # Parameters of unit "fraction" are shares, so the picture is right on every screen.
    x, y = parameters["x"] * width, parameters["y"] * height
    radius = parameters["size"] * width / 2
    light = parameters["light"][:7]
    glow = {
        "radial": {
            "center": {"x": x, "y": y},
            "radius": radius,
            # Two more digits are the alpha: ff is opaque, 00 is clear.
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
    return {"type": "error", "message": f"messages of type '{message['type']}' are not known here"}


# One line, one answer. Without the flush it would wait in a buffer, and so would the host.
sys.stdin.reconfigure(encoding="utf-8")
for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
