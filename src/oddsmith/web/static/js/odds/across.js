// The odds along inputs: lines along one, a heat map over two.
import { html } from '../lib/html.js';
import { called } from '../lib/inputs.js';
import { later } from '../ui/later.js';
import { MOST, axis } from './ranges.js';

/** @typedef {import('../lib/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('./link.js').View} View */

/** @param {{action: ActionInfo, view: View, onView: (change: Partial<View>) => void}} props */
export const Across = ({ action, view, onView }) => {
  const usable = action.inputs.filter((field) => field.kind === 'integer');
  if (usable.length === 0) return null;
  const first = usable.find(({ name }) => name === view.across);
  const second = first && usable.find(({ name }) => name === view.down && name !== first.name);
  const { inputs } = view.question;
  const across = first && axis(first, inputs[first.name] ?? '', view);
  const down = second && axis(second, inputs[second.name] ?? '', { from: view.downFrom, to: view.downTo, by: view.downBy });
  /** @param {string} id @param {string} label @param {string} value @param {import('../lib/documents.js').Field[]} fields @param {(name: string) => void} onName */
  const picker = (id, label, value, fields, onName) => html`<div class="field"><label for=${id}>${label}</label>
    <select id=${id} value=${value} onInput=${(/** @type {any} */ e) => onName(e.target.value)}>
      <option value="">nothing</option>
      ${fields.map((field) => html`<option value=${field.name} selected=${field.name === value}>${called(field)}</option>`)}
    </select></div>`;
  return html`<section class="sheet" aria-labelledby="across-title">
    <header><h2 id="across-title">Chart against an input</h2><span class="soft small">Lines along one, a heat map over two</span></header>
    <div class="body">
      <div class="two">
        <div class="stack">
          ${picker('across', 'Draw the chance against', view.across, usable, (name) => onView({ across: name, from: '', to: '', by: '', ...(name === '' || name === view.down ? { down: '', show: '' } : {}) }))}
          ${across && html`<${Range} id="across" field=${first} axis=${across} typed=${view} onTyped=${onView} names=${['from', 'to', 'by']} />`}
        </div>
        ${across && usable.length > 1 && html`<div class="stack">
          ${picker('down', 'and against', second ? view.down : '', usable.filter(({ name }) => name !== across.name), (name) => onView({ down: name, downFrom: '', downTo: '', downBy: '' }))}
          ${down && html`<${Range} id="down" field=${second} axis=${down} typed=${view} onTyped=${onView} names=${['downFrom', 'downTo', 'downBy']} />`}
        </div>`}
      </div>
      ${across && (down === undefined ? html`<${Lines} ...${{ action, view, across, onView }} />` : html`<${Heat} ...${{ action, view, across, down, onView }} />`)}
    </div>
  </section>`;
};

const Lines = later(async () => (await import('./lines.js')).Lines);
const Heat = later(async () => (await import('./heat.js')).Heat);

/**
 * From, to and step of one input.
 * @param {{id: string, field: import('../lib/documents.js').Field, axis: import('./ranges.js').Axis, typed: Record<string, any>,
 *   onTyped: (change: Record<string, string>) => void, names: string[]}} props
 */
const Range = ({ id, field, axis: { title, values, from, to, by, cut }, typed, onTyped, names }) => {
  const usual = [from, to, by];
  return html`<fieldset><legend class="only-read">${title}</legend>
    <div class="range">${['From', 'To', 'Step'].map((label, place) => html`<div class="field"><label for="${id}-${label.toLowerCase()}">${label}</label>
      <input id="${id}-${label.toLowerCase()}" type="number" min=${place === 2 ? 1 : field.low} max=${place === 2 ? undefined : field.high}
        value=${typed[names[place]] === '' ? usual[place] : typed[names[place]]} onInput=${(/** @type {any} */ e) => onTyped({ [names[place]]: e.target.value })} /></div>`)}</div>
    ${cut && html`<p class="small soft">No more than ${MOST} values are drawn: this ends at ${values[values.length - 1]}.</p>`}
    ${values.length === 0 && html`<p class="small soft">Nothing lies from ${from} to ${to}.</p>`}</fieldset>`;
};
