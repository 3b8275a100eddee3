// Detects the device from the size of the screen, and lets the person choose or correct it.

import {list} from './api.js';
import {h, redraw} from './dom.js';
import {familyOf, system} from './system.js';
import {t} from './words.js';

const SLACK = 3; // pixels; browsers report fractions rounded

/** The size of the screen in pixels, upright. */
export function screenPixels() {
  const sides = [screen.width, screen.height].map(side => Math.round(side * devicePixelRatio));
  return [Math.min(...sides), Math.max(...sides)];
}

async function model() {
  try {
    return (await navigator.userAgentData?.getHighEntropyValues(['model']))?.model ?? '';
  } catch {
    return '';
  }
}

/** The devices that this one can be: the best guess first, and none on a computer. */
export async function detected() {
  if (system === 'computer') return [];
  const devices = await list('devices'), [width, height] = screenPixels(), name = (await model()).toLowerCase();
  const near = (one, other) => Math.abs(one - other) <= SLACK;
  const found = devices.filter(device => familyOf(device) === system && (system === 'apple'
    ? near(device.widthInPoints, Math.min(screen.width, screen.height))
      && near(device.heightInPoints, Math.max(screen.width, screen.height))
    : near(Math.min(device.width, device.height), width) && near(Math.max(device.width, device.height), height)));
  const isNamed = device => name && device.name.toLowerCase() === name;
  const known = devices.filter(isNamed);
  return known.length ? known : found.sort((one, other) => (other.year ?? 0) - (one.year ?? 0));
}

/** A device for a screen that no device of the service has, such as `1080x2400@2.63`. */
export function ownSize() {
  const [width, height] = screenPixels();
  return {id: `${width}x${height}@${Math.round(devicePixelRatio * 100) / 100}`, width, height, isOwn: true};
}

export function nameOf(device, devices) {
  const known = devices.find(each => each.id === device)?.name;
  if (known || !device) return known ?? t('device.none');
  // Without the list of devices, the id is the best name that there is.
  return /^\d+x\d+/.test(device) ? t('device.own', {size: device.split('@')[0].replace('x', ' × ')}) : device;
}

/** A list of devices with a field to search in all of them. Dispatches `choose` with the device's id. */
export class ScreenChoice extends HTMLElement {
  chosen = null;
  known = null; // the device of the description, if it can still be wrong
  #found = [];
  #all = [];

  async connectedCallback() {
    this.group = `screen-${Math.random().toString(36).slice(2)}`;
    try {
      [this.#all, this.#found] = await Promise.all([list('devices'), detected()]);
    } catch (refusal) {
      this.replaceChildren(h('p', {class: 'trouble'}, refusal.words ?? ''));
      return;
    }
    this.options = h('div', {class: 'options'});
    this.field = h('input', {
      type: 'search', id: `${this.group}-search`, autocomplete: 'off', placeholder: t('device.search.example'),
      oninput: () => this.#list(),
    });
    this.replaceChildren(
      h('fieldset', {class: 'plain-set'}, h('legend', {class: 'hidden-text'}, t('device.title')), this.options),
      h('div', {class: 'field'}, h('label', {for: this.field.id}, t('device.search')), this.field));
    if (!this.chosen) {
      const isFound = this.#found.some(device => device.id === this.known);
      const guess = (!isFound && this.#found[0]?.id) || this.known || (system === 'computer' ? null : ownSize().id);
      if (guess) this.#choose(guess);
    }
    this.#list();
  }

  #choose(id) {
    this.chosen = id;
    this.dispatchEvent(new CustomEvent('choose', {detail: id, bubbles: true}));
  }

  #list() {
    const words = this.field.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    let shown = words.length
      ? this.#all.filter(device => words.every(word => `${device.name} ${device.id}`.toLowerCase().includes(word)))
      : this.#found.slice(0, 6);
    const own = this.#all.find(device => device.id === this.chosen || (!this.chosen && device.id === this.known));
    if (own && !words.length && !shown.includes(own)) shown = [own, ...shown];
    if (!words.length && system !== 'computer' && !this.#found.length) shown = [...shown, ownSize()];
    redraw(this.options, shown.slice(0, 8).map(device => h('label', {class: 'option'},
      h('input', {
        type: 'radio', name: this.group, value: device.id, id: `${this.group}-${device.id}`,
        checked: device.id === this.chosen, onchange: () => this.#choose(device.id),
      }),
      h('span', {}, h('strong', {}, device.name ?? t('device.mine')),
        h('small', {}, `${device.width} × ${device.height}`)))),
    !shown.length && h('p', {class: 'hint'}, words.length ? t('device.nothing') : t('device.computer')));
  }
}

customElements.define('screen-choice', ScreenChoice);
