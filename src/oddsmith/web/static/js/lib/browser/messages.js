// Tells what happened: to screen readers once, and to eyes for a few seconds.
//
// Both are lists that only grow at their end, shown in live regions, so that whatever is added is spoken once: also
// what
// was said before, and also two things at the same time.
import { signal } from '../../../vendor/preact.js';

/** @typedef {{id: number, text: string}} Message */

/** Messages to screen readers, the last ones. */
export const spoken = signal(/** @type {Message[]} */ ([]));
/** Lines at the foot of the page, each for a few seconds; screen readers are told them too. */
export const toasts = signal(/** @type {Message[]} */ ([]));

/** So much stays for whoever reads back. */
const KEPT = 8;

let next = 0;
/** @param {string} text @returns {Message} */
const message = (text) => ({ id: next++, text });

/** Says to screen readers what happened. @param {string} text */
export const tell = (text) => {
  spoken.value = [...spoken.value.slice(1 - KEPT), message(text)];
};

const REST = 700; // milliseconds without a keystroke
/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;

/**
 * Says to screen readers what the page shows now, once typing has come to rest: until then, what is shown later takes
 * its place.
 * @param {string} text '' while nothing is shown that would be worth telling
 */
export const announce = (text) => {
  clearTimeout(resting);
  if (text !== '') resting = setTimeout(() => tell(text), REST);
};

/** Shows a line to everybody, for as long as it takes to read. @param {string} text */
export const flash = (text) => {
  const shown = message(text);
  toasts.value = [...toasts.value, shown];
  setTimeout(
    () => {
      toasts.value = toasts.value.filter((each) => each !== shown);
    },
    3000 + 50 * text.length,
  );
};
