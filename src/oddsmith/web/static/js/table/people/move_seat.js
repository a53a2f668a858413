// Links to a seat: they move it to another device, give it back to somebody who lost it, or are kept for that.
import { useEffect, useState } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';
import { Trouble } from '../../ui/shell.js';
import { useTrouble } from '../store/use_trouble.js';
import { LinkBox } from './link_box.js';

/** @typedef {import('../store/store.js').Table} Table */
/** @typedef {import('../store/fold.js').Member} Member */

/**
 * The code of a new link to a seat, and what went wrong; '' until it is there.
 * @param {Table} table @param {Member} member @param {boolean} keep whether it works until it is used
 */
const useCode = (table, member, keep) => {
  const [code, setCode] = useState('');
  const [error, setError] = useTrouble(table);
  useEffect(() => {
    table.command('POST', `/members/${member.member}/link`, { keep }).then(({ code }) => setCode(code), setError);
  }, []);
  return { code, error };
};

/** @param {{table: Table, member: Member, own: boolean}} props own: whether it is the seat of whoever reads this */
export const MoveSeat = ({ table, member, own }) => {
  const { code, error } = useCode(table, member, false);
  return html`<p>${
    own
      ? 'Open this link on your phone. Your seat moves there, and this page closes.'
      : `Send this link to ${member.name}. It gives them back their seat, with their characters and rolls; any page that has it now closes.`
  } It works once, for ten minutes. The log says that the seat moved.</p>
  ${error && html`<${Trouble} error=${error} />`}
  ${code && html`<${LinkBox} table=${table} label="Link to the seat of ${member.name}" secret=${`seat.${code}`} />`}`;
};

/** @param {{table: Table, member: Member}} props member: whoever reads this */
export const WayBack = ({ table, member }) => {
  const { code, error } = useCode(table, member, true);
  return html`<p>Keep this link where only you look, such as in your passwords. If this browser loses your seat, open it and
    the seat is yours again. It works once, and until your seat moves.</p>
  ${error && html`<${Trouble} error=${error} />`}
  ${code && html`<${LinkBox} table=${table} label="Way back to your seat" secret=${`seat.${code}`} drawn=${false} />`}`;
};
