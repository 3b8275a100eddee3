// The service worker: keeps the files of the app, so that it starts without a network.
// Answers of the service are never kept; the page itself keeps the last picture.

const FILES = ['app.css', 'app.js', 'api.js', 'content-view.js', 'digest.js', 'dom.js', 'first-run.js', 'icon-192.png',
  'icon-512.png', 'icon.svg', 'kept.js', 'lock-screen.js', 'look-hint.js', 'look-view.js', 'looks.js', 'merge.js',
  'notes-view.js', 'phone-view.js', 'photo-view.js', 'preview.js', 'qr.js', 'screen.js', 'store.js', 'system.js', 'thumbs.js', 'view.js',
  'views.css', 'words.js', 'words-ar.json', 'words-de.json', 'words-en.json', 'words-ja.json', 'words-pl.json',
  'you-view.js'];
// The service can have a path of its own behind a proxy, so all addresses are relative.
const APP = new URL('../../app/', location.href).pathname;
const CACHE = 'wallfarm-app', PAGE = `${APP}page`; // the page is the same for everybody, so its key has no token
const SCOPE = new URL('./', location.href).href;

/** Fetches all files, and replaces the kept ones together if any of them has a new ETag. */
async function update() {
  const cache = await caches.open(CACHE);
  const wanted = [[PAGE, SCOPE], ...FILES.map(name => [APP + name, APP + name])];
  const found = await Promise.all(wanted.map(async ([key, url]) => {
    const answer = await fetch(url, {cache: 'no-cache'});
    if (!answer.ok) throw new Error(`${answer.status}`);
    const kept = await cache.match(key);
    return {key, answer, isNew: !kept || kept.headers.get('ETag') !== answer.headers.get('ETag')};
  }));
  if (found.some(each => each.isNew)) await Promise.all(found.map(({key, answer}) => cache.put(key, answer)));
}

addEventListener('install', event => {
  skipWaiting();
  event.waitUntil(update());
});
addEventListener('activate', event => event.waitUntil(clients.claim()));

/** The page comes from the network, so that an old link is recognized; without a network, from the cache. */
async function page(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const kept = await caches.match(PAGE);
    if (kept) return kept;
    throw error;
  }
}

addEventListener('fetch', event => {
  const {request} = event, {origin, pathname, href} = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate' && href.split('#')[0] === SCOPE) {
    event.respondWith(page(request));
    event.waitUntil(update().catch(() => {}));
  } else if (pathname.startsWith(APP) && FILES.includes(pathname.slice(APP.length))) {
    event.respondWith(caches.open(CACHE).then(cache => cache.match(pathname)).then(kept => kept ?? fetch(request)));
  }
});
