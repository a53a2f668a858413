// Telling what happened: to screen readers once, and to eyes for a few seconds.
import { signal } from '../../vendor/preact.js';

/** What screen readers are told next. */
export const spoken = signal('');
/** A line at the foot of the page, for a few seconds. */
export const toast = signal('');

/** @type {ReturnType<typeof setTimeout> | undefined} */
let pending;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let shown;

/**
 * Says something to screen readers once typing or rolling has come to rest.
 * @param {string} text @param {number} [rest] milliseconds
 */
export const announce = (text, rest = 700) => {
  clearTimeout(pending);
  pending = setTimeout(() => { spoken.value = text; }, rest);
};

/** @param {string} text */
export const flash = (text) => {
  toast.value = text;
  clearTimeout(shown);
  shown = setTimeout(() => { toast.value = ''; }, 3500);
};
