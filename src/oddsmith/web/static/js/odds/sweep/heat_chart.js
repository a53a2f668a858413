// Draws odds over two inputs as a heat map, while they are computed.
import { useMemo, useRef } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';
import { percent, shortNumber } from '../../lib/numbers/format.js';
import { within } from '../../lib/text/field_titles.js';
import { HeatMap } from '../../ui/charts/heat_map.js';
import { Ledger } from '../../ui/charts/ledger.js';
import { Downloads } from '../../ui/downloads.js';
import { gainOf } from '../best_play/objective.js';
import { Remarks, Sweeping, useSweep } from './use_sweep.js';

/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('./fetch_sweep.js').Cell} Cell */
/** @typedef {import('../question/question.js').View} View */
/** @typedef {import('./axis.js').Axis} Axis */

/** The choice of what best play is worth, among those of events and measures. */
const BEST = '';

/** @param {ActionInfo} action @param {string} of */
const titleOf = ({ events, measures }, of) => [...events, ...measures].find(({ name }) => name === of)?.title ?? of;

/** As many as the server allows. */
const MOST_CELLS = 450;

/**
 * @param {{action: ActionInfo, view: View, across: Axis, down: Axis, onView: (change: Partial<View>) => void}} props
 */
export const HeatChart = ({ action, view, across, down, onView }) => {
  const all = [...action.events, ...action.measures];
  // Where there is something to decide, what it is worth comes first: with nothing spent, what there is changes nothing.
  const best = action.decides !== '' && !all.some(({ name }) => name === view.show);
  const gain = gainOf(action, view);
  const of = best ? gain : (all.find(({ name }) => name === view.show) ?? all[0]).name;
  const cells = across.values.length * down.values.length;
  const sweep = useSweep(view.question, [across, down], cells > MOST_CELLS ? '' : of, best);
  return html`
  <div class="field"><label for="heat-of">Colours show</label>
    <select id="heat-of" value=${best ? BEST : of} onInput=${(/** @type {any} */ e) => onView({ show: e.target.value })}>
      ${
        action.decides !== '' &&
        html`<option value=${BEST} selected=${best}>
          with best play: ${titleOf(action, gain)}</option>`
      }
      ${action.events.map(
        ({ name, title }) => html`<option value=${name} selected=${!best && name === of}>
          the chance of: ${title}</option>`,
      )}
      ${action.measures.map(
        ({ name, title }) => html`<option value=${name} selected=${!best && name === of}>
          the mean of: ${title}</option>`,
      )}
    </select></div>
  ${
    cells > MOST_CELLS &&
    html`<p class="notice" role="status">
      <span>That makes ${cells.toLocaleString('en')} cells; a map holds ${MOST_CELLS} at most. Take larger steps, or
        end
        sooner.</span></p>`
  }
  <${Sweeping} sweep=${sweep} all=${cells} cells="cells" />
  ${
    sweep.swept &&
    sweep.swept.cells.length > 0 &&
    html`<${Drawing} action=${action} view=${view}
      swept=${sweep.swept} />`
  }`;
};

/** @param {{action: ActionInfo, view: View, swept: import('./use_sweep.js').Swept}} props */
const Drawing = ({ action, view, swept }) => {
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const {
    axes: [across, down],
    best,
    cells,
    document,
  } = swept;
  const of = String(swept.of);
  const event = cells.some(({ p }) => p !== undefined) || action.events.some(({ name }) => name === of);
  const title = `${event ? 'Chance' : 'Mean'} of: ${titleOf(action, of)}${best ? ', with best play' : ''}`;
  const written = event ? percent : shortNumber;
  const spots = useMemo(
    () =>
      across.values.map((_, column) =>
        down.values.map((__, row) => {
          const cell = cells[column * down.values.length + row];
          return (
            cell && {
              value: cell.float ?? cell.mean?.float,
              exact: cell.p ?? cell.mean?.exact,
              refused: cell.refused && `${cell.refused} ${cell.remedy ?? ''}`,
            }
          );
        }),
      ),
    [cells],
  );
  const unresolved = cells.some((cell) => cell.unresolved !== undefined);
  /**
   * @template C
   * @param {(spot: import('../../ui/charts/heat_map.js').Spot | undefined) => C} cell
   * @param {(row: number) => C | string | number} named
   */
  const rows = (cell, named) =>
    down.values.map((_, row) => [named(row), ...across.values.map((__, column) => cell(spots[column][row]))]);
  const corner = `${down.title} \\ ${across.title}`;
  const grid = {
    head: [corner, ...across.values.map(String)],
    rows: rows(
      (spot) => spot?.value ?? '',
      (row) => down.values[row],
    ),
  };
  const shown = rows(
    (spot) => (spot?.value === undefined ? '–' : { text: written(spot.value), exact: spot.exact }),
    (row) => down.labels[row],
  );
  const file = `${view.question.system}-${view.question.action}-${best ? 'best-' : ''}${of.replace(/\W+/g, '-')}-by-${across.name}-and-${down.name}`;
  /** Long names of numbers are left to the table. @param {Axis} axis */
  const ticks = (axis) => ({
    title: axis.title,
    labels: axis.counted ? axis.values.map((value) => shortNumber(Number(value))) : axis.labels,
  });
  const map = {
    title: event ? `${title}, in percent` : title,
    across: ticks(across),
    down: ticks(down),
    spots,
    written,
    brief: event ? PERCENTS : means(cells),
  };
  return html`
  <${HeatMap} map=${map} label="${title}, by ${across.title} and ${down.title}. The table below has the figures."
    onDrawn=${(/** @type {SVGSVGElement} */ made) => {
      svg.current = made;
    }} />
  <p class="small soft pointing">Point at a cell, or move through them with the arrow keys, to read its exact number.</p>
  ${
    best &&
    html`<p class="small soft">Every cell has its own best play, whatever it costs. For figures with nothing spent,
      look under “Colours show”.</p>`
  }
  <${Remarks} swept=${swept} crossed="Crossed out" of="cell" />
  ${
    unresolved &&
    html`<p class="small soft">
      Some cells leave out very rare cases: their chances are the ones shown or slightly higher.</p>`
  }
  <${Ledger} caption="${title}, by ${across.title} and ${down.title}"
    grid=${{ head: [corner, ...across.labels], rows: [] }} shown=${shown}>
    <${Downloads} name=${file} grid=${grid} json=${document}
      picture=${{ svg: () => svg.current, title: `${across.title} and ${within(down.title)}` }} /></>`;
};

/** Chances in percent, in few characters. @type {((p: number) => string)[]} */
const PERCENTS = [
  (p) => (p <= 0 || p >= 1 ? String(100 * p) : p < 0.0005 ? '<0.1' : p > 0.9995 ? '>99.9' : (100 * p).toFixed(1)),
  (p) => (p <= 0 || p >= 1 ? String(100 * p) : p < 0.005 ? '<1' : p > 0.995 ? '>99' : (100 * p).toFixed(0)),
];

/**
 * Ways to write means, with fewer places only where they still tell them apart.
 * @param {Cell[]} cells
 * @returns {((value: number) => string)[]}
 */
const means = (cells) => {
  const values = cells.flatMap(({ mean }) => mean?.float ?? []);
  if (values.every(Number.isInteger)) return [shortNumber];
  /** @param {number} places @returns {(value: number) => string} */
  const fixed = (places) => (value) =>
    value
      .toFixed(places)
      .replace(/^-(0(\.0*)?)$/, '$1')
      .replace('-', '−');
  return Math.max(...values) - Math.min(...values) < 5
    ? [fixed(3), fixed(2), fixed(1)]
    : [fixed(2), fixed(1), fixed(0)];
};
