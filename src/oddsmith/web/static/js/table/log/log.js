// The log of a table, the newest entry first.
import { useEffect, useRef, useState } from '../../../vendor/preact.js';
import { attend } from '../../lib/browser/focus.js';
import { html } from '../../lib/html.js';
import { clock } from '../../lib/text/words.js';
import { Icon } from '../../ui/icons.js';
import { Trouble } from '../../ui/shell.js';
import { RollCard } from './roll_card.js';
import { isHidden, told } from '../store/fold.js';
import { lineWords } from './event_words.js';
import { useTrouble } from '../store/use_trouble.js';

/** @typedef {import('../../lib/net/documents.js').Catalogue} Catalogue */
/** @typedef {import('../store/store.js').Table} Table */
/** @typedef {import('../store/fold.js').State} State */
/** @typedef {import('../store/fold.js').Event} Event */
/** @typedef {import('../store/fold.js').Roll} Roll */

/** How many entries are drawn before somebody asks for more. */
const DRAWN = 60;

/** @param {{catalogue: Catalogue, table: Table, state: State}} props */
export const Log = ({ catalogue, table, state }) => {
  const [most, setMost] = useState(DRAWN);
  const [error, setError] = useTrouble(table);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  const further = most < state.log.length || state.oldest > 1;
  const newest = [...state.log].reverse().slice(0, most);
  const more = async () => {
    try {
      if (most < state.log.length || state.oldest <= 1) setMost(most + DRAWN);
      else {
        await table.earlier();
        setMost(most + DRAWN);
      }
      setError(undefined);
    } catch (problem) {
      setError(problem);
    }
  };
  const reached = useRef(further);
  useEffect(() => {
    // The button is gone with the last of the log; whoever pressed it goes on reading there.
    if (reached.current && !further && document.activeElement === document.body)
      attend(/** @type {HTMLElement | null} */ (list.current?.lastElementChild));
    reached.current = further;
  }, [further]);
  return html`<section aria-labelledby="log-title" class="log">
    <div class="row apart"><h2 id="log-title">Log</h2>
      <div class="row"><a class="button plain small" href="${table.path}/log.txt" download>As text</a>
        <a class="button plain small" href="${table.path}/log.json" download>As JSON</a></div></div>
    ${state.you.role !== 'observer' && html`<${NoteForm} table=${table} />`}
    ${newest.length === 0 && html`<p class="soft">Nothing has happened here yet.</p>`}
    <ol class="entries" ref=${list}>${newest.map((entry) => {
      if (entry.kind === 'roll') {
        const roll = state.rolls.get(entry.roll);
        return (
          roll &&
          html`<li key=${`r${roll.id}`}>
            <${RollCard} catalogue=${catalogue} table=${table} state=${state} roll=${roll} /></li>`
        );
      }
      return html`<li key=${entry.event.number}>${
        entry.kind === 'note'
          ? html`<${Note} table=${table} state=${state}
            event=${entry.event} />`
          : html`<${Line} state=${state} event=${entry.event} />`
      }</li>`;
    })}</ol>
    ${error && html`<${Trouble} error=${error} />`}
    ${further && html`<button type="button" class="button" onClick=${more}>Further back</button>`}
  </section>`;
};

/** Who reads a note, in the words of whoever writes it. @param {boolean} host whether they are host themselves */
const readers = (host) =>
  Object.entries({ everyone: 'Everyone', host: host ? 'Only hosts' : 'Host and me', self: 'Only me' });

/**
 * @param {{table: Table, roll?: Roll, onDone?: () => void}} props roll: what the note is about; about a hidden one it
 *   is as hidden as that
 */
export const NoteForm = ({ table, roll, onDone }) => {
  const [text, setText] = useState('');
  const [visibility, setVisibility] = useState('everyone');
  const chosen = roll === undefined || !isHidden(roll);
  const [error, setError] = useTrouble(table);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => {
    if (roll !== undefined) field.current?.focus();
  }, []); // it was asked for
  /** @param {SubmitEvent} event */
  const write = async (event) => {
    event.preventDefault();
    if (text.trim() === '') return;
    try {
      await table.command('POST', '/notes', { text, roll: roll?.id ?? null, visibility: chosen ? visibility : null });
      setText('');
      setVisibility('everyone');
      setError(undefined);
      onDone?.();
    } catch (problem) {
      setError(problem);
    }
  };
  return html`<form class="note-form" onSubmit=${write}>
    <input ref=${field} type="text" aria-label=${roll === undefined ? 'A note for the log' : 'A note on this roll'}
      placeholder=${roll === undefined ? 'Write into the log' : 'A note on this roll'} maxlength="4000"
      autocomplete="off" value=${text} onInput=${(/** @type {any} */ e) => setText(e.target.value)} />
    ${
      chosen &&
      html`<select aria-label="Who reads the note" onInput=${(/** @type {any} */ e) => setVisibility(e.target.value)}>
        ${readers(table.state.value?.you.role === 'host').map(
          ([name, words]) => html`<option value=${name}
            selected=${name === visibility}>${words}</option>`,
        )}</select>`
    }
    <button class="button">Write</button>
    ${!chosen && html`<p class="small soft">Whoever sees this roll reads it.</p>`}
    ${error && html`<${Trouble} error=${error} />`}
  </form>`;
};

/**
 * A note, or a note that is shown to everybody.
 * @param {{table: Table, state: State, event: Event, withRoll?: boolean}} props withRoll: it is about a hidden roll and
 *   goes with that
 */
export const Note = ({ table, state, event, withRoll = false }) => {
  const [error, setError] = useTrouble(table);
  const note = useRef(/** @type {HTMLElement | null} */ (null));
  const show = async () => {
    try {
      await table.command('POST', `/notes/${event.number}/show`);
      attend(note.current);
    } catch (problem) {
      setError(problem);
    }
  };
  const writer = state.members.get(event.by ?? '')?.name ?? 'Somebody';
  const mine = event.by === state.you.member;
  const shown = event.shown || event.kind === 'note.shown';
  const hidden = event.visibility !== 'everyone' && !withRoll && !shown;
  const text = event.kind === 'note.shown' ? event.body.events[event.body.note].hidden.text : told(event).text;
  const only =
    event.visibility === 'self'
      ? 'only you read this'
      : state.members.get(event.by ?? '')?.role === 'host'
        ? 'only hosts read this'
        : `${mine ? 'you' : writer} and the host read this`;
  return html`<div class="written-note" ref=${note}><p><strong>${writer}</strong>${' '}
      <time class="soft small" datetime=${event.at}>${clock(event.at)}</time>${' '}
      ${hidden && html`<span class="badge brass"><${Icon} name="hidden" size=${14} /> ${only}</span>`}
      ${shown && html`<span class="badge brass"><${Icon} name="eye" size=${14} /> shown to all</span>`}</p>
    <p class="note-text">${text}</p>
    ${
      hidden &&
      mine &&
      html`<button type="button" class="button plain small" onClick=${show}>
        <${Icon} name="eye" size=${18} />Show to everyone</button>`
    }
    ${error && html`<${Trouble} error=${error} />`}</div>`;
};

/** @param {{state: State, event: Event}} props */
const Line = ({ state, event }) =>
  html`<p class="log-line soft small">${lineWords(state, event)} <time datetime=${event.at}>${clock(event.at)}</time>
  </p>`;
