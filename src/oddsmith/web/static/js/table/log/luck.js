// Shows how lucky everybody was, beside what luck does to fair dice.
import { useState } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';
import { ask } from '../../lib/net/api.js';
import { shortNumber } from '../../lib/numbers/format.js';
import { humane, inSentence, sentence } from '../../lib/text/words.js';
import { Ledger } from '../../ui/charts/ledger.js';
import { Dialog, Trouble } from '../../ui/shell.js';
import { useTrouble } from '../store/use_trouble.js';

/** @typedef {import('../store/store.js').Table} Table */
/** @typedef {import('../store/fold.js').State} State */

/** @param {{table: Table, state: State}} props */
export const Luck = ({ table, state }) => {
  const [luck, setLuck] = useState(/** @type {any} */ (undefined));
  const [error, setError] = useTrouble(table);
  const [whose, setWhose] = useState('table');
  const look = () =>
    ask(`${table.path}/luck`).then((answer) => {
      setLuck(answer);
      setError(undefined);
    }, setError);
  const fortune = whose === 'table' ? luck?.table : luck?.members[whose];
  return html`<section class="sheet" aria-labelledby="luck-title"><header><h2 id="luck-title">Luck</h2></header>
    <div class="body">
      <p class="small soft">How everyone’s dice fell, next to what 95 in 100 fair tables see.</p>
      <div><button type="button" class="button" onClick=${look}>Show luck</button></div>
      ${error && html`<${Trouble} error=${error} />`}
      <${Dialog} open=${luck !== undefined} title="Luck" onClose=${() => setLuck(undefined)}>
        <div class="field"><label for="luck-whose">Whose</label>
          <select id="luck-whose" onInput=${(/** @type {any} */ e) => setWhose(e.target.value)}>
            <option value="table" selected=${whose === 'table'}>The whole table</option>
            ${Object.keys(luck?.members ?? {}).map(
              (id) => html`<option value=${id} selected=${id === whose}>
                ${state.members.get(id)?.name ?? id}</option>`,
            )}</select></div>
        ${
          fortune &&
          html`<p>${fortune.rolls} ${fortune.rolls === 1 ? 'roll' : 'rolls'} counted.</p>
          <${Fortune} fortune=${fortune} />`
        }
        <p class="small soft">The last column shows what 95 in 100 fair tables see; figures outside it are marked.
          Typed faces and rolls that were taken back do not count, and events count only if nobody had a decision. Even
          fair dice miss one band in twenty.</p>
      </></div></section>`;
};

/** A count, marked where luck alone seldom does that. @param {string | number} what @param {boolean} within */
const counted = (what, within) => (within ? what : `${what}, outside`);

/** @param {[string, string]} band */
const banded = ([low, high]) => `${low} to ${high}`;

/** Few columns, since the range is what a phone has to show without scrolling. @param {{fortune: any}} props */
const Fortune = ({ fortune }) => {
  const range = '95 of 100';
  const events = {
    head: ['Event', 'Happened', 'Mean', range],
    rows: fortune.events.map((/** @type {any} */ each) => [
      `${sentence(each.title)} (${humane(each.system)}, ${inSentence(each.action)})`,
      counted(`${each.happened} of ${each.rolls}`, each.within),
      shortNumber(each.expected.float),
      banded(each.band),
    ]),
  };
  const known = fortune.dice.filter((/** @type {any} */ each) => each.mean !== undefined);
  const dice = {
    head: ['Die', 'Mean', 'Fair', range],
    rows: known.map((/** @type {any} */ each) => [
      `${each.name} × ${each.thrown}`,
      counted(shortNumber(each.mean), each.within),
      shortNumber(each.expected.float),
      banded([shortNumber(each.band[0]), shortNumber(each.band[1])]),
    ]),
  };
  const faces = {
    head: ['Face', 'Fell', 'Fair', range],
    rows: fortune.dice.flatMap((/** @type {any} */ each) =>
      each.faces.map((/** @type {any} */ face) => [
        `${each.name}: ${face.face}`,
        counted(face.count, face.within),
        shortNumber(face.expected.float),
        banded(face.band),
      ]),
    ),
  };
  /** @param {{rows: (string | number)[][]}} grid */
  const outside = (grid) => (/** @type {number} */ row) => String(grid.rows[row][1]).endsWith('outside');
  return html`<div class="luck">
    ${events.rows.length > 0 && html`<${Ledger} caption="Events" grid=${events} marked=${outside(events)} />`}
    ${dice.rows.length > 0 && html`<${Ledger} caption="How high the dice fell" grid=${dice} marked=${outside(dice)} />`}
    ${faces.rows.length > 0 && html`<${Ledger} caption="Every face" grid=${faces} marked=${outside(faces)} />`}</div>`;
};
