"""Opens a report in a headless browser, uses its controls, and checks what it shows.

    open-report.py report.html

Prints a line for each check, and stops with status 1 at the first one that fails.
"""
import base64, html, io, json, os, re, sys, tempfile

from PIL import Image, ImageChops
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser"))
sys.dont_write_bytecode = True

import browser
from browser import PATIENCE, Browser, check, demand, run_checks

ROLES = ("expected", "actual", "difference")
VIEWS = ("side", "swipe", "onion", "difference")
MOST_SNAPSHOTS = 6
ROUNDING = 2  # rounding tolerance of a drawn pixel, in channel levels
BLENDED = 3  # the same tolerance for two blended pictures

def read(path):
    """Returns the data and the title of the report from its file, not from the tested page."""
    with open(path, encoding="utf-8") as file:
        page = file.read()
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    check(found, "the report holds its data")
    title = html.unescape(re.search(r"<title>(.*?)</title>", page, re.S)[1])
    check("{{" not in title and "{{data}}" not in page, "the template is filled in")
    return json.loads(found[1]), title


def picture(uri):
    return Image.open(io.BytesIO(base64.b64decode(uri.split(",", 1)[1])))


class Page(Browser):
    def __init__(self, path, profile):
        super().__init__(profile)
        self.url = "file://" + os.path.abspath(path)
        self.resize(1440, 900)
        self.browser.get(self.url)

    def element(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def click(self, selector):
        self.element(selector).click()

    def press(self, *keys):
        self.element("body").send_keys(*keys)

    def state(self, name):
        return self.run("return document.body.dataset[arguments[0]]", name)

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0]).textContent", selector)

    def button(self, name):
        """Returns the button of a snapshot; expands the list until it contains the button."""
        return self.run("""
            const find = () => [...document.querySelectorAll('.snapshot')]
              .find(button => button.dataset.name === arguments[0]);
            const more = () => [...document.querySelectorAll('.section > button')]
              .find(button => button.textContent.startsWith('Show all'));
            while (!find() && more()) more().click();
            return find() ?? null""", name)

    def select(self, name):
        button = self.button(name)
        demand(button is not None, f"{name} is in the list")
        self.run("arguments[0].scrollIntoView({block: 'center'})", button)
        button.click()
        check(self.state("selected") == name, f"a click selects {name}", self.state("selected"))

    def slide(self, name, value):
        self.run("""
            const slider = document.getElementById(arguments[0]);
            slider.value = arguments[1];
            slider.dispatchEvent(new Event('input', {bubbles: true}));""", name, value)

    def settle(self):
        """Waits until every picture on the stage is decoded and drawn."""
        self.browser.execute_async_script("""
            const done = arguments[0];
            const images = [...document.querySelectorAll('#stage img')];
            Promise.allSettled(images.map(image => image.decode())).then(() =>
              requestAnimationFrame(() => requestAnimationFrame(() => done())));""")

    def look(self):
        self.settle()
        return Image.open(io.BytesIO(self.browser.get_screenshot_as_png())).convert("RGB")

    def place(self, role):
        """Returns the position of a picture in the window, and the part of it that its view shows."""
        return self.run("""
            const image = document.querySelector(`#stage [data-role=${arguments[0]}]`);
            if (!image) return null;
            const view = image.closest('.view').getBoundingClientRect();
            const {x, y, width, height} = image.getBoundingClientRect();
            return {x: Math.round(x), y: Math.round(y), width, height,
              natural: [image.naturalWidth, image.naturalHeight],
              seen: [Math.max(x, view.left, 0), Math.max(y, view.top, 0),
                Math.min(x + width, view.right, innerWidth),
                Math.min(y + height, view.bottom, innerHeight)].map(Math.round)};""", role)


def distance(one, other):
    """Returns the largest difference in any channel of any pixel."""
    return max(high for _, high in ImageChops.difference(one, other).getextrema())


def compare(page, shown, role, wanted, words, tolerance=ROUNDING, part=(0, 1), margin=0):
    """Compares the pixels of a screenshot at the position of a picture with the expected pixels.

    `part` is the compared part of the visible width, as fractions for its start and end; `margin` is the
    number of pixels to omit at both ends of the part.
    """
    place = page.place(role)
    demand(place is not None, f"{words}: the picture is there")
    left, top, right, bottom = place["seen"]
    width = right - left
    left, right = left + round(width * part[0]) + margin, left + round(width * part[1]) - margin
    demand(right - left > 20 and bottom - top > 20, f"{words}: enough of it can be seen")
    drawn = shown.crop((left, top, right, bottom))
    origin = (left - place["x"], top - place["y"])
    pixels = wanted.crop((*origin, origin[0] + drawn.width, origin[1] + drawn.height))
    off = distance(drawn, pixels)
    check(off <= tolerance, words, f"a channel is {off} levels off")


def zoom_to_change(page):
    """Zooms to 100 % around the middle of the change, so that one pixel of a picture is one pixel of the
    screen."""
    if page.element("#go-to-change").is_enabled():
        page.click("#go-to-change")
    page.click("#zoom-100")
    check(page.state("zoom") == "100", "100 % is 100 %", page.state("zoom"))


def is_solid(image):
    """Whether a picture has no transparent pixels, so that it can be compared with a screenshot."""
    return "A" not in image.getbands() or image.getchannel("A").getextrema()[0] == 255


def check_views(page, snapshot):
    name = snapshot["name"]
    files = {role: picture(snapshot[role]) for role in ROLES}
    solid = all(is_solid(file) for file in files.values())
    pixels = {role: file.convert("RGB") for role, file in files.items()}

    view(page, "side")
    zoom_to_change(page)
    shown = page.look()
    for role in ROLES:
        place = page.place(role)
        check(place and place["natural"] == snapshot["size"], f"{name}: size of {role}", place)
        check(place["width"] == snapshot["size"][0], f"{name}: {role} is drawn pixel by pixel")
        if solid:
            compare(page, shown, role, pixels[role], f"{name}: side by side shows {role}")
    tops = {(page.place(role)["y"], page.place(role)["seen"][1]) for role in ROLES}
    check(len(tops) == 1, f"{name}: side by side is aligned", tops)
    if not solid:
        return

    grip = 24  # keep clear of the divider and its handle
    view(page, "swipe")
    for value, shares in (
        (0, {"actual": (0, 1)}), (100, {"expected": (0, 1)}),
        (50, {"expected": (0, 0.5), "actual": (0.5, 1)}),
    ):
        page.slide("swipe", value)
        shown = page.look()
        for role, part in shares.items():
            words = f"{name}: swipe at {value} shows {role}"
            compare(page, shown, role, pixels[role], words, part=part, margin=grip)

    view(page, "onion")
    mean = Image.blend(pixels["expected"], pixels["actual"], 0.5)
    for value, what, wanted, tolerance in (
        (0, "expected", pixels["expected"], ROUNDING), (100, "actual", pixels["actual"], ROUNDING),
        (50, "the mean of both", mean, BLENDED),
    ):
        page.slide("onion", value)
        words = f"{name}: onion skin at {value} shows {what}"
        compare(page, page.look(), "actual", wanted, words, tolerance)

    view(page, "difference")
    words = f"{name}: difference shows the difference"
    compare(page, page.look(), "difference", pixels["difference"], words)


def view(page, name):
    page.click(f"#view-{name}")
    check(page.state("view") == name, f"the button of the view {name} shows it")
    pressed = page.run(
        "return [...document.querySelectorAll('[id^=view-][aria-pressed=true]')].map(b => b.id)")
    demand(pressed == [f"view-{name}"], f"only the button of the view {name} is pressed", pressed)


def check_words(page, snapshot):
    name = snapshot["name"]
    words = page.run("return [...document.querySelectorAll('#words li')].map(e => e.textContent)")
    check(words == snapshot["words"], f"{name}: its words are shown", words)
    if snapshot["approve"]:
        command = page.text("#approve-one")
        check(command == snapshot["approve"], f"{name}: its approve command is shown", command)


def check_absent(page, snapshot):
    """Checks that the page states why a picture is absent, and shows the pictures that exist."""
    name = snapshot["name"]
    page.select(snapshot["name"])
    page.press("1")
    there = [role for role in ROLES if snapshot[role]]
    shown = page.run("return [...document.querySelectorAll('#stage img')].map(i => i.dataset.role)")
    check(shown == there, f"{name}: {' and '.join(there) or 'nothing'} can be shown", shown)
    reasons = page.run("return [...document.querySelectorAll('.absent')].map(e => e.textContent)")
    told = len(reasons) == len(ROLES) - len(there) and all(reasons)
    check(told, f"{name}: what is absent says why", reasons)
    if snapshot["error"]:
        text = page.text("#error")
        error = snapshot["error"]
        parts = [error[key] or "" for key in ("code", "message", "hint")]
        parts.append((error["origin"] or {}).get("text", ""))
        check(all(part in text for part in parts), f"{name}: its error is told", text)


def check_verdict(page, summary):
    verdict = page.text("h1")
    numbers = [summary[key] for key in ("changed", "missing", "failed") if summary[key]]
    told = all(f"{number:,}" in verdict for number in numbers or [summary["all"]])
    check(told and verdict.strip(), "the verdict is told in words", verdict)


def check_groups(page, data):
    shown = page.run("""
        return [...document.querySelectorAll('.group')].map(group => ({
          number: Number(group.dataset.number), headline: group.querySelector('h2').textContent,
          text: group.textContent}))""")
    groups = {group["number"]: group for group in data["groups"]}
    check(sorted(groups) == sorted(group["number"] for group in shown), "all groups are listed")
    for group in shown:
        wanted = groups[group["number"]]
        start = f"{len(wanted['members']):,} of {wanted['of']:,}: "
        check(group["headline"] == start + wanted["headline"],
              f"group {group['number']} says how many and what", group["headline"])
        if wanted["label"] == "toolchain":
            check("not a regression" in group["text"], "another toolchain is no regression")
    late = [groups[group["number"]]["label"] in ("missing", "failed") for group in shown]
    check(late == sorted(late), "groups of changes come first")


def check_filter(page, data):
    listed = "return [...document.querySelectorAll('.snapshot')].map(b => b.dataset.name)"
    before = page.run(listed)
    names = {snapshot["name"]: snapshot["deviceName"] for snapshot in data["snapshots"]}
    text = max(data["snapshots"][0]["name"].split(), key=len)
    field = page.element("#filter")
    field.send_keys(text)
    after = page.run(listed)
    wrong = [name for name in after if text.lower() not in f"{name} {names[name]}".lower()]
    check(after and not wrong, "the filter shows what matches", wrong[:3])
    matching = sum(text.lower() in f"{name} {names[name]}".lower() for name in names)
    check(len(after) <= matching, "the filter shows nothing else", f"{len(after)} of {matching}")
    field.clear()
    field.send_keys("there is no such snapshot")
    check(page.run(listed) == [], "a filter without a match shows nothing")
    page.run("arguments[0].value = ''; arguments[0].dispatchEvent(new Event('input'))", field)
    check(page.run(listed) == before, "an empty filter shows everything again")
    page.run("document.activeElement.blur()")


def check_keys(page, data):
    listed = page.run("return [...document.querySelectorAll('.snapshot')].map(b => b.dataset.name)")
    if len(listed) > 1:
        page.select(listed[0])
        page.press("j")
        check(page.state("selected") == listed[1], "j selects the next", page.state("selected"))
        page.press("k")
        check(page.state("selected") == listed[0], "k goes back", page.state("selected"))
        for key, name in enumerate(VIEWS, 1):
            page.press(str(key))
            check(page.state("view") == name, f"{key} switches to {name}", page.state("view"))
        page.press("1", "0")
        check(page.state("zoom") == "fit", "0 fits the pictures", page.state("zoom"))
    opened = "return document.getElementById('help').open"
    page.press("?")
    check(page.run(opened), "? opens the help")
    page.press(Keys.ESCAPE)
    check(not page.run(opened), "Escape closes the help")


def check_address(page, snapshot):
    page.select(snapshot["name"])
    page.press("3")
    WebDriverWait(page.browser, PATIENCE).until(
        lambda browser: browser.current_url.endswith("&view=onion"), "the address never follows")
    address = page.browser.current_url
    page.browser.get("about:blank")
    page.browser.get(address)
    kept = (page.state("selected"), page.state("view"))
    check(kept == (snapshot["name"], "onion"), "the address keeps selection and view", kept)
    page.press("1")


def check_widths(page):
    for width in (400, 800, 1440):
        page.resize(width, 900)
        page.settle()
        full, seen = page.run("""
            const {scrollWidth, clientWidth} = document.documentElement;
            return [scrollWidth, clientWidth]""")
        check(full <= seen, f"nothing to scroll sideways at {width} px", f"{full} > {seen}")


def check_alternatives(page):
    bare = page.run(
        "return [...document.images].filter(image => !image.alt.trim()).map(i => i.outerHTML)")
    check(not bare, "every picture has a text", bare[:1])


def check_markup(page, title):
    check(page.browser.title.split() == title.split(), "the title is that of the file")
    count = page.run("return [document.scripts.length, document.querySelectorAll('iframe').length]")
    check(count == [2, 0], "no name became markup", count)
    check(page.run("return document.querySelectorAll('h1').length") == 1, "it has one main heading")


def main(path):
    data, title = read(path)
    whole = [snapshot for snapshot in data["snapshots"]
             if snapshot["verdict"] == "changed" and all(snapshot[role] for role in ROLES)]
    with tempfile.TemporaryDirectory() as profile:
        page = Page(path, profile)
        try:
            check_markup(page, title)
            check_verdict(page, data["summary"])
            check_groups(page, data)
            if data["snapshots"]:
                check_filter(page, data)
                check_keys(page, data)
            for snapshot in whole[:MOST_SNAPSHOTS]:
                page.select(snapshot["name"])
                check_words(page, snapshot)
                check_views(page, snapshot)
            for verdict in ("missing", "failed"):
                for snapshot in [one for one in data["snapshots"] if one["verdict"] == verdict][:2]:
                    check_absent(page, snapshot)
            if whole:
                check_address(page, whole[-1])
            check_alternatives(page)
            check_widths(page)
            browser.check_alone(page, page.url)
        finally:
            page.quit()
    print(f"{browser.passed} checks passed")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: open-report.py report.html")
    run_checks(main, sys.argv[1])
