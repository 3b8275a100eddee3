// The addresses of the service, and its errors in plain words.

import {t, has} from './words.js';

/** The address of the person: the address of the page without the slash at its end. */
export const base = location.pathname.replace(/\/+$/, '');

/** An answer that is not a success, or no answer (`status` 0). */
export class Refusal extends Error {
  constructor(status, errors, wait) {
    super(errors[0]?.message ?? `status ${status}`);
    this.status = status;
    this.errors = errors;
    this.code = errors[0]?.code ?? '';
    this.wait = wait;
  }

  /** Whether the same request can succeed later. */
  get isTemporary() {
    return this.status === 0 || this.status === 429 || this.status >= 502
      || (this.status === 503 && this.code !== 'store-full');
  }

  get words() {
    if (this.status === 0) return t('error.offline');
    if (this.wait && this.status === 429) return t('error.wait', {count: this.wait});
    const texts = this.errors.map(({code, message, hint}) => has(`error.${code}`)
      ? t(`error.${code}`) : [message, hint && t('error.hint', {hint})].filter(Boolean).join(' '));
    if (texts.length) return [...new Set(texts)].slice(0, 3).join(' ');
    return has(`error.${this.status}`) ? t(`error.${this.status}`) : t('error.other', {code: String(this.status)});
  }
}

async function refusal(answer) {
  const wait = Number(answer.headers.get('Retry-After')) || 0;
  try {
    const {errors, detail, title, code} = await answer.json();
    return new Refusal(answer.status, errors?.length ? errors : [{code, message: detail ?? title}], wait);
  } catch {
    return new Refusal(answer.status, [], wait);
  }
}

/** Sends a request, and throws a `Refusal` unless it succeeds. */
export async function send(method, path, {body, json, headers = {}, signal, keepalive} = {}) {
  let answer;
  try {
    answer = await fetch(path, {
      method, signal, keepalive, cache: 'no-store', credentials: 'same-origin',
      headers: json === undefined ? headers : {'Content-Type': 'application/json', ...headers},
      body: json === undefined ? body : JSON.stringify(json),
    });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Refusal(0, [], 0);
  }
  if (!answer.ok && answer.status !== 304) throw await refusal(answer);
  return answer;
}

export const read = () => send('GET', base);
export const write = (person, tag) => send('PUT', base, {
  json: person, headers: tag ? {'If-Match': tag} : {},
  // The last edit is sent even if the page is closed. Browsers limit such requests to 64 KiB.
  keepalive: document.visibilityState === 'hidden' && JSON.stringify(person).length < 20000,
});
export const preview = (person, options, signal) =>
  send('POST', `${base}/preview`, {json: {person, screen: 'lock', preview: 0.33, format: 'jpeg', ...options}, signal});
export const picture = (screen, device) => `${base}/${device ? `${device}/` : ''}${screen}.png`;
export const photoAddress = name => `${base}/photos/${name}`;

/** Makes a link of the kind `read` or `write`. */
export const makeLink = async (kind, label) =>
  (await send('POST', `${base}/links`, {json: {kind, label}})).json();

const lists = {};

/** One of the public lists: devices, themes or templates. */
export function list(name) {
  lists[name] ??= send('GET', `../../v1/${name}`).then(answer => answer.json()).catch(error => {
    delete lists[name];
    throw error;
  });
  return lists[name];
}
