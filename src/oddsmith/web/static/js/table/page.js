// A table: joining it, and everything that goes on at it.
import { useEffect, useMemo, useState } from '../../vendor/preact.js';
import { Problem, ask } from '../lib/api.js';
import { NOTATION } from '../lib/notation.js';
import { html } from '../lib/html.js';
import { store, stored } from '../lib/prefs.js';
import { newKey } from '../lib/random.js';
import { flash, tell } from '../lib/say.js';
import { Icon } from '../ui/icons.js';
import { Title, Trouble } from '../ui/shell.js';
import { verdict } from '../ui/rolled.js';
import { sentence, written } from '../lib/words.js';
import { Compose } from './compose.js';
import { forget, myTables, remember } from './lobby.js';
import { Log } from './log.js';
import { Luck } from './luck.js';
import { People } from './people.js';
import { Sheets } from './sheets.js';
import { Table } from './store.js';
import { waitsForMe } from './waiting.js';

/** @typedef {import('../lib/documents.js').Catalogue} Catalogue */
/** @typedef {import('./fold.js').State} State */
/** @typedef {import('./fold.js').Roll} Roll */

/** @param {{catalogue: Catalogue, id: string, secret: string}} props */
export const TablePage = ({ catalogue: declared, id, secret }) => {
  const catalogue = useMemo(() => ({ ...declared, systems: [...declared.systems, NOTATION] }), [declared]);
  const table = useMemo(() => new Table(id), [id]);
  const [error, setError] = useState(/** @type {any} */ (undefined));
  const [invite] = useState(secret);
  // Whoever comes by an invite and has not been here joins; who has a seat already is let in at once.
  const [joining, setJoining] = useState(secret !== '' && !myTables().some((each) => each.table === id));
  const open = async () => {
    try {
      await table.open();
      setError(undefined);
    } catch (problem) {
      setError(problem);
    }
  };
  useEffect(() => {
    // The secret lets people in; it should not stay in the address, where it is copied without a thought.
    if (secret !== '') history.replaceState(null, '', location.pathname);
    if (!joining) open();
    return () => table.close();
  }, [table]);
  const state = table.state.value;
  if (table.connection.value === 'gone') return html`<${Gone} id=${id} />`;
  if (state !== undefined) return html`<${Room} catalogue=${catalogue} table=${table} state=${state} />`;
  if (joining || (error instanceof Problem && error.status === 401 && invite !== '')) {
    return html`<${Join} id=${id} secret=${invite} onJoined=${() => {
      setJoining(false);
      open();
    }} />`;
  }
  if (error instanceof Problem && error.status === 401) {
    return html`<${Title} title="No seat here"><p>This browser has no seat at this table. Ask whoever hosts it for an invite link, and open that.</p></>`;
  }
  if (error) return html`<${Title} title="This table could not be opened" /><${Trouble} error=${error} />`;
  return html`<p class="soft" role="status">Coming to the table…</p>`;
};

/** @param {{id: string}} props */
const Gone = ({ id }) => {
  useEffect(() => forget(id), [id]);
  return html`<${Title} title="You have left this table"><p>Your seat was given up. To come back you need an invite link that still works. <a href="/tables">Go to your tables</a>.</p></>`;
};

/** @param {{id: string, secret: string, onJoined: () => void}} props */
const Join = ({ id, secret, onJoined }) => {
  const [name, setName] = useState(stored('name') ?? '');
  const [error, setError] = useState(/** @type {any} */ (undefined));
  /** @param {SubmitEvent} event */
  const join = async (event) => {
    event.preventDefault();
    try {
      await ask(`/api/tables/${id}/members`, { method: 'POST', body: { secret, name }, key: newKey() });
      store('name', name);
      onJoined();
    } catch (problem) {
      if (problem instanceof Problem && problem.status === 409) onJoined(); // there is a seat already
      else setError(problem);
    }
  };
  return html`<${Title} title="Join the table"><p>You were invited. Say what the others shall call you.</p></>
    <form class="sheet narrow" onSubmit=${join}><div class="body">
      ${error && html`<${Trouble} error=${error} />`}
      <div class="field"><label for="join-name">Your name</label>
        <input id="join-name" type="text" required maxlength="80" autocomplete="nickname" value=${name} onInput=${(/** @type {any} */ e) => setName(e.target.value)} /></div>
      <div><button class="button main big">Take a seat</button></div>
    </div></form>`;
};

const TABS = /** @type {const} */ ([['log', 'Log', 'note'], ['roll', 'Roll', 'die'], ['sheets', 'Sheets', 'people'], ['table', 'Table', 'more']]);

/** @param {{catalogue: Catalogue, table: Table, state: State}} props */
const Room = ({ catalogue, table, state }) => {
  const [tab, setTab] = useState('log');
  const mine = [...state.rolls.values()].filter((roll) => waitsForMe(state, roll));
  useEffect(() => remember(state.table, state.title), [state.title]);
  useSpeech(catalogue, state);
  useRepeat(table);
  useEffect(() => {
    document.title = `${mine.length > 0 ? `(${mine.length}) ` : ''}${state.title} · Oddsmith`;
  }, [mine.length, state.title]);
  const plays = state.you.role !== 'observer';
  return html`
    <div class="room" data-tab=${tab}>
      <header class="room-head"><h1>${state.title}</h1>
        <span class="badge ${table.connection.value === 'live' ? '' : 'red'}" role="status">${table.connection.value === 'live' ? 'live' : 'connecting…'}</span>
        <span class="soft">${state.members.get(state.you.member)?.name}, ${state.you.role}</span>
      </header>
      ${table.broken.value !== '' && html`<p class="notice bad broken" role="alert"><${Icon} name="warning" /><span>${table.broken.value} Rolls at this table cannot be relied on.</span></p>`}
      ${mine.length > 0 && tab !== 'log' && html`<button type="button" class="button main calls" onClick=${() => setTab('log')}><${Icon} name="warning" />The table waits for you</button>`}
      ${plays && html`<div class="pane pane-roll" id="pane-roll"><${Compose} catalogue=${catalogue} table=${table} state=${state} onRolled=${() => setTab('log')} /></div>`}
      <div class="pane pane-log" id="pane-log"><${Log} catalogue=${catalogue} table=${table} state=${state} /></div>
      <div class="pane-side">
        <div class="pane pane-sheets" id="pane-sheets"><${Sheets} catalogue=${catalogue} table=${table} state=${state} /></div>
        <div class="pane pane-table" id="pane-table"><${People} table=${table} state=${state} /><${Luck} table=${table} state=${state} /></div>
      </div>
      <nav class="tabs" aria-label="Parts of the table">${TABS.filter(([name]) => plays || name !== 'roll').map(([name, label, icon]) => html`
        <button type="button" class="button plain" aria-pressed=${tab === name} onClick=${() => {
    setTab(name);
    scrollTo(0, 0);
  }}><${Icon} name=${icon} />${label}${name === 'log' && mine.length > 0 && html`<span class="dot"><span class="only-read">, waits for you</span></span>`}</button>`)}</nav>
    </div>`;
};

/** Says what came of rolls, once each, and when a decision has come up. @param {Catalogue} catalogue @param {State} state */
const useSpeech = (catalogue, state) => {
  const [said] = useState(() => new Map([...state.rolls.values()].map(({ id, status }) => [id, status])));
  useEffect(() => {
    for (const roll of state.rolls.values()) {
      if (said.get(roll.id) === roll.status || !roll.fresh) continue;
      said.set(roll.id, roll.status);
      const who = state.members.get(roll.by)?.name ?? 'Somebody';
      if (roll.status === 'finished') tell(roll.result ? `${who}: ${spokenResult(catalogue, roll)}` : `${who} made a hidden roll.`);
      else if (waitsForMe(state, roll)) tell(`The table waits for you: ${sentence(roll.waits?.says ?? 'a roll')}`);
    }
  }, [state.rolls]);
};

/** @param {Catalogue} catalogue @param {Roll} roll */
const spokenResult = (catalogue, roll) => {
  const action = catalogue.systems.find(({ name }) => name === roll.request?.system)?.actions.find(({ name }) => name === roll.request?.action);
  if (action === undefined || roll.result === undefined) return '';
  const measure = action.measures[0];
  return `${roll.request?.label || action.title}: ${verdict(action, /** @type {any} */ (roll.result)).map(sentence).join(', ')}${measure ? `${action.events.length === 0 ? '' : '. '}${sentence(measure.title)}: ${written(roll.result.measures[measure.name])}` : ''}`;
};

/** Key R: one's own last roll again. @param {Table} table */
const useRepeat = (table) => useEffect(() => {
  /** @param {KeyboardEvent} event */
  const pressed = async (event) => {
    const typing = event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
    if (event.key.toLowerCase() !== 'r' || event.ctrlKey || event.metaKey || event.altKey || typing) return;
    const state = table.state.value;
    const last = [...(state?.rolls.values() ?? [])].filter((roll) => roll.by === state?.you.member && roll.request !== undefined).sort((a, b) => b.number - a.number)[0];
    if (last !== undefined) await repeat(table, last);
  };
  addEventListener('keydown', pressed);
  return () => removeEventListener('keydown', pressed);
}, [table]);

/** The same roll again. @param {Table} table @param {Roll} roll */
export const repeat = async (table, roll) => {
  try {
    const path = `/rolls/${roll.id}/repeat`;
    await (roll.request?.source === 'seed' ? table.share.give(path, () => ({})) : table.command('POST', path, {}));
  } catch (error) {
    flash(error instanceof Error ? error.message : String(error));
  }
};
