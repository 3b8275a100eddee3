"""Counts the instructions of scenarios with callgrind and compares them with recorded figures.

instructions.py WALLFARM WALLFARM_BENCH [--record]: counts hardly depend on the machine, unlike times,
so CI notices a scenario that needs more than 3 % more instructions. Figures are recorded in
Benchmarks/instructions.json; a commit that raises one says so and records it.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(HERE)
RECORD = os.path.join(HERE, "instructions.json")
PHOTO = "/usr/share/backgrounds/mate/abstract/Elephants_3840x2160.jpg"
NOTES = os.path.join(ROOT, "Templates/lock/sample-notes.json")
DEVICES = "iphonese3,iphone15,iphone17promax,ipadmini6,ipadpro13"
# A scenario may need this many times the recorded instructions; hashing with another order of
# entries and small library updates stay below it.
TOLERANCE = 1.03
# Rounds of a scenario inside a process: the difference of two counts is that of the rounds alone.
FEW, MANY = 3, 15


class Counter:
    def __init__(self, wallfarm, bench, folder):
        self.folder = folder
        # valgrind cannot read the debug information that Swift writes.
        self.wallfarm, self.bench = (self.stripped(path) for path in (wallfarm, bench))

    def stripped(self, path):
        target = os.path.join(self.folder, os.path.basename(path))
        subprocess.run(["strip", "-g", "-o", target, path], check=True)
        return target

    def count(self, *command):
        """The instructions of a process and its threads."""
        environment = dict(os.environ, WALLFARM_HOME=ROOT, SWIFT_DETERMINISTIC_HASHING="1")
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command],
            capture_output=True, text=True, env=environment)
        found = re.search(r"Collected : (\d+)", run.stderr)
        if run.returncode != 0 or not found:
            raise SystemExit(f"instructions: this failed: {' '.join(command)}\n{run.stderr[-2000:]}")
        return int(found[1])

    def cold(self, *arguments):
        return self.count(self.wallfarm, "render", "--deadline", "900", "--notes", NOTES, "-q", "-o",
                          os.path.join(self.folder, "{device}.png"), *arguments)

    def warm(self, scenario):
        """The instructions of one round."""
        few, many = (self.count(self.bench, scenario, PHOTO, str(rounds), "1") for rounds in (FEW, MANY))
        return (many - few) // (MANY - FEW)

    def scenarios(self):
        return {
            "edited photo": lambda: self.warm("edited"),
            "edited black": lambda: self.warm("black"),
            "photo encoded in full": lambda: self.warm("encoded"),
            "cold photo": lambda: self.cold("--device", "iphone15", "--photo", PHOTO),
            "cold black": lambda: self.cold("--device", "iphone15", "--color", "black"),
            "five devices": lambda: self.cold("--device", DEVICES, "--photo", PHOTO),
            "planning 2,000 units": lambda: self.count(self.bench, "queue", self.made("queue"), "2000"),
        }

    def made(self, name):
        path = os.path.join(self.folder, name)
        os.mkdir(path)
        return path


def main():
    wallfarm, bench = sys.argv[1:3]
    records = "--record" in sys.argv[3:]
    with open(RECORD) as file:
        recorded = json.load(file)
    if not shutil.which("valgrind"):
        raise SystemExit("instructions: valgrind is not installed; run 'scripts/setup test'")
    slower, found = [], {}
    with tempfile.TemporaryDirectory() as folder:
        for name, measure in Counter(wallfarm, bench, folder).scenarios().items():
            found[name] = measure()
            ratio = found[name] / recorded[name] if name in recorded else 1.0
            print(f"{name:24} {found[name] / 1e6:9.1f} million instructions, {ratio:.3f} of the recorded figure")
            if ratio > TOLERANCE:
                slower.append(name)
    if records:
        with open(RECORD, "w") as file:
            json.dump(found, file, indent=2)
            file.write("\n")
    elif slower:
        raise SystemExit(
            f"instructions: more than {TOLERANCE:.2f} of the recorded figure: {', '.join(slower)}; make them "
            "faster, or run 'make record-instructions' and say in the commit why they are slower")


main()
