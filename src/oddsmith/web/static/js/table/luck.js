// How lucky everybody was, beside what luck does to fair dice.
import { useState } from '../../vendor/preact.js';
import { ask } from '../lib/api.js';
import { html } from '../lib/html.js';
import { sentence, short } from '../lib/words.js';
import { Dialog, Trouble } from '../ui/shell.js';
import { Ledger } from '../ui/ledger.js';

/** @typedef {import('./store.js').Table} Table */
/** @typedef {import('./fold.js').State} State */

/** @param {{table: Table, state: State}} props */
export const Luck = ({ table, state }) => {
  const [luck, setLuck] = useState(/** @type {any} */ (undefined));
  const [error, setError] = useState(/** @type {any} */ (undefined));
  const [whose, setWhose] = useState('table');
  const look = () => ask(`${table.path}/luck`).then((answer) => {
    setLuck(answer);
    setError(undefined);
  }, setError);
  const fortune = whose === 'table' ? luck?.table : luck?.members[whose];
  return html`<section class="sheet" aria-labelledby="luck-title"><header><h2 id="luck-title">Luck</h2></header><div class="body">
    <p class="small soft">How the dice fell for everybody, beside what 95 of 100 fair tables would see.</p>
    <div><button type="button" class="button" onClick=${look}>Look at the luck</button></div>
    ${error && html`<${Trouble} error=${error} />`}
    <${Dialog} open=${luck !== undefined} title="Luck" onClose=${() => setLuck(undefined)}>
      <div class="field"><label for="luck-whose">Whose</label><select id="luck-whose" onInput=${(/** @type {any} */ e) => setWhose(e.target.value)}>
        <option value="table" selected=${whose === 'table'}>The whole table</option>
        ${Object.keys(luck?.members ?? {}).map((id) => html`<option value=${id} selected=${id === whose}>${state.members.get(id)?.name ?? id}</option>`)}</select></div>
      ${fortune && html`<p>${fortune.rolls} ${fortune.rolls === 1 ? 'roll' : 'rolls'} counted.</p><${Fortune} fortune=${fortune} />`}
      <p class="small soft">Typed faces are not counted, nor rolls that were taken back; events only of rolls in which nobody decided anything. One in twenty fair bands is missed by chance alone.</p>
    </></div></section>`;
};

/** Whether something lies in its band, in words. @param {boolean} within */
const inside = (within) => (within ? 'as expected' : 'outside');

/** @param {{fortune: any}} props */
const Fortune = ({ fortune }) => {
  const events = { head: ['Event', 'Happened', 'Expected', 'Band', ''], rows: fortune.events.map((/** @type {any} */ each) => [
    `${sentence(each.title)} (${each.system} ${each.action})`, `${each.happened} of ${each.rolls}`, short(each.expected.float), `${each.band[0]} to ${each.band[1]}`, inside(each.within)]) };
  const dice = { head: ['Die', 'Thrown', 'Mean', 'Expected', 'Band', ''], rows: fortune.dice.filter((/** @type {any} */ each) => each.mean !== undefined).map((/** @type {any} */ each) => [
    each.name, each.thrown, short(each.mean), short(each.expected.float), `${short(each.band[0])} to ${short(each.band[1])}`, inside(each.within)]) };
  const faces = { head: ['Face', 'Fell', 'Expected', 'Band', ''], rows: fortune.dice.flatMap((/** @type {any} */ each) => each.faces.map((/** @type {any} */ face) => [
    `${each.name}: ${face.face}`, face.count, short(face.expected.float), `${face.band[0]} to ${face.band[1]}`, inside(face.within)])) };
  return html`
    ${events.rows.length > 0 && html`<${Ledger} caption="Events" grid=${events} />`}
    ${dice.rows.length > 0 && html`<${Ledger} caption="How high the dice fell" grid=${dice} />`}
    ${faces.rows.length > 0 && html`<${Ledger} caption="Every face" grid=${faces} />`}`;
};
