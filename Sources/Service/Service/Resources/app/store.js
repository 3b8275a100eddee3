// The description of the person: edits, drafts in this browser, and saving.

import * as api from './api.js';
import {identify, merge, newID, same} from './merge.js';
import {key, readDraft, writeDraft} from './kept.js';

const REFRESH = 30_000; // milliseconds between two reads of the service's version
const AUTOSAVE = 400; // milliseconds without an edit before it is sent
const copy = value => structuredClone(value);

/** A note as the service stores it. */
function storedNote({id, ...note}) {
  const kept = {...note, text: note.text.trim()};
  if (!kept.done) delete kept.done;
  return Object.keys(kept).length === 1 ? kept.text : kept;
}

/** The description as the service stores it: without the ids of notes, and without empty notes. */
export function stored(person) {
  return {...person, notes: (person.notes ?? []).filter(note => note.text.trim()).map(storedNote)};
}

const opened = (person, ...versions) => ({
  ...person, lock: person.lock ?? {},
  notes: identify((person.notes ?? []).map(note => typeof note === 'string' ? {text: note} : note),
    ...versions.map(version => version?.notes ?? [])),
});

/** The parts of a description that the lock screen shows. */
const drawn = ({notes, lock, content, device}) => ({notes, lock, content, device});

class Store extends EventTarget {
  person = null; // with the person's own edits
  base = null; // as the service has it
  tag = null;
  fetched = {};
  changed = 0; // the time at which the service took the last change of this browser
  sources = [];
  warnings = [];
  status = 'saved'; // saved, editing, saving, offline, refused, gone
  refusal = null;
  #sent = []; // versions that were sent and not answered: the service may have them
  #revision = null;
  #isHeld = false; // a calendar is replacing the content, so the service's version is incomplete
  #timer = 0;
  #saving = null;
  #failures = 0;
  #writes = 0; // versions that were read before the latest write are old
  #channel = window.BroadcastChannel ? new BroadcastChannel(key) : null;

  /** Calls `listener` after each change; returns a function that stops this. */
  watch(listener) {
    this.addEventListener('change', listener);
    return () => this.removeEventListener('change', listener);
  }

  get isDirty() { return this.person && !same(stored(this.base ?? {}), stored(this.person)); }
  get isKnown() { return Boolean(this.person?.device); }

  #tell(status, refusal = null) {
    this.status = status;
    this.refusal = refusal;
    this.dispatchEvent(new Event('change'));
  }

  /** Shows the kept draft at once, then reads the current version. */
  async start() {
    this.#adopt();
    this.#channel?.addEventListener('message', () => this.#adopt());
    addEventListener('storage', event => { if (event.key === `${key}.draft`) this.#adopt(); });
    addEventListener('online', () => this.save());
    setInterval(() => {
      if (document.visibilityState === 'visible') this.refresh().catch(() => {});
    }, REFRESH);
    addEventListener('focus', () => this.refresh().catch(() => {}));
    document.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.refresh().catch(() => {});
      else this.save();
    });
    try {
      await this.refresh();
    } catch (refusal) {
      if (!this.person) throw refusal;
    }
    if (this.isDirty) this.save();
  }

  /** Takes the draft that another tab, or an earlier visit, has written. */
  #adopt() {
    const draft = readDraft();
    if (!draft?.person || draft.revision === this.#revision) return;
    this.#revision = draft.revision;
    this.#isHeld = draft.isHeld ?? false;
    this.#sent = draft.sent ?? [];
    Object.assign(this, {person: draft.person, base: draft.base, tag: draft.tag});
    Object.assign(this, {fetched: draft.fetched ?? this.fetched, changed: draft.changed ?? this.changed});
    this.#tell(this.isDirty ? 'editing' : 'saved');
    if (this.isDirty) this.#later(5000); // if the other tab closes, this one saves
  }

  #keep() {
    this.#revision = newID() + Math.random().toString(36).slice(2);
    const {person, base, tag, fetched, changed} = this;
    writeDraft({person, base, tag, fetched, changed, revision: this.#revision, isHeld: this.#isHeld, sent: this.#sent});
    this.#channel?.postMessage('changed');
  }

  /** Reads the service's version, and applies the unsaved edits to it. */
  async refresh() {
    if (this.#saving) return;
    const writes = this.#writes;
    let answer, body;
    try {
      answer = await api.read();
      body = await answer.json();
    } catch (refusal) {
      if (refusal.status === 404 || refusal.status === 410) this.#tell('gone', refusal);
      else if (this.person && this.isDirty) this.#tell('offline', refusal);
      throw refusal;
    }
    if (writes !== this.#writes || this.#saving) return;
    this.#take(body, answer.headers.get('ETag'));
    if (this.isDirty) this.#later(AUTOSAVE);
  }

  #take({person, fetched, sources}, tag) {
    const theirs = opened(person, this.base, ...this.#sent, this.person);
    if (this.#isHeld && this.person) {
      const events = theirs.content?.events;
      this.person = {...this.person, content: {...this.person.content, ...events && {events}}};
      this.#isHeld = false;
    } else {
      this.person = this.person && this.base ? merge(this.base, this.person, theirs) : copy(theirs);
    }
    this.#sent = [];
    Object.assign(this, {base: theirs, tag, fetched: fetched ?? {}, sources: sources ?? []});
    this.#keep();
    this.#tell(this.isDirty ? 'editing' : 'saved');
  }

  /** Changes the description. The edit is kept in this browser at once, and sent soon. */
  edit(change) {
    this.#adopt();
    const person = copy(this.person);
    change(person);
    this.person = person;
    this.#keep();
    this.#failures = 0;
    this.#tell('editing');
    this.#later(AUTOSAVE);
  }

  #later(milliseconds) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.save(), milliseconds);
  }

  /** Sends unsaved edits; returns when the service has them, or has refused them. */
  save() {
    clearTimeout(this.#timer);
    if (!this.person || this.status === 'gone') return Promise.resolve();
    this.#saving ??= this.#send().finally(() => {
      this.#saving = null;
      if (this.status === 'editing' && this.isKnown && !this.#isHeld) this.#later(0);
    });
    return this.#saving;
  }

  async #send() {
    if (!this.isDirty) return this.#tell('saved');
    if (!this.isKnown || this.#isHeld) return;
    const sent = copy(this.person);
    this.#sent = [...this.#sent.slice(-40), {notes: sent.notes}];
    this.#keep();
    this.#tell('saving');
    this.#writes++;
    try {
      const answer = await api.write(stored(sent), this.tag);
      this.warnings = answer.status === 200 ? (await answer.json()).warnings ?? [] : [];
      this.tag = answer.headers.get('ETag') ?? await this.#newTag(sent);
      if (!same(drawn(stored(this.base ?? {})), drawn(stored(sent)))) this.changed = Date.now();
      this.base = {...sent, notes: sent.notes.filter(note => note.text.trim())};
      this.#failures = 0;
      this.#sent = [];
      this.#keep();
      this.#tell(this.isDirty ? 'editing' : 'saved');
    } catch (refusal) {
      await this.#recover(refusal);
    }
  }

  /** The tag of the version that was just written, unless someone has already replaced it. */
  async #newTag(sent) {
    const answer = await api.read(), body = await answer.json();
    this.fetched = body.fetched ?? this.fetched;
    return same(stored(opened(body.person)), stored(sent)) ? answer.headers.get('ETag') : null;
  }

  async #recover(refusal) {
    if (!(refusal instanceof api.Refusal)) throw refusal;
    if (refusal.status === 412 && this.#failures++ < 5) {
      try {
        const answer = await api.read();
        this.#take(await answer.json(), answer.headers.get('ETag'));
        return;
      } catch (other) {
        refusal = other;
      }
    }
    if (refusal.status === 404 || refusal.status === 410) this.#tell('gone', refusal);
    else if (refusal.isTemporary) {
      const wait = Math.max(refusal.wait, Math.min(60, 2 ** this.#failures++));
      this.#tell('offline', refusal);
      this.#later(wait * 1000);
    } else {
      await this.#sendNotes();
      this.#tell('refused', refusal);
    }
  }

  /** Sends the notes without the other edits, so that a refused look or calendar does not hold them back. */
  async #sendNotes() {
    const notes = this.person.notes.filter(note => note.text.trim()), part = stored({...this.base, notes});
    if (same(part.notes, stored(this.base).notes) || same(part, stored(this.person))) return;
    try {
      const answer = await api.write(part, this.tag);
      this.base = {...this.base, notes: copy(notes)};
      this.tag = answer.headers.get('ETag') ?? await this.#newTag(this.base);
      this.#keep();
    } catch { /* the notes are what is refused, or the next attempt sends them */ }
  }

  /** Makes an edit that the service may refuse; in that case, takes it back and throws the refusal. */
  async attempt(change) {
    const before = copy(this.person);
    await this.save();
    this.edit(change);
    const after = this.person;
    await this.save();
    if (this.status !== 'refused') return;
    const {refusal} = this;
    this.edit(person => Object.assign(person, merge(after, person, before)));
    throw refusal;
  }

  /** Replaces the events by those of a calendar file; everything else stays. */
  async importCalendar(text) {
    await this.save();
    this.#isHeld = true;
    this.#keep();
    const send = () => api.send('PUT', `${api.base}/content`, {body: text, headers: {'Content-Type': 'text/calendar'}});
    try {
      await send().catch(async refusal => {
        if (!['no-content', 'no-notes'].includes(refusal.code)) throw refusal;
        // The look needs other content than events, so another look stands in for it until the events are joined.
        const content = {events: [], ...this.person.content};
        this.base = {...this.person, lock: {template: 'agenda'}, devices: {}, content};
        this.#keep();
        await api.write(stored(this.base));
        await send();
      });
    } catch (refusal) {
      this.#isHeld = false;
      this.tag = null;
      this.#keep();
      this.#later(0);
      throw refusal;
    }
    const answer = await api.read();
    this.#take(await answer.json(), answer.headers.get('ETag'));
    await this.save();
  }
}

export const store = new Store();

/** Changes the entries of one kind of content. */
export const editContent = (kind, change) => store.edit(person => {
  person.content ??= {};
  const list = person.content[kind] ?? [];
  person.content[kind] = change(Array.isArray(list) ? list : [list]) ?? list;
  // An empty list means "nothing left", but a list of sources without an entry is an error.
  if (kind === 'sources' && !person.content.sources.length) delete person.content.sources;
});

export const entries = kind => {
  const found = store.person?.content?.[kind] ?? [];
  return Array.isArray(found) ? found : [found];
};
