"""Plays the films of a setup guide in a headless browser.

    open-films.py setup.html SECTION=FILM …

Each film lasts one second, or two if reduced motion is preferred. Prints a line for each check, and
stops with status 1 at the first one that fails.
"""
import os, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser"))
sys.dont_write_bytecode = True

from browser import Browser, axe_text, check, check_alone, run_checks


def lengths(page):
    """Returns the length of each film, after the browser has determined all lengths."""
    return page.wait("""const films = [...document.querySelectorAll('video')];
        return films.length > 0 && films.every(film => film.readyState >= 1) &&
          films.map(film => film.duration)""")


def main(path, places):
    url = "file://" + os.path.abspath(path)
    with tempfile.TemporaryDirectory() as profile:
        # Allow autoplay, because the test starts the film without a user gesture.
        page = Browser(profile, "autoplay-policy=no-user-gesture-required")
        try:
            for width, scheme in ((390, "dark"), (1280, "light")):
                page.prefer(scheme, calm=False)
                page.resize(width, 844)
                page.browser.get(url)
                look(page, places, width)
                found = page.findings(axe_text())
                check(not found, f"axe finds nothing at {width} px", found)
            page.prefer("light", calm=True)
            page.browser.get(url)
            found = lengths(page)
            check(found and all(abs(length - 2) < 0.001 for length in found),
                  "where less motion is wished for, moments stand still one after the other", found)
            check(not page.run("return [...document.querySelectorAll('video')].some(film => !film.paused)"),
                  "no film begins by itself")
            check_alone(page, url)
        finally:
            page.quit()


def look(page, places, width):
    found = page.run("""return [...document.querySelectorAll('.film')].map(film =>
        [film.closest('section').id, film.id.replace('film-', '')])""")
    check([f"{section}={film}" for section, film in found] == places,
          f"at {width} px each film stands at its place", found)
    found = lengths(page)
    check(found and all(abs(length - 1) < 0.001 for length in found), "they are as long as they are", found)
    page.run("document.querySelectorAll('video').forEach(film => film.play())")
    ended = page.wait("return [...document.querySelectorAll('video')].every(film => film.ended)")
    check(ended, "each is played to its end")
    wide = page.run("return document.documentElement.scrollWidth")
    check(wide <= width, f"at {width} px nothing scrolls sideways", wide)
    words = page.run("""return [...document.querySelectorAll('video')].map(film => [film.ariaLabel,
        document.getElementById(film.getAttribute('aria-describedby')).textContent.trim()])""")
    check(all(label and text for label, text in words), "each has a name, and words that say the same", words)
    page.run("document.querySelector('.film summary').click()")
    seen = page.run("return document.querySelector('.film details p').checkVisibility()")
    check(seen, "the words can be read")


if __name__ == "__main__":
    run_checks(main, sys.argv[1], sys.argv[2:])
