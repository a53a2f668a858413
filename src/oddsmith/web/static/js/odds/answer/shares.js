// Shares of rolls in the form of odds.

/** @typedef {import('../../lib/net/documents.js').Odds} Odds */
/** @typedef {import('../../lib/net/documents.js').Measured} Measured */
/** @typedef {import('../../lib/net/documents.js').Row} Row */

/** Counts of runs as if their shares were odds. @param {any} document @returns {Odds} */
export const sharesOf = (document) => {
  const { runs } = document;
  /** @param {number} count */
  const share = (count) => ({ p: `${count}/${runs}`, float: count / runs });
  return {
    ...document,
    exact: document.unresolved === 0,
    unresolved: share(document.unresolved).p,
    events: Object.fromEntries(Object.entries(document.events).map(([name, { count }]) => [name, share(count)])),
    measures: Object.fromEntries(
      Object.entries(document.measures).map(([name, measured]) => [name, measuredOf(measured, runs)]),
    ),
  };
};

/** @param {any} measured @param {number} runs @returns {Measured} */
const measuredOf = (measured, runs) => {
  /** @type {[number | string, number, number][]} */
  const counts = measured.pmf;
  /** The least value that so much of the runs is not above. @param {number} part */
  const quantile = (part) => {
    let upTo = 0;
    return counts.find(([, count]) => (upTo += count) >= part * runs)?.[0] ?? null;
  };
  const most = Math.max(...counts.map(([, count]) => count));
  return {
    ...measured,
    mode: counts.find(([, count]) => count === most)?.[0] ?? null,
    quantiles: Object.fromEntries(
      ['0.05', '0.25', '0.5', '0.75', '0.95'].map((part) => [part, quantile(Number(part))]),
    ),
    pmf: counts.map(([value, count, part]) => /** @type {Row} */ ([value, `${count}/${runs}`, part])),
  };
};
