// The requests that put a question to the server.
import { NOTATION } from '../../lib/notation_action.js';

/** @typedef {import('./question.js').Question} Question */

/**
 * Writes the address at which the server answers a question.
 * @param {'odds' | 'simulate'} kind @param {Question} question @param {[string, string][]} [more]
 */
export const endpoint = (kind, question, more = []) => {
  const given = new URLSearchParams(more);
  if (question.system === NOTATION.name) {
    given.append('notation', (question.inputs.notation ?? '').trim());
    return `/api/${kind}?${given}`;
  }
  for (const [name, value] of Object.entries(question.inputs))
    if (value.trim() !== '') given.append(name, value.trim());
  for (const [name, value] of Object.entries(question.rules))
    if (value !== '') given.append('option', `${name}=${value}`);
  return `/api/${kind}/${question.system}/${question.action}?${given}`;
};

/** The inputs as a body has them: only those that are given. @param {Question} question */
export const requestBody = ({ inputs, rules }) => ({
  inputs: Object.fromEntries(
    Object.entries(inputs)
      .filter(([, value]) => value.trim() !== '')
      .map(([name, value]) => [name, value.trim()]),
  ),
  options: Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== '')),
});
