"""{{id}}: the notes as a list, as large as the free area allows.

Reads a line of JSON and writes a line of JSON. Print only answers to standard output; print debug
output to standard error.
"""

import json
import sys


class Refusal(Exception):
    """The reason why there is no picture: {"code": …, "message": …}."""


def compose(parameters, context):
    """Returns the answer: the layers in paint order. Lengths are in points, from the top left."""
    notes = context["notes"]
    if not notes:
        raise Refusal({"code": "no-notes", "message": "there are no notes to show"})
    area = context["freeArea"]
    # Sizes are for a screen 430 pt wide; the scale adapts them to this screen.
    scale = context["typeScale"]
    side = parameters["side"] * scale
    width = area["width"] - 2 * side
    if width <= 0:
        raise Refusal({"code": "notes-do-not-fit", "message": "the screen is too narrow"})

    # The notes as one block of text, with a span for each note; completed notes are struck through.
    spans = [{"text": f"• {note['text']}\n", "strikethrough": note["done"]} for note in notes]
    spans[-1]["text"] = spans[-1]["text"][:-1]
    fitted = ask({
        "type": "fit",
        "text": "".join(span["text"] for span in spans),
        "style": {
            "family": parameters["font"],
            "size": 1,  # replaced by the size that is found
            "weight": 600,
            "color": parameters["color"],
            "lineGap": 0.25,
        },
        "alignment": "start",
        "width": width,
        "height": area["height"],
        "smallest": parameters["min-size"] * scale,
        "largest": parameters["max-size"] * scale,
    })
    block = {**fitted["block"], "spans": spans}
    height = fitted["measurement"]["size"]["height"]
    frame = {
        "x": area["x"] + side,
        "y": area["y"] + (area["height"] - height) / 2,
        "width": width,
        "height": height,
    }
    # Reports show layer names, so a name must never contain the user's text.
    layer = {"name": "notes", "text": {"block": block, "frame": frame}}
    return {"layers": [layer], "fontSize": block["style"]["size"]}


def ask(question):
    """Sends a question to the host, and returns its answer; if the answer is an error, raises
    Refusal."""
    say(question)
    reply = json.loads(sys.stdin.readline())
    if reply.pop("type") == "error":
        raise Refusal(reply)
    return reply


def say(message):
    # Without the flush, the line would stay in a buffer, and the host would wait for it.
    print(json.dumps(message), flush=True)


def answer(message):
    if message["type"] == "describe":
        return {"type": "describe", "contract": 1, "id": "{{id}}", "version": 1}
    if message["type"] == "compose":
        return {"type": "done", **compose(message["parameters"], message["context"])}
    return {"type": "error", "message": f"messages of type '{message['type']}' are not supported"}


sys.stdin.reconfigure(encoding="utf-8")
for line in sys.stdin:
    try:
        say(answer(json.loads(line)))
    except Refusal as refusal:
        say({"type": "error", **refusal.args[0]})
