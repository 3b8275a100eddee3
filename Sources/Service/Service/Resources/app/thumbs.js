// Small live pictures of the person's own words in other looks. At most two are requested at a time.

import * as api from './api.js';
import {store, stored} from './store.js';

const MOST = 2, KEPT = 80;
const waiting = new Set(), running = new Map(), known = new Map();

const seen = new IntersectionObserver(entries => {
  for (const {target, isIntersecting} of entries) target.setSeen(isIntersecting);
}, {rootMargin: '80px'});

function next() {
  for (const thumb of waiting) {
    if (running.size >= MOST) return;
    waiting.delete(thumb);
    load(thumb);
  }
}

async function load(thumb) {
  const person = thumb.person, name = JSON.stringify([person, thumb.screen]), abort = new AbortController();
  if (known.has(name)) return thumb.show(known.get(name));
  running.set(thumb, abort);
  try {
    const answer = await api.preview(person, {preview: thumb.size, screen: thumb.screen}, abort.signal);
    const url = answer.status === 204 ? null : URL.createObjectURL(await answer.blob());
    known.set(name, url);
    if (known.size > KEPT) {
      const [oldest, address] = known.entries().next().value;
      known.delete(oldest);
      if (address) setTimeout(() => URL.revokeObjectURL(address), 2000);
    }
    await thumb.show(url);
  } catch (refusal) {
    if (refusal instanceof api.Refusal) thumb.fail(refusal);
  }
  if (running.get(thumb) === abort) running.delete(thumb);
  next();
}

/** A picture of the description that `change` makes of the current one. */
class LookThumb extends HTMLElement {
  change = () => {};
  screen = 'lock';
  size = 0.16;

  get person() {
    const person = structuredClone(stored(store.person));
    this.change(person);
    return person;
  }

  connectedCallback() {
    this.image ??= new Image();
    this.image.alt = '';
    this.image.hidden = !this.image.src;
    if (!this.image.parentNode) this.append(this.image);
    this.stop = store.watch(() => this.ask());
    seen.observe(this);
  }

  disconnectedCallback() {
    this.stop();
    seen.unobserve(this);
    this.setSeen(false);
    clearTimeout(this.timer);
  }

  setSeen(isSeen) {
    this.isSeen = isSeen;
    if (isSeen) return this.request();
    waiting.delete(this);
    running.get(this)?.abort();
  }

  ask() {
    clearTimeout(this.timer);
    if (this.isSeen) this.timer = setTimeout(() => this.request(), 350);
  }

  request() {
    const name = JSON.stringify(this.person);
    if (name === this.last || !store.isKnown) return;
    if (running.has(this)) running.get(this).abort();
    waiting.add(this);
    next();
  }

  async show(url) {
    this.last = JSON.stringify(this.person);
    this.removeAttribute('data-failed');
    if (!url) return;
    this.image.src = url;
    await this.image.decode().catch(() => {});
    this.image.hidden = false;
  }

  fail(refusal) {
    if (refusal.isTemporary) {
      const wait = Math.max(refusal.status ? 2 : 15, refusal.wait);
      setTimeout(() => { if (this.isSeen) this.request(); }, 1000 * wait);
    } else {
      this.last = JSON.stringify(this.person);
      this.setAttribute('data-failed', '');
    }
  }
}

customElements.define('look-thumb', LookThumb);

export function thumb(change, {screen = 'lock', size = 0.16} = {}) {
  const made = document.createElement('look-thumb');
  Object.assign(made, {change, screen, size});
  made.setAttribute('aria-hidden', 'true');
  return made;
}
