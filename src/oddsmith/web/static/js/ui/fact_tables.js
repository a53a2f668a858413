// Facts that are tables, as part of the answer.
import { html } from '../lib/html.js';
import { percent } from '../lib/numbers/format.js';
import { written } from '../lib/text/words.js';

/** @typedef {import('../lib/net/documents.js').TableOfFacts} TableOfFacts */

/**
 * A table with a line for each row, and its note below.
 * @param {TableOfFacts} props
 */
export const FactTable = ({ title, columns, rows }) => {
  const [[first, head], ...others] = columns;
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${title}>
    <table class="fact-table"><caption>${title}</caption>
      <thead><tr><th scope="col">${head}</th>${others.map(
        ([, head]) => html`<th scope="col" class="figure">${head}</th>`,
      )}</tr></thead>
      ${rows.map(
        (row) => html`<tbody><tr><th scope="row">${written(row[first])}</th>
            ${others.map(([name]) => html`<td class="figure" title=${row[name]?.p}>${cell(row[name])}</td>`)}</tr>
          ${row.note && html`<tr class="note"><td colspan=${others.length + 1}>${row.note}</td></tr>`}</tbody>`,
      )}
    </table></div>`;
};

/** Writes a value; a chance in percent, which logs have as a text. @param {any} value */
const cell = (value) => (value?.float === undefined ? written(value) : percent(Number(value.float)));
