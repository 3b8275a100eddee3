"""A browser without a window, for the tests that open pages and judge what they show.

A test makes its own page of a `Browser`, and says what holds with `check`. Both are here so that all pages are opened
with the same browser, and wait for what comes as long as it takes.
"""
import glob, json, os, sys, time

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains

PATIENCE = 120  # seconds; a timeout that only prevents hanging
AXE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..",
                   ".build/python/lib/python3*/site-packages/axe_core_python/axe.min.js")
# Chromium reports 'seeked' before the frame can be drawn if the machine is busy; until then, a canvas stays transparent
# or shows the frame before. TIME is in seconds; frames are at most 1/20 s apart.
DRAW_FRAME = """
    window.drawFrame = (film, time, options) => new Promise(resolve => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [film.videoWidth, film.videoHeight];
      const context = canvas.getContext('2d', options);
      const draw = () => {
        context.drawImage(film, 0, 0);
        if (context.getImageData(0, 0, 1, 1).data[3] === 255) resolve(context);
        else setTimeout(draw, 20);
      };
      const see = (now, {mediaTime}) => {
        if (Math.abs(mediaTime - time) < 0.05) draw();
        else film.requestVideoFrameCallback(see);
      };
      film.requestVideoFrameCallback(see);
      film.currentTime = time;
    });
"""
passed = 0


class Failure(Exception):
    """What was found does not hold."""


def demand(true, words, detail=""):
    if not true:
        raise Failure(f"{words}{f': {detail}' if detail not in ('', None) else ''}")


def check(true, words, detail=""):
    """Says that something holds, and stops where it does not."""
    global passed
    demand(true, words, detail)
    passed += 1
    print(f"ok: {words}", flush=True)


def run_checks(main, *values):
    """Runs a test, and ends with status 1 at the first check that fails."""
    try:
        main(*values)
    except Failure as failure:
        print(f"failed: {failure}", flush=True)
        sys.exit(1)


def axe_file():
    """The path of axe.min.js, which scripts/setup has put into .build/python."""
    found = glob.glob(AXE)
    demand(found, "there is no axe.min.js", AXE)
    return found[0]


def axe_text():
    with open(axe_file(), encoding="utf-8") as file:
        return file.read()


class Browser:
    """Chromium, which remembers nothing but what its profile has."""

    def __init__(self, profile, *options):
        """Starts it; PROFILE is a folder, OPTIONS are those of Chromium beside the usual ones."""
        chosen = webdriver.ChromeOptions()
        # Make rendering independent of the machine's display.
        for option in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage",
                       "force-color-profile=srgb", "force-device-scale-factor=1",
                       f"user-data-dir={profile}", *options):
            chosen.add_argument("--" + option)
        chosen.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        self.browser = webdriver.Chrome(options=chosen)
        self.browser.set_script_timeout(PATIENCE)
        # Requests of the browser's start page do not belong to the tested page.
        self.browser.get("about:blank")
        self.browser.get_log("performance")

    def quit(self):
        self.browser.quit()

    # Appearance

    def order(self, command, **values):
        """Orders something of the protocol of its tools."""
        return self.browser.execute_cdp_cmd(command, values)

    def resize(self, width, height, is_phone=False):
        self.order("Emulation.setDeviceMetricsOverride",
                   width=width, height=height, deviceScaleFactor=1, mobile=is_phone)

    def prefer(self, scheme="light", calm=True):
        """Light or dark, and whether less motion is wished for."""
        self.order("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce" if calm else "no-preference"}])

    def before(self, script):
        """Has every page run a script before its own, until it is taken back."""
        return self.order("Page.addScriptToEvaluateOnNewDocument", source=script)["identifier"]

    def without(self, number):
        self.order("Page.removeScriptToEvaluateOnNewDocument", identifier=number)

    # Actions

    def run(self, script, *values):
        return self.browser.execute_script(script, *values)

    def wait(self, script, *values):
        """What a script returns, once that is true; what it returned last, where that never comes."""
        end = time.monotonic() + PATIENCE
        while not (found := self.run(script, *values)) and time.monotonic() < end:
            time.sleep(0.02)
        return found

    def upon(self, find, act):
        """Does something to the element that FIND finds, again where the page draws it anew in between."""
        end = time.monotonic() + PATIENCE
        while True:
            try:
                return act(find())
            except StaleElementReferenceException:
                if time.monotonic() > end:
                    raise

    def element(self, selector):
        found = self.wait("return document.querySelector(arguments[0])", selector)
        demand(found is not None, f"there is a '{selector}'")
        return found

    def click(self, selector):
        def act(element):
            # Scroll no further than a person would who sees overlapping buttons.
            self.run("arguments[0].scrollIntoView({block: 'nearest'})", element)
            element.click()

        self.upon(lambda: self.element(selector), act)

    def press(self, *keys):
        # Send keys to the focused element: elements behind an open dialog receive none.
        ActionChains(self.browser, duration=0).send_keys(*keys).perform()

    # Messages

    def said(self, *levels):
        """What the console said since it was asked for last."""
        return [entry["message"] for entry in self.browser.get_log("browser")
                if entry["level"] in (levels or ("SEVERE", "WARNING"))]

    def requests(self):
        """The addresses that were asked for since they were asked for last."""
        log = [json.loads(entry["message"])["message"]
               for entry in self.browser.get_log("performance")]
        return [message["params"]["request"]["url"] for message in log
                if message["method"] == "Network.requestWillBeSent"]

    def findings(self, axe):
        """What axe finds; AXE is the text of axe.min.js (https://github.com/dequelabs/axe-core)."""
        # Inject through the protocol, because the page's policy allows no other scripts.
        self.order("Runtime.evaluate", expression=axe)
        found = self.order(
            "Runtime.evaluate", awaitPromise=True, returnByValue=True,
            expression="axe.run(document, {resultTypes: ['violations']}).then(found => "
            "found.violations.map(({id, impact, nodes}) => ({id, impact, "
            "nodes: nodes.map(node => [node.target.join(' '), node.failureSummary])})))")
        return found["result"].get("value", [{"id": "axe-failed", "impact": str(found)[:500]}])


def check_alone(page, url):
    """Everything that was asked for is in the page itself, and nothing went wrong."""
    urls = page.requests()
    check(any(each.split("#")[0] == url for each in urls), "the requests were watched")
    away = [each[:200] for each in urls
            if each.split("#")[0] != url and not each.startswith(("data:", "blob:", "about:"))]
    check(not away, "no request leaves the page", away[:3])
    said = page.said()
    check(not said, "nothing in the console", said[:3])
