// Shows a link for another device: as text to copy, and as a QR code to read with a phone.
import { useEffect, useMemo, useState } from '../../../vendor/preact.js';
import { copy } from '../../lib/browser/clipboard.js';
import { flash } from '../../lib/browser/messages.js';
import { html } from '../../lib/html.js';
import { ask } from '../../lib/net/api.js';
import { qrCode } from '../../lib/qr_code.js';
import { Icon } from '../../ui/icons.js';

/** Light modules around a code, which readers need. */
const MARGIN = 4;

/** Names that every machine has for itself. */
const OWN = /^(localhost|127\.|\[::1\]$)/;

/**
 * The origin under which others find this page: that of this page, unless only this machine has it. '' while that is
 * not known. @param {import('../store/store.js').Table} table
 */
const useOrigin = (table) => {
  const here = OWN.test(location.hostname);
  const [origin, setOrigin] = useState(here ? '' : location.origin);
  useEffect(() => {
    if (here)
      ask(`${table.path}/addresses`).then(
        ({ addresses }) => setOrigin(addresses[0] ?? location.origin),
        () => setOrigin(location.origin),
      );
  }, [here]);
  return origin;
};

/** The code of a link; without modules where it is too long for one. @param {string} link */
const drawable = (link) => {
  try {
    return qrCode(link);
  } catch {
    return [];
  }
};

/**
 * @param {{table: import('../store/store.js').Table, label: string, secret: string, query?: string, drawn?: boolean}}
 *   props drawn: whether there is a QR code, too
 */
export const LinkBox = ({ table, label, secret, query = '', drawn = true }) => {
  const origin = useOrigin(table);
  const link = `${origin}/table/${table.id}${query}#${secret}`;
  const code = useMemo(() => (drawn ? drawable(link) : []), [link, drawn]);
  if (origin === '') return null;
  const size = code.length + 2 * MARGIN;
  const dark = code.flatMap((row, y) =>
    row.flatMap((each, x) => (each ? [`M${x + MARGIN} ${y + MARGIN}h1v1h-1z`] : [])),
  );
  return html`<div class="link-box">
    <div class="note-form"><input type="text" readonly aria-label=${label} value=${link}
        onFocus=${(/** @type {any} */ e) => e.target.select()} />
      <button type="button" class="button" onClick=${async () =>
        flash((await copy(link)) ? 'Link copied.' : 'Select the link and copy it.')}>
        <${Icon} name="copy" size=${18} />Copy</button></div>
    ${
      OWN.test(new URL(origin).hostname)
        ? html`<p class="notice"><${Icon} name="warning" />
          <span>This link works on this machine only. For phones on your network, start the server
            with <code>--host 0.0.0.0</code>.</span></p>`
        : code.length > 0 &&
          html`<svg class="qr" viewBox="0 0 ${size} ${size}" role="img" aria-label="QR code of the link">
          <rect width=${size} height=${size} fill="#fff" /><path d=${dark.join('')} fill="#000" /></svg>
          <p class="small soft">Point a phone’s camera at it${
            origin === location.origin ? '' : `, or type ${new URL(origin).host}`
          }.</p>`
    }
  </div>`;
};
