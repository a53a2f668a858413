// The log of a table, the newest entry first.
import { useEffect, useMemo, useRef, useState } from '../../../vendor/preact.js';
import { attend } from '../../lib/browser/focus.js';
import { html } from '../../lib/html.js';
import { clock } from '../../lib/text/words.js';
import { Trouble } from '../../ui/shell.js';
import { castOf } from '../store/fold.js';
import { useTrouble } from '../store/use_trouble.js';
import { lineWords } from './event_words.js';
import { useRoom } from './make_room.js';
import { Note, NoteForm } from './notes.js';
import { RollCard } from './roll_card.js';

/** @typedef {import('../../lib/net/documents.js').Catalogue} Catalogue */
/** @typedef {import('../store/store.js').Table} Table */
/** @typedef {import('../store/fold.js').State} State */
/** @typedef {import('../store/fold.js').Event} Event */
/** @typedef {import('../store/fold.js').Roll} Roll */

/**
 * The cast of a table: the same object until something in it changes, since Preact draws a card again only when it is
 * given something else.
 * @param {State} state
 */
const useCast = (state) => {
  const cast = castOf(state);
  const { members, characters, ...others } = cast;
  return useMemo(() => cast, [JSON.stringify([...members, ...characters, others])]);
};

/** Entries drawn before somebody asks for more. */
const DRAWN = 60;

/** @param {{catalogue: Catalogue, table: Table, state: State}} props */
export const Log = ({ catalogue, table, state }) => {
  const [most, setMost] = useState(DRAWN);
  const [error, setError] = useTrouble(table);
  const cast = useCast(state);
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useRoom(list);
  const further = most < state.log.length || state.oldest > 1;
  const newest = [...state.log].reverse().slice(0, most);
  const newestRoll = newest.find(({ kind }) => kind === 'roll');
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
    <h2 id="log-title">Log</h2>
    <div class="row log-files"><a class="button plain small" href="${table.path}/log.txt" download>As text</a>
        <a class="button plain small" href="${table.path}/log.json" download>As JSON</a>
        <button type="button" class="button plain small" onClick=${async () =>
          (await import('./receipt.js')).download(state)}>Receipt</button></div>
    ${state.you.role !== 'observer' && html`<${NoteForm} table=${table} />`}
    ${newest.length === 0 && html`<p class="soft">Nothing has happened here yet.</p>`}
    <ol class="entries" ref=${list}>${newest.map((entry) => {
      if (entry.kind === 'roll') {
        const roll = state.rolls.get(entry.roll);
        return (
          roll &&
          html`<li key=${`r${roll.id}`}>
            <${RollCard} catalogue=${catalogue} table=${table} cast=${cast} roll=${roll}
              newest=${entry === newestRoll} /></li>`
        );
      }
      return html`<li key=${entry.event.number}>${
        entry.kind === 'note'
          ? html`<${Note} table=${table} cast=${cast}
            event=${entry.event} />`
          : html`<${Line} state=${state} event=${entry.event} />`
      }</li>`;
    })}</ol>
    ${error && html`<${Trouble} error=${error} />`}
    ${further && html`<button type="button" class="button" onClick=${more}>Earlier</button>`}
  </section>`;
};

/** @param {{state: State, event: Event}} props */
const Line = ({ state, event }) =>
  html`<p class="log-line soft small">${lineWords(state, event)} <time datetime=${event.at}>${clock(event.at)}</time>
  </p>`;
