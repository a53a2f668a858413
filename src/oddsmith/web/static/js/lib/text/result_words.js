// What a roll came to, in words.
import { sentence, written } from './words.js';

/** @typedef {import('../net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../net/documents.js').Rolled} Rolled */

/**
 * Events that tell what came of a roll, in words, without those that they imply; where there is none, that it failed.
 * @param {ActionInfo} action
 * @param {Rolled} rolled
 */
export const verdict = (action, rolled) => {
  if (rolled.ruling) return [rolled.ruling.says.replace(/\.$/, '')];
  const held = action.events.filter(({ name }) => rolled.verdict.includes(name)).map(({ title }) => title);
  return held.length > 0 || rolled.events[action.events[0]?.name] === undefined ? held : [action.otherwise];
};

/**
 * A number with what it counts.
 * @param {import('../net/documents.js').MeasureInfo} measure
 * @param {unknown} value
 */
export const counted = ({ title, one }, value) => (value === 1 ? one : title);

/** Tells whether a number of a roll does not hinge on a ruling of the game master. @param {Rolled} rolled @param {string} name */
export const isSettled = ({ ruling }, name) => !ruling?.hinging.includes(name);

/** The outcome in one line for the ear. @param {ActionInfo} action @param {Rolled} rolled */
export const resultLine = (action, rolled) => {
  const numbers = action.measures
    .filter(({ name }) => isSettled(rolled, name) && rolled.measures[name] !== undefined && rolled.measures[name] !== 0)
    .map((measure) => `${written(rolled.measures[measure.name])} ${counted(measure, rolled.measures[measure.name])}`);
  const happened = verdict(action, rolled).map(sentence).join(', ');
  return [...(happened === '' ? [] : [happened]), ...numbers].join('. ');
};
