// What a gain costs: every trade-off that no plan beats, as a chart and a table from which a plan is chosen.
import { useMemo, useRef, useState } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';
import { ask } from '../../lib/net/api.js';
import { useAnswer } from '../../lib/net/use_answer.js';
import { percent, shortNumber } from '../../lib/numbers/format.js';
import { float, minus, parse, plus, times, write } from '../../lib/numbers/fraction.js';
import { sentence } from '../../lib/text/words.js';
import { Chart, plotted } from '../../ui/charts/chart.js';
import { Ledger } from '../../ui/charts/ledger.js';
import { Downloads } from '../../ui/downloads.js';
import { Progress } from '../answer/progress.js';
import { requestBody } from '../question/request.js';

/** @typedef {import('../../lib/net/documents.js').Frontier} Trades */
/** @typedef {import('../../lib/net/documents.js').Corner} Corner */
/** @typedef {import('../../lib/net/documents.js').Side} Side */
/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../../lib/numbers/fraction.js').Fraction} Fraction */
/** @typedef {import('../question/question.js').Question} Question */
/** @typedef {import('../question/question.js').View} View */

/** A title longer than this does not fit below a chart on a phone. */
const LONGEST_LABEL = 32;

/** A limit longer than this is too long for a goal. */
const LONGEST = 200;

/**
 * @param {{title: string, action: ActionInfo, question: Question, gain: string, cost: string, here: (side: Side) => string,
 *   onChoose: (change: Partial<View>) => void, onClose: () => void}} props here: what the plan that is shown comes to
 *   on a side, in full
 */
export const Frontier = ({ title, action, question, gain, cost, here, onChoose, onClose }) => {
  const [beside, setBeside] = useState('');
  const request = { ...requestBody(question), gain, cost, ...(beside === '' ? {} : { beside: [beside] }) };
  const others = [...action.events, ...action.measures].filter(({ name }) => name !== gain && name !== cost);
  const live = useAnswer(
    JSON.stringify([question.system, question.action, request]),
    /** @returns {Promise<Trades>} */ (signal) =>
      ask(`/api/frontier/${question.system}/${question.action}`, { method: 'POST', signal, body: request }),
    120,
  );
  const { answer, stale } = live;
  return html`<section class="stack wide" aria-labelledby="frontier-title" aria-busy=${live.busy}>
    <div class="row apart"><h3 id="frontier-title">${title}</h3>
      <button type="button" class="button plain" onClick=${onClose}>Hide</button></div>
    ${
      others.length > 0 &&
      html`<label class="field"><span>Show beside it</span>
        <select value=${beside} onChange=${(/** @type {any} */ event) => setBeside(event.target.value)}>
          <option value="">nothing more</option>
          ${others.map((each) => html`<option value=${each.name}>${sentence(each.title)}</option>`)}
        </select></label>`
    }
    <${Progress} live=${live} doing="Working out every trade-off; this takes a while…" />
    ${
      answer &&
      !stale &&
      html`<${Trade} name="${question.system}-${question.action}-frontier" trades=${answer}
        here=${here} onChoose=${onChoose} />`
    }
  </section>`;
};

/** @param {Side} side */
const formatOf = (side) => (side.chance ? percent : shortNumber);

/**
 * @param {{name: string, trades: Trades, here: (side: Side) => string, onChoose: (change: Partial<View>) => void}}
 *   props
 */
const Trade = ({ name, trades, here, onChoose }) => {
  const { points, gain, cost, beside = [], choices } = trades;
  const [taken, setTaken] = useState({ place: -1, from: '' });
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const [gained, spent] = [here(gain), here(cost)];
  const matching = points.findIndex((point) => point.gain.exact === gained && point.cost.exact === spent);
  // What somebody chose counts until the plan that is shown has changed to it.
  const from = `${gained} for ${spent}`;
  const chosen = taken.from === from ? taken.place : matching;
  /** @param {number} place */
  const choose = (place) => {
    const change = chosenBy(trades, points[place]);
    if (change === undefined) return;
    setTaken({ place, from });
    onChoose(change);
  };
  const state = useMemo(() => [trades, chosen, gained, spent], [trades, chosen, gained, spent]);
  const [gains, costs] = [formatOf(gain), formatOf(cost)];
  const unbeaten = choices !== null && choices.length > points.length ? choices : [];
  return html`
  ${trades.others && html`<p class="small soft">Others decide too. ${sentence(trades.others)}.</p>`}
  <p role="status">${
    points.length === 1
      ? html`<strong>One plan is best at any price:
      </strong> ${gains(points[0].gain.float)} for ${costs(points[0].cost.float)}.`
      : html`<strong>${points.length} plans that no other beats.</strong> Draw between two neighbours for anything in between.`
  }</p>
  ${
    points.length > 1 &&
    html`<${Chart} of=${state}
      label="${sentence(gain.title)} against ${cost.title}, for every plan that no other beats. The table below has the figures."
      onDrawn=${(/** @type {SVGSVGElement} */ made) => {
        svg.current = made;
      }}
      draw=${plotted((plot, width) =>
        drawn(
          plot,
          width,
          trades,
          unbeaten,
          chosen,
          gained === '' || spent === '' || matching >= 0
            ? null
            : { gain: float(parse(gained)), cost: float(parse(spent)) },
          choose,
        ),
      )} />`
  }
  <div class="scroll ${points.length > 9 ? 'tall' : ''}" tabindex="0" role="region"
    aria-label="Plans that no other beats">
    <table class="corners"><caption>Choose one to see it below</caption>
      <thead><tr><th scope="col">Plan</th><th scope="col" class="figure">${headed(gain, 'Gain')}</th>
          <th scope="col" class="figure">${headed(cost, 'Cost')}</th>
          ${beside.map((side) => html`<th scope="col" class="figure">${headed(side, 'Beside')}</th>`)}
          <th scope="col" class="figure">Best at a price of</th>
          <th scope="col" class="figure">${gain.chance ? 'One point' : 'One'} more costs</th>
          ${points.some(begins) && html`<th scope="col">Begins with</th>`}</tr></thead>
      <tbody>${points.map(
        (point, place) => html`<tr class=${place === chosen ? 'marked' : ''}>
          <th scope="row"><label class="tick">
              <input type="radio" name="corner" checked=${place === chosen}
                disabled=${chosenBy(trades, point) === undefined} onChange=${() => choose(place)} />${place + 1}</label>
          </th>
          <td class="figure" title=${point.gain.exact}>${gains(point.gain.float)}</td>
          <td class="figure" title=${point.cost.exact}>${costs(point.cost.float)}</td>
          ${point.beside?.map(
            ({ exact, float: value }, at) =>
              html`<td class="figure" title=${exact}>${formatOf(beside[at])(value)}</td>`,
          )}
          <td class="figure" title=${inFull(point)}>${range(point)}</td>
          <td class="figure">${point.step === null ? '–' : costs((gain.chance ? 0.01 : 1) / point.step.float)}</td>
          ${points.some(begins) && html`<td class="begins">${begins(point) || 'nothing'}</td>`}
        </tr>`,
      )}</tbody>
    </table></div>
  ${
    points.length > 1 &&
    html`<p class="small soft">
      The price says how much of your aim 1 of the cost is worth to you. Choose a plan, and the price is set to
      match.</p>`
  }
  ${
    unbeaten.length > 0 &&
    html`<details><summary>All ${unbeaten.length} single choices that no other beats</summary>
      <${Ledger} caption="Choices before anything happens by chance"
        grid=${{ head: ['Choice', headed(gain, 'Gain'), headed(cost, 'Cost')], rows: [] }}
        shown=${unbeaten.map((choice) => [
          begins(choice) || 'nothing',
          gains(choice.gain.float),
          costs(choice.cost.float),
        ])} /></details>`
  }
  <div class="row"><${Downloads} name=${name} grid=${() => gridOf(trades)} json=${trades}
      picture=${{ svg: () => svg.current, title: `${gain.title}, by what it costs: ${cost.title}` }} /></div>`;
};

/** A title where there is room for it. @param {Side} side @param {string} otherwise */
const headed = ({ title }, otherwise) =>
  title.length > LONGEST_LABEL ? otherwise : sentence(title.replace(/ by the player$/, ''));

/** Writes how a plan begins, without what is declined. @param {{opening: string[]}} of */
const begins = ({ opening }) => opening.filter((option) => !/^(accept$|none$|no )/.test(option)).join(', ');

/** @param {Corner} point at which prices it is best, in words */
const range = ({ prices: [low, high] }) => {
  if (high === null) return low.exact === '0' ? 'any' : `above ${shortNumber(low.float)}`;
  return low.exact === '0'
    ? `up to ${shortNumber(high.float)}`
    : `${shortNumber(low.float)} to ${shortNumber(high.float)}`;
};

/** @param {Corner} point */
const inFull = ({ prices: [low, high] }) => (high === null ? `above ${low.exact}` : `${low.exact} to ${high.exact}`);

/**
 * Finds the question whose best play is just this plan: a price between its ends; where somebody else decides too, who
 * would answer a price, or the cost is no sum, a limit. Undefined where there is neither.
 * @param {Trades} trades @param {Corner} point @returns {Partial<View> | undefined}
 */
export const chosenBy = ({ others, cost }, point) => {
  const terms = Object.entries(cost.terms);
  if (others === null && terms.length > 0) {
    const price = between(parse(point.prices[0].exact), point.prices[1] && parse(point.prices[1].exact));
    return {
      atMost: '',
      prices: Object.fromEntries(terms.map(([name, share]) => [name, decimal(times(price, parse(share)))])),
    };
  }
  return terms.length > 0 && point.cost.exact.length <= LONGEST ? { atMost: point.cost.exact, prices: {} } : undefined;
};

/**
 * A price with few digits between two, well away from both.
 * @param {Fraction} low @param {Fraction | null} high null where there is no end @returns {Fraction}
 */
export const between = (low, high) => {
  if (high === null) return low.n === 0n ? low : between(low, times(low, { n: 4n, d: 1n }));
  const double = plus(low, high);
  for (let scale = 1n; ; scale *= 10n) {
    const nearest = (double.n * scale + double.d) / (2n * double.d);
    const price = { n: nearest, d: scale };
    if (minus(price, low).n > 0n && minus(high, price).n > 0n) return price;
  }
};

/** A fraction as a decimal where that ends soon, else as it is. @param {Fraction} value */
const decimal = (value) => {
  const text = write(value);
  const rounded = String(float(value));
  return /^\d+(\.\d{1,12})?$/.test(rounded) && write(decimalOf(rounded)) === text ? rounded : text;
};

/** @param {string} text @returns {Fraction} */
const decimalOf = (text) => {
  const [whole, places = ''] = text.split('.');
  return { n: BigInt(whole + places), d: 10n ** BigInt(places.length) };
};

/** @param {Trades} trades @returns {import('../../lib/text/grid_text.js').Grid} */
const gridOf = ({ points, gain, cost, beside = [] }) => ({
  head: [
    'Plan',
    ...[gain, cost, ...beside].flatMap(({ title }) => [title, `${title}, in full`]),
    'Best from a price of',
    'to',
    'Begins with',
  ],
  rows: points.map((point, place) => [
    place + 1,
    ...[point.gain, point.cost, ...(point.beside ?? [])].flatMap(({ float: value, exact }) => [value, exact]),
    point.prices[0].exact,
    point.prices[1]?.exact ?? '',
    begins(point),
  ]),
});

/**
 * @param {any} plot
 * @param {number} width
 * @param {Trades} trades
 * @param {import('../../lib/net/documents.js').Choice[]} unbeaten
 * @param {number} chosen
 * @param {{gain: number, cost: number} | null} here what the plan that is shown comes to, off the corners
 * @param {(place: number) => void} choose @returns {SVGSVGElement}
 */
const drawn = (plot, width, { points, gain, cost }, unbeaten, chosen, here, choose) => {
  const at = (/** @type {{gain: {float: number}, cost: {float: number}}} */ { gain: up, cost: across }) => ({
    gain: up.float,
    cost: across.float,
  });
  const corners = points.map(at);
  /** @param {boolean} chance */
  const ticks = (chance) => (/** @type {number} */ value) =>
    chance ? `${Number((100 * value).toPrecision(4))}%` : shortNumber(value);
  const costs = corners.map((each) => each.cost);
  const room = (Math.max(...costs) - Math.min(...costs)) * 0.04;
  const svg = plot.plot({
    width,
    height: 260,
    marginLeft: 56,
    marginBottom: 42,
    marginTop: 14,
    marginRight: 16,
    x: {
      domain: [Math.min(...costs) - room, Math.max(...costs) + room],
      ticks: Math.max(3, Math.floor(width / 80)),
      tickFormat: ticks(cost.chance),
      label: `${headed(cost, 'Cost')}${cost.chance ? '' : ', on average'}`,
      labelAnchor: 'center',
      labelArrow: 'none',
    },
    y: { ticks: 5, tickFormat: ticks(gain.chance), label: null, grid: true, nice: true },
    marks: [
      plot.dot(unbeaten.map(at), { x: 'cost', y: 'gain', stroke: 'var(--soft)', symbol: 'times', r: 3 }),
      plot.lineY(corners, { x: 'cost', y: 'gain', stroke: 'var(--s1)', strokeWidth: 2 }),
      plot.dot(corners, { x: 'cost', y: 'gain', fill: 'var(--s1)', r: 5 }),
      plot.dot(chosen < 0 ? [] : [corners[chosen]], {
        x: 'cost',
        y: 'gain',
        stroke: 'var(--s1)',
        fill: 'var(--brass-fill)',
        strokeWidth: 3,
        r: 8,
      }),
      plot.dot(here === null ? [] : [here], {
        x: 'cost',
        y: 'gain',
        stroke: 'var(--s2)',
        fill: 'var(--sheet)',
        strokeWidth: 3,
        symbol: 'diamond',
        r: 6,
      }),
      plot.tip(
        corners,
        plot.pointer({
          x: 'cost',
          y: 'gain',
          title: (/** @type {any} */ _, /** @type {number} */ place) =>
            `Plan ${place + 1}: ${formatOf(gain)(corners[place].gain)} for ${formatOf(cost)(corners[place].cost)}`,
          fill: 'var(--sheet)',
          stroke: 'var(--edge)',
        }),
      ),
    ],
  });
  const [x, y] = [svg.scale('x'), svg.scale('y')];
  svg.classList.add('pressed');
  svg.addEventListener('click', (/** @type {MouseEvent} */ event) => {
    const box = svg.getBoundingClientRect();
    const scale = width / box.width;
    const far = corners.map((each) =>
      Math.hypot(
        x.apply(each.cost) - (event.clientX - box.left) * scale,
        y.apply(each.gain) - (event.clientY - box.top) * scale,
      ),
    );
    choose(far.indexOf(Math.min(...far)));
  });
  return svg;
};
