"""Opens the page of a running service in a headless browser, and uses it as a person would.

    browse.py http://127.0.0.1:8080 FOLDER AXE [KEY]

The script writes screenshots to FOLDER. AXE is the file axe.min.js
(https://github.com/dequelabs/axe-core), and KEY is the key for a service that requires one. The script
prints a line for each check, and the findings of axe as JSON. It continues after failures, and exits
with status 1 if any check has failed.
"""
import base64, json, os, sys, tempfile, urllib.request

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser"))
sys.dont_write_bytecode = True

from browser import PATIENCE, Browser

SIZES = ((360, 740), (390, 844), (1280, 800))
SCHEMES = ("light", "dark")
LEAST_TARGET = 44
DEVICE = "iphone15"
NOTES = ["Buy milk", "Zavolat Aně", "اشتر الحليب", "Isn't it <b>plain</b>?"]
failures = []


def check(true, words, detail=""):
    if not true:
        failures.append(words)
    told = f": {detail}" if not true and detail not in ("", None) else ""
    print(f"{'ok' if true else 'failed'}: {words}{told}", flush=True)
    return true


class Page(Browser):
    def __init__(self, base, folder, axe, key, profile):
        super().__init__(profile)
        self.base, self.folder, self.key = base.rstrip("/"), folder, key
        with open(axe, encoding="utf-8") as file:
            self.axe = file.read()

    def open(self, width, height, scheme="light"):
        self.prefer(scheme)
        self.resize(width, height, is_phone=width < 700)
        self.browser.get(self.base + "/")
        return self.wait("return document.body.dataset.ready === 'yes'")

    def choose(self, name, value):
        """Sets the value of a field, and sends the event that typing would cause."""
        self.run("""const field = document.getElementById(arguments[0]);
            field.value = arguments[1]; field.dispatchEvent(new Event('input', {bubbles: true}));""",
                 name, value)

    def submit(self):
        """Presses the button, and waits for the response."""
        if self.key is not None:
            self.browser.find_element("id", "key").clear()
            self.browser.find_element("id", "key").send_keys(self.key)
        self.browser.find_element("id", "go").click()
        return self.wait("return document.getElementById('go').ariaDisabled !== 'true'")

    def text(self, name):
        return self.run("return document.getElementById(arguments[0]).textContent.trim()", name)

    def shoot(self, name):
        """Writes a screenshot of the whole page."""
        self.run("scrollTo(0, 0)")
        size = self.run("return [innerWidth, document.documentElement.scrollHeight]")
        clip = {"x": 0, "y": 0, "width": size[0], "height": size[1], "scale": 1}
        self.write(name, self.order("Page.captureScreenshot", clip=clip,
                                    captureBeyondViewport=True)["data"])

    def write(self, name, data):
        with open(os.path.join(self.folder, name + ".png"), "wb") as file:
            file.write(base64.b64decode(data))


def pixels(page):
    with urllib.request.urlopen(page.base + "/v1/devices", timeout=PATIENCE) as answer:
        devices = json.load(answer)
    device = next(device for device in devices if device["id"] == DEVICE)
    return [device["width"], device["height"]], len(devices)


def check_layout(page, where):
    full, seen = page.run("""const root = document.documentElement;
        return [root.scrollWidth, root.clientWidth]""")
    check(full <= seen, f"{where}: nothing to scroll sideways", (full, seen))
    wide = page.run("""return [...document.querySelectorAll('main *')]
        .filter(e => e.checkVisibility() && !e.closest('.hidden-text, svg'))
        .filter(e => e.getBoundingClientRect().right > innerWidth + 0.5)
        .map(e => e.outerHTML.slice(0, 60))""")
    check(not wide, f"{where}: nothing stands out of the page", wide[:3])
    small = page.run("""return [...document.querySelectorAll('button, input, select, textarea, nav a')]
        .filter(e => e.checkVisibility()).map(e => [e.id || e.textContent, e.offsetHeight])
        .filter(([, height]) => height < arguments[0])""", LEAST_TARGET)
    check(not small, f"{where}: a finger meets every control", small)


def check_markup(page):
    counts = page.run("""return ['h1', 'main', 'header', 'footer', 'nav', 'form', 'script', 'iframe']
        .map(name => document.querySelectorAll(name).length)""")
    check(counts == [1, 1, 1, 1, 1, 1, 1, 0], "one heading, its landmarks, one script", counts)
    check(page.run("return document.documentElement.lang") == "en", "its language is set")
    unnamed = page.run("""return [...document.querySelectorAll('input, select, textarea')]
        .filter(field => !field.labels.length).map(field => field.id)""")
    check(not unnamed, "every field has its label", unnamed)
    key = page.run("const key = document.getElementById('key'); return [key.type, key.autocomplete]")
    check(key == ["password", "off"], "the key is hidden, and not remembered", key)
    links = page.run("return [...document.querySelectorAll('a')].map(a => a.getAttribute('href'))")
    check("/openapi.json" in links, "it links to the OpenAPI document", links)
    commands = page.run("return [...document.querySelectorAll('pre')].map(e => e.textContent)")
    missing = [line for command in commands for line in command.splitlines()
               if page.base not in line]
    check(commands and not missing, "every command has the address of this service", missing)


def check_picture(page, where, size):
    page.choose("device", DEVICE)
    page.choose("theme", "paper")
    page.choose("notes", "\n".join(NOTES))
    check(page.submit(), f"{where}: an answer came")
    loaded = page.run("""const picture = document.getElementById('picture');
        return picture.complete && [picture.naturalWidth, picture.naturalHeight]""")
    check(loaded == size, f"{where}: the picture has the pixels of the device",
          [loaded, page.text("errors")])
    alt = page.run("return document.getElementById('picture').alt")
    check(f"{len(NOTES)} notes" in alt and "iPhone 15" in alt, f"{where}: it is told in words", alt)
    shape = page.run("""const {width, height} =
        document.getElementById('picture').getBoundingClientRect(); return width / height""")
    check(abs(shape / (size[0] / size[1]) - 1) < 0.01, f"{where}: it is not squeezed", shape)
    facts = page.text("facts")
    check("iPhone 15" in facts and str(size[0]) in facts and "Took" in facts,
          f"{where}: size and time are told", facts)
    link = page.run("""const link = document.getElementById('download');
        return [link.href.slice(0, 5), link.download, link.checkVisibility()]""")
    check(link == ["blob:", f"lock-{DEVICE}.png", True], f"{where}: it can be kept", link)
    check(page.text("status"), f"{where}: a screen reader hears of it")


def check_mistake(page, where):
    """Checks that an error is shown next to its field, and disappears after a corrected request."""
    page.run("""const option = document.createElement('option');
        option.value = option.textContent = 'papre';
        document.getElementById('theme').append(option);""")
    page.choose("theme", "papre")
    page.submit()
    told = page.text("errors")
    check("papre" in told and "paper" in told and "unknown-theme" in told,
          f"{where}: a mistake is told with its hint and its code", told)
    field = page.run("""const field = document.getElementById('theme');
        return [field.ariaInvalid, document.getElementById('theme-wrong').textContent,
          field.getAttribute('aria-describedby').includes('theme-wrong')]""")
    check(field[0] == "true" and "papre" in field[1] and field[2],
          f"{where}: it stands at its field", field)
    page.choose("theme", "paper")
    page.submit()
    left = page.run("return document.querySelectorAll('[aria-invalid]').length")
    check(page.text("errors") == "" and left == 0, f"{where}: it is gone once it is put right")


def check_key(page):
    """Checks that an incorrect key is reported next to its field."""
    kept, page.key = page.key, "not-a-key-that-is-known-here"
    page.submit()
    told = [page.text("errors"), page.text("key-wrong")]
    check("key-missing" in told[0] and told[1], "a wrong key is told at its field", told)
    page.key = kept


def check_logs(page):
    urls = page.requests()
    check(page.base + "/" in urls, "the requests were watched")
    away = [url[:200] for url in urls
            if not url.startswith((page.base + "/", "blob:" + page.base, "data:", "about:"))]
    check(not away, "no request goes elsewhere", away[:3])
    # The console also logs error responses, which this test provokes.
    errors = [message for message in page.said() if "/v1/render" not in message]
    check(not errors, "nothing in the console", errors[:3])


def main(base, folder, axe, key=None):
    os.makedirs(folder, exist_ok=True)
    findings = []

    def judge(where):
        found = page.findings(page.axe)
        findings.extend({"where": where, **each} for each in found)
        check(not found, f"{where}: axe finds nothing", [each["id"] for each in found])

    with tempfile.TemporaryDirectory() as profile:
        page = Page(base, folder, axe, key, profile)
        try:
            size, count = pixels(page)
            for width, height in SIZES:
                for scheme in SCHEMES:
                    where = f"{width}-{scheme}"
                    if not check(page.open(width, height, scheme), f"{where}: the page is ready",
                                 page.text("errors")):
                        continue
                    options = page.run("return document.getElementById('device').length")
                    check(options == count, f"{where}: every device can be chosen", options)
                    check_layout(page, where)
                    judge(where)
                    page.shoot(where)
                    if scheme == "light" and width < 390:
                        continue
                    check_picture(page, where, size)
                    check_layout(page, where + " with a picture")
                    judge(where + " with a picture")
                    page.shoot(where + "-picture")
                    page.choose("template", "countdown")
                    check_layout(page, where + " with a date")
                    page.choose("template", "lock")
                    check_mistake(page, where)
                    page.choose("theme", "papre")
                    page.submit()
                    check_layout(page, where + " with a mistake")
                    judge(where + " with a mistake")
                    page.shoot(where + "-mistake")
            page.choose("theme", "paper")
            check_markup(page)
            if key is not None:
                check_key(page)
            check_logs(page)
        finally:
            page.quit()
    print(json.dumps({"axe": findings, "failed": failures}, indent=2, ensure_ascii=False))
    return 1 if failures else 0


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5):
        sys.exit("usage: browse.py URL FOLDER AXE [KEY]")
    sys.exit(main(*sys.argv[1:]))
