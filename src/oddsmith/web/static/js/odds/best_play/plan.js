// Shows the plan of best play: in short, and decision by decision.
import { useState } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';
import { chanceInWords, shortNumber } from '../../lib/numbers/format.js';
import { retold } from '../../lib/text/game_words.js';
import { among, beside, bounded } from '../../lib/text/situations.js';
import { inSentence, sentence } from '../../lib/text/words.js';
import { Options } from './option_values.js';

/** @typedef {import('../../lib/net/documents.js').Advice} Advice */
/** @typedef {import('../../lib/net/documents.js').InShort} InShort */
/** @typedef {import('../../lib/net/documents.js').Condition} Condition */
/** @typedef {import('../../lib/net/documents.js').Told} Told */

/** Decisions shown before somebody asks for the rest, and then. */
const FIRST = 4;
const MOST = 200;

/**
 * @param {{answer: Told, plan: Advice[], shown: (value: number) => string, spent?: (cost: number) => string, level?:
 *   number, phrases?: Record<string, string>}} props
 *   phrases: options whose names say little; spent: how a cost is told, where a gain is weighed against one; level: of
 *   its headings
 */
export const Plan = ({ answer, plan, shown, spent, level = 3, phrases = {} }) => {
  const heading = `h${level}`;
  const [all, setAll] = useState(false);
  if (answer.decisions.all === 0) return html`<p>These inputs leave nothing to decide.</p>`;
  const gathered = together(plan.filter(({ reached }) => reached.float > 0)).sort((a, b) => b.reached - a.reached);
  // Where all is chosen at first, that says it all.
  const chosenAtFirst = answer.opening.length > 1 && answer.opening.length === answer.decisions.reached;
  return html`
  ${
    answer.opening.length > 1 &&
    html`<p>
      <strong>First:</strong> ${openingWords(answer, phrases)}.</p>`
  }
  <${InShortList} rules=${answer.rules} hidden=${chosenAtFirst} heading=${heading} phrases=${phrases} />
  ${
    !chosenAtFirst &&
    html`<${heading}>When to choose what</>
    ${byRule(gathered.slice(0, all ? MOST : FIRST)).map(
      (group) => html`<div class="plan-rule">
        <p class="tight soft">
          ${decider(group[0].advice.who)}: ${plainly(group[0].advice.at.says || inSentence(group[0].advice.at.rule))}.
          ${isOther(group[0].advice.who) && ' The lower your result, the better for them.'}</p>
        <ol class="plan">${group.map(
          (each) => html`<li class="plan-step">
            <p class="tight">${inOneSentence(each, phrases)}</p>
            ${ignoring(each, shown)}
            <${Options} ...${each.advice} shown=${shown} spent=${spent} phrases=${phrases}
              other=${isOther(each.advice.who)} /></li>`,
        )}</ol></div>`,
    )}
    ${
      gathered.length > FIRST &&
      !all &&
      html`<div>
        <button type="button" class="button" onClick=${() => setAll(true)}>
          Show ${gathered.length > MOST ? `the ${MOST} most frequent` : `all ${gathered.length}`} decisions</button>
      </div>`
    }`
  }`;
};

/**
 * What is chosen before anything happens by chance: without what is declined, or who chooses what, where several do.
 * @param {Told} answer @param {Record<string, string>} phrases
 */
const openingWords = ({ opening, opened_by: people }, phrases) => {
  const words = (/** @type {string} */ option) => phrases[option] ?? option;
  if (people === undefined)
    return (
      opening
        .filter((option) => !/^(accept$|none$|no )/.test(option))
        .map(words)
        .join(', ') || 'nothing'
    );
  return [...new Set(people)]
    .map(
      (who) =>
        `${isOther(who) ? who : 'you'}: ${opening
          .filter((_, at) => people[at] === who)
          .map(words)
          .join(', ')}`,
    )
    .join('; ');
};

/** @param {string} who whether somebody else than whoever asks decides */
const isOther = (who) => who !== 'player';

/** @param {string} who */
const decider = (who) => (isOther(who) ? `${sentence(who)} decides` : 'You decide');

/**
 * A decision and what is best in it.
 * @param {Gathered} each
 * @param {Record<string, string>} phrases
 */
const inOneSentence = (each, phrases) => {
  const { choose, mix, values } = each.advice;
  const best = values[choose];
  const equal = Object.values(values).every(({ exact }) => exact === best?.exact) && Object.keys(values).length > 1;
  const what = mix !== undefined && Object.keys(mix).length > 1 ? 'a mix of options' : (phrases[choose] ?? choose);
  return html`${sentence(where(each))}: <strong>${what}</strong>.${
    equal && html` <span class="soft">Every option is equally good.</span>`
  }`;
};

/**
 * What taking the next best option costs, here and over all.
 * @param {Gathered} each @param {(value: number) => string} shown
 */
const ignoring = ({ advice: { loss }, lost, reached }, shown) =>
  loss &&
  loss.here.float > 0 &&
  html`<p class="tight small soft">Ignoring it costs ${shown(loss.here.float)}${
    reached > 0.9995 && reached < 1.0005 ? '' : ` here, ${shown(lost)} in all`
  }.</p>`;

/** The text of a rule of the game, without its number. @param {string} says */
const plainly = (says) =>
  retold(says)
    .replace(/^[RG]?\d[\d.]*(?:[, to]+[RG][\d.]+)*: /, '')
    .replace(/\.$/, '');

/**
 * The plan as a few rules of thumb, where they say more than one decision each.
 * @param {{rules: InShort[], hidden: boolean, heading: string, phrases: Record<string, string>}} props
 */
const InShortList = ({ rules, hidden, heading, phrases }) => {
  const listed = rules.filter(
    (group) => group.rules !== null && (group.rules.length === 1 || group.situations > group.rules.length),
  );
  if (hidden || !rules.some((group) => group.rules !== null && group.situations > group.rules.length)) return null;
  return html`<${heading}>In short</>
  <ul class="in-short">${listed.map(
    (group) => html`<li>
      <span class="soft">${decider(group.who)}: ${plainly(group.says || inSentence(group.rule))}</span>
      <ol>${inRows(group.rules ?? []).map(
        ({ choose, ways }, place) => html`<li>
          ${sentence(ways.map((way) => condition(way, place)).join(', or '))}: <strong>
            ${phrases[choose] ?? choose}</strong></li>`,
      )}</ol></li>`,
  )}</ul>`;
};

/**
 * Rules that follow each other and take the same option as one, with every way in which it applies.
 * @param {{if: Condition[], choose: string}[]} rules
 */
const inRows = (rules) => {
  /** @type {{choose: string, ways: Condition[][]}[]} */
  const rows = [];
  for (const rule of rules) {
    const last = rows.at(-1);
    if (last?.choose === rule.choose) last.ways.push(rule.if);
    else rows.push({ choose: rule.choose, ways: [rule.if] });
  }
  return rows;
};

/** When a rule of thumb holds. @param {Condition[]} conditions @param {number} place */
const condition = (conditions, place) => {
  if (conditions.length === 0) return place === 0 ? 'always' : 'otherwise';
  /** @type {Map<string, Record<string, unknown>>} */
  const bounds = new Map();
  for (const { name, sign, value } of conditions) bounds.set(name, { ...bounds.get(name), [sign]: value });
  return [...bounds].map(([name, signs]) => bounded(name, signs)).join(' and ');
};

/**
 * Decisions that differ in one thing that is known, told as one.
 * @typedef {{advice: Advice, place: Map<string, unknown[]>, reached: number, lost: number}} Gathered
 */

/** @param {Advice[]} plan @returns {Gathered[]} */
const together = (plan) => {
  /** @type {Map<string, {advice: Advice, place: Map<string, unknown>}[]>} */
  const alike = new Map();
  for (const advice of plan) {
    const key = JSON.stringify([advice.at.rule, advice.who, advice.choose, advice.values, advice.ruled, advice.costs]);
    alike.set(key, [...(alike.get(key) ?? []), { advice, place: new Map(Object.entries(advice.situation)) }]);
  }
  return [...alike.values()].flatMap(asOne);
};

/**
 * Decisions with the same answer at the same values, as few as can be: by the one name in which they may differ.
 * @param {{advice: Advice, place: Map<string, unknown>}[]} decisions @returns {Gathered[]}
 */
const asOne = (decisions) => {
  const names = new Set(decisions.flatMap(({ place }) => [...place.keys()]));
  /** @type {Map<string, Gathered> | undefined} */
  let found;
  for (const free of names.size === 0 ? [''] : names) {
    /** @type {Map<string, Gathered>} */
    const parts = new Map();
    for (const { advice, place } of decisions) {
      const key = JSON.stringify([...[...place].filter(([name]) => name !== free), place.has(free)]);
      const part = parts.get(key) ?? {
        advice,
        place: new Map([...place].map(([name, value]) => [name, [value]])),
        reached: 0,
        lost: 0,
      };
      const values = part.place.get(free);
      const value = place.get(free);
      if (values && !values.some((one) => JSON.stringify(one) === JSON.stringify(value))) values.push(value);
      part.reached += advice.reached.float;
      part.lost += advice.loss?.in_all.float ?? 0;
      parts.set(key, part);
    }
    if (found === undefined || parts.size < found.size) found = parts;
  }
  return [...(found?.values() ?? [])];
};

/** Decisions by who decides at which rule of the game. @param {Gathered[]} gathered */
const byRule = (gathered) => {
  /** @type {Map<string, Gathered[]>} */
  const groups = new Map();
  for (const each of gathered) {
    const key = `${each.advice.who} ${each.advice.at.rule}`;
    groups.set(key, [...(groups.get(key) ?? []), each]);
  }
  return [...groups.values()];
};

/** When a decision comes up, and how often. @param {Gathered} each */
const where = ({ place, reached }) => {
  const known = beside([...place].map(([name, values]) => among(name, values)));
  const always = reached > 0.9995 && reached < 1.0005;
  return `${known || (always ? 'always' : 'whenever it comes up')}${often(reached)}`;
};

/** Writes how often it comes to a decision, where that is not always once. @param {number} reached */
const often = (reached) => {
  if (reached > 1.0005) return ` (${shortNumber(reached)} times on average)`;
  if (reached > 0.9995) return '';
  return ` (${chanceInWords(reached)
    .toLowerCase()
    .replace(/(\d+) in/, (_, times) => `${times} ${times === '1' ? 'time' : 'times'} in`)})`;
};
