// Characters and their resources.
import { useState } from '../../../vendor/preact.js';
import { announce } from '../../lib/browser/messages.js';
import { html } from '../../lib/html.js';
import { humane, titleParts, written } from '../../lib/text/words.js';
import { example } from '../../odds/question/question.js';
import { Icon } from '../../ui/icons.js';
import { Dialog, Trouble } from '../../ui/shell.js';
import { gameOf } from '../people/lobby.js';
import { useTrouble } from '../store/use_trouble.js';
import { SheetActions } from './sheet_actions.js';

/** @typedef {import('../../lib/net/documents.js').Catalogue} Catalogue */
/** @typedef {import('../store/store.js').Table} Table */
/** @typedef {import('../store/fold.js').State} State */
/** @typedef {import('../store/fold.js').Character} Character */

/** Resources that a character of each system usually has; any others can be added. */
/** @type {Record<string, string[]>} */
const USUAL = {
  'edged-coins': ['ec', 'hc'],
  t13: ['sway', 'chi', 'yarn'],
  'humanity-beast': ['willpower', 'humanity', 'beast'],
  'mod-dot': ['willpower'],
  dot: [],
};

/** The name under which rolls find a resource. @param {string} typed */
const resourceName = (typed) => typed.trim().toLowerCase().replaceAll(' ', '_');

/** A resource's name as it is typed. @param {string} name */
const asTyped = (name) => (resourceName(humane(name)) === name ? humane(name) : name);

/**
 * Resources of a new character, each with as much as the game's first example has of it, to be changed.
 * @param {Catalogue} catalogue @param {string} chosen the system
 */
const usual = (catalogue, chosen) => {
  const system = catalogue.systems.find(({ name }) => name === chosen);
  const [action] = system?.actions ?? [];
  const given = system === undefined || action === undefined ? {} : example(system, action).inputs;
  return (USUAL[chosen] ?? []).map((name) => {
    const field = action?.inputs.find(({ sheet }) => sheet?.side === 'own' && sheet.name === name);
    return { name: asTyped(name), value: given[field?.name ?? ''] ?? '', max: '' };
  });
};

/** @param {{catalogue: Catalogue, table: Table, state: State, onRolled: (roll: string) => void}} props */
export const Sheets = ({ catalogue, table, state, onRolled }) => {
  const [editing, setEditing] = useState(/** @type {string | undefined} */ (undefined));
  const characters = [...state.characters.values()];
  const plays = state.you.role !== 'observer';
  return html`<section class="sheet" aria-labelledby="sheets-title">
    <header><h2 id="sheets-title">Sheets
      </h2>${
        plays &&
        html`<button type="button" class="button" id="bring-character" onClick=${() => setEditing('new')}>
          <${Icon} name="plus" />Character</button>`
      }</header>
    <div class="body">
      ${
        characters.length === 0 &&
        html`<p class="soft">
          No characters yet. A character has resources, such as EC or Willpower, for rolls to spend.</p>`
      }
      <ul class="stack wide">${characters.map(
        (character) => html`<li key=${character.character}>
          <${Sheet} ...${{ catalogue, table, state, character, onRolled }} onEdit=${() => setEditing(character.character)} />
        </li>`,
      )}</ul>
    </div>
    <${Dialog} open=${editing !== undefined} title=${editing === 'new' ? 'A new character' : 'Change the sheet'}
      onClose=${() => setEditing(undefined)}>
      <${SheetForm} key=${editing} ...${{ catalogue, table, state }}
        character=${editing === undefined ? undefined : state.characters.get(editing)}
        onDone=${() => setEditing(undefined)} />
    </>
  </section>`;
};

/**
 * @param {{catalogue: Catalogue, table: Table, state: State, character: Character, onEdit: () => void, onRolled: (roll:
 *   string) => void}} props
 */
const Sheet = ({ catalogue, table, state, character, onEdit, onRolled }) => {
  const may = state.you.role === 'host' || character.owner === state.you.member;
  const system = catalogue.systems.find(({ name }) => name === character.system);
  const known = Object.entries(character.inputs);
  const [error, setError] = useTrouble(table);
  /** @param {string} name @param {number} by */
  const step = (name, by) => {
    if (character.resources[name].value + by < 0) return;
    table.command('PATCH', `/characters/${character.character}`, { resources: { [name]: { by } } }).then(() => {
      setError(undefined);
      announce(
        `${character.name}: ${humane(name)} ${table.state.value?.characters.get(character.character)?.resources[name]?.value}`,
      );
    }, setError);
  };
  return html`<article class="character">
    <div class="row apart"><div><h3>${character.name}</h3>
        <p class="small soft">
          ${
            state.members.get(character.owner ?? '')?.name ?? 'played by the host'
          }${system ? ` · ${titleParts(system.title)[0]}` : ''}</p></div>
      ${
        may &&
        html`<button type="button" class="button plain" onClick=${onEdit} aria-label="Change ${character.name}">
          Change</button>`
      }</div>
    ${error && html`<${Trouble} error=${error} />`}
    <ul class="resources">${Object.entries(character.resources).map(
      ([name, { value, max, held }]) => html`<li>
        <span class="resource-name">${humane(name)}</span>
        <span class="resource-count">${
          may &&
          html`<button type="button" class="button icon" aria-label="${character.name}: one ${humane(name)} less"
            onClick=${() => step(name, -1)}>−</button>`
        }
        <span class="number" data-resource=${name}>${value}
        </span>${max !== null && html`<span class="soft small">of ${max}</span>`}
        ${
          may &&
          html`<button type="button" class="button icon" aria-label="${character.name}: one ${humane(name)} more"
            onClick=${() => step(name, 1)}>+</button>`
        }</span>
        ${held > 0 && html`<span class="badge brass">${held} held by open rolls</span>`}
        ${
          max !== null &&
          max > 0 &&
          html`<div class="meter second" aria-hidden="true">
            <i style=${{ width: `${Math.min(100, (100 * value) / max)}%` }}></i></div>`
        }
      </li>`,
    )}</ul>
    ${
      known.length > 0 &&
      html`<p class="small soft">
        ${known.map(([name, value]) => `${humane(name)} ${written(value)}`).join(' · ')}</p>`
    }
    ${
      (character.owner === state.you.member || (may && character.owner === null)) &&
      html`<${SheetActions} ...${{ catalogue, table, state, character, onRolled }} />`
    }
    ${character.text && html`<p class="small character-text">${character.text}</p>`}
  </article>`;
};

/**
 * Finds what a form changes on a sheet.
 * @param {Character} before the sheet when the form was opened @param {Partial<Character>} what
 * @param {Record<string, {value: number, max: number | null}>} entered the resources
 */
const changes = (before, what, entered) => {
  /** @type {Record<string, unknown>} */
  const found = Object.fromEntries(
    Object.entries(what).filter(([name, value]) => value !== before[/** @type {'name'} */ (name)]),
  );
  /** @type {Record<string, object | null>} */
  const resources = {};
  for (const [name, { value, max }] of Object.entries(entered)) {
    const old = before.resources[name];
    if (old === undefined || value !== old.value) resources[name] = { value, max };
    else if (max !== old.max) resources[name] = { max };
  }
  for (const name of Object.keys(before.resources)) if (!(name in entered)) resources[name] = null;
  if (Object.keys(resources).length > 0) found.resources = resources;
  return found;
};

/** @param {{catalogue: Catalogue, table: Table, state: State, character?: Character, onDone: () => void}} props */
const SheetForm = ({ catalogue, table, state, character, onDone }) => {
  const [before] = useState(character);
  const [name, setName] = useState(character?.name ?? '');
  const [system, setSystem] = useState(character?.system ?? gameOf(state.table));
  const [owner, setOwner] = useState(character === undefined ? state.you.member : (character.owner ?? ''));
  const [text, setText] = useState(character?.text ?? '');
  const [resources, setResources] = useState(
    character === undefined
      ? usual(catalogue, system)
      : Object.entries(character.resources).map(([key, { value, max }]) => ({
          name: asTyped(key),
          value: String(value),
          max: max === null ? '' : String(max),
        })),
  );
  const [error, setError] = useTrouble(table);
  const host = state.you.role === 'host';
  /** @param {string} chosen */
  const choose = (chosen) => {
    setSystem(chosen);
    if (character === undefined) setResources(usual(catalogue, chosen));
  };
  /** @param {number} place @param {object} change */
  const change = (place, change) =>
    setResources(resources.map((each, other) => (other === place ? { ...each, ...change } : each)));
  /** @param {SubmitEvent} event */
  const save = async (event) => {
    event.preventDefault();
    const entered = Object.fromEntries(
      resources
        .filter((each) => each.name.trim() !== '')
        .map((each) => [
          resourceName(each.name),
          { value: Number(each.value || 0), max: each.max === '' ? null : Number(each.max) },
        ]),
    );
    const whose = host ? { owner: owner === '' ? null : owner } : {};
    const what = { name, system, text, ...whose };
    try {
      if (before === undefined) await table.command('POST', '/characters', { ...what, resources: entered });
      else {
        // What stayed as it was when the form was opened may have changed meanwhile: a roll spends, others give.
        const changed = changes(before, what, entered);
        if (Object.keys(changed).length > 0) await table.command('PATCH', `/characters/${before.character}`, changed);
      }
      onDone();
    } catch (problem) {
      setError(problem);
    }
  };
  const remove = async () => {
    try {
      await table.command('DELETE', `/characters/${character?.character}`);
      onDone();
    } catch (problem) {
      setError(problem);
    }
  };
  return html`<form class="stack wide" onSubmit=${save}>
    ${error && html`<${Trouble} error=${error} />`}
    <div class="fields">
      <div class="field"><label for="sheet-name">Name</label>
        <input id="sheet-name" type="text" required maxlength="80" autocomplete="off" value=${name}
          onInput=${(/** @type {any} */ e) => setName(e.target.value)} /></div>
      <div class="field"><label for="sheet-system">System</label>
        <select id="sheet-system" onInput=${(/** @type {any} */ e) => choose(e.target.value)}>
          <option value="" selected=${system === ''}>any</option>
          ${catalogue.systems.map(
            (each) => html`<option value=${each.name} selected=${each.name === system}>
              ${titleParts(each.title)[0]}</option>`,
          )}</select></div>
      ${
        host &&
        html`<div class="field"><label for="sheet-owner">Played by</label>
          <select id="sheet-owner" onInput=${(/** @type {any} */ e) => setOwner(e.target.value)}>
            <option value="" selected=${owner === ''}>nobody (the host)</option>
            ${[...state.members.values()]
              .filter((each) => !each.left && each.role !== 'observer')
              .map(
                (each) => html`<option value=${each.member} selected=${each.member === owner}>${each.name}</option>`,
              )}</select></div>`
      }
    </div>
    <fieldset class="stack"><legend><strong>Resources</strong></legend>
      ${resources.map(
        (each, place) => html`<div class="resource-row">
          <input type="text" aria-label="Resource" placeholder="name" value=${each.name}
            onInput=${(/** @type {any} */ e) => change(place, { name: e.target.value })} />
          <input type="number" min="0" aria-label="${each.name || 'Resource'}: now" placeholder="now"
            value=${each.value}
            onInput=${(/** @type {any} */ e) => change(place, { value: e.target.value })} />
          <input type="number" min="0" aria-label="${each.name || 'Resource'}: at most" placeholder="of"
            value=${each.max}
            onInput=${(/** @type {any} */ e) => change(place, { max: e.target.value })} />
          <button type="button" class="button plain icon" aria-label="Remove ${each.name}"
            onClick=${() => setResources(resources.filter((_, other) => other !== place))}>
            <${Icon} name="close" size=${18} /></button></div>`,
      )}
      <div><button type="button" class="button"
          onClick=${() => setResources([...resources, { name: '', value: '', max: '' }])}>
          <${Icon} name="plus" size=${18} />Resource</button></div>
    </fieldset>
    <div class="field"><label for="sheet-text">Remarks</label>
      <textarea id="sheet-text" maxlength="4000" value=${text}
        onInput=${(/** @type {any} */ e) => setText(e.target.value)}></textarea></div>
    <div class="row apart"><button class="button main">${character === undefined ? 'Bring to the table' : 'Save'}
      </button>
      ${
        character !== undefined &&
        html`<button type="button" class="button danger" onClick=${remove}>Take off the table
        </button>`
      }</div>
  </form>`;
};
