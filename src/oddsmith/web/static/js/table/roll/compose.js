// Composes the next roll: a preset with one touch, or any action with its inputs.
import { useEffect, useMemo, useRef, useState } from '../../../vendor/preact.js';
import { attend } from '../../lib/browser/focus.js';
import { useKept } from '../../lib/browser/session.js';
import { underRules } from '../../lib/house_rules.js';
import { html } from '../../lib/html.js';
import { Problem } from '../../lib/net/api.js';
import { useDocument } from '../../lib/net/use_answer.js';
import { chanceInWords, percent, shortNumber } from '../../lib/numbers/format.js';
import { typedFaces } from '../../lib/text/typed_faces.js';
import { sentence, titleParts } from '../../lib/text/words.js';
import { example } from '../../odds/question/question.js';
import { endpoint, requestBody as given } from '../../odds/question/request.js';
import { HouseRules } from '../../ui/forms/field.js';
import { Fields } from '../../ui/forms/form.js';
import { Icon } from '../../ui/icons.js';
import { Trouble } from '../../ui/shell.js';
import { gameOf } from '../people/lobby.js';
import { Changes, EffectsForm } from '../sheets/effects.js';
import { declared, fromSheets, kept, purses } from '../sheets/sheet_inputs.js';
import { useTrouble } from '../store/use_trouble.js';
import { VISIBILITY, requestRoll } from './request_roll.js';

/** @typedef {import('../../lib/net/documents.js').Catalogue} Catalogue */
/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../../lib/net/documents.js').SystemInfo} SystemInfo */
/** @typedef {import('../store/store.js').Table} Table */
/** @typedef {import('../store/fold.js').State} State */
/**
 * @typedef {{about: string, values: Record<string, string>, rules: Record<string, string>, effects?:
 *   import('../sheets/sheet_inputs.js').Effect[]}} Entered what somebody has entered, and about which action and
 *   sheets; effects: undefined for those that the rules say
 */

/** Sources of faces, in words. */
const SOURCES = { seed: 'Roll here', faces: 'Real dice: I type them', hands: 'Hands, thrown for real' };

/** Entries before anybody has entered anything. */
const NOTHING = {
  values: /** @type {Record<string, string>} */ ({}),
  rules: /** @type {Record<string, string>} */ ({}),
};

/** @param {{catalogue: Catalogue, table: Table, state: State, onRolled: (roll: string) => void}} props */
export const Compose = ({ catalogue, table, state, onRolled }) => {
  const own = [...state.characters.values()].filter(
    ({ owner }) => state.you.role === 'host' || owner === state.you.member,
  );
  const form = useRef(/** @type {HTMLFormElement | null} */ (null));
  const key = `form.${state.table}`;
  // Whoever plays one character rolls for that one, unless they say otherwise.
  const played = own.filter(({ owner }) => owner === state.you.member);
  const only = played.length === 1 ? played[0] : undefined;
  const [whoChosen, setWho] = useKept(`${key}.who`, '?');
  const who = state.characters.has(whoChosen) ? whoChosen : whoChosen === '?' && only ? only.character : '';
  const [systemChosen, setSystemName] = useKept(`${key}.system`, '');
  const systemName = systemChosen || played[0]?.system || gameOf(state.table) || catalogue.systems[0].name;
  const system = catalogue.systems.find(({ name }) => name === systemName) ?? catalogue.systems[0];
  const [actionName, setActionName] = useKept(`${key}.action`, system.actions[0].name);
  const action = system.actions.find(({ name }) => name === actionName) ?? system.actions[0];
  const [opposingChosen, setOpposing] = useKept(`${key}.opposing`, '');
  const opposing = state.characters.has(opposingChosen) ? opposingChosen : '';
  const [label, setLabel] = useKept(`${key}.label`, '');
  const [comment, setComment] = useKept(`${key}.comment`, '');
  const [visibility, setVisibility] = useState('everyone');
  const [source, setSource] = useKept(`${key}.source`, 'seed');
  const [faces, setFaces] = useState('');
  const [against, setAgainst] = useState('');
  const [error, setError] = useTrouble(table);
  const [refused, setRefused] = useState(''); // the preset that was refused; '' for the form
  const [busy, setBusy] = useState(false);
  const character = state.characters.get(who);
  const opponent = state.characters.get(opposing);

  // An action begins with its example and what the sheets say now; what somebody enters holds until they turn to
  // another.
  const about = [system.name, action.name, who, opposing].join();
  const [entered, setEntered] = useKept(`${key}.entered`, /** @type {Entered} */ ({ about, values: {}, rules: {} }));
  const { values: typed, rules: chosen } = entered.about === about ? entered : NOTHING;
  /** @param {(was: Entered) => Partial<Entered>} change */
  const enter = (change) =>
    setEntered((was) => {
      const now = was.about === about ? was : { about, ...NOTHING };
      return { ...now, ...change(now) };
    });
  const question = useMemo(() => {
    const begun = example(system, action);
    const given = { ...begun.rules, ...chosen };
    const { found, live } = fromSheets(
      system,
      action,
      { own: character, other: opponent },
      { ...begun.inputs, ...typed },
      given,
    );
    return {
      ...begun,
      inputs: { ...begun.inputs, ...found, ...typed },
      rules: given,
      live: [...live].filter((name) => typed[name] === undefined),
    };
  }, [system, action, character, opponent, typed, chosen]);
  const { inputs: values, rules } = question;
  const effects =
    entered.about === about && entered.effects !== undefined
      ? entered.effects
      : declared(underRules(system, action, rules), { own: character, other: opponent }, values);
  const plays = state.you.role === 'host' || opponent?.owner === state.you.member;
  const fixed = Object.fromEntries(
    (plays ? [] : purses(action, opponent)).map((name) => [
      name,
      `what ${opponent?.name} has free; only their player can change it`,
    ]),
  );
  const request = useMemo(() => {
    const { inputs, options } = given(question);
    for (const name of question.live) delete inputs[name];
    return {
      system: system.name,
      action: action.name,
      inputs,
      options,
      label,
      comment,
      visibility,
      source,
      character: who === '' ? null : who,
      opposing: opposing === '' ? null : opposing,
      against: source === 'hands' ? against : null,
      effects: entered.about === about ? (entered.effects ?? null) : null,
    };
  }, [system, action, question, label, comment, visibility, source, against, who, opposing, entered, about]);

  /** @param {Record<string, any>} what @param {string} preset its id, or '' for what stands in the form */
  const roll = async (what, preset = '') => {
    if (busy) return;
    setBusy(true);
    try {
      const fallen = preset === '' ? typedFaces(faces) : [];
      const answer = await requestRoll(table, what, fallen);
      setError(undefined);
      if (preset === '') {
        // What was said of this roll alone does not hold for the next: neither who sees it, nor how real dice fell.
        setComment('');
        setLabel('');
        setFaces('');
        setVisibility('everyone');
      }
      onRolled(answer.roll);
    } catch (problem) {
      setRefused(preset);
      setError(problem);
    } finally {
      setBusy(false);
    }
  };
  // The field that was refused has the focus; what is wrong with it is said above the button in any case.
  useEffect(() => {
    if (!error?.field || refused !== '') return;
    const field = /** @type {HTMLElement | null | undefined} */ (
      form.current?.querySelector(`[name="${CSS.escape(error.field.replaceAll('-', '_'))}"]`)
    );
    const fold = field?.closest('details');
    if (fold) fold.open = true;
    attend(field);
  }, [error]);
  const presets = [...state.presets.values()].filter(({ owner }) => owner === state.you.member);
  const players = [...state.members.values()].filter(
    ({ member, role, left }) => !left && role !== 'observer' && member !== state.you.member,
  );
  const handsFit = system.name === 'mod-dot' && players.length > 0;
  return html`<section class="sheet" aria-labelledby="compose-title">
    <header><h2 id="compose-title">Roll</h2></header>
    <form class="body" ref=${form} onSubmit=${(/** @type {Event} */ e) => {
      e.preventDefault();
      roll(request);
    }}>
      ${
        presets.length > 0 &&
        html`<ul class="presets" aria-label="Presets">${presets.map(
          ({ preset, name, request: before }) => html`<li>
            <button type="button" class="button" aria-disabled=${busy} onClick=${() => roll(before, preset)}>
              <${Icon} name="die" size=${16} />${name}</button>
            <button type="button" class="button plain icon" aria-label="Delete the preset ${name}"
              onClick=${() =>
                table
                  .command('DELETE', `/presets/${preset}`)
                  .then(
                    () => form.current?.querySelector('select')?.focus(),
                    setError,
                  )}><${Icon} name="close" size=${16} /></button></li>`,
        )}</ul>`
      }
      ${error && refused !== '' && html`<${Trouble} error=${error} />`}
      <div class="fields">
        <div class="field"><label for="roll-who">Character</label><select id="roll-who" onInput=${(
          /** @type {any} */ e,
        ) => {
          setWho(e.target.value);
          if (e.target.value === opposing) setOpposing('');
          const chosen = state.characters.get(e.target.value)?.system;
          if (chosen && catalogue.systems.some(({ name }) => name === chosen) && chosen !== system.name) {
            setSystemName(chosen);
            setActionName(catalogue.systems.find(({ name }) => name === chosen)?.actions[0].name ?? '');
          }
        }}><option value="" selected=${who === ''}>nobody
            </option>${own.map(
              (each) => html`<option value=${each.character} selected=${each.character === who}>
                ${each.name}</option>`,
            )}</select></div>
        <div class="field"><label for="roll-opposing">Against</label>
          <select id="roll-opposing" onInput=${(/** @type {any} */ e) => setOpposing(e.target.value)}>
            <option value="" selected=${opposing === ''}>nobody
            </option>
            ${[...state.characters.values()]
              .filter((each) => each.character !== who)
              .map(
                (each) => html`<option
                  value=${each.character} selected=${each.character === opposing}>${each.name}</option>`,
              )}</select></div>
        <div class="field"><label for="roll-system">System</label><select id="roll-system" onInput=${(
          /** @type {any} */ e,
        ) => {
          setSystemName(e.target.value);
          if (opponent && opponent.system !== '' && opponent.system !== e.target.value) setOpposing('');
          setActionName(catalogue.systems.find(({ name }) => name === e.target.value)?.actions[0].name ?? '');
        }}>${catalogue.systems.map(
          ({ name, title }) => html`<option value=${name} selected=${name === system.name}>
            ${titleParts(title)[0]}</option>`,
        )}</select></div>
        <div class="field"><label for="roll-action">Action</label>
          <select id="roll-action" onInput=${(/** @type {any} */ e) => setActionName(e.target.value)}>
            ${system.actions.map(
              ({ name, title }) => html`<option value=${name} selected=${name === action.name}>${title}
              </option>`,
            )}</select></div>
      </div>
      <${Fields} fields=${action.inputs} values=${values} rules=${rules} fixed=${fixed}
        wrong=${error?.field && refused === '' ? error : undefined}
        onValue=${(/** @type {string} */ name, /** @type {string} */ value) =>
          enter((was) => ({ values: { ...was.values, [name]: value } }))} />
      <${Chance} action=${action} question=${question} />
      <div class="field"><label for="roll-label">Label</label>
        <input id="roll-label" type="text" maxlength="200" placeholder="such as Parry" autocomplete="off" value=${label}
          onInput=${(/** @type {any} */ e) => setLabel(e.target.value)} /></div>
      <div class="fields">
        <div class="field"><label for="roll-visibility">Who sees it</label>
          <select id="roll-visibility" onInput=${(/** @type {any} */ e) => setVisibility(e.target.value)}>
            ${Object.entries(VISIBILITY).map(
              ([name, words]) => html`<option value=${name}
                selected=${name === visibility}>${words}</option>`,
            )}</select></div>
        <div class="field"><label for="roll-source">The dice</label><select id="roll-source" onInput=${(
          /** @type {any} */ e,
        ) => {
          setSource(e.target.value);
          if (e.target.value === 'hands' && against === '') setAgainst(players[0]?.member ?? '');
        }}>${Object.entries(SOURCES)
          .filter(([name]) => name !== 'hands' || handsFit)
          .map(
            ([name, words]) => html`<option value=${name} selected=${name === source}>${words}</option>`,
          )}</select></div>
        ${
          source === 'faces' &&
          html`<div class="field"><label for="roll-faces">Faces</label>
            <input id="roll-faces" type="text" placeholder="6 6 2, or leave empty" autocomplete="off" value=${faces}
              onInput=${(/** @type {any} */ e) => setFaces(e.target.value)} />
            <p class="help">in the order they are asked for; what is missing is asked for</p></div>`
        }
        ${
          source === 'hands' &&
          html`<div class="field"><label for="roll-against">Throws against me</label>
            <select id="roll-against" onInput=${(/** @type {any} */ e) => setAgainst(e.target.value)}>
              ${players.map(
                ({ member, name }) => html`<option value=${member} selected=${member === against}>${name}
                </option>`,
              )}</select></div>`
        }
      </div>
      <${Changes} state=${state} effects=${effects} />
      <div class="roll-bar">${error && refused === '' && html`<${Trouble} error=${error} fields=${action.inputs} />`}
        <button class="button main big" id="roll-now" aria-disabled=${busy}><${Icon} name="die" />Roll</button></div>
      <details><summary>More</summary><div class="stack wide">
          ${
            system.options.length > 0 &&
            html`<${HouseRules} system=${system} values=${rules}
              onValue=${(/** @type {string} */ name, /** @type {string} */ value) =>
                enter((was) => ({ rules: { ...was.rules, [name]: value } }))} />`
          }
          <div class="field"><label for="roll-comment">Comment</label>
            <textarea id="roll-comment" maxlength="4000" value=${comment}
              onInput=${(/** @type {any} */ e) => setComment(e.target.value)}></textarea></div>
          <${EffectsForm} ...${{ action: underRules(system, action, rules), state, effects }}
            sheets=${
              state.you.role === 'host'
                ? [...state.characters.values()]
                : [character, opponent].filter((each) => each !== undefined)
            }
            changed=${request.effects !== null}
            setEffects=${(/** @type {import('../sheets/sheet_inputs.js').Effect[] | undefined} */ given) =>
              enter(() => ({ effects: given }))} />
          <div class="row">
            <${KeepPreset} table=${table} request=${request} />
            ${
              character &&
              html`<button type="button" class="button" onClick=${async () => {
                try {
                  await table.command('PATCH', `/characters/${character.character}`, {
                    system: system.name,
                    inputs: { ...character.inputs, ...kept(action, values, character) },
                  });
                  setError(undefined);
                } catch (problem) {
                  setError(problem);
                }
              }}>Save to ${character.name}’s sheet</button>`
            }
          </div>
        </div></details>
    </form>
  </section>`;
};

/**
 * The chance before the roll, if nobody spends anything.
 * @param {{action: ActionInfo, question: import('../../odds/question/question.js').Question}} props
 */
const Chance = ({ action, question }) => {
  const { answer, error } = useDocument(endpoint('odds', question));
  const event = action.events[0];
  const mean = answer?.measures.total?.mean;
  if (answer && !error && !event && mean)
    return html`<div class="chance"><span>On average</span> <span class="number">${shortNumber(mean.float)}</span></div>`;
  if (answer?.ruling) return html`<p class="small">${answer.ruling.says}</p>`;
  if (!answer || !event || !answer.events[event.name]) return null;
  if (error) return error.field ? null : html`<p class="small soft">${error.message}</p>`;
  const { float, p } = answer.events[event.name];
  return html`<div class="chance"><span>${sentence(event.title)}</span> <span class="number">${percent(float)}</span>
    <div class="meter" aria-hidden="true"><i style=${{ width: `${100 * float}%` }}></i></div>
    <span class="small soft">
      ${chanceInWords(float)}${p.length < 20 ? `, ${p}` : ''}${answer.policy ? '; spending nothing' : ''}</span></div>`;
};

/** @param {{table: Table, request: Record<string, any>}} props */
const KeepPreset = ({ table, request }) => {
  const [name, setName] = useState('');
  const [said, setSaid] = useState('');
  const save = async () => {
    if (name.trim() === '') return;
    try {
      await table.command('POST', '/presets', { name, request });
      setName('');
      setSaid('Saved above.');
    } catch (problem) {
      setSaid(problem instanceof Problem ? `${problem.message} ${problem.remedy}` : String(problem));
    }
  };
  return html`<div class="note-form preset-form">
    <input type="text" aria-label="Name of a preset" placeholder="Preset: name" maxlength="80" autocomplete="off"
      value=${name} onInput=${(/** @type {any} */ e) => setName(e.target.value)} />
    <button type="button" class="button" onClick=${save}>Save preset
    </button>${said && html`<span class="small" role="status">${said}</span>`}</div>`;
};
