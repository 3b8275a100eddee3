"""Times wallfarm and comparable programs in one run, and prints a table of medians and ratios.

bench.py WALLFARM WALLFARM_BENCH [ROUNDS]: each round starts one process of each program in turn, so that
a slowdown of the machine affects all programs. After each section, the figures are also written to
.build/bench.json, so that they are kept if a later section fails.
"""
import contextlib
import glob
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import figures as page

HERE = os.path.dirname(os.path.abspath(__file__))
PYTHON = "/usr/bin/python3"
FONT = "/usr/share/fonts/opentype/inter/Inter-ExtraBold.otf"
NOTES = "Templates/lock/sample-notes.json"
PHOTOS = "/usr/share/backgrounds/mate/nature/*.jpg"
STAGES = ("compose", "rasterize", "encode", "deliver")
# For each scenario, the title in the table and the Pillow result to compare it with, if any.
SCENARIOS = {
    "edited": ("one note edited", "photo"), "encoded": ("encoded in full", "photo"),
    "scaled": ("scaled too", "photo"), "new": ("decoded too", "photo"),
    "small": ("a smooth photo", "smooth photo"), "black": ("black", "black"), "gradient": ("gradient", None),
    "devices": ("every device", None),
}
# The wallpaper made from this photo is 2 MB; the wallpaper made from PHOTOGRAPH is 6 MB.
SMOOTH = "/usr/share/backgrounds/mate/nature/LadyBird.jpg"
PIXELS = ("1179", "2556")
PHOTOGRAPH = "/usr/share/backgrounds/mate/abstract/Elephants_5640x3172.jpg"


def run(command):
    """Runs a command, and returns the wall seconds, the CPU seconds and the peak MiB of its process."""
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
    """Runs each command once per round, in turn, and returns the medians without the first round."""
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
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 9
    folder = tempfile.mkdtemp()
    try:
        figures = measure(wallfarm, bench, rounds, folder)
    finally:
        shutil.rmtree(folder)
    report(figures)
    page.write(figures, wallfarm)


def measure(wallfarm, bench, rounds, folder):
    photo = os.path.join(folder, "photo.jpg")
    # Resize the photo to 12 megapixels, like a photo from a phone.
    subprocess.run(["convert", PHOTOGRAPH, "-resize", "4032x3024!", "-quality", "92", photo], check=True)
    # Renders of new photos alternate between these two files.
    shutil.copy(photo, photo + "-2")
    figures = {}
    sections = {
        "cold photo": lambda: cold_photo(wallfarm, photo, rounds, folder),
        "cold black": lambda: cold_black(wallfarm, rounds, folder),
        "cold black, instructions": lambda: instructions(wallfarm, folder),
        "warm": lambda: warm(bench, photo, rounds, folder),
        "bounds": lambda: bounds(wallfarm, photo, figures, rounds, folder),
        "shelf": lambda: shelf(bench, photo, rounds, folder),
        "sizes": lambda: sizes(wallfarm, folder),
        "farm": lambda: farm(wallfarm, bench, rounds, folder),
        "snapshots": lambda: snapshots(wallfarm, bench, rounds, folder),
        "themes": lambda: themes(wallfarm, rounds, folder),
        "plugins": lambda: plugins(wallfarm, bench, folder),
        "flows": lambda: flows(wallfarm, folder),
        "health": lambda: health(wallfarm, rounds, folder),
    }
    for name, section in sections.items():
        figures[name] = section()
        with open(".build/bench.json", "w") as file:
            json.dump(figures, file, indent=2)
    return figures


def render(wallfarm, *arguments):
    return [wallfarm, "render", "--device", "iphone15", "--notes", NOTES, "-q", *arguments]


def cold_photo(wallfarm, photo, rounds, folder):
    drawing, out = os.path.join(folder, "photo.svg"), os.path.join(folder, "out.png")
    svg(photo, drawing)
    return side_by_side({
        "wallfarm": render(wallfarm, "--photo", photo, "-o", out),
        "Pillow": [PYTHON, f"{HERE}/peers/pillow.py", photo, "1", out],
        "ImageMagick": ["convert", photo, "-resize", "1179x2556^", "-gravity", "center", "-extent",
                        "1179x2556", "-gravity", "NorthWest", "-fill", "white", "-font", FONT, "-pointsize", "84",
                        "-annotate", "+75+1040", "1. Buy oat milk and bread", out],
        "rsvg-convert": ["rsvg-convert", "--unlimited", drawing, "-o", out],
    }, rounds)


def cold_black(wallfarm, rounds, folder):
    out = os.path.join(folder, "out.png")
    return side_by_side({
        "wallfarm": render(wallfarm, "--color", "black", "-o", out),
        "Pillow": [PYTHON, f"{HERE}/peers/pillow.py", "black", "1", out],
    }, rounds)


def instructions(wallfarm, folder):
    """Returns the millions of instructions of one cold render; they hardly differ between runs, unlike
    times."""
    if not shutil.which("valgrind"):
        return None
    out, stripped = os.path.join(folder, "out.png"), os.path.join(folder, "wallfarm")
    # valgrind cannot read the debug information that Swift writes.
    subprocess.run(["strip", "-g", "-o", stripped, wallfarm], check=True)
    environment = dict(os.environ, WALLFARM_HOME=os.getcwd())
    command = ["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/callgrind"]
    told = subprocess.run(command + render(stripped, "--color", "black", "-o", out),
                          capture_output=True, text=True, env=environment).stderr
    found = [line.split(":")[-1] for line in told.splitlines() if "Collected" in line]
    return int(found[0]) / 1e6 if found else None


def warm(bench, photo, rounds, folder):
    """Measures each scenario in its own process, in turn with Pillow; 'devices' uses all cores, the
    others use one."""
    out = os.path.join(folder, "out.png")
    found = {}
    for _ in range(3):
        for scenario in SCENARIOS:
            threads = str(len(os.sched_getaffinity(0))) if scenario == "devices" else "1"
            command = ["edited", SMOOTH] if scenario == "small" else [scenario, photo]
            printed = subprocess.check_output([bench, *command, str(rounds * 3), threads])
            found.setdefault(scenario, []).append(json.loads(printed))
        for name, background in (("photo", photo), ("smooth photo", SMOOTH), ("black", "black")):
            printed = subprocess.check_output(
                [PYTHON, f"{HERE}/peers/pillow.py", background, str(max(3, rounds // 2)), out])
            milliseconds, count = printed.split()
            found.setdefault(f"Pillow {name}", []).append(
                {"whole": float(milliseconds), "bytes": int(count)})
    return {name: {key: median([run[key] for run in runs]) for key in runs[0]}
            for name, runs in found.items()}


def bounds(wallfarm, photo, figures, rounds, folder):
    """Measures the minimum time that any program needs: to start with the same libraries, decode a
    photo, copy its pixels, and hash and write files of the same sizes."""
    program, empty = os.path.join(folder, "bounds"), os.path.join(folder, "empty")
    subprocess.run(["clang", "-O2", f"{HERE}/peers/bounds.c", "-o", program, "-ljpeg", "-lnettle"], check=True)
    sizes = {name: int(figures["warm"][name]["bytes"]) for name in ("edited", "small", "black")}
    found = json.loads(subprocess.check_output([program, photo, folder, *PIXELS, *map(str, sizes.values())]))
    linked = subprocess.check_output(["readelf", "--dynamic", wallfarm], text=True)
    libraries = [f"-l:{name}" for name in re.findall(r"NEEDED.*\[(lib.*)\]", linked)]
    source = os.path.join(folder, "empty.c")
    with open(source, "w") as file:
        file.write("int main(void) { return 0; }\n")
    subprocess.run(["clang", source, "-o", empty, "-Wl,--no-as-needed", *libraries], check=True)
    start = side_by_side({"empty": [empty]}, rounds)["empty"][0] * 1000
    return dict(found, sizes=sizes, start=start)


def shelf(bench, photo, rounds, folder):
    """Times each layout on black, in one renderer on one core, in turn with six notes by Pillow."""
    out = os.path.join(folder, "out.png")
    found = []
    for _ in range(3):
        times = json.loads(subprocess.check_output([bench, "shelf", photo, str(rounds * 3)]))
        printed = subprocess.check_output(
            [PYTHON, f"{HERE}/peers/pillow.py", "black", str(max(3, rounds // 2)), out])
        found.append(dict(times, Pillow=float(printed.split()[0])))
    return {name: median([run[name] for run in found]) for name in found[0]}


def sizes(wallfarm, folder):
    """Returns the bytes and milliseconds of each encoding effort, and of libpng at level 6 with all
    filters."""
    libpng = os.path.join(folder, "libpng")
    subprocess.run(["clang", "-O2", f"{HERE}/peers/libpng.c", "-o", libpng, "-lpng"], check=True)
    pictures = [(os.path.basename(path)[:-4], ["--photo", path]) for path in sorted(glob.glob(PHOTOS))]
    pictures += [(os.path.basename(path)[:-5], ["--theme", os.path.basename(path)[:-5]])
                 for path in sorted(glob.glob("Templates/themes/*.json"))]
    pictures += [(color, ["--color", color]) for color in ("black", "white", "#3a6ea5")]
    rows = {}
    for name, arguments in pictures:
        row = {}
        for effort in ("fast", "balanced", "small"):
            out, report = os.path.join(folder, "size.png"), os.path.join(folder, "size.json")
            subprocess.run(render(wallfarm, "--effort", effort, "-o", out, "--report", report, *arguments),
                           check=True)
            with open(report) as file:
                receipt = json.load(file)[0]
            row[effort] = [receipt["bytes"], receipt["milliseconds"]["encode"]]
        count, milliseconds = subprocess.check_output([libpng, out]).split()
        row["libpng"] = [int(count), float(milliseconds)]
        rows[name] = row
    return rows


def peak(process):
    """Returns the peak memory of a process in MiB, or 0 if the process has ended."""
    with contextlib.suppress(OSError, IndexError), open(f"/proc/{process}/status") as file:
        return int(re.findall(r"VmHWM:\s+(\d+)", file.read())[0]) / 1024
    return 0


def batch(wallfarm, jobs, count, workers, folder):
    """Runs a batch, and returns the pictures per second and the peak memory of the supervisor and of the
    largest worker."""
    # Use a new folder, because ext4 searches recently deleted inodes when it creates files.
    out, metrics = tempfile.mkdtemp(dir=folder), os.path.join(folder, "metrics")
    process = subprocess.Popen(
        [wallfarm, "batch", jobs, "--output", out, "--allow-outside", "-q", "-j", str(workers), "--metrics", metrics])
    supervisor = worker = 0
    while process.poll() is None:
        supervisor = max(supervisor, peak(process.pid))
        for children in glob.glob(f"/proc/{process.pid}/task/*/children"):
            with contextlib.suppress(OSError), open(children) as file:
                worker = max([worker, *map(peak, file.read().split())])
        time.sleep(0.05)
    assert process.returncode == 0
    with open(metrics) as file:
        seconds = float(re.findall(r"(?m)^wallfarm_batch_seconds (\S+)", file.read())[0])
    return count / seconds, supervisor, worker


def farm(wallfarm, bench, rounds, folder):
    """Measures two batches, the memory of their processes, the queue, and the pool.

    One batch has 400 units, with ten photos, four devices and ten lists of notes; the other has 600
    black units. Each batch runs with one worker and with one worker per core, in turn.
    """
    words = "Buy oat milk and bread, call Ana back, pack for Lisbon, pay rent, water the plants".split(" ")
    jobs = os.path.join(folder, "jobs.jsonl")
    with open(jobs, "w") as file:
        for photo in sorted(glob.glob(PHOTOS))[:10]:
            for count in range(10):
                notes = [" ".join(words[(count * 3 + line) % 11:][:2 + line % 4]) for line in range(3 + count % 6)]
                file.write(json.dumps({
                    "photo": photo, "notes": notes, "theme": "lens",
                    "devices": ["iphone15", "iphone17promax", "iphonese3", "iphone13"]}) + "\n")
    black = os.path.join(folder, "black.jsonl")
    with open(black, "w") as file:
        for number in range(600):
            file.write(json.dumps({"color": "black", "notes": [f"Note {number}", *words[:5]],
                                   "devices": "iphone15"}) + "\n")
    cores = len(os.sched_getaffinity(0))
    runs = {"one": (jobs, 400, 1), "all": (jobs, 400, cores), "black one": (black, 600, 1),
            "black all": (black, 600, cores)}
    found = {name: [] for name in (*runs, "supervisor", "worker")}
    for _ in range(max(3, rounds // 2)):
        for name, (file, count, workers) in runs.items():
            rate, supervisor, worker = batch(wallfarm, file, count, workers, folder)
            found[name].append(rate)
            if file == jobs:
                found["supervisor"].append(supervisor)
                found["worker"].append(worker)
    figures = {name: median(values) for name, values in found.items()}
    figures["cores"] = cores
    queue = os.path.join(folder, "queue")
    os.mkdir(queue)
    figures["queue"] = json.loads(subprocess.check_output([bench, "queue", queue, "100000"]))
    figures["pool"] = json.loads(subprocess.check_output([bench, "pool", "100000", "64", "5"]))
    figures["calm pool"] = json.loads(subprocess.check_output([bench, "pool", "100", "1", "5"]))
    return figures


def snapshots(wallfarm, bench, rounds, folder):
    """Times the project's own suite, unchanged and with other words in its notes. Also times the
    comparison of two pictures by wallfarm and by the published FLIP, both on one core."""
    # Keep the folder depth of the project, because the suite refers to content of the templates by relative
    # path.
    suite = os.path.join(folder, "project", "Tests", "SnapshotTests", "suite")
    shutil.copytree("Templates", os.path.join(folder, "project", "Templates"))
    shutil.copytree("Tests/SnapshotTests/__Snapshots__", suite, ignore=shutil.ignore_patterns("results"))
    command = [wallfarm, "snapshot", "verify", suite, "--mode", "never", "-q"]
    found = {"same": run(command)[0]}
    words = os.path.join(suite, "snapshots.json")
    with open(words) as file:
        text = file.read()
    found["pictures"] = len(glob.glob(suite + "/references/*/*.txt"))
    with open(words, "w") as file:
        file.write(text.replace("oat milk", "some rye").replace("One thing", "One step"))
    start = time.perf_counter()
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    found["changed"] = time.perf_counter() - start
    one, other = os.path.join(folder, "one.png"), os.path.join(folder, "other.png")
    subprocess.run(render(wallfarm, "-o", one), check=True)
    for name, arguments in (("line", ["--set", "align=center"]), ("everything", ["--theme", "dawn"])):
        subprocess.run(render(wallfarm, "-o", other, *arguments), check=True)
        ours, theirs = [], []
        for _ in range(3):
            printed = json.loads(subprocess.check_output([bench, "compare", one, other, "3"]))
            ours.append(printed["whole"])
            peer = subprocess.check_output(
                ["taskset", "-c", "0", ".build/python/bin/python", f"{HERE}/peers/flip.py",
                 str(printed["pixelsPerDegree"]), one, other, "3"]).split()
            theirs.append(float(peer[0]))
        found[name] = {"ours": median(ours), "theirs": median(theirs), "visible": printed["visible"],
                       "their visible": int(peer[1])}
    return found


def themes(wallfarm, rounds, folder):
    """Times the check of each theme as a whole process, the delay from a save to the new picture with
    --watch, and a gallery."""
    paths = sorted(glob.glob("Templates/themes/*.json"))
    checks = side_by_side({path: [wallfarm, "check", path] for path in paths}, rounds)
    walls = [found[0] * 1000 for found in checks.values()]
    theme, out = os.path.join(folder, "mine.json"), os.path.join(folder, "watched.png")
    with open("Templates/themes/dawn.json") as file:
        text = file.read()

    def save(weight):
        fresh = text.replace('"$schema": "../../docs/theme.schema.json",', "")
        with open(theme, "w") as file:
            file.write(re.sub(r'"weight": [0-9]+', f'"weight": {weight}', fresh))

    save(800)
    watching = subprocess.Popen(
        [wallfarm, "render", "--theme", theme, "--device", "iphone15", "--notes", NOTES, "-o", out,
         "--watch"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    seen = []
    try:
        time.sleep(1.5)
        for number in range(rounds * 3):
            before = os.stat(out).st_mtime_ns
            start = time.perf_counter()
            save(400 + number % 5 * 100)
            while os.stat(out).st_mtime_ns == before and time.perf_counter() - start < 5:
                time.sleep(0.0005)
            seen.append((time.perf_counter() - start) * 1000)
            time.sleep(0.1)
    finally:
        watching.kill()
    gallery = run([wallfarm, "theme", "gallery", "-q", "-o", os.path.join(folder, "g.html"),
                   "-o", os.path.join(folder, "g.png")])[0]
    return {"check": median(walls), "slowest check": max(walls), "watch": median(seen),
            "slowest watch": max(seen), "gallery": gallery}


def flows(wallfarm, folder):
    """Times the check of a flow with several hundred thousand states: a chain of steps with facts that
    can each be changed."""
    steps, facts = 14, [f"f{number}" for number in range(9)]
    flow = {
        "format": 1, "version": 1, "summary": "A long chain.", "languages": ["en"], "start": "s0",
        "facts": {name: {"from": "user", "kind": "yes-no", "default": False} for name in facts},
        "steps": {}, "always": {"help": {"go": "aid"}}, "success": {"done": True},
    }
    flow["facts"]["done"] = {"from": "flow", "kind": "yes-no"}
    for number in range(steps):
        following = f"s{number + 1}" if number + 1 < steps else "last"
        step = {"ask": [facts[number % 9], facts[(number + 4) % 9]], "actions": {"next": {"go": following}}}
        if number % 3 == 1:
            further = f"s{number + 2}" if number + 2 < steps else "last"
            step["actions"]["skip"] = {"when": {facts[number % 9]: True}, "go": further}
        flow["steps"][f"s{number}"] = step
    flow["steps"]["last"] = {"actions": {"end": {"set": {"done": True}, "go": "finish"}} | {
        f"again{number}": {"when": {name: True}, "go": f"s{number}"} for number, name in enumerate(facts)}}
    flow["steps"]["aid"] = {"aside": True, "actions": {"close": {"go": "back"}}}
    texts = {"title": "t", "always.help": "h"} | {f"facts.{name}": name for name in facts}
    for name, step in flow["steps"].items():
        texts |= {f"{name}.title": name} | {f"{name}.{action}": action for action in step["actions"]}
    os.makedirs(os.path.join(folder, "chain"))
    for name, content in (("flow.json", flow), ("texts-en.json", texts)):
        with open(os.path.join(folder, "chain", name), "w") as file:
            json.dump(content, file)
    command = [wallfarm, "flow", "check", os.path.join(folder, "chain"), "--json"]
    states = json.loads(subprocess.check_output(command))[0]["orders"][0]["states"]
    wall, _, peak = run(command)
    return {"states": states, "seconds": wall, "peak": peak}


def health(wallfarm, rounds, folder):
    """Times the counting of steps in an export of 120 MB, by wallfarm and by a program that passes every
    element to Python."""
    here = os.path.dirname(os.path.abspath(__file__))
    subprocess.run([sys.executable, os.path.join(here, "peers", "health.py"), folder, "120"], check=True)
    words = ["health-reader", "10000", "2024-03-01T00:00Z", "2026-03-02T00:00Z", "export"]

    def timed(command, path):
        best = None
        for _ in range(min(rounds, 3)):
            with open(path, "rb") as file:
                began = time.monotonic()
                subprocess.run(command, stdin=file, check=True, stdout=subprocess.DEVNULL)
                wall = time.monotonic() - began
            best = wall if best is None else min(best, wall)
        return best

    peer = ("import sys, xml.parsers.expat as x; p = x.ParserCreate(); n = [0]\n"
            "def start(name, found):\n"
            " if found.get('type') == 'HKQuantityTypeIdentifierStepCount': n[0] += float(found['value'])\n"
            "p.StartElementHandler = start; f = sys.stdin.buffer\n"
            # The document type declaration of an export is not well formed, so leave it out.
            "h = f.read(4096); p.Parse(h[:h.index(b'<!DOCTYPE')] + h[h.index(b']>') + 2:])\n"
            "p.ParseFile(f); print(n)")
    xml, archive = (os.path.join(folder, f"export.{ending}") for ending in ("xml", "zip"))
    return {"zip": timed([wallfarm, *words], archive), "xml": timed([wallfarm, *words], xml),
            "expat": timed([sys.executable, "-c", peer], xml)}


def plugins(wallfarm, bench, folder):
    """Times the composition of one lock screen by the built-in layout, and by the same layout as a
    library and as a program."""
    described = json.loads(subprocess.run(
        [wallfarm, "describe", "numbered-notes", "--json"], check=True, capture_output=True).stdout)
    build = os.path.dirname(os.path.realpath(bench))
    places = []
    for kind, name in (("library", "libCarriedNotes.so"), ("program", "carried-notes")):
        place = os.path.join(folder, kind)
        os.makedirs(place)
        shutil.copy(os.path.join(build, name), place)
        with open(os.path.join(place, "plugin.json"), "w") as file:
            json.dump({
                "format": 1, "contract": 1, "id": described["id"], "name": "Carried notes",
                "version": described["version"], "kind": "layout", "summary": described["summary"],
                "author": "wallfarm", "licence": "MIT", "carrier": {kind: name},
                "parameters": described["parameters"]}, file)
        places.append(f"{kind}={place}")
    return json.loads(subprocess.run(
        [bench, "plugins", "500", *places], check=True, capture_output=True).stdout)


def report_plugins(figures):
    print("\nplugins: six notes composed (ms)")
    print("                 one note new            all notes new")
    one, every = figures["one note new"], figures["all notes new"]
    print(f"built in         {one['built in']:6.2f}                  {every['built in']:6.2f}")
    for kind in ("library", "program"):
        print(f"as a {kind:8}    {one[kind]:6.2f}   {one[kind] - one['built in']:5.2f} more"
              f"    {every[kind]:6.2f}   {every[kind] - every['built in']:5.2f} more")


def report_themes(figures):
    print("\nthemes")
    print(f"check             {figures['check']:6.1f} ms a theme, a whole process; the slowest "
          f"{figures['slowest check']:.1f}")
    print(f"watch             {figures['watch']:6.1f} ms from a save to the picture; the slowest "
          f"{figures['slowest watch']:.1f}")
    print(f"gallery           {figures['gallery']:6.1f} s, every theme and look on four devices, page and picture")


def report(figures):
    for title in ("cold photo", "cold black"):
        print(f"\n{title}: whole process, 1179 × 2556")
        print("                wall ms   CPU ms   peak MiB   slower than wallfarm")
        ours = figures[title]["wallfarm"][0]
        for name, (wall, cpu, peak) in figures[title].items():
            print(f"{name:14} {wall * 1000:8.0f} {cpu * 1000:8.0f} {peak:9.0f} {wall / ours:12.1f} ×")
    if figures["cold black, instructions"]:
        print(f"cold black: {figures['cold black, instructions']:.1f} million instructions")
    report_warm(figures["warm"])
    report_shelf(figures["shelf"])
    report_sizes(figures["sizes"])
    report_farm(figures["farm"])
    report_snapshots(figures["snapshots"])
    report_themes(figures["themes"])
    report_plugins(figures["plugins"])
    flow = figures["flows"]
    print(f"\nflow check: {flow['states']} states in {flow['seconds']:.1f} s, {flow['peak']:.0f} MiB")
    counted = figures["health"]
    print(f"steps of a health export of 120 MB: {counted['zip']:.2f} s packed, {counted['xml']:.2f} s bare, "
          f"{counted['expat'] / counted['xml']:.0f} times as fast as expat in Python")


def report_warm(figures):
    print("\nwarm, in one process on one core (ms)")
    print("                 whole   faster than Pillow   " + "  ".join(f"{stage:>9}" for stage in STAGES))
    for name, (title, peer) in SCENARIOS.items():
        if name == "devices":
            continue
        ours = figures[name]
        ratio = f"{figures['Pillow ' + peer]['whole'] / ours['whole']:8.1f} ×" if peer else " " * 10
        print(f"{title:14} {ours['whole']:7.1f} {ratio:>12}           "
              + "  ".join(f"{ours[stage]:9.2f}" for stage in STAGES))
    for peer in ("photo", "smooth photo", "black"):
        print(f"Pillow {peer:7} {figures['Pillow ' + peer]['whole']:7.1f}")
    print(f"every device with one photo, all cores: {figures['devices']['whole']:.0f} ms")


def report_shelf(figures):
    print("\nthe shelf: a layout on black, warm, on one core (ms)")
    for name, whole in figures.items():
        print(f"{name:14} {whole:7.1f} {figures['Pillow'] / whole:8.1f} × Pillow's six notes")


def report_farm(figures):
    queue = figures["queue"]
    print("\nfarm: 400 wallpapers of ten photos, four devices, ten lists of notes")
    print(f"one worker        {figures['one']:6.1f} a second")
    print(f"{figures['cores']} workers         {figures['all']:6.1f} a second, {figures['all'] / figures['one']:.2f} times")
    print(f"black             {figures['black one']:6.1f} a second with one worker, {figures['black all']:.1f} with "
          f"{figures['cores']}, {figures['black all'] / figures['black one']:.2f} times")
    print(f"peak memory       {figures['supervisor']:6.1f} MiB of the supervisor, {figures['worker']:.1f} MiB of a worker")
    print(f"queue             {queue['leaseAndRecordEach']:.3f} ms a unit, {queue['addEach']:.3f} ms to add it; "
          f"opening {queue['units']:.0f} units takes {queue['open']:.0f} ms")
    pool, calm = figures["pool"], figures["calm pool"]
    print(f"pool              {pool['perSecond']:.0f} orders a second by {pool['workers']:.0f} workers that take 5 ms "
          f"each, of {pool['orders']:.0f} that wait, {pool['perProcessorSecond']:.0f} for each second of a processor that "
          f"the pool itself uses; with one worker {calm['toBegin']:.2f} ms until it begins, "
          f"{calm['around']:.2f} ms around a render")


def report_snapshots(figures):
    print(f"\nsnapshots: the project's suite of {figures['pictures']} pictures, all cores")
    print(f"all the same      {figures['same']:6.1f} s")
    print(f"other notes       {figures['changed']:6.1f} s, with reports")
    for name, title in (("line", "notes moved"), ("everything", "another theme")):
        found = figures[name]
        print(f"compare, {title:14} {found['ours']:6.0f} ms, {found['theirs'] / found['ours']:.1f} times faster than"
              f" the published FLIP; {found['visible']:.0f} pixels seen, {found['their visible']} there")


def report_sizes(rows):
    print("\nsize of the file and time of encoding beside libpng, level 6, all filters")
    print("                  libpng           fast         balanced            small")
    photos = []
    for name, row in rows.items():
        count, milliseconds = row["libpng"]
        ratios = {effort: row[effort][0] / count for effort in ("fast", "balanced", "small")}
        if len(photos) < 12:
            photos.append(ratios)
        print(f"{name:14} {count / 1e6:5.2f} MB {milliseconds:4.0f} ms"
              + "".join(f"   {ratios[effort]:.3f} {row[effort][1]:5.0f} ms" for effort in ratios))
    means = {effort: sum(ratios[effort] for ratios in photos) / len(photos) for effort in photos[0]}
    print("mean of the twelve photos: " + ", ".join(f"{name} {mean:.3f}" for name, mean in means.items()))


if __name__ == "__main__":
    main()
