// Draws bars with their axes. The first chart of a page is bars, so they need no library, which would be half of what a
// page loads.

import { wholeTicks } from './chart.js';

/** @typedef {{x: number, p: number}} Point */

/**
 * @template T
 * @typedef {object} Axes
 * @property {[number, number]} ends the least and the greatest x
 * @property {string} title of the axis of x
 * @property {(x: number) => string} number a number beside the axis of x
 * @property {(p: number) => string} chance a chance beside its axis
 * @property {boolean} log whether chances are on a logarithmic scale
 * @property {(each: T, all: number) => string[]} told what is told of one of so many that is pointed at, in lines
 */

const SPACE = 'http://www.w3.org/2000/svg';
const [TOP, RIGHT, BOTTOM] = [16, 20, 40];
const [LEFT, LEFT_OF_LOG] = [48, 58]; // very small powers of ten are longer
const TICK = 6;
const MOST_TICKS = 5;
/** Half of a bar, in units of x; beyond the ends there is room for that and a little more. */
const [HALF, BESIDE] = [0.4, 0.6];
/** How far from a bar it may be pointed at, and the size of what is told then. */
const [NEAR, LINE, LETTER, EDGE] = [40, 17, 13, 8];

/**
 * An element of a drawing.
 * @param {string} name @param {Record<string, string | number>} given its attributes
 * @param {(Element | string)[]} inside
 */
const made = (name, given, ...inside) => {
  const element = document.createElementNS(SPACE, name);
  for (const [attribute, value] of Object.entries(given)) element.setAttribute(attribute, String(value));
  element.append(...inside);
  return element;
};

/** Round chances from 0 to at least the highest. @param {number} top */
const evenTicks = (top) => {
  const unit = 10 ** Math.floor(Math.log10(top / MOST_TICKS));
  const step = unit * ([1, 2, 5].find((by) => top / (by * unit) <= MOST_TICKS + 0.5) ?? 10);
  return Array.from({ length: Math.ceil(top / step - 1e-9) + 1 }, (_, place) => place * step);
};

/** Powers of ten between two chances. @param {number} low @param {number} high */
const powers = (low, high) => {
  const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  const step = Math.max(1, Math.ceil((last - first) / MOST_TICKS));
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, place) => 10 ** (last - place * step));
};

/**
 * Draws bars at a width, with circles over them.
 * @template {Point} T @param {number} width @param {T[]} points @param {Point[]} circles @param {Axes<T>} axes
 */
export const drawBars = (width, points, circles, { ends: [low, high], title, number, chance, log, told }) => {
  const height = Math.round(Math.min(340, Math.max(220, width * 0.45)));
  const [left, right, bottom] = [log ? LEFT_OF_LOG : LEFT, width - RIGHT, height - BOTTOM];
  const chances = points.map(({ p }) => p);
  const most = Math.max(...chances);
  const least = log ? Math.min(...chances.filter((p) => p > 0)) / 2 : 0;
  const beside = log ? powers(least, most) : evenTicks(most);
  const top = log ? most : beside[beside.length - 1];
  /** @param {number} value */
  const across = (value) => left + ((right - left) * (value - low + BESIDE)) / (high - low + 2 * BESIDE);
  /** @param {number} p */
  const share = (p) => (log ? Math.log(p / least) / Math.log(top / least) : p / top);
  /** @param {number} p */
  const up = (p) => (p > least ? bottom - (bottom - TOP) * share(p) : bottom);
  const wide = across(low + HALF) - across(low - HALF);
  const middle = (left + right) / 2;
  const svg = /** @type {SVGSVGElement} */ (
    made(
      'svg',
      { class: 'bars', width, height, viewBox: `0 0 ${width} ${height}`, fill: 'currentColor' },
      made(
        'g',
        { 'text-anchor': 'end' },
        ...beside.flatMap((p) => [
          made('path', { d: `M${left} ${up(p)}H${right}`, stroke: 'currentColor', 'stroke-opacity': 0.1 }),
          made('path', { d: `M${left - TICK} ${up(p)}h${TICK}`, stroke: 'currentColor' }),
          made('text', { x: left - TICK - 3, y: up(p), dy: '0.32em' }, chance(p)),
        ]),
      ),
      made(
        'g',
        { 'text-anchor': 'middle' },
        ...wholeTicks(low, high, width - 60).flatMap((x) => [
          made('path', { d: `M${across(x)} ${bottom}v${TICK}`, stroke: 'currentColor' }),
          made('text', { x: across(x), y: bottom + TICK + 3, dy: '0.71em' }, number(x)),
        ]),
        made('text', { x: middle, y: height - 4 }, `${title} →`),
      ),
      made(
        'g',
        { fill: 'var(--s1)' },
        ...points.map(({ x, p }) =>
          made('rect', { x: across(x - HALF), y: up(p), width: wide, height: bottom - up(p) }),
        ),
      ),
      made(
        'g',
        { fill: 'var(--sheet)', stroke: 'var(--s2)', 'stroke-width': 2 },
        ...circles.filter(({ p }) => p > least).map(({ x, p }) => made('circle', { cx: across(x), cy: up(p), r: 4 })),
      ),
      ...(log ? [] : [made('path', { d: `M${left} ${bottom}H${right}`, stroke: 'currentColor' })]),
    )
  );
  const tips = points.map((each) => ({ x: across(each.x), y: up(each.p), told: () => told(each, points.length) }));
  pointed(svg, tips, width);
  return svg;
};

/**
 * Tells of the bar that is pointed at, for as long as it is; of one that is pressed, until that is pressed again.
 * @param {SVGSVGElement} svg @param {{x: number, y: number, told: () => string[]}[]} tips @param {number} width
 */
const pointed = (svg, tips, width) => {
  const tip = made('g', { class: 'tip', 'font-size': LETTER, 'pointer-events': 'none' });
  svg.append(tip);
  let shown = -1;
  let kept = false;
  /** @param {number} place */
  const show = (place) => {
    if (place === shown) return;
    shown = place;
    tip.replaceChildren();
    if (place < 0) return;
    const { x, y, told } = tips[place];
    const lines = told();
    const texts = lines.map((line, row) => made('text', { y: EDGE + LETTER + row * LINE, fill: 'var(--ink)' }, line));
    const box = made('rect', { rx: 4, fill: 'var(--sheet)', stroke: 'var(--edge)' });
    tip.append(box, ...texts);
    const longest = Math.max(...texts.map((text) => /** @type {any} */ (text).getComputedTextLength()));
    const [wide, high] = [longest + 2 * EDGE, lines.length * LINE + 2 * EDGE - 2];
    box.setAttribute('width', String(wide));
    box.setAttribute('height', String(high));
    for (const text of texts) text.setAttribute('x', String(EDGE));
    const at = Math.max(0, Math.min(width - wide, x - wide / 2));
    tip.setAttribute('transform', `translate(${at} ${Math.max(2, y - high - EDGE)})`);
  };
  /** The bar next to where a pointer is, or -1. @param {PointerEvent} event */
  const under = (event) => {
    const box = svg.getBoundingClientRect();
    const x = ((event.clientX - box.left) * width) / box.width;
    const far = tips.map((each) => Math.abs(each.x - x));
    const least = Math.min(...far);
    return least <= NEAR ? far.indexOf(least) : -1;
  };
  svg.addEventListener('pointermove', (event) => kept || show(under(event)));
  svg.addEventListener('pointerdown', (event) => {
    const place = under(event);
    kept = place >= 0 && !(kept && place === shown);
    show(kept || event.pointerType === 'mouse' ? place : -1);
  });
  svg.addEventListener('pointerleave', () => kept || show(-1));
};
