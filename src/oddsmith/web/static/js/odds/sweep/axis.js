// The axis of a sweep: the values of an input along which odds are drawn.
import { shortNumber } from '../../lib/numbers/format.js';
import { choicesOf, limitsOf } from '../../lib/field_values.js';
import { called } from '../../lib/text/field_titles.js';
import { humane } from '../../lib/text/words.js';

/** @typedef {import('../../lib/net/documents.js').Field} Field */
/** @typedef {{from: string, to: string, by: string}} Typed '' for what is usual */
/** @typedef {'from' | 'to' | 'by'} End */

/**
 * @typedef {object} Axis
 * @property {string} name
 * @property {string} title
 * @property {(number | string)[]} values
 * @property {string[]} labels of the values, as people read them
 * @property {boolean} counted whether the values are numbers, and not all of them go by a name
 * @property {Typed} typed what the fields hold
 * @property {Typed} usual what holds where they hold nothing
 * @property {{end: End, said: string} | undefined} wrong what is not as it was typed, and where
 * @property {string} said what else there is to say
 */

/** No more values than this of an input. */
export const MOST = 41;

/**
 * @param {Field} field @param {string} value that the input has now @param {Typed} typed @returns {Axis}
 */
export const axis = (field, value, typed) =>
  field.kind === 'integer' ? numbers(field, value, typed) : choices(field, typed);

/**
 * From where to where an input goes when nobody says: around what it is now.
 * @param {Field} field @param {string} value @returns {[number, number]}
 */
const usualRange = (field, value) => {
  const now = Number(value === '' ? (field.default ?? field.low ?? 0) : value) || 0;
  const [low, high] = limitsOf(field);
  if (high - low < 14) return [low, high];
  const from = Math.max(low, now - 6);
  return [from, Math.min(high, from + 12)];
};

/** @param {Field} field @param {string} value @param {Typed} typed @returns {Axis} */
const numbers = (field, value, typed) => {
  const title = called(field);
  const [least, most] = limitsOf(field);
  const usual = usualRange(field, value);
  const [begin, end, step] = [number(typed.from), number(typed.to), number(typed.by) ?? 1];
  // Whoever types only one end means what lies beyond it.
  const [first, last] = [begin ?? Math.min(usual[0], end ?? usual[0]), end ?? Math.max(usual[1], begin ?? usual[1])];
  const [from, to, by] = [Math.max(first, least), Math.min(last, most), Math.max(1, step)];
  const wanted = Math.max(0, Math.floor((to - from) / by) + 1);
  const values = Array.from({ length: Math.min(MOST, wanted) }, (_, place) => from + place * by);
  const bounds =
    field.high === undefined
      ? `${title} is ${shortNumber(least)} or more`
      : field.low === undefined
        ? `${title} is ${shortNumber(most)} or less`
        : `${title} goes from ${shortNumber(least)} to ${shortNumber(most)}`;
  /** @returns {Axis['wrong']} */
  const wrong = () => {
    const unreadable = ENDS.find((each) => typed[each].trim() !== '' && number(typed[each]) === undefined);
    if (unreadable) return { end: unreadable, said: `“${typed[unreadable]}” is not a whole number.` };
    if (first > last)
      return {
        end: 'from',
        said: `${shortNumber(first)} is above ${shortNumber(last)}: begin with the smaller number.`,
      };
    if (first < least) return { end: 'from', said: `${bounds}, so this begins with ${shortNumber(least)}.` };
    if (first > most) return { end: 'from', said: `${bounds}.` };
    if (last < least) return { end: 'to', said: `${bounds}.` };
    if (last > most) return { end: 'to', said: `${bounds}, so this ends with ${shortNumber(most)}.` };
    if (step < 1) return { end: 'by', said: 'A step must be 1 or more.' };
    return undefined;
  };
  return {
    name: field.name,
    title,
    values,
    labels: values.map((each) => labelled(field, each)),
    counted: !values.every((each) => nameOf(field, each)),
    typed,
    usual: { from: String(first), to: String(last), by: '1' },
    wrong: wrong(),
    said:
      wanted > MOST
        ? `Only the first ${MOST} values are drawn, up to ${shortNumber(values[values.length - 1])}. Take larger steps to go further.`
        : '',
  };
};

/** Writes a value by its name, where it has one. @param {Field} field @param {number} value */
const nameOf = ({ names = {} }, value) => Object.keys(names).find((name) => names[name] === value);

/** @param {Field} field @param {number} value */
const labelled = (field, value) => {
  const name = nameOf(field, value);
  return name === undefined ? shortNumber(value) : `${humane(name)} (${shortNumber(value)})`;
};

/** @type {End[]} */
const ENDS = ['from', 'to', 'by'];

/** A whole number, where one was typed. @param {string} text */
const number = (text) => (/^\s*[-−]?\d{1,9}\s*$/.test(text) ? Number(text.replace('−', '-')) : undefined);

/** Choices in the order in which they are declared. @param {Field} field @param {Typed} typed @returns {Axis} */
const choices = (field, typed) => {
  const all = choicesOf(field);
  const [from, to] = [
    all.includes(typed.from) ? typed.from : all[0],
    all.includes(typed.to) ? typed.to : all[all.length - 1],
  ];
  const values = all.slice(all.indexOf(from), all.indexOf(to) + 1);
  return {
    name: field.name,
    title: called(field),
    values,
    labels: values.map(humane),
    counted: false,
    typed: { from, to, by: '' },
    usual: { from, to, by: '' },
    wrong:
      values.length === 0
        ? { end: 'from', said: `${humane(to)} comes before ${humane(from).toLowerCase()}.` }
        : undefined,
    said: '',
  };
};
