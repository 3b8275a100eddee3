"""Plays the flow that a service offers at a person's address, in a headless browser.

    play-person.py http://127.0.0.1:8080 /p/WRITE-TOKEN AXE

Prints a line for each check, and stops with status 1 at the first one that fails.
"""
import json, os, sys, tempfile, time, urllib.request

from selenium.webdriver.common.keys import Keys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser"))
sys.dont_write_bytecode = True

from between import Between
from browser import PATIENCE, Browser, Failure, check

EVENTS = [{"title": "Dentist", "start": "2099-05-04T09:00"}]
MOST = 20  # The number of notes that the form shows.


class Phone(Browser):
    """A browser that shares no data with other browsers."""

    def __init__(self, base, address, axe):
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        super().__init__(self.profile.name, "lang=en")
        self.base, self.address = base, address
        with open(axe, encoding="utf-8") as file:
            self.axe = file.read()
        self.prefer()
        self.resize(390, 844, is_phone=True)
        self.window = self.browser.current_window_handle

    def open(self, flow, title):
        self.browser.get(f"{self.base}{self.address}/flow-{flow}")
        self.arrives(title)

    def arrives(self, title):
        found = self.wait("return document.getElementById('title')?.textContent === arguments[0]", title)
        check(found, f"the step '{title}' is there",
              self.run("return document.body.innerText.slice(0, 600)"))

    def tap(self, label):
        """Taps the button with a label, in the open sheet if there is one."""
        find = """const owner = document.querySelector('dialog[open]') ?? document;
            return [...owner.querySelectorAll('button')].find(button => button.checkVisibility() &&
                button.textContent.trim() === arguments[0]) ?? null"""

        def button():
            found = self.wait(find, label)
            check(found is not None, f"'{label}' can be tapped",
                  self.run("return document.body.innerText.slice(0, 600)"))
            return found

        self.upon(button, lambda found: found.click())

    def write(self, text):
        self.upon(lambda: self.element("#asks [data-key=new]"),
                  lambda field: field.send_keys(text, Keys.RETURN))

    def go(self, *labels):
        for label in labels:
            self.tap(label)

    def settle(self):
        """Waits until the page has read and stored the progress."""
        done = self.wait("""return performance.getEntriesByType('resource')
            .filter(({name}) => name.endsWith(`/state-${flow.name}`)).length >= 2""")
        check(done, "how far somebody is, is read and kept")

    def remarks(self, words, is_wanted=True):
        """Waits until a remark appears or disappears below the actions; returns whether it does."""
        return self.wait("""return document.getElementById('remarks').textContent
            .includes(arguments[0]) === arguments[1]""", words, is_wanted)

    def notes(self):
        return self.run("return state.facts.notes ?? []")

    def choose(self, fact, word):
        # Click with a script instead of the mouse, because the input element is invisible; only the card that
        # represents the choice is visible.
        self.upon(lambda: self.element(f"[name={fact}][value={word}]"),
                  lambda box: self.run("arguments[0].click()", box))

    def judge(self, where):
        errors = self.said("SEVERE")
        check(not errors, f"{where}: nothing is wrong in the console", errors[:3])
        found = [each["id"] for each in self.findings(self.axe)]
        check(not found, f"{where}: axe finds nothing", found)

    def close(self):
        self.quit()
        self.profile.cleanup()


def ask(base, path, method="GET", words=None):
    body = None if words is None else json.dumps(words).encode()
    asked = urllib.request.Request(base + path, body, {"Content-Type": "application/json"}, method=method)
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        return json.loads(answer.read() or "null")


def eventually(holds):
    """Waits until a condition holds; returns whether it does."""
    end = time.monotonic() + PATIENCE
    while not (found := holds()) and time.monotonic() < end:
        time.sleep(0.02)
    return found


class Person:
    """A new person at the service; the methods of this class bypass the browser."""

    def __init__(self, base, **words):
        self.base = base
        self.address = ask(base, "/v1/people", "POST", {"device": "iphonese3", **words})["write"]

    @property
    def words(self):
        return ask(self.base, self.address)["person"]

    def kept(self, flow="notewall"):
        return ask(self.base, f"{self.address}/state-{flow}")

    def stand(self, step, **facts):
        """Stores a step as if the person had reached it, and returns the stored progress."""
        kept = self.kept()
        kept["state"]["step"] = step
        kept["state"]["facts"] = {**kept["state"].get("facts", {}), **facts}
        ask(self.base, f"{self.address}/state-notewall", "PUT", kept)
        return kept


def play_story(base, address, axe):
    """Plays from the first step to the picture, and continues in another browser."""
    phone = Phone(base, address, axe)
    try:
        phone.open("notewall", "Out of sight, out of mind")
        phone.judge("the first step")
        phone.go("Get started", "Next", "Continue", "Yes, it is there", "This is my number",
                 "Get the shortcut")
        links = phone.wait("return [...document.querySelectorAll('dialog[open] a')].map(a => a.href)")
        check(len(links) == 1 and links[0].startswith("https://"), "the shortcut has its link", links)
        phone.browser.switch_to.window(phone.window)
        phone.judge("a question")
        phone.run("document.querySelector('[data-key=outcome-ok]').click()")
        phone.arrives("Were you able to pick a wallpaper?")
        phone.tap("Yes, I was")
        check(phone.wait("return (state.facts.notes ?? []).join() === 'Was here before'"),
              "the notes of the person are in the field", phone.run("return state.facts.notes"))
        phone.write("Buy milk")
        phone.go("Next")
        phone.choose("lock", "photo")
        phone.go('Make my wallpaper')
        phone.arrives("Your wallpaper is not saved yet")
        check(ask(base, address)["person"]["notes"] == ["Was here before"],
              "a photo that nobody has leaves everything as it is")
        phone.go("Choose another look")
        phone.choose("lock", "color")
        phone.choose("home", "gray")
        phone.go('Make my wallpaper')
        phone.arrives("Three things to allow")
        kept = ask(base, address)
        person = kept["person"]
        check(person["notes"] == ["Was here before", "Buy milk"], "the notes are the person's", person)
        check(person["lock"]["color"] == "black" and person["lock"]["widgets"] is True,
              "so is the lock screen", person)
        check(person["home"]["color"] == "gray", "so is the home screen", person)
        check(kept["states"]["notewall"]["state"]["step"] in ("making", "permissions"),
              "how far the person is, is kept", kept["states"])
        phone.judge("after the picture")
        phone.browser.get("about:blank")

        other = Phone(base, address, axe)
        try:
            other.open("notewall", "Three things to allow")
            other.open("notewall-daily", "Your notes today")
            check(other.wait("return state.facts.notes?.length === 2"), "the daily flow has the notes",
                  other.run("return state.facts"))
            image = other.wait("""const image = document.querySelector('img[src*=lock]');
                return image?.complete && image.naturalWidth === 750 && image.src""")
            check(image and "/lock.webp" in image, "it shows the person's own picture",
                  other.run("return [...document.querySelectorAll('img')].map(i => i.outerHTML.slice(0, 200) + i.naturalWidth)"))
            other.judge("the daily flow")
        finally:
            other.close()
    finally:
        phone.close()


def check_unread(base, axe):
    """Checks that the page retries if the service does not return the progress, and does not start the
    flow again."""
    person, between = Person(base, notes=["One"]), Between(base)
    phone = Phone(between.base, person.address, axe)
    try:
        phone.open("notewall", "Out of sight, out of mind")
        phone.settle()
        kept = {**person.stand("notes", notes=["One", "Two"]), "lockPhoto": "a photo of before"}
        ask(base, person.address + "/state-notewall", "PUT", kept)
        for ending, status in ((person.address, 503), ("/state-notewall", 503), ("/state-notewall", None)):
            where = f"{ending.split('/')[-1][:14]} {status or 'hangs up'}"
            between.fail("GET", ending, status)
            before = between.count("PUT", "/state-notewall")
            phone.open("notewall", "This did not load")
            asked = between.count("GET", ending)
            phone.tap("Try again")
            check(phone.wait("return !isStarting") and between.count("GET", ending) > asked,
                  f"{where}: it is asked again")
            check(phone.run("return shown.step") == "(unread)", f"{where}: it is said again")
            phone.said()
            phone.judge(where)
            phone.run("document.getElementById('open-menu').click()")
            check("Start again" not in phone.run("return document.getElementById('menu').textContent"), f"{where}: nobody begins anew meanwhile")
            phone.run("document.getElementById('menu').close()")
            check(between.count("PUT", "/state-notewall") == before and person.kept() == kept,
                  f"{where}: what is kept stays as it is", person.kept())
            between.heal()
            phone.tap("Try again")
            phone.arrives("What do you want to remember?")
            check(phone.notes() == ["One", "Two"], f"{where}: then it goes on there", phone.notes())
            check(phone.wait("return !document.getElementById('remarks').textContent"),
                  f"{where}: and nothing is complained of")
            phone.settle()
            check(person.kept()["lockPhoto"] == "a photo of before", f"{where}: the photo is known")
            ask(base, person.address + "/state-notewall", "PUT", kept)
        between.fail("GET", "/state-notewall-daily", 503)
        phone.open("notewall", "What do you want to remember?")
        check(phone.notes() == ["One", "Two"], "what another flow knows may be missing", phone.notes())
    finally:
        phone.close()
        between.close()


def check_unkept(base, axe):
    """Checks that the page shows a notice as long as the progress cannot be stored."""
    person, between = Person(base, notes=["One"]), Between(base)
    phone = Phone(between.base, person.address, axe)
    told = "Your progress could not be saved."
    try:
        phone.open("notewall", "Out of sight, out of mind")
        phone.settle()
        person.stand("notes")
        phone.open("notewall", "What do you want to remember?")
        between.fail("PUT", "/state-notewall", 503)
        phone.write("Two")
        check(phone.remarks(told), "it is said that nothing is kept")
        phone.tap("Next")
        phone.arrives("How should it look?")
        check(phone.remarks(told), "and still said at the next step")
        phone.said()
        phone.judge("a service that keeps nothing")
        between.heal()
        phone.choose("home", "gray")
        check(phone.remarks(told, False), "it is said no more once it is kept")
        facts = person.kept()["state"]["facts"]
        check(facts["notes"] == ["One", "Two"] and facts["home"] == "gray", "and all of it is", facts)
    finally:
        phone.close()
        between.close()


def check_kept_content(base, axe):
    """Checks that making a picture changes only the notes that the form shows, and no other data."""
    texts = [f"Note {number}" for number in range(1, MOST + 6)]
    notes = [{"text": texts[0]}, {"text": texts[1], "done": True}, *texts[2:MOST + 1],
             {"text": texts[MOST + 1], "done": True}, *texts[MOST + 2:]]
    person = Person(base, content={"notes": notes, "events": EVENTS})
    phone = Phone(base, person.address, axe)
    try:
        phone.open("notewall", "Out of sight, out of mind")
        check(phone.notes() == texts[:MOST], "the form has as many notes as it can show", phone.notes())
        phone.settle()
        person.stand("notes")
        phone.open("notewall", "What do you want to remember?")
        phone.click("[data-key='remove 0']")
        phone.go("Next", "Make my wallpaper")
        phone.arrives("Three things to allow")

        def check_person(made, where):
            found = person.words
            shown = [note["text"] if isinstance(note, dict) else note for note in found["notes"]]
            check(shown == made, f"{where}: what the form does not show stays", shown)
            done = [note["text"] for note in found["notes"]
                    if isinstance(note, dict) and note.get("done")]
            check(done == ["Note 2", f"Note {MOST + 2}"], f"{where}: what is done stays done", done)
            check(found["content"] == {"events": EVENTS}, f"{where}: other content stays", found)

        check_person(texts[1:], "a note taken out")
        phone.open("notewall-daily", "Your notes today")
        check(phone.notes() == texts[1:MOST], "the daily flow has those notes", phone.notes())
        phone.tap("Add or change notes")
        phone.write("New")
        phone.go("Make a new picture", "Make it")
        phone.arrives("Put it on your screen")
        check_person([*texts[1:MOST], "New", *texts[MOST:]], "another flow, a note added")
        # The first flow also shows the notes that were changed in the other flow.
        person.stand("wallpapers")
        phone.open("notewall", "How should it look?")
        phone.tap("Make my wallpaper")
        phone.arrives("Three things to allow")
        check_person([*texts[1:MOST], "New", *texts[MOST:]], "the first flow again")
    finally:
        phone.close()


def check_much(base, axe):
    """Checks that more than 64 KiB can be stored, although browsers send at most 64 KiB after a page is
    left."""
    notes = [f"Note {number} " + "word " * 98 for number in range(1, 150)]
    person, between = Person(base, notes=notes), Between(base)
    phone = Phone(between.base, person.address, axe)
    try:
        phone.open("notewall", "Out of sight, out of mind")
        phone.settle()
        person.stand("wallpapers")
        phone.open("notewall", "How should it look?")
        phone.tap("Make my wallpaper")
        phone.arrives("Three things to allow")
        sent = max(len(body) for _, path, body in between.seen if path == person.address)
        check(sent > 64 << 10 and person.words["notes"] == notes, "all notes are kept", sent)
    finally:
        phone.close()
        between.close()


def check_sharing(base, axe):
    """Checks that a browser that continues without changes does not undo those of another browser."""
    person = Person(base, notes=["One"])
    phone, other = Phone(base, person.address, axe), Phone(base, person.address, axe)
    try:
        phone.open("notewall", "Out of sight, out of mind")
        other.open("notewall-daily", "Your notes today")
        other.tap("Add or change notes")
        other.write("Two")
        check(eventually(lambda: "Two" in person.kept("notewall-daily")["state"]["facts"]["notes"]),
              "a note is added in one browser")
        phone.go("Get started", "Next")
        step = phone.run("return shown.step")
        check(eventually(lambda: person.kept()["state"]["step"] == step), "another one goes on")
        other.open("notewall-daily", "Your notes")
        check(other.notes() == ["One", "Two"], "the note is there all the same",
              other.notes())
        phone.open("notewall", phone.run("return shown.title"))
        check(phone.notes() == ["One", "Two"], "and comes to the other one", phone.notes())
    finally:
        phone.close()
        other.close()


def main(base, address, axe):
    try:
        play_story(base, address, axe)
        for job in (check_unread, check_unkept, check_kept_content, check_much, check_sharing):
            job(base, axe)
    except Failure as failure:
        print(f"failed: {failure}")
        return 1
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: play-person.py URL /p/TOKEN AXE")
    sys.exit(main(*sys.argv[1:]))
