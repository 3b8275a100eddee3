// The operating system that the page runs on, and the abilities of its browser.

const agent = navigator.userAgent;

/** The family of systems: apple (iPhone and iPad), android or computer. */
export const system = /iPhone|iPod|iPad/.test(agent) || (/Macintosh/.test(agent) && navigator.maxTouchPoints > 1)
  ? 'apple' : /Android/.test(agent) ? 'android' : 'computer';

/** The family of systems that a device of the service has. */
export const familyOf = device => /^(iphone|ipad)/.test(device?.id ?? device ?? '') ? 'apple'
  : ['laptop', 'desktop', 'tv'].includes(device?.kind) ? 'computer' : 'android';

export const isStandalone = matchMedia('(display-mode: standalone)').matches || navigator.standalone === true;
export const isSecure = window.isSecureContext;

export function canShare(file) {
  try {
    return Boolean(navigator.canShare?.({files: [file]}));
  } catch {
    return false;
  }
}

/** Calls `back` once, when the person returns to the page after having been in another app. */
export function onReturn(back) {
  let hasLeft = false;
  const see = () => {
    if (document.visibilityState === 'hidden') hasLeft = true;
    else if (hasLeft) {
      document.removeEventListener('visibilitychange', see);
      back();
    }
  };
  document.addEventListener('visibilitychange', see);
  return () => document.removeEventListener('visibilitychange', see);
}

/** The browser's question whether to install the app, if it has one. */
export const install = {question: null};
addEventListener('beforeinstallprompt', event => {
  event.preventDefault();
  install.question = event;
});
