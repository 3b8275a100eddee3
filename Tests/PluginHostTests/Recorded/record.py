"""Records how a plugin and wallfarm spoke, for replay.py and replay.c to say again ever after.

When to run it:

- **Once for each contract**, on the day it is made: `record.py PROGRAM`, with WALLFARM_HOME set to
  the checkout. Contract 1 was made, so **never again for contract 1**: a transcript that follows
  wallfarm proves nothing. For contract 2 copy this folder, raise CONTRACT, and record there.
- `record.py --numbers PROGRAM` where the pinned fonts or the facts about a screen have changed. It
  takes over numbers that the host says and nothing else: not a key, not a word, not what the plugin
  says. Read the diff: a length that became pixels is a number, too.

The plugin it records is in here: `layout` and `fill`, written to use all of the contract. As a
program it is this file; as a library it is record.c, which hands on what it is asked through a
socket. Both write a transcript, a line for each thing that is said:

- `{"host": …}` and `{"plugin": …}`: a message. Those of a library are calls: what it was called
  with and returned as `call`, `status`, `text`.
- `{"errors": "…"}`: a line that the program writes to standard error.
- `{"paint": [[x, y, width, height, "bbggrraa"], …]}`: pixels that it fills before it answers.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile

CONTRACT = 1
HERE = os.path.dirname(os.path.abspath(__file__))
# The name of this file when wallfarm runs it, in the plugin's folder.
PLUGIN = "plugin.py"


class Refusal(Exception):
    """What is answered in the place of layers."""


# The plugin -----------------------------------------------------------------------------------------


def check(parameters):
    if parameters["count"] > 5:
        raise Refusal({
            "code": "invalid-parameter",
            "message": "six of them do not go on one wallpaper",
            "hint": "take five",
            "parameter": "count",
        })


def layout(parameters, context):
    """Yields what it asks the host and is sent the answers; returns its own."""
    style = {"family": parameters["family"], "size": 22, "color": parameters["ink"]}
    notes = context["notes"]
    heading = [
        {"text": parameters["heading"]},
        {"text": " 3", "color": "#ffb45c", "weight": 700, "scale": 0.6, "strikethrough": False},
    ]
    full = {
        **style, "weight": 650, "italic": False, "letterSpacing": -0.01, "lineGap": 0.1,
        "features": "tnum=1", "strikethrough": False,
    }
    yield "extension", "wallfarm.fit/1"
    yield "extension", "wallfarm.codes/1"
    yield "extension", "recorded.nothing/1"
    yield "measure", {
        "texts": [
            {"block": {"spans": heading, "style": full}},
            {
                "block": {
                    "spans": [{"text": notes[0]["text"]}], "style": style, "alignment": "end",
                    "direction": "ltr", "language": "de", "lineLimit": 1,
                },
                "width": 90,
            },
            {"block": {"spans": [{"text": notes[-1]["text"]}], "style": style}, "width": 300.5},
        ]
    }
    fitted = yield "fit", {
        "text": "\n".join(note["text"] for note in notes), "style": style, "alignment": "start",
        "width": 240, "height": 150, "smallest": 12, "largest": 40,
    }
    code = yield "code", {"text": "https://example.org/"}
    yield "log", "measured 3 texts, fitted 1, made a code"
    yield "errors", "a line on standard error"

    # As short as the contract allows; the defaults of omitted members must not change.
    frame = {"x": 30, "y": 300, "width": 240, "height": 150}
    sky = [stop(text) for text in parameters["sky"]]
    layers = [
        {"name": "tint", "opacity": 0.25, "fill": "tomato"},
        {
            "name": "sky",
            "fill": {
                "linear": {"start": {"x": 0, "y": 0}, "end": {"x": 10, "y": 667}, "stops": sky}
            },
        },
        {
            "name": "card",
            "opacity": 0.9,
            "shape": {
                "shape": {"rounded": {"rect": grown(frame, 12), "radius": 16}},
                "fill": {
                    "radial": {
                        "center": {"x": 150, "y": 375}, "radius": 200,
                        "stops": [
                            {"position": 0, "color": "#10203080"},
                            {"position": 1, "color": "#102030"},
                        ],
                    }
                },
                "stroke": {"color": parameters["glow"], "width": 2, "dash": [4, 2]},
                "shadow": {"color": "#00000080", "blur": 8, "dx": 1, "dy": -2},
            },
        },
        {
            "name": "ring",
            "shape": {
                "shape": {"ellipse": {"x": 300, "y": 310, "width": 40, "height": 30}},
                "stroke": {"color": "#ffffff", "width": 1.5},
                "shadow": {"color": "#000000", "blur": 4},
            },
        },
        {
            "name": "flag",
            "shape": {
                "shape": {
                    "path": [
                        {"move": {"x": 300, "y": 400}},
                        {"line": {"x": 340, "y": 400}},
                        {"curve": [{"x": 350, "y": 410}, {"x": 330, "y": 420}, {"x": 340, "y": 430}]},
                        {"close": True},
                    ]
                },
                "fill": "#ffb45c",
            },
        },
        {
            "name": "heading",
            "text": {
                "block": {"spans": heading, "style": full},
                "frame": {"x": 30, "y": 255, "width": 300, "height": 27},
                "shadow": {"color": "#00000066", "blur": 3, "dy": 1},
            },
        },
        {
            "name": "inside",
            "group": {
                "clip": {"rectangle": grown(frame, 4)},
                "layers": [
                    {"name": "notes", "text": {"block": fitted["block"], "frame": frame}},
                    {
                        "name": "deeper",
                        "opacity": 0.5,
                        "group": {
                            "layers": [
                                {"name": "tile", "image": {"file": "tile.png", "frame": tile(31)}},
                                {
                                    "name": "tile.all",
                                    "image": {
                                        "file": "tile.png", "frame": tile(51), "fit": "contain",
                                        "focus": {"x": 0.25, "y": 0.75}, "zoom": 1, "blur": 0.5,
                                        "saturation": 0.5,
                                    },
                                },
                            ]
                        },
                    },
                ],
            },
        },
        {
            "name": "code",
            "shape": {"shape": {"path": squares(code)}, "fill": "#ffffff"},
        },
    ]
    size = fitted["block"]["style"]["size"]
    return {
        "layers": layers,
        "fontSize": size,
        "notes": [
            {
                "number": 1, "lines": 2, "frame": {"x": 30, "y": 300, "width": 240, "height": 50},
                "direction": "ltr", "clipped": True,
            },
            {"number": 3, "lines": 1, "frame": {"x": 30, "y": 375.125, "width": 240, "height": 25}},
        ],
        "warnings": [
            {"code": "notes-hidden", "message": "one is not shown", "hint": "write less"},
            {"code": "notes-shortened", "message": "one ends in an ellipsis"},
        ],
    }


def stop(text):
    color, position = text.split()
    return {"position": float(position[:-1]) / 100, "color": color}


def grown(frame, by):
    return {
        "x": frame["x"] - by, "y": frame["y"] - by,
        "width": frame["width"] + 2 * by, "height": frame["height"] + 2 * by,
    }


def tile(x):
    return {"x": x, "y": 430, "width": 16, "height": 16}


def squares(code):
    path = []
    for column, row, length in code["runs"][:12]:
        left, right, top, bottom = 290 + column, 290 + column + length, 450 + row, 451 + row
        path += [
            {"move": {"x": left, "y": top}}, {"line": {"x": right, "y": top}},
            {"line": {"x": right, "y": bottom}}, {"line": {"x": left, "y": bottom}},
            {"close": True},
        ]
    return path


def fill(pixels):
    """Four bands and a hole, through which 20 % of another colour is seen."""
    width, quarter = pixels["width"], pixels["height"] // 4
    colors = ["3c1214ff", "6682ffff", "5cb4ffff", "ffffffff"]
    bands = [[0, at * quarter, width, quarter, color] for at, color in enumerate(colors)]
    bands[-1][3] = pixels["height"] - 3 * quarter
    return bands + [[10, 20, 30, 40, "0a143333"]]


# As a program -----------------------------------------------------------------------------------------


def run_as_program():
    with open("plugin.json", encoding="utf-8") as file:
        manifest = json.load(file)
    transcript = open("transcript", "w", encoding="utf-8")

    def hear():
        line = sys.stdin.readline()
        if not line:
            sys.exit()
        write(transcript, {"host": json.loads(line)})
        return json.loads(line)

    def say(message):
        write(transcript, {"plugin": message})
        print(json.dumps(message), flush=True)

    while True:
        message = hear()
        if message["type"] == "describe":
            identity = {key: manifest[key] for key in ("contract", "id", "version")}
            say({"type": "describe", **identity})
        elif message["type"] == "fill":
            bands = fill(message["pixels"])
            write(transcript, {"paint": bands})
            paint(bands, message["pixels"])
            say({"type": "done"})
        else:
            try:
                check(message["parameters"])
                say({"type": "done", **converse(message, hear, say, transcript)})
            except Refusal as refusal:
                say({"type": "error", **refusal.args[0]})


def converse(message, hear, say, transcript):
    conversation = layout(message["parameters"], message["context"])
    answer = None
    while True:
        try:
            kind, question = conversation.send(answer)
        except StopIteration as end:
            return end.value
        if kind == "extension":
            continue
        if kind == "errors":
            write(transcript, {"errors": question})
            print(question, file=sys.stderr, flush=True)
        elif kind == "log":
            say({"type": "log", "line": question})
        else:
            say({"type": kind, **question})
            answer = hear()
            if answer.pop("type") == "error":
                raise Refusal(answer)


def paint(bands, pixels):
    for x, y, width, height, color in bands:
        for row in range(y, y + height):
            os.pwrite(3, bytes.fromhex(color) * width, row * pixels["stride"] + 4 * x)


# As a library -----------------------------------------------------------------------------------------


def serve(connection, manifest, transcript):
    """Tells record.c what to do next, for as long as it asks."""
    pipe = connection.makefile("rw", encoding="utf-8", newline="\n")
    parameters = None

    def hear():
        line = pipe.readline()
        if not line:
            raise EOFError
        word, _, rest = line.rstrip("\n").partition(" ")
        return word, rest

    def say(*words):
        pipe.write(" ".join(words) + "\n")
        pipe.flush()

    def answer(status, value):
        write(transcript, {"plugin": {"status": status, **({} if value is None else {"text": value})}})
        say("return", str(status), "" if value is None else json.dumps(value))

    identity = {key: manifest[key] for key in ("contract", "id", "version")}
    write(transcript, {"host": {"call": "wallfarm_plugin_1"}})
    write(transcript, {"plugin": identity})
    try:
        while True:
            call, rest = hear()
            if call == "create":
                parameters = json.loads(rest)
                write(transcript, {"host": {"call": call, "text": parameters}})
                try:
                    check(parameters)
                    answer(0, None)
                except Refusal as refusal:
                    answer(1, refusal.args[0])
            elif call == "fill":
                pixels, context = (json.loads(part) for part in rest.split("\t"))
                write(transcript, {"host": {"call": call, "text": context, "pixels": pixels}})
                bands = fill(pixels)
                write(transcript, {"paint": bands})
                for band in bands:
                    say("paint", *(str(part) for part in band))
                answer(0, None)
            else:
                context = json.loads(rest)
                write(transcript, {"host": {"call": call, "text": context}})
                try:
                    answer(0, converse_by_calls(parameters, context, hear, say, transcript))
                except Refusal as refusal:
                    answer(1, refusal.args[0])
    except EOFError:
        pass


def converse_by_calls(parameters, context, hear, say, transcript):
    conversation = layout(parameters, context)
    reply = None
    while True:
        try:
            kind, question = conversation.send(reply)
        except StopIteration as end:
            return end.value
        if kind == "errors":
            continue
        key = "name" if kind == "extension" else "text"
        write(transcript, {"plugin": {"call": kind, key: question}})
        say(kind, question if isinstance(question, str) else json.dumps(question))
        if kind == "log":
            continue
        status, rest = hear()
        if kind == "extension":
            write(transcript, {"host": {"found": status == "1"}})
            continue
        reply = json.loads(rest)
        # Only messages of programs have a type.
        reply.pop("type", None)
        write(transcript, {"host": {"status": int(status), "text": reply}})
        if status != "0":
            raise Refusal(reply)


# Recording --------------------------------------------------------------------------------------------


def parameter(key, kind, default, **more):
    """One parameter as plugin.json declares it."""
    return {"key": key, "type": kind, **more, "default": default, "summary": f"A {kind}."}


def manifest(kind, carrier):
    """plugin.json, with a parameter of every type."""
    common = {
        "format": 1, "contract": CONTRACT, "id": "recorded", "name": "Recorded", "version": 1,
        "kind": "layout", "summary": "All that a plugin can say.", "author": "The wallfarm authors",
        "licence": "MIT", "carrier": carrier,
    }
    if kind == "pixels":
        count = parameter("count", "integer", 3, minimum=1, maximum=9)
        pixels = {"id": "recorded-pixels", "kind": "background", "makes": "pixels"}
        return {**common, **pixels, "parameters": [count]}
    return {
        **common,
        "makes": "layers",
        "parameters": [
            parameter("count", "integer", 3, minimum=1, maximum=9),
            parameter("share", "number", 0.25, minimum=0, maximum=1, unit="fraction"),
            parameter("gap", "number", 4.5, minimum=0, maximum=60, unit="typePoints"),
            parameter("loud", "boolean", False),
            parameter("heading", "text", "Today", limit=40),
            parameter("labels", "texts", ["one", "two"], limit=4),
            parameter("corner", "choice", "round", words=["round", "square"]),
            parameter("parts", "words", ["heading"], words=["heading", "tile", "code"]),
            parameter("ink", "color", "#ffffff"),
            parameter("glow", "color", "none", optional=True),
            parameter("halo", "color", "none", optional=True),
            parameter("sky", "stops", ["#102030 0%", "#405060 100%"]),
            parameter("family", "font", "Inter"),
            parameter("second", "font", "none", optional=True),
            parameter("photo", "file", ""),
        ],
    }


DEFAULTS = {
    "block": {"alignment": "start", "direction": "auto"},
    "style": {
        "weight": 400, "italic": False, "letterSpacing": 0, "lineGap": 0, "features": "",
        "strikethrough": False,
    },
    "image": {
        "fit": "cover", "focus": {"x": 0.5, "y": 0.5}, "zoom": 1, "blur": 0, "saturation": 1,
    },
    "stroke": {"dash": []},
    "shadow": {"dx": 0, "dy": 0},
}


def spelled_out(value, key=""):
    """A part of an answer with all that may be left out, as the contract says what it then is."""
    if isinstance(value, list):
        return [spelled_out(item) for item in value]
    if value == "tomato":
        return "#ff6347"
    if value == "tile.png":
        return "{plugin}/tile.png"
    if not isinstance(value, dict):
        return value
    if "name" in value:
        value = {"opacity": 1, **value}
    return {k: spelled_out(v, k) for k, v in {**DEFAULTS.get(key, {}), **value}.items()}


def expected(transcript):
    """What must come of the pictures of a layout: rows of a report, and the layers of the first."""
    said = [line["plugin"] for line in transcript if "plugin" in line]
    answer = next(message for message in said if "layers" in message)
    refusal = next(message for message in said if message.get("parameter"))
    placements = [{"direction": "auto", "clipped": False, **note} for note in answer["notes"]]
    return {
        "layers": spelled_out(answer["layers"]),
        "units": [
            {
                "unit": "picture/iphone8",
                "state": "done",
                "receipt": {
                    "layout": {"fontSize": answer["fontSize"], "notes": placements},
                    "plugins": [{"id": "recorded", "version": 1}],
                    "warnings": [{"hint": None, **warning} for warning in answer["warnings"]],
                },
            },
            {"unit": "unknown-character/iphone8", "state": "dead", "error": {"code": "missing-glyph"}},
            {
                "unit": "refused/iphone8",
                "state": "dead",
                "error": {key: refusal[key] for key in ("code", "message", "hint")},
            },
        ],
        "said": {
            "program": [message["line"] for message in said if message["type"] == "log"]
            + [line["errors"] for line in transcript if "errors" in line],
            "library": [message["line"] for message in said if message["type"] == "log"],
        },
    }


def record(wallfarm, kind, carrier):
    """The transcript of one carrier."""
    with tempfile.TemporaryDirectory() as folder:
        plugin = os.path.join(folder, "plugins", "recorded")
        os.makedirs(plugin)
        with open(os.path.join(HERE, f"{carrier}{suffix(kind)}.json"), encoding="utf-8") as file:
            facts = json.load(file)
        code = {"program": {"program": PLUGIN, "runner": "python3"}, "library": {"library": "record.so"}}
        with open(os.path.join(plugin, "plugin.json"), "w", encoding="utf-8") as file:
            json.dump({**facts, "carrier": code[carrier]}, file)
        shutil.copy(f"{HERE}/tile.png", plugin)
        shutil.copy(f"{HERE}/record.py", f"{plugin}/{PLUGIN}")
        shutil.copytree(f"{HERE}/template{suffix(kind)}", f"{folder}/template")
        shutil.copy(f"{HERE}/pictures{suffix(kind)}.json", folder)
        path = os.path.join(plugin, "transcript")
        command = [
            wallfarm, "batch", f"pictures{suffix(kind)}.json", "--output", "out", "--quiet",
            "--workers", "1", "--attempts", "1", "--plugins", "plugins",
        ]
        if carrier == "program":
            # Two of three pictures are refused, so the status is 1.
            subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL)
        else:
            record_library(command, folder, plugin, facts, path)
        with open(path, encoding="utf-8") as file:
            return [json.loads(line) for line in file]


def record_library(command, folder, plugin, facts, path):
    server = socket.socket(socket.AF_UNIX)
    server.settimeout(30)
    server.bind(os.path.join(folder, "socket"))
    server.listen()
    subprocess.run(
        [
            "gcc", "-std=gnu99", "-Wall", "-Wextra", "-Werror", "-fPIC", "-shared", "-o",
            f"{plugin}/record.so", f"{HERE}/record.c", f'-DID="{facts["id"]}"',
            f'-DSOCKET="{folder}/socket"',
        ],
        check=True,
    )
    running = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL)
    with open(path, "w", encoding="utf-8") as transcript:
        serve(server.accept()[0], facts, transcript)
    running.wait()


def suffix(kind):
    return "-pixels" if kind == "pixels" else ""


def write(file, value):
    file.write(json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n")
    file.flush()


def with_numbers(old, new):
    """The old transcript with the numbers that the host says in the new one."""
    if len(old) != len(new):
        sys.exit(f"{len(new)} lines were said in the place of {len(old)}")
    return [
        {"host": numbers(one["host"], other.get("host"), f"line {number}")} if "host" in one else one
        for number, (one, other) in enumerate(zip(old, new), 1)
    ]


def numbers(old, new, place):
    if isinstance(old, dict) and isinstance(new, dict) and old.keys() <= new.keys():
        return {key: numbers(old[key], new[key], f"{place}.{key}") for key in old}
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        return [numbers(a, b, f"{place}[{at}]") for at, (a, b) in enumerate(zip(old, new))]
    if type(old) in (int, float) and type(new) in (int, float):
        return new
    if old != new:
        sys.exit(f"{place} is {new!r}, was {old!r}: that is no matter of numbers")
    return old


def main(arguments):
    is_about_numbers = arguments[:1] == ["--numbers"]
    wallfarm = os.path.abspath(arguments[-1])
    for kind in ("layers", "pixels"):
        for carrier in ("program", "library"):
            name = f"{HERE}/{carrier}{suffix(kind)}"
            code = {"program": "replay.py", "runner": "python3"}
            if not is_about_numbers:
                facts = manifest(kind, code if carrier == "program" else {"library": "replay.so"})
                with open(f"{name}.json", "w", encoding="utf-8") as file:
                    file.write(json.dumps(facts, indent=2) + "\n")
            transcript = record(wallfarm, kind, carrier)
            if is_about_numbers:
                with open(f"{name}.transcript", encoding="utf-8") as file:
                    transcript = with_numbers([json.loads(line) for line in file], transcript)
            with open(f"{name}.transcript", "w", encoding="utf-8") as file:
                for line in transcript:
                    write(file, line)
            if not is_about_numbers and (kind, carrier) == ("layers", "program"):
                with open(f"{HERE}/expected.json", "w", encoding="utf-8") as file:
                    file.write(json.dumps(expected(transcript), indent=2) + "\n")


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8")
    if os.path.basename(__file__) == PLUGIN:
        run_as_program()
    else:
        main(sys.argv[1:])
