// The base of all views: drawn when it is shown, and told about changes.

import {store} from './store.js';

export class View extends HTMLElement {
  connectedCallback() {
    this.stops = [store.watch(() => this.update())];
    this.draw();
    this.update();
  }

  disconnectedCallback() {
    for (const stop of this.stops) stop();
  }

  /** Listens until the view is removed. */
  on(target, name, listener) {
    target.addEventListener(name, listener);
    this.stops.push(() => target.removeEventListener(name, listener));
  }

  draw() {}
  update() {}

  /** Goes to another view. */
  go(view) {
    this.dispatchEvent(new CustomEvent('go', {detail: view, bubbles: true}));
  }
}
