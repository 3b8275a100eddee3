"""A worker that behaves as the name of its unit specifies, to test the supervisor."""
import json, os, signal, socket, sys, threading, time, zlib

out, log = sys.argv[1], sys.argv[2]
beat = float(sys.argv[3]) if len(sys.argv) > 3 else 0.05
lock = threading.Lock()
broker = socket.socket(fileno=3)


def ask(what, order):
    """Asks the broker, and returns its error, if any, and the descriptor that came with its answer."""
    broker.send(f"{what} {order}".encode())
    text, descriptors, _, _ = socket.recv_fds(broker, 32768, 1)
    error = None if text == b"good" else json.loads(text)
    return error, descriptors[0] if descriptors else None


def say(message, tail="", spoil=None):
    with lock:
        text = (json.dumps(message, separators=(",", ":")) + tail).encode()
        line = b"%08x %d %s\n" % (zlib.crc32(text), len(text), text)
        sys.stdout.buffer.write(spoil(line) if spoil else line)
        sys.stdout.flush()


def note(text):
    with open(log, "a") as file:
        file.write(f"{os.getpid()} {text}\n")


def wait_until(has_happened):
    """Polls until something has happened; the time limit only prevents hanging."""
    end = time.monotonic() + 50
    while not has_happened() and time.monotonic() < end:
        time.sleep(0.002)


def films_begun():
    return {text.split("-")[2] for text in open(log) if "begin meet-" in text}


def keep_alive():
    while True:
        time.sleep(beat)
        say({"alive": True})


# Ways to damage a message: truncate it, change a digit, remove the checksum, or replace it with noise.
SPOILED = {
    "cut": lambda line: line[:len(line) // 2] + b"\n",
    "changed": lambda line: line.replace(b'"order":1', b'"order":2'),
    "bare": lambda line: line.split(b" ", 2)[2],
    "noise": lambda line: bytes(byte ^ 0x15 for byte in line[:-1]) + b"\n",
}

if os.path.exists(os.path.join(out, "refuse-to-start")):
    sys.stderr.write("no fonts here\n")
    sys.exit(3)
wait_until(lambda: not os.path.exists(os.path.join(out, "wait-to-start")))
say({"ready": True, "fence": [], "missing": []})
threading.Thread(target=keep_alive, daemon=True).start()
for line in sys.stdin:
    checksum, length, text = line.rstrip("\n").encode().split(b" ", 2)
    assert int(length) == len(text) and int(checksum, 16) == zlib.crc32(text)
    order = json.loads(text)
    unit, number = order["request"]["id"], order["order"]
    kind = unit.split("-")[0]
    note(f"begin {unit}")
    say({"order": number, "begun": True})
    answer = {"order": number, "milliseconds": 2, "stages": {"encode": 1},
              "hits": {"bands": 1}, "misses": {"bands": 2}}
    error, picture = ask("output", number)
    if error:
        answer["error"] = error
        say(answer)
        continue
    os.write(picture, b"half")
    attempt = sum(text.endswith(f"begin {unit}\n") for text in open(log))
    if kind == "crash" or (kind == "once" and attempt == 1):
        sys.stderr.write("about to fall\nFatal error: it fell\n")
        sys.stderr.flush()
        os.abort()
    # In the first three attempts, kill the worker, as if other units on the machine were the reason.
    if kind == "neighbour" and attempt <= 3:
        os.kill(os.getpid(), signal.SIGKILL)
    # Workers crash until more than 30 units have started.
    if kind == "storm" and sum("begin" in text for text in open(log)) <= 30:
        os.abort()
    # The disk with the photos is unavailable until more than 30 units have started.
    if kind == "mount" and sum("begin" in text for text in open(log)) <= 30:
        os.close(picture)
        answer["error"] = {"code": "input-failed", "class": "transfer", "message": "input/output error"}
        say(answer)
        continue
    # `meet-NEEDED-FILM-SECOND`: the first second of a film does not end before NEEDED films have been
    # started.
    if kind == "meet" and unit.endswith("-0"):
        wait_until(lambda: len(films_begun()) >= int(unit.split("-")[1]))
    # The first second fails while other workers render the following seconds, which end only when the test
    # creates the file `go`.
    if kind == "spoilt" and not unit.endswith("-0"):
        wait_until(lambda: os.path.exists(os.path.join(out, "go")))
    if kind == "spoilt" and unit.endswith("-0"):
        wait_until(lambda: sum("begin" in text for text in open(log)) >= 3)
        os.close(picture)
        answer["error"] = {"code": "photo-unreadable", "class": "invalid", "message": "it is gone"}
        say(answer)
        continue
    if kind == "exit":
        sys.exit(7)
    if kind == "descriptors":
        for name in os.listdir("/proc/self/fd"):
            if os.path.exists("/proc/self/fd/" + name):
                note("has " + os.readlink("/proc/self/fd/" + name))
    if kind == "hang":
        time.sleep(600)
    if kind == "grow":
        held = []
        while True:
            held.append(bytearray(b"x" * (8 << 20)))
            time.sleep(0.002)
    if kind == "stop" and attempt == 1:
        note(f"stopped {unit}")
        os.kill(os.getpid(), signal.SIGSTOP)
    if kind == "bad":
        os.close(picture)
        answer["error"] = {"code": "photo-unreadable", "class": "invalid", "message": "it is gone"}
        say(answer)
        continue
    if kind == "disk":
        os.close(picture)
        answer["error"] = {"code": "output-failed", "class": "transfer", "message": "no space left on device"}
        say(answer)
        continue
    if kind in SPOILED and attempt == 1:
        say(answer, "\t" + json.dumps({"sha256": "0", "bytes": 4}), spoil=SPOILED[kind])
        time.sleep(600)
    time.sleep(0.2 if kind == "slow" else 0.002)
    os.write(picture, b" and whole")
    os.close(picture)
    error, _ = ask("commit", number)
    if error:
        answer["error"] = error
        say(answer)
        continue
    note(f"done {unit}")
    say(answer, "\t" + json.dumps({"sha256": "0", "bytes": 4}))
