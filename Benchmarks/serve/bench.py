"""Measures wallfarm serve under load, in turn with services for the same task that use Pillow and
Takumi.

bench.py WALLFARM [SECONDS] prints the requests per second, and the response times within which half and
99 % of the requests end.
"""
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
from loopback import ask, free_port, wait

PHOTOGRAPH = "/usr/share/backgrounds/mate/nature/Aqua.jpg"
PYTHON = ".build/serve-python/bin/python"
PEERS = ["aiohttp==3.14.5", "takumi-py==0.3.0"]
ROUNDS = 3


class Wallfarm:
    def __init__(self, program, photo):
        self.port = free_port()
        self.process = subprocess.Popen(
            [program, "serve", "--listen", f"127.0.0.1:{self.port}", "--log", "none", "--fence", "best"],
            stderr=subprocess.DEVNULL)
        wait(self.port)
        with open(photo, "rb") as file:
            self.photo = json.loads(ask(self.port, "/v1/photos", file.read(), "PUT"))["photo"]


class Peer:
    def __init__(self, name, photo):
        self.port, self.photo = free_port(), ""
        self.process = subprocess.Popen(
            [PYTHON, "-W", "ignore", f"{HERE}/{name}_service.py", str(self.port), photo], start_new_session=True)
        wait(self.port)


def load(service, form, seconds, clients=8):
    environment = dict(os.environ, FORMAT=form, PHOTO=service.photo)
    said = subprocess.run(
        ["wrk", "-t1", f"-c{clients}", f"-d{seconds}s", "--timeout", "60s", "-s", f"{HERE}/edit.lua",
         f"http://127.0.0.1:{service.port}"], env=environment, capture_output=True, text=True, check=True).stdout
    requests, microseconds, errors, half, most = said.split("\n")[-2].split()
    if int(errors):
        raise SystemExit(f"{errors} requests were not answered with a picture:\n{said}")
    return int(requests) / int(microseconds) * 1e6, float(half), float(most)


def main():
    program, seconds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10
    if not os.path.exists(PYTHON):
        subprocess.run(["/usr/bin/python3", "-m", "venv", "--system-site-packages", ".build/serve-python"], check=True)
        subprocess.run([PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", *PEERS], check=True)
    folder = tempfile.mkdtemp()
    photo = os.path.join(folder, "photo.jpg")
    subprocess.run(["convert", PHOTOGRAPH, "-resize", "4032x3024!", "-quality", "92", photo], check=True)
    services = {}
    try:
        services = {"wallfarm": Wallfarm(program, photo), "Pillow": Peer("pillow", photo), "Takumi": Peer("takumi", photo)}
        # Let each service decode, scale and measure once in advance, because the benchmark times only edits.
        for service in services.values():
            for form in ("png", "jpeg"):
                load(service, form, 3)
        for form in ("png", "jpeg"):
            found = {name: [] for name in services}
            for _ in range(ROUNDS):
                for name, service in services.items():
                    found[name].append(load(service, form, seconds))
            print(f"{form}: one note edited, 8 clients")
            ours = statistics.median(one[0] for one in found["wallfarm"])
            for name, rounds in found.items():
                rate, half, most = (statistics.median(column) for column in zip(*rounds))
                print(f"  {name:9} {rate:8.1f} a second {ours / rate:8.1f} ×   half {half:9.1f} ms   99 % {most:9.1f} ms")
    finally:
        for service in services.values():
            if isinstance(service, Peer):
                os.killpg(service.process.pid, 15)
            else:
                service.process.terminate()
            service.process.wait()
        shutil.rmtree(folder)


main()
