"""Tests screens.html, the page that finds screens, in a headless browser with valid and hostile queries.

    find-screens.py screens.html screens.json

Prints a line for each check, and stops with status 1 at the first one that fails.
"""
import json, os, sys, tempfile
from urllib.parse import urlencode

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser"))
sys.dont_write_bytecode = True

from browser import Browser, axe_text, check, check_alone, run_checks

HOSTILE = [
    {"width": "<img src=x onerror=alert(1)>", "height": "915", "scale": "2"},
    {"width": "412", "height": "915", "scale": "</script><script>document.title='owned'</script>"},
    {"width": "1e3", "height": "915"}, {"width": "-412", "height": "915", "scale": "2"},
    {"width": "412", "height": "Infinity"}, {"width": "NaN", "height": "915"}, {"width": "0", "height": "0"},
    {"width": "9" * 5000, "height": "915"}, {"width": "412"}, {"scale": "3"}, {"width": "٤١٢", "height": "٩١٥"},
    {"width": "412\x00", "height": "915"}, {"width": "4 12", "height": "915", "scale": "2"},
    {"width": "", "height": "", "scale": ""}, {"width": "412;rm -rf", "height": "915"},
]


def expected(screens, sides, scale=None):
    """Returns the ids of the screens with a size, computed from the published data, not by the page."""
    found = []
    for entry in screens:
        pixels, points = entry["pixels"], entry.get("points") or [side / entry["scale"] for side in entry["pixels"]]

        def has(sizes, most):
            return all(abs(one - other) <= most for one, other in zip(sorted(sizes), sorted(sides)))

        fits = has(points, 1.01) or has(pixels, 0.5)
        if scale is not None:
            scales = (entry["scale"], entry["pixels"][0] / points[0])
            fits = fits and any(abs(each / scale - 1) <= 0.02 for each in scales)
        if fits:
            found.append(entry["id"])
    return found


class Page(Browser):
    def __init__(self, path, profile):
        super().__init__(profile)
        self.url = "file://" + os.path.abspath(path)
        self.resize(390, 844, is_phone=True)

    def open(self, **query):
        self.browser.get(self.url + ("?" + urlencode(query) if query else ""))

    def status(self):
        return self.run("return document.getElementById('status').textContent")

    def ids(self):
        texts = self.run("return [...document.querySelectorAll('#list code')].map(each => each.textContent)")
        return [text.split("--device ")[1].split(" ")[0] for text in texts]

    def is_hidden(self, name):
        return self.run("return document.getElementById(arguments[0]).hidden", name)


def main(path, data, profile):
    with open(data, encoding="utf-8") as file:
        screens = json.load(file)["screens"]
    page = Page(path, profile)
    try:
        check_queries(page, screens)
        check_own(page, screens)
        check_hostile(page)
        check_form(page, screens)
        check_access(page)
    finally:
        page.quit()


def check_queries(page, screens):
    page.open(width="412", height="915", scale="2.625")
    check_alone(page, page.url + "?width=412&height=915&scale=2.625")
    most = 0
    for width, height, scale in [
        ("412", "915", "2.625"), ("915", "412", "2.625"), ("393", "852", "3"), ("375", "812", "3"), ("414", "736", "3"),
        ("1080", "2400", None), ("1920", "1080", "1"), ("333", "777", "3"),
    ]:
        page.open(width=width, height=height, **({"scale": scale} if scale else {}))
        wanted = expected(screens, (float(width), float(height)), scale and float(scale))
        check(page.ids() == wanted, f"the devices of {width} x {height} at {scale}", (page.ids(), wanted))
        check(page.is_hidden("found") == (not wanted), "an empty list is hidden")
        most = max(most, len(wanted))
        if not wanted:
            check("No known device" in page.status(), "no match is told")
            check("--device 999x2331@3 " in page.element("#command").text, "the size is offered instead")
        elif len(wanted) > 1:
            check(f"{len(wanted)} devices have this size" in page.status(), "an ambiguous size is told", page.status())
    check(most > 1, "some sizes are ambiguous")
    for entry in screens:
        scale = entry["scale"]
        points = entry.get("points") or [round(side / scale, 2) for side in entry["pixels"]]
        page.open(width=f"{round(points[0])}", height=f"{round(points[1])}", scale=f"{scale:g}")
        if entry["id"] not in page.ids():
            check(False, f"{entry['id']} is found by what its browser reports", page.status())
    check(True, "every screen is found by what its browser reports")
    first = page.element("#list li").text
    check("pixels" in first and "id " in first and "wallfarm render" in first, "a device has its facts", first)


def check_own(page, screens):
    page.order("Emulation.setDeviceMetricsOverride", width=393, height=852, deviceScaleFactor=3, mobile=True,
               screenWidth=393, screenHeight=852)
    page.open()
    check(page.status().startswith("This browser reports 393 × 852 at 3."), "the page reads its browser", page.status())
    check(page.ids() == expected(screens, (393, 852), 3), "and finds its devices", page.ids())
    page.resize(390, 844, is_phone=True)


def check_hostile(page):
    for query in HOSTILE:
        page.open(**query)
        words = str(query)[:60]
        check("no valid size" in page.status(), f"refused: {words}", page.status())
        check(page.is_hidden("found") and page.is_hidden("plain"), f"nothing is listed: {words}")
        check(page.run("return document.title") == "Find a screen – wallfarm", f"no script runs: {words}")
        check(page.run("return document.querySelectorAll('img').length") == 0, f"no element is added: {words}")
        check(not page.said(), f"the console is silent: {words}")


def check_form(page, screens):
    page.open(width="1", height="1")
    for name, text in (("width", "360"), ("height", "780"), ("scale", "3")):
        page.run("document.getElementById(arguments[0]).value = arguments[1]", name, text)
    page.click("button")
    check(page.wait("return location.search === '?width=360&height=780&scale=3'"), "the form makes an address")
    check(page.wait("return document.getElementById('status').textContent.includes('360 × 780 at 3')"), "and finds it")
    check(page.ids() == expected(screens, (360, 780), 3), "with its devices", page.ids())


def check_access(page):
    axe = axe_text()
    for scheme in ("light", "dark"):
        for width in (320, 1280):
            page.prefer(scheme)
            page.resize(width, 800, is_phone=width < 500)
            page.open(width="412", height="915", scale="2.625")
            found = page.findings(axe)
            check(not found, f"axe finds nothing in {scheme} at {width}", found[:2])
            check(page.run("return document.documentElement.scrollWidth <= innerWidth"), f"no sideways scroll at {width}")
            low = page.run("return [...document.querySelectorAll('input, button')].filter(each => "
                           "each.getBoundingClientRect().height < 44 || each.getBoundingClientRect().width < 44).length")
            check(low == 0, f"targets of 44 px in {scheme} at {width}", low)
    colors = []
    for scheme in ("light", "dark"):
        page.prefer(scheme)
        colors.append(page.run("return getComputedStyle(document.body).backgroundColor"))
    check(colors[0] != colors[1], "light and dark differ")
    check(page.run("return document.documentElement.lang") == "en", "the language is stated")
    marks = page.run("return ['header', 'main', 'footer'].map(each => document.querySelectorAll(each).length)")
    check(marks == [1, 1, 1], "one header, main part and footer", marks)


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        run_checks(main, sys.argv[1], sys.argv[2], folder)
