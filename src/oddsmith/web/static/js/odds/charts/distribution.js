// Shows the distribution of a measure: chart, figures beneath it, mean and spread.
import { useMemo, useRef } from '../../../vendor/preact.js';
import { places } from '../../lib/browser/preferences.js';
import { breakable, html } from '../../lib/html.js';
import { grouped, percent, shortNumber } from '../../lib/numbers/format.js';
import { sentence, written } from '../../lib/text/words.js';
import { Curve } from '../../roll/curve.js';
import { Chart, Legend, series, wholeTicks } from '../../ui/charts/chart.js';
import { Ledger } from '../../ui/charts/ledger.js';
import { Downloads } from '../../ui/downloads.js';
import { Scales, outside, reach } from './chart_limits.js';
import { BENEATH, beside, compared } from './comparison.js';
import { AS_WORDS, figures, inFull } from './value_chances.js';

/** @typedef {import('../../lib/net/documents.js').Measured} Measured */
/** @typedef {import('../../lib/net/documents.js').Odds} Odds */
/** @typedef {import('./value_chances.js').Figure} Figure */
/** @typedef {{label: string, measured: Measured}} Variant */
/** @typedef {{label: string, figures: Figure[]}[]} Drawn */
/** @typedef {import('./chart_limits.js').Limits & {as: import('../question/question.js').As, log: boolean}} Scaled */

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
          meanwhile=${!several && as === 'exactly' && html`<${Curve} title=${title} measured=${variants[0].measured} />`}
          draw=${(/** @type {any} */ plot, /** @type {number} */ width) =>
            draw(plot, width, drawn, { title, words, log, simulated, reach: shown })}
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
 * @param {any} plot @param {number} width @param {Drawn} drawn
 * @param {{title: string, words: string, log: boolean, simulated?: Map<number, number>, reach:
 *   import('./chart_limits.js').Reach}} how
 */
const draw = (plot, width, drawn, { title, words, log, simulated, reach: { low, high } }) => {
  const points = drawn.flatMap(({ figures: own }) => own);
  const top = Math.max(...points.map(({ p }) => p));
  const bottom = log ? Math.min(...points.map(({ p }) => p).filter((p) => p > 0)) / 2 : 0;
  const marks =
    drawn.length === 1
      ? [
          plot.rectY(drawn[0].figures, {
            x1: (/** @type {Figure} */ d) => d.x - 0.4,
            x2: (/** @type {Figure} */ d) => d.x + 0.4,
            y1: bottom,
            y2: 'p',
            fill: 'var(--s1)',
          }),
        ]
      : drawn.flatMap(({ figures: own }, place) => {
          const { color, symbol, dash } = series(place);
          return [
            plot.lineY(own, { x: 'x', y: 'p', stroke: color, strokeWidth: 2, strokeDasharray: dash }),
            plot.dot(own, {
              x: 'x',
              y: 'p',
              fill: symbol === 'times' ? 'none' : color,
              stroke: color,
              symbol,
              r: own.length > 40 ? 2 : 4,
            }),
          ];
        });
  if (simulated !== undefined) {
    const shares = [...simulated]
      .map(([x, share]) => ({ x, share }))
      .filter(({ x, share }) => x >= low && x <= high && share > bottom);
    marks.push(
      plot.dot(shares, { x: 'x', y: 'share', stroke: 'var(--s2)', strokeWidth: 2, fill: 'var(--sheet)', r: 4 }),
    );
  }
  const tips = drawn.flatMap(({ label, figures: own }) =>
    own.map((figure) => ({
      x: figure.x,
      p: figure.p,
      text: [
        ...(drawn.length > 1 ? [label] : []),
        `${words} ${written(figure.value)}: ${percent(figure.p)}`,
        ...(own.length > MOST_ROWS ? [] : [inFull(figure.exact)]),
      ].join('\n'),
    })),
  );
  return plot.plot({
    width,
    height: Math.round(Math.min(340, Math.max(220, width * 0.45))),
    marginLeft: log ? 58 : 48,
    marginBottom: 40,
    marginTop: 16,
    x: {
      domain: [low - 0.6, high + 0.6],
      ticks: wholeTicks(low, high, width - 60),
      tickFormat: shortNumber,
      label: title,
      labelAnchor: 'center',
    },
    y: {
      domain: [bottom, top],
      type: log ? 'log' : 'linear',
      ticks: 5,
      tickFormat: tick,
      label: null,
      grid: true,
      nice: !log,
    },
    marks: [
      ...(log ? [] : [plot.ruleY([0])]),
      ...marks,
      plot.tip(
        tips,
        (drawn.length > 1 ? plot.pointer : plot.pointerX)({
          x: 'x',
          y: 'p',
          title: 'text',
          fill: 'var(--sheet)',
          stroke: 'var(--edge)',
          fontSize: 13,
        }),
      ),
    ],
  });
};

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
