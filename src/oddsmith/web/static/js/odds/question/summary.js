// Questions in a few words: what one is about, and what tells several apart.
import { NOTATION } from '../../lib/notation_action.js';
import { namedWithin } from '../../lib/text/field_titles.js';
import { inSentence, written } from '../../lib/text/words.js';
import { defaultText } from '../../lib/field_values.js';
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
  if (reading !== undefined) return reading;
  const named = title === undefined ? inSentence(name) : namedWithin(fields, name);
  return `${named} ${kind === 'choice' ? inSentence(value) : written(value)}`;
};

/**
 * Names what was entered that is not as usual.
 * @param {Catalogue} catalogue @param {Question} question
 */
export const summary = (catalogue, question) => {
  if (question.system === NOTATION.name) return question.inputs.notation.trim();
  const { system, action } = declared(catalogue, question);
  /** @param {Field[]} fields @param {Record<string, string>} values */
  const unusual = (fields, values) =>
    fields
      .filter((field) => (values[field.name] ?? '').trim() !== '' && values[field.name] !== defaultText(field))
      .map((field) => said(fields, field, values[field.name]));
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
