"""Measures a farm whose queue is PostgreSQL and whose store is an object store, all on this machine.

It measures the queue alone, with eight supervisors that render nothing; a queue with a million waiting
units; and black wallpapers, in turn with the same wallpapers rendered with SQLite and a folder.
"""

import glob
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, ROOT + "/Tests/FarmTorture")
sys.dont_write_bytecode = True

sys.path.insert(0, ROOT + "/Benchmarks")
import figures  # noqa: E402
from servers import ObjectStore, Postgres  # noqa: E402

TICKS = os.sysconf("SC_CLK_TCK")


def processor(process):
    """Returns the CPU seconds that a process and its children have used on all cores."""
    def fields(number):
        with open(f"/proc/{number}/stat") as file:
            return file.read().rpartition(")")[2].split()

    own = fields(process)
    ticks = sum(int(own[place]) for place in (11, 12, 13, 14))
    for path in glob.glob("/proc/[0-9]*/stat"):
        number = path.split("/")[2]
        try:
            other = fields(number)
        except OSError:
            continue
        if int(other[1]) == process:
            ticks += sum(int(other[place]) for place in (11, 12, 13, 14))
    return ticks / TICKS


class Bench:
    def __init__(self, program, bench, folder):
        self.program, self.bench, self.folder = program, bench, folder
        self.postgres = Postgres(folder + "/postgres", with_standby=False)
        self.store = ObjectStore(folder + "/objects", os.path.realpath(ROOT + "/.build/python/bin/weed"))
        key = folder + "/key"
        with open(key, "wb") as file:
            file.write(b"b" * 32)
        os.chmod(key, 0o600)
        self.queue = f"postgres://wallfarm@127.0.0.1:{self.postgres.ports[0]}/postgres"
        self.environment = dict(
            os.environ, **self.store.variables(through_proxy=False), WALLFARM_QUEUE=self.queue,
            WALLFARM_KEY_FILE=key,
        )
        self.database = self.postgres.servers[0].pid

    def stop(self):
        self.store.stop()
        self.postgres.stop()

    def call(self, *words):
        """Runs a command, and returns its wall seconds, the CPU seconds of all its processes, and its
        peak memory in MiB."""
        began = time.monotonic()
        process = subprocess.Popen(
            [self.program, *words], cwd=self.folder, env=self.environment,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )
        said = process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        if status != 0:
            raise RuntimeError(f"{words}: {said.decode()}")
        return time.monotonic() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024

    # Measurements

    def queue_alone(self, count=60_000, supervisors=8):
        before = processor(self.database)
        done = subprocess.run(
            [self.bench, "shared-queue", self.queue, "bench_queue", str(count), str(supervisors)],
            check=True, stdout=subprocess.PIPE,
        )
        found = json.loads(done.stdout)
        found["databaseProcessorEach"] = (processor(self.database) - before) * 1000 / count
        return found

    def million(self, units=1_000_000):
        devices = len(json.loads(subprocess.run(
            [self.program, "device", "list", "--json"], check=True, stdout=subprocess.PIPE).stdout))
        with open(self.folder + "/million.jsonl", "w") as file:
            for number in range(-(-units // devices)):
                file.write(json.dumps({
                    "id": f"j{number}", "devices": "all", "color": "black",
                    "notes": [f"Note {number}", "Buy milk"]}) + "\n")
        where = ["--schema", "bench_million"]
        self.call("farm", "prepare", *where)
        seconds, own, peak = self.call(
            "farm", "submit", "million.jsonl", "--out", f"s3://{self.store.bucket}/million", *where)
        status = sorted(self.call("farm", "status", *where)[0] for _ in range(5))[2]
        work = subprocess.Popen(
            [self.program, "farm", "work", "-q", *where], cwd=self.folder, env=self.environment)
        time.sleep(20)
        with open(f"/proc/{work.pid}/status") as file:
            memory = next(int(line.split()[1]) for line in file if line.startswith("VmHWM")) / 1024
        work.send_signal(signal.SIGTERM)
        work.wait()
        return {"submit": seconds, "submitProcessor": own, "submitPeak": peak, "status": status,
                "supervisorPeak": memory}

    def black(self, count=3000, rounds=3):
        with open(self.folder + "/black.jsonl", "w") as file:
            for number in range(count):
                file.write(json.dumps({
                    "id": f"j{number}", "devices": "iphone15", "color": "black",
                    "notes": [f"Note {number}", "Buy milk", "Call Ana", "Water the plants"]}) + "\n")
        found = {"local": [], "farm": []}
        for number in range(rounds):
            out = f"out{number}"
            seconds, own, _ = self.call("batch", "black.jsonl", "--output", out, "-q")
            found["local"].append((seconds, own))
            shutil.rmtree(f"{self.folder}/{out}")
            where = ["--schema", f"bench_black{number}"]
            database = processor(self.database)
            store = processor(self.store.process.pid)
            self.call("farm", "submit", "black.jsonl", "--out",
                      f"s3://{self.store.bucket}/black{number}", *where)
            seconds, own, _ = self.call("farm", "work", "--until-empty", "-q", *where)
            found["farm"].append((
                seconds, own, processor(self.database) - database,
                processor(self.store.process.pid) - store))
        middle = {name: sorted(rows)[rounds // 2] for name, rows in found.items()}
        local, farm = middle["local"], middle["farm"]
        return {
            "localPerSecond": count / local[0], "farmPerSecond": count / farm[0],
            "share": local[0] / farm[0], "processor": farm[1] / local[1],
            "ownEach": farm[1] * 1000 / count, "localEach": local[1] * 1000 / count,
            "databaseEach": farm[2] * 1000 / count, "storeEach": farm[3] * 1000 / count,
        }


def main():
    program, bench = (os.path.abspath(path) for path in sys.argv[1:3])
    folder = tempfile.mkdtemp(prefix="wallfarm-bench-")
    os.chmod(folder, 0o755)
    made = None
    os.chdir(ROOT)
    try:
        made = Bench(program, bench, folder)
        found = {"black": made.black(), "queue": made.queue_alone(), "million": made.million()}
        print(json.dumps(found, indent=2))
        with open(ROOT + "/.build/bench-farm.json", "w") as file:
            json.dump(found, file, indent=2)
        figures.write_many_machines(found)
    finally:
        if made:
            made.stop()
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
