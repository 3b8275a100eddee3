// The notes: typed, ticked, moved, pasted as a list, and deleted with an undo.

import {list} from './api.js';
import {button, h, icon, iconButton, redraw, say, toast} from './dom.js';
import {lookHint} from './look-hint.js';
import {newID, same} from './merge.js';
import {store} from './store.js';
import {View} from './view.js';
import {t} from './words.js';
import './content-view.js';

const bullet = /^\s*(?:[-*•‣◦–]\s+)?(?:\[( |x|X|✓)\]\s*)?(?:[☐☑✓]\s*)?(?:\d{1,3}[.)]\s+)?/;

/** The notes of a pasted text: a line each, without bullets, numbers and boxes. */
export function pasted(text) {
  return text.split(/\r\n|\r|\n/).map(line => {
    const [mark, box] = line.match(bullet);
    const note = {text: line.slice(mark.length).trim()};
    if (/[xX✓]/.test(box ?? '') || /[☑✓]/.test(mark)) note.done = true;
    return note;
  }).filter(note => note.text);
}

const grow = area => {
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight}px`;
};

class NotesView extends View {
  rows = new Map();

  draw() {
    if (store.person.notes.some(note => !note.text.trim())) {
      store.edit(person => { person.notes = person.notes.filter(note => note.text.trim()); });
    }
    this.list = h('ol', {class: 'notes', 'aria-label': t('notes.title')});
    this.empty = h('p', {class: 'hint empty-list'}, t('notes.empty'));
    this.replaceChildren(
      this.hint = h('div', {class: 'stack', hidden: true}), h('section', {class: 'card flush'}, this.empty, this.list,
        button([icon('add'), t('notes.add')], () => this.add(), 'add', {id: 'add-note'})),
      h('content-view'));
    list('templates').then(templates => {
      this.templates = templates;
      this.update();
    }, () => {});
    this.on(window, 'resize', () => { for (const row of this.rows.values()) grow(row.area); });
  }

  update() {
    const notes = store.person.notes;
    this.empty.hidden = notes.length > 0;
    this.#advise();
    for (const [id, row] of this.rows) {
      if (notes.some(note => note.id === id)) continue;
      row.item.remove();
      this.rows.delete(id);
    }
    notes.forEach((note, index) => {
      const row = this.rows.get(note.id) ?? this.#row(note.id);
      if (row.area.value !== note.text) row.area.value = note.text;
      row.box.checked = Boolean(note.done);
      row.item.classList.toggle('done', Boolean(note.done));
      row.area.setAttribute('aria-label', t('notes.label', {number: index + 1}));
      row.box.setAttribute('aria-label', t('notes.done', {note: note.text || String(index + 1)}));
      row.up.disabled = index === 0;
      row.down.disabled = index === notes.length - 1;
      // Move only rows in other places, because a moved field loses its focus.
      if (this.list.children[index] !== row.item) this.list.insertBefore(row.item, this.list.children[index] ?? null);
      if (!same(row.width, row.area.clientWidth) || row.text !== note.text) grow(row.area);
      [row.width, row.text] = [row.area.clientWidth, note.text];
    });
  }

  /** Says when the chosen look shows no notes. */
  #advise() {
    const look = store.person.lock.template;
    if (!this.templates || this.look === look) return;
    this.look = look;
    redraw(this.hint, lookHint('notes', this.templates, t('notes.hidden')));
    this.hint.hidden = !this.hint.firstChild;
  }

  #row(id) {
    const area = h('textarea', {
      rows: 1, dir: 'auto', id: `note-${id}`, maxLength: 2000, enterKeyHint: 'next', autocapitalize: 'sentences',
      placeholder: store.person.notes.length < 2 ? t('notes.placeholder') : t('notes.add'),
      oninput: () => this.#change(id, note => { note.text = area.value.replace(/\n/g, ' '); }),
      onbeforeinput: event => {
        const left = area.value.length - (area.selectionEnd - area.selectionStart);
        if (left + (event.data?.length ?? 0) > area.maxLength) toast(t('notes.long'));
      },
      onkeydown: event => this.#key(event, id), onpaste: event => this.#paste(event, id),
    });
    const box = h('input', {type: 'checkbox', onchange: () => this.#change(id, note => { note.done = box.checked; })});
    const up = iconButton('up', t('notes.up'), () => this.move(id, -1));
    const down = iconButton('down', t('notes.down'), () => this.move(id, 1));
    const tools = h('div', {class: 'tools', hidden: true}, up, down,
      iconButton('bin', t('notes.delete'), () => this.erase(id)));
    const grip = iconButton('grip', t('notes.move'), () => {
      if (!grip.dragged) tools.hidden = !tools.hidden;
      grip.dragged = false;
      grip.setAttribute('aria-expanded', String(!tools.hidden));
    }, {class: 'round grip', 'aria-expanded': 'false', onkeydown: event => this.#gripKey(event, id)});
    const item = h('li', {class: 'note'}, h('label', {class: 'tick'}, box), area,
      iconButton('close', t('notes.delete'), () => this.erase(id), {class: 'round erase'}), grip, tools);
    const row = {item, area, box, up, down, grip};
    this.#drag(grip, item, id);
    this.rows.set(id, row);
    return row;
  }

  #change(id, change) {
    store.edit(person => {
      const note = person.notes.find(each => each.id === id);
      if (note) change(note);
    });
  }

  /** Adds a note after `after`, or at the end, and types in it. */
  add(after) {
    const empty = store.person.notes.find(note => !note.text.trim());
    if (empty && !after) return this.rows.get(empty.id).area.focus();
    const id = newID();
    store.edit(person => {
      const place = after ? person.notes.findIndex(note => note.id === after) + 1 : person.notes.length;
      person.notes.splice(place, 0, {id, text: ''});
    });
    this.rows.get(id).area.focus();
  }

  erase(id, isQuiet = false) {
    const index = store.person.notes.findIndex(note => note.id === id), note = store.person.notes[index];
    if (!note) return;
    const neighbor = store.person.notes[index - 1] ?? store.person.notes[index + 1];
    store.edit(person => { person.notes = person.notes.filter(each => each.id !== id); });
    const area = neighbor && this.rows.get(neighbor.id)?.area;
    if (isQuiet && area) {
      area.focus();
      area.setSelectionRange(area.value.length, area.value.length);
    } else if (!isQuiet) this.querySelector('#add-note').focus({preventScroll: true});
    if (!note.text.trim()) return;
    say(t('notes.deleted'));
    toast(t('notes.deleted'), t('undo'), () => store.edit(person => { person.notes.splice(index, 0, note); }));
  }

  move(id, step) {
    const index = store.person.notes.findIndex(note => note.id === id), place = index + step;
    if (place < 0 || place >= store.person.notes.length) return;
    const focused = document.activeElement;
    store.edit(person => person.notes.splice(place, 0, ...person.notes.splice(index, 1)));
    focused?.focus({preventScroll: true});
    if (focused?.disabled) this.rows.get(id).grip.focus();
    say(t('notes.moved', {number: place + 1}));
  }

  #key(event, id) {
    // Enter also confirms the words of an input method, for example in Japanese.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (event.target.value.trim()) this.#split(event.target, id);
    } else if (event.key === 'Backspace' && !event.target.value) {
      event.preventDefault();
      this.erase(id, true);
    } else if (event.altKey && ['ArrowUp', 'ArrowDown'].includes(event.key)) {
      event.preventDefault();
      this.move(id, event.key === 'ArrowUp' ? -1 : 1);
    }
  }

  /** Enter in the middle of a note makes two of it. */
  #split(area, id) {
    const before = area.value.slice(0, area.selectionStart), after = area.value.slice(area.selectionEnd);
    if (!before.trim() || !after.trim()) return this.add(id);
    this.#change(id, note => { note.text = before.trimEnd(); });
    this.add(id);
    const made = store.person.notes[store.person.notes.findIndex(note => note.id === id) + 1];
    this.#change(made.id, note => { note.text = after.trimStart(); });
    this.rows.get(made.id).area.setSelectionRange(0, 0);
  }

  #paste(event, id) {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const notes = pasted(text);
    if (!/[\r\n]/.test(text.trim()) && notes.length < 2) return;
    event.preventDefault();
    const made = notes.map(note => ({...note, id: newID()}));
    if (!made.length) return;
    store.edit(person => {
      const index = person.notes.findIndex(note => note.id === id), note = person.notes[index];
      const isEmpty = !note.text.trim();
      person.notes.splice(isEmpty ? index : index + 1, isEmpty ? 1 : 0, ...made);
    });
    this.rows.get(made.at(-1).id)?.area.focus();
    say(t('notes.pasted', {count: made.length}));
  }

  #gripKey(event, id) {
    if (!['ArrowUp', 'ArrowDown'].includes(event.key)) return;
    event.preventDefault();
    this.move(id, event.key === 'ArrowUp' ? -1 : 1);
  }

  /** Drags a note by its handle. The order changes while the note passes others. */
  #drag(grip, item, id) {
    let start = null;
    grip.addEventListener('pointerdown', event => {
      if (event.button) return;
      start = event.clientY;
      grip.dragged = false;
      grip.setPointerCapture(event.pointerId);
    });
    grip.addEventListener('pointermove', event => {
      if (start === null) return;
      if (!grip.dragged && Math.abs(event.clientY - start) < 6) return;
      grip.dragged = true;
      item.classList.add('lifted');
      item.style.translate = `0 ${event.clientY - start}px`;
      const top = item.getBoundingClientRect().top + item.offsetHeight / 2;
      for (const [step, other] of [[-1, item.previousElementSibling], [1, item.nextElementSibling]]) {
        const box = other?.getBoundingClientRect(), middle = box && box.top + box.height / 2;
        if (!box || (step < 0 ? top > middle : top < middle)) continue;
        start += step * box.height;
        const index = store.person.notes.findIndex(note => note.id === id);
        store.edit(person => person.notes.splice(index + step, 0, ...person.notes.splice(index, 1)));
        if (!grip.hasPointerCapture(event.pointerId)) grip.setPointerCapture(event.pointerId);
        item.style.translate = `0 ${event.clientY - start}px`;
        break;
      }
    });
    const end = event => {
      start = null;
      item.classList.remove('lifted');
      item.style.translate = '';
      if (event.type === 'pointercancel') grip.dragged = false;
    };
    grip.addEventListener('pointerup', end);
    grip.addEventListener('pointercancel', end);
  }
}

customElements.define('notes-view', NotesView);
