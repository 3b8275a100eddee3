// Elements, icons, and rendering that keeps the focus.

const SVG = 'http://www.w3.org/2000/svg';

/** Creates an element. Properties that begin with `on` are listeners; null and false children are left out. */
export function h(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith('on')) made.addEventListener(key.slice(2), value);
    else if (key === 'class') made.className = value;
    else if (key === 'data') Object.assign(made.dataset, value);
    else if (key in made && !key.startsWith('aria') && key !== 'list') made[key] = value;
    else made.setAttribute(key, value === true ? '' : value);
  }
  made.append(...children.flat(9).filter(child => child !== null && child !== undefined && child !== false));
  return made;
}

const paths = {
  notes: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  look: 'M12 3a9 9 0 1 0 0 18c1.4 0 2-.9 2-1.8 0-1.3-1-1.6-1-2.7 0-.9.7-1.5 1.7-1.5H17a4 4 0 0 0 4-4'
    + 'c0-4.4-4-8-9-8ZM7.5 11.5h.01M10.5 7.5h.01M15 7.5h.01',
  phone: 'M8 2.5h8a2 2 0 0 1 2 2v15a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2v-15a2 2 0 0 1 2-2ZM10.5 18.5h3',
  you: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM4.5 20.5c.8-3.6 3.8-5.5 7.5-5.5s6.700 1.900 7.500 5.500',
  add: 'M12 5v14M5 12h14',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  grip: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  bin: 'M5 7h14M10 7V4.500h4V7M7 7l.8 12.500h8.400L17 7M10.500 11v5M13.500 11v5',
  share: 'M12 15V3.500M8 7l4-4 4 4M7 11H5.500v9.500h13V11H17',
  copy: 'M9 9h10.500v11.500H9zM15 9V3.500H4.500V15H9',
  camera: 'M4 8h3l1.500-2.500h7L17 8h3v11.500H4zM12 16.800a3.300 3.300 0 1 0 0-6.600 3.300 3.300 0 0 0 0 6.600Z',
  photo: 'M4 5h16v14H4zM4 16l4.500-4.500L13 16l2.500-2.500L20 17M15.500 9h.01',
  expand: 'M9 4H4v5M15 4h5v5M9 20H4v-5M15 20h5v-5',
  play: 'M7 4.500v15l12-7.500z',
  lock: 'M6 11h12v9.500H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
};

export function icon(name) {
  const made = document.createElementNS(SVG, 'svg'), path = document.createElementNS(SVG, 'path');
  made.setAttribute('viewBox', '0 0 24 24');
  made.setAttribute('aria-hidden', 'true');
  made.setAttribute('class', 'icon');
  path.setAttribute('d', paths[name]);
  made.append(path);
  return made;
}

/** A button with an icon and no visible text. */
export const iconButton = (name, label, onclick, properties = {}) =>
  h('button', {type: 'button', class: 'round', 'aria-label': label, title: label, onclick, ...properties}, icon(name));

/** A button with text; `look` is its class. */
export const button = (text, onclick, look = 'button', properties = {}) =>
  h('button', {type: 'button', class: look, onclick, ...properties}, text);

/** Replaces the children of `root`; the element with the same `id` has the focus again afterwards. */
export function redraw(root, ...children) {
  const held = root.contains(document.activeElement) ? document.activeElement : null;
  const id = held?.id, caret = held?.selectionStart;
  root.replaceChildren(...children.flat(9).filter(Boolean));
  if (!id) return;
  const again = document.getElementById(id);
  again?.focus({preventScroll: true});
  if (typeof caret === 'number' && again?.setSelectionRange) {
    try { again.setSelectionRange(caret, caret); } catch { /* fields of numbers and dates have no caret */ }
  }
}

/** A group of radio buttons that looks like one control. */
export function choice(name, label, options, chosen, onchange, hint = null) {
  return h('fieldset', {class: 'choice'},
    h('legend', {}, label),
    h('div', {class: 'segments'}, options.map(([value, text]) => h('label', {},
      h('input', {
        type: 'radio', name, value, id: `${name}-${value}`, checked: value === chosen,
        onchange: () => onchange(value),
      }), h('span', {}, text)))),
    hint && h('p', {class: 'hint'}, hint));
}

/** A switch with its label. */
export const toggle = (id, label, checked, onchange) => h('label', {class: 'toggle', for: id},
  h('span', {}, label),
  h('input', {id, type: 'checkbox', role: 'switch', checked, onchange: event => onchange(event.target.checked)}));

export const field = (id, label, control, hint = null) => h('div', {class: 'field'},
  h('label', {for: id}, label), control, hint && h('p', {class: 'hint'}, hint));

export const card = (title, ...children) => h('section', {class: 'card'}, title && h('h2', {}, title), children);

/** Says `text` to people who use a screen reader. */
export function say(text) {
  const region = document.getElementById('live');
  region.textContent = '';
  requestAnimationFrame(() => { region.textContent = text; });
  clearTimeout(region.timer);
  region.timer = setTimeout(() => { region.textContent = ''; }, 10000);
}

let lastToast = 0;

/** Hides the message, which belongs to the view that showed it. */
export function hideToast() {
  lastToast++;
  document.getElementById('toast').replaceChildren();
}

/** Shows a short message with an optional action at the foot of the page. */
export function toast(text, action, run) {
  const place = document.getElementById('toast'), number = ++lastToast;
  const hide = () => { if (number === lastToast) place.replaceChildren(); };
  place.replaceChildren(h('div', {class: 'toast'}, h('span', {}, text),
    action && h('button', {type: 'button', class: 'plain', onclick: () => { hide(); run(); }}, action)));
  setTimeout(hide, action ? 8000 : 4000);
}

/** A field that shows an address, with a button that copies it. */
export const addressField = (id, label, address, copy, done) => [
  h('input', {
    type: 'text', id, readOnly: true, dir: 'ltr', value: address, 'aria-label': label,
    onfocus: event => event.target.select(),
  }),
  h('div', {class: 'row'}, copyButton(copy, done, () => address)),
];

/** A button that copies `text()`. */
export function copyButton(label, done, text, properties = {}) {
  const words = h('span', {}, label);
  return h('button', {
    type: 'button', class: 'short', ...properties, onclick: async () => {
      try {
        await navigator.clipboard.writeText(text());
      } catch {
        const area = h('textarea', {class: 'hidden-text', value: text()});
        document.body.append(area);
        area.select();
        document.execCommand('copy');
        area.remove();
      }
      words.textContent = done;
      say(done);
      setTimeout(() => { words.textContent = label; }, 2000);
    },
  }, icon('copy'), words);
}
