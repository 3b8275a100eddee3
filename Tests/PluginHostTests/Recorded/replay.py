"""An old plugin: says what the plugin of a transcript said, and hears whether the host still does.

What the host says must hold every recorded member with the same value; it may hold more. Where it does
not, the plugin answers with an error that names the first difference. record.py says what stands in a
transcript.
"""

import json
import os
import sys


def difference(old, new, path):
    """What is no longer as it was; None where nothing is."""
    if isinstance(old, dict):
        if not isinstance(new, dict):
            return f"{path} is no object any more"
        # Messages of errors may be reworded.
        keys = [key for key in old if not (key == "message" and "code" in old)]
        found = (
            difference(old[key], new[key], f"{path}.{key}") if key in new
            else f"{path}.{key} is missing"
            for key in keys
        )
        return next((one for one in found if one), None)
    if isinstance(old, list):
        if not isinstance(new, list):
            return f"{path} is no list any more"
        if len(old) != len(new):
            return f"{path} has {len(new)} items, had {len(old)}"
        found = (difference(a, b, f"{path}[{at}]") for at, (a, b) in enumerate(zip(old, new)))
        return next((one for one in found if one), None)
    if is_number(old) and is_number(new):
        return None if abs(old - new) <= 1e-6 else f"{path} is {new!r}, was {old!r}"
    if type(old) is type(new) and old == new:
        return None
    # Texts may be private, so they are not repeated.
    return f"{path} is {new}" if isinstance(new, bool) else f"{path} is another text or value"


def is_number(value):
    return type(value) in (int, float)


def paint(rectangles, stride):
    for x, y, width, height, color in rectangles:
        for row in range(y, y + height):
            os.pwrite(3, bytes.fromhex(color) * width, row * stride + 4 * x)


def say(message):
    print(json.dumps(message), flush=True)


def main():
    with open("transcript", encoding="utf-8") as file:
        lines = [json.loads(line) for line in file]
    at = 0
    broken = None
    for line in sys.stdin:
        message = json.loads(line)
        # An error can be reported until the next request arrives.
        if at == len(lines):
            broken = broken or "the host asks for more than was recorded"
        else:
            broken = broken or difference(lines[at]["host"], message, message["type"])
        # Always answer describe: a mismatch can be reported only in place of a picture.
        if broken and message["type"] != "describe":
            say({"type": "error", "message": f"line {at + 1} of the transcript: {broken}"})
            continue
        at += 1
        while at < len(lines) and "host" not in lines[at]:
            entry = lines[at]
            if "paint" in entry:
                paint(entry["paint"], message["pixels"]["stride"])
            elif "errors" in entry:
                print(entry["errors"], file=sys.stderr, flush=True)
            else:
                say(entry["plugin"])
            at += 1


sys.stdin.reconfigure(encoding="utf-8")
main()
