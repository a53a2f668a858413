// Chooses how many decimals chances have on all pages.
import { PLACES, choosePlaces, places } from '../../lib/browser/preferences.js';
import { html } from '../../lib/html.js';

export const Decimals = () => html`<div class="decimals small soft"><label for="decimals">Chances to</label>
  <select id="decimals" value=${places.value} onInput=${(/** @type {any} */ e) => choosePlaces(Number(e.target.value))}>
    ${PLACES.map(
      (each) => html`<option value=${each} selected=${each === places.value}>${(10 ** -each).toFixed(each)} %
      </option>`,
    )}</select></div>`;
