// Draws chances along one input: a line for each event or each number to reach.
import { useRef } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';
import { numeric, percent, shortNumber } from '../../lib/numbers/format.js';
import { within } from '../../lib/text/field_titles.js';
import { sentence } from '../../lib/text/words.js';
import { Chart, plotted, wholeTicks } from '../../ui/charts/chart.js';
import { Legend, SERIES, lineMarks } from '../../ui/charts/legend.js';
import { Ledger } from '../../ui/charts/ledger.js';
import { Downloads } from '../../ui/downloads.js';
import { Icon } from '../../ui/icons.js';
import { AS_WORDS, inFull, varies } from '../charts/value_chances.js';
import { Remarks, Sweeping, useSweep } from './use_sweep.js';

/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../../lib/net/documents.js').MeasureInfo} MeasureInfo */
/** @typedef {import('../../lib/net/documents.js').Odds} Odds */
/** @typedef {import('../question/question.js').View} View */
/** @typedef {import('./axis.js').Axis} Axis */
/**
 * @typedef {{x: number | string, at: string, p: number, exact: string}} Point at: its x, in words; p: NaN where there
 *   is none
 */
/** @typedef {{label: string, points: Point[]}} Line */

/** As many lines as can be told apart. */
const MOST_LINES = SERIES.length;

/**
 * @param {{action: ActionInfo, view: View, across: Axis, odds: Odds, onView: (change: Partial<View>) => void}} props
 */
export const LineChart = ({ action, view, across, odds, onView }) => {
  const known = action.measures.filter(({ name }) => odds.measures[name]?.pmf.length);
  const moving = known.filter(({ name }) => varies(odds.measures[name]));
  const measures = moving.length > 0 ? moving : known;
  const measure = known.find(({ name }) => name === view.show);
  const { numbers, wrong } = measure ? reached(measure, view, odds) : { numbers: [], wrong: '' };
  const of = measure
    ? numbers.map((value) => `${measure.name} ${SIGNS[view.as]} ${value}`)
    : action.events.slice(0, MOST_LINES).map(({ name }) => name);
  const sweep = useSweep(view.question, [across], of);
  return html`
  ${
    known.length > 0 &&
    html`<div class="two">
      <div class="field"><label for="across-what">Lines for</label>
        <select id="across-what" value=${measure?.name ?? ''}
          onInput=${(/** @type {any} */ e) => onView({ show: e.target.value, reach: '' })}>
          <option value="">Events</option>
          ${[...new Set([...measures, ...(measure ? [measure] : [])])].map(
            ({ name, title }) => html`<option
              value=${name} selected=${name === measure?.name}>${sentence(title)}, ${AS_WORDS[view.as]} each number
            </option>`,
          )}
        </select></div>
      ${
        measure &&
        html`<div class="field"><label for="across-reach">${sentence(AS_WORDS[view.as])} these numbers</label>
          <input id="across-reach" type="text" autocomplete="off" value=${view.reach}
            placeholder=${numbers.join(', ')}
            aria-invalid=${wrong ? 'true' : undefined} aria-describedby="across-reach-help"
            onInput=${(/** @type {any} */ e) => onView({ reach: e.target.value })} />
          <p id="across-reach-help" class=${wrong ? 'wrong' : 'help'} role=${wrong ? 'status' : undefined}>
            ${
              wrong
                ? html`<${Icon} name="warning" size=${18} />
                ${wrong}`
                : `Up to ${MOST_LINES}, with commas between them`
            }</p></div>`
      }
    </div>`
  }
  <${Sweeping} sweep=${sweep} all=${across.values.length} cells="values" />
  ${
    sweep.swept &&
    sweep.swept.cells.length > 0 &&
    html`<${Drawing} action=${action} view=${view}
      swept=${sweep.swept} />`
  }`;
};

/** @type {Record<import('../question/question.js').As, string>} */
const SIGNS = { exactly: '=', 'at-least': '>=', 'at-most': '<=' };

/**
 * The numbers to reach: those that somebody asks for, else some between which the measure mostly lies now.
 * @param {MeasureInfo} measure @param {View} view @param {Odds} odds
 */
const reached = ({ name }, { as, reach }, odds) => {
  const typed = reach.split(/[,;\s]+/).filter((part) => part !== '');
  const wrong = typed.find((part) => !/^[-−]?\d{1,9}$/.test(part));
  const numbers = [...new Set(typed.filter((part) => part !== wrong).map((part) => Number(part.replace('−', '-'))))];
  if (wrong !== undefined)
    return { numbers: usual(odds.measures[name], as), wrong: `“${wrong}” is not a whole number.` };
  if (numbers.length > MOST_LINES)
    return {
      numbers: numbers.slice(0, MOST_LINES),
      wrong: `You gave ${numbers.length} numbers; only the first ${MOST_LINES} are drawn.`,
    };
  return { numbers: numbers.length > 0 ? numbers : usual(odds.measures[name], as), wrong: '' };
};

/** @param {import('../../lib/net/documents.js').Measured} measured @param {import('../question/question.js').As} as */
const usual = ({ quantiles, min }, as) => {
  const [low, high] = ['0.05', '0.95'].map((part) => Math.round(numeric(quantiles[part] ?? 0)));
  const step =
    [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((by) => (high - low) / by < MOST_LINES) ??
    Math.ceil((high - low) / (MOST_LINES - 1));
  // At least as many as there always are says nothing.
  const first =
    Math.ceil((as === 'at-least' && min !== null ? Math.max(low, Math.floor(numeric(min)) + 1) : low) / step) * step;
  return Array.from({ length: MOST_LINES }, (_, place) => first + place * step);
};

/** @param {ActionInfo} action @param {string} of */
const labelled = (action, of) => {
  const [, name, sign, value] = /^(\w+) ([<>=]+) (\S+)$/.exec(of) ?? [];
  if (name === undefined) return sentence(action.events.find((event) => event.name === of)?.title ?? of);
  const as =
    /** @type {[import('../question/question.js').As, string][]} */ (Object.entries(SIGNS)).find(
      ([, each]) => each === sign,
    )?.[0] ?? 'exactly';
  return `${sentence(action.measures.find((measure) => measure.name === name)?.title ?? name)}: ${AS_WORDS[as]} ${shortNumber(Number(value))}`;
};

/** @param {{action: ActionInfo, view: View, swept: import('./use_sweep.js').Swept}} props */
const Drawing = ({ action, view, swept }) => {
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const {
    axes: [across],
    of,
    cells,
    document,
    key,
  } = swept;
  const { title } = across;
  /** @type {Line[]} */
  const lines = [of]
    .flat()
    .map((each, place) => ({
      label: labelled(action, each),
      points: cells.map(({ each: parts }, row) => ({
        x: across.counted ? across.values[row] : across.labels[row],
        at: across.labels[row],
        p: parts?.[place].float ?? NaN,
        exact: parts?.[place].p ?? '',
      })),
    }));
  const names = lines.map(({ label }) => label);
  const grid = {
    head: [title, ...names.flatMap((name) => [name, `${name}, exact`])],
    rows: cells.map((_, row) => [
      across.values[row],
      ...lines.flatMap(({ points }) => (points[row].exact === '' ? ['', ''] : [points[row].p, points[row].exact])),
    ]),
  };
  const shown = cells.map((_, row) => [
    across.labels[row],
    ...lines.map(({ points }) =>
      points[row].exact === '' ? '–' : { text: percent(points[row].p), exact: points[row].exact },
    ),
  ]);
  const unresolved = cells.some(({ each }) => each?.some((part) => part.unresolved !== undefined));
  return html`
  <${Legend} names=${names} />
  <${Chart} of=${`${key} ${cells.length}`}
    label="Chances against ${title}: ${names.join('; ')}. The table below has the figures."
    onDrawn=${(/** @type {SVGSVGElement} */ made) => {
      svg.current = made;
    }} draw=${plotted((plot, width) => draw(plot, width, across, lines))} />
  <${Remarks} swept=${swept} crossed="Left out" of="value" />
  ${
    unresolved &&
    html`<p class="small soft">
      Some values leave out very rare cases: their chances are the ones shown or slightly higher.</p>`
  }
  <${Ledger} caption="Chances against ${title}" grid=${{ head: [title, ...names], rows: [] }} shown=${shown}>
    <${Downloads} name="${view.question.system}-${view.question.action}-by-${across.name}" grid=${grid} json=${document}
      picture=${{ svg: () => svg.current, title: `chances against ${within(title)}`, legend: names }} /></>`;
};

/** @param {any} plot @param {number} width @param {Axis} across @param {Line[]} lines */
const draw = (plot, width, { title, values, labels, counted }, lines) => {
  const longest = 7 * Math.max(...labels.map((label) => label.length));
  const slanted = !counted && longest * labels.length > width - 60;
  const [first, last] = [Number(values[0]), Number(values[values.length - 1])];
  return plot.plot({
    width,
    height: Math.round(Math.min(360, Math.max(240, width * 0.5))),
    marginLeft: 48,
    marginBottom: 40 + (slanted ? longest * 0.5 : 0),
    x: {
      label: title,
      labelAnchor: 'center',
      inset: 8,
      ...(counted
        ? {
            domain: first === last ? [first - 0.5, last + 0.5] : [first, last],
            ticks: wholeTicks(first, last, width - 60),
            tickFormat: shortNumber,
          }
        : { type: 'point', domain: labels, ...(slanted ? { tickRotate: -35 } : {}) }),
    },
    y: {
      domain: [0, 1],
      ticks: 5,
      tickFormat: (/** @type {number} */ p) => `${Math.round(100 * p)}%`,
      label: null,
      grid: true,
    },
    marks: [
      ...lines.flatMap(({ points }, place) => lineMarks(plot, points, place, 3.5)),
      plot.tip(
        lines.flatMap(({ label, points }) =>
          points
            .filter(({ exact }) => exact !== '')
            .map(({ x, at, p, exact }) => ({
              x,
              p,
              text: `${label}\n${title} ${at}: ${percent(p)}\n${inFull(exact)}`,
            })),
        ),
        plot.pointer({ x: 'x', y: 'p', title: 'text', fill: 'var(--sheet)', stroke: 'var(--edge)', fontSize: 13 }),
      ),
    ],
  });
};
