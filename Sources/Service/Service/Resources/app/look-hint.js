// Says which looks show a kind of content, if the chosen one does not.

import {button, h, toast} from './dom.js';
import {chooseTemplate, offered} from './looks.js';
import {store} from './store.js';
import {named, t} from './words.js';

/** A box with buttons for the looks that show `kind`, or null if it is already shown. */
export function lookHint(kind, templates, text) {
  const chosen = store.person.lock.template ?? 'lock';
  const shown = templates.find(each => each.name === chosen)?.content ?? [kind];
  if (shown.includes(kind)) return null;
  const others = templates.filter(each => offered.includes(each.name) && each.content.includes(kind));
  return h('div', {class: 'note-box'}, h('p', {}, text), h('div', {class: 'row'}, others.slice(0, 3).map(template => {
    const look = named(`template.${template.name}`, template.name);
    return button(t('content.show', {look}), () => {
      store.edit(person => chooseTemplate(person, template));
      toast(t('content.chosen', {look}));
    }, 'short');
  })));
}
