// Simulates many rolls: to look at beside exact odds, or where there are none.
import { useState } from '../../../vendor/preact.js';
import { flash } from '../../lib/browser/messages.js';
import { ask } from '../../lib/net/api.js';
import { endpoint } from '../question/request.js';

/** @typedef {import('../../lib/net/documents.js').Odds} Odds */
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
      const { sharesOf } = await import('./shares.js');
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
