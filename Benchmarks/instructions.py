"""Counts the instructions of scenarios with callgrind and compares them with recorded figures.

instructions.py WALLFARM WALLFARM_BENCH [--record]: unlike times, counts do not depend on the load of the
machine, so CI detects a scenario whose count rises by more than 3 % (6 % for the service). The recorded
figures are in Benchmarks/instructions.json; a commit that raises a figure states this and records the
new one. Libraries choose code paths by the features of the processor, so the tolerance is 10 % if the
processor or the libraries differ from those of the recorded figures.
"""
import hashlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile

from loopback import ROOT, ask, free_port, wait

HERE = os.path.dirname(os.path.abspath(__file__))
RECORD = os.path.join(HERE, "instructions.json")
PHOTO = "/usr/share/backgrounds/mate/abstract/Elephants_3840x2160.jpg"
NOTES = os.path.join(ROOT, "Templates/lock/sample-notes.json")
DEVICES = "iphonese3,iphone15,iphone17promax,ipadmini6,ipadpro13"
# The highest accepted ratio of counted to recorded instructions. Small library updates and a different hash
# order of entries change a count by less than this tolerance.
TOLERANCE = 1.03
# A service also does work that depends on the time, such as heartbeats.
TOLERANCES = {"serving an edit": 1.06}
# The tolerance for figures that were recorded on a different processor or with different libraries.
ELSEWHERE = 1.1
# The processor features that valgrind checks to choose the processor that it emulates (VEX, amd64).
EMULATED = {"pni", "ssse3", "cx16", "abm", "avx", "rdtscp", "bmi1", "avx2", "rdrand", "f16c", "rdseed"}
# The numbers of rounds in the two runs of a scenario. Only the additional rounds contribute to the difference
# between the two counts.
FEW, MANY = 3, 15
# The numbers of requests to a service in its two runs. There are more requests than rounds, because a service
# also does work that depends on the time.
FEW_REQUESTS, MANY_REQUESTS = 10, 130


class Counter:
    def __init__(self, wallfarm, bench, folder):
        self.folder = folder
        # valgrind cannot read the debug information that Swift writes.
        self.wallfarm, self.bench = (self.stripped(path) for path in (wallfarm, bench))
        # The first process on a machine writes the font cache. Run one process here, so that this work is not
        # counted.
        subprocess.run([self.bench, "edited", PHOTO, "1", "1"], env=dict(os.environ, WALLFARM_HOME=ROOT),
                       stdout=subprocess.DEVNULL, check=True)

    def stripped(self, path):
        target = os.path.join(self.folder, os.path.basename(path))
        subprocess.run(["strip", "-g", "-o", target, path], check=True)
        return target

    def start(self, *command):
        environment = dict(os.environ, WALLFARM_HOME=ROOT, SWIFT_DETERMINISTIC_HASHING="1")
        return subprocess.Popen(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=environment)

    def finish(self, process):
        """Returns the instructions of a process and its threads, without its children, when it has
        ended."""
        _, errors = process.communicate()
        found = re.search(r"Collected : (\d+)", errors)
        if process.returncode != 0 or not found:
            raise SystemExit(f"instructions: this failed: {' '.join(process.args)}\n{errors[-2000:]}")
        return int(found[1])

    def count(self, *command):
        return self.finish(self.start(*command))

    def cold(self, *arguments):
        return self.count(self.wallfarm, "render", "--deadline", "900", "--notes", NOTES, "-q", "-o",
                          os.path.join(self.folder, "{device}.png"), *arguments)

    def warm(self, scenario):
        """Returns the instructions of one round of a scenario."""
        few, many = (self.count(self.bench, scenario, PHOTO, str(rounds), "1") for rounds in (FEW, MANY))
        return (many - few) // (MANY - FEW)

    def film(self):
        """Returns the instructions for one frame of a film."""
        few, many = (self.count(
            self.wallfarm, "motion", "hook", "--device", "iphonese3", "--frames", f"20-{19 + frames}", "-j", "1",
            "-q", "-o", os.path.join(self.folder, "film.mp4")) for frames in (FEW, MANY))
        return (many - few) // (MANY - FEW)

    def serve(self):
        """Returns the instructions for one request with an edited note, without those of the worker."""
        few, many = (self.served(requests) for requests in (FEW_REQUESTS, MANY_REQUESTS))
        return (many - few) // (MANY_REQUESTS - FEW_REQUESTS)

    def served(self, requests):
        port = free_port()
        process = self.start(
            self.wallfarm, "serve", "--listen", f"127.0.0.1:{port}", "--log", "none", "--fence", "best", "-j", "1",
            "--deadline", "900")
        wait(port)
        with open(PHOTO, "rb") as file:
            photo = json.loads(ask(port, "/v1/photos", file.read(), "PUT"))["photo"]
        for number in range(requests + 1):
            notes = ["Buy oat milk and bread", f"Call Ana in {number + 100} minutes", "Return the library books"]
            request = {"devices": "iphone15", "photo": photo, "notes": notes}
            ask(port, "/v1/render", json.dumps(request).encode())
        process.send_signal(signal.SIGTERM)
        return self.finish(process)

    def scenarios(self):
        return {
            "edited photo": lambda: self.warm("edited"),
            "edited black": lambda: self.warm("black"),
            "photo encoded in full": lambda: self.warm("encoded"),
            "cold photo": lambda: self.cold("--device", "iphone15", "--photo", PHOTO),
            "cold black": lambda: self.cold("--device", "iphone15", "--color", "black"),
            "five devices": lambda: self.cold("--device", DEVICES, "--photo", PHOTO),
            "serving an edit": self.serve,
            "a frame of a film": self.film,
            "planning 2,000 units": lambda: self.count(self.bench, "queue", self.made("queue"), "2000"),
        }

    def made(self, name):
        path = os.path.join(self.folder, name)
        os.mkdir(path)
        return path


def machine(wallfarm):
    """Returns the processor that valgrind emulates, and the digest of the libraries. They determine the
    counts, together with the program."""
    with open("/proc/cpuinfo") as file:
        flags = next((line for line in file if line.startswith(("flags", "Features"))), "").split()
    linked = subprocess.run(["ldd", wallfarm], capture_output=True, text=True, check=True).stdout
    libraries = hashlib.sha256()
    for path in sorted(re.findall(r"=> (/\S+)", linked)):
        with open(path, "rb") as file:
            libraries.update(file.read())
    return {"processor": " ".join(sorted(EMULATED.intersection(flags))), "libraries": libraries.hexdigest()[:12]}


def main():
    wallfarm, bench = sys.argv[1:3]
    records = "--record" in sys.argv[3:]
    with open(RECORD) as file:
        record = json.load(file)
    if not shutil.which("valgrind"):
        raise SystemExit("instructions: valgrind is not installed; run 'scripts/setup test'")
    here, recorded = machine(wallfarm), record["instructions"]
    other = [name for name in here if record["machine"].get(name) != here[name]]
    if other:
        print(f"recorded with other {' and '.join(other)}, so the tolerance is {ELSEWHERE:.2f}")
    slower, found = [], {}
    with tempfile.TemporaryDirectory() as folder:
        for name, measure in Counter(wallfarm, bench, folder).scenarios().items():
            found[name] = measure()
            ratio = found[name] / recorded[name] if name in recorded else 1.0
            print(f"{name:24} {found[name] / 1e6:9.1f} million instructions, {ratio:.3f} of the recorded figure")
            if ratio > (ELSEWHERE if other else TOLERANCES.get(name, TOLERANCE)):
                slower.append(name)
    if records:
        with open(RECORD, "w") as file:
            json.dump({"machine": here, "instructions": found}, file, indent=2)
            file.write("\n")
    elif slower:
        raise SystemExit(
            f"instructions: more than the tolerance above the recorded figure: {', '.join(slower)}; make them faster, "
            "or run 'make record-instructions' and say in the commit why they are slower")


main()
