"""Opens the pages of a photo library in a headless browser, uses them, and checks what they show.

    look-through.py FOLDER

FOLDER contains full.html, with pictures and places; plain.html, without pictures and places;
arabic.html, which is full.html in Arabic; truth.json, which is the output of `wallfarm library content`
for a trip; and photos-of-all.json, a list of all paths. The script writes the copied content to
copied.json.

Prints a line for each check, and stops with status 1 at the first one that fails.
"""
import base64, glob, io, json, os, re, subprocess, sys, tempfile, time

from PIL import Image, ImageChops, ImageOps, ImageStat
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser"))
sys.dont_write_bytecode = True

import browser
from browser import PATIENCE, Browser, axe_text, check, run_checks

SIZES = ((390, 844), (1280, 800))
SCHEMES = ("light", "dark")
LEAST_TARGET, GOOD_TARGET = 24, 44  # WCAG 2.2, 2.5.8 and 2.5.5
MOST_ELEMENTS = 4000


class Page(Browser):
    def __init__(self, folder, profile):
        super().__init__(profile)
        self.folder = folder
        self.axe = axe_text()
        self.order("Browser.grantPermissions",
                   permissions=["clipboardReadWrite", "clipboardSanitizedWrite"])
        self.order("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)

    def open(self, name, size, scheme):
        is_phone = size[0] < 700
        self.prefer(scheme)
        self.resize(*size, is_phone=is_phone)
        self.order("Emulation.setTouchEmulationEnabled", enabled=is_phone)
        self.browser.get("about:blank")
        self.browser.get(f"file://{self.folder}/{name}.html")
        self.where = f"{name}, {size[0]} px, {scheme}"
        check(self.wait("return document.readyState === 'complete' && document.body.dataset.ready"),
              f"the page opens ({self.where})")

    def find(self, selector):
        return self.browser.find_elements("css selector", selector)

    def click(self, element):
        self.run("arguments[0].scrollIntoView({block: 'center'})", element)
        ActionChains(self.browser).move_to_element(element).click().perform()

    def press(self, *keys, shift=False):
        chain = ActionChains(self.browser)
        if shift:
            chain.key_down(Keys.SHIFT)
        for key in keys:
            chain.send_keys(key)
        if shift:
            chain.key_up(Keys.SHIFT)
        chain.perform()

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.textContent ?? null", selector)

    def amount(self):
        return self.run("return selected.size")

    def clipboard(self):
        return self.browser.execute_async_script(
            "const done = arguments[0]; window.focus();"
            "navigator.clipboard.readText().then(done, error => done(String(error)))")

    # Checks

    def judge(self, what):
        """Checks that no accessibility rule is broken, nothing is wider than the window, and every
        control is large enough for a finger."""
        self.run(self.axe)
        found = self.browser.execute_async_script("""
            const done = arguments[0];
            axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})
              .then(({violations}) => done(violations.map(({id, nodes}) =>
                `${id}: ${nodes.slice(0, 3).map(({html}) => html.slice(0, 160)).join(' | ')}`)),
                error => done([String(error)]));""")
        check(not found, f"axe finds nothing: {what} ({self.where})", found)
        wide = self.run("return document.documentElement.scrollWidth - innerWidth")
        check(wide <= 0, f"nothing is wider than the window: {what} ({self.where})", wide)
        small = self.run("""return [...document.querySelectorAll('button, select, input')]
            .filter(each => each.checkVisibility({visibilityProperty: true}) && !each.closest('.hidden-text'))
            .map(each => [each, each.getBoundingClientRect()])
            .filter(([each, {width, height}]) => width > 0 && Math.min(width, height) < (
              each.closest('#bar, #tray, #zoom, .tools') && each.parentElement.className !== 'switch'
                ? arguments[1] : arguments[0]) - 0.5)
            .map(([each, {width, height}]) => `${each.className} ${each.textContent.slice(0, 20)} ${width}×${height}`)""",
                         LEAST_TARGET, GOOD_TARGET)
        check(not small, f"a finger meets every control: {what} ({self.where})", small[:5])

    def look_for_outsiders(self):
        """Checks that the pages request nothing from outside, and that the console has no messages."""
        asked = [address for address in self.requests() if not address.startswith(
            ("data:", "blob:", "about:", f"file://{self.folder}/"))]
        check(not asked, "no page asks anybody for anything", asked[:3])
        said = self.said("SEVERE", "WARNING", "INFO", "DEBUG")
        check(not said, "the browser complains of nothing", said[:3])


def look_at_timeline(page, count):
    """Checks that the timeline contains every photo, in rows of uniform height, and that only some of
    the photos are in the document at a time."""
    found, most, rows = page.run("""
        const seen = new Set(), rows = [];
        let most = 0;
        for (let y = 0; ; y += innerHeight) {
          scrollTo(0, y);
          stand();
          most = Math.max(most, document.querySelectorAll('*').length);
          for (const each of document.querySelectorAll('#timeline [data-photo]')) seen.add(each.dataset.photo);
          for (const block of document.querySelectorAll('.block:has(.photo)')) {
            const heights = new Set([...block.querySelectorAll('.photo')].map(each => each.offsetHeight));
            rows.push(heights.size);
          }
          if (y > document.documentElement.scrollHeight) break;
        }
        return [seen.size, most, Math.max(...rows)];""")
    check(found == count, f"every photo is in the timeline ({page.where})", f"{found} of {count}")
    check(most < MOST_ELEMENTS, f"the document stays small ({page.where})", most)
    check(rows == 1, f"rows have one height ({page.where})", rows)
    beside = page.run("""scrollTo(0, 0); stand();
        const {left, right} = timeline.getBoundingClientRect();
        return [...timeline.querySelectorAll('.photo')].map(each => each.getBoundingClientRect())
          .filter(box => box.left < left - 1 || box.right > right + 1).length""")
    check(beside == 0, f"no photo stands out of its row ({page.where})", beside)


def look_at_pictures(page, paths):
    """Checks that a picture is a small, upright copy of its photo, without metadata."""
    for path in paths:
        source = page.run("""
            const photo = range(0, count).find(photo => path(photo) === arguments[0]);
            return picture(photo)""", path)
        check(source and source.startswith("data:image/webp;base64,"), "a photo has a picture", path)
        file = base64.b64decode(source.split(",")[1])
        small = Image.open(io.BytesIO(file)).convert("RGB")
        full = ImageOps.exif_transpose(Image.open(path)).convert("RGB").resize(small.size, Image.LANCZOS)
        far = sum(ImageStat.Stat(ImageChops.difference(small, full)).mean) / 3
        check(far < 6 and small.height <= 240, "it is the same, small and upright", (path, far, small.size))
        with tempfile.NamedTemporaryFile(suffix=".webp") as copy:
            copy.write(file)
            copy.flush()
            said = subprocess.run(["exiftool", "-j", "-G", copy.name], capture_output=True, text=True)
            groups = {key.split(":")[0] for key in json.loads(said.stdout)[0] if ":" in key}
            check(groups <= {"ExifTool", "File", "RIFF", "Composite"}, "it says nothing of itself", groups)


def copy_a_trip(page, truth):
    """Selects, copies and saves a trip with the mouse; the result must equal what the program prints."""
    page.click(page.find("#shelf button")[0])
    check(page.wait("return document.activeElement.id.startsWith('trip-')"), f"a card leads to its trip ({page.where})")
    page.click(page.find(".trip .pick")[0])
    check(page.amount() == len(truth["photos"]), f"a trip is selected ({page.where})", page.amount())
    page.judge("with a selection")
    page.click(page.find("#tray .button")[0])
    check(page.wait("return !document.getElementById('hint').hidden"), f"it says that it has copied ({page.where})")
    copied = page.clipboard()
    check(json.loads(copied) == truth, f"what is copied is the content of the trip ({page.where})", copied[:300])
    file = page.folder + "/photos-saved.json"
    for old in glob.glob(page.folder + "/photos*.json"):
        if os.path.basename(old) != "photos-of-all.json":
            os.remove(old)
    page.click(page.find("#tray .button")[1])
    end = time.monotonic() + PATIENCE
    while not os.path.exists(page.folder + "/photos.json") and time.monotonic() < end:
        time.sleep(0.05)
    os.rename(page.folder + "/photos.json", file)
    with open(file, encoding="utf-8") as saved:
        check(saved.read() == copied, f"what is saved is the same ({page.where})")
    page.press(Keys.ESCAPE)
    check(page.amount() == 0 and page.run("return byId('tray').hidden"), f"Escape clears it ({page.where})")
    return copied


def use_by_keys(page, is_plain):
    """Reaches, selects and copies photos with the keyboard alone, from the beginning of the page."""
    page.press(Keys.TAB)
    check(page.run("return document.activeElement.id") == "skip", f"the first stop leads to the photos ({page.where})")
    page.press(Keys.ENTER)
    check(page.run("return Boolean(document.activeElement.closest('#timeline'))"), f"and does so ({page.where})")
    if is_plain:
        day = page.run("return document.activeElement.dataset.day")
        page.press(Keys.ARROW_DOWN)
        check(page.run("return document.activeElement.dataset.day") not in (day, None), f"arrows lead to the next day ({page.where})")
        # The earliest day has three photos.
        page.press(Keys.END, Keys.TAB, Keys.ENTER)
        check(page.run("return document.activeElement.ariaExpanded") == "true", f"a day opens ({page.where})")
        page.press(Keys.TAB)
    else:
        for _ in range(3):
            if page.run("return document.activeElement.classList.contains('photo')"):
                break
            page.press(Keys.TAB)
    first = page.run("return document.activeElement.dataset.photo")
    check(first is not None, f"Tab leads to a photo ({page.where})")
    page.press(Keys.SPACE)
    page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, shift=True)
    wanted = page.run("return flat.slice(flat.indexOf(Number(arguments[0]))).slice(0, 3).map(photo => path(photo))", first)
    check(page.amount() == 3, f"keys select a row of photos ({page.where})", page.amount())
    stops = 0
    while not page.run("return Boolean(document.activeElement.closest('#tray'))") and stops < 30:
        page.press(Keys.TAB)
        stops += 1
    check(stops < 30, f"what is selected is a few stops away ({page.where})", stops)
    page.press(Keys.ENTER)
    page.wait("return !document.getElementById('hint').hidden")
    copied = json.loads(page.clipboard())
    check(sorted(each["file"] for each in copied["photos"]) == sorted(wanted),
          f"and is copied by a key ({page.where})", copied)
    page.press(Keys.ESCAPE)


def go_far_by_keys(page):
    """Checks that the arrow keys and End lead through all photos, although few are in the document."""
    page.run("focusOn(flat[0])")
    page.press(Keys.END)
    check(page.run("return Number(document.activeElement.dataset.photo) === flat.at(-1)"), f"End leads to the last photo ({page.where})")
    page.press(Keys.ARROW_UP, Keys.ARROW_UP)
    seen = page.run("""const {top, bottom} = document.activeElement.getBoundingClientRect();
        return document.activeElement.dataset.photo !== undefined && top >= byId('bar').offsetHeight && bottom <= innerHeight""")
    check(seen, f"what has the focus is in sight ({page.where})")
    options = page.run("return [...byId('month').options].map(({value}) => value)")
    page.run("scrollTo(0, 0); stand(); byId('month').focus()")
    page.press(Keys.END)
    check(page.wait("return byId('month').value === arguments[0]", options[-1]), f"a month is chosen by keys ({page.where})",
          page.run("return byId('month').value"))
    check(page.run("return document.activeElement.id") == "month", f"and the focus stays there ({page.where})")


def look_at_map(page, truth):
    """Finds places in the list, and on the map by keys, wheel and fingers, and selects their photos."""
    page.click(page.find("#show-map")[0])
    check(page.wait("return document.querySelectorAll('#dots button').length > 0"), f"the map has dots ({page.where})")
    page.judge("map")
    colors = page.run("""const {width, height} = canvas, pixels = pen.getImageData(0, 0, width, height).data, seen = new Map();
        for (let at = 0; at < pixels.length; at += 4 * 97) {
          const key = pixels.slice(at, at + 3).join();
          seen.set(key, (seen.get(key) ?? 0) + 1);
        }
        return seen.size""")
    check(colors > 20, f"a globe is drawn ({page.where})", colors)
    total = page.run("return groupsAt(view.radius).reduce((sum, {photos}) => sum + photos.length, 0)")
    placed = page.run("return range(0, count).filter(photo => data.at[2 * photo] !== 99999).length")
    check(total == placed, f"every photo with a place is in a dot ({page.where})", (total, placed))
    page.run("globe.focus()")
    before = page.run("return {...view}")
    page.press("+", "+", Keys.ARROW_LEFT, Keys.ARROW_UP)
    after = page.run("return {...view}")
    check(after["radius"] > before["radius"] * 2 and after["longitude"] != before["longitude"]
          and after["latitude"] != before["latitude"], f"keys zoom and move the map ({page.where})", after)
    page.press(Keys.HOME)
    check(page.run("return Math.abs(view.radius / arguments[0] - 1) < 0.01", before["radius"]), f"Home shows everything ({page.where})")
    box = page.run("const {x, y, width, height} = globe.getBoundingClientRect(); return {x, y, width, height}")
    x, y = box["x"] + box["width"] / 3, box["y"] + box["height"] / 3
    page.order("Input.dispatchMouseEvent", type="mouseWheel", x=x, y=y, deltaX=0, deltaY=-400)
    check(page.wait("return view.radius > arguments[0] * 1.5", before["radius"]), f"the wheel zooms ({page.where})")
    if page.run("return innerWidth") < 700:
        pinch(page, x, y)
    drag(page, x, y)
    # The list shows the same places as the map.
    names = page.run("return [...document.querySelectorAll('#places .entry .name')].map(each => each.textContent)")
    check(set(names) == set(page.run("return data.places")), f"every place is in the list ({page.where})", names)
    last = truth["photos"][0]["place"]
    entry = [each for each in page.find("#places .entry") if last in each.text][0]
    page.click(entry)
    check(page.wait("return document.activeElement.id === 'detail'"), f"a place opens ({page.where})")
    page.judge("a place")
    page.click(page.find(".pick-all")[0])
    wanted = page.run("return range(0, count).filter(photo => placeName(placeOf(photo)) === arguments[0]).length", last)
    check(page.amount() == wanted, f"all photos of a place are selected ({page.where})", page.amount())
    dots = page.run("""redraw(); drawMap(); return [...document.querySelectorAll('#dots button')].map(each => each.ariaLabel)""")
    check(any(last in label for label in dots), f"the map has come to the place ({page.where})", dots)
    page.click(page.find(".tools .button")[1])
    check(page.run("return flat.length") == wanted, f"the timeline shows a place alone ({page.where})")
    page.judge("a place in the timeline")
    page.click(page.find("#filter .pick-all")[0])
    check(page.amount() == 0, f"and deselects all of them ({page.where})", page.amount())
    page.click(page.find("#filter .button")[1])
    check(page.run("return byId('filter').hidden"), f"and all again ({page.where})")
    page.press(Keys.ESCAPE)


def drag(page, x, y):
    before = page.run("return view.longitude")
    page.order("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
    for step in (1, 2, 3):
        page.order("Input.dispatchMouseEvent", type="mouseMoved", x=x + 20 * step, y=y, button="left", buttons=1)
    page.order("Input.dispatchMouseEvent", type="mouseReleased", x=x + 60, y=y, button="left", clickCount=1)
    check(page.wait("return view.longitude !== arguments[0]", before), f"a drag moves the map ({page.where})")


def pinch(page, x, y):
    before = page.run("return view.radius")
    points = lambda far: [{"x": x - far, "y": y, "id": 1}, {"x": x + far, "y": y, "id": 2}]
    page.order("Input.dispatchTouchEvent", type="touchStart", touchPoints=points(20))
    for far in (30, 45, 60):
        page.order("Input.dispatchTouchEvent", type="touchMove", touchPoints=points(far))
    page.order("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    check(page.wait("return view.radius > arguments[0] * 1.5", before), f"two fingers zoom the map ({page.where})")


def tap(page):
    """Selects a photo, and then another one, by touch."""
    for number in (0, 1):
        page.run("focusOn(flat[arguments[0]]); document.activeElement.blur()", number)
        box = page.run("""const {x, y, width, height} = timeline.querySelector(`[data-photo="${flat[arguments[0]]}"]`)
            .getBoundingClientRect(); return [x + width / 2, y + height / 2]""", number)
        page.order("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": box[0], "y": box[1]}])
        page.order("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        check(page.wait("return selected.size === arguments[0]", number + 1), f"a finger selects a photo ({page.where})")
    page.press(Keys.ESCAPE)


def look_for_secrets(folder, truth):
    """Checks that a page without places contains no names of places, no pictures and no coordinates."""
    with open(folder + "/plain.html", encoding="utf-8") as file:
        text = file.read()
    data = json.loads(re.search(r'id="data">(.*?)</script>', text, re.S)[1])
    places = {each["place"] for each in truth["photos"]}
    said = json.dumps({key: value for key, value in data.items() if key not in ("words", "folders", "names")})
    check(not [place for place in places if place in said], "a page without places names none")
    check(not {"places", "placeOf", "at", "coast"} & set(data), "and has no coordinates")
    check("image/webp;base64" not in text.split("</script>")[0] and 'type="text/plain"' not in text, "nor pictures")
    check(all("name" not in trip for trip in data["trips"]), "nor names of trips")


def refuse_too_many(page):
    """Checks that 1,001 photos cannot be copied, because content has at most 1,000 photos."""
    page.run("selected.clear(); for (let photo = 0; photo < 1001; photo++) selected.add(photo); showTray()")
    check(page.run("return byId('tray').querySelector('.wide').ariaDisabled") == "true", "too many are not copied")
    check("1,000" in page.text("#hint"), "and it says so")
    page.run("clear()")


def look(page, folder):
    with open(folder + "/truth.json", encoding="utf-8") as file:
        truth = json.load(file)
    with open(folder + "/photos-of-all.json", encoding="utf-8") as file:
        paths = json.load(file)
    copied = None
    for size in SIZES:
        for scheme in SCHEMES:
            page.open("full", size, scheme)
            check(page.run("return [selected.size, count]") == [0, len(paths)], f"it has all photos ({page.where})")
            dark = page.run("return getComputedStyle(document.body).backgroundColor") != "rgb(255, 255, 255)"
            check(dark == (scheme == "dark"), f"it is {scheme} ({page.where})")
            page.judge("timeline")
            look_at_timeline(page, len(paths))
            copied = copy_a_trip(page, truth)
            page.open("full", size, scheme)
            use_by_keys(page, False)
            go_far_by_keys(page)
            if size[0] < 700:
                tap(page)
            look_at_map(page, truth)
            check(page.run("return window.harmed ?? null") is None, f"names of files are text ({page.where})")
            page.open("plain", size, scheme)
            page.judge("a list of days")
            check(page.run("return byId('views').hidden"), f"without places there is no map ({page.where})")
            page.open("plain", size, scheme)
            use_by_keys(page, True)
            page.judge("a day that is open")
    page.open("full", SIZES[1], "light")
    look_at_pictures(page, [path for path in paths if "/trip/" in path][:4] + [path for path in paths if "turned" in path])
    hostile = [path for path in paths if "</script>" in path]
    shown = page.run("return range(0, count).map(photo => path(photo)).filter(path => path.includes('</script>'))")
    check(hostile and shown == hostile, "a name that would end the script is a name", shown)
    page.open("plain", SIZES[1], "light")
    refuse_too_many(page)
    page.open("arabic", SIZES[0], "light")
    check(page.run("return document.documentElement.dir") == "rtl", "Arabic reads from the right")
    page.judge("in Arabic")
    look_at_timeline(page, len(paths))
    page.click(page.find("#show-map")[0])
    page.judge("the map in Arabic")
    look_for_secrets(folder, truth)
    page.look_for_outsiders()
    with open(folder + "/copied.json", "w", encoding="utf-8") as file:
        file.write(copied)


def main(folder):
    folder = os.path.realpath(folder)
    with tempfile.TemporaryDirectory() as profile:
        page = Page(folder, profile)
        try:
            look(page, folder)
        finally:
            page.quit()
    print(f"{browser.passed} checks")


if __name__ == "__main__":
    run_checks(main, sys.argv[1])
