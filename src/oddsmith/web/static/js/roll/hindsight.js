// What a roll was worth, once it lies on the table: how often it comes to as much.
import { chanceInWords, grouped, numeric } from '../lib/numbers/format.js';
import { sentence, written } from '../lib/text/words.js';

/** @typedef {import('../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../lib/net/documents.js').Odds} Odds */
/** @typedef {import('../lib/net/documents.js').Rolled} Rolled */

/** What happens as often is told by its number. */
const USUAL = 0.5;

/**
 * The shares of rolls that come to less than a number, and to just that number.
 * @param {import('../lib/net/documents.js').Measured} measured @param {number} value
 */
const shares = (measured, value) => {
  let below = 0;
  let same = 0;
  for (const [each, , share] of measured.pmf) {
    const number = numeric(each);
    if (number < value) below += share;
    else if (number === value) same += share;
  }
  return { below, same };
};

/** @param {ActionInfo} action @param {Odds} odds @param {Rolled} rolled */
const numberOf = (action, odds, rolled) => {
  const measure = action.measures.find(
    ({ name }) => (odds.measures[name]?.pmf.length ?? 0) > 1 && rolled.measures[name] !== undefined,
  );
  if (measure === undefined) return undefined;
  const exact = /** @type {number | string} */ (rolled.measures[measure.name]);
  const value = numeric(exact);
  return Number.isFinite(value) ? { measure, exact, ...shares(odds.measures[measure.name], value) } : undefined;
};

/**
 * The share of rolls that do worse, between 0 and 1; undefined where nothing is counted.
 * @param {ActionInfo} action @param {Odds} odds @param {Rolled} rolled
 */
export const luckOf = (action, odds, rolled) => {
  const found = numberOf(action, odds, rolled);
  return found && Math.min(1, found.below + found.same / 2);
};

/** Names of what happened: a roll that comes to a word, or to several numbers, is itself what happened. @param {Rolled} rolled */
const happened = ({ verdict, outcome }) =>
  verdict.length > 0 ? verdict : [written(/** @type {any} */ (outcome)?.total).replaceAll('−', '-')];

/**
 * A sentence on how rare a roll was: the rarest event of it, or how seldom a number is as far from the middle.
 * @param {ActionInfo} action @param {Odds} odds @param {Rolled} rolled
 */
export const hindsight = (action, odds, rolled) => {
  const [rarest] = action.events
    .filter(({ name }) => happened(rolled).includes(name) && odds.events[name] !== undefined)
    .sort((one, other) => odds.events[one.name].float - odds.events[other.name].float);
  const found = numberOf(action, odds, rolled);
  if (rarest !== undefined && (found === undefined || odds.events[rarest.name].float < USUAL))
    return `${sentence(rarest.title)}: ${chanceInWords(odds.events[rarest.name].float).toLowerCase()}.`;
  if (found === undefined) {
    const missed = odds.events[action.events[0]?.name];
    return missed === undefined || action.otherwise === ''
      ? ''
      : `${sentence(action.otherwise)}: ${chanceInWords(1 - missed.float).toLowerCase()}.`;
  }
  const { measure, below, same, exact } = found;
  const high = below + same / 2 >= 0.5;
  const share = Math.min(1, high ? 1 - below : below + same);
  return `${sentence(andBeyond(measure, exact, high))}: ${chanceInWords(share).toLowerCase()}.`;
};

/**
 * A number and all beyond it in words: "at least 3 successes" of what is counted, else "7 or more".
 * @param {import('../lib/net/documents.js').MeasureInfo} measure @param {number | string} exact
 * @param {boolean} high whether more is beyond it
 */
const andBeyond = ({ title, one }, exact, high) => {
  if (one !== title) {
    if (Number(exact) === 0 && !high) return `no ${title}`;
    return `at ${high ? 'least' : 'most'} ${grouped(exact)} ${Number(exact) === 1 ? one : title}`;
  }
  return `${title === 'total' ? '' : `${title}, `}${grouped(exact)} or ${high ? 'more' : 'less'}`;
};
