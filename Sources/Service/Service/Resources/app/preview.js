// The live picture of the lock screen, shared by all places that show it.

import * as api from './api.js';
import {h, icon} from './dom.js';
import {keepPicture, keptPicture} from './kept.js';
import {same} from './merge.js';
import {store, stored} from './store.js';
import {t} from './words.js';

const DEBOUNCE = 60; // milliseconds after an edit
const PATIENCE = 400; // milliseconds after which a newer edit cancels an older request

class Previewer extends EventTarget {
  url = null;
  size = null;
  refusal = null;
  isBusy = false;
  expires = null; // until when the picture is true
  #shown = null;
  #request = null;
  #isWaiting = false;
  #timer = 0;

  start() {
    keptPicture().then(async blob => { if (blob && !this.url) await this.#show(blob); }).catch(() => {});
    store.watch(() => this.#schedule());
    addEventListener('online', () => { this.#shown = null; this.#schedule(); });
    this.#schedule();
  }

  #schedule() {
    if (!store.isKnown || same(this.#shown, stored(store.person))) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#ask(), DEBOUNCE);
  }

  /** At most one request is open. A slow one is canceled; a fast one ends before the next begins. */
  async #ask() {
    if (this.#request) {
      this.#isWaiting = true;
      if (performance.now() - this.#request.began > PATIENCE) this.#request.abort.abort();
      return;
    }
    const person = stored(store.person), abort = new AbortController();
    if (same(this.#shown, person)) return;
    this.#request = {abort, began: performance.now()};
    this.#set({isBusy: true});
    try {
      const answer = await api.preview(person, {}, abort.signal);
      const blob = await answer.blob();
      await this.#show(blob);
      this.#shown = person;
      this.expires = answer.headers.get('Wallfarm-Expires');
      keepPicture(blob);
    } catch (refusal) {
      if (refusal instanceof api.Refusal) {
        // Ask again after a failure of the network, but not for a description that was refused.
        this.#shown = refusal.isTemporary ? null : person;
        this.#set({refusal});
        if (refusal.isTemporary && refusal.status) {
          this.#timer = setTimeout(() => this.#ask(), 1000 * Math.max(1, refusal.wait));
        }
      }
    }
    this.#request = null;
    this.#set({isBusy: false});
    if (this.#isWaiting) {
      this.#isWaiting = false;
      this.#ask();
    }
  }

  async #show(blob) {
    const url = URL.createObjectURL(blob), image = new Image();
    image.src = url;
    await image.decode();
    const old = this.url;
    this.#set({url, refusal: null, size: [image.naturalWidth, image.naturalHeight]});
    if (old) setTimeout(() => URL.revokeObjectURL(old), 1000);
  }

  #set(changes) {
    Object.assign(this, changes);
    this.dispatchEvent(new Event('change'));
  }
}

export const previewer = new Previewer();

/** The words on the picture, for people who cannot see it. */
export function described() {
  const notes = (store.person?.notes ?? []).filter(note => note.text.trim());
  return notes.length ? t('preview.alt', {count: notes.length}) : t('preview.alt.empty');
}

/** A small phone that shows the live picture, and opens it in full when it is tapped. */
export class LivePreview extends HTMLElement {
  connectedCallback() {
    this.image = h('img', {alt: '', draggable: false, hidden: true});
    this.button = h('button', {
      type: 'button', class: 'device', onclick: () => this.dispatchEvent(new CustomEvent('open', {bubbles: true})),
    }, this.image, h('span', {class: 'empty'}, icon('phone')), h('span', {class: 'zoom'}, icon('expand')));
    this.message = h('p', {class: 'trouble', hidden: true});
    this.replaceChildren(this.button, this.hasAttribute('quiet') ? '' : this.message);
    this.update = () => this.show();
    previewer.addEventListener('change', this.update);
    this.stop = store.watch(this.update);
    this.show();
  }

  disconnectedCallback() {
    previewer.removeEventListener('change', this.update);
    this.stop();
  }

  show() {
    const {url, size, refusal, isBusy} = previewer;
    if (url && this.image.src !== url) this.image.src = url;
    this.image.hidden = !url;
    if (size) this.button.style.setProperty('--ratio', (size[0] / size[1]).toFixed(4));
    this.button.classList.toggle('wide', Boolean(size && size[0] / size[1] > 0.6));
    this.button.setAttribute('aria-label', `${t('preview.open')}: ${described()}`);
    this.setAttribute('aria-busy', String(isBusy));
    this.message.hidden = !refusal || refusal.status === 0 || store.status === 'gone';
    this.message.textContent = refusal?.words ?? '';
  }
}

customElements.define('live-preview', LivePreview);
