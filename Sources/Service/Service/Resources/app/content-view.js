// Other content than notes: dates, habits, a calendar and words.

import {list} from './api.js';
import {field, h, icon, iconButton, redraw, toast} from './dom.js';
import {editContent, entries, store} from './store.js';
import {lookHint} from './look-hint.js';
import {View} from './view.js';
import {day, moment, t} from './words.js';

const isoDay = (date = new Date()) =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(part => String(part).padStart(2, '0')).join('-');
const kinds = ['dates', 'habits', 'events', 'text'];

class ContentView extends View {
  templates = [];

  async draw() {
    this.parts = kinds.map(kind => {
      const body = h('div', {class: 'stack'}), count = h('span', {class: 'count'});
      const part = h('details', {class: 'card fold', open: this.isOpen(kind)},
        h('summary', {}, h('span', {}, t(`content.${kind}`)), count, icon('down')), body);
      return {kind, body, count, part};
    });
    this.replaceChildren(h('h2', {class: 'group'}, t('content.title')), ...this.parts.map(({part}) => part));
    this.templates = await list('templates').catch(() => []);
    this.update();
  }

  isOpen(kind) {
    return sessionStorage.getItem('wallfarm.open') === kind;
  }

  update() {
    for (const {kind, body, count} of this.parts ?? []) {
      const found = entries(kind).length + (kind === 'events' ? entries('sources').length : 0);
      count.textContent = found ? found.toLocaleString() : '';
      const state = JSON.stringify([this.store(kind), store.person.lock.template, this.templates.length]);
      if (body.state === state) continue;
      // A field that is being typed in stays as it is: it already shows what its edit has changed.
      const focused = document.activeElement;
      const isTyping = focused.matches('input[type=text], textarea') && body.contains(focused);
      if (body.state && isTyping && body.count === found) {
        body.state = state;
        continue;
      }
      [body.state, body.count] = [state, found];
      redraw(body, this[kind](), entries(kind).length ? lookHint(kind, this.templates, t('content.hidden')) : '');
    }
  }

  store(kind) {
    return kind === 'events' ? [entries('events'), entries('sources'), store.sources] : entries(kind);
  }

  // Dates

  dates() {
    const list = entries('dates'), added = h('form', {
      class: 'adder', onsubmit: event => {
        event.preventDefault();
        const [title, date] = ['date-title', 'date-day'].map(id => added.querySelector(`#${id}`).value.trim());
        if (!title || !date) return;
        editContent('dates', dates => [...dates, {title, date}]);
        document.getElementById('date-title')?.focus();
      },
    }, textField('date-title', t('dates.name'), t('dates.example')),
    field('date-day', t('dates.day'), h('input', {type: 'date', id: 'date-day', required: true})),
    h('button', {type: 'submit', class: 'button'}, t('dates.add')));
    return [h('ul', {class: 'entries'}, list.map((each, index) => h('li', {class: 'entry'},
      h('span', {dir: 'auto'}, h('strong', {}, each.title), h('small', {}, day(each.date))),
      iconButton('bin', t('dates.remove', {title: each.title}), () => this.#remove('dates', index))))), added];
  }

  #remove(kind, index) {
    const removed = entries(kind)[index];
    editContent(kind, list => list.filter((_, place) => place !== index));
    toast(t('removed'), t('undo'), () => editContent(kind, list => list.toSpliced(index, 0, removed)));
  }

  // Habits

  habits() {
    const days = Array.from({length: 5}, (_, index) => {
      const date = new Date();
      date.setDate(date.getDate() - 4 + index);
      return date;
    });
    const added = h('form', {
      class: 'adder two', onsubmit: event => {
        event.preventDefault();
        const input = added.querySelector('input');
        if (!input.value.trim()) return;
        editContent('habits', habits => [...habits, {name: input.value.trim(), days: []}]);
        document.getElementById('habit-name')?.focus();
      },
    }, textField('habit-name', t('habits.name'), t('habits.example')),
    h('button', {type: 'submit', class: 'button'}, t('habits.add')));
    return [h('ul', {class: 'entries'}, entries('habits').map((habit, index) => h('li', {class: 'habit'},
      h('div', {class: 'entry'}, h('strong', {dir: 'auto'}, habit.name),
        iconButton('bin', t('habits.remove', {name: habit.name}), () => this.#remove('habits', index))),
      h('div', {class: 'days', role: 'group', 'aria-label': habit.name}, days.map(date => {
        const value = isoDay(date), isDone = habit.days.includes(value), locale = document.documentElement.lang;
        return h('button', {
          type: 'button', class: 'day', id: `habit-${index}-${value}`, 'aria-pressed': String(isDone),
          'aria-label': date.toLocaleDateString(locale, {weekday: 'long', day: 'numeric', month: 'long'}),
          onclick: () => editContent('habits', habits => habits.map((each, place) => place !== index ? each
            : {...each, days: isDone ? each.days.filter(one => one !== value) : [...each.days, value].sort()})),
        }, h('small', {}, date.toLocaleDateString(locale, {weekday: 'short'})), h('b', {}, String(date.getDate())));
      }))))), added];
  }

  // Calendar

  events() {
    const sources = entries('sources').map(each => typeof each === 'string' ? {url: each} : each);
    const count = entries('events').length;
    const trouble = h('p', {class: 'trouble', id: 'calendar-trouble', role: 'alert', hidden: true});
    const file = h('input', {
      type: 'file', id: 'calendar-file', accept: '.ics,text/calendar', class: 'hidden-text', onchange: async () => {
        if (!file.files[0]) return;
        trouble.hidden = true;
        try {
          await store.importCalendar(await file.files[0].text());
        } catch (refusal) {
          document.getElementById('calendar-trouble').textContent = refusal.words ?? refusal.message;
          document.getElementById('calendar-trouble').hidden = false;
        }
      },
    });
    const added = h('form', {
      class: 'adder two', onsubmit: event => {
        event.preventDefault();
        const url = added.querySelector('input').value.trim();
        if (!url) return;
        trouble.hidden = true;
        store.attempt(person => {
          (person.content ??= {}).sources = [...entries('sources'), {url, minutes: 60}];
        }).then(() => { added.querySelector('input').value = ''; }, refusal => {
          document.getElementById('calendar-url').value = url;
          document.getElementById('calendar-trouble').textContent = refusal.words ?? refusal.message;
          document.getElementById('calendar-trouble').hidden = false;
        });
      },
    }, field('calendar-url', t('calendar.url'), h('input', {
      type: 'url', id: 'calendar-url', placeholder: 'webcal://', autocomplete: 'off', required: true, dir: 'ltr',
      pattern: '(https|webcal)://.+',
    }), t('calendar.url.hint')), h('button', {type: 'submit', class: 'button'}, t('calendar.add')));
    return [
      h('ul', {class: 'entries'}, sources.map((source, index) => h('li', {class: 'entry'},
        h('span', {}, h('strong', {dir: 'ltr'}, host(source.url)), this.#state(source)),
        iconButton('bin', t('calendar.remove'), () => this.#remove('sources', index)))),
      count > 0 && h('li', {class: 'entry'}, h('strong', {}, t('calendar.events', {count})),
        iconButton('bin', t('calendar.clear'), () => {
          const removed = entries('events');
          editContent('events', () => []);
          toast(t('removed'), t('undo'), () => editContent('events', () => removed));
        }))),
      added, h('div', {}, file, h('label', {for: 'calendar-file', class: 'button'}, t('calendar.file')),
        h('p', {class: 'hint'}, t('calendar.file.hint'))), trouble];
  }

  #state({url}) {
    const found = store.sources.find(each => each.host === host(url));
    if (!found) return null;
    const text = found.asOf ? t('calendar.read', {time: moment(found.asOf)}) : '';
    return h('small', {}, found.error ? t('calendar.failed') : text);
  }

  // Words

  text() {
    const [words = {}] = entries('text').map(each => typeof each === 'string' ? {message: each} : each);
    const change = (key, value) => editContent('text', list => {
      const made = {...(typeof list[0] === 'object' ? list[0] : {message: list[0] ?? ''}), [key]: value};
      if (!made.source) delete made.source;
      return made.message ? [made, ...list.slice(1)] : list.slice(1);
    });
    const source = h('input', {
      type: 'text', id: 'text-source', dir: 'auto', value: words.source ?? '', maxLength: 400,
      oninput: event => change('source', event.target.value),
    });
    return [
      field('text-message', t('text.message'), h('textarea', {
        id: 'text-message', dir: 'auto', rows: 3, value: words.message ?? '', maxLength: 4000,
        placeholder: t('text.example'), oninput: event => change('message', event.target.value),
      })),
      field('text-source', t('text.source'), source)];
  }
}

const textField = (id, label, placeholder) => field(id, label,
  h('input', {type: 'text', id, dir: 'auto', maxLength: 400, required: true, placeholder}));

function host(url) {
  try {
    return new URL(url.replace(/^webcal:/, 'https:')).hostname;
  } catch {
    return url;
  }
}

customElements.define('content-view', ContentView);
