// A table of figures, with ways to take it along.
import { html } from '../lib/html.js';
import { asCsv, asMarkdown, copy, downloadText } from '../lib/save.js';
import { flash } from '../lib/say.js';

/** @typedef {import('../lib/save.js').Grid} Grid */

/**
 * @param {{caption: string, grid: Grid, shown?: (string | number)[][], marked?: (row: number) => boolean, exact?: number[],
 *   titles?: (row: number, column: number) => string | undefined}} props
 *   shown: the cells as people see them, where they differ from what is exported; exact: columns of fractions in full;
 *   titles: what a cell says in full when pointed at
 */
export const Ledger = ({ caption, grid, shown, marked, exact = [], titles }) => {
  const rows = shown ?? grid.rows;
  return html`<div class="scroll ${rows.length > 12 ? 'tall' : ''}" tabindex="0" role="region" aria-label=${caption}>
    <table><caption>${caption}</caption>
      <thead><tr>${grid.head.map((name, place) => html`<th scope="col" class=${place === 0 ? '' : 'figure'}>${name}</th>`)}</tr></thead>
      <tbody>${rows.map((cells, row) => html`<tr class=${marked?.(row) ? 'marked' : ''}>
        ${cells.map((cell, place) => (place === 0 ? html`<th scope="row">${cell}</th>`
    : html`<td class="figure ${exact.includes(place) ? 'exact' : ''}" title=${exact.includes(place) && String(cell).length > 24 ? cell : titles?.(row, place)}>${cell}</td>`))}
      </tr>`)}</tbody>
    </table></div>`;
};

/** @param {string} text @param {string} what */
const copied = async (text, what) => {
  flash((await copy(text)) ? `${what} copied.` : 'The browser does not allow copying; download instead.');
};

/**
 * Buttons that copy or download a table and whatever else is given.
 * @param {{name: string, grid: Grid | (() => Grid), json?: unknown, more?: [string, () => void][]}} props
 */
export const Take = ({ name, grid, json, more = [] }) => {
  const whole = () => (typeof grid === 'function' ? grid() : grid);
  /** @type {[string, () => void][]} */
  const ways = [
    ['Copy as CSV', () => copied(asCsv(whole()), 'CSV')],
    ['Copy as Markdown', () => copied(asMarkdown(whole()), 'Markdown')],
    ['Download CSV', () => downloadText(`${name}.csv`, asCsv(whole()), 'text/csv')],
    ...more,
  ];
  if (json !== undefined) ways.push(['Download JSON', () => downloadText(`${name}.json`, `${JSON.stringify(json, null, 1)}\n`, 'application/json')]);
  return html`<details class="menu tools" onKeyDown=${closeOnEscape} onFocusOut=${closeOutside}><summary>Copy or download</summary>
    <div>${ways.map(([label, act]) => html`<button type="button" class="button plain" onClick=${(/** @type {any} */ e) => {
    e.currentTarget.closest('details').open = false;
    act();
  }}>${label}</button>`)}</div></details>`;
};

/** @param {any} event */
export const closeOnEscape = (event) => {
  if (event.key !== 'Escape') return;
  event.currentTarget.open = false;
  event.currentTarget.querySelector('summary').focus();
};

/** @param {any} event */
export const closeOutside = (event) => {
  if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
};
