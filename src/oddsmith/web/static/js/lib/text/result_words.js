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
  const held = action.events.filter(({ name }) => rolled.verdict.includes(name)).map(({ title }) => title);
  return held.length > 0 || rolled.events[action.events[0]?.name] === undefined ? held : [action.otherwise];
};

/**
 * A number with what it counts.
 * @param {import('../net/documents.js').MeasureInfo} measure
 * @param {unknown} value
 */
export const counted = ({ title, one }, value) => (value === 1 ? one : title);

/** The outcome in one line for the ear. @param {ActionInfo} action @param {Rolled} rolled */
export const resultLine = (action, rolled) => {
  const numbers = action.measures
    .filter(({ name }) => rolled.measures[name] !== undefined && rolled.measures[name] !== 0)
    .map((measure) => `${written(rolled.measures[measure.name])} ${counted(measure, rolled.measures[measure.name])}`);
  const happened = verdict(action, rolled).map(sentence).join(', ');
  return [...(happened === '' ? [] : [happened]), ...numbers].join('. ');
};
