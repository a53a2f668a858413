// Effects of a roll on sheets: those of its rules, less what the group takes off, and what it adds.
import { useState } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';
import { humane, sentence } from '../../lib/text/words.js';
import { Icon } from '../../ui/icons.js';
import { numbers } from './sheet_inputs.js';

/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('./sheet_inputs.js').Effect} Effect */
/** @typedef {import('../store/fold.js').State} State */
/** @typedef {import('../store/fold.js').Character} Character */

/** @param {string} name */
const whose = (name) => (name.endsWith('s') ? `${name}’` : `${name}’s`);

/** Writes in one line which sheets change. @param {{state: State, effects: Effect[]}} props */
export const Changes = ({ state, effects }) => {
  /** @type {Map<string, Set<string>>} */
  const touched = new Map();
  for (const { character, resource } of effects)
    touched.set(character, (touched.get(character) ?? new Set()).add(humane(resource)));
  if (touched.size === 0) return null;
  const parts = [...touched].map(
    ([character, resources]) =>
      `${whose(state.characters.get(character)?.name ?? character)} ${[...resources].join(' and ')}`,
  );
  return html`<p class="small soft">May change ${parts.join(', ')}.</p>`;
};

/** One effect in words. @param {ActionInfo} action @param {State} state @param {Effect} effect */
const inWords = (action, state, { measure, character, resource, times, since }) => {
  const title = sentence(numbers(action).find(({ name }) => name === measure)?.title ?? measure);
  const target = `${whose(state.characters.get(character)?.name ?? character)} ${humane(resource)}`;
  if (since) return `${title}: ${target} changes by as much`;
  return `${title} ${times < 0 ? 'comes off' : 'is added to'} ${target}`;
};

/**
 * @param {{action: ActionInfo, state: State, sheets: Character[], effects: Effect[], setEffects: (effects: Effect[] |
 *   undefined) => void, changed: boolean}} props
 *   sheets: those that may be changed. setEffects: undefined for what the rules say
 */
export const EffectsForm = ({ action, state, sheets, effects, setEffects, changed }) => {
  const targets = sheets.flatMap((sheet) =>
    Object.keys(sheet.resources).map((resource) => ({
      key: `${sheet.character} ${resource}`,
      words: `${sheet.name}: ${humane(resource)}`,
    })),
  );
  const [measure, setMeasure] = useState('');
  const [target, setTarget] = useState('');
  const [times, setTimes] = useState('-1');
  const known = numbers(action);
  if (targets.length === 0 || known.length === 0) return null;
  const add = () => {
    const at = targets.some(({ key }) => key === target) ? target : targets[0].key;
    const of = known.some(({ name }) => name === measure) ? measure : known[0].name;
    const [sheet, resource] = at.split(' ');
    setEffects([...effects, { measure: of, character: sheet, resource, times: Number(times) }]);
  };
  return html`<fieldset class="stack"><legend class="label"><strong>What the result does to sheets</strong></legend>
    ${effects.length === 0 && html`<p class="small soft">Nothing.</p>`}
    ${effects.map(
      (
        effect,
        place,
      ) => html`<p class="row apart small" style=${{ flexWrap: 'nowrap' }}><span>${inWords(action, state, effect)}
        </span>
        <button type="button" class="button plain icon" aria-label="Take off: ${inWords(action, state, effect)}"
          onClick=${() => setEffects(effects.filter((_, other) => other !== place))}><${Icon} name="close" size=${16} />
        </button></p>`,
    )}
    <div class="fields">
      <div class="field"><label for="effect-measure">Take</label>
        <select id="effect-measure" onInput=${(/** @type {any} */ e) => setMeasure(e.target.value)}>
          ${known.map(
            ({ name, title }) => html`<option value=${name} selected=${name === measure}>${sentence(title)}
            </option>`,
          )}</select></div>
      <div class="field"><label for="effect-times">and it</label>
        <select id="effect-times" onInput=${(/** @type {any} */ e) => setTimes(e.target.value)}>
          <option value="-1">comes off</option><option value="1">is added to</option></select></div>
      <div class="field"><label for="effect-target">the resource</label>
        <select id="effect-target" onInput=${(/** @type {any} */ e) => setTarget(e.target.value)}>
          ${targets.map(({ key, words }) => html`<option value=${key} selected=${key === target}>${words}</option>`)}
        </select></div>
    </div>
    <div class="row"><button type="button" class="button" onClick=${add}>Add this effect</button>
      ${
        changed &&
        html`<button type="button" class="button plain" onClick=${() => setEffects(undefined)}>
          As the rules say</button>`
      }</div>
  </fieldset>`;
};
