// The person: devices, language, time zone, appearance, links, and everything that is kept.

import * as api from './api.js';
import {addressField, button, card, choice, field, h, iconButton, redraw, toast} from './dom.js';
import {forget, set, settings} from './kept.js';
import {qrCode} from './qr.js';
import {nameOf} from './screen.js';
import {install, isSecure, isStandalone} from './system.js';
import {store, stored} from './store.js';
import {View} from './view.js';
import {current, day, languages, t} from './words.js';

const zones = () => Intl.supportedValuesOf?.('timeZone') ?? [];
export const ownZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

class YouView extends View {
  devices = [];

  async draw() {
    this.device = h('div', {class: 'stack'});
    this.more = h('div', {class: 'stack'});
    this.links = h('div', {class: 'stack'});
    this.data = h('pre', {tabIndex: 0, dir: 'ltr', 'aria-label': t('you.data')});
    this.replaceChildren(
      card(t('device.title'), this.device),
      card(t('devices.title'), h('p', {class: 'hint'}, t('devices.hint')), this.more),
      card(t('you.app'), this.#language(), this.#zone(), this.#appearance(), this.installer = h('div')),
      card(t('links.title'), h('p', {class: 'hint'}, t('links.hint')), this.links),
      card(t('you.data'), h('p', {}, t('you.kept')),
        h('details', {class: 'more'}, h('summary', {}, t('you.show')), this.data),
        h('div', {class: 'row'},
          h('a', {class: 'button', href: `${api.base}/export`, download: 'wallfarm.json'}, t('you.export'))),
        this.#erase()));
    this.#install();
    this.on(window, 'beforeinstallprompt', () => this.#install());
    this.#listLinks();
    this.devices = await api.list('devices').catch(() => []);
    this.update();
  }

  update() {
    const {device, devices} = store.person;
    const state = JSON.stringify([device, devices, this.devices.length]);
    this.data.textContent = JSON.stringify(stored(store.person), null, 2);
    if (this.state === state || this.contains(document.activeElement?.closest('screen-choice'))) return;
    this.state = state;
    redraw(this.device, h('p', {}, h('strong', {}, nameOf(device, this.devices))),
      h('div', {}, button(t('device.change'), () => this.#pick(this.device, id => {
        store.edit(person => { person.device = id; });
      }), 'button', {id: 'change-device'})));
    const others = Object.entries(devices ?? {});
    redraw(this.more, h('ul', {class: 'entries'}, others.map(([name, each]) => h('li', {class: 'entry'},
      h('span', {}, h('strong', {}, nameOf(each.device, this.devices))),
      iconButton('bin', t('devices.remove', {name: nameOf(each.device, this.devices)}), () => {
        store.edit(person => { delete person.devices[name]; });
        toast(t('removed'), t('undo'), () => store.edit(person => { (person.devices ??= {})[name] = each; }));
      })))),
    others.length < 8 && h('div', {}, button(t('devices.add'), () => this.#pick(this.more, id => this.#addDevice(id)),
      'button', {id: 'add-device'})));
  }

  #addDevice(id) {
    store.edit(person => {
      person.devices ??= {};
      const start = id.toLowerCase().replace(/[^a-z0-9]+/g, '-').slice(0, 28);
      let name = start;
      for (let count = 2; person.devices[name]; count++) name = `${start}-${count}`;
      person.devices[name] = {device: id};
    });
  }

  #pick(root, use) {
    let chosen = null;
    const picker = h('screen-choice', {
      chosen: root === this.device ? store.person.device : null, onchoose: event => { chosen = event.detail; },
    });
    const end = () => {
      this.state = null;
      root.replaceChildren();
      this.update();
    };
    root.replaceChildren(picker, h('div', {class: 'row'},
      button(t('device.use'), () => {
        end();
        if (chosen) use(chosen);
      }, 'button first'),
      button(t('cancel'), end, 'plain')));
    picker.querySelector('input')?.focus();
  }

  #language() {
    const choose = ({target}) =>
      this.dispatchEvent(new CustomEvent('language', {detail: target.value, bubbles: true}));
    return field('language', t('you.language'), h('select', {id: 'language', onchange: choose},
      Object.entries(languages).map(([value, name]) =>
        h('option', {value, selected: value === current(), lang: value}, name))));
  }

  #zone() {
    const own = ownZone(), chosen = store.person.zone ?? own;
    return field('zone', t('you.zone'), h('select', {
      id: 'zone', onchange: event => store.edit(person => { person.zone = event.target.value; }),
    }, [...new Set([chosen, own, ...zones()])].map(zone =>
      h('option', {value: zone, selected: zone === chosen}, zone.replaceAll('_', ' ')))));
  }

  #appearance() {
    const options = ['auto', 'light', 'dark'].map(each => [each, t(`appearance.${each}`)]);
    return choice('appearance', t('you.appearance'), options, settings.appearance ?? 'auto', value => {
      set({appearance: value});
      document.documentElement.dataset.appearance = value;
    });
  }

  #install() {
    if (!isSecure) redraw(this.installer, h('p', {class: 'note-box'}, t('you.plain')));
    else if (isStandalone) redraw(this.installer, h('p', {class: 'hint'}, t('you.installed')));
    else redraw(this.installer, h('div', {class: 'stack'}, h('p', {class: 'hint'}, t('you.install')),
      install.question && button(t('you.install.do'), () => install.question.prompt())));
  }

  // Links

  async #listLinks() {
    let links;
    try {
      ({links} = await (await api.send('GET', `${api.base}/links`)).json());
    } catch (refusal) {
      return redraw(this.links, h('p', {class: 'trouble'}, refusal.words ?? ''));
    }
    const facts = ({kind, created, current: isHere}) =>
      [t(`links.${kind}.what`), created && day(created), isHere && t('links.this')];
    redraw(this.links, h('ul', {class: 'entries'}, links.map(link => h('li', {class: 'entry'},
      h('span', {}, h('strong', {dir: 'auto'}, link.label || t(`links.${link.kind}`)),
        h('small', {}, facts(link).filter(Boolean).join(' · '))),
      link.current ? null : this.#twice(t('links.revoke'), t('links.sure'), async () => {
        await api.send('DELETE', `${api.base}/links/${link.id}`);
        toast(t('links.revoked'));
        this.#listLinks();
      }, {class: 'plain danger'})))),
    h('div', {}, button(t('links.make'), event => this.#makeLink(event.target), 'button', {id: 'make-link'})));
  }

  async #makeLink(button) {
    try {
      const link = await api.makeLink('write', t('links.browser'));
      const address = new URL(link.address, location.href).href;
      await this.#listLinks();
      this.links.append(h('div', {class: 'note-box stack'}, h('p', {}, t('links.made')),
        qrCode(address, t('phone.move.code')) ?? '',
        addressField('new-link', t('links.address'), address, t('copy'), t('copied'))));
    } catch (refusal) {
      button.after(h('p', {class: 'trouble', role: 'alert'}, refusal.words ?? refusal.message));
    }
  }

  // Everything that is kept

  /** A button that must be tapped twice. */
  #twice(text, sure, run, properties) {
    let isSure = false;
    const button = h('button', {type: 'button', class: 'button danger', ...properties, onclick: async () => {
      if (!isSure) {
        isSure = true;
        button.textContent = sure;
        button.classList.add('sure');
        return;
      }
      try {
        await run();
      } catch (refusal) {
        button.after(h('p', {class: 'trouble', role: 'alert'}, refusal.words ?? refusal.message));
      }
    }, onblur: () => {
      isSure = false;
      button.textContent = text;
      button.classList.remove('sure');
    }}, text);
    return button;
  }

  #erase() {
    return h('div', {class: 'stack erase-all'}, h('p', {class: 'hint'}, t('you.erase.hint')),
      h('div', {}, this.#twice(t('you.erase'), t('you.erase.sure'), async () => {
        await api.send('DELETE', api.base);
        await forget();
        this.dispatchEvent(new CustomEvent('erased', {bubbles: true}));
      }, {id: 'erase'})));
  }
}

customElements.define('you-view', YouView);
