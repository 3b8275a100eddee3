// Starts the app, and shows its views.

import {base} from './api.js';
import {choose, pictureLanguage, preferred, t} from './words.js';
import {h, hideToast, icon, redraw} from './dom.js';
import {isSecure} from './system.js';
import {previewer} from './preview.js';
import {set, settings, readDraft, forget} from './kept.js';
import {store} from './store.js';
import './lock-screen.js';
import './notes-view.js';
import './look-view.js';
import './phone-view.js';
import {ownZone} from './you-view.js';
import './first-run.js';

const views = ['notes', 'look', 'phone', 'you'];
const root = document.getElementById('app');
let parts = null, view = null;

function draw() {
  document.title = t('app.title');
  const tabs = h('nav', {class: 'tabs', 'aria-label': t('app.views')}, views.map(name => h('a', {
    href: `#${name}`, id: `tab-${name}`, data: {view: name},
  }, icon(name), h('span', {}, t(`${name}.title`)))));
  const title = h('h1', {tabIndex: -1}), status = h('p', {class: 'status', role: 'status'});
  const head = h('header', {class: 'head'}, h('div', {class: 'heading'}, title, status),
    h('live-preview', {quiet: true}));
  const main = h('main', {id: 'main'}), trouble = h('p', {class: 'trouble', role: 'alert', hidden: true});
  const full = h('lock-screen');
  const side = h('aside', {class: 'side', 'aria-label': t('preview.title')}, h('live-preview'),
    h('p', {class: 'hint'}, t('preview.hint')));
  root.replaceChildren(h('a', {class: 'skip', href: '#main', onclick: event => {
    event.preventDefault();
    title.focus();
  }}, t('app.skip')), tabs, h('div', {class: 'column'}, head, trouble, main), side, full);
  parts = {tabs, title, status, main, full, trouble};
  view = null;
}

/** The name of the view in the address, or the first run for a new person. */
function wanted() {
  const isEmpty = !store.person.notes.some(note => note.text.trim()) && !Object.keys(store.person.content ?? {}).length;
  if (!settings.started && (view === 'first' || (isEmpty && view === null))) return 'first';
  const name = location.hash.slice(1);
  return views.includes(name) ? name : 'notes';
}

function show() {
  if (!parts || !store.person) return;
  const name = wanted();
  if (name !== view) {
    const isFirstView = view === null;
    view = name;
    if (document.body.dataset.view !== name) hideToast();
    document.body.dataset.view = name;
    parts.title.textContent = t(`${name}.title`);
    parts.tabs.hidden = name === 'first';
    for (const tab of parts.tabs.children) {
      if (tab.dataset.view === name) tab.setAttribute('aria-current', 'page');
      else tab.removeAttribute('aria-current');
    }
    parts.main.replaceChildren(document.createElement(name === 'first' ? 'first-run' : `${name}-view`));
    scrollTo(0, 0);
    if (!isFirstView && name !== 'first') parts.title.focus({preventScroll: true});
  }
  tell();
  document.body.dataset.ready = 'yes';
}

function tell() {
  const {status, refusal} = store, isRefused = status === 'refused';
  const key = status === 'editing' ? (store.isKnown ? 'saving' : 'saved.here') : status;
  parts.status.textContent = t(`status.${status === 'offline' && refusal?.status ? 'waiting' : key}`);
  parts.status.dataset.state = status;
  parts.trouble.hidden = !isRefused;
  parts.trouble.textContent = isRefused ? refusal.words : '';
  document.body.dataset.saved = String(status === 'saved');
}

/** The page for a link that no longer works. Unsaved notes stay readable. */
function dead(isErased = false) {
  const notes = isErased ? [] : (readDraft()?.person?.notes ?? []).filter(note => note.text.trim());
  redraw(root, h('main', {id: 'main', class: 'dead'},
    h('h1', {tabIndex: -1}, t(isErased ? 'erased.title' : 'dead.title')),
    h('p', {class: 'lead'}, t(isErased ? 'erased' : 'dead')), !isErased && h('p', {}, t('dead.help')),
    notes.length > 0 && h('section', {class: 'card'}, h('h2', {}, t('dead.notes')),
      h('ul', {class: 'plain-list'}, notes.map(note => h('li', {dir: 'auto'}, note.text))),
      h('div', {}, h('button', {type: 'button', class: 'button', onclick: async () => {
        await forget();
        dead();
      }}, t('dead.forget'))))));
  parts = null;
  navigator.serviceWorker?.getRegistration(`${base}/`).then(worker => worker?.unregister()).catch(() => {});
  document.body.dataset.view = 'dead';
  document.body.dataset.ready = 'yes';
  document.title = t('app.title');
  root.querySelector('h1').focus();
}

function failed(refusal) {
  root.replaceChildren(h('main', {id: 'main', class: 'dead'}, h('h1', {}, t('app.failed')),
    h('p', {class: 'lead'}, refusal.words ?? ''),
    h('div', {}, h('button', {type: 'button', class: 'button first', onclick: () => location.reload()}, t('again')))));
  document.body.dataset.ready = 'yes';
}

/** Completes a description that does not say where the person is, and which language they read. */
function detect() {
  const {zone, language} = store.person;
  if (store.status === 'gone' || view === 'first' || (zone && language)) return;
  store.edit(person => {
    person.zone ??= ownZone();
    person.language ??= pictureLanguage();
  });
}

async function begin() {
  document.documentElement.dataset.appearance = settings.appearance ?? 'auto';
  await choose(settings.language ?? preferred());
  store.watch(() => {
    if (store.status === 'gone') {
      if (parts || document.body.dataset.view !== 'dead') dead();
      return;
    }
    if (store.person && !parts) draw();
    show();
  });
  root.addEventListener('open', () => parts.full.open());
  root.addEventListener('go', event => {
    location.hash = event.detail;
    show();
  });
  root.addEventListener('erased', () => {
    store.status = 'gone';
    dead(true);
  });
  root.addEventListener('language', async event => {
    set({language: event.detail});
    await choose(event.detail);
    store.edit(person => { person.language = pictureLanguage(); });
    draw();
    show();
    document.getElementById('language')?.focus();
  });
  addEventListener('hashchange', show);
  // A keyboard takes a large part of the visible height.
  let tallest = 0, width = 0;
  const follow = () => {
    if (visualViewport.width !== width) [tallest, width] = [0, visualViewport.width];
    tallest = Math.max(tallest, visualViewport.height);
    document.body.classList.toggle('typing', visualViewport.height < tallest * 0.75);
  };
  if (window.visualViewport) follow();
  window.visualViewport?.addEventListener('resize', follow);
  try {
    await store.start();
    previewer.start();
    detect();
  } catch (refusal) {
    if (store.status !== 'gone') failed(refusal);
  }
  if (isSecure && 'serviceWorker' in navigator && store.status !== 'gone') {
    navigator.serviceWorker.register(`${base}/worker.js`, {scope: `${base}/`}).catch(() => {});
  }
}

begin();
