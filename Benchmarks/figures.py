"""Writes docs/figures.md from the results of `make bench`: no figure in the documents is typed by
hand."""
import datetime
import os
import subprocess

PAGE = "docs/figures.md"


HISTORY = "## History\n"
MANY = "## Many machines\n"
FILMS = "## Films\n"


def write(figures, wallfarm):
    with open(PAGE) as file:
        text = file.read()
    version = subprocess.check_output([wallfarm, "--version"], text=True).strip()
    day = datetime.date.today().isoformat()
    with open(PAGE, "w") as file:
        file.write(page(figures, version, day) + "\n" + history(figures, text, day) + section(text))


def ratios(figures):
    """Returns how many times faster than Pillow wallfarm renders each kind of wallpaper."""
    warm = figures["warm"]
    peers = {"edited": "photo", "encoded": "photo", "new": "photo", "black": "black"}
    return ({name: warm[f"Pillow {peer}"]["whole"] / warm[name]["whole"] for name, peer in peers.items()}
            | {name: figures[name]["Pillow"][0] / figures[name]["wallfarm"][0] for name in ("cold photo", "cold black")})


def history(figures, text, day):
    """Returns the ratios of earlier runs, which the page keeps, and those of this run. A later run on
    the same day replaces the earlier one."""
    rows = [line for line in text.partition(HISTORY)[2].partition("\n## ")[0].splitlines()
            if line.startswith("| ") and not line.startswith(("| day ", f"| {day} "))]
    rates = [f"{figures['farm'][name]:.1f}" for name in ("all", "black all")]
    rows.append("| " + " | ".join([day, *(f"{ratio:.1f}" for ratio in ratios(figures).values()),
                                   f"{figures['warm']['devices']['whole'] / 1000:.1f} s", *rates]) + " |")
    heads = ["day", "edited", "encoded", "new photo", "black", "cold photo", "cold black", "every iPhone and iPad",
             "photos", "black pictures"]
    return (HISTORY + "\nThe table shows the speed relative to Pillow for a wallpaper with an edited note, a fully encoded wallpaper, a new photo\n"
            "and a black wallpaper, and for whole processes (cold); the time for one photo on every iPhone and iPad; and the number of\n"
            "pictures per second in a batch on all cores, with photos and with a black background. The two oldest rows name a commit\n"
            "instead of a day.\n\n"
            + "\n".join(["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads), *rows]) + "\n")


def section(text):
    """Returns the last part of the page, which `make bench-motion` and `make bench-farm` wrote."""
    starts = [start for start in (text.find(FILMS), text.find(MANY)) if start >= 0]
    return "\n" + text[min(starts):] if starts else ""


def write_films(found, load):
    """Writes the results of `make bench-motion` before those of `make bench-farm`."""
    with open(PAGE) as file:
        text = file.read()
    many = text.find(MANY)
    rest = text[many:] if many >= 0 else ""
    text = text[: len(text) - len(section(text))] if section(text) else text
    rows = [[title, f"{found[name]:.1f}", f"{found[name] / found['pillow']:.1f}", f"{found[name] / found['chromium']:.1f}"]
            for name, title in (("hook", "`wallfarm motion hook`"), ("all-set", "`wallfarm motion all-set`"),
                                ("pillow", "three cards with Pillow, piped into ffmpeg (x264, `veryfast`)"),
                                ("chromium", "three cards with CSS, a Chromium screenshot per frame, into ffmpeg"))]
    said = "\n".join(f"- `{name}`: {found['said'][name]}" for name in ("hook", "all-set"))
    day = datetime.date.today().isoformat()
    with open(PAGE, "w") as file:
        file.write(text.rstrip("\n") + "\n\n" + FILMS
                   + f"\n1179 × 2556 pixels, 30 frames per second, H.264, by `make bench-motion` on {day}; system load {load:.0f}.\n\n"
                   + table(["film", "frames per second", "relative to Pillow", "relative to a browser"], rows)
                   + f"\nProcessor time, as reported by `--times`:\n\n{said}\n" + ("\n" + rest if rest else ""))


def write_many_machines(found):
    """Writes the results of `make bench-farm` at the end of the page."""
    with open(PAGE) as file:
        text = file.read()
    text = text[: text.find(MANY)] if MANY in text else text
    black, queue, million = found["black"], found["queue"], found["million"]
    rows = [
        ["black wallpapers of an iPhone 15, two workers, with SQLite and a folder",
         f"{black['localPerSecond']:.0f} a second"],
        ["the same with PostgreSQL and an object store",
         f"{black['farmPerSecond']:.0f} a second, {black['share']:.2f} of it"],
        ["wallfarm's processor time per unit, relative to SQLite and a folder",
         f"{black['ownEach']:.2f} ms, {black['processor']:.2f} times"],
        ["PostgreSQL's processor time per unit, including submission", f"{black['databaseEach']:.2f} ms"],
        ["PostgreSQL's processor time per unit, leases and receipts only",
         f"{queue['databaseProcessorEach']:.2f} ms"],
        ["the object store's processor time per unit", f"{black['storeEach']:.2f} ms"],
        ["queue throughput with eight supervisors that render nothing", f"{queue['perSecond']:.0f} units a second"],
        ["submit and validate 1000000 units", f"{million['submit']:.0f} s, {million['submitPeak']:.0f} MiB"],
        ["`farm status` with 1000000 waiting units", f"{million['status'] * 1000:.0f} ms"],
        ["memory of a supervisor with 1000000 waiting units", f"{million['supervisorPeak']:.0f} MiB"],
    ]
    day = datetime.date.today().isoformat()
    with open(PAGE, "w") as file:
        file.write(text.rstrip("\n") + "\n\n" + MANY
                   + f"\nPostgreSQL, the object store and the farm share the cores. Measured by `make bench-farm` on {day}.\n\n"
                   + table(["what", "figure"], rows))


def page(figures, version, day):
    cores = figures["farm"]["cores"]
    parts = [
        "# Figures\n\n"
        "`make bench` measures everything in one run, side by side, and writes this page. Compare the ratios: the absolute\n"
        "times were measured on one machine on one day. [Benchmarks](../Benchmarks/README.md) describes the method.\n\n"
        f"Measured for {version} on {day}, {cores} cores.\n",
        cold(figures), warm(figures["warm"]), bounds(figures), goals(figures), shelf(figures["shelf"]),
        farm(figures["farm"]), sizes(figures["sizes"]), others(figures),
    ]
    return "\n".join(parts)


def table(heads, rows):
    lines = ["| " + " | ".join(heads) + " |", "|" + "---|" * len(heads)]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows]) + "\n"


def cold(figures):
    rows = []
    for title, what in (("cold photo", "12-megapixel photo"), ("cold black", "black")):
        ours = figures[title]["wallfarm"][0]
        for name, (wall, cpu, peak) in figures[title].items():
            rows.append([what, name, f"{wall * 1000:.0f} ms", f"{cpu * 1000:.0f} ms", f"{peak:.0f} MiB",
                         "1" if name == "wallfarm" else f"{wall / ours:.1f}"])
    return ("## A process for one wallpaper\n\nThe wallpaper has 1179 × 2556 pixels and six notes. The times are from the start of the "
            "process to the finished file.\n\n"
            + table(["background", "program", "wall", "CPU", "peak", "relative time"], rows))


def warm(figures):
    titles = {"edited": "one note edited on a cached photo", "encoded": "the same, fully re-encoded",
              "scaled": "the same, photo scaled again", "new": "the same, photo decoded again",
              "small": "one note edited on a smooth photo", "black": "black", "gradient": "a gradient"}
    rows = []
    for name, title in titles.items():
        if name not in figures:
            continue
        peers = {"black": "Pillow black", "gradient": "Pillow black", "small": "Pillow smooth photo"}
        peer = figures[peers.get(name, "Pillow photo")]["whole"]
        ours = figures[name]
        rows.append([title, f"{ours['whole']:.1f} ms", f"{ours['bytes'] / 1e6:.1f} MB", f"{peer / ours['whole']:.0f} times"])
    return ("## A renderer that stays in memory\n\nThe times are for one core, and are compared with those of Pillow, which draws "
            "fewer notes and measures nothing.\n\n"
            + table(["what changes", "time", "file", "faster than Pillow"], rows)
            + f"\nTime to render one photo for every iPhone and iPad, using all cores: {figures['devices']['whole'] / 1000:.1f} s.\n")


def bounds(figures):
    """Returns a table of the measured lower bounds, and the ratio of wallfarm's time to each."""
    found, warm = figures["bounds"], figures["warm"]
    sizes = found["sizes"]
    hashing = {name: found[f"hash {size}"] for name, size in sizes.items()}
    writing = {name: found[f"write {size}"] for name, size in sizes.items()}
    rows = []

    def row(title, least, parts, ours):
        rows.append([title, f"{least:.1f} ms", parts, f"{ours:.1f} ms", f"{ours / least:.1f}"])

    row("one note edited", hashing["edited"] / 2, "hashing the half of the file that changes", warm["edited"]["whole"])
    row("one note edited on a smooth photo", hashing["small"] / 2, "the same", warm["small"]["whole"])
    encoded = found["copy"] + hashing["edited"]
    row("fully re-encoded", encoded, "copying the pixels, hashing the file", warm["encoded"]["whole"])
    row("photo decoded again", found["decode"] + encoded, "decoding the photo, copying the pixels, hashing the file", warm["new"]["whole"])
    row("black", found["copy"] + hashing["black"], "copying the pixels, hashing the file", warm["black"]["whole"])
    photo = found["start"] + found["decode"] + hashing["edited"] + writing["edited"]
    row("a process, 12-megapixel photo", photo, "starting, decoding, hashing, writing",
        figures["cold photo"]["wallfarm"][0] * 1000)
    row("a process, black", found["start"] + hashing["black"] + writing["black"], "starting, hashing, writing",
        figures["cold black"]["wallfarm"][0] * 1000)
    return ("## Lower bounds\n\nA lower bound is the least time that a program needs for the same result. `peers/bounds.c` measures its parts in the\n"
            f"same run: starting a process with the same libraries {found['start']:.1f} ms, decoding the photo {found['decode']:.1f} ms, "
            f"copying the pixels {found['copy']:.1f} ms, and\nhashing and writing files of the same sizes.\n\n"
            + table(["figure", "lower bound", "consists of", "wallfarm", "times the bound"], rows))


# The goal for each figure and, if the goal is not reached, a description of where the time goes and what was
# tried.
GOALS = {
    "edited": (140, "Half is drawing: the changed line is measured, and its shadows are blurred and measured again. Encoding "
               "its bands and hashing the file take 15% each. Tried: starting from the last picture, calculating aids, keeping "
               "hashes of bands, faster blurs."),
    "encoded": (40, "Filters and deflate take two thirds of the time. Tried: other deflate libraries, see "
                "[decision 4](decisions/0004-png-is-deflated-by-us.md)."),
    "new": (15, "To reach the goal, a render would have to take less time than decoding alone. Scaling takes a third. Tried: "
            "vector instructions, and scaling on both cores."),
    "black": (25, "The time is divided between composing, drawing and encoding the changed line; no part dominates."),
    "cold photo": (7, "Decoding on one core and scaling take half of the time. Tried: composing while the photo is decoded, huge "
                   "pages."),
    "cold black": (4, "Loading libraries and opening fonts take a third, the first layout by Pango a quarter, page faults a "
                   "fifth. Tried: huge pages, an empty fontconfig configuration, checking commands in tests."),
    "devices": (1.5, "The time goes to scaling and measuring for each screen. Tried: one renderer per core, decoding once."),
    "all": (70, "All notes differ, so each picture is measured, its shadows are blurred, and its bands are encoded. Tried: "
            "faster blurs, consecutive orders with the same photo for each worker."),
    "scaling": (1.85, "The supervisor uses part of a core."),
    "black all": (400, "The supervisor and the file system use part of a core."),
    "worker": (160, "A worker keeps a decoded photo, two backgrounds and two pictures, and glibc keeps freed memory. "
               "Tried: a fixed mmap threshold, which was slower."),
}


def goals(figures):
    """Returns a table of the goals, with the reason for each goal that is not reached."""
    farm = figures["farm"]
    found = ratios(figures) | {
        "devices": figures["warm"]["devices"]["whole"] / 1000, "all": farm["all"],
        "scaling": farm["all"] / farm["one"], "black all": farm["black all"], "worker": farm["worker"]}
    titles = {
        "edited": "one note edited, times Pillow", "encoded": "fully re-encoded, times Pillow",
        "new": "a new photo, times Pillow", "black": "black, times Pillow",
        "cold photo": "a process with a photo, times Pillow", "cold black": "a process with black, times Pillow",
        "devices": "every iPhone and iPad, seconds", "all": "batch with photos, pictures per second",
        "scaling": "speedup by the second worker", "black all": "black batch, pictures per second",
        "worker": "memory of a worker, MiB",
    }
    rows = []
    for name, (goal, reason) in GOALS.items():
        least = name in ("devices", "worker")
        reached = found[name] <= goal if least else found[name] >= goal
        digits = 2 if name == "scaling" else 1 if found[name] < 100 else 0
        rows.append([titles[name], f"{goal:g}", f"{found[name]:.{digits}f}", "reached" if reached else reason])
    return ("## Goals\n\nThe table lists the goals of the project on two cores. If a goal is not reached, the last column states where the time\n"
            "goes, and which attempts were made to reduce it.\n\n" + table(["figure", "goal", "measured", "result"], rows))


def shelf(figures):
    peer = figures["Pillow"]
    rows = [[f"`{name}`", f"{whole:.1f} ms", f"{peer / whole:.1f} times"]
            for name, whole in sorted(figures.items()) if name != "Pillow"]
    return (f"## Layouts\n\nEach layout renders its sample on black, with edited text, on one core. Pillow's six notes took "
            f"{peer:.0f} ms.\n\n" + table(["template", "time", "faster than Pillow's notes"], rows))


def farm(figures):
    queue, pool, calm = figures["queue"], figures["pool"], figures["calm pool"]
    rows = [
        ["one worker", f"{figures['one']:.1f} a second"],
        [f"{figures['cores']} workers", f"{figures['all']:.1f} a second, {figures['all'] / figures['one']:.2f} times"],
        ["600 black wallpapers, one worker", f"{figures['black one']:.1f} a second"],
        [f"600 black wallpapers, {figures['cores']} workers",
         f"{figures['black all']:.1f} a second, {figures['black all'] / figures['black one']:.2f} times"],
        ["peak memory of a worker", f"{figures['worker']:.0f} MiB"],
        ["peak memory of the supervisor", f"{figures['supervisor']:.0f} MiB"],
        ["queue time per unit", f"{queue['leaseAndRecordEach']:.2f} ms"],
        [f"open a queue of {queue['units']:.0f} units", f"{queue['open']:.0f} ms"],
        [f"orders dispatched by the pool to {pool['workers']:.0f} workers", f"{pool['perSecond']:.0f} a second"],
        ["delay from an order to the start of its render", f"{calm['toBegin']:.2f} ms"],
    ]
    return ("## A farm\n\nThe benchmark renders 400 wallpapers: ten photos on four devices, with ten lists of notes.\n\n"
            + table(["what", "figure"], rows))


def sizes(rows):
    photos = list(rows.values())[:12]
    means = []
    for effort in ("fast", "balanced", "small"):
        bytes_ = sum(row[effort][0] / row["libpng"][0] for row in photos) / len(photos)
        times = sum(row[effort][1] / row["libpng"][1] for row in photos) / len(photos)
        means.append([f"`--effort {effort}`", f"{bytes_:.3f}", f"{times:.2f}"])
    return ("## File size compared with libpng\n\nThe figures are means of twelve photos, relative to libpng with level 6 and all filters.\n\n"
            + table(["effort", "bytes", "time"], means))


def others(figures):
    themes, snapshots, plugins = figures["themes"], figures["snapshots"], figures["plugins"]
    flow = figures["flows"]
    counted = figures["health"]
    one, every = plugins["one note new"], plugins["all notes new"]
    rows = [
        ["`theme check`, as a process", f"{themes['check']:.0f} ms"],
        ["delay from a save to the picture with `--watch`", f"{themes['watch']:.0f} ms"],
        ["a gallery of every theme and look on four devices", f"{themes['gallery']:.1f} s"],
        [f"`snapshot verify` of {snapshots['pictures']} pictures", f"{snapshots['same']:.1f} s"],
        ["compare two pictures, relative to the published FLIP",
         f"{snapshots['everything']['theirs'] / snapshots['everything']['ours']:.1f} times faster"],
        ["compose six notes, one of them new, with the built-in plugin", f"{one['built in']:.2f} ms"],
        ["the same with a library, with a program", f"{one['library'] / one['built in']:.1f} and "
         f"{one['program'] / one['built in']:.1f} times"],
        ["six new notes with a library, with a program", f"{every['library'] / every['built in']:.1f} and "
         f"{every['program'] / every['built in']:.1f} times"],
        [f"`flow check` of {flow['states']} states", f"{flow['seconds']:.1f} s, {flow['peak']:.0f} MiB"],
        ["steps of a health export of 120 MB, packed and bare",
         f"{counted['zip']:.2f} and {counted['xml']:.2f} s, "
         f"{counted['expat'] / counted['xml']:.0f} times as fast as expat in Python"],
    ]
    return "## Themes, snapshots, plugins\n\n" + table(["what", "figure"], rows)
