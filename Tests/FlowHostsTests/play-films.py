"""Plays the film of a flow in a headless browser.

    play-films.py page.html

The film is at the first step. It lasts two seconds, or three if reduced motion is preferred. The page
has the film in English, but not in Japanese. Prints a line for each check, and stops with status 1 at
the first one that fails.
"""
import os, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser"))
sys.dont_write_bytecode = True

from browser import Browser, axe_text, check, check_alone, run_checks

FILM = "const film = document.querySelector('.film video'); "


def main(path):
    url = "file://" + os.path.abspath(path)
    with tempfile.TemporaryDirectory() as profile:
        page = Browser(profile)
        try:
            page.resize(390, 844, is_phone=True)
            page.prefer("light", calm=False)
            page.browser.get(url)
            play(page)
            found = page.findings(axe_text())
            check(not found, "axe finds nothing", found)
            stand_still(page, url)
            change_language(page)
            check_alone(page, url)
        finally:
            page.quit()


def play(page):
    length = page.wait(FILM + "return film && film.readyState >= 1 && film.duration")
    check(length and abs(length - 2) < 0.001, "the film is there, and as long as it is", length)
    check(page.wait(FILM + "return film.currentTime > 0.2 && !film.paused"), "it plays by itself")
    check(page.wait("return Number(document.querySelector('.controls input').value) > 0.2"),
          "the slider goes along with it")
    page.click(".film .controls .icon")
    check(page.wait(FILM + "return film.paused"), "it can be paused")
    page.run("""const slider = document.querySelector('.controls input'); slider.value = 1.5;
        slider.dispatchEvent(new Event('input'))""")
    check(page.wait(FILM + "return !film.seeking && Math.abs(film.currentTime - 1.5) < 0.1"),
          "the slider leads to a moment of it")
    label = page.run("return document.querySelector('.film .frame').ariaLabel")
    check("A disc goes to the right." in label, "what it says is said to those who cannot see it", label)
    orange = page.wait(FILM + """
        const canvas = document.createElement('canvas'), context = canvas.getContext('2d');
        [canvas.width, canvas.height] = [film.videoWidth, film.videoHeight];
        context.drawImage(film, 0, 0);
        const row = context.getImageData(0, canvas.height / 2, canvas.width, 1).data;
        const hits = [];
        for (let x = 0; x < canvas.width; x++)
          if (row[4 * x] > 220 && row[4 * x + 2] < 60) hits.push(x);
        const middle = hits.reduce((sum, x) => sum + x, 0) / hits.length / canvas.width;
        // A busy browser shows the frame some time after it has reported the end of the seek.
        return hits.length > 50 && middle > 0.55""")
    check(orange, "the moment that was led to is seen")
    text = page.run("return document.querySelectorAll('.film .switch button')[1].textContent")
    page.run("document.querySelectorAll('.film .switch button')[1].click()")
    check(page.wait(FILM + "return film.paused && !film.checkVisibility()"), f"'{text}' takes its place")
    page.run("document.querySelectorAll('.film .switch button')[0].click()")
    check(page.wait(FILM + "return !film.paused"), "and the film goes on")


def stand_still(page, url):
    page.prefer("dark", calm=True)
    page.browser.get(url)
    length = page.wait(FILM + "return film && film.readyState >= 1 && film.duration")
    check(length and abs(length - 3) < 0.001, "where less motion is wished for, moments stand still", length)
    check(page.run(FILM + "return film.paused && film.currentTime === 0"), "and nothing begins by itself")


def change_language(page):
    page.run("wish({language: 'ja'}); draw()")
    check(page.wait("return document.querySelector('.film') && !document.querySelector('.film video')"),
          "in a language that the film is not in, its picture stands for it")


if __name__ == "__main__":
    run_checks(main, sys.argv[1])
