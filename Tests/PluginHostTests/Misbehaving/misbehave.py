"""A program that misbehaves in the way that the id in its plugin.json selects, to test the host.

Each row of table.json describes one way. prog-behaves is correct and has no row. Delays last half a
minute and memory growth stops, so that a host that does not end the program is detected and nothing is
left behind.
"""
import json
import os
import signal
import sys
import time

PREFIX = "prog-"
GOOD = [{"name": "ground", "fill": "#336699"}]
FRAME = {"x": 0, "y": 0, "width": 100, "height": 100}
MEGABYTE = 1 << 20


def hang():
    time.sleep(30)
    os._exit(99)


def die(number):
    os.kill(os.getpid(), number)
    hang()


def encoded(message):
    """Returns the line of a message, which may already be text or bytes."""
    if isinstance(message, bytes):
        return message
    if not isinstance(message, str):
        message = json.dumps(message, separators=(",", ":"))
    return message.encode()


def write(data):
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def say(message):
    write(encoded(message) + b"\n")


def done(layers, **more):
    return {"type": "done", "layers": layers, **more}


def layer(**content):
    """Returns an answer that is correct except for its one layer."""
    return done([{"name": "layer", **content}])


def block(words="a", **style):
    return {"spans": [{"text": words}],
            "style": {"family": "Inter", "size": 20, "color": "#ffffff", **style}}


def text(words="a", frame=FRAME, **style):
    return layer(text={"block": block(words, **style), "frame": frame})


def shape(shape):
    return layer(shape={"shape": shape, "fill": "red"})


def image(file):
    return layer(image={"file": file, "frame": FRAME})


def gradient(*positions):
    stops = [{"position": position, "color": "red"} for position in positions]
    line = {"start": {"x": 0, "y": 0}, "end": {"x": 0, "y": 9}}
    return layer(fill={"linear": {**line, "stops": stops}})


def measure(count=1, **more):
    return {"type": "measure", "texts": [{"block": block(), **more} for _ in range(count)]}


def repeated(before, member, times, after):
    """Returns the text of a list that repeats one member, because a JSON encoder would take too long."""
    return before + ",".join([member] * times) + after


def many_layers(count):
    member = '{"name":"a","fill":"red"}'
    return repeated('{"type":"done","layers":[', member, count, "]}")


def nested(groups):
    """Returns the text of nested groups, because some JSON encoders cannot nest so deeply."""
    before, after = '{"name":"group","group":{"layers":[', "]}}"
    inside = json.dumps(GOOD[0])
    return '{"type":"done","layers":[' + before * groups + inside + after * groups + "]}"


PLACEMENT = {"number": 1, "lines": 1, "frame": FRAME, "direction": "ltr", "clipped": False}

# Fixed responses to a describe message.
IDENTITIES = {
    "describe-of-contract-2": {"contract": 2},
    "describe-with-id-of-number": {"id": 7},
    "describe-with-other-id": {"id": "another-plugin"},
    "describe-of-other-type": {"type": "done"},
    "describe-with-other-version": {"version": 2},
    "describe-without-version": {"version": None},
}

# Fixed responses to compose. Strings and bytes are sent verbatim, because no JSON encoder would write them.
ANSWERS = {
    # Invalid JSON, or not an object.
    "answer-ends-with-comma": '{"type":"done","layers":[],}',
    "answer-is-a-list": [done(GOOD)],
    "answer-is-an-empty-line": "",
    "answer-is-cut-off": '{"type":"done","layers":[',
    "answer-is-no-utf-8": b'{"type":"done","layers":[{"name":"\xc3\x28","fill":"red"}]}',
    "answer-with-a-zero": b'{"type":"done","layers":[]}\0',
    "answer-with-half-a-pair": '{"type":"done","layers":[{"name":"\\ud83d","fill":"red"}]}',
    "answer-with-key-twice": '{"type":"done","layers":[],"layers":[]}',
    "answer-in-utf-16": json.dumps(done(GOOD)).encode("utf-16"),
    "debug-output-before-answer": "composing now\n" + json.dumps(done(GOOD)),
    "number-1e999": '{"type":"done","layers":[{"name":"a","opacity":1e999,"fill":"red"}]}',
    "number-infinity": layer(opacity=float("inf"), fill="red"),
    "number-nan": layer(opacity=float("nan"), fill="red"),
    # Not a valid message.
    "answer-of-host": {"type": "measured", "texts": []},
    "answer-of-unknown-type": {"type": "finished", "layers": GOOD},
    "answer-type-of-number": {"type": 1, "layers": GOOD},
    "answer-without-layers": {"type": "done"},
    "answer-without-type": {"layers": GOOD},
    "code-of-number": {"type": "code", "text": 7},
    "fit-without-size": {"type": "fit", "text": "a", "style": block()["style"]},
    "measure-texts-of-number": {"type": "measure", "texts": 7},
    "measure-width-nan": measure(width=float("nan")),
    "measure-without-texts": {"type": "measure"},
    "refuse-with-message-of-number": {"type": "error", "message": 42},
    "refuse-without-message": {"type": "error", "hint": "guess"},
    # Missing, mistyped or unknown members.
    "font-size-of-text": done(GOOD, fontSize="20"),
    "layer-is-a-text": done(["ground"]),
    "layer-of-no-kind": layer(opacity=0.5),
    "layer-of-pixels": layer(pixels={"digest": "00"}),
    "layer-of-two-kinds": layer(fill="red", shape={"shape": {"rectangle": FRAME}}),
    "layer-with-unknown-key": layer(fill="red", colour="blue"),
    "layers-is-an-object": done({"0": GOOD[0]}),
    "name-too-long": done([{"name": "n" * 201, "fill": "red"}]),
    "note-number-beyond-integers": done(GOOD, notes=[{**PLACEMENT, "number": 1e30}]),
    "note-number-of-text": done(GOOD, notes=[{**PLACEMENT, "number": "1"}]),
    "note-without-frame": done(GOOD, notes=[{"number": 1, "lines": 1}]),
    "notes-is-a-number": done(GOOD, notes=3),
    "opacity-of-text": layer(opacity="half", fill="red"),
    "shape-of-two-kinds": shape({"rectangle": FRAME, "ellipse": FRAME}),
    "text-without-style": layer(text={"block": {"spans": [{"text": "a"}]}, "frame": FRAME}),
    "unknown-alignment": layer(
        text={"block": {**block(), "alignment": "middle"}, "frame": FRAME}),
    "unknown-color": layer(fill="bluish"),
    "warning-of-unknown-code": done(
        GOOD, warnings=[{"code": "moon-full", "message": "it is full"}]),
    "warning-without-message": done(GOOD, warnings=[{"code": "notes-hidden"}]),
    # Numbers out of range.
    "frame-out-of-reach": text(frame={**FRAME, "x": 1e9}),
    "gradient-falls": gradient(0.8, 0.2),
    "gradient-of-one-stop": gradient(0.5),
    "groups-40-deep": nested(40),
    "image-of-no-width": layer(image={"file": "plugin.json", "frame": {**FRAME, "width": 0}}),
    "opacity-2": layer(opacity=2, fill="red"),
    "opacity-below-0": layer(opacity=-0.1, fill="red"),
    "shape-of-negative-size": shape({"rectangle": {**FRAME, "width": -5}}),
    "stroke-of-no-width": layer(
        shape={"shape": {"ellipse": FRAME}, "stroke": {"color": "red", "width": 0}}),
    "type-size-0": text(size=0),
    # Missing files, fonts and characters.
    "image-absolute": image("/etc/hostname"),
    "image-in-folder-above": image("../../x.png"),
    "image-missing": image("missing.png"),
    "missing-glyph": text("\U000F0000"),
    "unknown-font": text(family="Comic Sans MS"),
    # A declared refusal.
    "refuse": {"type": "error", "message": "there is no moon tonight"},
    "refuse-with-control-characters": {
        "type": "error", "message": "\x1b[31mthere is no moon\x1b]0;tonight\x07\r\n"},
}

# Long responses, built only on request.
LONG_ANSWERS = {
    "answer-nested-200-deep": lambda: nested(66),
    "answer-of-17-mb": lambda: encoded(done(GOOD)) + b" " * (17 * MEGABYTE),
    "half-a-million-layers": lambda: many_layers(500_000),
    "layers-20001": lambda: many_layers(20_001),
    "log-line-of-17-mb": lambda: {"type": "log", "line": "x" * (17 * MEGABYTE)},
    "measure-1001-texts": lambda: measure(1001),
    "path-too-long": lambda: repeated(
        '{"type":"done","layers":[{"name":"path","shape":{"shape":{"path":[',
        '{"move":{"x":9,"y":9}}', 100_001, "]}}}]}"),
    "text-too-long": lambda: text("a " * 50_001),
    "warnings-101": lambda: done(
        GOOD, warnings=[{"code": "notes-hidden", "message": "two are hidden"}] * 101),
}

# Functions, grouped by the call in which they misbehave. The return value of a function is the response; None
# ends the program.
CALLS = {"start": {}, "describe": {}, "compose": {}, "fill": {}}


def at(call):
    """Registers a function as the behavior with the name of the function."""
    def register(function):
        CALLS[call][function.__name__.replace("_", "-")] = function
        return function
    return register


# Misbehavior before the first message.

@at("start")
def crash_at_start():
    die(signal.SIGSEGV)


@at("start")
def exit_0_at_start():
    sys.exit(0)


@at("start")
def exit_3_at_start():
    sys.exit(3)


@at("start")
def greet_at_start():
    say("misbehave.py 1.0, ready")


@at("start")
def hang_at_start():
    hang()


@at("start")
def raise_at_start():
    raise RuntimeError("there is no moon tonight")


# Misbehavior in describe.

@at("describe")
def ask_in_describe(message):
    say(measure())
    sys.stdin.buffer.readline()
    hang()


@at("describe")
def crash_in_describe(message):
    die(signal.SIGSEGV)


@at("describe")
def hang_in_describe(message):
    hang()


@at("describe")
def close_input_and_sleep(message):
    os.close(0)
    say(identity("close-input-and-sleep"))
    hang()


# Exits during compose.

@at("compose")
def abort_in_compose(message):
    os.abort()


@at("compose")
def child_keeps_pipes_open(message):
    if os.fork() == 0:
        hang()
    os._exit(0)


@at("compose")
def close_output_and_sleep(message):
    os.close(1)
    hang()


@at("compose")
def crash_after_asking(message):
    say(measure())
    die(signal.SIGSEGV)


@at("compose")
def crash_in_compose(message):
    die(signal.SIGSEGV)


@at("compose")
def crash_in_the_middle_of_answer(message):
    answer = encoded(done(GOOD * 1000))
    write(answer[:len(answer) // 2])
    die(signal.SIGSEGV)


@at("compose")
def crash_when_measured(message):
    say(measure())
    sys.stdin.buffer.readline()
    die(signal.SIGSEGV)


@at("compose")
def division_by_zero(message):
    die(signal.SIGFPE)


@at("compose")
def end_in_the_middle_of_answer(message):
    answer = encoded(done(GOOD * 1000))
    write(answer[:len(answer) // 2])
    sys.exit(0)


@at("compose")
def exit_0_in_compose(message):
    sys.exit(0)


@at("compose")
def exit_3_in_compose(message):
    sys.exit(3)


@at("compose")
def exit_after_asking(message):
    say(measure())
    sys.exit(0)


@at("compose")
def kill_itself(message):
    die(signal.SIGKILL)


@at("compose")
def raise_in_compose(message):
    return message["moon"]


# Misbehavior in compose: exceeding the time limit.

@at("compose")
def answer_by_trickle(message):
    for byte in encoded(done(GOOD * 20)):
        write(bytes([byte]))
        time.sleep(0.05)
    hang()


@at("compose")
def ask_without_end(message):
    end = time.monotonic() + 30
    while time.monotonic() < end:
        say(measure())
        sys.stdin.buffer.readline()


@at("compose")
def ask_without_reading(message):
    # The responses to these requests exceed the capacity of a pipe.
    for _ in range(10):
        say(measure(1000))
    hang()


@at("compose")
def flood_standard_error(message):
    end = time.monotonic() + 30
    while time.monotonic() < end:
        os.write(2, b"still at it\n" * 1000)


@at("compose")
def hang_deaf_to_signals(message):
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE, signal.SIGXCPU):
        signal.signal(number, signal.SIG_IGN)
    os.fork()
    hang()


@at("compose")
def hang_in_compose(message):
    hang()


@at("compose")
def spin_in_compose(message):
    end = time.monotonic() + 30
    while time.monotonic() < end:
        pass


@at("compose")
def stop_itself(message):
    die(signal.SIGSTOP)


# Misbehavior in compose: exceeding resource limits.

@at("compose")
def grow_in_compose(message):
    held = []
    while len(held) < 192:
        held.append(bytearray(b"x" * (8 * MEGABYTE)))
    hang()


@at("compose")
def grow_for_a_moment(message):
    held = bytearray(b"x") * (400 * MEGABYTE)
    return layer(fill="red", opacity=held.count(b"x", 0, 1))


@at("compose")
def log_without_end(message):
    line = encoded({"type": "log", "line": "x" * 4000}) + b"\n"
    for _ in range(64 * MEGABYTE // len(line)):
        write(line)
    hang()


@at("compose")
def write_without_newline(message):
    for _ in range(64):
        write(b"x" * MEGABYTE)
    hang()


# Misbehavior in compose: passing on an error from the host.

@at("compose")
def measure_unknown_font(message):
    say({"type": "measure", "texts": [{"block": block(family="Comic Sans MS")}]})
    answer = json.loads(sys.stdin.buffer.readline())
    return answer if answer["type"] == "error" else done(GOOD)


# Misbehavior in fill.

def write_pixels(message, pixel, share=1):
    """Writes a picture of one color, or only the first SHARE of its bytes."""
    pixels = message["pixels"]
    data = memoryview(bytes(pixel) * (pixels["stride"] // 4) * pixels["height"])
    data = data[:int(len(data) * share)]
    written = 0
    while written < len(data):
        written += os.pwrite(pixels["descriptor"], data[written:], written)


@at("fill")
def close_pixels(message):
    os.close(message["pixels"]["descriptor"])
    return {"type": "done"}


@at("fill")
def crash_in_fill(message):
    write_pixels(message, [200, 0, 0, 255], share=0.5)
    die(signal.SIGSEGV)


@at("fill")
def hang_in_fill(message):
    hang()


@at("fill")
def pixels_not_premultiplied(message):
    write_pixels(message, [200, 0, 0, 100])
    return {"type": "done"}


@at("fill")
def pixels_too_few(message):
    write_pixels(message, [200, 0, 0, 255], share=0.5)
    return {"type": "done"}


@at("fill")
def truncate_pixels(message):
    # Write invalid pixels first, so that the plugin also misbehaves if the host prevents the truncation.
    write_pixels(message, [200, 0, 0, 100])
    try:
        os.ftruncate(message["pixels"]["descriptor"], 0)
    except OSError:
        pass
    return {"type": "done"}


def identity(behaviour):
    """Returns the answer to describe; members that are None are omitted."""
    answer = {"type": "describe", "contract": 1, "id": PREFIX + behaviour, "version": 1,
              **IDENTITIES.get(behaviour, {})}
    return {key: value for key, value in answer.items() if value is not None}


def answer(behaviour, message):
    """Returns a behavior's answer to a message of the host."""
    call = message["type"]
    if call == "error":
        return message  # passed on unchanged, so that the host's own error is reported
    if call not in CALLS:
        return done(GOOD)
    if behaviour in CALLS[call]:
        return CALLS[call][behaviour](message)
    if call == "describe":
        return identity(behaviour)
    if call == "fill":
        write_pixels(message, [200, 0, 0, 255])
        return {"type": "done"}
    if behaviour in LONG_ANSWERS:
        return LONG_ANSWERS[behaviour]()
    return ANSWERS.get(behaviour, done(GOOD))


def main():
    with open("plugin.json", encoding="utf-8") as file:
        behaviour = json.load(file)["id"].removeprefix(PREFIX)
    if behaviour not in {"behaves", *IDENTITIES, *ANSWERS, *LONG_ANSWERS}.union(*CALLS.values()):
        sys.exit(f"misbehave.py: no behaviour '{behaviour}'")
    if behaviour in CALLS["start"]:
        CALLS["start"][behaviour]()
    for line in sys.stdin.buffer:
        answered = answer(behaviour, json.loads(line))
        if answered is None:
            return
        say(answered)


if __name__ == "__main__":
    main()
