"""Opens a gallery in a headless browser, uses its controls, and checks what it shows.

    open-gallery.py gallery.html

Prints a line for each check, and stops with status 1 at the first one that fails.
"""
import html, json, os, re, sys, tempfile

from selenium.webdriver.common.keys import Keys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser"))
sys.dont_write_bytecode = True

import browser
from browser import Browser, check, run_checks

LEAST_CONTRAST = 4.5
HEIGHT = 900
MOST_PICTURES = 60  # the maximum number of pictures to scroll to and check

def read(path):
    """Returns the data and the title of the gallery from its file, not from the tested page."""
    with open(path, encoding="utf-8") as file:
        page = file.read()
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.S)
    title = html.unescape(re.search(r"<title>(.*?)</title>", page, re.S)[1])
    check(found and "{{" not in title and "{{data}}" not in page, "the template is filled in")
    return json.loads(found[1]), title


class Page(Browser):
    def __init__(self, path, profile):
        super().__init__(profile)
        self.url = "file://" + os.path.abspath(path)
        self.resize(1440, HEIGHT)
        self.browser.get(self.url)

    def state(self, name):
        return self.run("return document.body.dataset[arguments[0]]", name)

    def texts(self, selector):
        return self.run(
            "return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)", selector)

    def tiles(self):
        """Returns the indices of the pictures in the sheet, in the order of the sheet."""
        return self.run(
            "return [...document.querySelectorAll('.tile button')].map(b => +b.dataset.index)")

    def filter(self, text):
        self.run("""const field = document.getElementById('filter'); field.value = arguments[0];
            field.dispatchEvent(new Event('input'));""", text)
        return self.tiles()

    def open(self, index):
        self.run("""const tile = document.querySelector(`.tile [data-index="${arguments[0]}"]`);
            tile.scrollIntoView({block: 'center'}); tile.focus()""", index)
        self.press(Keys.ENTER)

    def close(self):
        self.press(Keys.ESCAPE)
        # The page is notified shortly after the dialog closes.
        self.wait("return document.body.dataset.open === ''")


def check_sheet(page, data, themes, devices):
    count = page.run("return [document.scripts.length, document.querySelectorAll('iframe').length]")
    check(count == [2, 0], "no name became markup", count)
    about = page.texts(".about")[0]
    check(data["template"] in about and data["made"] in about, "template and maker are named")
    check(page.tiles() == list(range(len(data["pictures"]))), "every picture has its tile")
    headings = page.texts(".heading h2")
    check(headings == [theme["name"] for theme in themes], "every theme has its row", headings)
    names = [device["name"] for device in devices] * len(themes)
    check(page.texts(".tile .title") == names, "every tile names its device")
    wrong = []
    for index, picture in list(enumerate(data["pictures"]))[:MOST_PICTURES]:
        loaded = page.wait("""
            const tile = document.querySelector(`.tile [data-index="${arguments[0]}"]`);
            const image = tile.querySelector('img');
            tile.scrollIntoView({block: 'center'});
            return image ? image.naturalWidth && [image.naturalWidth, image.naturalHeight] : 'none'
            """, index)
        size = [picture["width"], picture["height"]] if picture["image"] else "none"
        text = page.texts(f'.tile [data-index="{index}"]')[0]
        lacking = [said for said in told(picture) if said not in text]
        if loaded != size or lacking:
            wrong.append((index, loaded, lacking))
    check(not wrong, "pictures are loaded, and tiles say what is to be known of them", wrong[:3])
    wanted = [f"{theme['name']}{' · ' + theme['variant'] if theme['variant'] else ''} on {name}"
              for theme in themes for name in [device["name"] for device in devices]]
    wanted = [alt for alt, picture in zip(wanted, data["pictures"]) if picture["image"]]
    found = page.run("return [...document.querySelectorAll('.tile img')].map(i => i.alt)")
    check(found == wanted, "every picture has its alternative text", found[:3])


def told(picture):
    """Returns the texts that the tile of a picture must contain."""
    contrast, error = picture["contrast"], picture["error"]
    said = [f"{int(picture['size'])}"] if picture["size"] is not None else []
    if contrast and contrast["worst"] < contrast["target"]:
        said.append("below ")
    if contrast and contrast["aid"]:
        said.append(contrast["aid"].replace("-", " "))
    if picture["warnings"]:
        said.append(f"{len(picture['warnings'])} warning")
    if error:
        said += [error["code"], error["message"], error["hint"] or "", "not drawn"]
    return said


def check_controls(page, data, themes, devices):
    everything, count = page.tiles(), len(devices)
    page.press("/")
    check(page.run("return document.activeElement.id") == "filter", "/ goes to the filter")
    first = next(i for i, theme in enumerate(themes) if theme["name"] == themes[-1]["name"])
    shown = page.filter(themes[-1]["name"].upper())
    check(set(range(first * count, first * count + count)) <= set(shown),
          "the filter shows the theme that is asked for", shown[:9])
    check(page.filter("no such theme") == [] and "no such theme" in page.texts("#sheet")[0],
          "a filter without a match says so")
    check(page.filter("") == everything, "an empty filter shows everything again")
    page.run("document.activeElement.blur()")
    page.press("g")
    check(page.tiles() == sorted(everything, key=lambda i: (i % count, i // count)) and
          page.texts(".heading h2") == [device["name"] for device in devices],
          "g makes rows of devices")
    page.click("#layout-theme")
    check(page.tiles() == everything, "the button goes back to rows of themes")
    trouble = [i for i, each in enumerate(data["pictures"]) if each["warnings"] or each["error"]]
    if trouble:
        page.click("#warnings")
        check(page.tiles() == trouble, "the switch shows only pictures with warnings")
        page.press("w")
        check(page.tiles() == everything, "w shows all again")
    wide = "return document.querySelector('.tile .screen').getBoundingClientRect().width"
    before = page.run(wide)
    page.press("-")
    check(page.run(wide) < before, "- makes pictures smaller")
    page.press("+")
    check(abs(page.run(wide) - before) < 1, "+ makes them larger")
    opened = "return document.getElementById('help').open"
    page.press("?")
    check(page.run(opened), "? opens the help")
    page.press(Keys.ESCAPE)
    check(not page.run(opened), "Escape closes it")
    if any(device["areas"] for device in devices) and data["pictures"][0]["image"]:
        drawn = """scrollTo(0, 0);
            const system = document.querySelector('.tile .system.ready');
            return system && (getComputedStyle(system).display !== 'none') === arguments[0]"""
        was = page.state("clock") == "on"
        check(page.wait(drawn, was), "clock and buttons are drawn when they should be", was)
        page.press("c")
        check(page.wait(drawn, not was), "c switches clock and buttons")
        page.click("#clock")
        check(page.wait(drawn, was), "the button switches them back")


def check_view(page, data, themes, devices):
    count = len(devices)
    for index, picture in enumerate(data["pictures"][:MOST_PICTURES]):
        if index > 0 and not picture["warnings"] and not picture["error"]:
            continue
        page.open(index)
        check(page.state("open") == str(index), f"Enter opens picture {index}")
        theme, device = themes[index // count], devices[index % count]
        wanted = [theme["name"], theme["summary"], *theme["credits"], device["name"],
                  device["pixels"], picture["command"], *picture["warnings"],
                  *[text for text in (picture["error"] or {}).values() if text]]
        lacking = [words for words in wanted if words not in page.texts(".side")[0]]
        check(not lacking, f"picture {index} is told in full", lacking)
        size = [picture["width"], picture["height"]] if picture["image"] else [0]
        shown = page.wait("""const image = document.querySelector('#picture img');
            if (document.querySelector('#picture .failed')) return [0];
            return image?.naturalWidth && [image.naturalWidth, image.naturalHeight]""")
        check(shown == size, f"picture {index} is shown, or said to be absent", shown)
        page.close()
        focus = page.run("return document.activeElement.dataset.index")
        check(page.state("open") == "" and focus == str(index), "Escape goes back to its tile")
    page.open(0)
    steps = [(Keys.ARROW_RIGHT, 1), (Keys.ARROW_LEFT, 0)] if count > 1 else []
    steps += [(Keys.ARROW_DOWN, count), (Keys.ARROW_UP, 0)] if len(themes) > 1 else []
    for key, index in [*steps, (Keys.ARROW_LEFT, 0)]:
        page.press(key)
        check(page.state("open") == str(index), f"an arrow key leads to {index}")
    if count > 1:
        page.click('[data-step="device 1"]')
        check(page.state("open") == "1", "the button leads to the next device")
    page.close()
    last = len(data["pictures"]) - 1
    page.press("g")
    page.open(last)
    # The URL is updated later, and is complete once it names a picture and a layout.
    page.wait("return /^#[^?]+[?]layout=device/.test(location.hash)")
    address = page.browser.current_url
    page.browser.get("about:blank")
    page.browser.get(address)
    kept = (page.state("open"), page.state("layout"))
    check(kept == (str(last), "device"), "the address keeps picture and layout", (address, kept))
    page.close()
    page.press("g")


def check_widths(page):
    page.press(*"+" * 20)  # the largest pictures
    for width in (390, 800, 1440):
        page.resize(width, HEIGHT)
        page.open(0)
        for selector in ("html", "#view"):
            full, seen = page.run("""const element = document.querySelector(arguments[0]);
                return [element.scrollWidth, element.clientWidth]""", selector)
            check(full <= seen, f"nothing to scroll sideways in {selector} at {width} px", full)
        page.close()


CONTRASTS = """
    const context = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
    const rgba = color => {  // a canvas knows every way to write a colour
      context.clearRect(0, 0, 1, 1);
      context.fillStyle = color;
      context.fillRect(0, 0, 1, 1);
      return [...context.getImageData(0, 0, 1, 1).data];
    };
    const over = (top, ground, alpha) => top.map((v, i) => v * alpha + ground[i] * (1 - alpha));
    const light = color => color.slice(0, 3).map(v => v / 255)
      .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
      .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const ground = element => {
      if (!element) return rgba('Canvas');
      const color = rgba(getComputedStyle(element).backgroundColor);
      return color[3] === 255 ? color : over(color, ground(element.parentElement), color[3] / 255);
    };
    return [...document.body.querySelectorAll('*:not(:disabled)')].flatMap(element => {
      const text = [...element.childNodes].find(n => n.nodeType === 3 && n.data.trim())?.data;
      if (!text && element.id !== 'filter' || !element.checkVisibility()) return [];
      if (element.closest('.hidden-text, svg, script')) return [];
      const below = ground(element), color = rgba(getComputedStyle(element).color);
      const [a, b] = [light(over(color, below, color[3] / 255)), light(below)];
      return [[text, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)]];
    });"""


def check_contrast(page, data):
    shown = next((i for i, picture in enumerate(data["pictures"]) if picture["warnings"]), 0)
    for scheme in ("light", "dark"):
        page.prefer(scheme, calm=False)
        # Button colors are animated, so wait until no animation is running.
        page.wait("return document.getAnimations().every(each => each.playState === 'finished')")
        found = page.run(CONTRASTS)
        page.open(shown)
        found += page.run(CONTRASTS)
        page.close()
        faint = [each for each in found if each[1] < LEAST_CONTRAST]
        check(len(found) > 20 and not faint, f"texts have enough contrast in {scheme}", faint[:3])


def main(path):
    data, title = read(path)
    parts = data, data["themes"], data["devices"]
    with tempfile.TemporaryDirectory() as profile:
        page = Page(path, profile)
        try:
            check(page.browser.title.split() == title.split(), "the title is that of the file")
            check_sheet(page, *parts)
            check_controls(page, *parts)
            check_view(page, *parts)
            check_widths(page)
            check_contrast(page, data)
            browser.check_alone(page, page.url)
        finally:
            page.quit()
    print(f"{browser.passed} checks passed")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: open-gallery.py gallery.html")
    run_checks(main, sys.argv[1])
