"""Runs 'theme gallery --watch', saves the theme, and checks that the open page follows.

    watch-gallery.py wallfarm folder

FOLDER contains mine.json, a theme with "#ffffff" as the color of its text.
"""
import os, signal, subprocess, sys, tempfile, urllib.parse

from selenium.webdriver.common.keys import Keys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser"))
sys.dont_write_bytecode = True

import browser
from browser import Browser, check, demand, run_checks

SOURCE = "return document.querySelector(`.tile [data-index=\"${arguments[0]}\"] img`).src"


class Watched:
    """A running command, and the theme that it watches."""

    def __init__(self, program, folder):
        self.path = os.path.join(folder, "mine.json")
        with open(self.path, encoding="utf-8") as file:
            self.theme = file.read()
        self.process = subprocess.Popen(
            [program, "theme", "gallery", "./mine.json", "--device", "iphonese3,iphone15,ipadpro13",
             "--watch", "--output", "a page.html"],
            cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            # A shell that runs tests in the background ignores Ctrl-C, and its children inherit this.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        self.hear("a page.html  ")

    def hear(self, words):
        """Reads the output until a line contains WORDS."""
        for line in self.process.stdout:
            if words in line:
                return
        demand(False, f"the command says '{words}'")

    def save(self, text):
        with open(self.path + ".new", "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(self.path + ".new", self.path)


def check_update(page, watched):
    page.run("window.mark = 'not reloaded'; scrollTo(0, 400)")
    page.wait("return document.querySelector('#live').textContent.includes('watching')")
    page.run(f"document.querySelector('.tile [data-index=\"1\"]').focus({{preventScroll: true}})")
    before = page.wait(SOURCE, 1)
    light = page.wait(SOURCE, 4)
    place = page.run("return scrollY")
    watched.save(watched.theme.replace("#ffffff", "#ffee00"))
    check(page.wait(SOURCE.replace(").src", ").src !== arguments[1]"), 1, before),
          "a save replaces the picture")
    check(page.run("return window.mark") == "not reloaded", "the page is not reloaded")
    check(page.run("return scrollY") == place and place > 0, "the page is not scrolled", place)
    check(page.run("return document.activeElement.dataset.index") == "1", "the focus stays")
    check(page.run(SOURCE, 4) == light, "the other look stays")
    said = page.run("return document.getElementById('live').textContent")
    check(" · 3 pictures changed at " in said, "the page says how many pictures have changed", said)


def check_problems(page, watched):
    hidden = "return !document.getElementById('problems').matches(':popover-open')"
    text = "return document.getElementById('problems').textContent"
    check(page.run(hidden), "no problem is shown")
    before = page.run(SOURCE, 1)
    watched.save(watched.theme.replace("#ffffff", "#ffff0"))
    check(page.wait(hidden.replace("!", "")), "a mistake is shown")
    said = page.run(text)
    check("1 error" in said and "mine.json:" in said and "#ffff0" in said, "with its place", said)
    check(page.run(SOURCE, 1) == before, "the picture stays")
    page.press(Keys.ENTER)
    page.wait("return document.body.dataset.open === '1'")
    check(page.run("""const box = document.getElementById('problems').getBoundingClientRect();
        return box.height > 20 && box.bottom <= innerHeight && box.top > 0"""),
          "the mistake is shown over a picture in full view, too")
    watched.save(watched.theme.replace("#ffffff", "#00ff00"))
    check(page.wait(hidden), "a correction hides the mistake")
    full = "return document.querySelector('#picture img')?.src"
    check(page.wait("return document.querySelector('#picture img')?.src !== arguments[0]", before)
          and page.run("return document.body.dataset.open") == "1", "the full view follows")
    check(page.wait("""return document.querySelector('#picture img')?.src ===
        document.querySelector('.tile [data-index="1"] img').src"""),
          "and shows the picture of its tile", page.run(full)[:80])
    page.press(Keys.ESCAPE)


def check_rows(page, watched):
    count = "return document.querySelectorAll('.tile').length"
    check(page.run(count) == 6, "there is a row for each look")
    start, end = watched.theme.index('"variants"'), watched.theme.index('"overrides"')
    watched.save(watched.theme[:start] + watched.theme[end:])
    check(page.wait(count + " === 3"), "the row of a removed look disappears")
    watched.save(watched.theme)
    check(page.wait(count + " === 6"), "and comes back")


def main(program, folder):
    watched = Watched(program, folder)
    with tempfile.TemporaryDirectory() as profile:
        page = Browser(profile)
        try:
            page.resize(1000, 500)
            url = "file://" + urllib.parse.quote(os.path.join(folder, "a page.html"))
            page.browser.get(url)
            check_update(page, watched)
            check_problems(page, watched)
            check_rows(page, watched)
            said = page.said()
            check(not said, "nothing in the console", said[:3])
            away = [each for each in page.requests()
                    if not each.startswith(("file:", "data:", "blob:", "about:"))]
            check(not away, "no request leaves the folder", away[:3])
            watched.process.send_signal(signal.SIGINT)
            check(watched.process.wait() == 0, "Ctrl-C ends the command")
            check(page.wait("return document.querySelector('#live').textContent.includes("
                            "'no longer watching')"), "the page says so")
            page.requests()
            page.browser.get(url)
            check(page.wait("return document.querySelectorAll('.tile').length") == 6 and
                  not [each for each in page.requests() if each.endswith(".js")],
                  "the page needs no other file afterwards")
        finally:
            page.quit()
            watched.process.kill()
    print(f"{browser.passed} checks passed")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: watch-gallery.py wallfarm folder")
    run_checks(main, *sys.argv[1:])
