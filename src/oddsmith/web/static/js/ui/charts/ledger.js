// A grid of figures with a caption, some cells of which show their exact value.
import { useState } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';

/** @typedef {import('../../lib/text/grid_text.js').Grid} Grid */

/**
 * @typedef {object} Figure A figure as people see it.
 * @property {string} text
 * @property {string} [exact] the same in full
 * @property {string} [below] what stands under it, such as a difference
 * @property {string} [belowExact]
 */

/** Columns of fractions cut those that have more characters than this. */
const LONG = 24;

/** A fraction in a cell has no more characters than this; pointing at it shows the rest. */
const MOST_SHOWN = 40;

/**
 * @param {{caption: string, grid: Grid, shown?: (string | number | Figure)[][], marked?: (row: number) => boolean,
 *   exact?: number[], children?: unknown}} props
 *   shown: the cells as people see them, where they differ from what is exported; exact: columns of fractions in full;
 *   children: what stands at its foot
 */
export const Ledger = ({ caption, grid, shown, marked, exact = [], children }) => {
  const [full, setFull] = useState(false);
  const rows = shown ?? grid.rows;
  // Very long fractions take a while to be written, so they are only where somebody looks.
  const hasExact = rows.some((cells) => cells.some((cell) => typeof cell === 'object' && 'exact' in cell));
  /** @param {any} event */
  const pointed = (event) => {
    const cell = event.target.closest('td');
    if (cell === null) return;
    const figure = rows[cell.parentElement.sectionRowIndex]?.[cell.cellIndex];
    if (typeof figure === 'object')
      cell.title = [figure.exact, figure.belowExact && `difference ${figure.belowExact}`].filter(Boolean).join('\n');
    else cell.title = exact.includes(cell.cellIndex) && String(figure).length > LONG ? String(figure) : '';
  };
  return html`<div class="ledger">
    <div class="scroll ${rows.length > 12 ? 'tall' : ''}" tabindex="0" role="region" aria-label=${caption}
      onPointerOver=${pointed}>
      <table><caption><span>${caption}</span></caption>
        <thead><tr>${grid.head.map(
          (name, place) => html`<th scope="col" class=${place === 0 ? '' : 'figure'}>${name}
          </th>`,
        )}</tr></thead>
        <tbody>${rows.map(
          (cells, row) => html`<tr class=${marked?.(row) ? 'marked' : ''}>
            ${cells.map((cell, place) =>
              place === 0
                ? html`<th scope="row">${cell}
                </th>`
                : html`<${Figure} cell=${cell} full=${full} exact=${exact.includes(place)} />`,
            )}
          </tr>`,
        )}</tbody>
      </table></div>
    ${
      (hasExact || children) &&
      html`<div class="row apart">${
        hasExact
          ? html`<label class="tick small">
            <input type="checkbox" checked=${full} onInput=${() => setFull(!full)} />Exact fractions</label>`
          : html`<span></span>`
      }${children}</div>`
    }</div>`;
};

/** @param {{cell: string | number | Figure, full: boolean, exact: boolean}} props */
const Figure = ({ cell, full, exact }) => {
  if (typeof cell !== 'object') return html`<td class="figure ${exact ? 'exact' : ''}">${cell}</td>`;
  const below = full ? (cell.belowExact ?? cell.below) : cell.below;
  return html`<td class="figure">${full ? shortened(cell.exact || cell.text) : cell.text}${
    below &&
    html` <span
      class="below">${shortened(below)}</span>`
  }</td>`;
};

/** @param {string} text */
const shortened = (text) => (text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN - 1)}…` : text);
