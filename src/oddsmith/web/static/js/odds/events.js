// What may come of it, in words, with the chance of each.
import { html } from '../lib/html.js';
import { inWords, percent, points, sentence } from '../lib/words.js';
import { Ledger } from '../ui/ledger.js';

/** @typedef {import('../lib/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../lib/documents.js').Odds} Odds */

/** @param {{action: ActionInfo, odds: Odds}} props */
export const Events = ({ action, odds }) => {
  const known = action.events.filter(({ name }) => odds.events[name] !== undefined);
  const never = odds.exact ? known.filter(({ name }) => odds.events[name].p === '0') : [];
  return html`<ul class="events">${known.filter((event) => !never.includes(event)).map(({ name, title, rule }) => {
    const chance = odds.events[name];
    return html`<li>
    <div class="event-name">${sentence(title)}${rule && html` <span class="soft small">${rule}</span>`}</div>
    <div class="number event-chance">${percent(chance.float)}</div>
    <div class="meter" aria-hidden="true"><i style=${{ width: `${100 * chance.float}%` }}></i></div>
    <div class="event-exact"><span class="soft small">${inWords(chance.float)}</span>
      <span class="exact" title="The exact chance">${chance.p.length > 60 ? html`<details class="long"><summary>${chance.p.length} characters</summary>${chance.p}</details>` : chance.p}</span></div>
  </li>`;
  })}</ul>
  ${never.length > 0 && html`<p class="small"><strong>Never:</strong> <span class="soft">${never.map(({ title }) => title).join(', ')}.</span></p>`}`;
};

/**
 * The events of several variants, with differences from the first.
 * @param {{action: ActionInfo, variants: {label: string, odds: Odds}[]}} props
 */
export const ComparedEvents = ({ action, variants }) => {
  const [first, ...others] = variants;
  const events = action.events.filter(({ name }) => first.odds.events[name] !== undefined);
  /** @param {boolean} read */
  const rows = (read) => events.map(/** @returns {(string | number)[]} */ ({ name, title }) => {
    const base = first.odds.events[name].float;
    return [sentence(title), read ? percent(base) : base, ...others.flatMap(/** @returns {(string | number)[]} */ ({ odds }) => {
      const p = odds.events[name]?.float;
      if (p === undefined) return ['–', '–'];
      return read ? [percent(p), points(p - base)] : [p, p - base];
    })];
  });
  return html`<${Ledger} caption="Events; differences in percentage points" shown=${rows(true)}
    grid=${{ head: ['Event', first.label, ...others.flatMap(({ label }) => [label, 'difference'])], rows: rows(false) }} />`;
};

/**
 * The odds in one sentence.
 * @param {ActionInfo} action @param {Odds} odds
 */
export const reading = (action, odds) => {
  const event = action.events[0];
  const chance = event && odds.events[event.name];
  return chance === undefined ? '' : `${inWords(chance.float)}: ${event.title} (${percent(chance.float)})${odds.exact ? '' : ' or more'}.`;
};
