"""Tests a farm of several machines while everything around it fails: nothing may be lost, and nothing
done twice.

Every second, something light fails (a worker, a supervisor, a connection, a request to the store). From
time to time, something heavy fails (PostgreSQL is restarted or killed), and several times, the primary
is lost for good. In the end, every unit must have one receipt, and its object must be complete and equal
to that of a run without faults.
"""

import argparse
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

from servers import ObjectStore, Postgres, children

LEASE = 5


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", help="the wallfarm that is tried")
    parser.add_argument("weed", help="SeaweedFS")
    parser.add_argument("--units", type=int, default=20_000)
    parser.add_argument("--supervisors", type=int, default=4)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--failovers", type=int, default=5)
    parser.add_argument("--heavy", type=float, default=30, help="seconds between heavy faults")
    parser.add_argument("--light", type=float, default=1, help="seconds between light faults")
    parser.add_argument("--limit", type=float, default=1800, help="most seconds under faults")
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"))
    parser.add_argument("--folder", help="keep everything here")
    return parser.parse_args()


class Machine:
    """A supervisor with its own input cache, which is started again when it has ended."""

    def __init__(self, number, farm):
        self.number, self.farm = number, farm
        self.log = open(f"{farm.folder}/machine{number}.jsonl", "ab")
        self.stopped_until = 0.0
        self.starts = 0
        self.process = None
        self.start()

    def start(self):
        self.starts += 1
        self.process = subprocess.Popen(
            [
                self.farm.options.program, "farm", "work", "--workers",
                str(self.farm.options.workers), "--lease", str(LEASE), "--attempts", "100",
                "--inputs", f"{self.farm.folder}/inputs{self.number}", "--json",
            ],
            env=self.farm.environment, stdout=self.log, stderr=self.log, stdin=subprocess.DEVNULL,
        )

    def look(self):
        if self.stopped_until and time.monotonic() > self.stopped_until:
            self.stopped_until = 0.0
            self.process.send_signal(signal.SIGCONT)
        if self.process.poll() is not None:
            self.start()

    def workers(self):
        return children(self.process.pid)

    def end(self):
        if self.stopped_until:
            self.process.send_signal(signal.SIGCONT)
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(120)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


class Farm:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.random = random.Random(options.seed)
        self.counts = {}
        self.postgres = Postgres(folder + "/postgres", with_standby=options.failovers > 0)
        self.store = ObjectStore(folder + "/objects", os.path.realpath(options.weed))
        self.out = "farm"
        key = folder + "/key"
        with open(key, "wb") as file:
            file.write(b"t" * 32)
        os.chmod(key, 0o600)
        self.environment = dict(
            os.environ, **self.store.variables(), WALLFARM_QUEUE=self.postgres.address,
            WALLFARM_KEY_FILE=key, LC_ALL="C.UTF-8",
        )
        self.machines = []

    def call(self, *words, check=True):
        done = subprocess.run(
            [self.options.program, *words], cwd=self.folder, env=self.environment, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
        )
        if check and done.returncode != 0:
            raise RuntimeError(f"{words}: {done.stderr}")
        return done

    def write_jobs(self):
        devices = ["iphonese3", "iphone8", "iphonexr", "iphone13mini"]
        photo = self.folder + "/beach.jpg"
        subprocess.run(["convert", "-size", "800x1400", "plasma:tan-navy", photo], check=True)
        with open(self.folder + "/jobs.jsonl", "w") as file:
            for number in range(self.options.units // len(devices)):
                job = {"id": f"j{number}", "devices": devices, "color": "navy",
                       "notes": [f"Note {number}", "Buy milk", "Call Ana"]}
                if number % 100 == 0:
                    # Only a few jobs have photos, because pictures with photos are large.
                    job |= {"photo": "beach.jpg", "devices": devices[:1]}
                    del job["color"]
                file.write(json.dumps(job) + "\n")

    def quiet_run(self):
        """Renders the same jobs without faults, and returns the output and the digest of each unit."""
        began = time.monotonic()
        self.call("batch", "jobs.jsonl", "--output", "quiet", "-q", "--report", "quiet.json")
        with open(self.folder + "/quiet.json") as file:
            units = json.load(file)["units"]
        print(f"quiet run: {len(units)} units in {time.monotonic() - began:.0f} s", flush=True)
        shutil.rmtree(self.folder + "/quiet")
        return {one["unit"]: (one["output"], one["receipt"]["sha256"]) for one in units}

    # Faults

    def count(self, name):
        self.counts[name] = self.counts.get(name, 0) + 1

    def light(self):
        machine = self.random.choice(self.machines)
        fault = self.random.choice(
            ["worker", "worker", "supervisor", "stopped", "connection", "commit", "commit",
             "store 503", "store slow", "store cut"])
        if fault == "worker":
            workers = machine.workers()
            if not workers:
                return
            self.kill(self.random.choice(workers))
        elif fault == "supervisor":
            self.kill(machine.process.pid)
        elif fault == "stopped":
            if machine.stopped_until or any(one.stopped_until for one in self.machines):
                return
            # Stop the machine for longer than its leases last, so that other machines take its units.
            machine.process.send_signal(signal.SIGSTOP)
            machine.stopped_until = time.monotonic() + LEASE * 1.5
        elif fault == "connection":
            for proxy in self.postgres.proxies:
                proxy.cut_all()
        elif fault == "commit":
            for proxy in self.postgres.proxies:
                proxy.misbehave(self.random.choice(["drop", "lose", "half"]), 1)
        else:
            kinds = {"store 503": ["refuse"], "store slow": ["slow"], "store cut": ["half", "lose", "drop"]}
            self.store.proxy.misbehave(self.random.choice(kinds[fault]), 1)
        self.count(fault)

    def kill(self, process):
        try:
            os.kill(process, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def heavy(self):
        if self.failovers < self.options.failovers:
            self.failovers += 1
            self.count("primary gone, standby promoted")
            return self.postgres.fail_over()
        fault = self.random.choice(["restarted", "killed"])
        self.count(f"PostgreSQL {fault}")
        return self.postgres.restart() if fault == "restarted" else self.postgres.crash()

    failovers = 0

    def open_units(self):
        try:
            return int(self.postgres.sql("SELECT coalesce(sum(number), 0) FROM wallfarm.counts WHERE state < 2"))
        except RuntimeError:
            return None

    def run(self):
        self.write_jobs()
        quiet = self.quiet_run()
        self.call("farm", "prepare")
        began = time.monotonic()
        print(self.call("farm", "submit", "jobs.jsonl", "--out", f"s3://{self.store.bucket}/{self.out}")
              .stdout.strip(), flush=True)
        print(f"submitted in {time.monotonic() - began:.1f} s", flush=True)
        self.machines = [Machine(number, self) for number in range(self.options.supervisors)]
        began = time.monotonic()
        self.torment(began)
        seconds = time.monotonic() - began
        for machine in self.machines:
            machine.end()
        self.check(quiet, seconds)

    def torment(self, began):
        next_light = began + self.options.light
        next_heavy = began + min(self.options.heavy / 30, 1)
        heavy = None
        told = began
        count = self.options.units
        while True:
            now = time.monotonic()
            for machine in self.machines:
                machine.look()
            # Stop injecting faults near the end: they would interrupt the last few units repeatedly, with
            # longer and longer delays.
            is_last = count is not None and count < self.options.units // 20
            if now >= next_light and not is_last:
                next_light = now + self.options.light
                self.light()
            if now >= next_heavy and not is_last and (heavy is None or not heavy.is_alive()):
                next_heavy = now + self.options.heavy
                heavy = threading.Thread(target=self.guarded_heavy)
                heavy.start()
            count = self.open_units()
            if now - told > 20:
                told = now
                print(f"{now - began:5.0f} s: {count} units to go", flush=True)
            if count == 0 and (heavy is None or not heavy.is_alive()):
                return
            if now - began > self.options.limit:
                raise RuntimeError(f"{count} units are left after {now - began:.0f} s")
            if self.problem:
                raise self.problem
            time.sleep(0.1)

    problem = None

    def guarded_heavy(self):
        try:
            self.heavy()
        except Exception as error:
            self.problem = error

    # Checks

    def check(self, quiet, seconds):
        rows = json.loads(self.call("farm", "report", "-").stdout)["units"]
        wrong = [f"{one['unit']} is {one['state']}" for one in rows if one["state"] != "done"]
        if len(rows) != len(quiet):
            wrong.append(f"there are {len(rows)} units in place of {len(quiet)}")
        for one in rows:
            output, sha256 = quiet[one["unit"]]
            if one["output"] != output or one.get("receipt", {}).get("sha256") != sha256:
                wrong.append(f"{one['unit']}: its receipt is not that of a quiet run")
        names = set(self.store.names(self.out + "/"))
        outputs = {f"{self.out}/{output}": sha256 for output, sha256 in quiet.values()}
        inputs = {name for name in names if name.startswith(f"{self.out}/.wallfarm/inputs/")}
        wrong += [f"{name} is left over" for name in sorted(names - set(outputs) - inputs)]
        wrong += [f"{name} is missing" for name in sorted(set(outputs) - names)]
        bytes_in_all = 0
        for name, sha256 in outputs.items():
            if name not in names:
                continue
            body, facts = self.store.read(name)
            bytes_in_all += len(body)
            if hashlib.sha256(body).hexdigest() != sha256:
                wrong.append(f"{name} is not what a quiet run makes")
            if facts.get("x-amz-meta-wallfarm-sha256") != sha256:
                wrong.append(f"{name} says that it is something else")
        leases = int(self.postgres.sql("SELECT sum(token) FROM wallfarm.units"))
        events = {}
        for machine in self.machines:
            with open(machine.log.name, errors="replace") as file:
                for line in file:
                    if line.startswith("{"):
                        try:
                            name = json.loads(line).get("event")
                        except ValueError:
                            continue
                        events[name] = events.get(name, 0) + 1
        print(f"{len(quiet)} units, {bytes_in_all // max(1, len(quiet)) // 1000} KB each, in {seconds:.0f} s")
        print("faults: " + ", ".join(f"{name} {count}" for name, count in sorted(self.counts.items())))
        print(f"pieces cut, lost or refused by proxies: {sum(one.faults for one in self.postgres.proxies)} "
              f"for PostgreSQL, {self.store.proxy.faults} for the store")
        print(f"starts of supervisors: {sum(one.starts for one in self.machines)}")
        print(f"leases beyond one for each unit: {leases - len(quiet)}; results that came late: "
              f"{events.get('late-result', 0)}; said to be done: {events.get('done', 0)}")
        if wrong:
            print("\n".join(wrong[:50]))
            raise RuntimeError(f"{len(wrong)} things are wrong")
        print("every unit is done once, and every object is whole and that of a quiet run")


def main():
    # Unblock all signals, because child processes inherit the signals that the caller of this script blocks.
    signal.pthread_sigmask(signal.SIG_SETMASK, set())
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    options = arguments()
    options.program = os.path.abspath(options.program)
    folder = options.folder or tempfile.mkdtemp(prefix="wallfarm-torture-")
    os.makedirs(folder, exist_ok=True)
    os.chmod(folder, 0o755)
    print(f"seed {options.seed}", flush=True)
    random.seed(options.seed)
    farm = None
    status = 1
    try:
        farm = Farm(options, folder)
        farm.run()
        status = 0
    except Exception as error:
        print(f"failed: {error}; seed {options.seed}; see {folder}", file=sys.stderr)
    finally:
        if farm:
            for machine in farm.machines:
                if machine.process.poll() is None:
                    machine.process.kill()
            farm.postgres.stop()
            farm.store.stop()
        if status == 0 and not options.folder:
            shutil.rmtree(folder, ignore_errors=True)
    sys.exit(status)


if __name__ == "__main__":
    main()
