"""A worker that does what its order specifies, to test the pool."""
import json, os, signal, socket, sys, threading, time, zlib

log = sys.argv[1]
lock = threading.Lock()
broker = socket.socket(fileno=3)


def say(message, tail=""):
    with lock:
        text = (json.dumps(message, separators=(",", ":")) + tail).encode()
        sys.stdout.buffer.write(b"%08x %d %s\n" % (zlib.crc32(text), len(text), text))
        sys.stdout.flush()


def ask(what, order, *words):
    """Asks the broker, and returns its error, if any, and the descriptor that came with its answer."""
    broker.send(" ".join([what, str(order), *words]).encode())
    return answer_of_broker()


def answer_of_broker():
    text, descriptors, _, _ = socket.recv_fds(broker, 32768, 1)
    error = None if text == b"good" else json.loads(text)
    return error, descriptors[0] if descriptors else None


def note(text):
    with open(log, "a") as file:
        file.write(f"{os.getpid()} {text}\n")


def keep_alive():
    while True:
        time.sleep(0.05)
        say({"alive": True})


if os.path.exists(log + ".refuse"):
    sys.stderr.write("no fonts here\n")
    sys.exit(3)
say({"ready": True, "fence": ["files"], "missing": ["calls"]})
threading.Thread(target=keep_alive, daemon=True).start()
early = {}
for line in sys.stdin:
    checksum, length, text = line.rstrip("\n").encode().split(b" ", 2)
    assert int(length) == len(text) and int(checksum, 16) == zlib.crc32(text)
    order = json.loads(text)
    number, job = order["order"], order["request"]["job"]
    kind, name = job.get("do", ""), job.get("name", "")
    say({"order": number, "begun": True})
    note(f"begin {name}")
    answer = {"order": number, "milliseconds": 2}
    if order.get("stages"):
        say({"order": number, "stage": "encode"})
    while kind in ("wait", "early") and not os.path.exists(log + ".go"):
        time.sleep(0.002)
    if kind == "hang":
        time.sleep(600)
    if kind == "crash":
        os.abort()
    if kind == "stop":
        os.kill(os.getpid(), signal.SIGSTOP)
    if kind == "stuck":
        # Start a process in its own session that holds the pipe open, so that the parent does not see the end
        # of the output.
        holder = os.fork()
        if holder == 0:
            os.setsid()
            time.sleep(600)
            os._exit(0)
        note(f"held by {holder}")
        os.kill(os.getpid(), signal.SIGSTOP)
    if kind == "read":
        for path in job["paths"]:
            reply, descriptor = ask("input", number, path)
            if descriptor is None:
                note("refused " + path)
            else:
                note("read " + os.read(descriptor, 100).decode())
    if kind == "flood":
        # Send two descriptors although none was requested.
        with open(log + ".mine", "w") as file:
            socket.send_fds(broker, [b"{}"], [file.fileno(), file.fileno()])
        note("sent")
        time.sleep(600)
    if kind == "claim":
        say(answer, '\t{"sha256":"0"}')
        continue
    if number in early:
        error, picture = early.pop(number)
    else:
        error, picture = ask("output", number)
    if error:
        note(f"refused {name}")
        answer["error"] = error
        say(answer)
        continue
    os.write(picture, name.encode() * job.get("times", 1))
    if kind == "fail":
        answer["error"] = {"code": "photo-unreadable", "class": "invalid", "message": "it is gone"}
        say(answer)
        continue
    if kind == "early":
        # Request the output of the next order before this one ends.
        broker.send(f"commit {number}".encode())
        broker.send(f"output {number + 1}".encode())
        error, _ = answer_of_broker()
        early[number + 1] = answer_of_broker()
        note(f"early {early[number + 1][0] is None}")
        if name == "gone":
            say(answer, '\t{"name":"gone"}')
            os.kill(os.getpid(), signal.SIGKILL)
    else:
        error, _ = ask("commit", number)
    if kind == "rewrite":
        try:
            os.pwrite(picture, b"others", 0)
        except OSError as refusal:
            note("cannot write: " + os.strerror(refusal.errno))
    os.close(picture)
    if error:
        note(f"refused {name}")
        answer["error"] = error
        say(answer)
        continue
    note(f"done {name}")
    say(answer, '\t{"name":"%s"}' % name)
