// Joins a table by an invite link, and tells whoever has left it.
import { useEffect, useRef, useState } from '../../../vendor/preact.js';
import { attend } from '../../lib/browser/focus.js';
import { store, stored } from '../../lib/browser/preferences.js';
import { recalled, retain } from '../../lib/browser/session.js';
import { contentOf } from '../../lib/fair/content.js';
import { newKey } from '../../lib/fair/random.js';
import { html } from '../../lib/html.js';
import { Problem, ask } from '../../lib/net/api.js';
import { Title, Trouble } from '../../ui/shell.js';
import { forget, playGame } from './lobby.js';

/** @typedef {import('../store/fold.js').State} State */

/** @param {string} id */
const secretKey = (id) => `invite.${id}`;

/**
 * The secret of the invite by which somebody has come; '' without one. It leaves the address, where it would be copied
 * without a thought, and is kept until there is a seat. @param {string} id
 */
const arrived = (id) => {
  const secret = location.hash.slice(1);
  if (secret !== '') {
    const game = new URLSearchParams(location.search).get('game');
    if (game !== null) playGame(id, game);
    retain(secretKey(id), secret);
    history.replaceState(null, '', location.pathname);
  }
  return /** @type {string} */ (recalled(secretKey(id)) ?? '');
};

/**
 * The secret with which this page was opened, or that came into its address since.
 * @param {string} id
 * @returns {[string, () => void]} with what forgets it
 */
export const useInvite = (id) => {
  const [secret, setSecret] = useState(() => arrived(id));
  useEffect(() => {
    const look = () => setSecret(arrived(id));
    addEventListener('hashchange', look);
    return () => removeEventListener('hashchange', look);
  }, [id]);
  return [
    secret,
    () => {
      retain(secretKey(id), undefined);
      setSecret('');
    },
  ];
};

/** @param {{id: string, state?: State}} props state: the table as it was then */
export const Gone = ({ id, state }) => {
  const told = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => forget(id), [id]);
  // What had the focus is gone with the table.
  useEffect(() => attend(told.current), []);
  const me = state?.you.member;
  const left = state?.members.get(me ?? '')?.left;
  const entry = state?.log.findLast(
    (each) => each.kind === 'line' && each.event.kind === 'member.left' && contentOf(each.event).member === me,
  );
  const by = entry?.kind === 'line' ? entry.event.by : undefined;
  const removed = by !== undefined && by !== me;
  if (left === false) {
    return html`<${Title} title="Your seat has moved">
      <p ref=${told}>Your seat at this table is in another browser now. To bring it back, make a link there, under Table.</p></>`;
  }
  return html`<${Title} title=${removed ? 'You were removed from this table' : 'You have left this table'}>
    <p ref=${told}>
      ${
        removed ? `${state?.members.get(by ?? '')?.name ?? 'A host'} took your seat away.` : 'You gave up your seat.'
      } To come back you need a new invite link. <a href="/tables">Go to your tables</a>.</p></>`;
};

/**
 * Says by whose code rolls are decided, where a file of whoever runs the server does that.
 * @param {{catalogue: import('../../lib/net/documents.js').Catalogue}} props
 */
const Rulebooks = ({ catalogue }) => {
  const books = catalogue.systems.filter(({ rulebook }) => rulebook);
  const named = books.map(({ title, rulebook }) => `${title} (${rulebook?.slice(0, 12)})`).join(' and ');
  return (
    named &&
    html`<p class="notice"><span>Code on this server decides rolls of ${named}. Each roll records the digest of that
        file and is played to its end by it, so anyone who has the same file can verify it.</span></p>`
  );
};

/**
 * @param {{catalogue: import('../../lib/net/documents.js').Catalogue, id: string, secret: string,
 *   onJoined: () => void}} props
 */
export const Join = (props) =>
  props.secret.startsWith(SEAT) ? html`<${Arrive} ...${props} />` : html`<${Sit} ...${props} />`;

/** How the secret of a link begins that moves a seat. */
const SEAT = 'seat.';

/** A link that was refused stays refused; after anything else, they may try again. @param {unknown} error */
const isOver = (error) => error instanceof Problem && error.status === 403;

/** @param {{id: string, secret: string, onJoined: () => void}} props */
const Arrive = ({ id, secret, onJoined }) => {
  const [error, setError] = useState(/** @type {any} */ (undefined));
  const take = async () => {
    try {
      await ask(`/api/tables/${id}/seat`, { method: 'POST', body: { code: secret.slice(SEAT.length) }, key: newKey() });
      onJoined();
    } catch (problem) {
      if (problem instanceof Problem && problem.status === 409)
        onJoined(); // there is a seat already
      else {
        if (isOver(problem)) retain(secretKey(id), undefined);
        setError(problem);
      }
    }
  };
  const over = isOver(error);
  return html`<${Title} title="Take your seat here">${
    !over && html`<p>Your seat moves to this browser. The page that had it closes.</p>`
  }</>
  ${error && html`<${Trouble} error=${error} />`}
  ${
    over &&
    html`<p ref=${attend}>Where your seat still is, make a new link under Table. Otherwise ask a host for one. If you are the only
      host, whoever keeps this server can print one (<code>oddsmith seat</code>).</p>`
  }
  ${!over && html`<div><button type="button" class="button main big" onClick=${take}>Take the seat</button></div>`}`;
};

/**
 * @param {{catalogue: import('../../lib/net/documents.js').Catalogue, id: string, secret: string,
 *   onJoined: () => void}} props
 */
const Sit = ({ catalogue, id, secret, onJoined }) => {
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
      if (problem instanceof Problem && problem.status === 409)
        onJoined(); // there is a seat already
      else setError(problem);
    }
  };
  return html`<${Title} title="Join the table"><p>You are invited. What should the others call you?</p></>
  <form class="sheet narrow" onSubmit=${join}><div class="body">
      ${error && html`<${Trouble} error=${error} />`}
      <${Rulebooks} catalogue=${catalogue} />
      <div class="field"><label for="join-name">Your name</label>
        <input id="join-name" type="text" required maxlength="80" autocomplete="nickname" value=${name}
          onInput=${(/** @type {any} */ e) => setName(e.target.value)} /></div>
      <div><button class="button main big">Take a seat</button></div>
    </div></form>`;
};
