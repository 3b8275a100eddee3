"""Compares a photo library with exiftool, exiv2 and Pillow, in turn in one run.

bench.py WALLFARM BENCH [ROUNDS] prints how long the headers and the pictures of 1,000 photos of 12
megapixels take; the error of the first estimate of the remaining time, in five libraries; and how long a
scan of 100,000 unchanged files takes.
"""
import json
import os
import random
import resource
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import time

from PIL import Image

HERE = os.path.dirname(os.path.abspath(__file__))
PHOTOGRAPHS = "/usr/share/backgrounds/mate/nature"
DATE = b"2025:01:01 00:00:00\0"


# Photos


def exif():
    """Returns EXIF data as phones write it: date, UTC offset, location, and a maker note of 4 KB."""
    def entry(tag, kind, count, value):
        return struct.pack(">HHI", tag, kind, count) + value.ljust(4, b"\0")
    def rationals(*numbers):
        return b"".join(struct.pack(">II", *number) for number in numbers)
    first, second, third, values = 8, 8 + 42, 8 + 42 + 54, 8 + 42 + 54 + 54
    maker = bytes(4096)
    note = values + 28 + 48
    directory = struct.pack(">H", 3) + entry(0x0112, 3, 1, struct.pack(">H", 1)) \
        + entry(0x8769, 4, 1, struct.pack(">I", second)) + entry(0x8825, 4, 1, struct.pack(">I", third)) + bytes(4)
    photo = struct.pack(">H", 4) + entry(0x9003, 2, 20, struct.pack(">I", values)) \
        + entry(0x9011, 2, 7, struct.pack(">I", values + 20)) + entry(0x927C, 7, len(maker), struct.pack(">I", note)) \
        + entry(0xA001, 3, 1, struct.pack(">H", 1)) + bytes(4)
    gps = struct.pack(">H", 4) + entry(1, 2, 2, b"N\0") + entry(2, 5, 3, struct.pack(">I", values + 28)) \
        + entry(3, 2, 2, b"E\0") + entry(4, 5, 3, struct.pack(">I", values + 52)) + bytes(4)
    places = rationals((50, 1), (5, 1), (1234, 100), (14, 1), (25, 1), (4321, 100))
    return b"MM" + struct.pack(">HI", 42, first) + directory + photo + gps + DATE + b"+01:00\0".ljust(8, b"\0") \
        + places + maker


EXIF = exif()


def with_date(jpeg, seconds):
    """Inserts EXIF data with a date at the start of a JPEG."""
    date = time.strftime("%Y:%m:%d %H:%M:%S", time.gmtime(seconds)).encode() + b"\0"
    data = b"Exif\0\0" + EXIF.replace(DATE, date)
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(data) + 2) + data + jpeg[2:]


def pictures(count, size, folder, form="JPEG", **options):
    """Makes different pictures from a few photographs, with random crops and sensor-like noise."""
    names = sorted(name for name in os.listdir(PHOTOGRAPHS) if name.endswith(".jpg"))
    noise = Image.effect_noise(size, 14)
    made = []
    for number in range(count):
        image = Image.open(f"{PHOTOGRAPHS}/{names[number % len(names)]}").convert("RGB")
        part = random.uniform(0.5, 0.9)
        wide, high = int(image.width * part), int(image.height * part)
        x, y = random.randrange(image.width - wide + 1), random.randrange(image.height - high + 1)
        image = image.crop((x, y, x + wide, y + high)).resize(size, Image.BICUBIC)
        image = Image.blend(image, Image.merge("RGB", [noise] * 3), 0.12)
        path = f"{folder}/picture-{number}"
        image.save(path, form, **options)
        with open(path, "rb") as file:
            made.append(file.read())
        os.remove(path)
    return made


def write(path, data):
    if not os.path.isdir(os.path.dirname(path)):
        os.makedirs(os.path.dirname(path))
    with open(path, "wb") as file:
        file.write(data)


def dates(count, days):
    """Yields the times of COUNT photos, spread evenly over the days, in bursts of up to three photos."""
    start = 1_735_700_000
    for number in range(count):
        day, place = number * days // count, number % 59
        yield start + day * 86_400 + place // 3 * 1800 + place % 3 * 2


def phone_library(folder, jpegs, count=1000, days=17):
    for number, seconds in enumerate(dates(count, days)):
        write(f"{folder}/{number // 100:02}/IMG_{number:05}.jpg", with_date(jpegs[number % len(jpegs)], seconds))


# Programs


def processor():
    """Returns the CPU seconds of all child processes that have ended; they do not depend on the load of
    the machine."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Tree:
    """Runs a command, and measures the memory of the process and its descendants every 20 ms."""

    def __init__(self, command, **options):
        start, before = time.perf_counter(), processor()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **options)
        self.peak, done = 0, threading.Event()
        watcher = threading.Thread(target=self.watch, args=(process.pid, done))
        watcher.start()
        self.output, self.errors = process.communicate()
        self.seconds, self.processor = time.perf_counter() - start, processor() - before
        done.set()
        watcher.join()
        if process.returncode:
            raise SystemExit(f"{command[:4]} failed: {self.errors[-500:]}")

    def watch(self, pid, done):
        while not done.wait(0.02):
            try:
                self.peak = max(self.peak, sum(map(self.proportional, self.below(pid))))
            except OSError:
                pass

    def below(self, pid):
        pids = [pid]
        for one in pids:
            try:
                for task in os.listdir(f"/proc/{one}/task"):
                    with open(f"/proc/{one}/task/{task}/children") as file:
                        pids += [int(word) for word in file.read().split()]
            except OSError:
                pass
        return pids

    @staticmethod
    def proportional(pid):
        """Returns the memory of a process in MiB; memory that several processes share is divided between
        them."""
        with open(f"/proc/{pid}/smaps_rollup") as file:
            return sum(int(line.split()[1]) for line in file if line.startswith("Pss:")) / 1024


PILLOW = """
import sys
from PIL import Image
for path in sys.argv[1:]:
    image = Image.open(path)
    data = image.getexif()
    data.get_ifd(0x8769).get(0x9003), data.get_ifd(0x8825).get(2)
"""

PILLOW_LOOKS = """
import sys
from PIL import Image, ImageFilter, ImageStat
kernel = ImageFilter.Kernel((3, 3), (0, -1, 0, -1, 4, -1, 0, -1, 0), 1, 128)
for path in sys.argv[1:]:
    image = Image.open(path)
    image.draft("L", (500, 375))
    ImageStat.Stat(image.convert("L").filter(kernel)).var
    image.resize((9, 8))
"""


def read(files):
    """Reads all files into memory, where they are after a copy from a phone."""
    for path in files:
        with open(path, "rb") as file:
            while file.read(1 << 20):
                pass


def peers(folder, files, looked):
    """Returns the wall and CPU seconds of each program for the same files: for reading dates and places,
    and for Pillow's analysis of as many pictures as wallfarm analyzes."""
    found = {}
    tools = {"exiftool": ["exiftool", "-q", "-r", "-fast2", "-json", "-DateTimeOriginal", "-OffsetTimeOriginal",
                              "-GPSLatitude", "-GPSLongitude", "-Orientation", "-ImageSize", folder]}
    keys = ["Exif.Photo.DateTimeOriginal", "Exif.GPSInfo.GPSLatitude", "Exif.Image.Orientation"]
    words = [word for key in keys for word in ("-K", key)]
    tools["exiv2"] = ["exiv2", "-q", *words, "pr", *files]
    for name, script, said in [("pillow", PILLOW, files), ("pillowLooks", PILLOW_LOOKS, files[:looked])]:
        tools[name] = [sys.executable, "-c", script, *said]
    for name, command in tools.items():
        tree = Tree(command)
        found[name] = [tree.seconds, tree.processor]
    return found


def scan(bench, wallfarm, folder, scratch):
    index = f"{scratch}/index-{random.random()}.sqlite"
    tree = Tree([bench, "library", wallfarm, folder, index])
    found = json.loads(tree.output)
    found["megabytes"], found["processor"] = tree.peak, tree.processor
    return found


# Measurements


def thousand(bench, wallfarm, rounds, scratch, jpegs):
    folder = f"{scratch}/phone"
    phone_library(folder, jpegs)
    files = sorted(os.path.join(path, name) for path, _, names in os.walk(folder) for name in names)
    read(files)
    runs = []
    for _ in range(rounds):
        own = scan(bench, wallfarm, folder, scratch)
        runs.append((own, peers(folder, files, own["looked"])))
    best = min(runs, key=lambda run: run[0]["seconds"])
    shutil.rmtree(folder)
    return {"megabytesOfFiles": sum(map(len, jpegs)) / len(jpegs) / 1e6, "own": best[0],
            "all": [run[0]["seconds"] for run in runs], "heads": [run[0]["heads"]["seconds"] for run in runs],
            "peers": {name: [min(run[1][name][place] for run in runs) for place in (0, 1)] for name in best[1]}}


def libraries(scratch, jpegs):
    """Yields five libraries in which similar files are next to each other, as in real folders."""
    small = pictures(6, (1200, 900), scratch, quality=80)
    large = pictures(3, (6000, 4000), scratch, quality=85)
    webp = pictures(4, (2000, 1500), scratch, "WEBP", quality=80, method=0)
    png = pictures(3, (1200, 900), scratch, "PNG", compress_level=1)
    heic = heics(scratch)

    def fill(name, parts, days=120):
        seconds = dates(sum(count for _, count, _ in parts), days)
        for place, (ending, count, data) in enumerate(parts):
            for number in range(count):
                one, now = data[number % len(data)], next(seconds)
                path = f"{scratch}/{name}/{place}/{time.strftime('IMG_%Y%m%d_%H%M%S', time.gmtime(now))}_{number}.{ending}"
                # Make each photo unique, because duplicates are decoded only once.
                write(path, with_date(one, now) if ending == "jpg" else one + number.to_bytes(16, "big"))
        return f"{scratch}/{name}"

    # Each folder is large enough that a scan takes ten seconds. In a shorter scan, the first tenth of the
    # scan ends before its speed is stable.
    yield "phone", fill("a", [("jpg", 1800, jpegs)])
    yield "sizes", fill("b", [("jpg", 900, small), ("jpg", 450, large), ("jpg", 450, jpegs)])
    yield "formats", fill("c", [("jpg", 300, jpegs), ("png", 300, png), ("webp", 300, webp)], 80)
    yield "HEIC", fill("d", [("heic", 150, heic), ("jpg", 300, jpegs)], 40)
    folder = fill("e", [("jpg", 1500, jpegs)])
    files = sorted(os.path.join(path, name) for path, _, names in os.walk(folder) for name in names)
    for path in files[:len(files) // 3:2]:
        # Truncate the file, empty it, overwrite its beginning with text, or corrupt its middle.
        with open(path, "r+b") as file:
            kind = random.randrange(4)
            if kind == 0: file.truncate(random.randrange(1, os.path.getsize(path)))
            elif kind == 1: file.truncate(0)
            elif kind == 2: file.write(b"no photo at all")
            else:
                file.seek(os.path.getsize(path) // 2)
                file.write(b"\xff\xc3" * 2000)
    yield "damaged", folder


def heics(scratch):
    """Makes HEIC files with heif-enc from Debian's libheif-examples."""
    made = []
    for number, data in enumerate(pictures(3, (4000, 3000), scratch, quality=92)):
        write(f"{scratch}/h.jpg", data)
        subprocess.run(["heif-enc", "-q", "50", "-o", f"{scratch}/h.heic", f"{scratch}/h.jpg"], check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with open(f"{scratch}/h.heic", "rb") as file:
            made.append(file.read())
    return made


def estimates(bench, wallfarm, rounds, scratch, jpegs):
    found = {}
    for name, folder in libraries(scratch, jpegs):
        read(os.path.join(path, one) for path, _, names in os.walk(folder) for one in names)
        found[name] = [scan(bench, wallfarm, folder, scratch) for _ in range(rounds)]
        shutil.rmtree(folder)
    return found


def many(bench, wallfarm, scratch, count=100_000):
    """Scans many small photos; their number determines the time."""
    folder = f"{scratch}/many"
    image = Image.new("RGB", (64, 48), (90, 120, 150))
    image.save(f"{scratch}/tiny.jpg", quality=30)
    with open(f"{scratch}/tiny.jpg", "rb") as file:
        tiny = file.read()
    for number in range(count):
        write(f"{folder}/{number // 1000:03}/IMG_{number:06}.jpg", with_date(tiny, 1_500_000_000 + number * 86_400))
    command = [wallfarm, "library", "scan", folder, "--index", f"{scratch}/many.sqlite"]
    told = scan(bench, wallfarm, folder, scratch)
    first = Tree(command)
    again = [Tree(command) for _ in range(3)]
    listed = Tree([wallfarm, "library", "list", "days", "--index", f"{scratch}/many.sqlite"])
    shutil.rmtree(folder)
    return {"told": told["heads"], "first": first.seconds, "firstMegabytes": first.peak, "again": min(one.seconds for one in again),
            "againMegabytes": max(one.peak for one in again), "list": listed.seconds, "listMegabytes": listed.peak,
            "indexMegabytes": os.path.getsize(f"{scratch}/many.sqlite") / 1e6, "said": again[0].output.strip()}


def main():
    wallfarm, bench = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    random.seed(7)
    scratch = tempfile.mkdtemp()
    try:
        jpegs = pictures(24, (4000, 3000), scratch, quality=90)
        found = {"thousand": thousand(bench, wallfarm, rounds, scratch, jpegs),
                 "estimates": estimates(bench, wallfarm, rounds, scratch, jpegs), "many": many(bench, wallfarm, scratch)}
    finally:
        shutil.rmtree(scratch)
    os.makedirs(".build", exist_ok=True)
    with open(".build/bench-library.json", "w") as file:
        json.dump(found, file, indent=1)
    report(found)


def report(found):
    one, many = found["thousand"], found["many"]
    own = one["own"]
    print(f"1,000 JPEGs of 12 megapixels, {one['megabytesOfFiles']:.1f} MB each, warm")
    print(f"  heads {min(one['heads']):.2f} s; all with {own['looked']} pictures {own['seconds']:.2f} s, "
          f"{own['processor']:.2f} s of processors, {own['megabytes']:.0f} MiB with its readers")
    print("  " + ", ".join(f"{name} {seconds:.2f} s ({used:.2f})" for name, (seconds, used) in one["peers"].items()))
    # A scan that takes less than two seconds ends before the first estimate.
    print("time left as told after a tenth, wrong by so much of the whole time, in each round")
    for name, runs in found["estimates"].items():
        parts = ", ".join(f"{run['pictures']['wrongOfAll'] * 100:.1f} %" for run in runs)
        print(f"  {name:8} {parts} of {runs[0]['pictures']['seconds']:.1f} s")
    print(f"  heads of 100,000 files {many['told']['wrongOfAll'] * 100:.1f} % of {many['told']['seconds']:.1f} s")
    print(f"100,000 files: first {many['first']:.1f} s, {many['firstMegabytes']:.0f} MiB; unchanged {many['again']:.2f} s, "
          f"{many['againMegabytes']:.0f} MiB; list days {many['list']:.2f} s, {many['listMegabytes']:.0f} MiB; "
          f"index {many['indexMegabytes']:.0f} MB")


if __name__ == "__main__":
    main()
