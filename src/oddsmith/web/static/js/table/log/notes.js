// Notes in the log: the form that writes one, and one that was written.
import { useEffect, useRef, useState } from '../../../vendor/preact.js';
import { attend } from '../../lib/browser/focus.js';
import { contentOf } from '../../lib/fair/content.js';
import { html } from '../../lib/html.js';
import { clock } from '../../lib/text/words.js';
import { Icon } from '../../ui/icons.js';
import { Trouble } from '../../ui/shell.js';
import { isHidden } from '../store/fold.js';
import { useTrouble } from '../store/use_trouble.js';

/** @typedef {import('../store/store.js').Table} Table */
/** @typedef {import('../store/fold.js').Cast} Cast */
/** @typedef {import('../store/fold.js').Event} Event */
/** @typedef {import('../store/fold.js').Roll} Roll */

/** Readers of a note, in the words of whoever writes it. @param {boolean} host whether they are host themselves */
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
      placeholder=${roll === undefined ? 'Write in the log' : 'A note on this roll'} maxlength="4000"
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
    ${!chosen && html`<p class="small soft">Everyone who sees this roll can read it.</p>`}
    ${error && html`<${Trouble} error=${error} />`}
  </form>`;
};

/**
 * A note, or a note that is shown to everybody.
 * @param {{table: Table, cast: Cast, event: Event, withRoll?: boolean}} props withRoll: it is about a hidden roll and
 *   goes with that
 */
export const Note = ({ table, cast, event, withRoll = false }) => {
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
  const writer = cast.members.get(event.by ?? '')?.name ?? 'Somebody';
  const mine = event.by === cast.you.member;
  const shown = event.shown || event.kind === 'note.shown';
  const hidden = event.visibility !== 'everyone' && !withRoll && !shown;
  const text = event.kind === 'note.shown' ? event.body.events[event.body.note].hidden.text : contentOf(event).text;
  const only =
    event.visibility === 'self'
      ? 'only you can read this'
      : cast.members.get(event.by ?? '')?.role === 'host'
        ? 'only hosts can read this'
        : `${mine ? 'you' : writer} and the host can read this`;
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
