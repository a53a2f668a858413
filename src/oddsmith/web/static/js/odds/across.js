// The odds along one input: a chance against a parameter, one line for each event or each number reached.
import { useEffect, useRef, useState } from '../../vendor/preact.js';
import { ask, isAbort } from '../lib/api.js';
import { html } from '../lib/html.js';
import { downloadPng, downloadSvg } from '../lib/save.js';
import { humane, percent, sentence, short } from '../lib/words.js';
import { Chart, Legend, series, wholeTicks } from '../ui/chart.js';
import { Ledger, Take } from '../ui/ledger.js';
import { Trouble } from '../ui/shell.js';
import { AS_WORDS, figures, varies } from './figures.js';
import { endpoint } from './link.js';

/** @typedef {import('../lib/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../lib/documents.js').Odds} Odds */
/** @typedef {import('../lib/documents.js').Field} Field */
/** @typedef {import('./link.js').View} View */
/** @typedef {{x: number, odds: Odds}} Step */

/** No more values than this of an input. */
const MOST = 41;

/**
 * From where to where an input goes when nobody says: around what it is now.
 * @param {Field} field @param {string} value @returns {[number, number]}
 */
const usualRange = (field, value) => {
  const now = Number(value === '' ? field.default ?? field.low ?? 0 : value);
  const low = field.low ?? -Infinity;
  const high = field.high ?? Infinity;
  if (high - low < 14) return [low, high];
  const from = Math.max(low, now - 6);
  return [from, Math.min(high, from + 12)];
};

/** @param {{action: ActionInfo, view: View, onView: (change: Partial<View>) => void}} props */
export const Across = ({ action, view, onView }) => {
  const usable = action.inputs.filter((field) => field.kind === 'integer');
  const field = usable.find(({ name }) => name === view.across);
  const [low, high] = field === undefined ? [0, 0] : usualRange(field, view.question.inputs[field.name] ?? '');
  const from = view.from === '' ? low : Number(view.from);
  const to = Math.min(view.to === '' ? high : Number(view.to), from + MOST - 1);
  const { steps, error, busy } = useSteps(view, field?.name ?? '', from, to);
  if (usable.length === 0) return null;
  return html`<section class="sheet" aria-labelledby="across-title">
    <header><h2 id="across-title">Along an input</h2></header>
    <div class="body">
      <div class="fields">
        <div class="field"><label for="across">Draw the chance against</label>
          <select id="across" value=${view.across} onInput=${(/** @type {any} */ e) => onView({ across: e.target.value, from: '', to: '' })}>
            <option value="">nothing</option>
            ${usable.map(({ name }) => html`<option value=${name} selected=${name === view.across}>${humane(name)}</option>`)}
          </select></div>
        ${field !== undefined && [['from', from, 'From'], ['to', to, 'To']].map(([name, value, label]) => html`<div class="field">
          <label for="across-${name}">${label}</label>
          <input id="across-${name}" type="number" min=${field.low} max=${field.high} value=${value} onInput=${(/** @type {any} */ e) => onView({ [name]: e.target.value })} /></div>`)}
      </div>
      ${busy !== undefined && html`<div class="row"><span role="status">${steps.length} of ${to - from + 1} computed</span>
        <button type="button" class="button" onClick=${() => busy.abort()}>Stop</button></div>`}
      ${error && html`<${Trouble} error=${error} />`}
      ${field !== undefined && steps.length > 1 && html`<${Lines} action=${action} view=${view} name=${humane(field.name)} steps=${steps} onView=${onView} />`}
    </div>
  </section>`;
};

/**
 * The odds at every value of an input, a few asked at a time.
 * @param {View} view @param {string} name @param {number} from @param {number} to
 */
const useSteps = (view, name, from, to) => {
  const [state, setState] = useState(/** @type {{steps: Step[], error?: any, busy?: AbortController}} */ ({ steps: [] }));
  const { inputs, rules, system, action } = view.question;
  const key = name === '' ? '' : JSON.stringify([system, action, { ...inputs, [name]: '' }, rules, name, from, to]);
  useEffect(() => {
    if (key === '' || !(to >= from)) {
      setState({ steps: [] });
      return undefined;
    }
    const busy = new AbortController();
    const timer = setTimeout(async () => {
      /** @type {Step[]} */
      const steps = [];
      setState({ steps, busy });
      try {
        for (let x = from; x <= to; x += 4) {
          const some = Array.from({ length: Math.min(4, to - x + 1) }, (_, place) => x + place);
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
const Lines = ({ action, view, name, steps }) => {
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const measures = action.measures.filter((each) => steps.some(({ odds }) => odds.measures[each.name] && varies(odds.measures[each.name])));
  const [what, setWhat] = useState('');
  const measure = measures.find((each) => each.name === what);
  const lines = measure === undefined ? eventLines(action, steps) : measureLines(measure.name, measure.title, view.as, steps);
  const grid = { head: [name, ...lines.map(({ label }) => label)], rows: steps.map(({ x }, row) => [x, ...lines.map(({ points }) => points[row].p)]) };
  const file = `${view.question.system}-${view.question.action}-by-${view.across}`;
  return html`
    ${measures.length > 0 && html`<div class="field"><label for="across-what">Lines for</label>
      <select id="across-what" value=${what} onInput=${(/** @type {any} */ e) => setWhat(e.target.value)}>
        <option value="">Events</option>
        ${measures.map((each) => html`<option value=${each.name}>${sentence(each.title)}, ${AS_WORDS[view.as]} each number</option>`)}
      </select></div>`}
    <${Legend} names=${lines.map(({ label }) => label)} />
    <${Chart} of=${`${JSON.stringify(steps.map(({ x }) => x))}${what}${view.as}${view.across}${JSON.stringify(view.question)}`} label="Chances against ${name}: ${lines.map(({ label }) => label).join('; ')}. The table below has the figures."
      onDrawn=${(/** @type {SVGSVGElement} */ made) => { svg.current = made; }}
      draw=${(/** @type {any} */ plot, /** @type {number} */ width) => plot.plot({
    width, height: Math.round(Math.min(360, Math.max(240, width * 0.5))), marginLeft: 48, marginBottom: 40,
    x: { domain: [steps[0].x, steps[steps.length - 1].x], ticks: wholeTicks(steps[0].x, steps[steps.length - 1].x, width - 60), tickFormat: short, label: name, labelAnchor: 'center', inset: 8 },
    y: { domain: [0, 1], ticks: 5, tickFormat: (/** @type {number} */ p) => `${Math.round(100 * p)}%`, label: null, grid: true },
    marks: lines.flatMap(({ label, points }, place) => {
      const { color, symbol, dash } = series(place);
      return [plot.lineY(points, { x: 'x', y: 'p', stroke: color, strokeWidth: 2, strokeDasharray: dash }),
        plot.dot(points, { x: 'x', y: 'p', symbol, fill: symbol === 'times' ? 'none' : color, stroke: color, r: 3.5, title: (/** @type {any} */ d) => `${label}, ${name} ${d.x}: ${percent(d.p)}` })];
    }),
  })} />
    <${Ledger} caption="Chances against ${name}" grid=${grid} shown=${grid.rows.map(([x, ...rest]) => [short(Number(x)), ...rest.map((p) => percent(Number(p)))])} />
    <div class="row"><${Take} name=${file} grid=${grid} more=${[
    ['Download chart as SVG', () => svg.current && downloadSvg(file, svg.current)],
    ['Download chart as PNG', () => svg.current && downloadPng(file, svg.current)],
  ]} /></div>`;
};

/** @param {ActionInfo} action @param {Step[]} steps */
const eventLines = (action, steps) => action.events.slice(0, 6).map(({ name, title }) => ({
  label: sentence(title),
  points: steps.map(({ x, odds }) => ({ x, p: odds.events[name]?.float ?? 0 })),
}));

/** @param {string} name @param {string} title @param {import('./link.js').As} as @param {Step[]} steps */
const measureLines = (name, title, as, steps) => {
  const likely = steps.map(({ odds }) => odds.measures[name].mean?.float ?? 0);
  const middle = Math.round((Math.min(...likely) + Math.max(...likely)) / 2);
  const tables = steps.map(({ odds }) => figures(odds.measures[name], as));
  const first = Math.max(as === 'at-least' ? 1 : 0, middle - 2);
  return Array.from({ length: 6 }, (_, place) => first + place).map((value) => ({
    label: `${AS_WORDS[as]} ${value} ${title}`,
    points: steps.map(({ x }, row) => {
      const found = tables[row].find((each) => each.x === value)?.p;
      const beyond = value > tables[row][tables[row].length - 1].x;
      return { x, p: found ?? (as === 'at-least' ? (beyond ? 0 : 1) : as === 'at-most' ? (beyond ? 1 : 0) : 0) };
    }),
  }));
};
