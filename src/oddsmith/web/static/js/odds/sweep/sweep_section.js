// The section for odds along inputs: lines along one, a heat map over two.
import { html } from '../../lib/html.js';
import { called } from '../../lib/text/field_titles.js';
import { humane } from '../../lib/text/words.js';
import { Icon } from '../../ui/icons.js';
import { lazy } from '../../ui/lazy_load.js';
import { isAxis } from '../question/question.js';
import { axis } from './axis.js';

/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../../lib/net/documents.js').Odds} Odds */
/** @typedef {import('../../lib/net/documents.js').Field} Field */
/** @typedef {import('../question/question.js').View} View */
/** @typedef {import('./axis.js').End} End */

/**
 * @param {{action: ActionInfo, view: View, odds: Odds, onView: (change: Partial<View>) => void}} props odds: of what is
 *   asked
 */
export const SweepSection = ({ action, view, odds, onView }) => {
  // What these inputs say nothing of has no chance to draw.
  const told = { ...action, events: action.events.filter(({ name }) => odds.events[name] !== undefined) };
  const usable = action.inputs.filter(isAxis);
  const first = usable.find(({ name }) => name === view.across);
  const second = first && usable.find(({ name }) => name === view.down && name !== first.name);
  const { inputs } = view.question;
  const across = first && axis(first, inputs[first.name] ?? '', view);
  const down =
    second && axis(second, inputs[second.name] ?? '', { from: view.downFrom, to: view.downTo, by: view.downBy });
  /**
   * @param {string} id
   * @param {string} label
   * @param {string} value
   * @param {Field[]} fields
   * @param {(name: string) => void} onName
   */
  const picker = (id, label, value, fields, onName) => html`<div class="field"><label for=${id}>${label}</label>
    <select id=${id} value=${value} onInput=${(/** @type {any} */ e) => onName(e.target.value)}>
      <option value="">nothing</option>
      ${fields.map(
        (field) => html`<option value=${field.name} selected=${field.name === value}>${called(field)}
        </option>`,
      )}
    </select></div>`;
  return html`<section class="sheet" aria-labelledby="across-title">
    <header><h2 id="across-title">Chart against an input</h2>
      <span class="soft small">Lines along one, a heat map over two</span></header>
    <div class="body">
      <div class="two">
        <div class="stack">
          ${picker('across', 'Draw the chance against', view.across, usable, (name) =>
            onView({
              across: name,
              from: '',
              to: '',
              by: '',
              ...(name === '' || name === view.down ? { down: '', show: '', reach: '' } : {}),
            }),
          )}
          ${
            across &&
            html`<${Range} id="across" field=${first} axis=${across} onTyped=${onView}
              names=${{ from: 'from', to: 'to', by: 'by' }} />`
          }
        </div>
        ${
          across &&
          usable.length > 1 &&
          html`<div class="stack">
            ${picker(
              'down',
              'and against',
              second ? view.down : '',
              usable.filter(({ name }) => name !== across.name),
              (name) => onView({ down: name, downFrom: '', downTo: '', downBy: '' }),
            )}
            ${
              down &&
              html`<${Range} id="down" field=${second} axis=${down} onTyped=${onView}
                names=${{ from: 'downFrom', to: 'downTo', by: 'downBy' }} />`
            }
          </div>`
        }
      </div>
      ${
        across &&
        (down === undefined
          ? html`<${LineChart} ...${{ action: told, view, across, odds, onView }} />`
          : html`<${HeatChart}
            ...${{ action: told, view, across, down, onView }} />`)
      }
    </div>
  </section>`;
};

const LineChart = lazy(async () => (await import('./line_chart.js')).LineChart);
const HeatChart = lazy(async () => (await import('./heat_chart.js')).HeatChart);

/** @type {Record<End, string>} */
const ENDS = { from: 'From', to: 'To', by: 'Step' };

/**
 * From, to and step of one input.
 * @param {{id: string, field: Field, axis: import('./axis.js').Axis, onTyped: (change: Record<string, string>) =>
 *   void,
 *   names: Record<End, string>}} props names: of the ends, in the view
 */
const Range = ({ id, field, axis: { title, typed, usual, wrong, said }, onTyped, names }) => {
  if (field.kind === 'yes-no') return null;
  const counted = field.kind === 'integer';
  /** @param {End} end */
  const one = (end) => {
    const own = {
      id: `${id}-${end}`,
      value: typed[end],
      onInput: (/** @type {any} */ e) => onTyped({ [names[end]]: e.target.value }),
      'aria-invalid': wrong?.end === end ? 'true' : undefined,
      'aria-describedby': wrong?.end === end ? `${id}-wrong` : undefined,
    };
    return html`<div class="field"><label for="${id}-${end}">${ENDS[end]}</label>
      ${
        counted
          ? html`<input type="text" inputmode=${end !== 'by' && (field.low ?? -1) < 0 ? 'text' : 'numeric'}
            autocomplete="off" placeholder=${usual[end].replace('-', '−')} ...${own} />`
          : html`<select ...${own}>${field.choices?.map(
              (choice) => html`<option value=${choice}
                selected=${choice === typed[end]}>${humane(choice)}</option>`,
            )}</select>`
      }</div>`;
  };
  return html`<fieldset><legend class="only-read">${title}</legend>
    <div class=${counted ? 'range' : 'range of-two'}>${one('from')}${one('to')}${counted && one('by')}</div>
    ${
      wrong &&
      html`<p class="field" role="status"><span class="wrong" id="${id}-wrong">
          <${Icon} name="warning" size=${18} />${wrong.said}</span></p>`
    }
    ${said && html`<p class="small soft">${said}</p>`}</fieldset>`;
};
