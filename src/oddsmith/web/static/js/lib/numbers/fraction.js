// Exact fractions, as the documents write them ("242/243"), over big integers.

/** @typedef {{n: bigint, d: bigint}} Fraction with d > 0; not always in lowest terms */

/** @param {bigint} a @param {bigint} b */
const gcd = (a, b) => {
  if (a < 0n) a = -a;
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
};

/** @param {bigint} n @param {bigint} d @returns {Fraction} */
const reduced = (n, d) => {
  const divisor = gcd(n, d) * (d < 0n ? -1n : 1n);
  return divisor === 0n ? { n: 0n, d: 1n } : { n: n / divisor, d: d / divisor };
};

/** @type {Fraction} */
export const ZERO = { n: 0n, d: 1n };
/** @type {Fraction} */
export const ONE = { n: 1n, d: 1n };

/**
 * Reads a fraction of a document.
 * @param {string} text @returns {Fraction}
 */
export const parse = (text) => {
  const [n, d = '1'] = text.split('/');
  return { n: BigInt(n), d: BigInt(d) };
};

/** @param {Fraction} a @param {Fraction} b @returns {Fraction} */
export const minus = (a, b) => (a.d === b.d ? { n: a.n - b.n, d: a.d } : { n: a.n * b.d - b.n * a.d, d: a.d * b.d });

/** @param {Fraction} a @param {Fraction} b @returns {Fraction} */
export const plus = (a, b) => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });

/** @param {Fraction} a @param {Fraction} b @returns {Fraction} */
export const times = (a, b) => ({ n: a.n * b.n, d: a.d * b.d });

/** A fraction in lowest terms, as documents have it. @param {Fraction} a */
export const write = (a) => {
  const { n, d } = reduced(a.n, a.d);
  return d === 1n ? `${n}` : `${n}/${d}`;
};

/**
 * The nearest double, however long the numbers are.
 * @param {Fraction} a
 */
export const float = ({ n, d }) => {
  if (n === 0n) return 0;
  const sign = n < 0n ? -1 : 1;
  const top = n < 0n ? -n : n;
  const shift = d.toString(2).length - top.toString(2).length + 64;
  const scaled = shift >= 0 ? (top << BigInt(shift)) / d : top / (d << BigInt(-shift));
  return sign * Number(scaled) * 2 ** -Math.min(shift, 1000) * 2 ** -Math.max(shift - 1000, 0);
};

/**
 * Running totals of fractions, from the first to each; not reduced, over one common denominator, so that long columns
 * stay quick. `write` reduces.
 * @param {Fraction[]} terms @returns {Fraction[]}
 */
export const runningTotals = (terms) => {
  const common = terms.reduce((d, term) => (d % term.d === 0n ? d : (d / gcd(d, term.d)) * term.d), 1n);
  let total = 0n;
  return terms.map((term) => {
    total += term.n * (common / term.d);
    return { n: total, d: common };
  });
};
