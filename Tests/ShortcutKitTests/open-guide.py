"""Opens the setup guide in a headless browser, and checks it as a reader would.

    open-guide.py setup.html EXPECTED_LINK PICTURES
    open-guide.py setup.html EXPECTED_LINK PICTURES ADDRESS [android]

EXPECTED_LINK installs the shortcut; it is '-' if the person creates the shortcut. With ADDRESS, the
phone fetches its picture from that address; on Android, it also fetches the picture for the home screen.

Prints a line for each check, and stops with status 1 at the first one that fails.
"""
import os, re, sys, tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser"))
sys.dont_write_bytecode = True

from browser import Browser, check, check_alone, run_checks

WIDTHS = (390, 1280)
LEAST_CONTRAST = 4.5
LEAST_TARGET = 44

# Measures the contrast between every visible text and the composited backgrounds behind it.
MEASURE = """
const channels = colour => {
  if (!colour.startsWith('rgb')) throw new Error(`cannot measure ${colour}`);
  return [...colour.match(/[\\d.]+/g).map(Number), 1].slice(0, 4);
};
const over = (top, ground) =>
  [0, 1, 2].map(i => top[i] * top[3] + ground[i] * (1 - top[3])).concat(1);
const linear = c => c <= 10.31 ? c / 3294.6 : ((c / 255 + 0.055) / 1.055) ** 2.4;
const luminance = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
const ground = element => {
  const above = [];
  for (let e = element; e; e = e.parentElement)
    above.push(channels(getComputedStyle(e).backgroundColor));
  return above.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
};
const low = [], seen = [];
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const text = texts.currentNode.data.trim(), element = texts.currentNode.parentElement;
  if (!text || !element.checkVisibility({visibilityProperty: true})) continue;
  const below = ground(element);
  const [a, b] = [over(channels(getComputedStyle(element).color), below), below].map(luminance);
  const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  (contrast < arguments[0] ? low : seen).push(`${contrast.toFixed(2)} ${text.slice(0, 40)}`);
}
return [low, seen.length];
"""


class Page(Browser):
    def __init__(self, path, profile):
        super().__init__(profile)
        self.url = "file://" + os.path.abspath(path)

    def open(self, width, scheme="light"):
        self.prefer(scheme)
        self.resize(width, 844)
        self.browser.get(self.url)

    def all(self, selector, value):
        find = "return [...document.querySelectorAll(arguments[0])]"
        return self.run(f"{find}.map(e => {value})", selector)


def check_file(path):
    with open(path, encoding="utf-8") as file:
        source = file.read()
    left = re.findall(r"\{\{.{0,30}|\{[a-z]+\}", source)
    check(not left, "every placeholder is filled in", left[:3])
    active = re.findall(r"<script|<[a-z]+[^>]*\son[a-z]+\s*=|javascript:", source, re.I)
    check(not active, "it holds no script, and is read here with JavaScript off", active[:3])
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', source)
    check(policy and policy[1].startswith("default-src 'none'") and "script" not in policy[1],
          "its policy allows nothing from outside, and no script", policy and policy[1])


def check_markup(page, code_count):
    [[lang, written]] = page.all("html", "[e.lang, e.dir]")
    check(re.fullmatch(r"[a-z]{2,3}(-[A-Za-z]+)*", lang or ""), "its language is set", lang)
    wanted = "rtl" if re.match("(ar|fa|he|ur)\\b", lang) else "ltr"
    check(written == wanted, f"its direction is {wanted}", written)
    levels = page.all("h1, h2, h3, h4, h5, h6", "Number(e.localName[1])")
    check(levels.count(1) == levels[0] == 1, "it has one main heading, and it is first", levels)
    steps = [lower - upper for upper, lower in zip(levels, levels[1:])]
    check(max(steps) == 1, "no level of headings is skipped", levels)
    check(all(page.all("h1, h2, h3, p, li, dt, dd", "e.textContent.trim()")), "no text is empty")
    names = page.all("[id]", "e.id")
    missing = [name for name in page.all('a[href^="#"]', "e.hash.slice(1)") if name not in names]
    check(not missing, "every link within it leads somewhere", missing)
    codes = page.all("svg", "[e.closest('[role=img]')?.ariaLabel ?? '', e.childElementCount]")
    check(len(codes) == code_count and all(name and parts for name, parts in codes),
          "all codes are drawn and have names", codes)


def check_pictures(page, count):
    found = page.all("img", "[e.alt.trim(), e.complete && e.naturalWidth, e.src.slice(0, 14)]")
    check(len(found) == count, f"it has {count} pictures", len(found))
    check(all(alt for alt, _, _ in found), "every picture says what it shows", found)
    drawn = all(width and kind == "data:image/png" for _, width, kind in found)
    check(drawn, "every picture is in the page and is drawn", found)
    scale = page.all("img", "[e.width / e.height, e.naturalWidth / e.naturalHeight]")
    check(all(abs(a / b - 1) < 0.02 for a, b in scale), "no picture is squeezed", scale)


def check_links(page, wanted, run_count):
    """Checks that the page contains exactly the expected links."""
    hrefs = page.all("a", "e.getAttribute('href')")
    check(wanted <= set(hrefs), "what it has to link to is there", hrefs)
    runs = {href for href in hrefs if href.startswith("shortcuts://")}
    exact = re.compile(r"shortcuts://(x-callback-url/)?run-shortcut\?name=([^&\s%]|%[0-9A-F]{2})+"
                       r"(&[a-z-]+=([^&\s%]|%[0-9A-F]{2})*)*")
    check(len(runs) == run_count and all(map(exact.fullmatch, runs)),
          f"{run_count} addresses run the shortcut", runs)
    others = {href for href in hrefs if not href.startswith("#")} - runs - wanted
    check(not others, "it links to nothing else", others)


def check_layout(page, width, step_count):
    [wide] = page.all("html", "e.scrollWidth")
    check(wide <= width, f"at {width} px nothing scrolls sideways", wide)
    sides = page.run("""
        const text = document.createRange(), heading = document.querySelector('h1');
        text.selectNodeContents(heading);
        const [a, b] = [heading, text].map(thing => thing.getBoundingClientRect());
        return [Math.abs(a.left - b.left), Math.abs(a.right - b.right)];""")
    start = "right" if page.all("html[dir=rtl]", "1") else "left"
    check(sides[start == "right"] < 4, f"at {width} px the heading starts on the {start}", sides)
    steps = page.all("ol.steps > li", "[e.id, e.querySelector('.count').textContent,"
                     " e.querySelectorAll('img').length, e.offsetTop, e.offsetLeft]")
    check([step[:3] for step in steps] == [[f"step{n}", str(n), 1]
                                           for n in range(1, step_count + 1)],
          f"at {width} px its {step_count} drawn steps are in order", steps)
    sign = -1 if start == "right" else 1
    places = [(top, sign * left) for _, _, _, top, left in steps]
    check(places == sorted(places), f"at {width} px they are read in that order", places)
    targets = page.all("a.button, nav a", "[e.textContent, e.offsetWidth, e.offsetHeight]")
    small = [target for target in targets if min(target[1:]) < LEAST_TARGET]
    check(not small, f"at {width} px a finger meets every button", small)


def main(path, link, pictures, address=None, system="apple"):
    check_file(path)
    is_android = system == "android"
    wanted = {link} - {"-"} | ({f"{address}/lock.png"} if address else set())
    code_count = len(wanted) + (0 if is_android else 1)
    if is_android:
        wanted.add(f"{address}/home.png")
    with tempfile.TemporaryDirectory() as profile:
        page = Page(path, profile)
        try:
            page.order("Emulation.setScriptExecutionDisabled", value=True)
            for width in WIDTHS:
                page.open(width)
                check_layout(page, width, 0 if address else 7)
                for scheme in ("light", "dark"):
                    page.open(width, scheme)
                    low, count = page.run(MEASURE, LEAST_CONTRAST)
                    words = f"at {width} px every text can be read in {scheme}"
                    check(count > (50 if is_android else 80) and not low, words, low[:5])
            check_markup(page, code_count)
            check_pictures(page, int(pictures))
            check_links(page, wanted, 0 if is_android else 1)
            check_alone(page, page.url)
        finally:
            page.quit()


if __name__ == "__main__":
    if len(sys.argv) not in (4, 5, 6):
        sys.exit("usage: open-guide.py setup.html EXPECTED_LINK PICTURES [ADDRESS [android]]")
    run_checks(main, *sys.argv[1:])
