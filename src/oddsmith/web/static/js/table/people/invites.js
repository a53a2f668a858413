// Makes and revokes the links that let others in.
import { useState } from '../../../vendor/preact.js';
import { flash } from '../../lib/browser/messages.js';
import { html } from '../../lib/html.js';
import { Icon } from '../../ui/icons.js';
import { LinkBox } from './link_box.js';
import { gameOf } from './lobby.js';

/** @typedef {import('../store/fold.js').State} State */
/** @typedef {import('../store/fold.js').Role} Role */

/** Roles, and what the link of each lets people do. @type {[Role, string][]} */
const ROLES = [
  ['player', 'plays and rolls'],
  ['observer', 'watches'],
  ['host', 'runs the table'],
];

/**
 * @param {{table: import('../store/store.js').Table, state: State, act: (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) => Promise<any>}}
 *   props
 *   act: a command; it answers nothing when it was refused
 */
export const Invites = ({ table, state, act }) => {
  const game = gameOf(state.table);
  // Only whoever makes a link is told its secret, and only then.
  const [secrets, setSecrets] = useState(/** @type {Record<string, string>} */ ({}));
  /** @param {Role} role */
  const make = async (role) => {
    const answer = await act('POST', '/invites', { role });
    if (answer) setSecrets((was) => ({ ...was, [answer.invite]: answer.secret }));
    return answer;
  };
  /** @param {string} invite @param {Role} role */
  const replace = async (invite, role) => {
    if ((await make(role)) && (await act('DELETE', `/invites/${invite}`)))
      flash('Here is a new link; the old one no longer works.');
  };
  const standing = [...state.invites.values()].filter(({ revoked }) => !revoked).reverse();
  return html`<div class="stack">
    <h3>Invite by link</h3>
    <div class="row">${ROLES.map(
      ([role, may]) => html`<button type="button" class="button" id="invite-${role}"
        title="A link for somebody who ${may}" onClick=${() => make(role)}><${Icon} name="link" size=${18} />
        <span><span class="only-read">Invite ${role === 'observer' ? 'an' : 'a'} </span>${role}</span>
      </button>`,
    )}</div>
    ${
      standing.length > 0 &&
      html`<ul class="invites">${standing.map(({ invite, role }) => {
        const secret = secrets[invite];
        return html`<li key=${invite}>
          <span class="small">Anyone with this link can join as ${role}${secret ? '' : '. It was shown when it was made'}.</span>
          ${
            secret &&
            html`<${LinkBox} table=${table} label="Invite link for a ${role} (${invite})" secret=${secret}
              query=${game && `?game=${game}`} />`
          }
          <div class="row"><button type="button" class="button plain" onClick=${() => replace(invite, role)}>Replace
              <span class="only-read"> link ${invite}</span></button>
            <button type="button" class="button plain danger" onClick=${() => act('DELETE', `/invites/${invite}`)}>
              End it
              <span class="only-read">: link ${invite}</span></button></div>
        </li>`;
      })}</ul>`
    }
  </div>`;
};
