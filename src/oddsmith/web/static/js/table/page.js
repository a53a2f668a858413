// The page of a table: joining it, and everything that goes on at it.
import { useEffect, useMemo, useState } from '../../vendor/preact.js';
import { attend } from '../lib/browser/focus.js';
import { flash } from '../lib/browser/messages.js';
import { myTables } from '../lib/browser/preferences.js';
import { useKept } from '../lib/browser/session.js';
import { html } from '../lib/html.js';
import { Problem } from '../lib/net/api.js';
import { NOTATION } from '../lib/notation_action.js';
import { Icon } from '../ui/icons.js';
import { Title, Trouble, useRolling } from '../ui/shell.js';
import { Log } from './log/log.js';
import { useSpeech } from './log/log_speech.js';
import { Luck } from './log/luck.js';
import { Gone, Join, useInvite } from './people/join.js';
import { remember } from './people/lobby.js';
import { People } from './people/people.js';
import { Compose } from './roll/compose.js';
import { waitsForMe } from './roll/pending_roll.js';
import { useRepeat } from './roll/request_roll.js';
import { Sheets } from './sheets/sheets.js';
import { FirstSteps } from './first_steps.js';
import { Table } from './store/store.js';

/** @typedef {import('../lib/net/documents.js').Catalogue} Catalogue */
/** @typedef {import('./store/fold.js').State} State */

/** @param {{catalogue: Catalogue, id: string}} props */
export const TablePage = ({ catalogue: declared, id }) => {
  const catalogue = useMemo(() => ({ ...declared, systems: [...declared.systems, NOTATION] }), [declared]);
  const [seats, setSeats] = useState(0); // taken in this page: whoever was removed may come back by another link
  const table = useMemo(() => new Table(id), [id, seats]);
  const [error, setError] = useState(/** @type {any} */ (undefined));
  const [invite, forgetInvite] = useInvite(id);
  // Whoever comes by an invite and has not been here joins; who has a seat already is let in at once.
  const [joining, setJoining] = useState(invite !== '' && !myTables().some((each) => each.table === id));
  const open = async () => {
    try {
      await table.open();
      setError(undefined);
      if (invite !== '') forgetInvite();
    } catch (problem) {
      setError(problem);
    }
  };
  useEffect(() => {
    if (!joining) open();
    return () => table.close();
  }, [table]);
  const state = table.state.value;
  const gone = table.connection.value === 'gone';
  const seated = state !== undefined && !gone;
  useEffect(() => {
    if (!seated || invite === '') return;
    forgetInvite();
    flash('You already have a seat at this table.');
  }, [invite]);
  if (gone && invite === '') return html`<${Gone} id=${id} state=${state} />`;
  if (seated) return html`<${Room} catalogue=${catalogue} table=${table} state=${state} />`;
  if (joining || gone || (error instanceof Problem && error.status === 401 && invite !== '')) {
    return html`<${Join} catalogue=${catalogue} id=${id} secret=${invite} onJoined=${() => {
      setJoining(false);
      setSeats(seats + 1);
    }} />`;
  }
  if (error instanceof Problem && error.status === 401) {
    return html`<${Title} title="No seat here">
      <p>This browser has no seat at this table. Ask the host for an invite link and open it. If you sat here before, they can
        let you in again: your characters and rolls are still yours. Are you the only host? Open the way back that you kept, or
        ask whoever keeps this server.</p></>`;
  }
  if (error) return html`<${Title} title="This table could not be opened" /><${Trouble} error=${error} />`;
  return html`<p class="soft opening" role="status">Opening the table…</p>`;
};

const TABS = /** @type {const} */ ([
  ['log', 'Log', 'note'],
  ['roll', 'Roll', 'die'],
  ['sheets', 'Sheets', 'people'],
  ['table', 'Table', 'more'],
]);

/** @param {{catalogue: Catalogue, table: Table, state: State}} props */
const Room = ({ catalogue, table, state }) => {
  const [tab, setTab] = useKept(`tab.${state.table}`, 'log');
  const [rolled, setRolled] = useState('');
  const mine = [...state.rolls.values()].filter((roll) => waitsForMe(state, roll));
  useEffect(() => remember(state.table, state.title), [state.title]);
  useSpeech(catalogue, state);
  useRepeat(table);
  useEffect(() => {
    document.title = `${mine.length > 0 ? `(${mine.length}) ` : ''}${state.title} · Oddsmith`;
  }, [mine.length, state.title]);
  // On a phone the form makes room for the log, and the keyboard goes on at the new roll.
  useEffect(() => {
    if (rolled !== '' && document.activeElement === document.body) attend(document.getElementById(`roll-${rolled}`));
  }, [rolled]);
  const plays = state.you.role !== 'observer';
  useRolling(plays);
  /** @param {string} roll */
  const follow = (roll) => {
    setTab('log');
    setRolled(roll);
  };
  return html`
  <div class="room" data-tab=${tab}>
    <header class="room-head"><h1>${state.title}</h1>
      <span class="badge ${table.connection.value === 'live' ? '' : 'red'}" role="status">
        ${table.connection.value === 'live' ? 'live' : 'connecting…'}</span>
      <span class="soft">${state.members.get(state.you.member)?.name}, ${state.you.role}</span>
    </header>
    ${
      table.broken.value !== '' &&
      html`<p class="notice bad broken" role="alert"><${Icon} name="warning" />
        <span>${table.broken.value} Do not rely on rolls at this table. Download the log as JSON and check it at <a
          href="/verify">Verify</a>. If it checks out, or you know why it changed (say, a restored backup):
          <button type="button" class="button" onClick=${() => {
            table.forget();
            location.reload();
          }}>Trust this log from here on</button></span></p>`
    }
    <${FirstSteps} state=${state} turn=${setTab} />
    ${
      mine.length > 0 &&
      tab !== 'log' &&
      html`<button type="button" class="button main calls"
        onClick=${() => setTab('log')}><${Icon} name="warning" />The table is waiting for you</button>`
    }
    ${
      plays &&
      html`<div class="pane pane-roll" id="pane-roll">
        <${Compose} catalogue=${catalogue} table=${table} state=${state} onRolled=${follow} /></div>`
    }
    <div class="pane pane-log" id="pane-log"><${Log} catalogue=${catalogue} table=${table} state=${state} /></div>
    <div class="pane-side">
      <div class="pane pane-sheets" id="pane-sheets">
        <${Sheets} ...${{ catalogue, table, state }} onRolled=${follow} /></div>
      <div class="pane pane-table" id="pane-table"><${People} table=${table} state=${state} />
        <${Luck} table=${table} state=${state} /></div>
    </div>
    <nav class="tabs" aria-label="Parts of the table">${TABS.filter(([name]) => plays || name !== 'roll').map(
      ([name, label, icon]) => html`
      <button type="button" class="button plain" aria-pressed=${tab === name} onClick=${() => {
        setTab(name);
        scrollTo(0, 0);
      }}><${Icon} name=${icon} />${label}${
        name === 'log' &&
        mine.length > 0 &&
        html`<span class="dot">
          <span class="only-read">, waits for you</span></span>`
      }</button>`,
    )}</nav>
  </div>`;
};
