// A roll in the log: roller, inputs, dice and their fate, result, and what can still be done about it.
import { useEffect, useLayoutEffect, useRef, useState } from '../../../vendor/preact.js';
import { copy } from '../../lib/browser/clipboard.js';
import { attend } from '../../lib/browser/focus.js';
import { flash } from '../../lib/browser/messages.js';
import { shortcuts } from '../../lib/browser/shortcuts.js';
import { contentOf } from '../../lib/fair/content.js';
import { underRules } from '../../lib/house_rules.js';
import { html } from '../../lib/html.js';
import { resultLine } from '../../lib/text/result_words.js';
import { clock, humane, sentence, written } from '../../lib/text/words.js';
import { unusual } from '../../odds/question/summary.js';
import { Outcome, Steps, Trail } from '../../ui/dice/roll_result.js';
import { closeOnEscape, closeOutside } from '../../ui/downloads.js';
import { Emblem } from '../../ui/emblems.js';
import { Icon } from '../../ui/icons.js';
import { Dialog, Trouble } from '../../ui/shell.js';
import { ChoicesShown } from '../roll/hidden_choices.js';
import { HandsShown, Waiting } from '../roll/pending_roll.js';
import { repeatRoll, requestOf } from '../roll/request_roll.js';
import { isHidden, showing } from '../store/fold.js';
import { useTrouble } from '../store/use_trouble.js';
import { CardHindsight } from './card_hindsight.js';
import { CheckedBadge } from './checked_badge.js';
import { Note, NoteForm } from './notes.js';

/** @typedef {import('../../lib/net/documents.js').Catalogue} Catalogue */
/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../store/store.js').Table} Table */
/** @typedef {import('../store/fold.js').Cast} Cast */
/** @typedef {import('../store/fold.js').Roll} Roll */

/** The system and the action that a roll is of, under its house rules. @param {Catalogue} catalogue @param {Roll} roll */
export const declarationOf = (catalogue, roll) => {
  const system = catalogue.systems.find(({ name }) => name === roll.request?.system);
  const action = system?.actions.find(({ name }) => name === roll.request?.action);
  return { system, action: system && action && underRules(system, action, roll.request?.options ?? {}) };
};

/**
 * @param {{catalogue: Catalogue, table: Table, cast: Cast, roll: Roll, newest: boolean}} props newest: whether it is the
 *   last roll
 */
export const RollCard = ({ catalogue, table, cast, roll, newest }) => {
  const { request } = roll;
  const article = useKeptFocus();
  const settled = useSettled(roll);
  const unfolded = useUnfolded(newest, article);
  const who = cast.members.get(roll.by)?.name ?? 'Somebody';
  const shown = showing(roll);
  if (request === undefined) {
    const by = roll.events.find(({ kind }) => kind === 'roll.undone')?.by ?? '';
    const back =
      by === roll.by ? ', and took it back' : `, and ${cast.members.get(by)?.name ?? 'somebody'} took it back`;
    const own = roll.by === cast.you.member ? requestOf(table, roll.id)?.label : '';
    return html`<article class="card hidden-card" id="roll-${roll.id}" ref=${article}
      aria-label="Hidden roll by ${who}"><p><${Icon} name="hidden" /> <span>
          <strong>${who}</strong> made a hidden roll${
            own
              ? html`, <strong>${own}
              </strong>`
              : ''
          }${roll.undone ? back : ''}.</span> <time class="soft small" datetime=${roll.at}>${clock(roll.at)}</time></p>
      <${Menu} ...${{ table, cast, roll, action: undefined }} /></article>`;
  }
  const { system, action } = declarationOf(catalogue, roll);
  const character = cast.characters.get(request.character)?.name;
  const opposing = cast.characters.get(request.opposing)?.name;
  const title = request.label || `${action?.title ?? request.action}`;
  const notes = roll.events.filter(({ kind }) => kind === 'note.written');
  const undone = roll.events.find(({ kind }) => kind === 'roll.undone');
  const given = [...unusual(action?.inputs ?? [], request.inputs), ...unusual(system?.options ?? [], request.options)];
  const led = html`<p class="inputs small soft">${sentence(given.join(', '))}</p>
  ${request.comment && html`<p class="small">${request.comment}</p>`}
  <${HandsShown} cast=${cast} roll=${roll} />
  <${ChoicesShown} cast=${cast} roll=${roll} words=${phrased(roll)} />
  <${Trail} trail=${roll.trail} action=${action} size=${48} by=${takers(cast, roll)}
    words=${phrased(roll)} />`;
  return html`<article class="card ${roll.undone ? 'undone' : ''} ${settled ? 'settled' : ''}" id="roll-${roll.id}"
    ref=${article} aria-label="${title}, rolled by ${who}">
    <header>
      <${Emblem} system=${request.system} size=${30} />
      <div class="card-title"><h3>${title}</h3>
        <p class="soft small">
          ${character ? `${character} (${who})` : who}${opposing ? ` against ${opposing}` : ''} · ${
            system?.title.replace(/ \(.*/, '') ?? request.system
          }: ${action?.title ?? request.action} · <time datetime=${roll.at}>${clock(roll.at)}</time></p></div>
      <${Menu} ...${{ table, cast, roll, action }} />
    </header>
    <div class="row badges">
      ${
        roll.visibility !== 'everyone' &&
        html`<span class="badge brass">
          <${Icon} name=${shown ? 'eye' : 'hidden'}
            size=${14} /> ${
              shown
                ? 'shown to all'
                : { host: 'host and roller', blind: 'host only', self: 'roller only' }[roll.visibility]
            }</span>`
      }
      ${request.source === 'faces' && html`<span class="badge">real dice</span>`}
      ${request.source === 'hands' && html`<span class="badge">real hands</span>`}
      ${request.repeats && html`<span class="badge">repeat of ${request.repeats}</span>`}
      ${roll.undone && html`<span class="badge red">taken back</span>`}
    </div>
    ${
      roll.result &&
      action &&
      html`<${Outcome} action=${action}
        rolled=${{ ...roll.result, system: request.system }} />`
    }
    <${Effects} cast=${cast} effects=${roll.undone ? [] : (roll.result?.effects ?? [])} />
    ${
      roll.status === 'finished'
        ? html`<details class="led" open=${unfolded}><summary>How it got there</summary>${led}</details>`
        : led
    }
    ${roll.status === 'landing' && !roll.undone && html`<p class="soft">The dice are in the air…</p>`}
    ${roll.status === 'waits' && !roll.undone && html`<${Waiting} ...${{ table, cast, roll, action }} />`}
    ${
      undone &&
      html`<p class="small">
        Taken back
        by ${
          cast.members.get(undone.by ?? '')?.name ?? 'somebody'
        }${contentOf(undone).reason ? `: ${contentOf(undone).reason}` : ''}. Its changes to sheets are undone.</p>`
    }
    ${notes.map(
      (event) => html`<${Note} key=${event.number} table=${table} cast=${cast} event=${event}
        withRoll=${roll.visibility !== 'everyone' && event.number < (shown?.number ?? Infinity)} />`,
    )}
    ${
      roll.status === 'finished' &&
      html`<div class="row apart foot">
        ${action?.chance && roll.result && html`<${CardHindsight} roll=${roll} action=${action} />`}
        <details><summary>Every step</summary><${Audit} cast=${cast} roll=${roll} action=${action} /></details>
        <${CheckedBadge} cast=${cast} roll=${roll} />
      </div>`
    }
  </article>`;
};

/**
 * Tells whether all of a card is shown: that of the newest, and of an older one until it is below what is in sight, where
 * nothing moves when it is folded.
 * @param {boolean} newest @param {{current: HTMLElement | null}} card
 */
const useUnfolded = (newest, card) => {
  const [unfolded, setUnfolded] = useState(newest);
  useEffect(() => {
    if (newest) setUnfolded(true);
    if (newest || card.current === null) return undefined;
    const sight = new IntersectionObserver((seen) => {
      if (seen.every(({ boundingClientRect: { top } }) => top > innerHeight)) setUnfolded(false);
    });
    sight.observe(card.current);
    return () => sight.disconnect();
  }, [newest]);
  return unfolded;
};

/** Milliseconds that dice take to land. */
const LANDING = 2600;

/**
 * Tells whether the dice of a roll lie still: they land once, not whenever the log comes into sight. @param {Roll} roll
 */
const useSettled = (roll) => {
  const [settled, setSettled] = useState(!roll.fresh);
  useEffect(() => {
    if (!roll.fresh) return undefined;
    setSettled(false);
    const timer = setTimeout(() => setSettled(true), LANDING);
    return () => clearTimeout(timer);
  }, [roll.trail.length]);
  return settled;
};

/**
 * A place for what is drawn with which the keyboard stays: what comes up for a decision, or else the whole, has the
 * focus when the control that had it is gone.
 */
const useKeptFocus = () => {
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  const had = element.current?.contains(document.activeElement);
  useLayoutEffect(() => {
    const here = element.current;
    if (had && here && !here.contains(document.activeElement)) attend(here.querySelector('.waiting.mine') ?? here);
  });
  return element;
};

/**
 * By whom decisions were taken that were somebody else's: a host may take any. Decisions stand in the trail in the
 * order in which they were taken.
 * @param {Cast} cast
 * @param {Roll} roll
 * @returns {(entry: import('../../lib/net/documents.js').TrailEntry) => string | undefined}
 */
const takers = (cast, roll) => {
  /** @type {{option: string, name?: string}[]} */
  const taken = [];
  /** @type {string[]} */
  let deciders = [];
  for (const event of roll.events) {
    const body = contentOf(event);
    if (event.kind === 'roll.waits') deciders = body.for === 'decision' ? body.deciders : [];
    if (event.kind === 'roll.answered')
      taken.push({
        option: body.option,
        name: deciders.includes(event.by ?? '') ? undefined : cast.members.get(event.by ?? '')?.name,
      });
    if (event.kind === 'roll.revealed')
      taken.push(...body.sides.map((/** @type {{taken: string}} */ side) => ({ option: side.taken })));
  }
  const choices = roll.trail.filter(({ kind }) => kind === 'choice');
  const names = new Map();
  let at = 0;
  for (const entry of choices) {
    if (at < taken.length && String(entry.taken) === taken[at].option) names.set(entry, taken[at++].name);
    else if ((entry.options?.length ?? 0) > 1) at++;
  }
  return (entry) => names.get(entry);
};

/**
 * Says an option that was taken in the words of the game, which came with the question.
 * @param {Roll} roll @returns {(entry: Pick<import('../../lib/net/documents.js').TrailEntry, 'taken'>) => string}
 */
const phrased = (roll) => {
  /** @type {Map<string, string>} */
  const phrases = new Map();
  for (const event of roll.events) {
    const { options, phrases: said } = contentOf(event);
    if (event.kind === 'roll.waits' && said !== undefined)
      for (const [at, phrase] of Object.entries(said)) phrases.set(options?.[at] ?? at, phrase);
  }
  return ({ taken }) => phrases.get(String(taken)) ?? written(taken);
};

/** Lists what a roll did to sheets. @param {{cast: Cast, effects: import('../store/fold.js').Effect[]}} props */
const Effects = ({ cast, effects }) =>
  effects.length === 0
    ? null
    : html`<ul class="effects">${effects.map(
        ({ character, resource, by }) => html`
        <li>${cast.characters.get(character)?.name ?? character}: <strong>${by > 0 ? '+' : '−'}${Math.abs(by)}
          </strong> ${humane(resource)}</li>`,
      )}</ul>`;

/** @param {{cast: Cast, roll: Roll, action: ActionInfo | undefined}} props everything about a roll that the log has */
const Audit = ({ cast, roll, action }) => html`<${Steps} trail=${roll.trail} action=${action} by=${takers(cast, roll)}
    words=${phrased(roll)} />
  <p class="small soft">Events ${roll.number} to ${roll.events[roll.events.length - 1].number} of the log, rules of
    version ${roll.request?.version}.</p>`;

/** @param {{table: Table, cast: Cast, roll: Roll, action: ActionInfo | undefined}} props */
const Menu = ({ table, cast, roll, action }) => {
  const [error, setError] = useTrouble(table);
  const [noting, setNoting] = useState(false);
  const [undoing, setUndoing] = useState(false);
  const button = useRef(/** @type {HTMLElement | null} */ (null));
  const mine = roll.by === cast.you.member;
  const host = cast.you.role === 'host';
  const plays = cast.you.role !== 'observer';
  const hidden = isHidden(roll);
  const seen = roll.request !== undefined;
  /** @type {[string, string, () => unknown][]} */
  const acts = [];
  if (seen && plays && roll.status === 'finished')
    acts.push([
      'repeat',
      mine ? `Roll again${shortcuts.value === 'on' ? ' (R)' : ''}` : 'Make this roll too',
      () => repeatRoll(table, roll),
    ]);
  if (seen && plays) acts.push(['note', 'Add a note', () => setNoting(true)]);
  if ((host || (mine && seen)) && !roll.undone) acts.push(['undo', 'Take back', () => setUndoing(true)]);
  if (seen && hidden && roll.status === 'finished' && (host || (mine && roll.visibility !== 'blind')))
    acts.push(['eye', 'Show to everyone', () => table.command('POST', `/rolls/${roll.id}/show`)]);
  if (roll.result && action) {
    acts.push([
      'copy',
      'Copy as text',
      async () => {
        const who = cast.characters.get(roll.request?.character)?.name ?? cast.members.get(roll.by)?.name;
        const text = `**${who}: ${roll.request?.label || action.title}**: ${resultLine(action, /** @type {any} */ (roll.result))}`;
        flash((await copy(text)) ? 'Copied.' : 'Your browser blocks copying.');
      },
    ]);
  }
  return html`<div class="card-menu">
    ${
      acts.length > 0 &&
      html`<details class="menu" onKeyDown=${closeOnEscape} onFocusOut=${closeOutside}>
        <summary ref=${button} aria-label="What can be done about this roll"><${Icon} name="more" /></summary>
        <div>${acts.map(
          ([icon, label, act]) =>
            html`<button type="button" class="button plain" onClick=${async (/** @type {any} */ e) => {
              e.currentTarget.closest('details').open = false;
              button.current?.focus();
              try {
                await act();
                setError(undefined);
              } catch (problem) {
                setError(problem);
              }
            }}><${Icon} name=${icon} size=${18} />${label}</button>`,
        )}</div></details>`
    }
  </div>
  <${Dialog} open=${undoing} title="Take this roll back?" onClose=${() => setUndoing(false)}>
    <p>It stays in the log, struck out, and its changes to sheets are undone. You cannot bring it back.</p>
    <div class="row"><button type="button" class="button danger" onClick=${async () => {
      setUndoing(false);
      button.current?.focus();
      await table.command('POST', `/rolls/${roll.id}/undo`, {}).then(() => setError(undefined), setError);
    }}>Take it back</button>
      <button type="button" class="button" onClick=${() => setUndoing(false)}>Let it stand</button></div>
  </>
  ${
    noting &&
    html`<div class="wide-row"><${NoteForm} table=${table} roll=${roll} onDone=${() => {
      setNoting(false);
      button.current?.focus();
    }} /></div>`
  }
  ${error && html`<div class="wide-row"><${Trouble} error=${error} /></div>`}`;
};
