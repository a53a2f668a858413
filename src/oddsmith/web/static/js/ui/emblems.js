// A sign for each system; systems that are added later get a die.
import { html } from '../lib/html.js';
import { Die, Hand } from './dice/die.js';

/** @param {string} die @param {number | string} face */
const face = (die, face) => ({
  die,
  face,
  value: face,
  fate: 'kept',
  exploded: false,
  extra: false,
  counts: null,
  chain: 0,
});

/** @type {Record<string, (size: number) => unknown>} */
const EMBLEMS = {
  'mod-dot': (size) => html`<${Hand} hand="scissors" size=${size} />`,
  dot: (size) => html`<${Die} face=${face('d6', 5)} size=${size} />`,
  t13: (size) => html`<${Die} face=${face('d8', 13)} size=${size} />`,
  'humanity-beast': (size) =>
    html`<${Die} face=${face('d10', 7)} tone="bone" size=${size} />
    <${Die} face=${face('d10', 6)} tone="iron" size=${size} />`,
  notation: (size) => html`<${Die} face=${face('d20', 20)} size=${size} />`,
  'edged-coins': (size) => html`<${Die} face=${face('d{H,T}', 'H')} size=${size} />`,
};

/** @param {{system: string, size?: number}} props */
export const Emblem = ({ system, size = 40 }) =>
  html`<ul class="emblem" aria-hidden="true">${(
    EMBLEMS[system] ??
    ((/** @type {number} */ s) => html`<${Die}
      face=${face('d20', 20)} size=${s} />`)
  )(size)}</ul>`;
