// A heat map of the odds over two inputs, drawn while it is computed.
import { useEffect, useMemo, useRef, useState } from '../../vendor/preact.js';
import { isAbort } from '../lib/api.js';
import { html } from '../lib/html.js';
import { downloadPng, downloadSvg } from '../lib/save.js';
import { percent, short } from '../lib/words.js';
import { HeatMap } from '../ui/heat.js';
import { Ledger, Take } from '../ui/ledger.js';
import { Trouble } from '../ui/shell.js';
import { askSweep } from './asking.js';

/** @typedef {import('../lib/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('./asking.js').Cell} Cell */
/** @typedef {import('./link.js').View} View */
/** @typedef {import('./ranges.js').Axis} Axis */
/** @typedef {{key: string, across: Axis, down: Axis, of: string, cells: Cell[], document: object}} Swept */

/** As many as the server allows. */
const MOST_CELLS = 450;

/** @param {{action: ActionInfo, view: View, across: Axis, down: Axis, onView: (change: Partial<View>) => void}} props */
export const Heat = ({ action, view, across, down, onView }) => {
  const all = [...action.events, ...action.measures];
  const { name: of } = all.find(({ name }) => name === view.show) ?? all[0];
  const cells = across.values.length * down.values.length;
  const { swept, error, busy, goOn } = useSweep(view, across, down, cells > MOST_CELLS ? '' : of);
  return html`
    <div class="field"><label for="heat-of">Colours show</label>
      <select id="heat-of" value=${of} onInput=${(/** @type {any} */ e) => onView({ show: e.target.value })}>
        ${action.events.map(({ name, title }) => html`<option value=${name} selected=${name === of}>the chance of: ${title}</option>`)}
        ${action.measures.map(({ name, title }) => html`<option value=${name} selected=${name === of}>the mean of: ${title}</option>`)}
      </select></div>
    ${cells > MOST_CELLS && html`<p class="notice" role="status"><span>These are ${cells.toLocaleString('en')} cells, and a map has ${MOST_CELLS} at most. Take larger steps, or end sooner.</span></p>`}
    ${busy !== undefined && html`<div class="row"><span role="status">${swept?.cells.length ?? 0} of ${cells} cells computed</span>
      <button type="button" class="button" onClick=${() => busy.abort()}>Stop</button></div>`}
    ${error && html`<${Trouble} error=${error} />`}
    ${goOn && html`<div class="row"><span>${swept?.cells.length ?? 0} of ${cells} cells were computed</span>
      <button type="button" class="button" onClick=${goOn}>Go on</button></div>`}
    ${swept && swept.cells.length > 0 && html`<${Drawing} action=${action} view=${view} swept=${swept} />`}`;
};

/**
 * The cells of a sweep as they come; those of the last one stay until the first of the next are there. `goOn` computes the
 * rest of one that was stopped.
 * @param {View} view @param {Axis} across @param {Axis} down @param {string} of '' asks nothing
 */
const useSweep = (view, across, down, of) => {
  const [state, setState] = useState(/** @type {{swept?: Swept, error?: any, busy?: AbortController, stopped?: boolean}} */ ({}));
  const { inputs, rules, system, action } = view.question;
  const key = of === '' ? '' : JSON.stringify([system, action, { ...inputs, [across.name]: '', [down.name]: '' }, rules, of, across.values, down.values]);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (key === '' || across.values.length === 0 || down.values.length === 0) {
      setState({});
      return undefined;
    }
    const busy = new AbortController();
    const along = [across, down].map(({ name, values }) => ({ input: name, values }));
    const timer = setTimeout(async () => {
      setState(({ swept }) => ({ swept, busy }));
      try {
        let cells = state.swept?.key === key ? state.swept.cells : [];
        /** @type {number | null} */
        let first = cells.length;
        while (first !== null) {
          /** @type {import('./asking.js').Sweep} */
          const found = await askSweep(view.question, along, of, first, busy.signal);
          cells = [...cells, ...found.cells];
          first = found.next;
          const swept = { key, across, down, of, cells, document: { ...found, first: 0, cells } };
          setState(first === null ? { swept } : { swept, busy });
        }
      } catch (error) {
        // What is aborted because something else is asked is no longer this one's to tell of.
        setState((was) => (was.busy !== busy ? was : { swept: was.swept?.key === key ? was.swept : undefined, ...(isAbort(error) ? { stopped: true } : { error }) }));
      }
    }, 200);
    return () => {
      clearTimeout(timer);
      setState((was) => (was.busy === busy ? { swept: was.swept } : was));
      busy.abort();
    };
  }, [key, turn]);
  return { ...state, goOn: state.stopped || state.error ? () => setTurn(turn + 1) : undefined };
};

/** @param {{action: ActionInfo, view: View, swept: Swept}} props */
const Drawing = ({ action, view, swept }) => {
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const { across, down, of, cells, document } = swept;
  const event = action.events.find(({ name }) => name === of);
  const title = event ? `Chance of: ${event.title}` : `Mean of: ${action.measures.find(({ name }) => name === of)?.title}`;
  const written = event ? percent : short;
  const spots = useMemo(() => across.values.map((_, column) => down.values.map((__, row) => {
    const cell = cells[column * down.values.length + row];
    return cell && { value: cell.float ?? cell.mean?.float, exact: cell.p ?? cell.mean?.exact, refused: cell.refused && `${cell.refused} ${cell.remedy ?? ''}` };
  })), [cells]);
  const refused = cells.filter((cell) => cell.refused !== undefined);
  const unresolved = cells.some((cell) => cell.unresolved !== undefined);
  const head = [`${down.title} \\ ${across.title}`, ...across.values.map(short)];
  /** @param {(value: number | undefined) => string | number} cell @param {(value: number) => string | number} [named] */
  const rows = (cell, named = (value) => value) => down.values.map((value, row) => [named(value), ...across.values.map((_, column) => cell(spots[column][row]?.value))]);
  const grid = { head, rows: rows((value) => value ?? '') };
  const file = `${view.question.system}-${view.question.action}-${of}-by-${across.name}-and-${down.name}`;
  const map = { title: event ? `${title}, in percent` : title, across, down, spots, written, brief: event ? PERCENTS : means(cells) };
  return html`
    <${HeatMap} map=${map} label="${title}, by ${across.title} and ${down.title}. The table below has the figures." onDrawn=${(/** @type {SVGSVGElement} */ made) => { svg.current = made; }} />
    <p class="small soft">Point at a cell, or move through them with the arrow keys, to read its exact number.</p>
    ${refused.length > 0 && html`<p class="small soft">Crossed out: ${refused.length === 1 ? 'one cell has' : `${refused.length} cells have`} no answer. ${refused[0].refused} ${refused[0].remedy}</p>`}
    ${unresolved && html`<p class="small soft">In some cells a small part was not resolved: chances are at least what is shown.</p>`}
    <${Ledger} caption="${title}, by ${across.title} and ${down.title}" grid=${grid}
      shown=${rows((value) => (value === undefined ? '–' : written(value)), short)} titles=${(/** @type {number} */ row, /** @type {number} */ column) => spots[column - 1]?.[row]?.exact} />
    <div class="row"><${Take} name=${file} grid=${grid} json=${document} more=${[
    ['Download chart as SVG', () => svg.current && downloadSvg(file, svg.current)],
    ['Download chart as PNG', () => svg.current && downloadPng(file, svg.current)],
  ]} /></div>`;
};

/** Chances in percent, in few characters. @type {((p: number) => string)[]} */
const PERCENTS = [
  (p) => (p <= 0 || p >= 1 ? String(100 * p) : p < 0.0005 ? '<0.1' : p > 0.9995 ? '>99.9' : (100 * p).toFixed(1)),
  (p) => (p <= 0 || p >= 1 ? String(100 * p) : p < 0.005 ? '<1' : p > 0.995 ? '>99' : (100 * p).toFixed(0)),
];

/** Ways to write means, with fewer places only where they still tell them apart. @param {Cell[]} cells @returns {((value: number) => string)[]} */
const means = (cells) => {
  const values = cells.flatMap(({ mean }) => mean?.float ?? []);
  if (values.every(Number.isInteger)) return [short];
  /** @param {number} places @returns {(value: number) => string} */
  const fixed = (places) => (value) => value.toFixed(places).replace(/^-(0(\.0*)?)$/, '$1').replace('-', '−');
  return Math.max(...values) - Math.min(...values) < 5 ? [fixed(3), fixed(2), fixed(1)] : [fixed(2), fixed(1), fixed(0)];
};
