// Questions in a few words: what one is about, and what tells several apart.
import { NOTATION } from '../../lib/notation_action.js';
import { namedWithin } from '../../lib/text/field_titles.js';
import { inSentence, written } from '../../lib/text/words.js';
import { asText, defaultText } from '../../lib/field_values.js';
import { declared } from './question.js';

/** @typedef {import('../../lib/net/documents.js').Catalogue} Catalogue */
/** @typedef {import('../../lib/net/documents.js').Field} Field */
/** @typedef {import('./question.js').Question} Question */

/** Inputs named at most. */
const MOST_NAMED = 6;

/**
 * An input with its value in words; of a house rule, the reading that was chosen.
 * @param {Field[]} fields @param {Field} field @param {string} value
 */
const said = (fields, { name, title, kind, readings }, value) => {
  const reading = readings?.[value];
  if (reading !== undefined) return reading.replace(/^(yes|no): /, '');
  const named = title === undefined ? inSentence(name) : namedWithin(fields, name);
  return kind === 'choice' ? `${named}: ${inSentence(value)}` : `${named} ${written(value).replace(/,(?=\S)/g, ', ')}`;
};

/**
 * Names values that are not as usual: inputs, house rules, or numbers of the book, which no field declares.
 * @param {Field[]} fields @param {Record<string, unknown>} values @returns {string[]}
 */
export const unusual = (fields, values) =>
  Object.entries(values)
    .map(([name, value]) => ({
      place: fields.findIndex((each) => each.name === name),
      name,
      text: asText(value).trim(),
    }))
    .filter(({ place, text }) => text !== '' && (place < 0 || text !== defaultText(fields[place])))
    .sort((one, other) => (one.place < 0 ? fields.length : one.place) - (other.place < 0 ? fields.length : other.place))
    .map(({ place, name, text }) =>
      place < 0 ? `${inSentence(name)} ${written(text)}` : said(fields, fields[place], text),
    );

/**
 * Names what was entered that is not as usual.
 * @param {Catalogue} catalogue @param {Question} question
 */
export const summary = (catalogue, question) => {
  if (question.system === NOTATION.name) return question.inputs.notation.trim();
  const { system, action } = declared(catalogue, question);
  const named = [...unusual(action?.inputs ?? [], question.inputs), ...unusual(system?.options ?? [], question.rules)];
  return named.length === 0
    ? 'the usual inputs'
    : `${named.slice(0, MOST_NAMED).join(', ')}${named.length > MOST_NAMED ? ', …' : ''}`;
};

/**
 * Labels that tell questions apart, in a few words each.
 * @param {Catalogue} catalogue @param {Question[]} questions
 */
export const labels = (catalogue, questions) => {
  const own = questions.map((question) => {
    const { system, action } = declared(catalogue, question);
    const usual = [
      ...(action?.inputs ?? []).map((field) => /** @type {[string, string]} */ ([field.name, defaultText(field)])),
      ...(system?.options ?? []).map(
        (field) => /** @type {[string, string]} */ ([`rule.${field.name}`, defaultText(field)]),
      ),
    ];
    return new Map([
      ...usual,
      ...Object.entries(question.inputs),
      ...Object.entries(question.rules).map(
        ([name, value]) => /** @type {[string, string]} */ ([`rule.${name}`, value]),
      ),
    ]);
  });
  const sameAction = questions.every(
    (each) => each.system === questions[0].system && each.action === questions[0].action,
  );
  const names = [...new Set(own.flatMap((each) => [...each.keys()]))];
  const telling = names.filter((name) => own.some((each) => each.get(name) !== own[0].get(name)));
  return own.map((each, place) => {
    const said = telling
      .filter((name) => (each.get(name) ?? '') !== '')
      .map((name) =>
        questions[place].system === NOTATION.name
          ? `${each.get(name)}`
          : `${name.startsWith('rule.') ? inSentence(name.slice(5)) : namedWithin(declared(catalogue, questions[place]).action?.inputs ?? [], name)} ${each.get(name)}`,
      );
    const title = declared(catalogue, questions[place]).action?.title ?? questions[place].action;
    const first = sameAction ? [] : [title.toLowerCase()];
    return [...first, ...said].join(', ') || (place === 0 ? 'this' : `the same (${place + 1})`);
  });
};
