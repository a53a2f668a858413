// Shows who is at the table, and its settings.
import { useEffect, useRef, useState } from '../../../vendor/preact.js';
import { attend } from '../../lib/browser/focus.js';
import { go } from '../../lib/browser/route.js';
import { short } from '../../lib/fair/fair_rolls.js';
import { html } from '../../lib/html.js';
import { Icon } from '../../ui/icons.js';
import { Dialog, Trouble } from '../../ui/shell.js';
import { useTrouble } from '../store/use_trouble.js';
import { Invites } from './invites.js';
import { forget } from './lobby.js';
import { MoveSeat, WayBack } from './move_seat.js';

/** @typedef {import('../store/store.js').Table} Table */
/** @typedef {import('../store/fold.js').State} State */
/** @typedef {import('../store/fold.js').Member} Member */
/** @typedef {import('../store/fold.js').Invite} Invite */

/** @param {{table: Table, state: State}} props */
export const People = ({ table, state }) => {
  const [error, setError] = useTrouble(table);
  const [leaving, setLeaving] = useState(/** @type {Member | undefined} */ (undefined));
  const [moving, setMoving] = useState(/** @type {Member | undefined} */ (undefined));
  const [keeping, setKeeping] = useState(false);
  const title = useRef(/** @type {HTMLElement | null} */ (null));
  const host = state.you.role === 'host';
  /** @param {'POST' | 'PATCH' | 'DELETE'} method @param {string} path @param {object} [body] */
  const act = (method, path, body) =>
    table.command(method, path, body).then((answer) => {
      setError(undefined);
      return answer;
    }, setError);
  /** @param {boolean} endLink whether the link that they came by ends with it */
  const remove = async (endLink) => {
    setLeaving(undefined);
    if (await act('DELETE', `/members/${leaving?.member}${endLink ? '?end_invite=true' : ''}`)) attend(title.current);
  };
  const here = [...state.members.values()].filter(({ left }) => !left);
  const me = state.members.get(state.you.member);
  const alone = host && here.filter(({ role }) => role === 'host').length === 1;
  return html`<section class="sheet" aria-labelledby="people-title"><header><h2 id="people-title" ref=${title}>People
      </h2></header>
    <div class="body">
      ${error && html`<${Trouble} error=${error} />`}
      <ul class="people">${here.map(
        (member) => html`<li key=${member.member}>
          <span class="presence ${member.present ? 'here' : ''}" aria-hidden="true"></span>
          <span>${member.name}${member.member === state.you.member ? ' (you)' : ''} <span class="soft small">
              ${member.role}${member.present ? ', here' : ''}</span></span>
          ${
            host &&
            member.member !== state.you.member &&
            html`<span class="row">
              <select aria-label="Role of ${member.name}" onInput=${async (/** @type {any} */ e) => {
                const select = e.target;
                if (!(await act('PATCH', `/members/${member.member}`, { role: select.value })))
                  select.value = member.role;
              }}>
                ${['host', 'player', 'observer'].map(
                  (role) => html`<option value=${role} selected=${role === member.role}>
                    ${role}</option>`,
                )}</select>
              <button type="button" class="button plain icon" aria-label="Let ${member.name} back in"
                onClick=${() => setMoving(member)}><${Icon} name="link" size=${18} /></button>
              <button type="button" class="button plain icon danger" aria-label="Remove ${member.name}"
                onClick=${() => setLeaving(member)}><${Icon} name="close" size=${18} /></button></span>`
          }
        </li>`,
      )}</ul>
      ${host && html`<${Invites} table=${table} state=${state} act=${act} />`}
      ${
        host &&
        html`<label class="tick">
          <input type="checkbox" checked=${state.advice}
            onInput=${(/** @type {any} */ e) => act('PATCH', '', { advice: e.target.checked })} />
          Players may see the odds of their options</label>`
      }
      ${
        host &&
        html`<${Rename} id="table-name" label="Name of the table" value=${state.title}
          save=${(/** @type {string} */ name) => act('PATCH', '', { title: name })} />`
      }
      <${Rename} id="own-name" label="Your name" value=${me?.name ?? ''}
        save=${(/** @type {string} */ name) => act('PATCH', `/members/${state.you.member}`, { name })} />
      <div class="row"><button type="button" class="button" onClick=${() => setMoving(me)}>
          <${Icon} name="swap" size=${18} />Move my seat to a phone</button>
        ${
          host &&
          html`<button type="button" class="button" onClick=${() => setKeeping(true)}>
            <${Icon} name="link" size=${18} />Keep a way back</button>`
        }</div>
      ${
        alone &&
        html`<p class="small soft">You are the only host: if this browser loses your seat, nobody here can let you back
          in.</p>`
      }
      <p class="small">Log ${state.number} · <code class="short-digest">${short(state.digest)}</code><br />
        <span class="soft">Anyone who sees the same digits for this number sees the same log. <a
            href="/verify?table=${state.table}">Check all of it</a></span></p>
      <details><summary>Leave the table</summary><p class="stack">
          <span class="small soft">You give up your seat. To come back you need an invite link that still works.</span>
          <button type="button" class="button danger" onClick=${async () => {
            if (await act('DELETE', `/members/${state.you.member}`)) {
              forget(state.table);
              go('/tables');
            }
          }}>Leave</button></p></details>
    </div>
    <${Dialog} open=${moving !== undefined}
      title=${moving?.member === state.you.member ? 'Move your seat' : `Let ${moving?.name ?? 'somebody'} back in`}
      onClose=${() => setMoving(undefined)}>
      ${moving && html`<${MoveSeat} table=${table} member=${moving} own=${moving.member === state.you.member} />`}
    </>
    <${Dialog} open=${keeping} title="Keep a way back" onClose=${() => setKeeping(false)}>
      ${keeping && me && html`<${WayBack} table=${table} member=${me} />`}
    </>
    <${Dialog} open=${leaving !== undefined} title=${`Remove ${leaving?.name ?? 'somebody'}?`}
      onClose=${() => setLeaving(undefined)}>
      ${
        leaving &&
        html`<${Removal} member=${leaving} invite=${state.invites.get(leaving.invite ?? '')} remove=${remove}
          keep=${() => setLeaving(undefined)} />`
      }
    </></section>`;
};

/** @param {{member: Member, invite: Invite | undefined, remove: (endLink: boolean) => void, keep: () => void}} props */
const Removal = ({ member, invite, remove, keep }) => {
  const works = invite !== undefined && !invite.revoked;
  const [ending, setEnding] = useState(true);
  return html`<p>${member.name} loses their seat, and their page closes at once. What they rolled and wrote stays in
    the log. To come back they need an invite link that still works.</p>
  ${
    works &&
    html`<label class="tick">
      <input type="checkbox" checked=${ending} onInput=${(/** @type {any} */ e) => setEnding(e.target.checked)} />
      <span class="tight">Also end the link they came by <span class="soft small">
          (${invite.invite}; it would let them in again)</span></span></label>`
  }
  <div class="row"><button type="button" class="button danger" onClick=${() => remove(works && ending)}>
      Remove ${member.name}</button>
    <button type="button" class="button" onClick=${keep}>Keep the seat</button></div>`;
};

/** @param {{id: string, label: string, value: string, save: (value: string) => Promise<unknown>}} props */
const Rename = ({ id, label, value, save }) => {
  const [typed, setTyped] = useState(value);
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  useEffect(() => setTyped(value), [value]);
  return html`<form class="field" onSubmit=${async (/** @type {Event} */ e) => {
    e.preventDefault();
    await save(typed);
    field.current?.focus(); // the button is gone with the difference
  }}><label for=${id}>${label}</label>
    <div class="note-form"><input id=${id} ref=${field} type="text" required maxlength="80" value=${typed}
        onInput=${(/** @type {any} */ e) => setTyped(e.target.value)} />
      ${typed !== value && html`<button class="button">Save</button>`}</div></form>`;
};
