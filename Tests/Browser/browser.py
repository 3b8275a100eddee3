"""A headless browser for tests that open pages and check what the pages show.

A test opens pages with its own subclass of `Browser`, and reports results with `check`. All tests use
this module, so that they use the same browser and wait equally long for slow results.
"""
import glob, json, os, sys, time

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.common.action_chains import ActionChains

PATIENCE = 120  # seconds; a timeout that only prevents hanging
AXE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..",
                   ".build/python/lib/python3*/site-packages/axe_core_python/axe.min.js")
# On a busy machine, Chromium reports 'seeked' before the frame can be drawn. Until the frame can be drawn, a
# canvas stays transparent or shows the previous frame. TIME is in seconds; frames are at most 1/20 s apart.
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
    """A check has failed."""


def demand(true, words, detail=""):
    if not true:
        raise Failure(f"{words}{f': {detail}' if detail not in ('', None) else ''}")


def check(true, words, detail=""):
    """Reports that a condition holds; raises Failure if it does not."""
    global passed
    demand(true, words, detail)
    passed += 1
    print(f"ok: {words}", flush=True)


def run_checks(main, *values):
    """Runs a test, and exits with status 1 at the first check that fails."""
    try:
        main(*values)
    except Failure as failure:
        print(f"failed: {failure}", flush=True)
        sys.exit(1)


def axe_file():
    """Returns the path of axe.min.js, which scripts/setup installs in .build/python."""
    found = glob.glob(AXE)
    demand(found, "there is no axe.min.js", AXE)
    return found[0]


def axe_text():
    with open(axe_file(), encoding="utf-8") as file:
        return file.read()


class Browser:
    """A Chromium that keeps data only in its profile."""

    def __init__(self, profile, *options):
        """Starts Chromium. PROFILE is a folder; OPTIONS are added to the usual options of Chromium."""
        chosen = webdriver.ChromeOptions()
        # Make rendering independent of the machine's display.
        for option in ("headless=new", "no-sandbox", "disable-gpu", "disable-dev-shm-usage",
                       "force-color-profile=srgb", "force-device-scale-factor=1",
                       f"user-data-dir={profile}", *options):
            chosen.add_argument("--" + option)
        chosen.set_capability("goog:loggingPrefs", {"performance": "ALL", "browser": "ALL"})
        self.browser = webdriver.Chrome(options=chosen)
        self.browser.set_script_timeout(PATIENCE)
        # Discard the requests of the browser's start page, because they do not belong to the tested page.
        self.browser.get("about:blank")
        self.browser.get_log("performance")

    def quit(self):
        self.browser.quit()

    # Appearance

    def order(self, command, **values):
        """Sends a command of the Chrome DevTools Protocol."""
        return self.browser.execute_cdp_cmd(command, values)

    def resize(self, width, height, is_phone=False):
        self.order("Emulation.setDeviceMetricsOverride",
                   width=width, height=height, deviceScaleFactor=1, mobile=is_phone)

    def prefer(self, scheme="light", calm=True):
        """Sets the preferred color scheme, and whether reduced motion is preferred."""
        self.order("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce" if calm else "no-preference"}])

    def before(self, script):
        """Makes every page run a script before its own scripts, until `without` removes the script."""
        return self.order("Page.addScriptToEvaluateOnNewDocument", source=script)["identifier"]

    def without(self, number):
        self.order("Page.removeScriptToEvaluateOnNewDocument", identifier=number)

    # Actions

    def run(self, script, *values):
        return self.browser.execute_script(script, *values)

    def wait(self, script, *values):
        """Runs a script until it returns a true value, and returns that value; after two minutes,
        returns the last value."""
        end = time.monotonic() + PATIENCE
        while not (found := self.run(script, *values)) and time.monotonic() < end:
            time.sleep(0.02)
        return found

    def upon(self, find, act):
        """Performs an action on the element that FIND returns; if the page replaces the element in the
        meantime, tries again."""
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
            # Scroll only as far as necessary, so that a button that is covered for a user is also covered
            # here.
            self.run("arguments[0].scrollIntoView({block: 'nearest'})", element)
            element.click()

        self.upon(lambda: self.element(selector), act)

    def press(self, *keys):
        # Send keys to the focused element: elements behind an open dialog receive none.
        ActionChains(self.browser, duration=0).send_keys(*keys).perform()

    # Messages

    def said(self, *levels):
        """Returns the console messages since the previous call."""
        return [entry["message"] for entry in self.browser.get_log("browser")
                if entry["level"] in (levels or ("SEVERE", "WARNING"))]

    def requests(self):
        """Returns the addresses that were requested since the previous call."""
        log = [json.loads(entry["message"])["message"]
               for entry in self.browser.get_log("performance")]
        return [message["params"]["request"]["url"] for message in log
                if message["method"] == "Network.requestWillBeSent"]

    def findings(self, axe):
        """Returns the problems that axe finds; AXE is the text of axe.min.js
        (https://github.com/dequelabs/axe-core)."""
        # Inject the script through the protocol, because the page's policy allows no other scripts.
        self.order("Runtime.evaluate", expression=axe)
        found = self.order(
            "Runtime.evaluate", awaitPromise=True, returnByValue=True,
            expression="axe.run(document, {resultTypes: ['violations']}).then(found => "
            "found.violations.map(({id, impact, nodes}) => ({id, impact, "
            "nodes: nodes.map(node => [node.target.join(' '), node.failureSummary])})))")
        return found["result"].get("value", [{"id": "axe-failed", "impact": str(found)[:500]}])


def check_alone(page, url):
    """Checks that the page requests nothing from outside, and that the console has no messages."""
    urls = page.requests()
    check(any(each.split("#")[0] == url for each in urls), "the requests were watched")
    away = [each[:200] for each in urls
            if each.split("#")[0] != url and not each.startswith(("data:", "blob:", "about:"))]
    check(not away, "no request leaves the page", away[:3])
    said = page.said()
    check(not said, "nothing in the console", said[:3])
