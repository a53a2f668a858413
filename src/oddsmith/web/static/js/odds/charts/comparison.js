// Compares several variants of a question beside each other.
import { percent, points } from '../../lib/numbers/format.js';
import { float, minus, parse, write } from '../../lib/numbers/fraction.js';

/** @typedef {import('../../lib/net/documents.js').Odds} Odds */
/** @typedef {import('../../lib/text/grid_text.js').Grid} Grid */
/** @typedef {import('../../ui/charts/ledger.js').Figure} Told */
/** @typedef {{p: number, exact: string}} Chance exact: '' where it was not worked out */

/** Legend of the cells of a comparison. */
export const BENEATH = 'beneath each, the difference from the first in percentage points';

/** Exactly how much more one chance is than another. @param {string} of @param {string} from */
const difference = (of, from) => (of === '' || from === '' ? '' : write(minus(parse(of), parse(from))));

/** Digits that a difference of rounded chances still tells. */
const TELLING = 10;

/** The same in percentage points: the decimal next to it. @param {Chance} of @param {Chance} from */
const inPoints = (of, from) => {
  if (of.exact === '' || from.exact === '') return Number((100 * (of.p - from.p)).toPrecision(TELLING));
  const { n, d } = minus(parse(of.exact), parse(from.exact));
  return float({ n: 100n * n, d });
};

/**
 * A row of a comparison as people see it.
 * @param {(Chance | undefined)[]} chances the first is what the others are compared with @returns {(Told | string)[]}
 */
export const beside = ([first, ...others]) => [
  first
    ? {
        text: percent(first.p),
        get exact() {
          return first.exact;
        },
      }
    : '–',
  ...others.map((each) => {
    if (!each) return '–';
    if (!first)
      return {
        text: percent(each.p),
        get exact() {
          return each.exact;
        },
      };
    return {
      text: percent(each.p),
      below: points(each.p - first.p),
      get exact() {
        return each.exact;
      },
      get belowExact() {
        return difference(each.exact, first.exact);
      },
    };
  }),
];

/**
 * A comparison to be taken along: each chance as a number and in full, differences in percentage points.
 * @param {string} name of the rows
 * @param {string[]} labels
 * @param {[string | number, (Chance | undefined)[]][]} rows
 * @returns {Grid}
 */
export const compared = (name, labels, rows) => ({
  head: [
    name,
    ...labels.flatMap((label, place) => [
      label,
      `${label}, exact`,
      ...(place > 0 ? [`${label}: difference from ${labels[0]}, percentage points`] : []),
    ]),
  ],
  rows: rows.map(([of, chances]) => [
    of,
    ...chances.flatMap((each, place) => [
      each?.p ?? '',
      each?.exact ?? '',
      ...(place > 0 ? [each && chances[0] ? inPoints(each, chances[0]) : ''] : []),
    ]),
  ]),
});

/** The odds of all variants in one document. @param {{label: string, odds: Odds}[]} variants */
export const comparison = (variants) => ({
  schema: 'oddsmith/comparison/1',
  variants: variants.map(({ label, odds }) => ({ label, odds })),
});
