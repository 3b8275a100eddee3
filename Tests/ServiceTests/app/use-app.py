"""Uses the app of a person in a headless browser, as the person would.

    use-app.py http://127.0.0.1:8080/p/TOKEN/ [FOLDER]

The address is that of the app of a person, who is changed by the test and erased at its end; the service
must be one that accepts requests from this machine. The script prints a line for each check, and exits
with status 1 at the first failure. With FOLDER, it writes screenshots there.
"""
import base64, json, os, re, struct, sys, tempfile, urllib.error, urllib.request, zlib

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "..", "Browser"))
sys.dont_write_bytecode = True

from selenium.webdriver.common.keys import Keys

from browser import PATIENCE, Browser, axe_text, check, demand, run_checks

APP = os.path.join(HERE, "..", "..", "..", "Sources/Service/Service/Resources/app")
LANGUAGES = ("en", "de", "pl", "ja", "ar")
VIEWS = ("notes", "look", "phone", "you")
HTML = "<img src=x onerror=\"document.title='broken'\"> & <b>bold</b>"
START = {"device": "iphone15", "zone": "Europe/Berlin", "language": "en", "lock": {"template": "lock"},
         "home": "keep", "notes": ["Buy milk", "Call Ana"]}
SHARE = """navigator.canShare = () => true;
    navigator.share = async ({files}) => { window.shared = files.map(file => [file.name, file.type, file.size]); };"""


class App(Browser):
    def __init__(self, address, folder, profile):
        super().__init__(profile, "lang=en-US")
        self.address, self.base, self.folder = address.rstrip("/") + "/", address.rstrip("/"), folder

    # The service

    def call(self, method, path="", body=None, address=None):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request((address or self.base) + path, data, method=method,
                                         headers={"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            content = answer.read()
        return json.loads(content) if content[:1] in (b"{", b"[") else content

    def person(self):
        return self.call("GET")["person"]

    def texts(self):
        return [note if isinstance(note, str) else note["text"] for note in self.person()["notes"]]

    # The page

    def open(self, view="notes", width=390, height=844, address=None):
        self.resize(width, height, is_phone=width < 700)
        self.browser.get("about:blank")
        self.browser.get((address or self.address) + "#" + view)
        demand(self.wait("return document.body.dataset.ready === 'yes'"), f"the view '{view}' is ready")

    def show(self, view):
        self.run("location.hash = arguments[0]", view)
        self.wait("return document.body.dataset.view === arguments[0]", view)

    def saved(self):
        return self.wait("return document.body.dataset.saved === 'true'")

    def fields(self):
        return self.run("return [...document.querySelectorAll('.note textarea')].map(field => field.value)")

    def shoot(self, name):
        if not self.folder:
            return
        with open(os.path.join(self.folder, name + ".png"), "wb") as file:
            file.write(base64.b64decode(self.order("Page.captureScreenshot")["data"]))

    def connect(self, is_connected):
        self.order("Network.emulateNetworkConditions", offline=not is_connected, latency=0,
                   downloadThroughput=-1, uploadThroughput=-1)


def png(width, height):
    """Returns a PNG with a gradient."""
    rows = b"".join(b"\0" + bytes(value for x in range(width) for value in (x * 255 // width, y * 255 // height, 90))
                    for y in range(height))
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def check_files(app):
    names = sorted(os.listdir(APP))
    with open(os.path.join(APP, "worker.js"), encoding="utf-8") as file:
        kept = re.findall(r"'([^']+)'", file.read().split("FILES = [")[1].split("]")[0])
    own = {"index.html", "worker.js", "app.webmanifest"}
    check(sorted(kept) == [name for name in names if name not in own], "the worker keeps every file of the app",
          sorted(set(kept) ^ (set(names) - own)))
    with open(os.path.join(APP, "index.html"), encoding="utf-8") as file:
        loaded = re.findall(r'modulepreload" href="../../app/([^"]+)"', file.read())
    modules = [name for name in names if name.endswith(".js") and name != "worker.js"]
    check(sorted(loaded) == modules, "the page loads every module at once", sorted(set(loaded) ^ set(modules)))
    words = {}
    for language in LANGUAGES:
        with open(os.path.join(APP, f"words-{language}.json"), encoding="utf-8") as file:
            words[language] = json.load(file)
    forms = r"\.(zero|one|two|few|many|other)$"
    # A key with plural forms is one key: languages have different forms.
    plural = {re.sub(forms, "", key) for key in words["ar"] if re.search(forms, key)}
    keys = {language: {re.sub(forms, "", key) if re.sub(forms, "", key) in plural else key for key in texts}
            for language, texts in words.items()}
    for language in LANGUAGES:
        check(keys[language] == keys["en"], f"{language}: all texts", sorted(keys[language] ^ keys["en"])[:5])
        empty = [key for key, text in words[language].items() if not text.strip()]
        check(not empty, f"{language}: no text is empty", empty)
    names = lambda text: sorted(set(re.findall(r"\{(\w+)\}", text)))
    wrong = [(language, key) for language in LANGUAGES for key, text in words[language].items()
             if key in words["en"] and not re.search(forms, key) and names(text) != names(words["en"][key])]
    check(not wrong, "texts have the same values in all languages", wrong[:5])


def check_notes(app):
    app.open()
    check(app.fields() == ["Buy milk", "Call Ana"], "the notes are shown", app.fields())
    app.wait("return document.querySelector('live-preview img:not([hidden])')?.src")
    before = app.run("return document.querySelector('live-preview img').src")
    field = app.element(".note textarea")
    field.click()
    field.send_keys(Keys.END, " today")
    check(app.wait("return document.querySelector('live-preview img').src !== arguments[0]", before),
          "the picture changes after a keystroke")
    app.saved()
    check(app.texts() == ["Buy milk today", "Call Ana"], "the service has the edit", app.texts())
    field.send_keys(Keys.END, Keys.ENTER)
    app.press("Water the plants")
    check(app.fields() == ["Buy milk today", "Water the plants", "Call Ana"],
          "Enter adds the next note", app.fields())
    app.press(Keys.ENTER)
    app.press(Keys.BACKSPACE)
    check(len(app.fields()) == 3, "Backspace in an empty note removes it", app.fields())
    app.run("""const data = new DataTransfer();
        data.setData('text/plain', '1. Eggs\\n- [x] Bread\\n\\n• Tea\\n* 3 apples');
        document.getElementById('add-note').click();
        document.activeElement.dispatchEvent(
          new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));""")
    check(app.fields()[3:] == ["Eggs", "Bread", "Tea", "3 apples"], "a pasted list becomes notes", app.fields())
    app.saved()
    done = [note["text"] for note in app.person()["notes"] if isinstance(note, dict) and note.get("done")]
    check(done == ["Bread"], "a ticked box stays ticked", done)
    app.click(".note:nth-child(1) .tick input")
    app.saved()
    check(app.person()["notes"][0] == {"text": "Buy milk today", "done": True}, "a note can be ticked")
    app.run("document.querySelector('.note:nth-child(2) .grip').focus()")
    app.press(Keys.ARROW_UP)
    app.saved()
    check(app.texts()[:2] == ["Water the plants", "Buy milk today"],
          "a note is moved with the keyboard", app.texts())
    check(app.run("return document.activeElement.classList.contains('grip')"), "its handle keeps the focus")
    drag(app)
    app.click(".note:nth-child(1) .grip")
    app.click(".note:nth-child(1) .tools .round:nth-child(2)")
    app.click(".note:nth-child(2) .grip")
    app.saved()
    check(app.texts()[:2] == ["Water the plants", "Buy milk today"], "a note is moved with buttons", app.texts())
    app.run("document.querySelector('.note:nth-child(3) textarea').focus()")
    count = len(app.fields())
    app.click(".note:nth-child(3) .erase")
    check(len(app.fields()) == count - 1, "a note is deleted")
    app.click("#toast button")
    check(len(app.fields()) == count, "the deletion can be undone")
    app.saved()


def drag(app):
    """Drags the first note below the second."""
    places = app.run("""return [1, 2].map(number => {
        const grip = document.querySelector(`.note:nth-child(${number}) .grip`);
        const {left, top, width, height} = grip.getBoundingClientRect();
        return [left + width / 2, top + height / 2]; })""")
    (x, start), (_, end) = places
    first = app.fields()[:2]
    mouse = lambda kind, y: app.order("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1,
                                      clickCount=1)
    mouse("mousePressed", start)
    for step in range(1, 6):
        mouse("mouseMoved", start + (end - start + 12) * step / 5)
    mouse("mouseReleased", end + 12)
    check(app.fields()[:2] == first[::-1], "a note is dragged by its handle", app.fields()[:2])


def check_worker(app):
    kept = app.wait("""return navigator.serviceWorker.ready.then(() => caches.open('wallfarm-app'))
        .then(cache => cache.keys()).then(keys => keys.length > 30 && keys.map(key => key.url))""")
    check(kept, "the worker keeps the files of the app")
    names = {url.rsplit("/app/", 1)[-1] for url in kept}
    check(names == {"page", *os.listdir(APP)} - {"index.html", "worker.js", "app.webmanifest"},
          "it keeps all of them, and nothing else",
          names)
    pictures = app.wait("""return caches.open('wallfarm-pictures').then(cache => cache.keys())
        .then(keys => keys.length && keys.map(key => key.url))""")
    check(pictures and app.base.split("/")[-1] not in " ".join(pictures),
          "the last picture is kept without the token", pictures)


def check_html(app):
    app.click("#add-note")
    app.press(HTML)
    app.saved()
    check(HTML in app.texts(), "words in HTML are stored as they are", app.texts())
    app.open()
    check(HTML in app.fields() and app.run("return document.title !== 'broken' && !document.querySelector('img[src=x], main b')"),
          
          "words in HTML are shown as text")


def check_offline(app):
    app.call("PUT", body=START)
    app.open()
    # The page shows its draft first, and then the version of the service.
    app.wait("return document.querySelectorAll('.note').length === 2 && document.body.dataset.saved === 'true'")
    app.connect(False)
    field = app.element(".note textarea")
    field.click()
    field.send_keys(Keys.END, " offline")
    check(app.wait("return document.querySelector('.status').dataset.state === 'offline'"),
          "the page says that it is offline",
          app.run("return document.querySelector('.status').textContent"))
    kept = app.run("return Object.entries(localStorage).flat().join(' ')")
    check("Buy milk offline" in kept, "the edit is kept in the browser")
    check(app.base.split("/")[-1] not in kept, "the browser keeps no token")
    changed = {**START, "lock": {"template": "lock", "theme": "paper"},
               "notes": ["Buy milk", "Call Ana", "From elsewhere"]}
    app.call("PUT", body=changed)
    app.connect(True)
    app.run("dispatchEvent(new Event('online'))")
    app.wait("return document.querySelectorAll('.note').length === 3")
    app.saved()
    person = app.person()
    check(app.texts() == ["Buy milk offline", "Call Ana", "From elsewhere"] and person["lock"].get("theme") == "paper",
          
          "the edit and the change from elsewhere are both kept", person)


def check_lost_answer(app):
    """Checks that a change whose answer is lost is neither lost nor stored twice."""
    app.call("PUT", body=START)
    number = app.before("""const send = window.fetch;
        window.lost = 0;
        window.fetch = async (address, options) => {
          const answer = await send(address, options);
          if (options?.method === 'PUT' && window.lost++ === 0) throw new TypeError('lost');
          return answer;
        };""")
    app.open()
    app.wait("return document.querySelectorAll('.note').length === 2 && document.body.dataset.saved === 'true'")
    app.element(".note textarea").send_keys(Keys.END, " first")
    app.click("#add-note")
    app.press("Added")
    app.wait("return window.lost > 0")
    app.element(".note textarea").send_keys(Keys.END, " second")
    app.saved()
    check(app.texts() == ["Buy milk first second", "Call Ana", "Added"], "a lost answer neither loses nor repeats a note",
          app.texts())
    app.without(number)


def check_tabs(app):
    app.open()
    first = app.browser.current_window_handle
    app.browser.switch_to.new_window("tab")
    app.open()
    field = app.element(".note textarea")
    field.send_keys(Keys.END, " twice")
    app.browser.switch_to.window(first)
    check(app.wait("return document.querySelector('.note textarea').value.endsWith(' twice')"),
          "a second tab shows the edit")
    app.browser.switch_to.window(app.browser.window_handles[-1])
    app.saved()
    app.browser.close()
    app.browser.switch_to.window(first)


def check_look(app):
    app.call("PUT", body=START)
    app.open("look")
    check(app.wait("return document.querySelectorAll('look-thumb img:not([hidden])').length >= 3"),
          "looks are live pictures")
    app.click("label:has(> #theme-fog)")
    app.saved()
    check(app.person()["lock"].get("theme") == "fog", "a theme is chosen", app.person()["lock"])
    app.click("label:has(> #variant-dark)")
    app.click("label:has(> #home-black)")
    app.saved()
    person = app.person()
    check(person["lock"].get("variant") == "dark" and person["home"] == {"color": "black"},
          "variant and home screen are set", person)
    app.click("label:has(> #home-color)")
    check(app.wait("return document.querySelector('input[type=color]')?.checkVisibility()"),
          "a color of the home screen can be chosen")
    app.saved()
    app.call("PUT", body={**START, "lock": {"theme": "poster"}})
    app.open("look")
    check(app.wait("""const card = document.querySelector('#theme-poster:checked')?.closest('label')
            .getBoundingClientRect(); return card && card.left >= 0 && card.right <= innerWidth"""),
          "the chosen look is visible")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "photo.png")
        with open(path, "wb") as file:
            file.write(png(600, 400))
        app.element("#photo-lock-file").send_keys(path)
        app.wait("""return document.querySelector('photo-view .crop')?.checkVisibility()
            && document.querySelector('.crop img').complete""")
        app.saved()
    check(app.person()["lock"].get("photo", "").startswith("sha256-"), "a photo is stored", app.person()["lock"])
    app.run("document.querySelector('.crop').focus()")
    app.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
    app.saved()
    focus = app.person()["lock"].get("set", {}).get("photo.focus-x")
    check(focus is not None and focus > 0.5, "the photo is moved with the keyboard", focus)
    app.shoot("look-photo")
    app.call("PUT", body=START)


def check_phone(app):
    number = app.before(SHARE)
    app.open("phone")
    app.click("#save-picture")
    check(app.wait("return window.shared"), "the picture is handed to the share sheet")
    check(app.run("return window.shared[0].slice(0, 2)") == ["lock.png", "image/png"],
          "it is a PNG file", app.run("return window.shared"))
    check(app.wait("return !document.querySelector('.question').hidden"), "the page asks whether it worked")
    app.without(number)
    app.click("#make-address")
    address = app.wait("return document.getElementById('phone-address')?.value")
    check(address and address.endswith("/lock.png"), "the phone has an address of its own")
    check(app.call("GET", address=address)[:4] == b"\x89PNG", "a picture is there")
    app.run("document.dispatchEvent(new Event('visibilitychange'))")
    check(app.wait("return document.querySelector('.status-card').dataset.state === 'good'"),
          "the page says that the phone fetched it",
          app.run("return document.querySelector('.status-card').textContent"))


def check_pages(app):
    axe = axe_text()
    for language in LANGUAGES:
        app.run("""for (const key of Object.keys(localStorage)) if (key.endsWith('.settings')) {
            const settings = {...JSON.parse(localStorage.getItem(key)), language: arguments[0]};
            localStorage.setItem(key, JSON.stringify(settings)); }""", language)
        for view in VIEWS:
            for width in (360, 320):
                app.prefer("dark" if width == 320 else "light")
                app.open(view, width, 740)
                app.run("for (const part of document.querySelectorAll('details')) part.open = true")
                where = f"{language}, {view}, {width} px"
                demand(app.run("return document.documentElement.lang") == language, f"{where}: its language")
                twice = app.run("""const ids = [...document.querySelectorAll('[id]')].map(each => each.id);
                    return ids.filter((id, index) => ids.indexOf(id) !== index)""")
                demand(not twice, f"{where}: every id is unique", twice)
                wide = app.run("""return document.documentElement.scrollWidth > innerWidth ? ['the page'] :
                    [...document.querySelectorAll('#app *')].filter(each => each.checkVisibility()
                      && !each.closest('.rail, .hidden-text, svg, .crop, .skip, pre, dialog'))
                    .filter(each => {
                      const {left, right} = each.getBoundingClientRect();
                      return right > innerWidth + 1 || left < -1;
                    })
                    .map(each => each.outerHTML.slice(0, 90))""")
                check(not wide, f"{where}: nothing stands out of the page", wide[:3])
                small = app.run("""return [...document.querySelectorAll(
                    'button, select, input:not([type=checkbox], [type=radio], .hidden-text), nav a, summary')]
                    .filter(each => each.checkVisibility() && !each.closest('dialog'))
                    .filter(each => each.offsetHeight < 44 || each.offsetWidth < 40)
                    .map(each => each.outerHTML.slice(0, 90))""")
                check(not small, f"{where}: a finger meets every control", small[:3])
                raw = app.run("""return [...document.querySelectorAll('h1, h2, p, span, button, label, legend, summary, li')]
                    .map(each => each.textContent.trim()).filter(text => /^[a-z]+(\\.[a-z0-9]+)+$/.test(text))""")
                check(not raw, f"{where}: every text has its words", raw[:3])
                found = app.findings(axe)
                check(not found, f"{where}: axe finds nothing", found[:2])
                app.shoot(f"{view}-{language}-{width}")
    app.prefer("light")


def check_links(app):
    link = app.call("POST", "/links", {"kind": "write", "label": "Other"})
    address = app.base.rsplit("/p/", 1)[0] + re.sub(r"^https?://[^/]+", "", link["address"])
    app.open(address=address)
    check(app.wait("return document.querySelectorAll('.note').length > 0"),
          "a link for another browser opens the app")
    app.call("DELETE", f"/links/{link['id']}")
    app.open(address=address)
    check(app.wait("return document.body.dataset.view === 'dead'"), "a revoked link says that it no longer works")
    check(app.run("return document.querySelector('h1').textContent") == "This link no longer works",
          "in plain words")


def check_other_pages(app):
    """Checks wide screens, the full-screen view and the page for a link that does not work."""
    axe = axe_text()

    def judge(where):
        found = app.findings(axe)
        check(not found, f"{where}: axe finds nothing", found[:2])

    for scheme in ("light", "dark"):
        app.prefer(scheme)
        for view in VIEWS:
            app.open(view, 1280, 900)
            app.wait("return document.querySelector('.side img:not([hidden])')")
            judge(f"{view}, wide, {scheme}")
            app.shoot(f"{view}-wide-{scheme}")
    app.prefer("light")
    app.open()
    app.wait("return document.querySelector('live-preview img:not([hidden])')")
    app.click(".head .device")
    check(app.wait("return document.querySelector('dialog[open] svg text')"),
          "the full-screen view draws the clock")
    judge("the full-screen view")
    app.shoot("full")
    app.press(Keys.ESCAPE)
    check(app.run("return !document.querySelector('dialog').open"), "Escape closes the full-screen view")
    app.click(".head .device")
    check(app.wait("return document.querySelector('dialog[open] svg text')"),
          "the full-screen view opens again")
    app.press(Keys.ESCAPE)
    app.open(address=app.base[:-4] + "zzzz/")
    check(app.run("return document.body.dataset.view") == "dead", "a guessed link opens nothing")
    judge("a link that does not work")


def check_first(app):
    app.browser.get("about:blank")
    app.order("Storage.clearDataForOrigin", origin=app.base.rsplit("/p/", 1)[0], storageTypes="all")
    app.call("PUT", body={**START, "notes": []})
    app.open()
    check(app.run("return document.body.dataset.view") == "first", "a new person is welcomed")
    found = app.findings(axe_text())
    check(not found, "the first run: axe finds nothing", found[:2])
    app.shoot("first")
    app.wait("return document.getElementById('first-next').ariaDisabled === 'false'")
    app.click("#first-next")
    app.element("#first-note").send_keys("Buy milk\nCall Ana")
    app.click("#first-next")
    app.click("label:has(> #first-lock-paper)")
    app.click("#first-next")
    check(app.wait("return document.getElementById('save-picture')"), "three steps lead to the picture")
    app.saved()
    check(app.texts() == ["Buy milk", "Call Ana"] and app.person()["lock"]["theme"] == "paper",
          "the first notes are stored", app.person())


def check_erasure(app):
    app.open("you")
    app.element("#make-link")  # the links are listed, so nothing moves any more
    app.click("#erase")
    check(app.call("GET")["person"], "one tap deletes nothing")
    app.click("#erase")
    check(app.wait("return document.body.dataset.view === 'dead'"), "the second tap deletes everything")
    try:
        app.call("GET")
        check(False, "nothing is left")
    except urllib.error.HTTPError as error:
        check(error.code == 404, "nothing is left", error.code)
    check(app.run("return Object.keys(localStorage).length") == 0, "the browser keeps nothing")


def main(address, folder=None):
    if folder:
        os.makedirs(folder, exist_ok=True)
    check_files(None)
    with tempfile.TemporaryDirectory() as profile:
        app = App(address, folder, profile)
        try:
            app.prefer("light")
            app.call("PUT", body=START)
            check_notes(app)
            check_worker(app)
            check_html(app)
            origin = app.base.rsplit("/p/", 1)[0]
            away = [url for url in app.requests()
                    if not url.startswith((origin + "/", "blob:" + origin, "data:", "about:"))]
            check(not away, "no request goes elsewhere", away[:3])
            said = app.said()
            check(not said, "nothing in the console", said[:3])
            check_offline(app)
            check_lost_answer(app)
            check_tabs(app)
            check_look(app)
            check_phone(app)
            check_links(app)
            check_pages(app)
            check_other_pages(app)
            check_first(app)
            check_erasure(app)
        finally:
            app.quit()


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: use-app.py ADDRESS [FOLDER]")
    run_checks(main, *sys.argv[1:])
