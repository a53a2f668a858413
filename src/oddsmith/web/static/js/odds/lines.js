// The odds along one input: a chance against it, one line for each event or each number reached.
import { useEffect, useRef, useState } from '../../vendor/preact.js';
import { ask, isAbort } from '../lib/api.js';
import { html } from '../lib/html.js';
import { downloadPng, downloadSvg } from '../lib/save.js';
import { percent, sentence, short } from '../lib/words.js';
import { Chart, Legend, series, wholeTicks } from '../ui/chart.js';
import { Ledger, Take } from '../ui/ledger.js';
import { Trouble } from '../ui/shell.js';
import { AS_WORDS, figures, varies } from './figures.js';
import { endpoint } from './link.js';

/** @typedef {import('../lib/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../lib/documents.js').Odds} Odds */
/** @typedef {import('./link.js').View} View */
/** @typedef {import('./ranges.js').Axis} Axis */
/** @typedef {{x: number, odds: Odds}} Step */
/** @typedef {{x: number, p: number, exact: string}} Point */

/** @param {{action: ActionInfo, view: View, across: Axis, onView: (change: Partial<View>) => void}} props */
export const Lines = ({ action, view, across, onView }) => {
  const { steps, error, busy } = useSteps(view, across);
  return html`
    ${busy !== undefined && html`<div class="row"><span role="status">${steps.length} of ${across.values.length} computed</span>
      <button type="button" class="button" onClick=${() => busy.abort()}>Stop</button></div>`}
    ${error && html`<${Trouble} error=${error} />`}
    ${steps.length > 1 && html`<${Drawing} action=${action} view=${view} name=${across.title} steps=${steps} onView=${onView} />`}`;
};

/**
 * The odds at every value of an input, a few asked at a time.
 * @param {View} view @param {Axis} across
 */
const useSteps = (view, { name, values }) => {
  const [state, setState] = useState(/** @type {{steps: Step[], error?: any, busy?: AbortController}} */ ({ steps: [] }));
  const { inputs, rules, system, action } = view.question;
  const key = JSON.stringify([system, action, { ...inputs, [name]: '' }, rules, name, values]);
  useEffect(() => {
    const busy = new AbortController();
    const timer = setTimeout(async () => {
      /** @type {Step[]} */
      const steps = [];
      setState({ steps, busy });
      try {
        for (let first = 0; first < values.length; first += 4) {
          const some = values.slice(first, first + 4);
          const found = await Promise.allSettled(some.map((each) => ask(endpoint('odds', { ...view.question, inputs: { ...inputs, [name]: String(each) } }), { signal: busy.signal })));
          found.forEach((each, place) => { if (each.status === 'fulfilled') steps.push({ x: some[place], odds: each.value }); });
          const refused = found.find((each) => each.status === 'rejected');
          if (refused?.status === 'rejected' && (isAbort(refused.reason) || found.every((each) => each.status === 'rejected'))) throw refused.reason;
          if (!busy.signal.aborted) setState({ steps: [...steps], busy });
        }
        setState({ steps: [...steps] });
      } catch (error) {
        if (!isAbort(error)) setState({ steps: [...steps], error });
        else setState((was) => (was.busy === busy ? { steps: [...steps] } : was));
      }
    }, 250);
    return () => {
      clearTimeout(timer);
      busy.abort();
    };
  }, [key]);
  return state;
};

/** @param {{action: ActionInfo, view: View, name: string, steps: Step[], onView: (change: Partial<View>) => void}} props */
const Drawing = ({ action, view, name, steps, onView }) => {
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const measures = action.measures.filter((each) => steps.some(({ odds }) => odds.measures[each.name] && varies(odds.measures[each.name])));
  const measure = measures.find((each) => each.name === view.show);
  const lines = measure === undefined ? eventLines(action, steps) : measureLines(measure.name, measure.title, view.as, steps);
  const grid = { head: [name, ...lines.map(({ label }) => label)], rows: steps.map(({ x }, row) => [x, ...lines.map(({ points }) => points[row].p)]) };
  const file = `${view.question.system}-${view.question.action}-by-${view.across}`;
  return html`
    ${measures.length > 0 && html`<div class="field"><label for="across-what">Lines for</label>
      <select id="across-what" value=${measure?.name ?? ''} onInput=${(/** @type {any} */ e) => onView({ show: e.target.value })}>
        <option value="">Events</option>
        ${measures.map((each) => html`<option value=${each.name} selected=${each === measure}>${sentence(each.title)}, ${AS_WORDS[view.as]} each number</option>`)}
      </select></div>`}
    <${Legend} names=${lines.map(({ label }) => label)} />
    <${Chart} of=${`${JSON.stringify(steps.map(({ x }) => x))}${view.show}${view.as}${view.across}${JSON.stringify(view.question)}`} label="Chances against ${name}: ${lines.map(({ label }) => label).join('; ')}. The table below has the figures."
      onDrawn=${(/** @type {SVGSVGElement} */ made) => { svg.current = made; }}
      draw=${(/** @type {any} */ plot, /** @type {number} */ width) => plot.plot({
    width, height: Math.round(Math.min(360, Math.max(240, width * 0.5))), marginLeft: 48, marginBottom: 40,
    x: { domain: [steps[0].x, steps[steps.length - 1].x], ticks: wholeTicks(steps[0].x, steps[steps.length - 1].x, width - 60), tickFormat: short, label: name, labelAnchor: 'center', inset: 8 },
    y: { domain: [0, 1], ticks: 5, tickFormat: (/** @type {number} */ p) => `${Math.round(100 * p)}%`, label: null, grid: true },
    marks: lines.flatMap(({ label, points }, place) => {
      const { color, symbol, dash } = series(place);
      return [plot.lineY(points, { x: 'x', y: 'p', stroke: color, strokeWidth: 2, strokeDasharray: dash }),
        plot.dot(points, { x: 'x', y: 'p', symbol, fill: symbol === 'times' ? 'none' : color, stroke: color, r: 3.5, title: (/** @type {any} */ d) => `${label}, ${name} ${d.x}: ${percent(d.p)}${d.exact === '' ? '' : `, exactly ${d.exact}`}` })];
    }),
  })} />
    <${Ledger} caption="Chances against ${name}" grid=${grid} titles=${(/** @type {number} */ row, /** @type {number} */ column) => lines[column - 1]?.points[row].exact} shown=${grid.rows.map(([x, ...rest]) => [short(Number(x)), ...rest.map((p) => percent(Number(p)))])} />
    <div class="row"><${Take} name=${file} grid=${grid} more=${[
    ['Download chart as SVG', () => svg.current && downloadSvg(file, svg.current)],
    ['Download chart as PNG', () => svg.current && downloadPng(file, svg.current)],
  ]} /></div>`;
};

/** @param {ActionInfo} action @param {Step[]} steps */
const eventLines = (action, steps) => action.events.slice(0, 6).map(({ name, title }) => ({
  label: sentence(title),
  points: steps.map(({ x, odds }) => ({ x, p: odds.events[name]?.float ?? 0, exact: odds.events[name]?.p ?? '0' })),
}));

/** @param {string} name @param {string} title @param {import('./link.js').As} as @param {Step[]} steps */
const measureLines = (name, title, as, steps) => {
  const likely = steps.map(({ odds }) => odds.measures[name].mean?.float ?? 0);
  const middle = Math.round((Math.min(...likely) + Math.max(...likely)) / 2);
  const tables = steps.map(({ odds }) => figures(odds.measures[name], as));
  const first = Math.max(as === 'at-least' ? 1 : 0, middle - 2);
  return Array.from({ length: 6 }, (_, place) => first + place).map((value) => ({
    label: `${sentence(title)}: ${AS_WORDS[as]} ${value}`,
    points: steps.map(/** @returns {Point} */ ({ x }, row) => {
      const found = tables[row].find((each) => each.x === value);
      const beyond = value > tables[row][tables[row].length - 1].x;
      const p = as === 'at-least' ? (beyond ? 0 : 1) : as === 'at-most' ? (beyond ? 1 : 0) : 0;
      return { x, p: found?.p ?? p, exact: found?.exact ?? String(p) };
    }),
  }));
};
