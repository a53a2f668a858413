// Best play: what it is worth, what to choose when, and what spending buys.
import { useEffect, useState } from '../../../vendor/preact.js';
import { breakable, html } from '../../lib/html.js';
import { ask } from '../../lib/net/api.js';
import { useAnswer } from '../../lib/net/use_answer.js';
import { percent, points, shortNumber } from '../../lib/numbers/format.js';
import { ZERO, float, parse, plus, times, write } from '../../lib/numbers/fraction.js';
import { sentence } from '../../lib/text/words.js';
import { Icon } from '../../ui/icons.js';
import { isAtField } from '../answer/answer.js';
import { Progress } from '../answer/progress.js';
import { requestBody } from '../question/request.js';
import {
  ObjectiveFields,
  costOf,
  freePrices,
  gainOf,
  goalOf,
  isAtObjective,
  isNamed,
  isThere,
  pricesOf,
} from './objective.js';
import { Plan } from './plan.js';

/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../../lib/net/documents.js').Best} Best */
/** @typedef {import('../../lib/net/documents.js').Side} Side */
/** @typedef {import('../question/question.js').View} View */

/** More decisions than a page can show need not be sent. */
const MOST = 600;

/** Exact numbers longer than this are not written out beside their decimals. */
const LONGEST = 16;

/**
 * @param {{action: ActionInfo, view: View, onView: (change: Partial<View>) => void, onPlayed: (best:
 *   import('../answer/marginal_value.js').Played) => void}} props
 */
export const BestPlay = ({ action, view, onView, onPlayed }) => {
  const { question } = view;
  const request = { ...requestBody(question), goal: goalOf(action, view), prices: pricesOf(view), plan: MOST };
  const more = { ...freePrices(action, view), ...request.prices };
  const live = useAnswer(
    JSON.stringify([question.system, question.action, request, more, view.frontier]),
    async (signal) => {
      /** @param {Record<string, string>} prices @returns {Promise<Best>} */
      const playing = (prices) =>
        ask(`/api/best/${question.system}/${question.action}`, {
          method: 'POST',
          signal,
          body: { ...request, prices },
        });
      const best = await playing(more);
      // What is asked together may be known less exactly; who looks at trade-offs asks for it anyway.
      return best.exact || view.frontier ? best : playing(request.prices);
    },
    120,
  );
  const { answer, error, busy, stale, fresh, stopped } = live;
  const plain =
    gainOf(action, view) === action.leading &&
    view.atMost.trim() === '' &&
    Object.values(request.prices).every((price) => Number(price) === 0);
  const plainly = !plain || error || stopped ? null : fresh ? answer : undefined;
  useEffect(() => onPlayed(plainly), [plainly]);
  useEffect(() => () => onPlayed(undefined), []);
  return html`<section class="sheet" aria-labelledby="best-title" aria-busy=${busy}>
    <header><h2 id="best-title">Best play</h2><span class="soft small">${sentence(action.decides)}</span></header>
    <div class="body">
      <${ObjectiveFields} action=${action} view=${view} onView=${onView} error=${error} />
      <${Progress} live=${live} doing="Looking for the best play; this one takes a while…"
        elsewhere=${error !== undefined && (isAtObjective(error) || isAtField(action, error))} />
      ${
        stale &&
        html`<p class="notice"><${Icon} name="warning" /><span>This is still the best play for your last question.
          </span></p>`
      }
      ${
        answer &&
        html`<div class="stack wide ${stale ? 'stale' : ''}">
          <${Worth} action=${action} view=${view} answer=${answer} />
          ${costOf(action, view) !== '' && html`<${Trade} ...${{ action, view, onView, answer }} />`}
          <${WhatToDo} answer=${answer} others=${view.frontier} /></div>`
      }
    </div>
  </section>`;
};

/** Chooses how the values of an answer are written. @param {Best} answer */
const valuesOf = ({ chance }) => (chance ? percent : shortNumber);

/** And what things cost within its limit. @param {Best} answer */
const costsOf = ({ constraint }) => (constraint?.chance ? percent : shortNumber);

/** Whether others play to win. @param {Best} answer */
const isOpposed = ({ constraint, plan }) => !constraint && plan.some(({ who }) => who !== 'player');

/** @param {{action: ActionInfo, view: View, answer: Best}} props */
const Worth = ({ action, view, answer }) => {
  const [shown, spent] = [valuesOf(answer), costsOf(answer)];
  const { constraint, cost } = answer;
  const spends = action.measures.filter(
    ({ name, spends: own }) =>
      own &&
      answer.measures[name] &&
      !(constraint && constraint.cost === name) &&
      (isThere(action, view, name) || answer.measures[name].mean?.exact !== '0'),
  );
  const priced = Object.values(answer.prices).some((price) => price !== '0');
  const chance = answer.events[answer.goal];
  return html`
  ${answer.ruling && html`<p>${answer.ruling.says}</p>`}
  <dl class="stats">
    ${
      priced &&
      chance &&
      html`<${Stat} name=${sentence(answer.titles[answer.goal])} shown=${percent(chance.float)}
        exact=${chance.p} />`
    }
    <${Stat} name=${priced ? 'Value after prices' : 'With best play'} shown=${shown(answer.value.float)}
      exact=${answer.value.exact} />
    ${
      constraint &&
      cost &&
      html`<${Stat}
        name="${sentence(constraint.title)}${constraint.chance ? '' : ', on average'}" shown=${spent(cost.float)}
        exact=${cost.exact} />`
    }
    ${
      action.measures.some(({ spends: own }) => own) &&
      html`<${Stat} name=${isOpposed(answer) ? 'Nobody spending' : 'Spending nothing'}
        shown=${shown(answer.unspent.float)} exact=${answer.unspent.exact} />
      ${
        !isOpposed(answer) && // others gain, too
        html`<${Stat} name="Gain"
        shown=${
          answer.chance
            ? `${points(answer.value.float - answer.unspent.float)} points`
            : shortNumber(answer.value.float - answer.unspent.float)
        } />`
      }`
    }
    ${spends.map(
      ({ name, title }) => html`<${Stat} name="${sentence(title)}, on average"
        shown=${shortNumber(answer.measures[name].mean?.float)} exact=${answer.measures[name].mean?.exact ?? ''} />`,
    )}
  </dl>
  ${
    !answer.exact &&
    html`<p class="small soft">
      Rare cases of ${float(parse(answer.unresolved)).toExponential(1)} in all are left out: a chance may be higher by
      that much.</p>`
  }
  `;
};

/** @param {{answer: Best, others: boolean}} props others: whether it was told what others do */
const WhatToDo = ({ answer, others }) => html`
  ${isOpposed(answer) && html`<p class="small soft">Everyone else plays against you as well as they can.</p>`}
  ${answer.others && !others && html`<p class="small soft">Others decide too. ${sentence(answer.others)}.</p>`}
  ${
    answer.parts === undefined
      ? html`<${Plan} answer=${answer} plan=${answer.plan} shown=${valuesOf(answer)} phrases=${answer.phrases} />`
      : html`<${Parts} answer=${answer} shown=${valuesOf(answer)} spent=${costsOf(answer)} />`
  }`;

/** @param {{name: string, shown: string, exact?: string}} props */
const Stat = ({ name, shown, exact = '' }) => html`<div><dt>${name}</dt>
  <dd title=${exact || undefined}>${shown}${
    exact.includes('/') &&
    exact.length <= LONGEST &&
    html`<span class="exact">
      ${breakable(exact)}</span>`
  }</dd></div>`;

/**
 * Best play within a limit: one plan, or two of which one is drawn.
 * @param {{answer: Best, shown: (value: number) => string, spent: (cost: number) => string}} props
 */
const Parts = ({ answer, shown, spent }) => {
  const { parts = [], single, constraint } = answer;
  /** @param {number} part */
  const entries = (part) => answer.plan.filter((entry) => entry.part === part);
  if (parts.length === 1)
    return html`<${Plan} answer=${parts[0]} plan=${entries(0)} shown=${shown} spent=${spent}
      phrases=${answer.phrases} />`;
  /** @param {{exact: string, float: number}} share */
  const share = ({ exact, float }) => (exact.length <= 7 ? exact : percent(float));
  return html`
  <p class="drawn">The limit holds on average over many games. Before each game, draw one of two plans:
    ${' '}<strong>plan A with chance ${share(parts[0].share)}
    </strong>, <strong>plan B with chance ${share(parts[1].share)}</strong>.
    ${
      constraint?.price &&
      html` <span class="soft">
        Both are best, and equally good, if 1 more of the cost is worth ${
          constraint.price.length <= 9 ? constraint.price : `about ${shortNumber(float(parse(constraint.price)))}`
        } to you.
      </span>`
    }</p>
  ${
    single &&
    html`<p>If you would rather not draw, choose <strong>${
      single.opening
        .filter((option) => !option.startsWith('no '))
        .map((option) => answer.phrases[option] ?? option)
        .join(', ') || 'nothing'
    }</strong>: ${shown(single.gain.float)} for ${spent(single.cost.float)}.</p>`
  }
  ${parts.map(
    (part, place) => html`<section class="stack wide" aria-labelledby="plan-${place}">
      <h3 id="plan-${place}">Plan ${'AB'[place]}, in ${percent(part.share.float)} of all
        games: ${shown(part.gain.float)} for ${spent(part.cost.float)}</h3>
      <${Plan} answer=${part} plan=${entries(place)} shown=${shown} spent=${spent} level=${4}
        phrases=${answer.phrases} />
    </section>`,
  )}`;
};

/**
 * Sums up what the plan that is shown comes to, on a side of a trade-off, in full; '' where the answer does not tell.
 * @param {Best} answer
 * @param {Side} side
 */
const reached = (answer, side) => {
  const known = answer.events[side.name];
  if (known !== undefined) return known.p;
  let total = ZERO;
  for (const [name, share] of Object.entries(side.terms)) {
    const part = answer.events[name]?.p ?? answer.measures[name]?.mean?.exact;
    if (part === undefined) return '';
    total = plus(total, times(parse(share), parse(part)));
  }
  return write(total);
};

/**
 * Shows what every amount of the cost buys, once somebody wants to see it.
 * @param {{action: ActionInfo, view: View, onView: (change: Partial<View>) => void, answer: Best}} props
 */
const Trade = ({ action, view, onView, answer }) => {
  const [Frontier, setFrontier] = useState(/** @type {any} */ (undefined));
  useEffect(() => {
    if (view.frontier && Frontier === undefined)
      import('./frontier.js').then((module) => setFrontier(() => module.Frontier));
  }, [view.frontier]);
  const cost = costOf(action, view);
  const paid = !isNamed(action, cost) || action.measures.some(({ name, spends }) => spends && name === cost);
  const title = paid ? 'What spending buys' : 'What can be traded';
  if (!view.frontier) {
    return html`<div><button type="button" class="button" onClick=${() => onView({ frontier: true })}>
        Show ${title.toLowerCase()}</button></div>`;
  }
  const wanted = gainOf(action, view);
  return (
    Frontier &&
    html`<${Frontier} title=${title} action=${action} question=${view.question} gain=${isNamed(action, wanted) ? wanted : answer.goal}
      cost=${cost}
      here=${(/** @type {Side} */ side) => reached(answer, side)}
      onChoose=${(/** @type {Partial<View>} */ change) =>
        onView({ ...change, goal: isNamed(action, wanted) ? view.goal : answer.goal })}
      onClose=${() => onView({ frontier: false })} />`
  );
};
