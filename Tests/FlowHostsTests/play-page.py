"""Opens the pages of flows in a headless browser, plays them, and checks what they show.

    play-page.py FOLDER [AXE]

FOLDER contains the pages as NAME.html. For each page, NAME.walk.json contains moves and the results of
the Swift engine: {"start": state, "turns": [{"move": …, "state": …, "asked": […], "ignored": word or
null}]}. AXE is the file axe.min.js; the default is the file that scripts/setup installs in
.build/python.

Prints a line for each check, and stops with status 1 at the first one that fails.
"""
import glob, json, os, queue, sys, tempfile, threading

from selenium.common.exceptions import WebDriverException
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Browser"))
sys.dont_write_bytecode = True

import browser
from browser import Failure, axe_file, run_checks

LEAST_TARGET = 44
NARROW = 320
GOOD_CHANGE, WORST_CHANGE = 100, 1000  # milliseconds; the first is a target, because machines differ
TURNS_AT_ONCE = 500
TIPS = 2000
BROWSERS = 2
# The ways in which each story is played to its end.
WAYS = (
    {"by": "mouse", "size": (390, 844), "scheme": "light", "language": "en", "calm": False,
     "turns": {"isThorough": True}},
    {"by": "keyboard", "size": (1280, 800), "scheme": "dark", "language": "ar", "calm": True,
     "turns": {"isPatient": True}},
    {"by": "mouse", "size": (390, 844), "scheme": "light", "language": "ja", "calm": True,
     "turns": {}},
)
if os.environ.get("WALLFARM_TORTURE"):
    # All combinations of phone and desktop, light and dark, three languages, and mouse and keyboard.
    WAYS = tuple(
        {"by": by, "size": size, "scheme": scheme, "language": language, "calm": by == "keyboard",
         "turns": {"isPatient": True} if by == "keyboard" else {}}
        for size in ((390, 844), (1280, 800)) for scheme in ("light", "dark")
        for language in ("en", "ar", "ja") for by in ("mouse", "keyboard"))

# A script that runs in every page before its own scripts.
ROBOT = """
globalThis.robot = (() => {

// Where a page is to stand still, films, timers and tasks go on only as far as they are told to. A
// story is played step by step then, and no result hangs on how fast a machine is.
let now = 0, number = 0, frames = [];
const repeated = new Map(), realFrame = requestAnimationFrame.bind(globalThis);
const standStill = () => {
  globalThis.requestAnimationFrame = call => frames.push(call);
  globalThis.setInterval = call => (repeated.set(++number, call), number);
  globalThis.clearInterval = which => repeated.delete(which);
};

// Lets time pass in tenths of a second until something holds.
function pass(isOver) {
  for (let tenth = 0; tenth < 3000; tenth++) {
    if (isOver()) return true;
    for (const call of [...repeated.values()]) call();
    const calls = frames;
    frames = [];
    now += 100;
    for (const call of calls) call(now);
  }
  return false;
}

const step = name => flow.steps[name];
const isTask = name => Boolean(flow.effects[name].task);
const waits = document => document.waiting ?? [];
const isWaiting = name => waits(state).some(({effect}) => effect === name);
const hasLeft = step => pass(() => state.step !== step);
const hasEnded = effect => pass(() => !isWaiting(effect));

// What is compared of states: an opening and a task change the rest by themselves.
const essence = ({lastUse, ...document}) => ({...document,
  waiting: waits(document).map(({progress, ...asked}) => asked)});

// Where two values differ first; null where they are equal. The order of members does not count.
function difference(one, other, at = '') {
  if (one === other) return null;
  const isNode = node => node !== null && typeof node === 'object';
  if (!isNode(one) || !isNode(other) || Array.isArray(one) !== Array.isArray(other)) {
    return at || 'everything';
  }
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const path = at ? `${at}.${key}` : key;
    if (!Object.hasOwn(one, key) || !Object.hasOwn(other, key)) return path;
    const found = difference(one[key], other[key], path);
    if (found) return found;
  }
  return null;
}

// Parity with the engine in Swift

let walked = null;

function beginWalk(start) {
  walked = wallfarmFlow.begin(flow);
  const place = difference(start, walked);
  return place && {place, swift: start, page: walked};
}

// Plays turns on from the state of the page; the first that comes out differently.
function walk(turns) {
  for (const [number, {move, ...wanted}] of turns.entries()) {
    const before = walked, found = wallfarmFlow.play(flow, before, move);
    // A state that is read from its document is the same as one that is at hand.
    const copy = structuredClone(before), again = wallfarmFlow.play(flow, copy, move);
    walked = found.state;
    for (const page of [found, again]) {
      const place = difference(wanted, page);
      if (place) return {number, move, place, swift: wanted, page};
    }
  }
  return null;
}

// Ways through a flow

// What somebody answers: not what stands there anyway.
function answers(name) {
  const {kind, choices, between, default: standard = null} = flow.facts[name];
  return {'yes-no': () => standard !== true, choice: () => choices.find(word => word !== standard),
    number: () => standard === between[0] ? between[1] : between[0], text: () => 'Ana',
    texts: () => ['One note']}[kind]();
}

function smallest({kind, choices, between}) {
  return {'yes-no': false, choice: choices?.[0], number: between?.[0], text: '', texts: []}[kind];
}

function largest({kind, choices, between}) {
  return {'yes-no': true, choice: choices?.at(-1), number: between?.[1], text: 'Ana',
    texts: ['One note']}[kind];
}

// How an effect can end. The page lets a task end well by itself, with the smallest values.
function endings({effect}, {isThorough, isAnyhow}) {
  const {gives = []} = flow.effects[effect], all = wallfarmFlow.outcomesOf(flow.effects[effect]);
  const isByItself = isTask(effect) && !isAnyhow;
  const outcomes = isThorough && !isByItself ? all.toReversed() : all.slice(0, 1);
  const values = gives.length === 0 || isByItself ? [smallest] : [smallest, largest];
  return outcomes.flatMap(outcome => values.map(value => (
    {ended: [effect, outcome, Object.fromEntries(gives.map(fact =>
      [fact, value(flow.facts[fact])]))]})));
}

// What can be done on the page: a sheet that is open comes before everything else.
function moves(document, view, options) {
  const {isPatient, isThorough} = options;
  if (view.confirm) return isThorough ? [{answer: true}, {answer: false}] : [{answer: true}];
  const atOnce = waits(document).find(({effect}) => !isTask(effect));
  if (atOnce) return endings(atOnce, options);
  const asked = view.asks.filter(({fact, value}) =>
    JSON.stringify(value) === JSON.stringify(wallfarmFlow.standard(flow.facts[fact])));
  const inputs = asked.map(({fact}) => ({input: [fact, answers(fact)]}));
  // Everything that is asked is answered, if only to use each control once.
  if (inputs.length > 0 && !isThorough) return inputs.slice(0, 1);
  const taps = [...view.actions, ...view.notices.flatMap(({actions}) => actions)]
    .filter(({place, why}) => why === null && (isThorough || place[0] !== 'always'))
    .map(({place}) => ({tap: place}));
  const later = waits(document).filter(({paused}) => !paused)
    .flatMap(waiting => endings(waiting, options));
  if (step(view.step).after) later.push({elapsed: true});
  if (isThorough && view.allowsBack) later.push({back: true});
  // What leads aside comes last: somebody thorough begins there.
  if (isThorough) taps.reverse();
  return [...inputs, ...(isPatient ? [...later, ...taps] : [...taps, ...later])];
}

const opened = document => wallfarmFlow.play(flow, document, {open: 1000}).state;

// Visits states, the nearest ones first, until `isFound`; the turns to that one.
function search(starts, options, isFound) {
  const seen = new Set(), found = [];
  const add = (turn, before) => {
    const key = JSON.stringify(essence(turn.state));
    if (seen.has(key)) return;
    seen.add(key);
    found.push({...turn, before});
  };
  for (const state of starts) add({state, asked: []}, null);
  for (let place = 0; place < found.length && place < (options.most ?? 30_000); place++) {
    const turn = found[place], view = wallfarmFlow.view(flow, turn.state, texts());
    if (isFound(turn, view)) {
      const turns = [];
      for (let each = turn; each.before; each = each.before) turns.unshift(each);
      return turns.map(({move, state}) => ({move, state}));
    }
    for (const move of view ? moves(turn.state, view, options) : []) {
      const next = wallfarmFlow.play(flow, turn.state, move);
      const hasLeft = next.asked.some(([kind]) => kind === 'left');
      if (next.ignored === null && !hasLeft) add({...next, move}, turn);
    }
  }
  return null;
}

const hasFinished = ({asked}) => asked.some(([kind]) => kind === 'finished');

// The turns of a story: from each step to the nearest one that was not seen yet, and to the end.
function path(options) {
  const turns = [], seen = new Set();
  let at = opened(wallfarmFlow.begin(flow)), leg = [];
  do {
    turns.push(...leg);
    at = turns.at(-1)?.state ?? at;
    seen.add(at.step);
    leg = search([at], {...options, most: 3000},
      turn => !hasFinished(turn) && !seen.has(turn.state.step));
  } while (leg);
  const end = search([at], options, hasFinished);
  return end && [...turns, ...end].map(({move, state}) => ({move, state: essence(state)}));
}

// A state for each step, and one each with a shut gate, a film, and a question.
function samples() {
  const begun = wallfarmFlow.begin(flow), steps = {}, odd = {};
  const starts = [begun, ...Object.keys(flow.news ?? {}).map(version =>
    ({...begun, version: flow.version, finished: Number(version)}))];
  const count = Object.keys(flow.steps).length;
  search(starts.map(opened), {isThorough: true, isAnyhow: true}, ({state}, view) => {
    if (!view) return false;
    steps[view.step] ??= state;
    if (view.confirm) odd.confirm ??= state;
    if (waits(state).length > 0) return Object.keys(steps).length === count && odd.confirm;
    if (view.actions.some(({why}) => why !== null)) odd.gate ??= state;
    if (view.blocks.some(({film}) => film)) odd.film ??= state;
    return false;
  });
  for (const name of Object.keys(flow.steps)) steps[name] ??= {...begun, step: name};
  return {steps, odd};
}

// What is seen

const sheet = () => document.querySelector('dialog[open]');
const isSeen = element => element.checkVisibility({visibilityProperty: true});

function look() {
  const open = sheet(), focused = document.activeElement, reading = essence(state);
  return {step: shown.step, reading, isFinished: state.finished !== undefined && !state.step,
    // What comes back after a reload just as it was.
    isLasting: !reading.owed && reading.waiting.every(({effect, from}) =>
      typeof from === 'string' || isTask(effect)),
    sheet: open && open.querySelector('h2').textContent,
    isAnswered: Boolean(shown.confirm) || waits(state).some(({effect}) => !isTask(effect)),
    focus: focused === document.body ? 'nowhere' : focused.closest('dialog') ? 'sheet'
      : focused.dataset.key ?? (focused.id || focused.localName)};
}

// Where Tab stops: of a group of radio buttons at one alone.
function stop(element) {
  if (element.type !== 'radio') return element;
  const group = [...document.getElementsByName(element.name)];
  return group.find(({checked}) => checked) ?? group[0];
}

// How many times Tab leads to an element from what has the focus; negative: backwards.
function distance(selector) {
  const root = sheet() ?? document, focused = document.activeElement;
  const all = [...root.querySelectorAll('a[href], button, input, select, textarea, summary')]
    .filter(element => isSeen(element) && stop(element) === element);
  const place = all.indexOf(stop(document.querySelector(selector))), at = all.indexOf(focused);
  if (at >= 0) return place - at;
  const before = focused.contains(root) ? 0 : all.filter(element =>
    element.compareDocumentPosition(focused) & Node.DOCUMENT_POSITION_FOLLOWING).length;
  return place >= before ? place - before + 1 : place - before;
}

// Whether an element can be seen where it is: what has the focus must not lie under something.
function isCovered(element) {
  const {left, top, width, height} = element.getBoundingClientRect();
  const found = document.elementFromPoint(left + width / 2, top + height / 2);
  return !found || !(element.contains(found) || found.contains(element));
}

const settle = () => {
  for (const each of document.getAnimations()) each.finish();
};

async function judge() {
  settle();
  const open = sheet();
  if (open && !document.getElementById(open.getAttribute('aria-labelledby'))?.textContent) {
    return ['a sheet has no name'];
  }
  const {violations, passes} = await axe.run(document, {resultTypes: ['violations']});
  if (passes.length < 5) return ['axe looked at nothing'];
  return violations.map(({id, nodes: [{html, failureSummary = ''}]}) =>
    `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 300)}`);
}

// The controls that a finger hardly meets, what stands out sideways, and tips over their targets.
function layoutOf(least) {
  const wrong = [];
  const areas = [document.documentElement, document.getElementById('card'), sheet()];
  for (const area of areas.filter(Boolean)) {
    if (area.scrollWidth > area.clientWidth) {
      wrong.push(`${area.id || area.localName} is ${area.scrollWidth} wide`);
    }
  }
  for (const element of document.querySelectorAll('#app *, dialog[open] *')) {
    if (element.closest('svg, .hidden-text') || element.localName === 'img' || !isSeen(element)) {
      continue;
    }
    const {left, right, width, height} = element.getBoundingClientRect();
    const name = element.outerHTML.slice(0, 90);
    if (left < -0.5 || right > innerWidth + 0.5) wrong.push(`${name} stands out`);
    if (!element.matches('button, a, select, summary, textarea, input, .option')) continue;
    if (element.closest('.option') && !element.matches('.option')) continue;
    if (Math.min(width, height) < least - 0.01) wrong.push(`${name} is ${width} × ${height}`);
  }
  const asks = document.getElementById('asks'), blocks = document.getElementById('blocks');
  const asksNumber = shown.asks.some(({fact}) => flow.facts[fact].kind === 'number');
  const isAbove = asks.compareDocumentPosition(blocks) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (asksNumber !== Boolean(isAbove)) {
    wrong.push(asksNumber ? 'a number is asked for below what explains it'
      : 'something is asked for above what explains it');
  }
  if (shown.tip) {
    const ring = document.querySelector('#mock .ring')?.getBoundingClientRect();
    const card = document.getElementById('card').getBoundingClientRect();
    if (!ring) wrong.push('nothing is left of what the tip points at');
    else if (ring.top < card.bottom - 0.5 && ring.bottom > card.top + 0.5 &&
      ring.left < card.right - 0.5 && ring.right > card.left + 0.5) {
      wrong.push('the tip lies over what it points at');
    }
  }
  return wrong;
}

// Shows one state after the other, and says what is wrong with how it is laid out.
function layouts(states, least) {
  const wrong = [];
  for (const [name, own] of Object.entries(states)) {
    state = own;
    act({open: 1000});
    settle();
    wrong.push(...layoutOf(least).map(words => `${name}: ${words}`));
  }
  act({restart: true});
  document.getElementById('open-menu').click();
  for (const part of document.querySelectorAll('#menu details')) part.open = true;
  settle();
  return [...wrong, ...layoutOf(least).map(words => `menu: ${words}`)];
}

// Milliseconds of changes from one step to another, until all is laid out.
function changes(turns, rounds) {
  const times = [];
  for (let round = 0; round < rounds; round++) {
    act({restart: true});
    for (const {move} of turns) {
      const before = shown.step, start = performance.now();
      act(move);
      void document.body.offsetHeight;
      if (shown.step !== before) times.push(performance.now() - start);
    }
  }
  return times.sort((one, other) => one - other);
}

// How often a tip lies over its target, and how often a sheet leaves nothing of it, of so many.
function tips(count) {
  let seed = 5, covered = 0, lost = 0;
  const random = () => (seed = seed * 16807 % 2147483647) / 2147483647;
  for (let number = 0; number < count; number++) {
    const stage = {width: 320 + random() * 700, height: 500 + random() * 500};
    const width = 20 + random() * (stage.width - 40), height = 20 + random() * 220;
    const spot = {width, height, x: random() * (stage.width - width),
      y: random() * (stage.height - height)};
    const area = 30_000 + random() * 60_000;
    const card = placeTip(stage, spot, width => area / width + 80);
    const isOver = card.x < spot.x + width && card.x + card.width > spot.x &&
      card.y < spot.y + height && card.y + card.height > spot.y;
    const isOut = card.x < 0 || card.y < 0 || card.x + card.width > stage.width + 0.01 ||
      card.y + card.height > stage.height + 0.01;
    if (isOut || isOver && !card.isSheet) covered += 1;
    if (card.isSheet && (card.y > 0 ? card.y <= spot.y : card.height >= spot.y + height)) lost += 1;
  }
  return [covered, lost];
}

// Waits until a screen was drawn so often: long enough for a film to be seen to move.
async function drawn(count = 20) {
  for (let frame = 0; frame < count; frame++) await new Promise(done => realFrame(done));
}

return {standStill, hasLeft, hasEnded, difference, beginWalk, walk, path, samples, look, distance,
  isCovered, judge, layouts, changes, tips, drawn};
})();
"""
STILL = "robot.standStill();"
WITHOUT_STORAGE = """Object.defineProperty(globalThis, 'localStorage',
  {get() { throw new DOMException('no', 'SecurityError'); }});"""


class Stopped(Exception):
    """Another check has failed, so this browser stops."""


class Report:
    """Collects the results of browsers that run at the same time, and prints them line by line."""

    def __init__(self):
        self.lock, self.failure, self.passed = threading.Lock(), None, 0

    def ok(self, words):
        with self.lock:
            if self.failure is None:
                self.passed += 1
                print(f"ok: {words}", flush=True)

    def fail(self, words):
        with self.lock:
            self.failure = self.failure or words


report = Report()


def demand(true, words, detail=""):
    if report.failure is not None:
        raise Stopped
    browser.demand(true, words, detail)


def check(true, words, detail=""):
    demand(true, words, detail)
    report.ok(words)


def text(value):
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def key(name):
    return f"[data-key={json.dumps(name)}]"


class Browser(browser.Browser):
    def __init__(self, profile, axe):
        super().__init__(profile)
        self.path = None
        with open(axe, encoding="utf-8") as file:
            self.before(file.read())
        self.before(ROBOT)

    def open(self, path, size=(390, 844), scheme="light", calm=True, kept=()):
        """Opens a page with only the given items in its storage."""
        self.resize(*size)
        self.prefer(scheme, calm)
        self.path = path
        self.open_again(kept)

    def open_again(self, kept=()):
        """Opens the same page as if for the first time, with only the given items in its storage."""
        self.browser.get("about:blank")
        self.load(dict(kept), lambda: self.browser.get("file://" + os.path.abspath(self.path)))

    def open_at(self, state):
        """Opens the same page with a stored state."""
        self.open_again({self.run("return keptAs"): text(state)})

    def reload(self):
        self.load(self.run("return {...localStorage}"), self.browser.refresh)

    def load(self, kept, go):
        # When Chromium reloads a local page, it may lose storage that was just written. Restore the storage
        # before the page reads it.
        number = self.before(f"""if (location.protocol === 'file:') {{
            localStorage.clear(); Object.assign(localStorage, {json.dumps(kept)}); }}""")
        go()
        self.without(number)

    def select_all(self):
        ActionChains(self.browser, duration=0).key_down(Keys.CONTROL).send_keys("a").key_up(
            Keys.CONTROL).perform()

    def complaints(self):
        """Returns the console messages, and the requests that leave the page."""
        return self.said() + self.run("""return performance.getEntriesByType('resource')
            .map(({name}) => name.slice(0, 200)).filter(name => !name.startsWith('data:'))""")


# Parity


def check_parity(page, path, name):
    with open(path.removesuffix(".html") + ".walk.json", encoding="utf-8") as file:
        walk = json.load(file)
    turns = walk["turns"]
    page.open(path)
    found = page.run("return robot.beginWalk(arguments[0])", walk["start"])
    check(found is None, f"{name}: the page begins as the engine does", found and (
        f"{found['place']}; engine {text(found['swift'])}; page {text(found['page'])}"))
    for first in range(0, len(turns), TURNS_AT_ONCE):
        found = page.run("return robot.walk(arguments[0])", turns[first:first + TURNS_AT_ONCE])
        demand(found is None, f"{name}: the page plays as the engine does", found and (
            f"move {first + found['number']} {text(found['move'])} differs in {found['place']}; "
            f"engine {text(found['swift'])}; page {text(found['page'])}"))
    check(turns, f"{name}: the page plays {len(turns)} moves as the engine does")


# Stories


class Player:
    """Plays a story as a person does, with a mouse or with the keyboard alone."""

    def __init__(self, page, name, way):
        self.page, self.name, self.way = page, name, way
        self.has_keys = way["by"] == "keyboard"
        self.judged, self.reloads, self.now = set(), 0, None

    def demand(self, true, words, detail=""):
        demand(true, f"{self} at {self.now and self.now['step']}: {words}", detail)

    def __str__(self):
        return (f"{self.name} by {self.way['by']} at {'×'.join(map(str, self.way['size']))} in "
                f"{self.way['scheme']} {self.way['language']}")

    def look(self):
        self.now = self.page.run("return robot.look()")
        return self.now

    def judge(self):
        """Runs axe on the current step or sheet, unless this was done before."""
        now = self.look()
        where = f"sheet {now['sheet']}" if now["sheet"] else now["step"]
        if where in self.judged:
            return
        self.judged.add(where)
        found = self.page.run("return robot.judge()")
        self.demand(not found, f"axe finds nothing in {where}", found)

    def focus(self, selector):
        """Moves the focus to an element with the Tab key alone."""
        far = self.page.run("return robot.distance(arguments[0])", selector)
        if far < 0:
            ActionChains(self.page.browser, duration=0).key_down(Keys.SHIFT).send_keys(
                *[Keys.TAB] * -far).key_up(Keys.SHIFT).perform()
        elif far > 0:
            self.page.press(*[Keys.TAB] * far)
        for _ in range(80):
            if self.page.run("return document.activeElement.matches(arguments[0])", selector):
                break
            self.page.press(Keys.TAB)
        else:
            self.demand(False, f"{selector} is reached with the Tab key")
        covered = self.page.run("return robot.isCovered(document.activeElement)")
        self.demand(not covered, f"{selector} is seen when it has the focus")

    def press(self, selector, with_key=Keys.ENTER):
        if self.has_keys:
            self.focus(selector)
            self.page.press(with_key)
        else:
            self.page.click(selector)

    def write(self, selector, words):
        if self.has_keys:
            self.focus(selector)
        else:
            self.page.click(selector)
        self.page.select_all()
        self.page.press(words)

    def choose(self, selector, value):
        """Selects an option of a drop-down list."""
        if not self.has_keys:
            self.page.click(f"{selector} option[value={json.dumps(value)}]")
            return
        self.focus(selector)
        chosen = "return document.activeElement.value"
        places = self.page.run("""const all = [...document.activeElement.options];
            return [all.findIndex(({selected}) => selected),
              all.findIndex(({value}) => value === arguments[0])]""", value)
        for _ in range(abs(places[1] - places[0])):
            self.page.press(Keys.ARROW_DOWN if places[1] > places[0] else Keys.ARROW_UP)
        self.demand(self.page.run(chosen) == value, f"{value} is chosen with keys")

    # Actions

    def tap(self, place):
        self.press(key(" ".join(map(str, place))))

    def back(self, _):
        self.press("#back")

    def answer(self, is_meant):
        self.press("#sheet .button" + (".first" if is_meant else ":not(.first)"))

    def elapsed(self, _):
        over = self.page.run("return robot.hasLeft(state.step)")
        self.demand(over, "it goes on by itself")

    def ended(self, value):
        effect, outcome, found = value
        if self.page.run("return Boolean(flow.effects[arguments[0]].task)", effect):
            over = self.page.run("return robot.hasEnded(arguments[0])", effect)
            self.demand(over, f"{effect} ends")
            return
        if self.has_keys:
            # A sheet can be dismissed and reopened.
            self.page.press(Keys.ESCAPE)
            self.judge()
            self.demand(not self.now["sheet"], "Escape puts a sheet off")
            self.press(key(f"answer {effect}"))
            self.demand(self.look()["sheet"], "it is there again")
        gives = self.page.run("return flow.effects[arguments[0]].gives ?? []", effect)
        for number, fact in enumerate(gives):
            if found[fact]:
                self.say(f"#sheet label.row:nth-of-type({number + 1}) ", found[fact])
        self.press(f"#sheet {key(f'outcome-{outcome}')}")

    def say(self, label, value):
        """Enters a value in a sheet; an app would know this value itself."""
        if self.page.run("return document.querySelector(arguments[0]) !== null", label + "select"):
            words = json.dumps(value) if isinstance(value, bool) else value
            self.choose(label + "select", words)
        else:
            words = "\n".join(value) if isinstance(value, list) else str(value)
            self.write(label + ":is(input, textarea)", words)

    def input(self, said):
        fact, value = said
        kind = self.page.run("return flow.facts[arguments[0]].kind", fact)
        if kind == "yes-no":
            self.press(key(fact) if self.has_keys else f".option:has({key(fact)})", Keys.SPACE)
        elif kind == "choice":
            self.choose_one(fact, value)
        elif kind == "texts":
            for words in value:
                self.write(key("new"), words)
                self.press(key("new") if self.has_keys else ".adding button")
        else:
            self.write(key(fact), str(value))

    def choose_one(self, fact, value):
        wanted = key(f"{fact} {value}")
        if not self.has_keys:
            self.page.click(f".option:has({wanted})")
            return
        # The options are radio buttons: one button takes the focus, and arrow keys move to the others.
        group = f"[name={json.dumps(fact)}]"
        self.focus(group)
        self.page.press(Keys.SPACE)
        for _ in range(20):
            if self.page.run("return document.querySelector(arguments[0]).checked", wanted):
                return
            self.page.press(Keys.ARROW_DOWN)
        self.demand(False, f"{wanted} is chosen with keys")

    # Whole stories

    def dress(self):
        """Selects the language in the menu."""
        self.press("#open-menu")
        language = self.way["language"]
        known = self.page.run("""return [...document.getElementById('languages').options]
            .map(({value}) => value)""")
        self.demand(language in known, f"it can be read in {language}", known)
        self.choose("#languages", language)
        if self.page.run("return document.querySelector('#menu summary') !== null"):
            self.press("#menu summary")
        self.judge()
        if self.has_keys:
            self.page.press(Keys.ESCAPE)
        else:
            self.page.click(f"#menu {key('close')}")
        self.demand(self.look()["sheet"] is None, "the menu closes")
        dressed = self.page.run("const {lang, dir} = document.documentElement; return [lang, dir]")
        self.demand(dressed == [language, "rtl" if language == "ar" else "ltr"],
                    "it has its language and direction", dressed)

    def reload(self):
        before = self.now
        place = self.page.run(
            "return robot.difference(JSON.parse(localStorage.getItem(keptAs)), state)")
        self.demand(place is None, "what is shown is kept", place)
        self.page.reload()
        after = self.look()
        self.reloads += 1
        place = self.page.run("return robot.difference(arguments[0], arguments[1])",
                              before["reading"], after["reading"])
        self.demand(before["step"] == after["step"] and place is None,
                    "it goes on at the same place after a reload", place)

    def play(self, turns):
        self.dress()
        for number, turn in enumerate(turns):
            self.judge()
            before = self.now["step"]
            [(kind, value)] = turn["move"].items()
            getattr(self, kind)(value)
            # Answer the questions that the page itself asks, because they are not among the turns.
            while self.look()["sheet"] and not self.now["isAnswered"]:
                self.judge()
                self.press("#sheet .button.first")
            self.compare(turn, before)
            if number % 4 == 2 and self.now["isLasting"]:
                self.reload()
        self.judge()
        self.demand(self.now["isFinished"], "the story is finished", text(self.now["reading"]))

    def compare(self, turn, before):
        now = self.now
        place = self.page.run("return robot.difference(arguments[0], arguments[1])",
                              turn["state"], now["reading"])
        self.demand(place is None, f"{text(turn['move'])} does what it does in the engine",
                    f"{place}; engine {text(turn['state'])}; page {text(now['reading'])}")
        wanted = ["sheet"] if now["sheet"] else ["title", "new"]
        if before != now["step"] or now["sheet"]:
            self.demand(now["focus"] in wanted, "the focus is at what is new", now["focus"])
        self.demand(now["focus"] != "nowhere", "the focus is somewhere")


def check_story(page, path, name, way):
    still = page.before(STILL)
    try:
        page.open(path, way["size"], way["scheme"], way["calm"])
        player = Player(page, name, way)
        turns = page.run("return robot.path(arguments[0])", way["turns"])
        demand(turns, f"{name} has a way to its end")
        player.play(turns)
        check(True, f"{player}: {len(turns)} moves lead to the end, as in the engine")
        check(True, f"{player}: the focus comes along")
        check(True, f"{player}: axe finds nothing at {len(player.judged)} steps and sheets")
        check(player.reloads, f"{player}: {player.reloads} reloads lose nothing")
        said = page.complaints()
        check(not said, f"{player}: nothing in the console, nothing asked of a network", said[:3])
    finally:
        page.without(still)


# Layout and behavior


def check_layout(page, path, name):
    """Checks the layout of every step in every language on the narrowest screen."""
    still = page.before(STILL)
    try:
        page.open(path, (NARROW, 568))
        found = page.run("return robot.samples()")
        states = {**found["steps"], **found["odd"]}
        languages = page.run("return data.languages")
        for language in languages:
            page.open_again({"wallfarm.page": text({"language": language})})
            demand(page.run("return document.documentElement.lang") == language,
                   f"{name} is read in {language}")
            wrong = page.run("return robot.layouts(...arguments)", states, LEAST_TARGET)
            check(not wrong, f"{name} in {language} at {NARROW} px: {len(states)} screens without "
                  f"scrolling sideways, a finger meets every control", wrong[:3])
        said = page.complaints()
        demand(not said, f"{name}: nothing in the console", said[:3])
        return found
    finally:
        page.without(still)


def check_changes(page, name):
    turns = page.run("return robot.path({})")
    times = page.run("return robot.changes(arguments[0], 10)", turns)
    middle, most = times[len(times) // 2], times[-1]
    check(most <= WORST_CHANGE,
          f"{name}: {len(times)} changes of the screen, half of them within {middle:.1f} ms, all "
          f"within {most:.1f} ms (aim: {GOOD_CHANGE} ms)", most)


def check_focus(page, name):
    """Checks that a screen reader continues at the title of the new step."""
    page.open_again()
    before = page.run("return shown.step")
    page.click("#actions .button.first")
    now = page.run("return [shown.step, document.activeElement.id]")
    check(now[0] != before and now[1] == "title", f"{name}: the title has the focus after a change",
          now)
    title = page.run("return document.getElementById('title').textContent")
    said = page.wait("""const said = document.getElementById('said').textContent;
        return said.includes(arguments[0]) && said""", title)
    check(said, f"{name}: the title of a new step is said")


def check_film(page, path, name, state):
    place = "return Number(document.querySelector('.film .controls input').value)"
    page.open(path, calm=False)
    page.open_at(state)
    check(page.wait(place), f"{name}: a film plays by itself")
    page.click(".film .controls .icon")
    held = page.run(place)
    page.run("return robot.drawn()")
    check(page.run(place) == held, f"{name}: a film can be paused")
    film, texts = page.run("""const {film, texts} = shown.blocks.find(({film}) => film);
        return [film, texts]""")
    shown = """const film = document.querySelector('.film'), cards = film.querySelector('.cards');
        const isSeen = element => element.checkVisibility();
        return [isSeen(film.querySelector('.controls')),
          [...cards.children].filter(isSeen).map(card => card.textContent)]"""
    page.click(key(f"{film} text"))
    check(page.run(shown) == [False, texts], f"{name}: the text of a film can be chosen")
    page.reload()
    check(page.run(shown) == [False, texts], f"{name}: that choice is kept")
    page.click(key(f"{film} film"))
    check(page.run(shown) == [True, []], f"{name}: the film is there again")
    page.open(path, calm=True)
    page.open_at(state)
    page.run("return robot.drawn()")
    check(page.run(place) == 0, f"{name}: no film plays by itself where less motion is wished for")


def check_gate(page, path, name, state):
    page.open(path)
    page.open_at(state)
    place, why = page.run("""const {place, why} = shown.actions.find(({why}) => why);
        return [place.join(' '), why]""")
    before = page.run("return state")
    found = page.run("""const gate = document.querySelector(arguments[0]);
        const reason = document.getElementById(gate.getAttribute('aria-describedby'));
        return [gate.ariaDisabled, gate.disabled, reason.checkVisibility() && reason.textContent];
        """, key(place))
    check(found == ["true", False, why], f"{name}: a shut gate is marked, and says why", found)
    page.click(key(place))
    said = page.wait("""const said = document.getElementById('said').textContent;
        return said.includes(arguments[0]) && said""", why)
    check(said, f"{name}: where it is tapped, that is said aloud")
    check(page.run("return state") == before, f"{name}: and changes nothing")


def check_storage(page, path, name):
    """Checks that the story can be played if stored data is invalid, or if nothing can be stored."""
    page.open(path)
    goes = """const before = shown.step; document.querySelector('#actions .button').click();
        return shown.step !== before"""
    start = page.run("return shown.step")
    kept_as, good = page.run("return [keptAs, localStorage.getItem(keptAs)]")
    other = text({**json.loads(good), "flow": "no-such-flow"})
    newer = text({**json.loads(good), "format": 99})
    strange = text({**json.loads(good), "step": 5, "facts": [], "waiting": {"a": 1}, "said": 3})
    for kept in ("{", "null", "[]", "7", '"a"', "{}", other, newer, strange):
        page.open_again({kept_as: kept})
        demand(page.run("return shown.step") == start and page.run(goes),
               f"{name}: what was kept is no state, and it begins anew", kept)
    check(True, f"{name}: a broken state that was kept is survived")
    page.open_again({"wallfarm.page": "[3]"})
    check(page.run(goes), f"{name}: broken wishes that were kept are survived")
    number = page.before(WITHOUT_STORAGE)
    page.browser.get("about:blank")
    page.browser.get("file://" + os.path.abspath(path))
    check(page.run(goes), f"{name}: a browser that keeps nothing plays all the same")
    page.without(number)


def check_behaviours(page, path, name):
    odd = check_layout(page, path, name)["odd"]
    page.open(path, calm=False)
    check_changes(page, name)
    check_focus(page, name)
    covered, lost = page.run("return robot.tips(arguments[0])", TIPS)
    check(covered == lost == 0, f"{name}: of {TIPS} tips none covers what it points at",
          (covered, lost))
    check("film" in odd and "gate" in odd, f"{name}: it has a film and a gate", list(odd))
    check_film(page, path, name, odd["film"])
    check_gate(page, path, name, odd["gate"])
    check_storage(page, path, name)
    said = page.complaints()
    check(not said, f"{name}: nothing in the console", said[:3])


# Everything


def is_story(path):
    """Whether the flow of a page has an end, and is not a variant that only changes the order of the
    steps."""
    with open(path, encoding="utf-8") as file:
        data = file.read().split('id="data">')[1].split("</script>")[0]
    flow = json.loads(json.loads(data)["flow"])
    return "variant" not in flow and bool(flow.get("success"))


def work(jobs, axe):
    """Executes one job after another in its own browser; each job starts without stored data."""
    doing = "a browser"
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
            page = Browser(profile, axe)
            try:
                while report.failure is None:
                    job, *values = jobs.get_nowait()
                    doing = f"{job.__name__} of {values[1]}"
                    job(page, *values)
            finally:
                page.quit()
    except (queue.Empty, Stopped):
        pass
    except Failure as failure:
        report.fail(str(failure))
    except WebDriverException as error:
        report.fail(f"{doing}: {error.msg}")
    except Exception as error:
        report.fail(f"{doing}: {type(error).__name__}: {error}")


def main(folder, axe):
    pages = sorted(glob.glob(os.path.join(folder, "*.html")))
    names = [os.path.basename(path).removesuffix(".html") for path in pages]
    stories = [(path, name) for path, name in zip(pages, names) if is_story(path)]
    check(len(stories) >= 4 and "notewall" in names, f"the stories are {names}")
    jobs = queue.SimpleQueue()
    for path, name in zip(pages, names):
        jobs.put((check_parity, path, name))
    for path, name in stories:
        for way in WAYS:
            jobs.put((check_story, path, name, way))
    for path, name in zip(pages, names):
        jobs.put((check_behaviours if name == "notewall" else check_layout, path, name))
    threads = [threading.Thread(target=work, args=(jobs, axe)) for _ in range(BROWSERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if report.failure is not None:
        raise Failure(report.failure)
    print(f"{report.passed} checks passed")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: play-page.py FOLDER [AXE]")
    run_checks(lambda: main(sys.argv[1], sys.argv[2] if len(sys.argv) == 3 else axe_file()))
