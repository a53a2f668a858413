// The objective of best play: its fields, and how it is written for the server.
import { useState } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';
import { sentence } from '../../lib/text/words.js';
import { defaultText } from '../../lib/field_values.js';
import { Icon } from '../../ui/icons.js';

/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../question/question.js').View} View */

/** @param {ActionInfo} action @param {string} text whether that is an event or a measure by name */
export const isNamed = (action, text) => [...action.events, ...action.measures].some(({ name }) => name === text);

/**
 * The gain, without its limit: what the action is for, unless something else was chosen.
 * @param {ActionInfo} action
 * @param {View} view
 */
export const gainOf = (action, view) => (view.goal === '' ? (action.aim ?? action.leading) : view.goal);

/**
 * The cost: what is spent first, unless something else was chosen.
 * @param {ActionInfo} action
 * @param {View} view
 */
export const costOf = (action, view) => {
  if (view.cost !== '') return view.cost;
  const others = [...action.measures.filter(({ spends }) => spends), ...action.measures, ...action.events];
  return others.find(({ name }) => name !== gainOf(action, view))?.name ?? '';
};

/**
 * Tells whether there is any of what a measure says is spent.
 * @param {ActionInfo} action
 * @param {View} view
 * @param {string} name
 */
export const isThere = (action, view, name) => {
  const field = action.inputs.find((each) => name === `${each.name}_spent`);
  return field === undefined || !['', '0'].includes((view.question.inputs[field.name] ?? defaultText(field)).trim());
};

/** The whole goal, as the server reads it. @param {ActionInfo} action @param {View} view */
export const goalOf = (action, view) => {
  const wanted = gainOf(action, view);
  return view.atMost.trim() === '' ? wanted : `${wanted} for at most ${view.atMost.trim()} ${costOf(action, view)}`;
};

/** The prices that are given. @param {View} view */
export const pricesOf = ({ prices }) =>
  Object.fromEntries(Object.entries(prices).filter(([, price]) => price.trim() !== ''));

/**
 * A price of nothing on all that is spent and on the cost: the answer then tells how much that is.
 * @param {ActionInfo} action
 * @param {View} view
 */
export const freePrices = (action, view) => {
  const names = action.measures
    .filter(({ name, spends }) => spends && !/^(opposing|against)_/.test(name))
    .map(({ name }) => name);
  const cost = costOf(action, view);
  return Object.fromEntries((isNamed(action, cost) ? [...names, cost] : names).map((name) => [name, '0']));
};

/** @param {{name: string, title: string}} of what a price or limit is about, in words */
const unit = ({ name, title }) =>
  `${title.replace(/ spent.*/, '')}${/^(opposing|against)_/.test(name) ? ' (opponent)' : ''}`;

const WRITTEN = ' ';

/**
 * @param {{action: ActionInfo, view: View, onView: (change: Partial<View>) => void, error: any}} props error: what the
 *   server says of the goal
 */
export const ObjectiveFields = ({ action, view, onView, error }) => {
  const [writing, setWriting] = useState(view.goal !== '' && !isNamed(action, view.goal));
  const [adding, setAdding] = useState(view.cost !== '' && !isNamed(action, view.cost));
  const wanted = gainOf(action, view);
  const cost = costOf(action, view);
  const all = [...action.events, ...action.measures];
  const spent = action.measures.filter(({ spends }) => spends);
  // Nobody plays to spend as much as they can.
  const aims = all.filter((each) => !spent.some(({ name }) => name === each.name) || each.name === wanted);
  const priced = all.filter(
    (each) =>
      ('spends' in each && each.spends && isThere(action, view, each.name)) || (view.prices[each.name] ?? '') !== '',
  );
  const wrong = error && placeOf(error, writing, adding ? view.cost : '');
  /** @param {any} event */
  const aim = ({ target: { value } }) => {
    setWriting(value === WRITTEN);
    // What the fields say so far is where one's own words begin.
    if (value === WRITTEN) onView({ goal: goalOf(action, view), atMost: '' });
    else onView({ goal: value });
  };
  /** @param {any} event */
  const pay = ({ target: { value } }) => {
    setAdding(value === WRITTEN);
    onView({ cost: value === WRITTEN ? cost : value });
  };
  return html`
  <div class="fields">
    <div class="field"><label for="best-goal">Aim for</label>
      <select id="best-goal" onInput=${aim}>
        ${aims.map(
          ({ name, title }) => html`<option value=${name} selected=${!writing && name === wanted}>
            ${sentence(title)}</option>`,
        )}
        <option value=${WRITTEN} selected=${writing}>A goal in your own words…</option>
      </select></div>
    ${
      writing &&
      html`<${Text} id="best-words" label="Goal" value=${view.goal} wrong=${wrong === 'goal' ? error : undefined}
        wide=${true} placeholder=${wanted}
        help=${html`Such as <em>${exampleOf(action)}</em>. Spell names as you like; join events with <em>and</em>,
        <em>but</em>, <em>or</em>, <em>not</em>.`}
        onText=${(/** @type {string} */ goal) => onView({ goal })} />`
    }
  </div>
  ${
    priced.length > 0 &&
    html`<div class="fields small-fields">
      ${priced.map(
        (
          each,
        ) => html`<${Text} key=${each.name} id="price-${each.name}" label="Price of 1 ${priced.some((other) => other !== each && unit(other) === unit(each)) ? each.title : unit(each)}"
          value=${view.prices[each.name] ?? ''} placeholder="0" number=${true}
          wrong=${wrong === `price-${each.name}` ? error : undefined}
          onText=${(/** @type {string} */ price) => onView({ prices: { ...view.prices, [each.name]: price } })} />`,
      )}
    </div>
    <p class="small soft">A price says what one point is worth to you: at 0.01, best play spends a point only if it
      adds at least one percentage point.</p>`
  }
  ${
    cost !== '' &&
    html`<div class=${writing ? 'fields' : 'fields limit-fields'}>
      ${
        !writing &&
        html`<${Text} id="best-most" label="For at most" value=${view.atMost} placeholder="no limit" number=${true}
          wrong=${wrong === 'at-most' ? error : undefined}
          onText=${(/** @type {string} */ atMost) => onView({ atMost })} />`
      }
      <div class="field"><label for="best-cost">${writing ? 'Weigh it against' : 'of this, on average'}</label>
        <select id="best-cost" onInput=${pay}>
          ${[...spent, ...action.measures.filter(({ spends }) => !spends)].map(
            ({ name, title }) => html`<option
              value=${name} selected=${!adding && name === cost}>${sentence(title)}</option>`,
          )}
          ${action.events.map(
            ({ name, title }) => html`<option value=${name} selected=${!adding && name === cost}>
              Chance: ${title}</option>`,
          )}
          ${
            action.measures.length > 1 &&
            html`<option value=${WRITTEN} selected=${adding}>Several, added up…
            </option>`
          }
        </select></div>
      ${
        adding &&
        html`<${Text} id="best-costs" label="Added up" value=${view.cost} wide=${true}
          wrong=${wrong === 'cost' ? error : undefined}
          help=${html`Such as <em>${action.measures
            .slice(0, 2)
            .map(({ name }, place) => `${place === 0 ? '' : '2 '}${name}`)
            .join(' + ')}</em>.`}
          onText=${(/** @type {string} */ text) => onView({ cost: text })} />`
      }
    </div>`
  }`;
};

/**
 * Finds the field that a refusal is about.
 * @param {any} error
 * @param {boolean} writing
 * @param {string} added up as a cost
 */
const placeOf = ({ field = '', value = '' }, writing, added) => {
  if (field.startsWith('price of ')) return `price-${field.slice('price of '.length)}`;
  if (field !== 'goal') return '';
  if (writing) return 'goal';
  return value !== '' && added.includes(String(value)) ? 'cost' : 'at-most';
};

/** Tells whether a refusal is told at one of the fields here. @param {any} error */
export const isAtObjective = (error) => placeOf(error, true, '') !== '';

/** @param {ActionInfo} action a goal in words about it */
const exampleOf = ({ events, measures }) => {
  const spends = measures.find((each) => each.spends);
  const first = events[0]?.name ?? measures[0].name;
  const other = events.find(({ name }) => name !== first && name.startsWith('no_')) ?? events[2];
  return `${first}${other ? ` but ${other.name.startsWith('no_') ? '' : 'not '}${other.name}` : ''}${spends ? ` for at most 1 ${spends.name}` : ''}`.replaceAll(
    '_',
    ' ',
  );
};

/**
 * @param {{id: string, label: string, value: string, onText: (text: string) => void, wrong?: any, help?: unknown,
 *   wide?: boolean, number?: boolean, placeholder?: string}} props
 */
const Text = ({ id, label, value, onText, wrong, help, wide = false, number = false, placeholder = '' }) => html`
<div class=${wide ? 'field wide' : 'field'}><label for=${id}>${label}</label>
  <input id=${id} type="text" inputmode=${number ? 'decimal' : 'text'} value=${value} placeholder=${placeholder}
    autocomplete="off" autocapitalize="off" spellcheck=${false}
    aria-invalid=${wrong ? 'true' : undefined}
    aria-describedby=${[wrong ? `${id}-wrong` : '', help ? `${id}-help` : ''].filter(Boolean).join(' ') || undefined}
    onInput=${(/** @type {any} */ e) => onText(e.target.value)} />
  ${
    wrong &&
    html`<p class="wrong" id="${id}-wrong"><${Icon} name="warning" size=${18} /><span>${wrong.message} ${wrong.remedy}
      </span></p>
    <${Place} text=${value} part=${typeof wrong.value === 'string' ? wrong.value : ''} />`
  }
  ${help && html`<p class="help" id="${id}-help">${help}</p>`}</div>`;

/** Marks the part of a text that is not understood. @param {{text: string, part: string}} props */
const Place = ({ text, part }) => {
  const start = text.toLowerCase().indexOf(part.toLowerCase());
  if (start < 0 || part === '' || part.length === text.length) return null;
  return html`<p class="notation-place" aria-hidden="true"><code>${text.slice(0, start)}
      <mark>${text.slice(start, start + part.length)}</mark>${text.slice(start + part.length)}</code></p>`;
};
