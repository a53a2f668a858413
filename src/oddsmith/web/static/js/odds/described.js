// What an answer or a roll is about, in a few words.
import { calledWithin } from '../lib/inputs.js';
import { inSentence, written } from '../lib/words.js';
import { declared } from './link.js';

/** @typedef {import('../lib/documents.js').Catalogue} Catalogue */

/** How many inputs are named at most to tell what an answer is about. */
const MOST_NAMED = 6;

/**
 * The inputs and house rules that are not as usual.
 * @param {Catalogue} catalogue
 * @param {{system: string, action: string, inputs: Record<string, unknown>, options: Record<string, unknown>}} odds
 */
export const described = (catalogue, odds) => {
  const { system, action } = declared(catalogue, { system: odds.system, action: odds.action, inputs: {}, rules: {} });
  if (action === undefined) return odds.action;
  const told = [...action.inputs.map((field) => ({ field, value: odds.inputs[field.name] })), ...(system?.options ?? []).map((field) => ({ field, value: odds.options[field.name] }))]
    .filter(({ field, value }) => field.required || written(value) !== written(field.default))
    .map(({ field, value }) => `${field.title === undefined ? inSentence(field.name) : calledWithin(field)} ${written(value)}`);
  return told.length === 0 ? 'the usual inputs' : `${told.slice(0, MOST_NAMED).join(', ')}${told.length > MOST_NAMED ? ', …' : ''}`;
};
