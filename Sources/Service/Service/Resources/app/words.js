// The texts of the app in the chosen language, and the formats of dates and numbers.

export const languages = {en: 'English', de: 'Deutsch', pl: 'Polski', ja: '日本語', ar: 'العربية'};

let words = {}, language = 'en', locale = 'en';

/** The first of the browser's languages that the app has. */
export function preferred() {
  for (const each of navigator.languages ?? [navigator.language]) {
    const short = each.split('-')[0].toLowerCase();
    if (short in languages) return short;
  }
  return 'en';
}

const load = async name => {
  const answer = await fetch(new URL(`words-${name}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`words ${answer.status}`);
  return answer.json();
};

export async function choose(name) {
  const found = name in languages ? name : 'en';
  try {
    words = await load(found);
    language = found;
  } catch {
    words = found === 'en' ? {} : await load('en').catch(() => ({}));
    language = 'en';
  }
  const own = (navigator.languages ?? []).find(each => each.split('-')[0].toLowerCase() === language);
  locale = own ?? language;
  document.documentElement.lang = language;
  document.documentElement.dir = language === 'ar' ? 'rtl' : 'ltr';
}

export const current = () => language;
export const currentLocale = () => locale;

/** The language of the picture: with the region of the browser, which decides between 12 and 24 hours. */
export const pictureLanguage = () => locale.split('-')[0] === language ? locale : language;

/** The text for a key. `count` selects a plural form: `key.one`, `key.few` … */
export function t(key, values = {}) {
  let text = words[key];
  if ('count' in values) {
    const form = new Intl.PluralRules(language).select(values.count);
    text = words[`${key}.${form}`] ?? words[`${key}.other`] ?? text;
  }
  text ??= key;
  return text.replace(/\{(\w+)\}/g, (all, name) => {
    const value = values[name];
    return value === undefined ? all : typeof value === 'number' ? value.toLocaleString(locale) : value;
  });
}

export const has = key => key in words;

/** The text for a key that names a thing of the service, or the service's own name for it. */
export const named = (key, fallback) => words[key] ?? fallback;

/** A time such as "2 minutes ago". */
export function ago(moment, now = Date.now()) {
  const seconds = Math.round((moment - now) / 1000);
  const format = new Intl.RelativeTimeFormat(locale, {numeric: 'auto'});
  for (const [unit, size] of [['day', 86400], ['hour', 3600], ['minute', 60]]) {
    if (Math.abs(seconds) >= size) return format.format(Math.trunc(seconds / size), unit);
  }
  return t('time.now');
}

export const day = text => new Date(`${text.slice(0, 10)}T12:00`).toLocaleDateString(locale, {dateStyle: 'medium'});
export const moment = text => new Date(text).toLocaleString(locale, {dateStyle: 'medium', timeStyle: 'short'});
export const bytes = count => count < 1e6
  ? `${Math.max(1, Math.round(count / 1000)).toLocaleString(locale)} kB`
  : `${(count / 1e6).toLocaleString(locale, {maximumFractionDigits: 1})} MB`;
