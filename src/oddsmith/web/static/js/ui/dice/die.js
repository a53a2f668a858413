// Dice, coins and hands, drawn: each kind has its own outline, so that nobody needs the colour to tell them apart.
import { html } from '../../lib/html.js';
import { written } from '../../lib/text/words.js';

/** @typedef {import('../../lib/net/documents.js').Face} Face */

/** Outlines in a box of 64: the body, the facets that lie in shadow, and where the number stands. */
/** @type {Record<number, {body: string, low: string, lines: string, y: number, size: number}>} */
const SHAPES = {
  4: { body: 'M32 5 60 55H4z', low: 'M32 5 60 55 32 42z', lines: 'M32 5v37M4 55l28-13 28 13', y: 47, size: 20 },
  8: {
    body: 'M32 3 58 20v24L32 61 6 44V20z',
    low: 'M6 44h52L32 61z',
    lines: 'M32 3 6 44h52zM6 20v24M58 20v24',
    y: 38,
    size: 22,
  },
  10: {
    body: 'M32 3 60 28v8L32 61 4 36v-8z',
    low: 'M4 36l16-4 12 9 12-9 16 4-28 25z',
    lines: 'M32 3 18 33l14 8 14-8zM18 33 4 36m42-3 14 3M32 41v20',
    y: 33,
    size: 20,
  },
  12: {
    body: 'M32 3 50 9l11 15v17L50 55l-18 6-18-6L3 41V24L14 9z',
    low: 'M14 55 20 47h24l6 8-18 6zM50 55 44 47l6-18 11-5v17z',
    lines: 'M32 15 50 29l-6 18H20l-6-18zM32 3v12M61 24 50 29M50 55 44 47M14 55l6-8M3 24l11 5',
    y: 38,
    size: 20,
  },
  20: {
    body: 'M32 3 58 17v30L32 61 6 47V17z',
    low: 'M16 42 6 47l26 14 26-14-10-5z',
    lines:
      'M32 18 48 42H16zM32 3v15M6 17l26 1 26-1M6 17l10 25M58 17 48 42M6 47l10-5M58 47l-10-5M32 61 16 42M32 61l16-19',
    y: 38,
    size: 16,
  },
};

/** Places of the pips of a six-sided die. */
/** @type {Record<string, [number, number][]>} */
const PIPS = {
  1: [[32, 32]],
  2: [
    [19, 19],
    [45, 45],
  ],
  3: [
    [18, 18],
    [32, 32],
    [46, 46],
  ],
  4: [
    [19, 19],
    [45, 19],
    [19, 45],
    [45, 45],
  ],
  5: [
    [18, 18],
    [46, 18],
    [32, 32],
    [18, 46],
    [46, 46],
  ],
  6: [
    [19, 17],
    [45, 17],
    [19, 32],
    [45, 32],
    [19, 47],
    [45, 47],
  ],
};

/** Hands of rock-paper-scissors. */
export const HANDS = /** @type {const} */ (['rock', 'paper', 'scissors']);

/** @type {Record<string, string>} */
const HAND_PATHS = {
  rock: 'M14 30c0-5 6-6 7-2v-3c1-5 8-5 9 0v1c1-5 9-5 9 0v2c2-4 9-3 9 2v14c0 9-6 14-15 14s-19-4-19-14zM21 28v6M30 26v7M39 28v6M14 38c6-2 12-1 15 3',
  paper:
    'M17 34V15c0-5 7-5 7 0v-4c0-5 7-5 7 0v-1c0-5 7-5 7 0v4c0-5 7-5 7 0v21c3-4 9-3 8 1-3 9-8 22-20 22-12 0-16-8-16-16zM24 15v14M31 11v17M38 14v14',
  scissors:
    'M19 34 12 12c-1-5 5-7 7-2l8 20L32 9c1-5 8-4 7 1l-4 20c3-4 10-3 11 3v10c0 9-5 15-14 15S15 50 16 42c0-4 1-6 3-8zM19 34c6-3 13-3 14 2s-8 4-9 8M35 30c-1 3 0 5 2 6',
};

/** @param {{hand: string, size?: number}} props a hand, drawn; words must stand beside it */
export const Hand = ({ hand, size = 56 }) =>
  html`<svg class="hand" viewBox="0 0 64 64" width=${size} height=${size} aria-hidden="true">
    <path d=${HAND_PATHS[hand]} /></svg>`;

/** Outcomes of a test by hands. */
/** @type {Record<string, {path: string, word: string}>} */
const ARROWS = {
  up: { path: 'M32 14 50 36H39v14H25V36H14z', word: 'won' },
  even: { path: 'M14 23h36v7H14zm0 12h36v7H14z', word: 'tied' },
  down: { path: 'M32 50 14 28h11V14h14v14h11z', word: 'lost' },
};

/** Number of sides, from notation such as `d6`, `2d10`, `d{H,T}`. @param {string} die */
const sides = (die) => Number(/d(\d+)/.exec(die)?.[1] ?? 0);

/** @param {{face: Face, tone?: string}} props the drawing of a face */
const Drawing = ({ face, tone }) => {
  const shown = String(face.face);
  if (shown === 'H' || shown === 'T') {
    return html`<g class="coin"><circle class="body" cx="32" cy="32" r="29" />
      <circle class="mill" cx="32" cy="32" r="27" />
      <circle class="rim" cx="32" cy="32" r="23" />
      ${
        shown === 'H'
          ? html`<path class="mark" d="M20 40v-9l6 5 6-11 6 11 6-5v9z" /><path class="mark" d="M20 43h24v3H20z" />`
          : html`<path class="mark thin" d="M24 18l16 16M40 18 24 34" />
          <path class="mark" d="M21 15h7l-7 7zM43 15h-7l7 7z" />`
      }
      <text x="32" y=${shown === 'H' ? 23 : 48} class="legend-text">${shown === 'H' ? 'HEADS' : 'TAILS'}</text></g>`;
  }
  const arrow = ARROWS[shown];
  if (arrow !== undefined) {
    return html`<g class="tablet ${shown}"><rect class="body" x="4" y="4" width="56" height="56" rx="28" />
      <path class="mark" d=${arrow.path} /></g>`;
  }
  const n = sides(face.die);
  if (n === 6 && PIPS[shown] !== undefined) {
    return html`<g class="die ${tone ?? ''}"><rect class="low" x="5" y="6" width="54" height="55" rx="11" />
      <rect class="body" x="5" y="4" width="54" height="53" rx="11" />
      <rect class="mid" x="9" y="8" width="46" height="45" rx="9" />
      ${PIPS[shown].map(([x, y]) => html`<circle class="pip" cx=${x} cy=${y - 1.5} r="4.800" />`)}</g>`;
  }
  const shape = SHAPES[n];
  const long = shown.length > 2 ? 0.72 : 1;
  if (shape === undefined) {
    return html`<g class="die ${tone ?? ''}"><circle class="body" cx="32" cy="32" r="28" />
      <circle class="mid" cx="32" cy="32" r="22" />
      <text class="face" x="32" y=${32 + 7 * long} font-size=${20 * long}>${shown}</text></g>`;
  }
  return html`<g class="die ${tone ?? ''}"><path class="body" d=${shape.body} /><path class="low" d=${shape.low} />
    <path class="lines" d=${shape.lines} />
    <text class="face" x="32" y=${shape.y} font-size=${shape.size * long}>${shown}</text></g>`;
};

/**
 * Says what a face is and what became of it.
 * @param {Face} face @param {string} [tone]
 */
export const faceWords = (face, tone) => {
  const shown = String(face.face);
  const what = shown === 'H' ? 'heads' : shown === 'T' ? 'tails' : (ARROWS[shown]?.word ?? shown);
  const fate = [
    tone === 'iron' ? 'Beast' : tone === 'bone' ? 'Humanity' : '',
    face.extra ? 'thrown again' : '',
    face.fate === 'kept' ? '' : face.fate,
    face.exploded ? 'brings another throw' : '',
    face.counts !== null && face.counts !== 0 && face.counts !== face.face ? `counts ${written(face.counts)}` : '',
    face.value !== face.face && face.value !== null ? `read as ${written(face.value)}` : '',
  ].filter((text) => text !== '');
  return `${what}${fate.length > 0 ? ` (${fate.join(', ')})` : ''}`;
};

/**
 * A landed face.
 * @param {{face: Face, place?: number, tone?: string, size?: number}} props place: which in turn it lands
 */
export const Die = ({ face, place = 0, tone, size = 52 }) => {
  const counts = typeof face.counts === 'number' && face.counts !== 0 && face.counts !== face.face ? face.counts : null;
  const fate = [
    face.fate,
    face.exploded ? 'exploded' : '',
    face.extra ? 'extra' : '',
    counts !== null && counts > 0 ? 'hit' : '',
    counts !== null && counts < 0 ? 'miss' : '',
  ].join(' ');
  return html`<li class="landed ${fate}"
    style=${{ '--turn': `${Math.min(place, 24) * 70}ms`, '--lean': `${((place * 47) % 17) - 8}deg` }}
    title=${faceWords(face, tone)}>
    <svg viewBox="0 0 64 64" width=${size} height=${size} role="img" aria-label=${faceWords(face, tone)}>
      ${
        face.exploded &&
        html`<path class="rays"
          d="M32 0l4 9 8-6 0 10 10-2-4 9 10 2-8 7 8 7-10 2 4 9-10-2 0 10-8-6-4 9-4-9-8 6 0-10-10 2 4-9-10-2 8-7-8-7 10-2-4-9 10 2 0-10 8 6z" />`
      }
      <${Drawing} face=${face} tone=${tone} />
      ${face.fate !== 'kept' && html`<path class="struck" d="M8 56 56 8" />`}
    </svg>
    ${
      counts !== null &&
      html`<span class="counts" aria-hidden="true">${counts > 0 ? '+' : '−'}${Math.abs(counts)}
      </span>`
    }
    ${face.extra && html`<span class="again" aria-hidden="true">↻</span>`}
  </li>`;
};

/** Dice in the order they landed. @param {{faces: Face[], tone?: string, start?: number, size?: number}} props */
export const Dice = ({ faces, tone, start = 0, size }) =>
  html`<ul class="dice">${faces.map(
    (face, place) => html`<${Die} face=${face} place=${start + place} tone=${tone}
      size=${size} />`,
  )}</ul>`;
