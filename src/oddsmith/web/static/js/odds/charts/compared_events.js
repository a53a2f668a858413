// Compares the events of several variants of a question.
import { html } from '../../lib/html.js';
import { sentence } from '../../lib/text/words.js';
import { Ledger } from '../../ui/charts/ledger.js';
import { Downloads } from '../../ui/downloads.js';
import { BENEATH, beside, compared, comparison } from './comparison.js';

/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../../lib/net/documents.js').Odds} Odds */
/** @typedef {import('./comparison.js').Chance} Chance */

/**
 * The events of several variants, with differences from the first.
 * @param {{name: string, action: ActionInfo, variants: {label: string, odds: Odds}[]}} props name: of files
 */
export const ComparedEvents = ({ name, action, variants }) => {
  const labels = variants.map(({ label }) => label);
  const rows = action.events
    .filter((event) => variants[0].odds.events[event.name] !== undefined)
    .map(
      ({ name: event, title }) =>
        /** @type {[string, (Chance | undefined)[]]} */ ([
          sentence(title),
          variants.map(({ odds }) => chanceOf(odds, event)),
        ]),
    );
  return html`<${Ledger} caption="Events; ${BENEATH}" grid=${{ head: ['Event', ...labels], rows: [] }}
    shown=${rows.map(([title, chances]) => [title, ...beside(chances)])}>
    <${Downloads} name=${name} grid=${() => compared('Event', labels, rows)} json=${comparison(variants)} /></>`;
};

/** @param {Odds} odds @param {string} event @returns {Chance | undefined} */
const chanceOf = ({ events }, event) => events[event] && { p: events[event].float, exact: events[event].p };
