// Rolls without a table, as the first page and the pages of odds make them: asked for, told, and remembered here.
import { useRef, useState } from '../../vendor/preact.js';
import { ask } from '../lib/net/api.js';
import { actionOf } from '../lib/notation_action.js';
import { resultLine } from '../lib/text/result_words.js';
import { sentence, written } from '../lib/text/words.js';
import { lazy } from '../ui/lazy_load.js';
import { hindsight, luckOf } from './hindsight.js';
import { remember } from './past_rolls.js';

/** @typedef {import('../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../lib/net/documents.js').Odds} Odds */

/** Asks for the faces of real dice, with what is asked of the server. */
export const RealDice = lazy(async () => (await import('./real_dice.js')).RealDice);

/** What a roll came to: of an action in a line, of a notation in a word. @param {ActionInfo} action @param {any} rolled */
const cameTo = (action, rolled) =>
  rolled.line === undefined
    ? resultLine(action, rolled)
    : sentence(rolled.verdict.map((/** @type {string} */ name) => rolled.titles[name] ?? name).join(', ')) ||
      written(rolled.outcome.total);

/**
 * What rolls, and what was rolled last: nothing once something else is asked for.
 * @param {{asked: {path: string, body: Record<string, unknown>}, of: string, link: string, action?: ActionInfo, odds?:
 *   Odds, showing: () => Promise<any>}} what
 *   asked: where to ask for it, and with what; of, link: what it is in words, and where it is rolled again; action: what
 *   is rolled, where that is no notation; odds: of just this, where they are known; showing: fetches what shows a roll
 */
export const useRollAlone = ({ asked, of, link, action, odds, showing }) => {
  const [result, setResult] = useState(
    /** @type {{rolled?: any, error?: any, Shown?: any, key: string}} */ ({ key: '' }),
  );
  const count = useRef(0);
  const key = JSON.stringify(asked);
  /** What is told of a roll, or of its odds. @param {any} answer */
  const told = (answer) => action ?? actionOf(answer);
  /** @param {any} rolled @param {any} Shown */
  const land = (rolled, Shown) => {
    count.current += 1;
    setResult({ rolled, Shown, key });
    const luck = odds && luckOf(told(odds), odds, rolled);
    remember({ of, link, came: cameTo(told(rolled), rolled), at: new Date().toISOString(), luck });
  };
  const { rolled, error, Shown } = result.key === key ? result : {};
  return {
    /** Rolls with dice of the server. */
    roll: async () => {
      try {
        land(...(await Promise.all([ask(asked.path, { method: 'POST', body: asked.body }), showing()])));
      } catch (problem) {
        setResult({ error: problem, key });
      }
    },
    /** Takes a roll of real dice. @param {any} fallen */
    take: async (fallen) => land(fallen, await showing()),
    error,
    landed: rolled && {
      rolled,
      Shown,
      action: told(rolled),
      count: count.current,
      came: cameTo(told(rolled), rolled),
      hindsight: odds === undefined ? '' : hindsight(told(odds), odds, rolled),
    },
  };
};
