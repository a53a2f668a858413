// Offers what is shown as files: a grid, a document, a chart.
import { copy } from '../lib/browser/clipboard.js';
import { flash } from '../lib/browser/messages.js';
import { html } from '../lib/html.js';

/** @typedef {import('../lib/text/grid_text.js').Grid} Grid */
/** @typedef {import('./charts/chart_file.js').Pictured} Pictured */

// These are fetched when the menu opens: few people need them, and copying must soon follow a press.
const grids = () => import('../lib/text/grid_text.js');
const downloads = () => import('../lib/browser/download.js');
const pictures = () => import('./charts/chart_file.js');

/** @param {string} text @param {string} what */
const copied = async (text, what) => {
  flash((await copy(text)) ? `${what} copied.` : 'Your browser blocks copying; download instead.');
};

/**
 * Buttons that copy or download a table and whatever else is given.
 * @param {{name: string, grid: Grid | (() => Grid), json?: unknown, picture?: Pictured}} props name: of files, without
 *   what tells their kind
 */
export const Downloads = ({ name, grid, json, picture }) => {
  const whole = () => (typeof grid === 'function' ? grid() : grid);
  /** @type {[string, () => unknown][]} */
  const ways = [
    ['Copy as CSV', async () => copied((await grids()).asCsv(whole()), 'CSV')],
    ['Copy as TSV', async () => copied((await grids()).asTsv(whole()), 'TSV')],
    ['Copy as Markdown', async () => copied((await grids()).asMarkdown(whole()), 'Markdown')],
    [
      'Download CSV',
      async () => (await downloads()).downloadText(`${name}.csv`, (await grids()).asCsv(whole()), 'text/csv'),
    ],
  ];
  if (picture !== undefined) {
    /** @param {'copyPng' | 'downloadSvg' | 'downloadPng'} how */
    const drawn = async (how) => {
      const svg = picture.svg();
      if (svg !== null) await (await pictures())[how](name, svg, picture);
    };
    ways.push(
      ['Copy as picture', () => drawn('copyPng')],
      ['Download chart as SVG', () => drawn('downloadSvg')],
      ['Download chart as PNG', () => drawn('downloadPng')],
    );
  }
  if (json !== undefined && /^\/(odds|notation)/.test(location.pathname))
    ways.push(['Copy as card to embed', async () => copied((await grids()).asFrame(), 'Card')]);
  if (json !== undefined)
    ways.push([
      'Download JSON',
      async () =>
        (await downloads()).downloadText(`${name}.json`, `${JSON.stringify(json, null, 1)}\n`, 'application/json'),
    ]);
  return html`<details class="menu tools" onKeyDown=${closeOnEscape} onFocusOut=${closeOutside} onToggle=${(
    /** @type {any} */ e,
  ) => {
    if (e.currentTarget.open) grids();
  }}>
    <summary>Copy or download</summary>
    <div>${ways.map(
      ([label, act]) =>
        html`<button type="button" class="button plain" onClick=${(/** @type {any} */ e) => {
          e.currentTarget.closest('details').open = false;
          act();
        }}>${label}</button>`,
    )}</div></details>`;
};

/** @param {any} event */
export const closeOnEscape = (event) => {
  if (event.key !== 'Escape') return;
  event.currentTarget.open = false;
  event.currentTarget.querySelector('summary').focus();
};

/** @param {any} event */
export const closeOutside = (event) => {
  if (event.relatedTarget !== null && !event.currentTarget.contains(event.relatedTarget))
    event.currentTarget.open = false;
};
