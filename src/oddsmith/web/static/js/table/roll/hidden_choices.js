// Choices that several make unseen: each commits to an option, and all open together.
import { useEffect, useState } from '../../../vendor/preact.js';
import { store } from '../../lib/browser/preferences.js';
import { contentOf } from '../../lib/fair/content.js';
import { chosen as commitment } from '../../lib/fair/fair_rolls.js';
import { nonce } from '../../lib/fair/random.js';
import { html } from '../../lib/html.js';
import { retold } from '../../lib/text/game_words.js';
import { sentence } from '../../lib/text/words.js';
import { HANDS, Hand } from '../../ui/dice/die.js';
import { Trouble } from '../../ui/shell.js';
import { choosing, deciding } from '../store/fold.js';
import { useTrouble } from '../store/use_trouble.js';

/** @typedef {import('../store/store.js').Table} Table */
/** @typedef {import('../store/fold.js').Cast} Cast */
/** @typedef {import('../store/fold.js').Roll} Roll */
/** @typedef {{who: string, options: string[]}} Side */
/** @typedef {{who: string, member: string | null, option: string | null, taken: string}} Revealed */

/** Options that are few enough to be buttons. */
const FEW = 12;

/** @param {string} option */
const isHand = (option) => /** @type {readonly string[]} */ (HANDS).includes(option);

/** The text of a rule, without where it is written. @param {string} says */
export const ruleWords = (says) => retold(says).replace(/^[RG]\d[\d.]*(?:[, to]+[RG][\d.]+)*: /, '');

/** The sides whose option somebody still has to take. @param {Cast} cast @param {Roll} roll @returns {Side[]} */
export const openSides = (cast, roll) => {
  const { chosen, late } = choosing(roll);
  return roll.waits?.sides.filter(
    (/** @type {Side} */ { who }) =>
      deciding(cast, roll.waits?.deciders[who] ?? []).includes(cast.you.member) && !chosen.has(who) && !late.has(who),
  );
};

/** The names of some, of whom any may act. @param {Cast} cast @param {string[]} members */
export const names = (cast, members) => members.map((id) => cast.members.get(id)?.name ?? id).join(' or ');

/** @param {{table: Table, cast: Cast, roll: Roll}} props */
export const Choices = ({ table, cast, roll }) => {
  const waits = /** @type {Record<string, any>} */ (roll.waits);
  const { chosen, late, settled } = choosing(roll);
  useEffect(() => {
    table.disclose(roll.id, waits.round);
  }, [settled]);
  const mine = openSides(cast, roll);
  const missing = waits.sides.filter((/** @type {Side} */ { who }) => !chosen.has(who) && !late.has(who));
  const others = missing
    .filter((/** @type {Side} */ side) => !mine.includes(side))
    .map((/** @type {Side} */ { who }) => names(cast, deciding(cast, waits.deciders[who])));
  if (mine.length > 0) {
    return html`<section class="waiting mine" aria-label="Choose in secret">
      <p class="tight"><strong>Choose in secret.</strong> The rule: ${sentence(ruleWords(waits.says))}</p>
      ${mine.map((side) => html`<${SideOptions} key=${side.who} ...${{ table, cast, roll, side }} />`)}
      <p class="small soft">Nobody sees it until everyone has
        chosen.${chosen.size > 0 ? ' You have two minutes; after that, the first option is yours.' : ''}</p>
    </section>`;
  }
  return html`<p class="waiting">${
    settled
      ? 'Everyone has chosen; the choices open…'
      : `${[...chosen.values()].includes(cast.you.member) ? 'Your choice is made and hidden. ' : ''}${others.join(' and ')} ${others.length > 1 ? 'choose' : 'chooses'} in secret${chosen.size > 0 ? ', in two minutes at most' : ''}.`
  }</p>`;
};

/** @param {{table: Table, cast: Cast, roll: Roll, side: Side}} props */
const SideOptions = ({ table, cast, roll, side: { who, options } }) => {
  const { round, sides, phrases = {} } = /** @type {Record<string, any>} */ (roll.waits);
  /** @param {string} option */
  const worded = (option) => sentence(phrases[option] ?? option);
  const me = cast.you.member;
  const [picked, setPicked] = useState(options[0]);
  const [error, setError] = useTrouble(table);
  const [busy, setBusy] = useState(false);
  /** @param {string} option */
  const take = async (option) => {
    if (busy) return;
    setBusy(true);
    const secret = nonce();
    store(table.choiceKey(roll.id, round, who), JSON.stringify({ option, nonce: secret }));
    const promise = commitment(table.id, roll.id, round, who, me, option, secret);
    try {
      await table.command('POST', `/rolls/${roll.id}/choose`, { round, who, commitment: promise });
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  const hands = options.every((option) => isHand(option));
  return html`<div class="stack" role="group" aria-label="What the ${who} takes">
    ${sides.length > 1 && html`<p class="small soft tight">As ${who}</p>`}
    ${
      options.length <= FEW
        ? html`<div class=${hands ? 'hands' : 'row'}>${options.map(
            (option, place) => html`
            <button type="button" class="button ${!hands && place === 0 ? 'main' : ''}" aria-disabled=${busy}
              onClick=${() => take(option)}>
              ${hands && html`<${Hand} hand=${option} size=${64} />`}${worded(option)}</button>`,
          )}</div>`
        : html`<div class="note-form">
          <select aria-label="Option" onInput=${(/** @type {any} */ e) => setPicked(e.target.value)}>
            ${options.map(
              (option) => html`<option value=${option} selected=${option === picked}>${worded(option)}
              </option>`,
            )}</select>
          <button type="button" class="button main" aria-disabled=${busy} onClick=${() => take(picked)}>Choose</button>
        </div>`
    }
    ${error && html`<${Trouble} error=${error} />`}
  </div>`;
};

/**
 * Shows what was taken unseen, once it is opened.
 * @param {{cast: Cast, roll: Roll, words: (entry: {taken: string}) => string}} props words: an option as the game says it
 */
export const ChoicesShown = ({ cast, roll, words }) => {
  const rounds = roll.events
    .filter(({ kind }) => kind === 'roll.revealed')
    .map((event) => /** @type {{round: number, sides: Revealed[]}} */ (contentOf(event)));
  if (rounds.length === 0) return null;
  return html`<ol class="rounds">${rounds.map(
    ({ round, sides }) => html`<li><span class="only-read">Round ${round + 1}: </span>
      ${sides.map(
        ({
          who,
          member,
          option,
          taken,
        }) => html`<span class="round-hand">${isHand(taken) && html`<${Hand} hand=${taken} size=${40} />`}
          <span class="small">
            ${
              member === null ? sentence(who) : cast.members.get(member)?.name
            }: ${words({ taken })}${option === null ? ' (too late: the first option)' : ''}</span></span>`,
      )}</li>`,
  )}</ol>`;
};
