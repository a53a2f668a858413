// Opens a table, and lists those at which one has a seat.
import { useState } from '../../../vendor/preact.js';
import { myTables, store, stored } from '../../lib/browser/preferences.js';
import { go } from '../../lib/browser/route.js';
import { newKey } from '../../lib/fair/random.js';
import { html } from '../../lib/html.js';
import { ask } from '../../lib/net/api.js';
import { titleParts } from '../../lib/text/words.js';
import { Title, Trouble } from '../../ui/shell.js';

/** @param {string} table @param {string} title */
export const remember = (table, title) => {
  store(
    'tables',
    JSON.stringify([{ table, title }, ...myTables().filter((each) => each.table !== table)].slice(0, 12)),
  );
};

/** @param {string} table */
export const forget = (table) => store('tables', JSON.stringify(myTables().filter((each) => each.table !== table)));

/** @param {string} table */
const gameKey = (table) => `game.${table}`;

/** The game that a table is for, as far as this browser was told: a system, or ''. @param {string} table */
export const gameOf = (table) => stored(gameKey(table)) ?? '';

/** @param {string} table @param {string} game */
export const playGame = (table, game) => store(gameKey(table), game);

/** @param {{catalogue: import('../../lib/net/documents.js').Catalogue}} props */
export const Lobby = ({ catalogue }) => {
  const [game, setGame] = useState('');
  const [title, setTitle] = useState('');
  const [name, setName] = useState(stored('name') ?? '');
  const [advice, setAdvice] = useState(true);
  const [error, setError] = useState(/** @type {any} */ (undefined));
  const [busy, setBusy] = useState(false);
  /** @param {SubmitEvent} event */
  const open = async (event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const { table } = await ask('/api/tables', { method: 'POST', body: { title, name, advice }, key: newKey() });
      store('name', name);
      remember(table, title);
      playGame(table, game);
      go(`/table/${table}`);
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  const tables = myTables();
  return html`
  <${Title} title="Tables"><p>At a table everyone sees the dice land, each decision waits for its player, and anyone
      can check every roll.</p></>
  <div class="two">
    <section class="sheet" aria-labelledby="open-title"><header><h2 id="open-title">Open a table</h2></header>
      <form class="body" onSubmit=${open}>
        ${error && html`<${Trouble} error=${error} />`}
        <div class="field"><label for="table-game">Game</label>
          <select id="table-game" onInput=${(/** @type {any} */ e) => setGame(e.target.value)}>
            <option value="">Any, or several</option>
            ${catalogue.systems.map(
              (each) => html`<option value=${each.name} selected=${each.name === game}>
                ${titleParts(each.title)[0]}</option>`,
            )}</select></div>
        <div class="field"><label for="table-title">Name of the table</label>
          <input id="table-title" type="text" required maxlength="80" value=${title}
            onInput=${(/** @type {any} */ e) => setTitle(e.target.value)} /></div>
        <div class="field"><label for="table-name">Your name</label>
          <input id="table-name" type="text" required maxlength="80" autocomplete="nickname" value=${name}
            onInput=${(/** @type {any} */ e) => setName(e.target.value)} /></div>
        <label class="tick"><input type="checkbox" checked=${advice}
            onInput=${(/** @type {any} */ e) => setAdvice(e.target.checked)} />Players may see the odds of their options
        </label>
        <div><button class="button main big" disabled=${busy}>Open the table</button></div>
        <p class="small soft">You will be the host. Invite the others by link; nobody needs an account.</p>
      </form>
    </section>
    <section class="sheet" aria-labelledby="mine-title"><header><h2 id="mine-title">Your tables</h2></header>
      <div class="body">${
        tables.length === 0
          ? html`<p class="soft">This browser has no seat at a table yet. If you have an invite link, just open it.
          </p>`
          : html`<ul class="stack">${tables.map(
              (each) => html`<li>
                <a class="button wide" href="/table/${each.table}">${each.title}</a></li>`,
            )}</ul>`
      }</div>
    </section>
  </div>`;
};
