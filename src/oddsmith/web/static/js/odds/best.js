// Best play: what it is worth, what to choose when, and how far one point goes.
import { useState } from '../../vendor/preact.js';
import { ask, isAbort } from '../lib/api.js';
import { html } from '../lib/html.js';
import { percent, points, sentence, short, written } from '../lib/words.js';
import { Chart, wholeTicks } from '../ui/chart.js';
import { Ledger, Take } from '../ui/ledger.js';
import { Trouble } from '../ui/shell.js';
import { useAsked } from './asking.js';
import { body } from './link.js';

/** @typedef {import('../lib/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../lib/documents.js').Best} Best */
/** @typedef {import('./link.js').Question} Question */

/** @param {Question} question @param {string} goal @param {Record<string, string>} prices @param {AbortSignal} [signal] @returns {Promise<Best>} */
const askBest = (question, goal, prices, signal) => ask(`/api/best/${question.system}/${question.action}`, {
  method: 'POST',
  signal,
  body: { ...body(question), goal, prices: Object.fromEntries(Object.entries(prices).filter(([, price]) => price.trim() !== '' && price.trim() !== '0')) },
});

/**
 * @param {{action: ActionInfo, question: Question, goal: string, prices: Record<string, string>,
 *   onGoal: (goal: string) => void, onPrice: (measure: string, price: string) => void}} props
 */
export const BestPlay = ({ action, question, goal, prices, onGoal, onPrice }) => {
  const wanted = goal === '' ? action.events[0]?.name ?? action.measures[0].name : goal;
  const spent = action.measures.filter(({ spends }) => spends);
  const key = JSON.stringify([question, wanted, prices]);
  const { answer, error, busy } = useAsked(key, (signal) => askBest(question, wanted, prices, signal), 120);
  const isEvent = action.events.some(({ name }) => name === wanted);
  /** @type {(value: number) => string} */
  const shown = isEvent && Object.keys(answer?.prices ?? {}).length === 0 ? percent : short;
  return html`<section class="sheet" aria-labelledby="best-title" aria-busy=${busy}>
    <header><h2 id="best-title">Best play</h2><span class="soft small">${sentence(action.decides)}</span></header>
    <div class="body">
      <div class="fields">
        <div class="field"><label for="best-goal">Aim for</label>
          <select id="best-goal" value=${wanted} onInput=${(/** @type {any} */ e) => onGoal(e.target.value)}>
            ${[...action.events, ...action.measures].map(({ name, title }) => html`<option value=${name} selected=${name === wanted}>${sentence(title)}</option>`)}
          </select></div>
        ${spent.map(({ name, title }) => html`<div class="field"><label for="price-${name}">Price of 1 ${title.replace(/ spent.*/, '')}${name.startsWith('opposing_') || name.startsWith('against_') ? ' (opponent)' : ''}</label>
          <input id="price-${name}" type="text" inputmode="decimal" value=${prices[name] ?? ''} placeholder="0" autocomplete="off"
            onInput=${(/** @type {any} */ e) => onPrice(name, e.target.value)} aria-describedby="price-help" /></div>`)}
      </div>
      ${spent.length > 0 && html`<p class="small soft" id="price-help">A price says how much of the aim one point is worth to you: 0.01 spends a point only for at least one percentage point.</p>`}
      ${error && html`<${Trouble} error=${error} />`}
      ${answer && !error && html`
        <dl class="stats">
          <div><dt>Played best</dt><dd>${shown(answer.value.float)}<span class="exact">${answer.value.exact.length > 24 ? '' : answer.value.exact}</span></dd></div>
          <div><dt>Spending nothing</dt><dd>${shown(answer.unspent.float)}<span class="exact">${answer.unspent.exact.length > 24 ? '' : answer.unspent.exact}</span></dd></div>
          <div><dt>Gained</dt><dd>${isEvent ? `${points(answer.value.float - answer.unspent.float)} points` : short(answer.value.float - answer.unspent.float)}</dd></div>
          ${spent.map(({ name, title }) => answer.measures[name] && html`<div><dt>${sentence(title)}, on average</dt><dd>${short(answer.measures[name].mean?.float)}</dd></div>`)}
        </dl>
        <${PlanList} plan=${answer.plan} shown=${shown} />
        ${spent.length > 0 && answer.plan.some(({ reached }) => reached.float > 0) && html`<${Frontier} key=${JSON.stringify([question, wanted])} ...${{ action, question, goal: wanted, spent, isEvent }} />`}`}
    </div>
  </section>`;
};

/** How many decisions are shown before somebody asks for the rest. */
const FIRST = 6;

/** @param {{plan: Best['plan'], shown: (value: number) => string}} props */
const PlanList = ({ plan, shown }) => {
  const [all, setAll] = useState(false);
  const reached = plan.filter((advice) => advice.reached.float > 0);
  if (reached.length === 0) return html`<p>There is nothing to decide with these inputs.</p>`;
  const listed = all ? reached.slice(0, 200) : reached.slice(0, FIRST);
  return html`<h3>When to choose what</h3>
    <ol class="plan">${listed.map((advice) => html`<li class="plan-step">
      <p class="tight"><strong>${advice.who === 'player' ? 'You' : 'Opponent'}</strong>
        <span class="soft"> · ${standing(advice)} · comes up ${percent(advice.reached.float)} of the time</span></p>
      <${Options} values=${advice.values} choose=${advice.choose} shown=${shown} /></li>`)}</ol>
    ${reached.length > FIRST && !all && html`<button type="button" class="button" onClick=${() => setAll(true)}>Show all ${reached.length} decisions</button>`}`;
};

/** @param {Best['plan'][number]} advice what is known when it is decided, without the house rules */
const standing = ({ at }) => {
  const known = Object.entries(at.arguments).filter(([, value]) => value === null || typeof value !== 'object' || Array.isArray(value))
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${written(value)}`);
  const seen = at.known.length > 0 ? `, after ${written(at.known)}` : '';
  return `${at.says.replace(/^[RG]\d[\d.]*(?:[, to]+[RG][\d.]+)*: /, '').replace(/\.$/, '')}${known.length > 0 ? ` (${known.join(', ')})` : ''}${seen}`;
};

/**
 * What each option is worth, the best one marked in words and by its bar.
 * @param {{values: Record<string, {float: number, exact: string}>, choose?: string, shown: (value: number) => string}} props
 */
export const Options = ({ values, choose, shown }) => {
  const most = Math.max(...Object.values(values).map((value) => Math.abs(value.float)), 1e-12);
  return html`<ul class="options">${Object.entries(values).map(([option, value]) => html`
    <li class=${option === choose ? 'chosen' : ''}>
      <span>${sentence(option)}${option === choose && html` <span class="badge">best</span>`}</span>
      <span class="number" title=${value.exact}>${shown(value.float)}</span>
      <div class="meter ${option === choose ? '' : 'second'}" aria-hidden="true"><i style=${{ width: `${Math.max(0, (100 * value.float) / most)}%` }}></i></div>
    </li>`)}</ul>`;
};

/** Prices that the frontier is asked at, from worthless to dear. */
const PRICES = ['0', '1/2000', '1/500', '1/200', '1/100', '3/200', '1/50', '3/100', '1/20', '1/10'];

/**
 * How much of the aim can be had for how much, spent best.
 * @param {{action: ActionInfo, question: Question, goal: string, spent: {name: string, title: string}[], isEvent: boolean}} props
 */
const Frontier = ({ question, goal, spent, isEvent }) => {
  const [measure] = spent;
  const [state, setState] = useState(/** @type {{points?: {spent: number, got: number, price: string}[], busy?: AbortController, error?: any}} */ ({}));
  const compute = async () => {
    const busy = new AbortController();
    setState({ busy });
    try {
      /** @type {{spent: number, got: number, price: string}[]} */
      const found = [];
      for (const price of PRICES) {
        const best = await askBest(question, goal, { [measure.name]: price }, busy.signal);
        const got = isEvent ? best.events[goal].float : best.measures[goal].mean?.float ?? 0;
        const point = { spent: best.measures[measure.name].mean?.float ?? 0, got, price };
        if (!found.some((each) => Math.abs(each.spent - point.spent) < 1e-12)) found.push(point);
      }
      setState({ points: found.sort((a, b) => a.spent - b.spent) });
    } catch (error) {
      setState(isAbort(error) ? {} : { error });
    }
  };
  if (state.busy) {
    return html`<div class="row"><span role="status">Asking for best play at ${PRICES.length} prices…</span>
      <button type="button" class="button" onClick=${() => state.busy?.abort()}>Stop</button></div>`;
  }
  if (state.points === undefined) {
    return html`${state.error && html`<${Trouble} error=${state.error} />`}
      <div><button type="button" class="button" onClick=${compute}>Show what spending buys</button></div>`;
  }
  const found = state.points;
  const shown = isEvent ? percent : short;
  const grid = { head: [`${sentence(measure.title)} (mean)`, 'Aim reached', 'At a price of'], rows: found.map((each) => [each.spent, each.got, each.price]) };
  return html`<h3>What spending buys</h3>
    <${Chart} of=${found} label="The aim reached against what is spent on average, with best play. The table below has the figures."
      draw=${(/** @type {any} */ plot, /** @type {number} */ width) => {
    const most = Math.max(...found.map((each) => each.spent), 1);
    return plot.plot({
      width, height: 240, marginLeft: 52, marginBottom: 40,
      x: { domain: [0, most * 1.05], ticks: wholeTicks(0, Math.ceil(most), width - 60), label: `${measure.title}, on average`, labelAnchor: 'center' },
      y: { ticks: 5, tickFormat: (/** @type {number} */ v) => (isEvent ? `${Number((100 * v).toPrecision(6))}%` : short(v)), label: null, grid: true, zero: false },
      marks: [plot.lineY(found, { x: 'spent', y: 'got', stroke: 'var(--s1)', strokeWidth: 2 }), plot.dot(found, { x: 'spent', y: 'got', fill: 'var(--s1)', r: 4 }),
        plot.tip(found, plot.pointerX({ x: 'spent', y: 'got', title: (/** @type {any} */ d) => `${short(d.spent)} for ${shown(d.got)}`, fill: 'var(--sheet)', stroke: 'var(--edge)' }))],
    });
  }} />
    <${Ledger} caption="Best play at different prices of one point" grid=${grid} shown=${found.map((each) => [short(each.spent), shown(each.got), each.price])} />
    <div class="row"><${Take} name="frontier" grid=${grid} /></div>`;
};
