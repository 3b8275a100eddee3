// The way of the picture to the phone: save it, let the phone fetch it, and see that this works.

import * as api from './api.js';
import {ago, moment, t} from './words.js';
import {addressField, button, card, choice, copyButton, field, h, icon, redraw, toast} from './dom.js';
import {canShare, familyOf, isSecure, onReturn, system} from './system.js';
import {set, settings} from './kept.js';
import {store} from './store.js';
import {View} from './view.js';
import {previewer} from './preview.js';
import {qrCode} from './qr.js';
import {detected, nameOf} from './screen.js';

const INTERVAL = 86400; // seconds between two runs of the automation
const LATE = 1.5 * INTERVAL;
const SHORTCUT = () => t('ios.name');

/** The guide for a device. */
const phoneOf = device => familyOf(device) === 'apple' ? 'apple' : 'android';

class PhoneView extends View {
  link = null;
  target = '';

  draw() {
    this.kind = settings.guide ?? (system === 'computer' ? phoneOf(store.person.device) : system);
    this.state = h('section', {class: 'card status-card', 'aria-live': 'polite'});
    this.guide = h('div', {class: 'stack'});
    this.mover = h('div', {class: 'stack'}, button(t('phone.move.link'), () => this.move()));
    this.question = h('div', {
      role: 'alertdialog', class: 'card question', hidden: true, tabIndex: -1, 'aria-label': t('phone.worked'),
    });
    this.save = button([icon('share'), t('phone.save')], () => this.share(), 'button first', {id: 'save-picture'});
    this.trouble = h('p', {class: 'trouble', role: 'alert', hidden: true});
    this.press = h('div', {class: 'note-box', hidden: true});
    this.expires = h('p', {class: 'hint', hidden: true});
    const hasHome = store.person.home && store.person.home !== 'keep';
    redraw(this, this.question,
      card(t('phone.save.title'), h('p', {}, t(`phone.save.${system}`)), this.#targets(),
        h('div', {class: 'row'}, this.save,
          hasHome && button(t('phone.save.home'), () => this.share('home'))),
        this.expires, this.trouble, this.press),
      this.state,
      system === 'computer' && card(t('phone.move.title'), h('p', {}, t('phone.move')), this.mover),
      card(t('phone.auto'), this.#kinds(), this.guide));
    this.drawGuide();
    this.timer = setInterval(() => store.refresh().catch(() => {}), 60000);
    this.stops.push(() => clearInterval(this.timer));
    this.on(document, 'visibilitychange', () => this.update());
    this.on(previewer, 'change', () => this.update());
    this.prepare();
  }

  /** The choice between the guides. */
  #kinds() {
    return choice('guide', t('phone.which'), [['apple', 'iPhone'], ['android', 'Android']], this.kind, kind => {
      this.kind = kind;
      set({guide: kind});
      this.drawGuide();
    });
  }

  update() {
    this.expires.hidden = !previewer.expires;
    this.expires.textContent = previewer.expires ? t('phone.expires', {time: moment(previewer.expires)}) : '';
    const isOf = name => this.target ? name.startsWith(`${this.target}/`) : !name.includes('/');
    const times = Object.entries(store.fetched).filter(([name, time]) => time && isOf(name))
      .map(([, time]) => Date.parse(time));
    const last = times.length ? Math.max(...times) : null;
    const isLate = last !== null && Date.now() - last > LATE * 1000;
    // The phone has the picture from before the last change.
    const isBehind = last !== null && !isLate && last < store.changed;
    const mark = last === null ? 'idle' : isLate ? 'late' : 'good';
    this.state.dataset.state = mark;
    const state = JSON.stringify([last && ago(last), isLate, isBehind]);
    if (this.state.told === state) return;
    this.state.told = state;
    redraw(this.state, h('h2', {}, t(`phone.${mark}`)), h('p', {}, last === null ? t('phone.never')
      : t(isLate ? 'phone.stopped' : isBehind ? 'phone.behind' : 'phone.fetched', {ago: ago(last), time: moment(last)})),
    isLate && h('ul', {class: 'plain-list'},
      [1, 2, 3].map(each => h('li', {}, t(`phone.check.${this.kind}.${each}`)))));
  }

  /** The device whose picture is saved, if the person has several. */
  #targets() {
    const names = Object.keys(store.person.devices ?? {});
    if (!names.length) return null;
    const select = h('select', {id: 'target', onchange: () => {
      this.target = select.value;
      this.prepare();
      this.drawGuide();
      this.update();
    }}, h('option', {value: ''}, nameOf(store.person.device, this.devices ?? [])),
    names.map(name => h('option', {value: name}, nameOf(store.person.devices[name].device, this.devices ?? []))));
    Promise.all([api.list('devices'), detected()]).then(([devices, found]) => {
      for (const option of select.options) {
        const holder = option.value ? store.person.devices[option.value] : store.person;
        option.textContent = nameOf(holder.device, devices);
      }
      const isThis = name => found.some(device => device.id === store.person.devices[name].device);
      if (found.some(device => device.id === store.person.device) || !names.some(isThis)) return;
      select.value = names.find(isThis);
      select.dispatchEvent(new Event('change'));
    }).catch(() => {});
    return field('target', t('phone.target'), select);
  }

  // The picture

  async file(screen = 'lock') {
    await store.save();
    const answer = await api.send('GET', api.picture(screen, this.target));
    const blob = await answer.blob();
    return new File([blob], `${screen}.png`, {type: blob.type || 'image/png'});
  }

  /** Gets the picture in advance, because browsers open the share sheet only shortly after a tap. */
  prepare() {
    this.ready = this.file('lock').catch(() => null);
    store.save().then(() => { this.readyTag = store.tag; });
  }

  async share(screen = 'lock') {
    this.trouble.hidden = true;
    try {
      const isReady = screen === 'lock' && !store.isDirty && this.readyTag === store.tag;
      const file = (isReady ? await this.ready : null) ?? await this.file(screen);
      if (!canShare(file)) return this.download(file);
      await navigator.share({files: [file]});
      this.ask('picture');
    } catch (error) {
      if (error.name === 'AbortError') return;
      this.trouble.textContent = error.words ?? t('phone.save.failed');
      this.trouble.hidden = false;
    } finally {
      if (screen === 'lock') this.prepare();
    }
  }

  /** Without a share sheet: a download, and the picture to press. */
  download(file) {
    const url = URL.createObjectURL(file), link = h('a', {href: url, download: file.name});
    if (system !== 'apple') link.click();
    this.press.hidden = false;
    redraw(this.press, h('p', {}, t(system === 'computer' ? 'phone.downloaded' : 'phone.press')),
      system !== 'computer' && h('img', {src: url, alt: t('preview.alt.empty'), class: 'pressable'}));
  }

  // The question after the return from another app

  /** Asks whether the shortcut worked, unless the service knows that it did. */
  returned(tapped) {
    const isFetched = Object.values(store.fetched).some(time => Date.parse(time) > tapped - 2000);
    if (!isFetched) return this.ask('shortcut');
    toast(t('phone.good'));
    this.state.scrollIntoView({block: 'nearest'});
  }

  ask(about) {
    this.question.hidden = false;
    const close = () => {
      this.question.hidden = true;
      this.save.focus({preventScroll: true});
    };
    const help = h('ul', {class: 'plain-list', hidden: true},
      [1, 2, 3].map(each => h('li', {}, t(`phone.help.${about}.${each}`))));
    this.question.replaceChildren(h('h2', {}, t(about === 'picture' ? 'phone.worked' : 'phone.ran')),
      h('p', {}, t(`phone.ask.${about}.${this.kind}`)),
      h('div', {class: 'row'},
        h('button', {type: 'button', class: 'button first', onclick: () => {
          close();
          store.refresh().catch(() => {});
          if (about === 'picture') this.guide.closest('.card').scrollIntoView({block: 'start'});
        }}, t('yes')),
        h('button', {type: 'button', class: 'button', onclick: () => { help.hidden = false; }}, t('no')),
        h('button', {type: 'button', class: 'plain', onclick: close}, t('later'))), help);
    this.question.focus({preventScroll: true});
    this.question.scrollIntoView({block: 'nearest'});
  }

  // Automatic pictures

  drawGuide() {
    redraw(this.guide, this.kind === 'apple' ? this.#apple() : this.#android());
    if (settings.link) this.makeAddress(true);
  }

  #steps(...steps) {
    return h('ol', {class: 'steps'}, steps.filter(Boolean).map(step => h('li', {}, step)));
  }

  #address() {
    this.addressBox = h('div', {class: 'stack address-box'}, h('button', {
      type: 'button', id: 'make-address', class: 'button', onclick: () => this.makeAddress(),
    }, t('address.make')));
    return h('div', {class: 'stack'}, h('p', {}, t('address.step')), this.addressBox);
  }

  #apple() {
    const run = h('a', {
      class: 'button', href: `shortcuts://run-shortcut?name=${encodeURIComponent(SHORTCUT())}`,
      onclick: () => {
        const tapped = Date.now();
        this.stops.push(onReturn(() => store.refresh().catch(() => {}).then(() => this.returned(tapped))));
      },
    }, icon('play'), t('ios.run'));
    return [
      h('p', {}, t('ios.intro')),
      this.#steps(
        h('div', {class: 'stack'}, h('p', {}, t('ios.photo')),
          h('details', {class: 'more'}, h('summary', {}, t('ios.red.title')), h('p', {}, t('ios.red')),
            button([icon('share'), t('ios.red.save')], () => this.red(), 'short'))),
        this.#address(),
        h('div', {class: 'stack'}, h('p', {}, t('ios.make')), h('ol', {class: 'letters'},
          [1, 2, 3, 4].map(each => h('li', {}, t(`ios.make.${each}`, {name: SHORTCUT()})))),
        h('div', {class: 'row'}, copyButton(t('ios.copy.name'), t('copied'), SHORTCUT))),
        system !== 'computer' && h('div', {class: 'stack'}, h('p', {}, t('ios.try', {host: location.hostname})), run),
        this.#home('ios'), h('p', {}, t('ios.daily', {name: SHORTCUT()})))];
  }

  #android() {
    const app = (name, count) => h('details', {class: 'more'}, h('summary', {}, h('bdi', {}, name)),
      h('ol', {class: 'letters'}, Array.from({length: count}, (_, index) =>
        h('li', {}, t(`android.${name.toLowerCase()}.${index + 1}`)))));
    return [
      h('p', {}, t('android.intro')),
      this.#steps(
        h('p', {}, t('android.hand')), this.#address(),
        h('div', {class: 'stack'}, h('p', {}, t('android.app')),
          app('Automate', 4), app('MacroDroid', 3), app('Tasker', 3)),
        this.#home('android'), h('p', {}, t('android.wait')))];
  }

  /** The same for the home screen, if the person has a picture for it. */
  #home(family) {
    if ((store.person.home ?? 'keep') === 'keep') return null;
    this.homeCopy = h('div', {class: 'row', hidden: true},
      copyButton(t('address.copy.home'), t('copied'), () => this.address('home')));
    return h('div', {class: 'stack'}, h('p', {}, t(`${family}.home`)), this.homeCopy);
  }

  /** The red picture: a photo that is easy to find, for phones that show no photo yet. */
  async red() {
    try {
      const person = {...store.person, notes: [], content: {}, lock: {template: 'instruction'}};
      const answer = await api.preview(person, {preview: 1});
      const file = new File([await answer.blob()], 'red.jpg', {type: 'image/jpeg'});
      if (canShare(file)) await navigator.share({files: [file]});
      else this.download(file);
    } catch (error) {
      if (error.name === 'AbortError') return;
      this.trouble.textContent = error.words ?? t('phone.save.failed');
      this.trouble.hidden = false;
    }
  }

  // Links

  /** The address for the phone's automation: made once, and found again in the list of links. */
  async makeAddress(isOnlyFound = false) {
    const button = this.addressBox.querySelector('button');
    button?.setAttribute('aria-disabled', 'true');
    try {
      const {links} = await (await api.send('GET', `${api.base}/links`)).json();
      let link = links.find(each => each.id === settings.link && each.address)
        ?? links.find(each => each.kind === 'read' && each.label === 'Shortcut' && each.address);
      if (!link && isOnlyFound) return button?.removeAttribute('aria-disabled');
      link ??= await api.makeLink('read', 'Shortcut');
      set({link: link.id});
      this.link = link;
      this.showAddress();
      if (!isOnlyFound) document.getElementById('phone-address')?.focus({preventScroll: true});
    } catch (error) {
      this.addressBox.append(h('p', {class: 'trouble', role: 'alert'}, error.words ?? error.message));
      button?.removeAttribute('aria-disabled');
    }
  }

  address(screen) {
    return new URL(`${this.link.address}${this.target ? `/${this.target}` : ''}/${screen}.png`, location.href).href;
  }

  showAddress() {
    const address = this.address('lock');
    if (this.homeCopy) this.homeCopy.hidden = false;
    redraw(this.addressBox, addressField('phone-address', t('address.label'), address, t('copy'), t('copied')),
      h('p', {class: 'hint'}, t('address.secret')), !isSecure && h('p', {class: 'hint'}, t('address.plain')));
  }

  async move() {
    try {
      const link = await api.makeLink('write', t('links.phone'));
      const address = new URL(link.address, location.href).href;
      redraw(this.mover, qrCode(address, t('phone.move.code')), h('p', {class: 'hint'}, t('phone.move.scan')),
        addressField('moved-address', t('links.address'), address, t('copy'), t('copied')));
    } catch (error) {
      this.mover.append(h('p', {class: 'trouble', role: 'alert'}, error.words ?? error.message));
    }
  }
}

customElements.define('phone-view', PhoneView);
