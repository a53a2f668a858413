// Shows the distribution of a measure: chart, figures beneath it, mean and spread.
import { useMemo, useRef } from '../../../vendor/preact.js';
import { places } from '../../lib/browser/preferences.js';
import { breakable, html } from '../../lib/html.js';
import { grouped, percent, shortNumber } from '../../lib/numbers/format.js';
import { sentence, written } from '../../lib/text/words.js';
import { drawBars } from '../../ui/charts/bars.js';
import { Chart } from '../../ui/charts/chart.js';
import { Ledger } from '../../ui/charts/ledger.js';
import { Downloads } from '../../ui/downloads.js';
import { lazy } from '../../ui/lazy_load.js';
import { Scales, outside, reach } from './chart_limits.js';
import { BENEATH, beside, compared } from './comparison.js';
import { AS_WORDS, figures, inFull } from './value_chances.js';

/** @typedef {import('../../lib/net/documents.js').Measured} Measured */
/** @typedef {import('../../lib/net/documents.js').Odds} Odds */
/** @typedef {import('./value_chances.js').Figure} Figure */
/** @typedef {{label: string, measured: Measured}} Variant */
/** @typedef {{label: string, figures: Figure[]}[]} Drawn */
/** @typedef {import('./chart_limits.js').Limits & {as: import('../question/question.js').As, log: boolean}} Scaled */

const Legend = lazy(async () => (await import('../../ui/charts/legend.js')).Legend);

/**
 * @param {{name: string, title: string, variants: Variant[], view: Scaled, onView: (change: Partial<Scaled>) => void,
 *   simulated?: Map<number, number>, onSimulate?: () => void, json: unknown}} props
 *   variants: the question itself first, then what it is compared with; simulated: share of runs by value
 */
export const Distribution = ({ name, title, variants, view, onView, simulated, onSimulate, json }) => {
  const listed = variants.filter(({ measured }) => measured.pmf.length > 0);
  if (listed.length < variants.length) {
    return html`<p>There are too many numbers to draw or list.</p>`;
  }
  return html`<${Drawing} ...${{ name, title, variants, view, onView, simulated, onSimulate, json }} />`;
};

/** @param {Parameters<typeof Distribution>[0]} props */
const Drawing = ({ name, title, variants, view, onView, simulated, onSimulate, json }) => {
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const { as, log, all, low, high } = view;
  const shown = useMemo(
    () =>
      reach(
        variants.map(({ measured }) => measured),
        { all, low, high },
      ),
    [variants, all, low, high],
  );
  const columns = useMemo(() => variants.map(({ measured }) => figures(measured, as)), [variants, as]);
  const drawn = useMemo(
    () =>
      variants.map(({ label }, place) => ({
        label,
        figures: columns[place].filter(({ x }) => x >= shown.low && x <= shown.high),
      })),
    [columns, shown],
  );
  const several = variants.length > 1;
  const words = AS_WORDS[as];
  const listed = useMemo(() => drawn.map((each) => ({ ...each, figures: middling(each.figures) })), [drawn]);
  const hidden = useMemo(
    () => variants.map(({ label, measured }) => [label, outside(measured, shown)]).filter(([, said]) => said !== ''),
    [variants, shown, places.value],
  );
  const empty = drawn.every((each) => each.figures.length === 0);
  const label = `Chance of ${words} each value: ${title}${several ? `, for ${drawn.map((each) => each.label).join('; ')}` : ''}. The table below has the figures.`;
  const how = axes({ title, words, log, reach: shown });
  const circles = [...(simulated ?? [])]
    .map(([x, p]) => ({ x, p }))
    .filter(({ x }) => x >= shown.low && x <= shown.high);
  const rows = drawn[0].figures.length;
  const names = drawn.map((each) => each.label);
  const caption = `${sentence(title)}, ${words}${rows > listed[0].figures.length ? `; ${MOST_ROWS} of ${rows.toLocaleString('en')} values, around the likeliest` : ''}`;
  const likeliest = several || as !== 'exactly' ? null : variants[0].measured.mode;
  const figuresOf = several
    ? {
        grid: { head: [sentence(title), ...names], rows: [] },
        shown: rowsOf(listed, words).map(([value, chances]) => [written(value), ...beside(chances)]),
      }
    : {
        grid: {
          head: [sentence(title), 'chance', 'exact'],
          rows: listed[0].figures.map(({ value, p, exact }) => [written(value), percent(p), exact]),
        },
        exact: [2],
      };
  return html`<div class="stack wide">
    ${several && html`<${Legend} names=${names} />`}
    ${
      empty
        ? html`<p role="status">There is no value between ${shortNumber(shown.low)} and ${shortNumber(shown.high)}.</p>`
        : html`<${Chart} of=${[drawn, log, simulated].map(identity).join()} label=${label}
          sized
          draw=${
            several
              ? async (/** @type {number} */ width) => (await import('./lines.js')).lines(width, drawn, how)
              : (/** @type {number} */ width) => drawBars(width, drawn[0].figures, circles, how)
          }
          onDrawn=${(/** @type {SVGSVGElement} */ made) => {
            svg.current = made;
          }} />`
    }
    <${Scales} view=${view} onView=${onView} shown=${shown}>
      ${
        onSimulate &&
        as === 'exactly' &&
        !several &&
        html`<button type="button" class="button" onClick=${onSimulate}>
          Compare with 10,000 rolls</button>`
      }</>
    ${
      simulated &&
      html`<p class="small soft">Bars are exact; open circles are 10,000 rolls made just now.
      </p>`
    }
    ${hidden.map(([name, said]) => html`<p class="small soft">Not shown${several ? ` of ${name}` : ''}: ${said}.</p>`)}
    <${Ledger} caption=${several ? `${caption}; ${BENEATH}` : caption} ...${figuresOf}
      marked=${(/** @type {number} */ row) => likeliest !== null && listed[0].figures[row]?.value === likeliest}>
      <${Downloads} name=${name} grid=${() => table(title, words, drawn)} json=${json}
        picture=${{
          svg: () => svg.current,
          title: `chance of ${words} each value: ${title}${simulated ? '; the open circles are 10,000 rolls' : ''}`,
          legend: several ? names : [],
        }} /></>
    ${likeliest !== null && html`<p class="small soft">Marked: the likeliest value.</p>`}
  </div>`;
};

/** A table on the page has no more rows than this; what is taken along has all. */
const MOST_ROWS = 400;

/** As many values in a row as fit into the table, around those that are likeliest. @param {Figure[]} all */
const middling = (all) => {
  if (all.length <= MOST_ROWS) return all;
  const peak = all.reduce((best, { p }, place) => (p > all[best].p ? place : best), 0);
  const first = Math.max(0, Math.min(all.length - MOST_ROWS, peak - MOST_ROWS / 2));
  return all.slice(first, first + MOST_ROWS);
};

/** @type {WeakMap<object, number>} */
const identities = new WeakMap();
let next = 0;
/** A number that stands for an object, for keys. @param {unknown} value */
const identity = (value) => {
  if (typeof value !== 'object' || value === null) return String(value);
  if (!identities.has(value)) identities.set(value, next++);
  return identities.get(value);
};

/**
 * Makes a grid of what is drawn, for downloads.
 * @param {string} title
 * @param {string} words
 * @param {Drawn} drawn
 * @returns {import('../../lib/text/grid_text.js').Grid}
 */
const table = (title, words, drawn) =>
  drawn.length > 1
    ? compared(
        sentence(title),
        drawn.map(({ label }) => label),
        rowsOf(drawn, words),
      )
    : {
        head: [sentence(title), `P(${words})`, 'exact'],
        rows: drawn[0].figures.map(({ value, p, exact }) => [value, p, exact]),
      };

/**
 * Every value that any variant has, with the chance of each variant.
 * @param {Drawn} drawn @param {string} words @returns {[string | number, import('./comparison.js').Chance[]][]}
 */
const rowsOf = (drawn, words) => {
  const values = [
    ...new Map(
      drawn.flatMap(({ figures: own }) =>
        own.map(({ value, x }) => /** @type {[number, number | string]} */ ([x, value])),
      ),
    ),
  ].sort(([a], [b]) => a - b);
  const columns = drawn.map(({ figures: own }) => chances(own, words));
  return values.map(([x, value]) => [value, columns.map((column) => column(x))]);
};

/**
 * The chance at any number, also one that a series has no row for.
 * @param {Figure[]} own @param {string} words @returns {(x: number) => import('./comparison.js').Chance}
 */
const chances = (own, words) => {
  const known = new Map(own.map((figure) => [figure.x, figure]));
  const none = { p: 0, exact: '0' };
  return (x) => {
    const found = known.get(x);
    if (found !== undefined || words === 'exactly') return found ?? none;
    return (words === 'at least' ? own.find((each) => each.x > x) : own.findLast((each) => each.x < x)) ?? none;
  };
};

/** A chance beside an axis; logarithmic ones go on to very small powers of ten. @param {number} p */
const tick = (p) =>
  p === 0 || p >= 1e-5
    ? `${Number((100 * p).toPrecision(6))}%`
    : percent(p).replace('\u00a0', '').replace('1.0 × ', '');

/**
 * How the axes of a chart are marked, and what is told of a figure that is pointed at, in lines.
 * @param {{title: string, words: string, log: boolean, reach: import('./chart_limits.js').Reach}} of
 */
const axes = ({ title, words, log, reach: { low, high } }) => ({
  ends: /** @type {[number, number]} */ ([low, high]),
  title,
  number: shortNumber,
  chance: tick,
  log,
  /** @param {Figure} figure @param {number} rows in all */
  told: ({ value, p, exact }, rows) => [
    `${words} ${written(value)}: ${percent(p)}`,
    ...(rows > MOST_ROWS ? [] : [inFull(exact)]),
  ],
});

/**
 * Mean and spread of a measure: names, numbers, and the mean in full.
 * @param {Measured} measured @returns {[string, string, string?][]}
 */
const stats = (measured) => [
  [
    'Mean',
    shortNumber(measured.mean?.float),
    measured.mean && written(measured.mean.exact) !== shortNumber(measured.mean.float)
      ? measured.mean.exact
      : undefined,
  ],
  ['Std deviation', shortNumber(measured.sd)],
  ['Median', grouped(measured.quantiles['0.5'])],
  ['Mode', grouped(measured.mode)],
  ['Least', measured.min === null ? 'no end' : grouped(measured.min)],
  ['Most', measured.max === null ? 'no end' : grouped(measured.max)],
  ['9 times in 10', `${grouped(measured.quantiles['0.05'])} to ${grouped(measured.quantiles['0.95'])}`],
];

/** @param {{measured: Measured}} props */
export const Stats = ({ measured }) =>
  html`<dl class="stats">${stats(measured).map(
    ([name, value, exact]) => html`
    <div><dt>${name}</dt><dd>${value}${exact && html`<span class="exact">${breakable(shortened(exact))}</span>`}</dd></div>`,
  )}</dl>`;

/** The same of several variants, beside each other. @param {{variants: Variant[]}} props */
export const StatsBeside = ({ variants }) => {
  const columns = variants.map(({ measured }) => stats(measured));
  return html`<${Ledger} caption="In numbers"
    grid=${{ head: ['Statistic', ...variants.map(({ label }) => label)], rows: [] }}
    shown=${columns[0].map(([name], row) => [name, ...columns.map((column) => ({ text: column[row][1], exact: column[row][2] }))])} />`;
};

/** @param {string} exact a fraction that may have very many digits */
const shortened = (exact) => written(exact.length > 22 ? `${exact.slice(0, 20)}…` : exact);
