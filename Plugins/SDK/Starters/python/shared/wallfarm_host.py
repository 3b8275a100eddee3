"""The exchange of messages with wallfarm: a JSON object on each line, in both directions.

You do not need to change this file. Standard output is reserved for messages, so print debug output
to standard error: print("…", file=sys.stderr).
"""

import json
import sys


class Refusal(Exception):
    """The reason why no picture is possible; only the message is required.

    The code is one of no-notes, notes-do-not-fit, text-does-not-fit and invalid-parameter. The
    parameter is the key of the parameter that the user should change.
    """

    def __init__(self, message, code=None, hint=None, parameter=None):
        super().__init__(message)
        members = {"message": message, "code": code, "hint": hint, "parameter": parameter}
        self.members = {key: value for key, value in members.items() if value is not None}


def measure(texts):
    """Returns a MEASUREMENT for each text, which is {"block": BLOCK, "width": POINTS}."""
    return ask({"type": "measure", "texts": texts})["texts"]


def fit(**request):
    """Returns {"block": BLOCK, "measurement": MEASUREMENT} with the largest size that fits."""
    return ask({"type": "fit", **request})


def log(line):
    """Adds a line to the output of 'plugin run'; it must not contain the user's text."""
    say({"type": "log", "line": line})


def ask(request):
    """Sends a request, and returns the response; raises Refusal if the response is an error."""
    say(request)
    reply = json.loads(sys.stdin.readline())
    if reply.pop("type") == "error":
        # Later versions of wallfarm may add members.
        raise Refusal(*map(reply.get, ("message", "code", "hint", "parameter")))
    return reply


def say(message):
    # Without the flush, the line would stay in a buffer, and wallfarm would wait for it.
    print(json.dumps(message), flush=True)


def serve(compose, id, version):
    """Responds to messages until wallfarm closes standard input."""

    def response(message):
        if message["type"] == "describe":
            return {"type": "describe", "contract": 1, "id": id, "version": version}
        if message["type"] == "compose":
            return {"type": "done", **compose(message["parameters"], message["context"])}
        raise Refusal(f"messages of type '{message['type']}' are not supported")

    sys.stdin.reconfigure(encoding="utf-8")
    for line in sys.stdin:
        try:
            say(response(json.loads(line)))
        except Refusal as refusal:
            say({"type": "error", **refusal.members})
