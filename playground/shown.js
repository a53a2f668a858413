// Makes what the page shows of odds, rolls and best play.
import { made } from './parts.js';

/**
 * What the page uses of the documents that Python answers with.
 * @typedef {{exact: string, float: number}} Exact
 * @typedef {[number | string, string, number]} Row a value, its chance, and that as a float
 * @typedef {{detail: string, remedy?: string, line?: number}} Problem
 * @typedef {{titles: Record<string, string>, policy?: string, unlisted?: {outcomes: number},
 *   events: Record<string, {p: string, float: number}>, measures: Record<string, {mean: Exact | null, pmf?: Row[]}>}} Odds
 * @typedef {{titles: Record<string, string>, verdict: string[], measures: Record<string, number | string>,
 *   trail: {kind: string, faces: {face: unknown}[]}[]}} Roll
 * @typedef {{situation: Record<string, unknown>, at: {rule: string}, who: string, choose: string, reached: {float: number}}} Step
 * @typedef {{value: Exact, unspent: Exact, chance: boolean, plan?: Step[], phrases?: Record<string, string>}} Best
 */

const MANY = 200;
const FEW = 0.0005; // ends of a distribution that are told together
const LONG = 40; // letters of an exact fraction that fit

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {number} p */
export const percent = (p) => `${(100 * p).toFixed(2)} %`;

/** @param {string} exact */
const fitting = (exact) => exact.length <= LONG;

/** @param {string} name @param {string} exact @param {number} p @param {number} [most] */
const row = (name, exact, p, most = 1) => {
  const line = made('li');
  const meter = made('span', '', { className: 'meter' });
  const bar = made('i');
  bar.style.width = `${Math.min(100, (100 * p) / most)}%`;
  meter.append(bar);
  const fits = fitting(exact);
  line.append(
    made('span', name),
    made('b', percent(p)),
    meter,
    made('span', fits ? exact : '', { className: 'exact', title: fits ? '' : exact }),
  );
  return line;
};

/** @param {HTMLElement[]} rows */
const listOf = (rows) => {
  const all = made('ul', '', { className: 'odds-list' });
  all.append(...rows);
  return all;
};

/** @param {number | string} value */
const number = (value) => String(value).replace('-', '−');

/** The rows of a measure: those in the midst, and both ends told together where they are long or hardly come up.
 * @param {Row[]} pmf */
const rowsOf = (pmf) => {
  const chances = pmf.map(([, , p]) => p);
  let low = 0;
  let high = pmf.length;
  const ends = { below: 0, above: 0 };
  const first = () => chances[low] ?? 0;
  const last = () => chances[high - 1] ?? 0;
  const cut = () => (first() < last() ? (ends.below += chances[low++] ?? 0) : (ends.above += chances[--high] ?? 0));
  if (pmf.length > 30) {
    while (low < high && ends.below + first() < FEW) ends.below += chances[low++] ?? 0;
    while (high > low && ends.above + last() < FEW) ends.above += chances[--high] ?? 0;
  }
  while (high - low > MANY) cut();
  const kept = pmf.slice(low, high);
  const most = kept.reduce((found, [, , p]) => Math.max(found, p), Number.MIN_VALUE);
  const rows = kept.map(([value, exact, p]) => row(number(value), exact, p, most));
  const [below, above] = [pmf[low - 1], pmf[high]];
  if (below) rows.unshift(row(`${number(below[0])} or less`, '', ends.below, most));
  if (above) rows.push(row(`${number(above[0])} or more`, '', ends.above, most));
  return rows;
};

/** What is shown of a document of odds. @param {Odds} odds */
export const oddsParts = (odds) => {
  const parts = [];
  const title = (/** @type {string} */ name) => capital(odds.titles[name] ?? name);
  if (odds.policy) parts.push(made('p', `Every decision takes ${odds.policy}.`, { className: 'small soft' }));
  const events = Object.entries(odds.events);
  if (events.length)
    parts.push(listOf(events.slice(0, MANY).map(([name, each]) => row(title(name), each.p, each.float))));
  const unlisted = events.length - MANY + (odds.unlisted?.outcomes ?? 0);
  if (unlisted > 0) parts.push(made('p', `And ${unlisted} less likely ones.`, { className: 'small soft' }));
  for (const [name, { mean, pmf }] of Object.entries(odds.measures)) {
    const average = mean ? `: ${number(mean.float.toFixed(2))} on average` : '';
    parts.push(made('h3', title(name) + average), listOf(rowsOf(pmf ?? [])));
  }
  return parts;
};

/** A face as it is read: that of a die, of a pair, or of a card. @param {any} face */
const faceText = (face) => face.face ?? face.value ?? face;

/** How a roll ended, and what was thrown. @param {Roll} roll @param {string} otherwise what it is if nothing holds */
export const rollLine = (roll, otherwise) => {
  const happened = roll.verdict.map((name) => capital(roll.titles[name] ?? name));
  const failed = happened.length === 0 && otherwise ? [capital(otherwise)] : [];
  const measured = Object.entries(roll.measures).map(([name, value]) => `${roll.titles[name]} ${number(value)}`);
  const rolls = roll.trail.filter(({ kind }) => kind === 'roll');
  const thrown = rolls.map(({ faces }) => faces.map(faceText).join(' ')).join('; ');
  return `${[...happened, ...failed, ...measured].join(', ')}${thrown ? ` (${thrown})` : ''}`;
};

/** @param {Step} step */
const where = ({ situation, at: { rule } }) =>
  Object.entries(situation)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ') || rule;

/** What is shown of best play: its worth, and what it chooses wherever it comes to. @param {Best} best */
export const bestParts = ({ value, unspent, plan, chance, phrases = {} }) => {
  const shown = (/** @type {Exact} */ { exact, float }) =>
    `${chance ? percent(float) : float.toFixed(2)}${fitting(exact) ? ` (${exact})` : ''}`;
  const steps = (plan ?? [])
    .filter(({ reached }) => reached.float > 0)
    .map((each) => {
      const who = each.who === 'player' ? '' : `${each.who}: `;
      return `${where(each)}: ${who}${phrases[each.choose] ?? each.choose}`;
    });
  steps.sort((one, other) => one.localeCompare(other, 'en', { numeric: true }));
  const all = made('ol', '', { className: 'plan' });
  all.append(...steps.map((step) => made('li', step)));
  return [made('p', `Best play: ${shown(value)}. Always the first option: ${shown(unspent)}.`), all];
};

/** What is shown in the place of an answer that there is not. @param {Problem} problem */
export const wrongParts = (problem) => [made('p', wrongWords(problem), { className: 'wrong' })];

/** @param {Problem | undefined} problem */
export const wrongWords = (problem) => (problem ? `${problem.detail} ${problem.remedy ?? ''}` : '');
