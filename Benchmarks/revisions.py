"""Renders with two builds in turn and prints the medians and their ratio.

revisions.py BEFORE AFTER [ROUNDS]: BEFORE and AFTER are the folders of two checkouts, each with a
release build. The processes alternate, so that a slowdown of the machine affects both builds. `make
bench-compare REV=…` calls this script.
"""
import json
import os
import subprocess
import sys
import tempfile

import bench

PHOTO = "/usr/share/backgrounds/mate/abstract/Elephants_5640x3172.jpg"
WARM = ("edited", "encoded", "scaled", "black", "gradient")
# The number of rounds in one process, so that process startup is not measured.
WARM_ROUNDS = 12


def program(tree, name):
    return os.path.join(tree, ".build/release", name)


def cold(tree, folder, *arguments):
    out = os.path.join(folder, "{device}.png")
    return ["env", f"WALLFARM_HOME={tree}", program(tree, "wallfarm"), "render", "--notes",
            os.path.join(tree, bench.NOTES), "-q", "-o", out, *arguments]


def warm(tree, scenario, photo):
    """Returns the median milliseconds of a render within one process."""
    run = subprocess.run(
        [program(tree, "wallfarm-bench"), scenario, photo, str(WARM_ROUNDS), "1"], check=True,
        capture_output=True, text=True, env=dict(os.environ, WALLFARM_HOME=tree))
    return json.loads(run.stdout)["whole"]


def main():
    before, after = (os.path.abspath(tree) for tree in sys.argv[1:3])
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 9
    print(f"{'':24} {'before':>10} {'after':>10} {'ratio':>7}   medians of {rounds} rounds in turn, ms")

    def show(name, old, new):
        print(f"{name:24} {old:10.1f} {new:10.1f} {old / new:6.2f}×", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        photo = os.path.join(folder, "photo.jpg")
        subprocess.run(["convert", PHOTO, "-resize", "4032x3024!", "-quality", "92", photo], check=True)
        whole = {
            "cold photo": ("--device", "iphone15", "--photo", photo),
            "cold black": ("--device", "iphone15", "--color", "black"),
            "fifteen devices": ("--device", "2022…2023", "--photo", photo),
        }
        for name, arguments in whole.items():
            found = bench.side_by_side(
                {"before": cold(before, folder, *arguments), "after": cold(after, folder, *arguments)},
                rounds)
            show(name, found["before"][0] * 1000, found["after"][0] * 1000)
        for scenario in WARM:
            pairs = [(warm(before, scenario, photo), warm(after, scenario, photo)) for _ in range(rounds)]
            show(bench.SCENARIOS[scenario][0], *(bench.median(column) for column in zip(*pairs)))


if __name__ == "__main__":
    main()
