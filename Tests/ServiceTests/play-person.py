"""Plays the flow that a service offers at a person's address, in a browser without a window.

    play-person.py http://127.0.0.1:8080 /p/WRITE-TOKEN AXE

Prints a line for each check, and stops with status 1 at the first one that fails.
"""
import json, os, sys, tempfile, urllib.request

from selenium.webdriver.common.keys import Keys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser"))
sys.dont_write_bytecode = True

from browser import PATIENCE, Browser, Failure, check


class Phone(Browser):
    """A browser that remembers nothing of another one."""

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
        """A button, by what is written on it: those of an open sheet first."""
        button = self.wait("""const owner = document.querySelector('dialog[open]') ?? document;
            return [...owner.querySelectorAll('button')].find(button => button.checkVisibility() &&
                button.textContent.trim() === arguments[0]) ?? null""", label)
        check(button is not None, f"'{label}' can be tapped",
              self.run("return document.body.innerText.slice(0, 600)"))
        button.click()

    def write(self, text):
        field = self.browser.find_element("css selector", "#asks [data-key=new]")
        field.send_keys(text, Keys.RETURN)

    def go(self, *labels):
        for label in labels:
            self.tap(label)

    def choose(self, fact, word):
        box = self.wait("return document.querySelector(`[name=${arguments[0]}][value=${arguments[1]}]`)",
                        fact, word)
        self.run("arguments[0].click()", box)

    def judge(self, where):
        errors = self.said("SEVERE")
        check(not errors, f"{where}: nothing is wrong in the console", errors[:3])
        found = [each["id"] for each in self.findings(self.axe)]
        check(not found, f"{where}: axe finds nothing", found)

    def close(self):
        self.quit()
        self.profile.cleanup()


def ask(base, path):
    with urllib.request.urlopen(base + path, timeout=PATIENCE) as answer:
        return json.load(answer)


def main(base, address, axe):
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
        phone.arrives("Could you pick a wallpaper?")
        phone.tap("Yes, I could")
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
    except Failure as failure:
        print(f"failed: {failure}")
        return 1
    finally:
        phone.close()
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: play-person.py URL /p/TOKEN AXE")
    sys.exit(main(*sys.argv[1:]))
