// One input of a form, made from its declaration.
import { useId, useState } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';
import { defaultText, limited, limitsOf, nameOf, numberOf } from '../../lib/field_values.js';
import { called, titleOf } from '../../lib/text/field_titles.js';
import { humane, inSentence, written } from '../../lib/text/words.js';
import { Icon } from '../icons.js';
import { lazy } from '../lazy_load.js';

/** @typedef {import('../../lib/net/documents.js').Field} FieldInfo */

/**
 * @param {{field: FieldInfo, value: string, onValue: (value: string) => void, wrong?: string, label?: string, fixed?:
 *   string, used?: unknown}} props
 *   wrong: what the server says of this value. fixed: why it is not for whoever looks to change; used: what holds where
 *   nothing is entered
 */
export const Field = ({ field, value, onValue, wrong, label, fixed, used }) => {
  const id = useId();
  const name = label ?? titleOf(field);
  const help = field.help.toLowerCase() === name.toLowerCase() ? '' : field.help;
  if (fixed !== undefined) {
    return html`<div class="field"><label for=${id}>${name}</label>
      <input id=${id} type="text" readonly name=${field.name} value=${value} aria-describedby="${id}-help" />
      <p class="help" id="${id}-help">${fixed}</p></div>`;
  }
  const described = {
    'aria-describedby': [help && `${id}-help`, wrong && `${id}-wrong`].filter(Boolean).join(' ') || undefined,
    'aria-invalid': wrong ? 'true' : undefined,
  };
  const below = html`
  ${wrong && html`<p class="wrong" id="${id}-wrong"><${Icon} name="warning" size=${18} />${wrong}</p>`}
  ${help && html`<p class="help" id="${id}-help">${help}</p>`}`;
  if (field.kind === 'yes-no') {
    return html`<div class="field">
      <label class="tick" for=${id}>
        <input id=${id} type="checkbox" name=${field.name} checked=${value === 'yes' || value === 'true'}
          ...${described}
          onInput=${(/** @type {any} */ e) => onValue(e.target.checked ? 'yes' : 'no')} />${name}</label>
      ${below}</div>`;
  }
  return html`<div class=${/list|text|lines/.test(field.kind) ? 'field wide' : 'field'}>
    <label for=${id}>${name}</label>
    <${Control} ...${{ id, field, value, onValue, described, used }} />
    ${below}</div>`;
};

/**
 * @param {{id: string, field: FieldInfo, value: string, onValue: (value: string) => void, described: object, used?:
 *   unknown}} props
 */
const Control = ({ id, field, value, onValue, described, used }) => {
  const typed = (/** @type {any} */ event) => onValue(event.target.value);
  if (field.kind === 'choice') {
    return html`<select id=${id} name=${field.name} value=${value} onInput=${typed} ...${described}>
      ${!field.required && field.default === null && html`<option value="">none</option>`}
      ${field.choices?.map(
        (choice) => html`<option value=${choice} selected=${choice === value}>${humane(choice)}
        </option>`,
      )}
    </select>`;
  }
  if (field.kind === 'integer') return html`<${Stepper} ...${{ id, field, value, onValue, described }} />`;
  if (field.kind === 'lines')
    return html`<textarea id=${id} name=${field.name} value=${value} rows="7" spellcheck=${false} autocomplete="off"
      autocapitalize="off" onInput=${typed} ...${described}></textarea>`;
  const hint = field.kind !== 'number' ? '' : used === undefined ? '1/3' : written(used);
  return html`<input id=${id} type="text" name=${field.name} value=${value} placeholder=${hint} autocomplete="off"
    autocapitalize="off"
    spellcheck=${false} onInput=${typed} ...${described} />`;
};

/** @param {{id: string, field: FieldInfo, value: string, onValue: (value: string) => void, described: object}} props */
const Stepper = ({ id, field, value: given, onValue, described }) => {
  // A value that has a name may be given by it.
  const value = numberOf(field, given);
  const named = nameOf(field, value);
  const [low] = limitsOf(field);
  /** @param {number} by */
  const step = (by) => {
    const usual = typeof field.default === 'number' ? field.default : Math.max(0, low) - Math.max(by, 0);
    const from = value.trim() === '' || Number.isNaN(Number(value)) ? usual : Number(value);
    onValue(String(limited(field, from + by)));
  };
  const name = called(field);
  return html`<div class="stepper">
    <button type="button" class="button" tabindex="-1" aria-label="${name}: one less" onClick=${() => step(-1)}>−
    </button>
    <input id=${id} type="text" inputmode=${low < 0 ? 'text' : 'numeric'} role="spinbutton" name=${field.name}
      value=${value} autocomplete="off"
      aria-valuenow=${value === '' || Number.isNaN(Number(value)) ? undefined : Number(value)}
      aria-valuetext=${
        value === '' ? 'not given' : named === undefined ? written(value) : `${written(value)}, ${inSentence(named)}`
      }
      placeholder=${field.required ? '' : '–'}
      onInput=${(/** @type {any} */ e) => onValue(e.target.value)}
      onKeyDown=${(/** @type {KeyboardEvent} */ e) => {
        const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[e.key];
        if (by !== undefined) {
          e.preventDefault();
          step(by);
        }
      }} ...${described} />
    <button type="button" class="button" tabindex="-1" aria-label="${name}: one more" onClick=${() => step(1)}>+
    </button>
  </div>${named && html`<p class="small" aria-hidden="true">${humane(named)}</p>`}`;
};

const BookNumbers = lazy(() => import('./book_numbers.js').then((part) => part.BookNumbers));

/**
 * House rules, folded away: what each leaves open, and its readings; then the numbers of the book.
 * @param {{system: import('../../lib/net/documents.js').SystemInfo, values: Record<string, string>, onValue: (name:
 *   string, value: string) => void}} props
 */
export const HouseRules = ({ system, values, onValue }) => {
  const [open, setOpen] = useState(false);
  const fields = system.options;
  const usual = new Map(fields.map((field) => [field.name, defaultText(field)]));
  const changed = Object.entries(values).filter(([name, value]) => value !== (usual.get(name) ?? '')).length;
  return html`<details class="house-rules"><summary>House rules
      <span class="soft">${changed === 0 ? 'as printed' : `${changed} changed`}</span></summary>
    <div class="stack wide">${fields.map(
      (field) => html`<${HouseRule} key=${field.name} field=${field}
        value=${values[field.name] ?? defaultText(field)}
        onValue=${(/** @type {string} */ value) => onValue(field.name, value)} />`,
    )}
      <details onToggle=${(/** @type {any} */ e) => setOpen(e.target.open)}><summary>Numbers of the book</summary>
        ${open && html`<${BookNumbers} ...${{ system: system.name, values, onValue }} />`}
      </details></div>
  </details>`;
};

/** @param {{field: FieldInfo, value: string, onValue: (value: string) => void}} props */
const HouseRule = ({ field, value, onValue }) => {
  const id = useId();
  const { readings } = field;
  if (readings === undefined) {
    return html`<${Field} field=${field} value=${value} onValue=${onValue} />`;
  }
  return html`<fieldset class="house-rule"><legend>${field.help} <span class="soft small">${field.gap}</span></legend>
    ${Object.entries(readings).map(
      ([name, meaning], place) => html`<label class="tick">
        <input type="radio" name="${id}-rule" checked=${name === value} onChange=${() => onValue(name)} />
        <span class="tight"><strong>${humane(name)}</strong>${
          place === 0 &&
          html` <span class="soft">(usual)
          </span>`
        }: ${meaning}</span></label>`,
    )}
  </fieldset>`;
};
