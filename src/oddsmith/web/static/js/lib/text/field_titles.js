// Titles of inputs: alone, within a sentence, and in messages in place of names.
import { humane, inSentence } from './words.js';

/** @typedef {import('../net/documents.js').Field} Field */

/** Returns the title of a field among those of its side. @param {Field} field */
export const titleOf = (field) => field.title ?? humane(field.name);

/** Returns its title where it stands alone. @param {Field} field */
export const called = (field) => `${titleOf(field)}${field.whose === 'other' ? ' (opponent)' : ''}`;

/** The same within a sentence; what is written in capitals stays so. @param {Field} field */
export const calledWithin = (field) => within(called(field));

/** A title within a sentence. @param {string} title */
export const within = (title) => title.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase());

/** Returns titles of inputs and the like within a sentence, by name. @param {Field[]} fields @param {string} name */
export const namedWithin = (fields, name) => {
  const field = fields.find((each) => each.name === name);
  return field === undefined ? inSentence(name) : calledWithin(field);
};

/**
 * Writes what is wrong with an input, with its title in place of its name; at the field itself without either.
 * @param {string} message that begins with names of inputs @param {Field[]} fields @param {boolean} [there]
 */
export const withTitles = (message, fields, there = false) => {
  const [, names = '', colon = '', rest = message] = /^([a-z_]+(?:, [a-z_]+)*)(:?)( .*)$/s.exec(message) ?? [];
  const found = names.split(', ').map((name) => fields.find((field) => field.name === name));
  if (names === '' || found.includes(undefined)) return message;
  if (there && colon !== '' && found.length === 1) return rest.trim();
  return `${found.map((field) => (there ? titleOf(/** @type {Field} */ (field)) : called(/** @type {Field} */ (field)))).join(', ')}${colon}${rest}`;
};
