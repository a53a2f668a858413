// The inputs of an action as a form: those that everybody needs first, the others folded by subject.
import { useEffect, useState } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';
import { defaultText } from '../../lib/field_values.js';
import { called, withTitles } from '../../lib/text/field_titles.js';
import { sentence } from '../../lib/text/words.js';
import { Field } from './field.js';

/** @typedef {import('../../lib/net/documents.js').Field} FieldInfo */
/** @typedef {{fields?: string[], message: string, remedy?: string}} Wrong */

/**
 * @typedef {object} Filled
 * @property {FieldInfo[]} fields
 * @property {Record<string, string>} values
 * @property {(name: string, value: string) => void} onValue
 * @property {Record<string, string>} rules house rules that are not as usual
 * @property {Wrong} [wrong]
 * @property {Record<string, string>} [fixed] what may not be changed, and why
 * @property {Record<string, unknown>} [used] the values that the answer rests on
 */

/** Whose inputs they are, in words. @type {[FieldInfo['whose'], string][]} */
const SIDES = [
  ['own', 'You'],
  ['other', 'Opponent'],
  ['both', 'Both sides'],
];

/**
 * Tells whether a house rule that makes something of an input is in force.
 * @param {FieldInfo} field
 * @param {Record<string, string>} rules
 */
const isInForce = ({ sheet }, rules) =>
  sheet?.under !== undefined && Object.entries(sheet.under).every(([name, readings]) => readings.includes(rules[name]));

/**
 * Tells whether what helps with an input stands at the own one already.
 * @param {FieldInfo} field
 * @param {FieldInfo[]} fields
 */
const isSaid = ({ whose, title }, fields) =>
  whose === 'other' && fields.some((each) => each.whose === 'own' && each.title === title);

/** Both sides of an opposed action stand apart. @param {Filled} given */
export const Fields = (given) => {
  const fields = given.fields.map((field) => (isInForce(field, given.rules) ? { ...field, more: undefined } : field));
  const filled = { ...given, fields };
  if (!fields.some(({ whose, more }) => whose === 'other' && more === undefined))
    return html`<${Side} ...${filled} together=${true} />`;
  return html`${SIDES.map(([side, title]) => {
    const own = fields
      .filter(({ whose = 'own' }) => whose === side)
      .map((field) => (isSaid(field, fields) ? { ...field, help: '' } : field));
    return (
      own.length > 0 &&
      html`<fieldset class="stack wide side" key=${side}><legend>${title}</legend>
        <${Side} ...${filled} fields=${own} all=${fields} /></fieldset>`
    );
  })}`;
};

/**
 * @param {Filled & {all?: FieldInfo[], together?: boolean}} props all: the fields of both sides; together: whether
 *   these are all
 */
const Side = ({ fields, all = fields, ...filled }) => {
  const subjects = [...new Set(fields.map(({ more = '' }) => more))].filter((subject) => subject !== '');
  return html`
  <${Some} ...${filled} fields=${fields.filter(({ more = '' }) => more === '')} all=${all} />
  ${subjects.map(
    (subject) => html`<${Fold} key=${subject} title=${subject} ...${filled}
      fields=${fields.filter(({ more }) => more === subject)} all=${all} />`,
  )}`;
};

/**
 * Fields about one subject, folded away until somebody wants them or one is wrong.
 * @param {Filled & {all: FieldInfo[], together?: boolean, title: string}} props
 */
const Fold = ({ title, ...filled }) => {
  const { fields, values, wrong } = filled;
  const [open, setOpen] = useState(false);
  const at = fields.some(({ name }) => wrong?.fields?.includes(name));
  useEffect(() => {
    if (at) setOpen(true);
  }, [at]);
  const set = fields.filter((field) => (values[field.name] ?? defaultText(field)) !== defaultText(field)).length;
  return html`<details class="more" open=${open} onToggle=${(/** @type {any} */ e) => setOpen(e.currentTarget.open)}>
    <summary>${title} <span class="soft">${set > 0 ? `${set} set` : ''}</span></summary><${Some} ...${filled} />
  </details>`;
};

/** @param {Filled & {all: FieldInfo[], together?: boolean}} props */
const Some = ({ fields, all, together = false, values, onValue, wrong, fixed, used }) =>
  fields.length > 0 &&
  html`<div class="fields">${fields.map(
    (field) => html`
    <${Field} key=${field.name} field=${field} label=${together ? called(field) : undefined}
      value=${values[field.name] ?? defaultText(field)} fixed=${fixed?.[field.name]} used=${used?.[field.name]}
      onValue=${(/** @type {string} */ value) => onValue(field.name, value)}
      wrong=${
        wrong?.fields?.includes(field.name)
          ? `${sentence(withTitles(wrong, all, true))} ${wrong.remedy ?? ''}`
          : undefined
      } />`,
  )}</div>`;
