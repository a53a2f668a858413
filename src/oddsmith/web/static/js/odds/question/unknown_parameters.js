// Finds what an address holds that no page understands: misspelt, of another version, or twice.
import { NOTATION } from '../../lib/notation_action.js';
import { DICE, NUMBER, RANGES, WAYS, isAxis, pinOf } from './question.js';

/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../../lib/net/documents.js').SystemInfo} SystemInfo */
/** @typedef {import('../../lib/net/documents.js').Catalogue} Catalogue */

/**
 * Each as it stands in the address.
 * @param {Catalogue} catalogue @param {SystemInfo} system @param {ActionInfo} action @param {URLSearchParams} given
 * @returns {string[]}
 */
export const unknownParameters = (catalogue, system, action, given) => {
  const own = questions(system, action);
  const known = { ...views(system, action, given), ...own };
  /** @type {Set<string>} */
  const seen = new Set();
  return [...given].flatMap(([name, value]) => {
    if (name === 'pin' && own.pin === undefined) return unreadPin(catalogue, system, value);
    const again = seen.has(name);
    seen.add(name);
    // Of a name that stands there twice, the first is meant.
    if (!again && isNumber(name)) return [];
    return !again && Object.hasOwn(known, name) && known[name](value) ? [] : [`${name}=${value}`];
  });
};

/** @param {Catalogue} catalogue @param {SystemInfo} system @param {string} pin @returns {string[]} */
const unreadPin = (catalogue, system, pin) => {
  const found = pinOf(catalogue, system, pin);
  if (found === undefined) return [`pin=${pin}`];
  if (found.given === undefined) return [];
  const known = questions(found.given.system, found.given.action);
  return [...found.given.given]
    .filter(([name]) => !Object.hasOwn(known, name) && !isNumber(name))
    .map(([name, value]) => `${name}=${value} (pinned)`);
};

/** Numbers of the book are not in the catalogue: the server says which it knows. @param {string} name */
const isNumber = (name) => name.startsWith(NUMBER);

/** @typedef {Record<string, (value: string) => boolean>} Known whether a value is understood, by parameter */

/**
 * Parameters of a question. What is wrong with their values, their fields tell.
 * @param {SystemInfo} system
 * @param {ActionInfo} action
 * @returns {Known}
 */
const questions = (system, action) =>
  Object.fromEntries([
    ...action.inputs.map(({ name }) => [system === NOTATION ? DICE : name, () => true]),
    ...system.options.map(({ name }) => [`rule.${name}`, () => true]),
  ]);

/** @param {SystemInfo} system @param {ActionInfo} action @param {URLSearchParams} given @returns {Known} */
const views = (system, action, given) => {
  const shared = {
    as: (/** @type {string} */ value) => WAYS.some((way) => way === value),
    scale: (/** @type {string} */ value) => value === 'log',
    values: (/** @type {string} */ value) => value === 'all',
    x: (/** @type {string} */ value) => value.includes('..'),
    v: () => true,
  };
  // What a notation counts, its answer tells.
  if (system === NOTATION) return { ...shared, of: () => true };
  const measures = action.measures.map(({ name }) => name);
  const all = [...action.events.map(({ name }) => name), ...measures];
  const axes = action.inputs.filter(isAxis).map(({ name }) => name);
  const along = () => given.has('across');
  return {
    ...shared,
    of: (value) => measures.includes(value),
    across: (value) => axes.includes(value),
    and: (value) => along() && axes.includes(value),
    ...Object.fromEntries(RANGES.map(([, name]) => [name, along])),
    from: along,
    to: along,
    show: (value) => along() && all.includes(value),
    reach: along,
    goal: () => true,
    cost: () => true,
    'at-most': () => true,
    frontier: (value) => value === 'shown',
    ...Object.fromEntries(all.map((name) => [`price.${name}`, () => true])),
  };
};
