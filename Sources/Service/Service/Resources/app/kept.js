// What this browser keeps: under a digest of the token, never under the token itself.

import {base} from './api.js';
import {sha256} from './digest.js';

export const key = `wallfarm.${sha256(base.split('/').pop()).slice(0, 16)}`;

const get = name => {
  try {
    return JSON.parse(localStorage.getItem(`${key}.${name}`));
  } catch {
    return null;
  }
};
const put = (name, value) => {
  try {
    localStorage.setItem(`${key}.${name}`, JSON.stringify(value));
    return true;
  } catch {
    return false; // full, or switched off
  }
};

export const readDraft = () => get('draft');
export const writeDraft = draft => put('draft', draft);
export const settings = get('settings') ?? {};
export function set(changes) {
  Object.assign(settings, changes);
  put('settings', settings);
}

/** The key of the last picture in the browser's cache. */
export const lastPicture = `/app/last-${key}`;
const pictures = 'wallfarm-pictures';

export async function keepPicture(blob) {
  if (!window.caches) return;
  const cache = await caches.open(pictures).catch(() => null);
  await cache?.put(lastPicture, new Response(blob, {headers: {'Content-Type': blob.type}})).catch(() => {});
}

export async function keptPicture() {
  const answer = window.caches ? await caches.match(lastPicture).catch(() => null) : null;
  return answer?.blob();
}

/** Removes everything that this browser keeps about the person. */
export async function forget() {
  for (const name of ['draft', 'settings']) localStorage.removeItem(`${key}.${name}`);
  if (window.caches) await (await caches.open(pictures)).delete(lastPicture).catch(() => {});
}
