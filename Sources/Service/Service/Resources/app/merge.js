// Joins the person's unsaved edits with a newer version from the service, field by field and note by note.

const isPlain = value => value !== null && typeof value === 'object' && !Array.isArray(value);

/** Whether two values are equal as JSON; the order of keys does not matter. */
export function same(one, other) {
  if (one === other) return true;
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((each, index) => same(each, other[index]));
  }
  if (!isPlain(one) || !isPlain(other)) return false;
  const keys = Object.keys(one).filter(key => one[key] !== undefined);
  return keys.length === Object.keys(other).filter(key => other[key] !== undefined).length
    && keys.every(key => same(one[key], other[key]));
}

/** The value that results if `mine` was edited from `base`, and someone else made `theirs` of it. */
export function merge(base, mine, theirs) {
  if (same(base, mine)) return theirs;
  if (same(base, theirs)) return mine;
  if (isPlain(mine) && isPlain(theirs)) {
    const joined = {}, start = isPlain(base) ? base : {};
    for (const key of new Set([...Object.keys(theirs), ...Object.keys(mine)])) {
      const value = key === 'notes' && Array.isArray(mine.notes) && Array.isArray(theirs.notes)
        ? mergeNotes(start.notes ?? [], mine.notes, theirs.notes)
        : merge(start[key], mine[key], theirs[key]);
      if (value !== undefined) joined[key] = value;
    }
    return joined;
  }
  return mine;
}

let last = 0;
export const newID = () => `n${Date.now().toString(36)}${(last++).toString(36)}`;

/**
 * Gives the notes of `notes` the ids of the notes that they continue. `lists` are the versions in which they can be
 * found: the last one that was read, those that were sent without an answer, and the one with the newest edits.
 */
export function identify(notes, ...lists) {
  const found = notes.map(() => null), used = new Set();
  const take = (index, note) => {
    if (!note) return;
    found[index] = note.id;
    used.add(note.id);
  };
  const isSame = note => each => !used.has(each.id) && each.text.trim() === note.text;
  const isEqual = note => each => isSame(note)(each) && Boolean(each.done) === Boolean(note.done);
  for (const list of lists) {
    for (const test of [isEqual, isSame]) {
      notes.forEach((note, index) => { if (!found[index]) take(index, list.find(test(note))); });
    }
  }
  // Equally many notes are left on both sides: each of them has a new text.
  const open = notes.map((_, index) => index).filter(index => !found[index]);
  const left = (lists[0] ?? []).filter(note => !used.has(note.id));
  if (open.length === left.length) open.forEach((index, place) => take(index, left[place]));
  return notes.map((note, index) => ({...note, id: found[index] ?? newID()}));
}

function mergeNotes(base, mine, theirs) {
  const by = list => new Map(list.map(note => [note.id, note]));
  const [inBase, inMine, inTheirs] = [base, mine, theirs].map(by);
  const joined = new Map();
  for (const id of new Set([...inTheirs.keys(), ...inMine.keys()])) {
    const [was, own, other] = [inBase.get(id), inMine.get(id), inTheirs.get(id)];
    if (own && other) joined.set(id, merge(was, own, other));
    else if (own && (!was || !same(was, own))) joined.set(id, own);
    else if (other && !was) joined.set(id, other);
  }
  const isMoved = !same(base.map(note => note.id).filter(id => inMine.has(id)),
    mine.map(note => note.id).filter(id => inBase.has(id)));
  const [first, second] = isMoved ? [mine, theirs] : [theirs, mine];
  const order = first.map(note => note.id).filter(id => joined.has(id));
  second.forEach((note, index) => {
    if (!joined.has(note.id) || order.includes(note.id)) return;
    const before = second.slice(0, index).reverse().find(each => order.includes(each.id));
    order.splice(before ? order.indexOf(before.id) + 1 : 0, 0, note.id);
  });
  return order.map(id => joined.get(id));
}
