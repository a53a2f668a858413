// Numbers as people read them: chances in percent and in words, differences, plain numbers.
import { places } from '../browser/preferences.js';
import { sentence, written } from '../text/words.js';

/**
 * A probability in percent, with as many places as somebody wants, and as tell it from 0 and 100.
 * @param {number} p
 */
export const percent = (p) => `${hundredths(p)}\u00a0%`; // never at the end of one line and the beginning of the next

/** @param {number} p */
const hundredths = (p) => {
  const wanted = places.value;
  if (p <= 0) return '0';
  if (p >= 1) return '100';
  if (p < 1e-8) return powerOfTen((100 * p).toExponential(wanted));
  const near = 10 ** (-3 - wanted);
  if (p < near) return small(100 * p, 1 + wanted);
  if (1 - p < near) return `> 99.${'9'.repeat(1 + wanted)}`;
  return (100 * p).toFixed(p < 0.01 || p > 0.99 ? 1 + wanted : wanted);
};

/** A number far below 1 with so many telling digits. @param {number} value @param {number} digits */
const small = (value, digits) => value.toFixed(digits - 1 - Math.floor(Math.log10(value)));

/** A number such as 1.5e-9 as people write it. @param {string} text */
const powerOfTen = (text) =>
  text.replace(/e([+-])(\d+)$/, (_, sign, digits) => {
    const raised = [...digits].map((digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[Number(digit)]).join('');
    return ` × 10${sign === '-' ? '⁻' : ''}${raised}`;
  });

/**
 * A difference of two probabilities in percentage points, with its sign.
 * @param {number} difference
 */
export const points = (difference) => {
  if (difference === 0) return '±0';
  const size = 100 * Math.abs(difference);
  const shown =
    size >= 0.5 * 10 ** -places.value ? size.toFixed(places.value) : size >= 1e-6 ? small(size, 1) : '0.000001 at most';
  return `${difference > 0 ? '+' : '−'}${shown}`;
};

/** From here on digits stand in groups, and from there on only the first are told. */
const [LONG, ENDLESS] = [10_000, 1e15];

/** @param {number | null | undefined} value */
export const shortNumber = (value) => {
  if (value === null || value === undefined) return '–';
  const size = Math.abs(value);
  if (size >= ENDLESS || (0 < size && size < 0.001))
    return powerOfTen(value.toExponential(2).replace(/\.?0+e/, 'e')).replace(/^-/, '−');
  if (size >= LONG) return `${value < 0 ? '−' : ''}${Math.ceil(size - 0.5).toLocaleString('en')}`;
  if (Number.isInteger(value)) return String(value).replace('-', '−');
  const rounded = value.toPrecision(3 + places.value);
  // A number that is only nearly whole keeps its zeros: 5.000 is not 5.
  return (Number.isInteger(Number(rounded)) ? rounded : String(Number(rounded))).replace('-', '−');
};

/**
 * A value that a number may have, with the digits of a long one in groups.
 * @param {number | string | null | undefined} value
 */
export const grouped = (value) =>
  Number.isInteger(value) && Math.abs(Number(value)) >= LONG ? shortNumber(Number(value)) : written(value);

/** Writes how rarely something happens. @param {number} p */
const once = (p) => {
  const times = Math.round(1 / p);
  return `${Math.abs(p * times - 1) < 1e-9 ? '' : 'about '}1 time in ${times.toLocaleString('en')}`;
};

/**
 * A chance in words, such as "About 7 in 10".
 * @param {number} p
 */
export const chanceInWords = (p) => {
  if (p <= 0) return 'Never';
  if (p >= 1) return 'Always';
  if (p < 0.01) return sentence(once(p));
  if (p > 0.99) return `Almost always, all but ${once(1 - p)}`;
  for (const parts of [2, 3, 4, 5, 6, 8, 10, 12, 20, 100]) {
    const share = Math.round(p * parts);
    if (share > 0 && share < parts && Math.abs(p - share / parts) < 0.004)
      return `${Math.abs(p - share / parts) < 1e-12 ? '' : 'About '}${share} in ${parts}`;
  }
  return `About ${Math.round(p * 100)} in 100`;
};

/**
 * How often something happens, as a person says it beside the percentage: "9 times in 10"; '' where it is hardly ever or
 * nearly always so, which is told otherwise.
 * @param {number} p @param {string} exact
 */
export const timesInWords = (p, exact) => {
  if (p < 0.01 || p > 0.99) return '';
  const [, few, of] = /^(\d+)\/(\d+)$/.exec(exact) ?? [];
  if (Number(of) > 2 && Number(of) <= 20) return `${few} ${few === '1' ? 'time' : 'times'} in ${of}`;
  const within = [2, 3, 4, 5, 6, 8, 10, 12, 20].find((parts) => {
    const share = Math.round(p * parts);
    return share > 0 && share < parts && Math.abs(p - share / parts) < 0.005;
  });
  if (within === 2) return 'half the time';
  const parts = within ?? 100;
  const share = Math.round(p * parts);
  return `${share} ${share === 1 ? 'time' : 'times'} in ${parts}`;
};

/** @param {number | string} value the value of a table row, which may be a fraction */
export const numeric = (value) => {
  if (typeof value === 'number') return value;
  const [n, d = '1'] = value.split('/');
  return Number(n) / Number(d);
};
