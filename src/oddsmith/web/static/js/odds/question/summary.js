// What an answer or a roll is about, in a few words.
import { namedWithin } from '../../lib/text/field_titles.js';
import { NOTATION } from '../../lib/notation_action.js';
import { inSentence, written } from '../../lib/text/words.js';
import { defaultText } from '../../ui/forms/field.js';
import { declared } from './address.js';

/** How many inputs are named at most. */
const MOST_NAMED = 6;

/**
 * What was entered that is not as usual.
 * @param {import('../../lib/net/documents.js').Catalogue} catalogue @param {import('./address.js').Question} question
 */
export const described = (catalogue, question) => {
  if (question.system === NOTATION.name) return question.inputs.notation.trim();
  const { system, action } = declared(catalogue, question);
  /** @param {import('../../lib/net/documents.js').Field[]} fields @param {Record<string, string>} values */
  const unusual = (fields, values) =>
    fields
      .filter((field) => (values[field.name] ?? '').trim() !== '' && values[field.name] !== defaultText(field))
      .map(
        ({ name, title }) =>
          `${title === undefined ? inSentence(name) : namedWithin(fields, name)} ${written(values[name])}`,
      );
  const told = [...unusual(action?.inputs ?? [], question.inputs), ...unusual(system?.options ?? [], question.rules)];
  return told.length === 0
    ? 'the usual inputs'
    : `${told.slice(0, MOST_NAMED).join(', ')}${told.length > MOST_NAMED ? ', …' : ''}`;
};
