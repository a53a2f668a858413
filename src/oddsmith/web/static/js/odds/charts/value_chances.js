// Chances of exactly, at least or at most each value of a measure, in full.
import { numeric } from '../../lib/numbers/format.js';
import { ONE, float, minus, parse, runningTotals, write } from '../../lib/numbers/fraction.js';

/** @typedef {import('../../lib/net/documents.js').Measured} Measured */
/** @typedef {import('../question/question.js').As} As */

/**
 * @typedef {object} Figure
 * @property {number | string} value
 * @property {number} x the value as a number
 * @property {number} p
 * @property {string} exact the same in full; '' where there are too many values to add them up in full here
 */

/** @type {Record<As, string>} */
export const AS_WORDS = { exactly: 'exactly', 'at-least': 'at least', 'at-most': 'at most' };

/**
 * The chances of a measure, one for each value of its table. Where rows stop because values have no end, the chance of
 * what lies beyond counts on the side where it is.
 * @param {Measured} measured @param {As} as @returns {Figure[]}
 */
export const figures = (measured, as) => {
  const rows = measured.pmf;
  const values = rows.map(([value]) => ({ value, x: numeric(value) }));
  if (as !== 'exactly' && rows.length > MOST_IN_FULL) return roughly(measured, as, values);
  if (as === 'exactly') return rows.map(([, exact, p], place) => ({ ...values[place], p, exact }));
  const chances = rows.map(([, exact]) => parse(exact));
  const upTo = runningTotals(chances);
  const endless = { up: measured.max === null, down: measured.min === null };
  const whole = measured.unresolved === undefined;
  return values.map((each, place) => {
    const below = place === 0 ? { n: 0n, d: 1n } : upTo[place - 1];
    const all = upTo[upTo.length - 1];
    let chance;
    if (as === 'at-least') chance = whole && endless.up && !endless.down ? minus(ONE, below) : minus(all, below);
    else
      chance =
        whole && endless.down && !endless.up
          ? minus(minus(ONE, all), minus({ n: 0n, d: 1n }, upTo[place]))
          : upTo[place];
    // To reduce a fraction takes longest, and only few are looked at.
    return {
      ...each,
      p: float(chance),
      get exact() {
        return write(chance);
      },
    };
  });
};

/** More values than this are added up as decimals. */
const MOST_IN_FULL = 2000;

/**
 * The chances of at least or at most each of very many values, as decimals.
 * @param {Measured} measured @param {As} as @param {{value: number | string, x: number}[]} values @returns {Figure[]}
 */
const roughly = ({ pmf }, as, values) => {
  let total = 0;
  const inOrder = as === 'at-most' ? pmf : pmf.toReversed();
  const totals = inOrder.map(([, , p]) => Math.min(1, (total += p)));
  if (as === 'at-least') totals.reverse();
  return values.map((each, place) => ({ ...each, p: totals[place], exact: '' }));
};

/**
 * Tells whether a measure takes more than one value.
 * @param {Measured} measured
 */
export const varies = (measured) => measured.pmf.length > 1 || (measured.tail !== undefined && measured.tail !== '0');

/** Values less likely than this at either end are left out of charts and tables until somebody asks for them. */
const RARE = 1e-4;
const FEW = 24;

/**
 * From where to where values are worth drawing: all of a few, else those between rare ends. Of several measures each
 * gives up its rare ends, since one of them would squeeze the others.
 * @param {Measured[]} measured @returns {[number, number]}
 */
export const worthwhile = (measured) => {
  let low = Infinity;
  let high = -Infinity;
  for (const { pmf } of measured.filter((each) => each.pmf.length > 0)) {
    let first = 0;
    let last = pmf.length - 1;
    if (pmf.length > FEW || measured.length > 1) {
      for (let left = 0; first < last && (left += pmf[first][2]) < RARE;) first += 1;
      for (let left = 0; last > first && (left += pmf[last][2]) < RARE;) last -= 1;
    }
    low = Math.min(low, numeric(pmf[first][0]));
    high = Math.max(high, numeric(pmf[last][0]));
  }
  return [low, high];
};

/** An exact chance where there is little room. @param {string} exact */
export const inFull = (exact) => (exact.length > 40 ? `${exact.slice(0, 37)}…` : exact);
