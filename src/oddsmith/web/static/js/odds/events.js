// What may come of it, in words, with the chance of each.
import { html } from '../lib/html.js';
import { inWords, percent, sentence } from '../lib/words.js';
import { Take } from '../ui/take.js';

/** @typedef {import('../lib/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../lib/documents.js').Odds} Odds */

/** @param {{name: string, action: ActionInfo, odds: Odds}} props name: of files */
export const Events = ({ name, action, odds }) => {
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
  ${never.length > 0 && html`<p class="small"><strong>Never:</strong> <span class="soft">${never.map(({ title }) => title).join(', ')}.</span></p>`}
  <div class="row end"><${Take} name=${name} grid=${() => table(known, odds)} json=${odds} /></div>`;
};

/** @param {import('../lib/documents.js').EventInfo[]} events @param {Odds} odds @returns {import('../lib/grid.js').Grid} */
const table = (events, odds) => ({
  head: ['Event', 'chance', 'exact'],
  rows: events.map(({ name, title }) => [sentence(title), odds.events[name].float, odds.events[name].p]),
});

/**
 * The odds in one sentence.
 * @param {ActionInfo} action @param {Odds} odds
 */
export const reading = (action, odds) => {
  const event = action.events[0];
  const chance = event && odds.events[event.name];
  return chance === undefined ? '' : `${inWords(chance.float)}: ${event.title} (${percent(chance.float)})${odds.exact ? '' : ' or more'}.`;
};
