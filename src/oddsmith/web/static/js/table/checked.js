// The badge of a roll that this browser has checked by itself, and what it checked.
import { useMemo, useState } from '../../vendor/preact.js';
import { html } from '../lib/html.js';
import { Icon } from '../ui/icons.js';
import { Dialog } from '../ui/shell.js';
import { checkRoll } from '../verify/roll.js';

/** @typedef {import('./fold.js').State} State */
/** @typedef {import('./fold.js').Roll} Roll */

/** @param {{state: State, roll: Roll}} props */
export const CheckedBadge = ({ state, roll }) => {
  const [open, setOpen] = useState(false);
  const report = useMemo(() => checkRoll(state.table, roll.id, roll.events), [roll.events.length]);
  if (report.stretches.length === 0 && report.hands === 0 && report.wrong.length === 0) return html`<span class="small soft">${roll.request?.source === 'faces' ? 'Real dice: taken on trust' : ''}</span>`;
  const right = report.wrong.length === 0;
  const name = (/** @type {string} */ member) => state.members.get(member)?.name ?? member;
  return html`<button type="button" class="button plain checked ${right ? '' : 'danger'}" onClick=${() => setOpen(true)}>
      <${Icon} name=${right ? 'seal' : 'warning'} />${right ? 'Checked' : 'Does not match'}</button>
    <${Dialog} open=${open} title=${right ? 'This roll was checked here' : 'This roll does not match'} onClose=${() => setOpen(false)}>
      ${report.wrong.map((text) => html`<p class="notice bad"><${Icon} name="warning" /><span>${text}</span></p>`)}
      ${report.hands > 0 && html`<p>What was taken unseen was committed to before anybody saw the other’s. Of ${report.hands === 1 ? 'one choice that was' : `${report.hands} choices that were`} opened, your browser has compared each with its commitment${right ? ': they match' : ''}.</p>`}
      ${report.stretches.length > 0 && html`<p>The server committed to its seed before the roll, each browser at the table added its own randomness, and the dice follow from both. Your browser has just worked that out again:</p>`}
      ${report.stretches.map((stretch) => html`<dl class="proof">
        <dt>Seal, shown before the roll</dt><dd><code>${stretch.seal}</code></dd>
        <dt>Seed, shown after it</dt><dd><code>${stretch.seed}</code></dd>
        ${Object.entries(stretch.nonces).map(([member, nonce]) => html`<dt>Randomness of ${name(member)}</dt><dd><code>${nonce}</code></dd>`)}
        ${stretch.missing.length > 0 && html`<dt>Not there in time</dt><dd>${stretch.missing.map(name).join(', ')}</dd>`}
        <dt>Seed of the faces</dt><dd><code>${stretch.facesSeed}</code></dd>
        <dt>Faces</dt><dd>${stretch.faces === 'same' ? 'follow from it, worked out again' : stretch.faces === 'none' ? 'no dice fell' : 'of a kind that only oddsmith verify works out'}</dd>
      </dl>`)}
      <p class="small soft">To check the whole log, rules included, download it as JSON and run <code>oddsmith verify</code> on it, or <a href="/verify?table=${state.table}">check it on the verify page</a>.</p>
    </>`;
};
