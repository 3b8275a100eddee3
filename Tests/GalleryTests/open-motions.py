"""Opens a gallery of films in a headless browser, and checks what it shows.

    open-motions.py motions.html

Prints a line for each check, and stops with status 1 at the first one that fails.
"""
import json, os, re, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser"))
sys.dont_write_bytecode = True

from browser import Browser, axe_text, check, check_alone, run_checks


def read(path):
    """Returns the data of the gallery from its file, not from the tested page."""
    with open(path, encoding="utf-8") as file:
        page = file.read()
    return json.loads(re.search(r'id="data">(.*?)</script>', page, re.S)[1])


def main(path):
    data = read(path)
    with tempfile.TemporaryDirectory() as profile:
        page = Browser(profile)
        try:
            page.resize(1280, 900)
            url = "file://" + os.path.abspath(path)
            page.browser.get(url)
            look(page, data)
            for scheme in ("light", "dark"):
                page.prefer(scheme)
                found = page.findings(axe_text())
                check(not found, f"axe finds nothing: {scheme}", found)
            check_alone(page, url)
        finally:
            page.quit()


def look(page, data):
    def texts(selector):
        return page.run("return [...document.querySelectorAll(arguments[0])].map(e => e.textContent)",
                        selector)

    motions, devices = data["motions"], data["devices"]
    check(texts("h2") == [motion["name"] for motion in motions], "each film has its part")
    check(texts("nav a") == texts("h2"), "and the list of films leads there")
    check(texts("h3") == [device["name"] for device in devices] * len(motions), "each screen has its strip")
    check(page.run("return [document.scripts.length, document.querySelectorAll('b').length]") == [2, 0],
          "no name became markup")
    meant = [[moment["width"], moment["height"]] for motion in motions for strip in motion["strips"]
             for moment in strip["moments"] + strip["calm"]]
    loaded = page.wait("""const images = [...document.querySelectorAll('.strip img')];
        return images.every(image => image.complete && image.naturalWidth) &&
          images.map(image => [image.naturalWidth, image.naturalHeight])""")
    check(loaded == meant and len(meant) > 12, "every moment is a picture", (len(meant), loaded))
    for motion, number in zip(motions, range(len(motions))):
        strips = [strip for strip in motion["strips"] if not strip["error"]]
        check(all(len(strip["moments"]) == 12 and strip["calm"] for strip in strips),
              f"{motion['name']}: twelve moments, and those without motion")
        spoken = [sentence for said in motion["says"] for sentence in said["sentences"]]
        check(texts(f"section:nth-of-type({number + 1}) .says p") == spoken, "what it says is there")
    alts = page.run("return [...document.querySelectorAll('.strip img')].map(image => image.alt)")
    check(len(set(alts)) == len(alts) and all(alts), "every picture has an alternative text of its own",
          [alt for alt in alts if alts.count(alt) > 1][:3])
    for strip in (strip for motion in motions for strip in motion["strips"]):
        page_text = page.run("return document.body.textContent")
        error = strip["error"] or {}
        lacking = [text for text in (strip["command"], error.get("code"), error.get("message"))
                   if text and text not in page_text]
        check(not lacking, "the command is told, and what went wrong", lacking)
    page.run("""const list = document.getElementById('device'); list.value = arguments[0];
        list.dispatchEvent(new Event('change'))""", devices[-1]["id"])
    seen = page.run("""return [...document.querySelectorAll('.device')].filter(strip =>
        strip.checkVisibility()).map(strip => strip.querySelector('h3').textContent)""")
    check(seen == [devices[-1]["name"]] * len(motions), "one screen alone can be looked at", seen)
    page.run("""const list = document.getElementById('device'); list.value = '';
        list.dispatchEvent(new Event('change'))""")
    page.run("""const list = document.getElementById('size'); list.value = '480';
        list.dispatchEvent(new Event('change'))""")
    tall = page.run("return document.querySelector('.strip img').getBoundingClientRect().height")
    check(tall == 480, "they can be looked at larger", tall)
    wide = page.run("return document.documentElement.scrollWidth <= innerWidth")
    check(wide, "the page itself does not move sideways")


if __name__ == "__main__":
    run_checks(main, sys.argv[1])
