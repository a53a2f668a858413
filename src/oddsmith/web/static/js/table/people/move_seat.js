// Moves a seat to another device, or gives it back to somebody who lost it.
import { useEffect, useState } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';
import { Trouble } from '../../ui/shell.js';
import { useTrouble } from '../store/use_trouble.js';
import { LinkBox } from './link_box.js';

/** @typedef {import('../store/store.js').Table} Table */
/** @typedef {import('../store/fold.js').Member} Member */

/** @param {{table: Table, member: Member, own: boolean}} props own: whether it is the seat of whoever reads this */
export const MoveSeat = ({ table, member, own }) => {
  const [code, setCode] = useState('');
  const [error, setError] = useTrouble(table);
  useEffect(() => {
    table.command('POST', `/members/${member.member}/link`).then(({ code }) => setCode(code), setError);
  }, []);
  return html`<p>${
    own
      ? 'Open this link on your phone. Your seat moves there, and this page closes.'
      : `Send this link to ${member.name}. It gives them back their seat, with their characters and rolls; any page that has it now closes.`
  } It works once, for ten minutes. The log says that the seat moved.</p>
  ${error && html`<${Trouble} error=${error} />`}
  ${code && html`<${LinkBox} table=${table} label="Link to the seat of ${member.name}" secret=${`seat.${code}`} />`}`;
};
