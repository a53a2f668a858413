// Writes markup as tagged templates, bound to Preact.
import { h, htm } from '../../vendor/preact.js';

export const html = htm.bind(h);

/** A fraction that may be broken after its stroke, and nowhere else. @param {string} text */
export const breakable = (text) => {
  const [top, bottom] = text.split('/');
  return bottom === undefined ? text : html`${top}/<wbr />${bottom}`;
};
