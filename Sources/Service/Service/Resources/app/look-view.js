// The look: templates and themes as live pictures, photo, variant, clock, widgets and home screen.

import {list} from './api.js';
import {button, card, choice, field, h, toggle} from './dom.js';
import {chooseTemplate, offered} from './looks.js';
import {entries, store} from './store.js';
import {familyOf} from './system.js';
import {thumb} from './thumbs.js';
import {View} from './view.js';
import {named, t} from './words.js';
import './photo-view.js';

const colors = ['black', 'gray', 'white'], homes = ['keep', ...colors, 'color', 'photo'];

/** The kind of the home screen: keep, black, gray, white, color or photo. */
export function homeKind(home) {
  if (!home || home === 'keep') return 'keep';
  if (home.photo) return 'photo';
  if (colors.includes(home.color)) return home.color;
  return home.color ? 'color' : 'theme';
}

/** The photo of a screen with its focus, for another screen. */
function photoOf({photo, set = {}}) {
  return photo && {photo, set: Object.fromEntries(Object.entries(set).filter(([key]) => key.startsWith('photo.')))};
}

class LookView extends View {
  async draw() {
    this.replaceChildren(h('p', {class: 'hint', role: 'status'}, t('look.loading')));
    let templates, themes;
    try {
      [templates, themes] = await Promise.all([list('templates'), list('themes')]);
    } catch (refusal) {
      this.replaceChildren(h('p', {class: 'trouble'}, refusal.words), button(t('again'), () => this.draw()));
      return;
    }
    this.templates = offered.map(name => templates.find(each => each.name === name)).filter(Boolean);
    this.themes = themes;
    this.options = h('div', {class: 'stack'});
    this.home = h('div', {class: 'stack'});
    this.templateRail = this.#rail('template', t('look.templates'), this.templates, chooseTemplate);
    this.themeRail = this.#rail('theme', t('look.themes'), themes, (person, theme) => {
      person.lock.theme = theme.name;
    });
    this.advice = h('div', {class: 'note-box', hidden: true});
    this.replaceChildren(
      card(t('look.templates'), this.templateRail, this.advice), card(t('look.themes'), this.themeRail),
      card(t('photo.title'), h('photo-view', {screen: 'lock'})),
      card(t('look.options'), this.options), card(t('home.title'), this.home));
    this.update();
  }

  /** Scrolls a rail to the chosen picture, unless it is visible. */
  #show(rail) {
    const chosen = rail.querySelector(':checked')?.closest('label')?.getBoundingClientRect();
    const all = rail.getBoundingClientRect();
    if (!chosen || (chosen.left >= all.left && chosen.right <= all.right)) return;
    rail.scrollBy({left: chosen.left + chosen.width / 2 - all.left - all.width / 2});
  }

  #rail(name, title, list, change) {
    return h('fieldset', {class: 'plain-set'}, h('legend', {class: 'hidden-text'}, title),
      h('div', {class: 'rail'}, list.map(each => h('label', {class: 'look'},
        h('input', {
          type: 'radio', name, value: each.name, id: `${name}-${each.name}`,
          onchange: () => store.edit(person => change(person, each)),
        }),
        thumb(person => change(person, each)),
        h('span', {}, named(`${name}.${each.name}`, each.name))))));
  }

  get template() {
    return this.templates.find(each => each.name === (store.person.lock.template ?? 'lock'));
  }

  update() {
    if (!this.options) return;
    const {lock, home} = store.person;
    const theme = lock.theme ?? this.template?.theme ?? 'midnight';
    for (const [name, chosen] of [['template', lock.template ?? 'lock'], ['theme', theme]]) {
      for (const input of this.querySelectorAll(`input[name=${name}]`)) input.checked = input.value === chosen;
    }
    if (this.shown !== `${lock.template} ${theme}`) {
      this.shown = `${lock.template} ${theme}`;
      for (const rail of this.querySelectorAll('.rail')) this.#show(rail);
    }
    this.#advise();
    const state = JSON.stringify([lock.variant, lock.widgets, lock.clock, home, store.person.device]);
    if (state === this.state) return;
    this.state = state;
    this.#drawOptions();
    this.#drawHome();
  }

  /** Says when the chosen template has nothing to show. */
  #advise() {
    const isEmpty = kind => !entries(kind).length && !(kind === 'events' && entries('sources').length);
    const missing = (this.template?.needs ?? []).find(isEmpty);
    this.advice.hidden = !missing;
    if (!missing || this.missing === missing) return;
    this.missing = missing;
    this.advice.replaceChildren(h('p', {}, t(`look.needs.${missing}`)), h('button', {
      type: 'button', class: 'short', onclick: () => {
        sessionStorage.setItem('wallfarm.open', missing);
        this.go('notes');
      },
    }, t('look.add')));
  }

  #drawOptions() {
    const {lock} = store.person, isApple = familyOf(store.person.device) === 'apple';
    const set = (key, value) => store.edit(person => {
      if (value === undefined) delete person.lock[key];
      else person.lock[key] = value;
    });
    const auto = value => value === 'auto' || value === 'standard' ? undefined : value;
    this.#swap(this.options,
      choice('variant', t('look.variant'), ['auto', 'light', 'dark'].map(each => [each, t(`variant.${each}`)]),
        lock.variant ?? 'auto', value => set('variant', auto(value))),
      isApple && choice('clock', t('look.clock'),
        ['standard', 'large', 'compact'].map(each => [each, t(`clock.${each}`)]), lock.clock ?? 'standard',
        value => set('clock', auto(value)), t('look.clock.hint')),
      isApple && toggle('widgets', t('look.widgets'), lock.widgets !== false,
        value => set('widgets', value ? undefined : false)));
  }

  #drawHome() {
    const kind = homeKind(store.person.home);
    const set = value => store.edit(person => { person.home = value; });
    const choose = value => {
      if (value === 'keep') set('keep');
      else if (value === 'photo') set(photoOf(store.person.lock) ?? {color: 'black'});
      else set({color: value === 'color' ? '#1f56c4' : value});
      this.wantsPhoto = value === 'photo';
      this.state = null;
      this.update();
    };
    const shown = this.wantsPhoto ? 'photo' : kind;
    this.#swap(this.home,
      choice('home', t('home.what'), homes.map(each => [each, t(`home.${each}`)]), shown, choose,
        shown === 'keep' ? t('home.keep.hint') : null),
      shown === 'color' && field('home-color-pick', t('home.color.pick'), h('input', {
        type: 'color', id: 'home-color-pick', value: store.person.home.color,
        oninput: event => set({color: event.target.value}),
      })),
      shown === 'photo' && h('photo-view', {screen: 'home'}));
  }

  #swap(root, ...children) {
    const id = root.contains(document.activeElement) ? document.activeElement.id : '';
    // A color field and a photo that are in use stay, because drawing them again would close them.
    if (id === 'home-color-pick' && children.some(child => child)) return;
    root.replaceChildren(...children.filter(Boolean));
    if (id) document.getElementById(id)?.focus({preventScroll: true});
  }
}

customElements.define('look-view', LookView);
