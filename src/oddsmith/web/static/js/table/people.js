// Who is at the table, how others get in, and what is set about it.
import { useState } from '../../vendor/preact.js';
import { short } from '../lib/fair.js';
import { html } from '../lib/html.js';
import { go } from '../lib/route.js';
import { copy } from '../lib/clipboard.js';
import { flash } from '../lib/say.js';
import { Icon } from '../ui/icons.js';
import { Trouble } from '../ui/shell.js';
import { forget } from './lobby.js';

/** @typedef {import('./store.js').Table} Table */
/** @typedef {import('./fold.js').State} State */
/** @typedef {import('./fold.js').Member} Member */
/** @typedef {import('./fold.js').Role} Role */

/** @param {{table: Table, state: State}} props */
export const People = ({ table, state }) => {
  const [error, setError] = useState(/** @type {any} */ (undefined));
  const host = state.you.role === 'host';
  /** @param {'POST' | 'PATCH' | 'DELETE'} method @param {string} path @param {object} [body] */
  const act = (method, path, body) => table.command(method, path, body).then((answer) => {
    setError(undefined);
    return answer;
  }, setError);
  const here = [...state.members.values()].filter(({ left }) => !left);
  return html`<section class="sheet" aria-labelledby="people-title"><header><h2 id="people-title">People</h2></header>
    <div class="body">
      ${error && html`<${Trouble} error=${error} />`}
      <ul class="people">${here.map((member) => html`<li key=${member.member}>
        <span class="presence ${member.present ? 'here' : ''}" aria-hidden="true"></span>
        <span>${member.name}${member.member === state.you.member ? ' (you)' : ''} <span class="soft small">${member.role}${member.present ? ', here' : ''}</span></span>
        ${host && member.member !== state.you.member && html`<span class="row">
          <select aria-label="Role of ${member.name}" onInput=${(/** @type {any} */ e) => act('PATCH', `/members/${member.member}`, { role: e.target.value })}>
            ${['host', 'player', 'observer'].map((role) => html`<option value=${role} selected=${role === member.role}>${role}</option>`)}</select>
          <button type="button" class="button plain icon danger" aria-label="Take the seat of ${member.name} away" onClick=${() => act('DELETE', `/members/${member.member}`)}><${Icon} name="close" size=${18} /></button></span>`}
      </li>`)}</ul>
      ${host && html`<${Invites} table=${table} state=${state} act=${act} />`}
      ${host && html`<label class="tick"><input type="checkbox" checked=${state.advice} onInput=${(/** @type {any} */ e) => act('PATCH', '', { advice: e.target.checked })} />Decisions may be shown with their odds</label>`}
      ${host && html`<${Rename} id="table-name" label="Name of the table" value=${state.title} save=${(/** @type {string} */ title) => act('PATCH', '', { title })} />`}
      <${Rename} id="own-name" label="Your name" value=${state.members.get(state.you.member)?.name ?? ''} save=${(/** @type {string} */ name) => act('PATCH', `/members/${state.you.member}`, { name })} />
      <p class="small">Log ${state.number} · <code class="short-digest">${short(state.digest)}</code><br /><span class="soft">Whoever sees the same digits for the same number sees the same log. <a href="/verify?table=${state.table}">Check all of it</a></span></p>
      <details><summary>Leave the table</summary><p class="stack"><span class="small soft">Your seat is given up. To come back you need a new invite link.</span>
        <button type="button" class="button danger" onClick=${async () => {
    if (await act('DELETE', `/members/${state.you.member}`)) {
      forget(state.table);
      go('/tables');
    }
  }}>Leave</button></p></details>
    </div></section>`;
};

/** @param {{id: string, label: string, value: string, save: (value: string) => Promise<unknown>}} props */
const Rename = ({ id, label, value, save }) => {
  const [typed, setTyped] = useState(value);
  return html`<form class="field" onSubmit=${(/** @type {Event} */ e) => {
    e.preventDefault();
    save(typed);
  }}><label for=${id}>${label}</label>
    <div class="note-form"><input id=${id} type="text" required maxlength="80" value=${typed} onInput=${(/** @type {any} */ e) => setTyped(e.target.value)} />
      ${typed !== value && html`<button class="button">Keep</button>`}</div></form>`;
};

/** @param {{table: Table, state: State, act: (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<any>}} props */
const Invites = ({ state, act }) => {
  const [links, setLinks] = useState(/** @type {{role: string, link: string}[]} */ ([]));
  /** @param {Role} role */
  const make = async (role) => {
    const answer = await act('POST', '/invites', { role });
    if (answer) setLinks([{ role, link: `${location.origin}/table/${state.table}#${answer.secret}` }, ...links]);
  };
  const standing = [...state.invites.values()].filter(({ revoked }) => !revoked);
  return html`<div class="stack">
    <h3>Invite by link</h3>
    <div class="row">${/** @type {Role[]} */ (['player', 'observer', 'host']).map((role) => html`<button type="button" class="button" onClick=${() => make(role)}><${Icon} name="link" size=${18} />${role}</button>`)}</div>
    ${links.map(({ role, link }) => html`<div class="note-form"><input type="text" readonly aria-label="Invite link for a ${role}" value=${link} onFocus=${(/** @type {any} */ e) => e.target.select()} />
      <button type="button" class="button" onClick=${async () => flash((await copy(link)) ? 'Invite link copied.' : 'Select the link and copy it.')}><${Icon} name="copy" size=${18} />Copy</button></div>`)}
    ${links.length > 0 && html`<p class="small soft">Whoever has the link can take a seat. It is shown only now.</p>`}
    ${standing.length > 0 && html`<ul class="stack">${standing.map(({ invite, role }) => html`<li class="row apart"><span class="small">Link ${invite} for a ${role} works</span>
      <button type="button" class="button plain danger" onClick=${() => act('DELETE', `/invites/${invite}`)}>End it</button></li>`)}</ul>`}
  </div>`;
};
