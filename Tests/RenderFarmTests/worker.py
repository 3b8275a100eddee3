"""A worker that behaves as the name of its unit says; the supervisor is judged with it."""
import json, os, signal, sys, threading, time, zlib

out, log = sys.argv[1], sys.argv[2]
beat = float(sys.argv[3]) if len(sys.argv) > 3 else 0.05
lock = threading.Lock()


def say(message, tail="", spoil=None):
    with lock:
        text = (json.dumps(message, separators=(",", ":")) + tail).encode()
        line = b"%08x %d %s\n" % (zlib.crc32(text), len(text), text)
        sys.stdout.buffer.write(spoil(line) if spoil else line)
        sys.stdout.flush()


def note(text):
    with open(log, "a") as file:
        file.write(f"{os.getpid()} {text}\n")


def keep_alive():
    while True:
        time.sleep(beat)
        say({"alive": True})


# A message that is cut, one with a digit changed, one without its checksum, and noise.
SPOILED = {
    "cut": lambda line: line[:len(line) // 2] + b"\n",
    "changed": lambda line: line.replace(b'"token":1', b'"token":2'),
    "bare": lambda line: line.split(b" ", 2)[2],
    "noise": lambda line: bytes(byte ^ 0x15 for byte in line[:-1]) + b"\n",
}

if os.path.exists(os.path.join(out, "refuse-to-start")):
    sys.stderr.write("no fonts here\n")
    sys.exit(3)
say({"ready": True})
threading.Thread(target=keep_alive, daemon=True).start()
for line in sys.stdin:
    checksum, length, text = line.rstrip("\n").encode().split(b" ", 2)
    assert int(length) == len(text) and int(checksum, 16) == zlib.crc32(text)
    order = json.loads(text)
    unit, token = order["unit"]["id"], order["token"]
    kind = unit.split("-")[0]
    note(f"begin {unit} {token}")
    answer = {"unit": unit, "token": token, "milliseconds": 2, "stages": {"encode": 1},
              "hits": {"bands": 1}, "misses": {"bands": 2}}
    path = os.path.join(out, order["unit"]["output"])
    temporary = os.path.join(os.path.dirname(path), order["temporary"])
    with open(temporary, "w") as file:
        file.write("half")
    attempt = sum(f"begin {unit} " in text for text in open(log))
    if kind == "crash" or (kind == "once" and attempt == 1):
        sys.stderr.write("about to fall\nFatal error: it fell\n")
        sys.stderr.flush()
        os.abort()
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
        os.unlink(temporary)
        answer["error"] = {"code": "photo-unreadable", "message": "it is gone"}
        say(answer)
        continue
    if kind == "disk":
        os.unlink(temporary)
        answer["error"] = {"code": "output-failed", "message": "no space left on device"}
        say(answer)
        continue
    if kind in SPOILED and attempt == 1:
        os.unlink(temporary)
        say(answer, "\t" + json.dumps({"sha256": "0", "bytes": 4}), spoil=SPOILED[kind])
        time.sleep(600)
    time.sleep(0.2 if kind == "slow" else 0.002)
    os.rename(temporary, path)
    note(f"done {unit} {token}")
    say(answer, "\t" + json.dumps({"sha256": "0", "bytes": 4}))
