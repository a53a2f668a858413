// Simulates many rolls: to look at beside exact odds, or where there are none.
import { useState } from '../../../vendor/preact.js';
import { flash } from '../../lib/browser/messages.js';
import { ask } from '../../lib/net/api.js';
import { endpoint } from '../question/request.js';

/** @typedef {import('../../lib/net/documents.js').Odds} Odds */
/** @typedef {import('../../lib/net/documents.js').Measured} Measured */
/** @typedef {import('../../lib/net/documents.js').Row} Row */
/** @typedef {import('../question/question.js').Question} Question */

export const RUNS = 10_000;

/**
 * The shares of so many rolls of a question, once somebody wants them.
 * @param {Question} question
 * @returns {{shares: Odds | undefined, busy: boolean, run: () => Promise<void>}}
 */
export const useSimulation = (question) => {
  const key = endpoint('simulate', question);
  const [found, setFound] = useState(/** @type {{key: string, shares?: Odds}} */ ({ key: '' }));
  const run = async () => {
    setFound({ key });
    try {
      const document = await ask(endpoint('simulate', question, [['runs', String(RUNS)]]));
      setFound((was) => (was.key === key ? { key, shares: sharesOf(document) } : was));
    } catch (/** @type {any} */ error) {
      setFound({ key: '' });
      flash(`${error.message} ${error.remedy ?? ''}`.trim());
    }
  };
  return {
    shares: found.key === key ? found.shares : undefined,
    busy: found.key === key && found.shares === undefined,
    run,
  };
};

/** Counts of runs as if their shares were odds. @param {any} document @returns {Odds} */
const sharesOf = (document) => {
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
