// A roll on the table: dice that land one by one with their fate, what it comes to, and every step on request.
import { useEffect } from '../../../vendor/preact.js';
import { copy } from '../../lib/browser/clipboard.js';
import { flash, tell } from '../../lib/browser/messages.js';
import { clattering } from '../../lib/browser/preferences.js';
import { html } from '../../lib/html.js';
import { counted, isSettled, resultLine, verdict } from '../../lib/text/result_words.js';
import { deciderOf, retold } from '../../lib/text/game_words.js';
import { humane, isTable, sentence, written } from '../../lib/text/words.js';
import { Icon } from '../icons.js';
import { lazy } from '../lazy_load.js';
import { Dice, faceWords } from './die.js';

/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../../lib/net/documents.js').Rolled} Rolled */
/** @typedef {import('../../lib/net/documents.js').TrailEntry} TrailEntry */

const FactTable = lazy(async () => (await import('../fact_tables.js')).FactTable);

/** @typedef {(entry: TrailEntry) => string | undefined} TakenBy who took a decision, where it was somebody else's */

/** @typedef {(entry: {taken?: string}) => string} Words an option that was taken, as the game says it */

/**
 * Says options in the words that came with a roll. @param {Record<string, string>} [phrases] by their names
 * @returns {Words}
 */
const wordsOf =
  (phrases = {}) =>
  ({ taken }) =>
    phrases[String(taken)] ?? written(taken);

/** @param {TrailEntry} entry @param {TakenBy} [by] */
const taker = (entry, by) => {
  const name = by?.(entry);
  return name === undefined ? '' : ` (by ${name})`;
};

/**
 * Name of the kind of dice, where a game has two: bone for Humanity, iron for the Beast.
 * @param {string | undefined} name
 */
const tone = (name) => (/Beast d/.test(name ?? '') ? 'iron' : /Humanity d/.test(name ?? '') ? 'bone' : undefined);

/** Tells whether dice are of the one who stands against whoever rolls. @param {TrailEntry} entry */
const isTheirs = (entry) => (entry.name ?? '').includes("opponent's ");

/**
 * Only what people need to see of a trail: rolls, decisions, notes.
 * @param {{trail: TrailEntry[], action?: ActionInfo, open?: boolean, size?: number, by?: TakenBy, words?: Words}} props
 */
export const Trail = ({ trail, action, open, size, by, words = wordsOf() }) => {
  let landed = 0;
  const twoSides = trail.some(isTheirs);
  return html`<div class="trail">${groups(trail).map((group) => {
    if (group.kind === 'roll') {
      const start = landed;
      landed += group.entries.reduce((sum, entry) => sum + (entry.faces?.length ?? 0), 0);
      let at = start;
      const dice = group.entries.flatMap((entry) => {
        let seen = 0;
        return (entry.dice ?? [{ name: entry.name, faces: entry.faces?.length ?? 0 }]).map(({ name, faces }) => {
          const from = seen;
          seen += faces;
          return { name, faces: (entry.faces ?? []).slice(from, seen) };
        });
      });
      return html`<div class="throw">${
        twoSides &&
        html`<p class="small soft" style=${{ flexBasis: '100%' }}>
          ${isTheirs(group.entries[0]) ? 'The other side' : 'This side'}</p>`
      }${dice.map(({ name, faces }) => {
        const from = at;
        at += faces.length;
        return html`<${Dice} faces=${faces} tone=${tone(name)} start=${from} size=${size} />`;
      })}</div>`;
    }
    const [entry] = group.entries;
    if (entry.kind === 'choice') {
      const left = leftOpen(entry, action, open, words);
      if (left) return html`<p class="note soft">${left}</p>`;
      return html`<p class="choice"><${Icon} name="check" size=${16} />
        <span>${entry.who !== 'player' && `${humane(deciderOf(action, entry))}: `}<strong>${sentence(words(entry))}
          </strong>${taker(entry, by)}</span></p>`;
    }
    return html`<p class="note soft">${sentence(retold(entry.text ?? entry.kind))}</p>`;
  })}</div>`;
};

/** Rolls that follow one another lie together. @param {TrailEntry[]} trail */
const groups = (trail) => {
  /** @type {{kind: string, entries: TrailEntry[]}[]} */
  const found = [];
  for (const entry of trail) {
    if (entry.kind === 'rule' || (entry.kind === 'choice' && (entry.options?.length ?? 0) < 2)) continue;
    const last = found[found.length - 1];
    if (entry.kind === 'roll' && last?.kind === 'roll' && isTheirs(last.entries[0]) === isTheirs(entry))
      last.entries.push(entry);
    else found.push({ kind: entry.kind, entries: [entry] });
  }
  return found;
};

/** Dice of a trail. @param {TrailEntry[]} trail */
export const diceOf = (trail) => trail.reduce((sum, { faces }) => sum + (faces?.length ?? 0), 0);

/**
 * Every step: rules entered, dice, decisions, notes.
 * @param {{trail: TrailEntry[], action?: ActionInfo, open?: boolean, by?: TakenBy, words?: Words}} props
 */
export const Steps = ({ trail, action, open, by, words = wordsOf() }) =>
  html`<ol class="steps">${trail.map(
    (entry) => html`
    <li style=${{ '--depth': Math.min(entry.depth, 6) }}>${
      leftOpen(entry, action, open, words) || step(entry, words, action, by)
    }</li>`,
  )}</ol>`;

/**
 * Says that a ruling is still the game master's; '' of all else.
 * @param {TrailEntry} entry @param {ActionInfo | undefined} action @param {boolean | undefined} open @param {Words} words
 */
const leftOpen = (entry, action, open, words) =>
  open && entry.kind === 'choice' && deciderOf(action, entry) === 'game master'
    ? `The game master decides: ${(entry.options ?? []).map((taken) => words({ taken })).join(' or ')}`
    : '';

/** @param {TrailEntry} entry @param {Words} words @param {ActionInfo} [action] @param {TakenBy} [by] */
const step = (entry, words, action, by) => {
  if (entry.kind === 'rule')
    return html`<span class="soft">${retold(entry.says ?? '') || humane(entry.rule ?? '')}</span>`;
  if (entry.kind === 'roll')
    return html`<code>${entry.name ?? entry.expression}
    </code>: ${(entry.faces ?? []).map((face) => faceWords(face)).join(', ')} → <strong>${written(entry.value)}
    </strong>`;
  if (entry.kind === 'choice')
    return html`${humane(deciderOf(action, entry))} chose <strong>${words(entry)}
    </strong>${taker(entry, by)} <span class="soft">${among(entry.options ?? [], words)}</span>`;
  return retold(entry.text ?? entry.kind);
};

/** Options that are told one by one; of more it is only told how many there are. */
const MOST_OPTIONS = 9;

/** What was chosen from. @param {string[]} options @param {Words} words */
const among = (options, words) =>
  options.length > MOST_OPTIONS
    ? `of ${options.length} ways`
    : `of: ${options.map((taken) => words({ taken })).join(', ')}`;

/** The verdict and the numbers of a roll. @param {{action: ActionInfo, rolled: Rolled}} props */
export const Outcome = ({ action, rolled }) => {
  const happened = verdict(action, rolled);
  const tables = Object.values(rolled.facts ?? {}).filter(isTable);
  if (tables.length > 0) {
    return html`<div class="outcome">${tables.map((table) => html`<${FactTable} ...${table} />`)}</div>`;
  }
  if (happened.length === 0) {
    const totals = action.measures.map(({ name }) => rolled.measures[name] ?? rolled.outcome?.value);
    return html`<div class="outcome">${totals
      .filter((total) => total !== undefined)
      .map((total) => html`<p class="total number">${written(total)}</p>`)}</div>`;
  }
  const good = action.events[0] !== undefined && rolled.events[action.events[0].name];
  return html`<div class="outcome">
    <p class="verdict ${good && !rolled.ruling ? 'good' : ''}">
      ${!rolled.ruling && html`<${Icon} name=${good ? 'check' : 'cross'} size=${22} />`}
      ${happened.map(sentence).join(' · ')}</p>
    <ul class="tallies">${action.measures
      .filter(({ name }) => isSettled(rolled, name) && rolled.measures[name] !== undefined)
      .map(
        (measure) =>
          html`<li>${
            rolled.measures[measure.name] === 0 && (measure.spends || measure.one !== measure.title)
              ? html`<span class="soft">No ${measure.title}</span>`
              : html`<span class="number">${written(rolled.measures[measure.name])}
                </span> <span class="soft">${counted(measure, rolled.measures[measure.name])}</span>`
          }</li>`,
      )}</ul>
  </div>`;
};

/** Lets a roll be heard as it lands, in words and, where somebody wants that, as dice. @param {ActionInfo} action @param {Rolled} rolled */
const useLanding = (action, rolled) => {
  useEffect(() => {
    tell(resultLine(action, rolled));
    clattering(diceOf(rolled.trail));
  }, []);
};

/** @param {string} line a roll in a line */
const copyLine = async (line) => flash((await copy(line)) ? 'Copied.' : 'Your browser blocks copying.');

/**
 * A roll of a notation in a row: its dice, and what they come to.
 * @param {{rolled: any, action: ActionInfo, came: string}} props
 */
export const RollInARow = ({ rolled, action, came }) => {
  useLanding(action, rolled);
  return html`<article class="rolled" aria-label="Roll"><${Trail} trail=${rolled.trail} />
    <p class="total number">${came}</p>
    <button type="button" class="button plain icon" aria-label="Copy as text" title="Copy as text"
      onClick=${() => copyLine(rolled.line)}><${Icon} name="copy" size=${18} /></button></article>`;
};

/**
 * @param {{rolled: Rolled, action: ActionInfo, line: string, hindsight?: string}} props line: the roll in a line, to be
 *   pasted into a chat; hindsight: how rare it was
 */
export const RollResult = ({ rolled, action, line, hindsight }) => {
  useLanding(action, rolled);
  const words = wordsOf(rolled.phrases);
  return html`<article class="roll-result" aria-label="Roll">
    <${Trail} trail=${rolled.trail} action=${action} open=${rolled.ruling !== undefined} words=${words} />
    <${Outcome} action=${action} rolled=${rolled} />
    ${hindsight && html`<p class="soft">${hindsight}</p>`}
    <div class="row apart"><code class="small">${line}</code>
      <button type="button" class="button" onClick=${() => copyLine(line)}>
        <${Icon} name="copy" size=${18} />Copy as text</button></div>
    ${
      rolled.trail.length > 1 &&
      html`<details><summary>Every step</summary><${Steps} trail=${rolled.trail} action=${action}
        open=${rolled.ruling !== undefined} words=${words} />
      </details>`
    }
  </article>`;
};
