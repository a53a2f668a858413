// What a character rolls with one touch: as last time, or as the sheet says, each with its chance.
import { useState } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';
import { useDocument } from '../../lib/net/use_answer.js';
import { percent, shortNumber } from '../../lib/numbers/format.js';
import { example } from '../../odds/question/question.js';
import { endpoint, requestBody } from '../../odds/question/request.js';
import { summary } from '../../odds/question/summary.js';
import { Icon } from '../../ui/icons.js';
import { Trouble } from '../../ui/shell.js';
import { requestRoll } from '../roll/request_roll.js';
import { useTrouble } from '../store/use_trouble.js';
import { fromSheets } from './sheet_inputs.js';

/** @typedef {import('../../lib/net/documents.js').Catalogue} Catalogue */
/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../../lib/net/documents.js').SystemInfo} SystemInfo */
/** @typedef {import('../../odds/question/question.js').Question} Question */
/** @typedef {import('../store/store.js').Table} Table */
/** @typedef {import('../store/fold.js').State} State */
/** @typedef {import('../store/fold.js').Character} Character */

/**
 * @typedef {{action: ActionInfo, question: Question, body: ReturnType<typeof requestBody>, said: Question}} Offer said:
 *   what is not on the sheet of it
 */

/** Actions offered: those rolled last, then the first ones of the game. */
const OFFERED = 3;

/** @param {Record<string, unknown>} values */
const texts = (values) => Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/**
 * What a character rolled last, and what else the game has.
 * @param {SystemInfo} system @param {State} state @param {Character} character @returns {Offer[]}
 */
const offers = (system, state, character) => {
  const rolled = [...state.rolls.values()]
    .filter(
      ({ request }) =>
        request?.character === character.character && request.system === system.name && request.opposing === null,
    )
    .sort((one, other) => other.number - one.number)
    .map(({ request }) => ({ name: request?.action, given: request?.given }));
  const known = [...rolled, ...system.actions.map(({ name }) => ({ name, given: undefined }))];
  /** @type {Map<string, Offer>} */
  const found = new Map();
  for (const { name, given } of known) {
    const action = system.actions.find((each) => each.name === name);
    if (!action?.chance || found.has(action.name) || found.size >= OFFERED) continue;
    const begun = example(system, action);
    const typed = given === undefined ? begun.inputs : texts(given.inputs);
    const rules = given === undefined ? begun.rules : texts(given.options);
    const sheet = fromSheets(system, action, { own: character }, typed, rules);
    const own = given === undefined ? sheet.found : {};
    const question = { ...begun, inputs: { ...sheet.found, ...typed, ...own }, rules };
    const body = requestBody({ ...question, inputs: { ...question.inputs } });
    for (const live of sheet.live) if (given === undefined || !(live in typed)) delete body.inputs[live];
    const entered = Object.entries(question.inputs).filter(([name]) => !(name in sheet.found));
    found.set(action.name, { action, question, body, said: { ...question, inputs: Object.fromEntries(entered) } });
  }
  return [...found.values()];
};

/** @param {{catalogue: Catalogue, table: Table, state: State, character: Character, onRolled: (roll: string) => void}} props */
export const SheetActions = ({ catalogue, table, state, character, onRolled }) => {
  const [error, setError] = useTrouble(table);
  const [busy, setBusy] = useState(false);
  const system = catalogue.systems.find(({ name }) => name === character.system);
  if (system === undefined) return null;
  /** @param {Offer} offer */
  const roll = async ({ action, body }) => {
    if (busy) return;
    setBusy(true);
    try {
      const { roll } = await requestRoll(table, {
        system: system.name,
        action: action.name,
        ...body,
        character: character.character,
        source: 'seed',
      });
      setError(undefined);
      onRolled(roll);
    } catch (problem) {
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  return html`<div class="stack">
    ${error && html`<${Trouble} error=${error} fields=${system.actions.flatMap(({ inputs }) => inputs)} />`}
    <ul class="stack wide" aria-label="What ${character.name} rolls">${offers(system, state, character).map(
      (offer) => html`<li key=${offer.action.name}><button type="button" class="button offer" aria-disabled=${busy}
        onClick=${() => roll(offer)}><${Icon} name="die" size=${16} />
        <span>${offer.action.title} <span class="soft small">${summary(catalogue, offer.said)}</span></span>
        <${Chance} ...${offer} /></button></li>`,
    )}</ul></div>`;
};

/** How often it succeeds, or what it comes to on average. @param {Offer} offer */
const Chance = ({ action, question }) => {
  const { answer, fresh } = useDocument(endpoint('odds', question));
  if (!answer || !fresh) return null;
  const chance = answer.events[action.events[0]?.name];
  const mean = answer.measures[action.measures[0]?.name]?.mean;
  if (chance) return html`<span class="number">${percent(chance.float)}</span>`;
  return mean ? html`<span class="number">⌀ ${shortNumber(mean.float)}</span>` : null;
};
