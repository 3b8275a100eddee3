"""Times wallfarm beside its peers in one run and prints a table of medians and ratios.

bench.py WALLFARM WALLFARM_BENCH [ROUNDS]: whole processes are started in turn, one of each, so that
a machine that slows down slows all of them. The figures go to .build/bench.json as well.
"""
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON = "/usr/bin/python3"
FONT = "/usr/share/fonts/opentype/inter/Inter-ExtraBold.otf"
PHOTOGRAPH = "/usr/share/backgrounds/mate/abstract/Elephants_5640x3172.jpg"


def run(command):
    """Wall seconds, CPU seconds and peak MiB of one whole process."""
    start = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - start
    if status != 0:
        raise SystemExit(f"bench: this failed: {' '.join(command)}")
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def median(values):
    return sorted(values)[len(values) // 2]


def side_by_side(commands, rounds):
    """Runs each command once a round, in turn; the first round is not counted."""
    found = {name: [] for name in commands}
    for number in range(rounds + 1):
        for name, command in commands.items():
            result = run(command)
            if number > 0:
                found[name].append(result)
    return {name: [median(column) for column in zip(*results)] for name, results in found.items()}


def svg(photo, path):
    lines = "".join(
        f'<text x="75" y="{1040 + index * 120}" font-family="Inter" font-weight="800" font-size="84" '
        f'fill="white">{index + 1}. Buy oat milk and bread</text>' for index in range(6))
    with open(path, "w") as file:
        file.write(
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            'width="1179" height="2556">'
            f'<image xlink:href="file://{photo}" width="1179" height="2556" '
            f'preserveAspectRatio="xMidYMid slice"/>{lines}</svg>')


def main():
    wallfarm, bench = sys.argv[1], sys.argv[2]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    folder = tempfile.mkdtemp()
    try:
        figures = measure(wallfarm, bench, rounds, folder)
    finally:
        shutil.rmtree(folder)
    with open(".build/bench.json", "w") as file:
        json.dump(figures, file, indent=2)
    report(figures)


def measure(wallfarm, bench, rounds, folder):
    photo = os.path.join(folder, "photo.jpg")
    # 12 megapixels, as a phone makes them.
    subprocess.run(["convert", PHOTOGRAPH, "-resize", "4032x3024!", "-quality", "92", photo], check=True)
    drawing = os.path.join(folder, "photo.svg")
    svg(photo, drawing)
    out = os.path.join(folder, "out.png")
    notes = "Templates/lock/sample-notes.json"
    render = [wallfarm, "render", "--device", "iphone15", "--notes", notes, "-q", "-o", out]
    cold = side_by_side({
        "wallfarm": render + ["--photo", photo],
        "Pillow": [PYTHON, f"{HERE}/peers/pillow.py", photo, "1", out],
        "ImageMagick": ["convert", photo, "-resize", "1179x2556^", "-gravity", "center", "-extent",
                        "1179x2556", "-gravity", "NorthWest", "-fill", "white", "-font", FONT, "-pointsize", "84",
                        "-annotate", "+75+1040", "1. Buy oat milk and bread", out],
        "rsvg-convert": ["rsvg-convert", "--unlimited", drawing, "-o", out],
    }, rounds)
    black = side_by_side({
        "wallfarm": render + ["--color", "black"],
        "Pillow": [PYTHON, f"{HERE}/peers/pillow.py", "black", "1", out],
    }, rounds)
    warm = {"wallfarm": [], "Pillow photo": [], "Pillow black": []}
    for _ in range(3):
        warm["wallfarm"].append(json.loads(subprocess.check_output([bench, photo, str(rounds)])))
        for name, background in (("photo", photo), ("black", "black")):
            printed = subprocess.check_output(
                [PYTHON, f"{HERE}/peers/pillow.py", background, str(max(3, rounds // 2)), out])
            warm[f"Pillow {name}"].append([float(word) for word in printed.split()])
    ours = {key: median([found[key] for found in warm["wallfarm"]]) for key in warm["wallfarm"][0]}
    theirs = {name: median([pair[0] for pair in warm[f"Pillow {name}"]]) for name in ("photo", "black")}
    return {"cold photo": cold, "cold black": black, "warm wallfarm": ours, "warm Pillow": theirs,
            "Pillow photo bytes": warm["Pillow photo"][0][1]}


def report(figures):
    for title in ("cold photo", "cold black"):
        print(f"\n{title}: whole process, 1179 × 2556")
        print("                wall ms   CPU ms   peak MiB   slower than wallfarm")
        ours = figures[title]["wallfarm"][0]
        for name, (wall, cpu, peak) in figures[title].items():
            print(f"{name:14} {wall * 1000:8.0f} {cpu * 1000:8.0f} {peak:9.0f} {wall / ours:12.1f} ×")
    ours, theirs = figures["warm wallfarm"], figures["warm Pillow"]
    print("\nwarm, in one process (ms)")
    for name in ("photo", "black"):
        print(f"{name:8} wallfarm {ours[name]:7.1f}   Pillow {theirs[name]:7.1f}   "
              f"{theirs[name] / ours[name]:5.1f} ×   "
              + "   ".join(f"{stage} {ours[f'{name}-{stage}']:.1f}" for stage in
                           ("compose", "decode", "rasterize", "encode", "deliver")))
    print(f"gradient wallfarm {ours['gradient']:7.1f}")
    print(f"45 devices of one photo: {ours['devices']:.0f} ms")
    print(f"file: {ours['photo-bytes'] / 1e6:.2f} MB, Pillow {figures['Pillow photo bytes'] / 1e6:.2f} MB")


main()
