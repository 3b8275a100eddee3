// The first run: confirm the screen, type a note, choose a look.

import {list} from './api.js';
import {h} from './dom.js';
import {newID} from './merge.js';
import {chooseTemplate} from './looks.js';
import {set} from './kept.js';
import {ownZone} from './you-view.js';
import {store} from './store.js';
import {thumb} from './thumbs.js';
import {View} from './view.js';
import {named, pictureLanguage, t} from './words.js';
import './screen.js';
import {pasted} from './notes-view.js';

/** The looks of the last step. */
const looks = [
  ['lock', 'midnight'], ['lock', 'paper'], ['lock', 'fog'], ['lock', 'dawn'], ['banner', 'poster'], ['lock', 'gelato'],
  ['lock', 'forest'], ['lock', 'folio'], ['lock', 'noor'],
];

class FirstRun extends View {
  step = 0;

  draw() {
    this.heading = h('h2', {tabIndex: -1});
    this.body = h('div', {class: 'stack'});
    this.next = h('button', {type: 'button', id: 'first-next', class: 'button first', onclick: () => this.#forward()});
    this.back = h('button', {type: 'button', class: 'plain', onclick: () => this.#show(this.step - 1)}, t('back'));
    this.place = h('p', {class: 'hint'});
    this.replaceChildren(h('section', {class: 'card first-card'}, this.place, this.heading, this.body,
      h('div', {class: 'row spread'}, this.next, this.back)));
    this.#show(0);
  }

  #show(step) {
    this.step = step;
    this.place.textContent = t('first.step', {number: step + 1, of: 3});
    this.heading.textContent = t(`first.${step + 1}.title`);
    this.next.textContent = t(step === 2 ? 'first.done' : 'next');
    this.back.hidden = step === 0;
    const part = [this.#screen, this.#note, this.#look][step].call(this);
    this.body.replaceChildren(h('p', {class: 'lead'}, t(`first.${step + 1}`)), part);
    this.update();
    if (step === 1) this.body.querySelector('textarea').focus();
    else if (step) this.heading.focus({preventScroll: true});
    scrollTo(0, 0);
  }

  update() {
    const ready = [this.device, store.person.notes.some(note => note.text.trim()), true][this.step];
    this.next?.setAttribute('aria-disabled', String(!ready));
  }

  #screen() {
    return h('screen-choice', {chosen: this.device ?? null, known: store.person.device ?? null, onchoose: event => {
      this.device = event.detail;
      this.update();
    }});
  }

  #note() {
    return h('div', {class: 'field'}, h('label', {for: 'first-note', class: 'hidden-text'}, t('first.2.title')),
      h('textarea', {
        id: 'first-note', rows: 4, dir: 'auto', placeholder: t('first.example'),
        value: store.person.notes.map(note => note.text).join('\n'),
        oninput: event => {
          const notes = pasted(event.target.value);
          store.edit(person => {
            person.notes = notes.map((note, index) => ({...note, id: person.notes[index]?.id ?? newID()}));
          });
        },
      }), h('p', {class: 'hint'}, t('first.lines')));
  }

  #look() {
    const rail = h('div', {class: 'rail wrapped'});
    list('templates').then(templates => rail.append(...looks.map(([name, theme]) => {
      const template = templates.find(each => each.name === name);
      if (!template) return '';
      const change = person => {
        chooseTemplate(person, template);
        person.lock.theme = theme;
      };
      return h('label', {class: 'look'}, h('input', {
        type: 'radio', name: 'first-look', value: `${name}-${theme}`, id: `first-${name}-${theme}`,
        checked: store.person.lock.theme === theme, onchange: () => store.edit(change),
      }), thumb(change), h('span', {}, named(`theme.${theme}`, theme)));
    }))).catch(() => {});
    return h('fieldset', {class: 'plain-set'}, h('legend', {class: 'hidden-text'}, t('first.3.title')), rail);
  }

  #forward() {
    if (this.next.getAttribute('aria-disabled') === 'true') return;
    if (this.step === 0) {
      store.edit(person => {
        person.device = this.device;
        person.zone ??= ownZone();
        person.language ??= pictureLanguage();
        person.home ??= 'keep';
      });
    }
    if (this.step < 2) return this.#show(this.step + 1);
    set({started: true});
    this.go('phone');
  }
}

customElements.define('first-run', FirstRun);
