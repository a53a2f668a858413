// Titles of inputs: alone, within a sentence, and in messages in place of names.
import { proper } from './game_words.js';
import { humane, inSentence } from './words.js';

/** @typedef {import('../net/documents.js').Field} Field */

/** Returns the title of a field among those of its side. @param {Field} field */
export const titleOf = (field) => field.title ?? humane(field.name);

/** Returns its title where it stands alone. @param {Field} field */
export const called = (field) => `${titleOf(field)}${field.whose === 'other' ? ' (opponent)' : ''}`;

/** The same within a sentence; what is written in capitals stays so. @param {Field} field */
export const calledWithin = (field) => within(called(field));

/** A title within a sentence. @param {string} title */
export const within = (title) =>
  title.replace(/^[A-Z](?=[a-z ])\w*/, (word) => (proper.has(word) ? word : word.toLowerCase()));

/** Returns titles of inputs and the like within a sentence, by name. @param {Field[]} fields @param {string} name */
export const namedWithin = (fields, name) => {
  const field = fields.find((each) => each.name === name);
  return field === undefined ? inSentence(name) : calledWithin(field);
};

/** @typedef {{message: string, fields?: string[]}} Wrong a problem, which begins with the fields that it is about */

/**
 * Writes what is wrong with inputs, with their titles in place of their names; at the field itself without either.
 * @param {Wrong} wrong @param {Field[]} fields @param {boolean} [there]
 */
export const withTitles = ({ message, fields: blamed = [] }, fields, there = false) => {
  const names = blamed.join(', ');
  const found = blamed.flatMap((name) => fields.find((field) => field.name === name) ?? []);
  if (found.length === 0 || found.length < blamed.length || !message.startsWith(names)) return message;
  const rest = message.slice(names.length);
  if (there && rest.startsWith(':') && found.length === 1) return rest.slice(1).trim();
  return `${found.map(there ? titleOf : called).join(', ')}${rest}`;
};
