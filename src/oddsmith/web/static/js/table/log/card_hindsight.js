// How rare the result of a roll was, and what best play would have spent, for whoever opens that fold of its card.
import { useState } from '../../../vendor/preact.js';
import { asText } from '../../lib/field_values.js';
import { html } from '../../lib/html.js';
import { ask } from '../../lib/net/api.js';
import { useAnswer, useDocument } from '../../lib/net/use_answer.js';
import { numeric, percent, shortNumber } from '../../lib/numbers/format.js';
import { spendings, unit } from '../../lib/text/spending.js';
import { endpoint, requestBody } from '../../odds/question/request.js';
import { varies } from '../../odds/charts/value_chances.js';
import { hindsight } from '../../roll/hindsight.js';
import { lazy } from '../../ui/lazy_load.js';

/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../../lib/net/documents.js').Rolled} Rolled */
/** @typedef {import('../store/fold.js').Roll} Roll */

const Curve = lazy(async () => (await import('../../roll/curve.js')).Curve);

/** What was given, as it is typed. @param {Record<string, unknown>} values */
const typed = (values) =>
  Object.fromEntries(
    Object.entries(values)
      .map(([name, value]) => [name, asText(value)])
      .filter(([, text]) => text !== ''),
  );

/** @param {{roll: Roll, action: ActionInfo}} props */
export const CardHindsight = ({ roll, action }) => {
  const [open, setOpen] = useState(false);
  return html`<details onToggle=${(/** @type {any} */ e) => setOpen(e.currentTarget.open)}>
    <summary>How rare was that?</summary>${open && html`<${Told} roll=${roll} action=${action} />`}</details>`;
};

/** @param {{roll: Roll, action: ActionInfo}} props */
const Told = ({ roll, action }) => {
  const { system, inputs, options } = /** @type {Record<string, any>} */ (roll.request);
  const question = { system, action: action.name, inputs: typed(inputs), rules: typed(options) };
  const { answer: odds, error } = useDocument(endpoint('odds', question));
  const { answer: best } = useAnswer(
    action.decides === '' || !odds || odds.ruling ? '' : JSON.stringify(question),
    (signal) =>
      ask(`/api/best/${system}/${action.name}`, {
        method: 'POST',
        signal,
        body: { ...requestBody(question), goal: action.leading, plan: 1 },
      }),
  );
  const rolled = /** @type {Rolled} */ (/** @type {unknown} */ (roll.result));
  if (error) return html`<p class="small">${error.message}</p>`;
  if (!odds) return html`<p class="small soft" role="status">Working it out…</p>`;
  if (odds.ruling) return html`<p class="small">${odds.ruling.says}</p>`;
  const measure = action.measures.find(({ name }) => odds.measures[name] && varies(odds.measures[name]));
  return html`<div class="stack">
    <p>${hindsight(action, odds, rolled)}</p>
    ${
      measure &&
      html`<${Curve} title=${measure.title} measured=${odds.measures[measure.name]}
        rolled=${numeric(/** @type {any} */ (rolled.measures[measure.name] ?? ''))} />`
    }
    ${best && html`<p class="small">${played(action, odds, best, rolled)}</p>`}
  </div>`;
};

/**
 * What best play is worth, and what it and this roll spent.
 * @param {ActionInfo} action @param {any} odds @param {any} best @param {Rolled} rolled
 */
const played = (action, odds, best, rolled) => {
  const shown = best.chance ? percent : shortNumber;
  const plain = odds.events[action.leading]?.float ?? odds.measures[action.leading]?.mean?.float;
  const spent = spendings(action)
    .filter(({ name }) => best.measures[name])
    .map((measure) => {
      const { mean } = best.measures[measure.name];
      const here = rolled.measures[measure.name] ?? 0;
      return `It spends ${shortNumber(mean.float)} ${unit(measure)} on average; this roll spent ${here === 0 ? 'none' : here}.`;
    });
  const worth = `Best play makes it ${shown(best.value.float)}${plain === undefined ? '' : `; spending nothing, ${shown(plain)}`}.`;
  return [worth, ...spent].join(' ');
};
