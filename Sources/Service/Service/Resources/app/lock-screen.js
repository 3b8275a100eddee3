// The full-screen view: the system's clock, date and controls drawn over the live picture.

import * as api from './api.js';
import {choice, h, iconButton} from './dom.js';
import {described, previewer} from './preview.js';
import {familyOf} from './system.js';
import {store, stored} from './store.js';
import {currentLocale, t} from './words.js';

const SVG = 'http://www.w3.org/2000/svg';

function s(name, attributes = {}, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** The positions of the system's parts, in fractions of the height of the screen. */
const places = {
  // Measured on an iPhone 15 of 852 points: date, clock, widgets and controls of the lock screen.
  apple: {
    date: 0.131, dateSize: 0.024, clock: 0.238, clockSize: 0.113, weight: 600, widgets: [0.286, 0.354], controls: 0.927,
  },
  android: {date: 0.115, dateSize: 0.02, clock: 0.215, clockSize: 0.1, weight: 400, controls: 0.94},
};

/** Draws the lock screen of `family` for a picture of `width` × `height` in `ink`. */
function overlay(family, width, height, ink, lock) {
  const place = places[family] ?? places.apple, now = new Date(), middle = width / 2;
  const drawing = s('svg', {
    viewBox: `0 0 ${width} ${height}`, class: 'overlay', fill: ink, 'text-anchor': 'middle', 'aria-hidden': 'true',
  });
  const clock = now.toLocaleTimeString(currentLocale(), {hour: 'numeric', minute: '2-digit'})
    .replace(/\s*[AP]M|[صم]\s*/gi, '').trim();
  const isCompact = lock.clock === 'compact', isLarge = lock.clock === 'large' && family === 'apple';
  const text = (words, y, size, weight) => s('text', {
    x: middle, y: y * height, 'font-size': size * height, 'font-weight': weight,
  }, words);
  if (!isCompact) {
    drawing.append(text(clock, isLarge ? 0.385 : place.clock, isLarge ? 0.26 : place.clockSize, place.weight));
  }
  drawing.append(text(now.toLocaleDateString(currentLocale(), {weekday: 'long', day: 'numeric', month: 'long'})
    + (isCompact ? `  ${clock}` : ''), place.date, place.dateSize, 600));
  if (place.widgets && lock.widgets !== false && !isLarge) {
    const [top, bottom] = place.widgets.map(each => each * height), size = bottom - top, step = size * 1.25;
    for (let index = 0; index < 4; index++) {
      drawing.append(s('circle', {
        cx: middle + (index - 1.5) * step, cy: (top + bottom) / 2, r: size / 2, fill: ink, 'fill-opacity': 0.18,
      }));
    }
  }
  if (family !== 'computer') {
    const radius = 0.029 * height, inset = Math.min(width * 0.19, radius * 2.6);
    for (const x of [inset, width - inset]) {
      drawing.append(s('circle', {cx: x, cy: place.controls * height, r: radius, fill: ink, 'fill-opacity': 0.18}));
    }
    drawing.append(s('rect', {
      x: width * 0.325, y: height * 0.984, width: width * 0.35, height: height * 0.006, rx: height * 0.003,
      'fill-opacity': 0.8,
    }));
  }
  return drawing;
}

/** Draws rows of icons as on a home screen. */
function icons(width, height, ink) {
  const drawing = s('svg', {viewBox: `0 0 ${width} ${height}`, class: 'overlay', fill: ink, 'aria-hidden': 'true'});
  const across = width > height * 0.6 ? 6 : 4, size = width / (across * 1.62);
  const step = width * 0.92 / across, left = width * 0.04;
  const square = (column, y) => s('rect', {
    x: left + column * step + (step - size) / 2, y, width: size, height: size, rx: size * 0.24, 'fill-opacity': 0.22,
  });
  for (let row = 0; row < 4; row++) {
    for (let column = 0; column < across; column++) drawing.append(square(column, height * 0.09 + row * size * 1.65));
  }
  for (let column = 0; column < 4; column++) drawing.append(square(column + (across - 4) / 2, height * 0.89));
  return drawing;
}

/** White or black: the color that is easier to read on the upper part of the picture. */
function inkFor(image) {
  const canvas = h('canvas', {width: 16, height: 8}), context = canvas.getContext('2d');
  context.drawImage(image, 0, image.naturalHeight * 0.1, image.naturalWidth, image.naturalHeight * 0.18, 0, 0, 16, 8);
  const {data} = context.getImageData(0, 0, 16, 8);
  let light = 0;
  for (let index = 0; index < data.length; index += 4) {
    light += 0.2126 * data[index] + 0.7152 * data[index + 1] + 0.0722 * data[index + 2];
  }
  return light / 128 > 150 ? '#1a1a1a' : '#fff';
}

class LockScreen extends HTMLElement {
  connectedCallback() {
    this.image = h('img', {alt: ''});
    this.frame = h('div', {class: 'frame'}, this.image);
    this.dialog = h('dialog', {class: 'full', 'aria-label': t('preview.title'), onclose: () => this.#end()},
      iconButton('close', t('close'), () => this.dialog.close(), {class: 'round over'}), this.frame);
    this.append(this.dialog);
    this.#swipe();
  }

  async open() {
    this.home = null;
    const devices = await api.list('devices').catch(() => []);
    const device = devices.find(each => each.id === store.person?.device);
    this.family = familyOf(device ?? store.person?.device);
    this.screen = 'lock';
    if (this.switch) this.switch.remove();
    const hasHome = store.person?.home && store.person.home !== 'keep';
    this.switch = !hasHome ? null : choice('full-screen', t('preview.screen'),
      [['lock', t('screen.lock')], ['home', t('screen.home')]], 'lock', screen => {
        this.screen = screen;
        this.draw();
      });
    if (this.switch) this.dialog.append(this.switch);
    this.update = () => this.draw();
    previewer.addEventListener('change', this.update);
    this.draw();
    if (!this.dialog.open) this.dialog.showModal();
  }

  #end() {
    previewer.removeEventListener('change', this.update);
    if (this.home) URL.revokeObjectURL(this.home);
    this.home = null;
  }

  async draw() {
    if (this.screen === 'home' && !this.home) {
      const answer = await api.preview(stored(store.person), {screen: 'home'}).catch(() => null);
      if (answer?.status === 200) this.home = URL.createObjectURL(await answer.blob());
    }
    const url = this.screen === 'home' ? this.home : this.sharp?.of === previewer.url ? this.sharp.url : previewer.url;
    if (!url || url === this.image.src) return;
    this.image.src = url;
    await this.image.decode().catch(() => {});
    const {naturalWidth: width, naturalHeight: height} = this.image;
    if (!width) return;
    this.image.alt = this.screen === 'lock' ? described() : t('screen.home');
    this.frame.style.setProperty('--ratio', (width / height).toFixed(4));
    this.frame.querySelector('svg')?.remove();
    const ink = inkFor(this.image);
    this.frame.append(this.screen === 'home' ? icons(width, height, ink)
      : overlay(this.family, width, height, ink, store.person.lock));
    if (this.screen === 'lock' && url === previewer.url) this.#sharpen(url);
  }

  /** Shows the picture in the resolution of this screen, once it is there. */
  async #sharpen(of) {
    const answer = await api.preview(stored(store.person), {preview: 1}).catch(() => null);
    if (answer?.status !== 200 || of !== previewer.url || !this.dialog.open) return;
    if (this.sharp) URL.revokeObjectURL(this.sharp.url);
    this.sharp = {of, url: URL.createObjectURL(await answer.blob())};
    this.draw();
  }

  /** A swipe up or down closes the view. */
  #swipe() {
    let start = null;
    this.frame.addEventListener('pointerdown', event => {
      start = event.clientY;
      this.frame.setPointerCapture(event.pointerId);
    });
    this.frame.addEventListener('pointermove', event => {
      if (start !== null) this.frame.style.translate = `0 ${event.clientY - start}px`;
    });
    const end = event => {
      if (start === null) return;
      const distance = Math.abs(event.clientY - start);
      start = null;
      this.frame.style.translate = '';
      if (distance > 80 && event.type === 'pointerup') this.dialog.close();
    };
    this.frame.addEventListener('pointerup', end);
    this.frame.addEventListener('pointercancel', end);
  }
}

customElements.define('lock-screen', LockScreen);
