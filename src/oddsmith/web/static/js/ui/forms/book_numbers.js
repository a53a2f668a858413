// The numbers of a book, which a designer may change to see what comes of it. Few people do, so they come when asked for.
import { useEffect, useState } from '../../../vendor/preact.js';
import { defaultText } from '../../lib/field_values.js';
import { html } from '../../lib/html.js';
import { ask } from '../../lib/net/api.js';
import { Trouble } from '../shell.js';
import { Field } from './field.js';

/** @typedef {import('../../lib/net/documents.js').Field & {optional?: boolean}} BookNumber */

/**
 * A number with its rule, and what the book has where it is another one. A number that is as in the book is entered as
 * nothing, so that addresses are short.
 * @param {{system: string, values: Record<string, string>, onValue: (name: string, value: string) => void}} props
 */
export const BookNumbers = ({ system, values, onValue }) => {
  const [numbers, setNumbers] = useState(/** @type {BookNumber[] | undefined} */ (undefined));
  const [error, setError] = useState(/** @type {any} */ (undefined));
  useEffect(() => {
    ask(`/api/systems/${system}/numbers`).then((found) => setNumbers(found.numbers), setError);
  }, [system]);
  if (error) return html`<${Trouble} error=${error} />`;
  if (numbers?.length === 0) return html`<p class="small">None of its numbers can be changed here.</p>`;
  return html`<div class="fields">${numbers?.map((field) => {
    const usual = field.optional && field.default === null ? 'none' : defaultText(field);
    const value = values[field.name] || usual;
    const help = value === usual ? field.gap : `${field.gap}; the book has ${usual}`;
    return html`<${Field} key=${field.name} field=${{ ...field, help, kind: field.optional ? 'text' : field.kind }}
      label=${field.help} value=${value}
      onValue=${(/** @type {string} */ entered) => onValue(field.name, entered === usual ? '' : entered)} />`;
  })}</div>`;
};
