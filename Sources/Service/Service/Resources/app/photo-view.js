// A photo for a screen: taken or chosen, scaled in the browser, uploaded once, and moved by touch or keys.

import * as api from './api.js';
import {field, h, icon, say} from './dom.js';
import {store} from './store.js';
import {View} from './view.js';
import {t} from './words.js';

const KEYS = ['photo.focus-x', 'photo.focus-y', 'photo.zoom', 'photo.dim', 'photo.blur'];
const own = new Map(); // the photos that were chosen on this page, by name
const clamp = (value, low, high) => Math.min(high, Math.max(low, value));
const round = value => Math.round(value * 1000) / 1000;

/** The photo as a JPEG of at most twice the screen, without metadata; the file itself if the browser cannot read it. */
export async function shrunk(file, [width, height]) {
  try {
    const image = await createImageBitmap(file, {imageOrientation: 'from-image'});
    const covering = Math.max(width / image.width, height / image.height);
    const scale = Math.min(1, 2 * covering, 8192 / Math.max(image.width, image.height));
    const canvas = h('canvas', {width: Math.round(image.width * scale), height: Math.round(image.height * scale)});
    const context = canvas.getContext('2d');
    context.imageSmoothingQuality = 'high';
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    image.close();
    return await new Promise(resolve => canvas.toBlob(blob => resolve(blob ?? file), 'image/jpeg', 0.9));
  } catch {
    return file;
  }
}

class PhotoView extends View {
  screen = 'lock';
  scale = null;

  get holder() {
    const found = store.person[this.screen];
    return found && found !== 'keep' ? found : {};
  }

  value(key) {
    const set = this.holder.set ?? {};
    const standard = {'photo.focus-x': 0.5, 'photo.focus-y': 0.5, 'photo.zoom': 1}[key] ?? 0;
    return set[key] ?? set[key.slice(6)] ?? standard;
  }

  draw() {
    const id = `photo-${this.screen}`;
    const input = (capture, suffix) => h('input', {
      type: 'file', id: `${id}-${suffix}`, accept: 'image/*', class: 'hidden-text', capture,
      onchange: event => this.take(event.target.files[0], event.target),
    });
    this.image = h('img', {alt: t('photo.alt'), draggable: false});
    this.frame = h('div', {
      class: 'crop', tabIndex: 0, role: 'application', 'aria-label': t('photo.move'),
      onkeydown: event => this.#key(event),
    }, this.image);
    const range = (name, min, max, step) => h('input', {
      type: 'range', id: `${id}-${name}`, min, max, step,
      oninput: event => this.#set({[`photo.${name}`]: Number(event.target.value)}),
    });
    this.zoom = range('zoom', 1, 4, 0.01);
    this.dim = range('dim', 0, 0.8, 0.05);
    this.editor = h('div', {class: 'photo-editor'}, this.frame, h('div', {class: 'stack'},
      h('p', {class: 'hint'}, t('photo.move.hint')),
      field(this.zoom.id, t('photo.zoom'), this.zoom), field(this.dim.id, t('photo.dim'), this.dim),
      h('button', {type: 'button', class: 'short', onclick: () => this.clear()}, t('photo.remove'))));
    this.state = h('p', {class: 'hint', role: 'status', hidden: true});
    this.trouble = h('p', {class: 'trouble', role: 'alert', hidden: true});
    this.replaceChildren(h('div', {class: 'stack'},
      h('div', {class: 'row'}, input('environment', 'camera'), input(undefined, 'file'),
        h('label', {for: `${id}-file`, class: 'button'}, icon('photo'), t('photo.choose')),
        h('label', {for: `${id}-camera`, class: 'button'}, icon('camera'), t('photo.take'))),
      this.state, this.trouble, this.editor));
    this.image.addEventListener('load', () => this.#place());
    this.on(window, 'resize', () => this.#place());
    this.#pan();
  }

  async update() {
    const {photo} = this.holder;
    this.editor.hidden = !photo;
    if (!photo) return;
    if (this.photo !== photo) {
      this.photo = photo;
      this.image.src = own.get(photo) ?? api.photoAddress(photo);
    }
    const devices = await api.list('devices').catch(() => []);
    const device = devices.find(each => each.id === store.person.device);
    const [, width, height] = (store.person.device ?? '').match(/^(\d+)x(\d+)/) ?? [];
    const ratio = device ? device.width / device.height : width / height || 0.46;
    this.frame.style.setProperty('--ratio', ratio.toFixed(4));
    this.zoom.value = this.value('photo.zoom');
    this.dim.value = this.value('photo.dim');
    this.#place();
  }

  /** Places the picture in its frame as the service does: it covers the frame, and the focus says which part shows. */
  #place() {
    const [width, height] = [this.frame.clientWidth, this.frame.clientHeight];
    const {naturalWidth, naturalHeight, style} = this.image;
    if (!width || !naturalWidth) return;
    const scale = Math.max(width / naturalWidth, height / naturalHeight) * this.value('photo.zoom');
    this.over = [naturalWidth * scale - width, naturalHeight * scale - height];
    style.width = `${naturalWidth * scale}px`;
    style.height = `${naturalHeight * scale}px`;
    style.left = `${-this.over[0] * this.value('photo.focus-x')}px`;
    style.top = `${-this.over[1] * this.value('photo.focus-y')}px`;
    style.filter = `brightness(${1 - this.value('photo.dim')})`;
  }

  #set(values) {
    store.edit(person => {
      const holder = person[this.screen];
      holder.set = {...holder.set};
      for (const [key, value] of Object.entries(values)) {
        delete holder.set[key.slice(6)];
        holder.set[key] = round(value);
      }
    });
  }

  #move(x, y) {
    const step = (distance, over) => over > 1 ? distance / over : 0;
    this.#set({
      'photo.focus-x': clamp(this.value('photo.focus-x') - step(x, this.over[0]), 0, 1),
      'photo.focus-y': clamp(this.value('photo.focus-y') - step(y, this.over[1]), 0, 1),
    });
  }

  #pan() {
    const points = new Map();
    let apart = 0;
    const distance = () => {
      const [one, other] = [...points.values()];
      return Math.hypot(one.x - other.x, one.y - other.y);
    };
    this.frame.addEventListener('pointerdown', event => {
      this.frame.setPointerCapture(event.pointerId);
      points.set(event.pointerId, {x: event.clientX, y: event.clientY});
      if (points.size === 2) apart = distance();
    });
    this.frame.addEventListener('pointermove', event => {
      const last = points.get(event.pointerId);
      if (!last) return;
      points.set(event.pointerId, {x: event.clientX, y: event.clientY});
      if (points.size === 2) {
        const now = distance();
        this.#set({'photo.zoom': clamp(this.value('photo.zoom') * now / (apart || now), 1, 4)});
        apart = now;
      } else this.#move(event.clientX - last.x, event.clientY - last.y);
    });
    for (const name of ['pointerup', 'pointercancel']) {
      this.frame.addEventListener(name, event => points.delete(event.pointerId));
    }
  }

  #key(event) {
    const step = event.shiftKey ? 40 : 12;
    const moves = {ArrowLeft: [step, 0], ArrowRight: [-step, 0], ArrowUp: [0, step], ArrowDown: [0, -step]};
    const zooms = {'+': 1.1, '=': 1.1, '-': 1 / 1.1};
    if (moves[event.key]) this.#move(...moves[event.key]);
    else if (zooms[event.key]) this.#set({'photo.zoom': clamp(this.value('photo.zoom') * zooms[event.key], 1, 4)});
    else return;
    event.preventDefault();
  }

  async take(file, input) {
    if (!file) return;
    this.trouble.hidden = true;
    this.#say(t('photo.preparing'));
    try {
      const devices = await api.list('devices').catch(() => []);
      const device = devices.find(each => each.id === store.person.device) ?? {width: 1440, height: 3120};
      const smaller = await shrunk(file, [device.width, device.height]);
      this.#say(t('photo.sending'));
      const answer = await api.send('PUT', `${api.base}/photos`, {
        body: smaller, headers: {'Content-Type': smaller.type || 'application/octet-stream'},
      });
      const {photo} = await answer.json();
      own.set(photo, URL.createObjectURL(smaller));
      store.edit(person => {
        const holder = person[this.screen] && person[this.screen] !== 'keep' ? person[this.screen] : {};
        person[this.screen] = {...holder, photo, set: this.#without(holder.set)};
        delete person[this.screen].color;
      });
      this.#say('');
      say(t('photo.done'));
    } catch (refusal) {
      this.#say('');
      this.trouble.textContent = refusal.words ?? t('photo.failed');
      this.trouble.hidden = false;
    }
    input.value = '';
  }

  #without(set = {}) {
    return Object.fromEntries(Object.entries(set).filter(([key]) => !KEYS.includes(key)));
  }

  #say(text) {
    this.state.textContent = text;
    this.state.hidden = !text;
  }

  clear() {
    store.edit(person => {
      const {photo, ...holder} = person[this.screen];
      holder.set = this.#without(holder.set);
      if (!Object.keys(holder.set).length) delete holder.set;
      person[this.screen] = this.screen === 'home' ? {...holder, color: 'black'} : holder;
    });
    this.querySelector('label')?.focus();
  }
}

customElements.define('photo-view', PhotoView);
