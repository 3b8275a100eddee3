"""Plays the stories in a pseudo-terminal as a person would, and interrupts them with signals.

    play-terminal.py PROGRAM FOLDER

Prints a line for each check, and stops with status 1 at the first one that fails.
"""
import fcntl, json, os, pty, re, select, signal, struct, subprocess, sys, termios, time, unicodedata

PROGRAM, FOLDER = sys.argv[1], sys.argv[2]
# A path to the end of each story. An underscore stands for an empty line (the Return key), and a tilde for a
# space.
STORIES = {
    "notewall": "start next next have 2 next open ok yes Buy~milk next next ok granted next _ start",
    "nevernote": "next next next next next next",
    "chronomap": "next next allow ok 40 false next skip scan ok 39 0 next _ start",
    "unwalk": "_ next next connect ok _ goal medium next choose ok next start ok _ refresh ok "
              "100 10000 0 5000 0 2 _ done",
}


def lines(name):
    return [word.replace("~", " ").replace("_", "") for word in STORIES[name].split()]


class Failure(Exception):
    pass


def check(true, words, detail=""):
    if not true:
        raise Failure(f"{words}: {detail}")
    print(f"ok: {words}", flush=True)


class Player:
    """A program in its own terminal."""

    def __init__(self, name, state, *options, columns=0):
        self.shown = b""
        words = ["setup", "-d", "iphonese3", "-q"] if name == "setup" else ["flow", "play", name]
        self.child, self.terminal = pty.fork()
        if self.child == 0:
            os.chdir(FOLDER)
            os.environ["TERM"] = "xterm-256color"
            # A shell makes background tests ignore Ctrl-C, so restore the default.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.pthread_sigmask(signal.SIG_SETMASK, [])
            if columns:
                fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 40, columns, 0, 0))
            os.execv(PROGRAM, [PROGRAM, *words, "--state", state, *options])

    def wait(self):
        """Waits until the program asks for a line or ends; returns whether it asks."""
        end = time.monotonic() + 60
        while time.monotonic() < end:
            ready, _, _ = select.select([self.terminal], [], [], 0.2)
            if ready:
                try:
                    got = os.read(self.terminal, 65536)
                except OSError:
                    return False
                if not got:
                    return False
                self.shown += got
            if self.shown.endswith(b" > "):
                return True
        raise Failure(f"no prompt came: {self.shown[-300:]}")

    def say(self, line):
        self.shown = self.shown[:-1] + b"\n"
        os.write(self.terminal, line.encode() + b"\n")

    def end(self):
        late = time.monotonic() + 60
        while True:
            child, status = os.waitpid(self.child, os.WNOHANG)
            if child:
                break
            if time.monotonic() > late:
                os.kill(self.child, signal.SIGKILL)
                raise Failure("it did not end")
            time.sleep(0.01)
        os.close(self.terminal)
        return status


def text(shown):
    return shown.decode("utf-8", "replace").replace("\r\n", "\n")


def document(state):
    with open(os.path.join(FOLDER, state)) as file:
        found = json.load(file)
    found.pop("lastUse", None)
    return found


def quiet(name):
    """Plays a story to its end without interruptions, and returns the final state."""
    state = f"{name}.json"
    player = Player(name, state)
    for line in lines(name):
        if not player.wait():
            raise Failure(f"{name} ended before '{line}': {text(player.shown)[-500:]}")
        player.say(line)
    check(not player.wait(), f"{name} ends after its last line", text(player.shown)[-800:])
    check(player.end() == 0, f"{name} ends well")
    shown = text(player.shown)
    check(not re.search(r"\x1b|\x07", shown), f"{name} steers no terminal")
    check(all(len(line) < 2000 for line in shown.split("\n")), f"{name} has lines")
    left = document(state)
    check(left.get("finished"), f"{name} is finished", left)
    return left


def disturbed(name, number, expected):
    """Interrupts a story with a signal at each step; it must continue at the step that it had reached,
    and end in the expected state."""
    state = f"{name}-{number}.json"
    said = 0
    answers = lines(name)
    while said < len(answers):
        player = Player(name, state)
        asks = player.wait()
        if not asks:
            raise Failure(f"{name} is over after {said} lines")
        # The pending question is asked again, and an interrupted effect restarts.
        shown = text(player.shown)
        before = document(state).get("step")
        # The state in the middle of a multi-line question is not saved.
        count, is_over = block(answers, said, player)
        said += count
        if is_over:
            check(player.end() == 0, f"{name} ends well after being disturbed")
            continue
        os.kill(player.child, number)
        status = player.end()
        if number == signal.SIGINT:
            check(os.WIFSIGNALED(status) and os.WTERMSIG(status) == number, f"{name}: Ctrl-C ends it", status)
        kept = document(state)
        if not kept.get("finished"):
            again = Player(name, state)
            again.wait()
            check(document(state).get("step") == kept.get("step"),
                  f"{name} goes on at '{kept.get('step')}'", f"{before}: {shown[-200:]}")
            os.kill(again.child, signal.SIGKILL)
            again.end()
    check(document(state) == expected, f"{name} comes to the same end", document(state))


def block(answers, said, player):
    """Enters lines until the step asks again, not only a question within it; returns the number of
    lines, and whether the program has ended."""
    count = 0
    while said + count < len(answers):
        player.say(answers[said + count])
        count += 1
        if not player.wait():
            return count, True
        last = text(player.shown).split("\n")[-1]
        if last.startswith("Choose"):
            return count, False
    return count, False


def piped(name):
    """Plays a story with the same lines from a file, and returns the final state."""
    with open(os.path.join(FOLDER, "answers.txt"), "w") as file:
        file.write("\n".join(lines(name)) + "\n")
    done = subprocess.run(
        [PROGRAM, "flow", "play", name, "--state", f"{name}-file.json", "--answers", "answers.txt"],
        cwd=FOLDER, capture_output=True, text=True)
    check(done.returncode == 0 and not done.stderr, f"{name} takes its answers from a file", done.stderr)
    return document(f"{name}-file.json")


def columns_of(line):
    """Returns the number of columns that a line takes: two for a wide character, none for a combining
    mark."""
    return sum(0 if unicodedata.category(letter) in ("Mn", "Me", "Cf") else
               2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)


def fits(language, columns):
    """Plays the setup in a window with COLUMNS columns: lines must break between words, and the QR code
    must be drawn, without visible escape sequences."""
    player = Player("setup", f"setup-{language}-{columns}.json", "--language", language,
                    "-o", f"o-{language}-{columns}", columns=columns)
    for line in "start next next have Buy~milk next next next next 2 next open".split():
        if not player.wait():
            raise Failure(f"setup ended before '{line}': {text(player.shown)[-500:]}")
        player.say(line.replace("~", " "))
    player.wait()
    shown = text(player.shown)
    code = [line for line in shown.split("\n") if line.startswith("\x1b[38;5;16;48;5;231m")]
    check(len(code) > 15 and "\\u{1b}" not in shown, f"setup draws a code ({language}, {columns})", shown[-900:])
    check(len({columns_of(re.sub("\x1b[^m]*m", "", line)) for line in code}) == 1,
          f"the code is a square ({language}, {columns})")
    for line in shown.split("\n"):
        plain = re.sub("\x1b[^m]*m", "", line)
        check(columns_of(plain) <= columns or " " not in plain.strip() or " > " in plain,
              f"a line fits ({language}, {columns})", plain)
    state = document(f"setup-{language}-{columns}.json")
    check(state["facts"]["preset"] == 2, f"2 is wallpaper 2 ({language}, {columns})", state)
    check(state["facts"]["notes"] == ["Buy milk"], f"a note is typed as it is ({language}, {columns})", state)
    player.say("q")
    check(not player.wait() and player.end() == 0, f"q leaves ({language}, {columns})")


def pastes():
    """Pastes a list into the notes of the setup: each line is a note, without its marker, and no menu is printed
    until the list ends."""
    player = Player("setup", "setup-paste.json", "-o", "o-paste")
    for line in "start next next have".split():
        if not player.wait():
            raise Failure(f"setup ended before '{line}': {text(player.shown)[-500:]}")
        player.say(line)
    player.wait()
    player.shown = b""
    os.write(player.terminal, "1. Buy milk\n2. Call Ana\n\u2022 Bread\n- [ ] Eggs\n\n".encode())
    while not player.shown.endswith(b"Choose > "):
        if not player.wait():
            raise Failure(f"setup ended in a list: {text(player.shown)[-500:]}")
        # The list is read in several pieces; the loop ends with the prompt, however long this takes.
        time.sleep(0.05)
    shown = text(player.shown)
    check(document("setup-paste.json")["facts"]["notes"] == ["Buy milk", "Call Ana", "Bread", "Eggs"],
          "a list is pasted", document("setup-paste.json"))
    check(shown.count("  3. Bread") == 1 and shown.count("Next") == 1, "a list is shown once", shown)
    player.say("9")
    player.wait()
    check("- 42" in text(player.shown), "a number alone is not a note", text(player.shown)[-500:])
    player.say("q")
    check(not player.wait() and player.end() == 0, "q leaves a list")


try:
    pastes()
    windows = [("en", 60), ("ja", 60), ("ar", 80)]
    if "WALLFARM_TORTURE" in os.environ:
        windows += [("en", 80), ("en", 100)]
    for language, columns in windows:
        fits(language, columns)
    for name in STORIES:
        end = quiet(name)
        check(piped(name) == end, f"{name}: a file of answers leads to the same end")
        # Each signal interrupts only one story, or every story in `make torture`. The final state on the disk
        # must be the same as without the signal.
        for number, example in [(signal.SIGINT, "unwalk"), (signal.SIGKILL, "notewall")]:
            if name == example or "WALLFARM_TORTURE" in os.environ:
                disturbed(name, number, end)
except Failure as failure:
    print(f"failed: {failure}")
    sys.exit(1)
