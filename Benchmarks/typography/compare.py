"""Shows how two programs set 24 lists of notes, side by side, and compares their figures for 400 other
lists.

    compare.py BEFORE AFTER OUT [--figures]

BEFORE and AFTER are built programs. If a program is not next to its Templates and Fonts,
WALLFARM_HOME_BEFORE or WALLFARM_HOME_AFTER specifies the folder that contains them. The script creates
the folder OUT with a page, index.html. With --figures, it also renders the 400 lists on ten devices,
which takes minutes, and prints their figures.
"""

import html
import json
import os
import random
import statistics
import subprocess
import sys

SIX = [
    "Buy milk and bread", "Call Ana about Saturday", "Water the plants", "Train 9:40, platform 2",
    "Return the library books", "Pick up parcel",
]
NATURE = "/usr/share/backgrounds/mate/nature/"
# The subject, the device, the theme, the notes, and other options.
CASES = [
    ("six notes", "iphone15", "midnight", SIX, []),
    ("six notes, small", "iphonese3", "folio", SIX, []),
    ("six notes, large", "iphone17promax", "poster", SIX, []),
    ("six notes, tablet", "ipadpro13", "fog", SIX, []),
    ("one note", "iphone15", "midnight", ["Buy milk"], []),
    ("one note, tablet", "ipad10", "paper", ["Call Ana about Saturday"], []),
    ("two notes", "iphonese3", "poster", ["Buy milk", "Call Ana"], []),
    ("three notes", "iphone15", "forest", ["Call Ana", "Buy milk and bread", "Read"], []),
    ("a long word", "iphone15", "folio",
     ["Donaudampfschifffahrtsgesellschaft", "Buy milk", "Pay rent", "Call Ana", "Water plants"], []),
    ("thirty notes", "iphone15", "midnight", [f"Note number {n}" for n in range(1, 31)], []),
    ("thirty notes, tablet", "ipadpro13", "paper", [f"Note number {n}" for n in range(1, 31)], []),
    ("long notes", "iphone15", "dawn",
     ["Book the tickets for the concert in the old town hall before they are sold out",
      "Ask Mr Okafor whether the invoice of March has been paid by now"], []),
    ("Japanese", "iphone15", "fog",
     ["明日の朝9時40分に田中さんと東京駅で会って資料を渡す", "牛乳を買って帰る", "誕生日プレゼントを買わなければならない"],
     ["--language", "ja"]),
    ("Thai", "iphone15", "paper",
     ["ไปรับลูกที่โรงเรียนวันเสาร์เวลา 9:40 น.", "ซื้อนมและขนมปังที่ร้านสะดวกซื้อ", "รดน้ำต้นไม้"], ["--language", "th"]),
    ("German", "iphone15", "folio",
     ["Frau Weber um 9:40 Uhr an Gleis 2 abholen und nach Hause bringen", "Milch und Brot"],
     ["--language", "de"]),
    ("Finnish", "iphonese3", "midnight",
     ["Soita Annalle lauantaina klo 9.40 ja osta 2 kg perunoita", "Palauta kirjat"], ["--language", "fi"]),
    ("Korean", "iphone15", "lens", ["내일 아침 9시 40분에 김민수 씨를 만나서 자료를 전달하기", "우유 사기"], []),
    ("Hindi", "iphone15", "noor", ["कल सुबह 9 बजे डॉक्टर से मिलना और 2 किलो आलू खरीदना", "दूध लाना"], []),
    ("Arabic and English", "iphone15", "noor",
     ["اتصل بـ Ana Schmidt قبل القطار 9:40 من رصيف 2", "اشتر الحليب", "Call the bank"], []),
    ("Hebrew", "iphone15", "dawn", ["להתקשר לאנה לפני הרכבת של 9:40 מרציף 2", "לקנות חלב ולחם", "Buy milk"], []),
    ("dark photo", "iphone15", "folio", SIX[:4], ["--photo", NATURE + "Storm.jpg"]),
    ("busy photo", "iphone15", "folio", SIX[:4], ["--photo", NATURE + "Garden.jpg"]),
    ("bright photo", "iphone15", "midnight", SIX[:4], ["--photo", NATURE + "GreenMeadow.jpg"]),
    ("saturated photo", "iphone15", "amber", SIX[:4], ["--photo", NATURE + "Aqua.jpg"]),
]
DEVICES = [
    "iphonese3", "iphone13mini", "iphone15", "iphone16promax", "iphone17promax", "ipadmini6", "ipad10",
    "ipadair11", "ipadpro11", "ipadpro13",
]
WORDS = (
    "Buy Call Water Return Pick Pay Send Read Book Ask milk bread plants books parcel rent invoice pages tickets "
    "landlord dentist Saturday tomorrow about the and for with before oil passport kitchen window hinge jacket "
    "platform 2 9:40 library charger Anna Okafor birthday present batteries appointment neighbourhood"
).split()


class Program:
    def __init__(self, path, home):
        self.path = os.path.abspath(path)
        self.environment = dict(os.environ, WALLFARM_HOME=os.path.abspath(home)) if home else None

    def call(self, *words, cwd):
        return subprocess.run(
            [self.path, *words], cwd=cwd, env=self.environment, capture_output=True, text=True
        )


def page(programs, out):
    rows = []
    for number, (title, device, theme, notes, options) in enumerate(CASES):
        pictures = []
        for side, program in programs.items():
            name = f"{number:02}-{side}.jpg"
            words = ["render", "-d", device, "--theme", theme, "-q", "-f", "jpeg", "-o", name, *options]
            for note in notes:
                words += ["-n", note]
            done = program.call(*words, cwd=out)
            if done.returncode:
                raise SystemExit(f"{side}: {title}: {done.stderr}")
            pictures.append(f'<figure><img src="{name}" loading="lazy"><figcaption>{side}</figcaption></figure>')
        rows.append(f"<section><h2>{html.escape(title)}, {device}, {theme}</h2>{''.join(pictures)}</section>")
    with open(os.path.join(out, "index.html"), "w") as file:
        file.write(
            "<!DOCTYPE html><meta charset=utf-8><title>Before and after</title><style>"
            "body{font:16px sans-serif;margin:2em;background:#eee}main{display:grid;gap:2em;"
            "grid-template-columns:repeat(auto-fill,minmax(440px,1fr))}section{background:#fff;padding:1em}"
            "h2{font-size:1em}figure{display:inline-block;margin:0 1em 0 0}img{width:190px;border-radius:14px}"
            "</style><h1>Which would you keep?</h1><main>" + "".join(rows) + "</main>")
    print(f"the page is {os.path.join(out, 'index.html')}")


def lists():
    random.seed(25)
    for number in range(400):
        yield {
            "id": f"l{number}", "devices": DEVICES, "color": "black", "effort": "fast",
            "notes": [
                " ".join(random.choices(WORDS, k=random.randint(2, 6)))
                for _ in range(random.randint(1, 14))
            ],
        }


def figures(programs, out):
    found = {}
    for side, program in programs.items():
        with open(os.path.join(out, "lists.jsonl"), "w") as file:
            file.writelines(json.dumps(one) + "\n" for one in lists())
        done = program.call(
            "batch", "lists.jsonl", "-o", f"lists-{side}", "--report", f"{side}.json", "-q", cwd=out)
        if done.returncode:
            raise SystemExit(f"{side}: {done.stderr[-2000:]}")
        with open(os.path.join(out, f"{side}.json")) as file:
            report = json.load(file)
        units = {}
        for unit in report["units"]:
            layout = unit["receipt"]["layout"]
            units[unit["unit"]] = (
                layout["fontSize"], sum(note["lines"] > 1 for note in layout["notes"]), len(layout["notes"]))
        found[side] = units
    before, after = found["before"], found["after"]
    same = sorted(before.keys() & after.keys())
    broken = [sum(side[key][1] for key in same) for side in (before, after)]
    size = [statistics.mean(side[key][0] for key in same) for side in (before, after)]
    hidden = sum(after[key][2] < before[key][2] for key in same)
    print(f"{len(same)} pictures of 400 lists on {len(DEVICES)} devices")
    print(f"notes in two or more lines: {broken[0]} before, {broken[1]} after, {broken[1] / max(1, broken[0]):.0%}")
    print(f"mean size: {size[0]:.1f} pt before, {size[1]:.1f} after, {size[1] / size[0]:.0%}")
    print(f"pictures that show fewer notes than before: {hidden}")
    return not (broken[1] > 0.4 * broken[0] or size[1] < 0.7 * size[0] or hidden)


def main():
    words = [word for word in sys.argv[1:] if word != "--figures"]
    if len(words) != 3:
        raise SystemExit(__doc__)
    programs = {
        side: Program(path, os.environ.get(f"WALLFARM_HOME_{side.upper()}"))
        for side, path in zip(("before", "after"), words)
    }
    os.makedirs(words[2], exist_ok=True)
    page(programs, words[2])
    if "--figures" in sys.argv and not figures(programs, words[2]):
        raise SystemExit("one of these is not as it should be")


if __name__ == "__main__":
    main()
