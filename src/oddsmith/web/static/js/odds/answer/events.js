// Lists what may come of an action, with the chance of each event.
import { html } from '../../lib/html.js';
import { chanceInWords, grouped, percent, shortNumber, timesInWords } from '../../lib/numbers/format.js';
import { isTable, sentence } from '../../lib/text/words.js';
import { Downloads } from '../../ui/downloads.js';
import { varies } from '../charts/value_chances.js';

/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../../lib/net/documents.js').Odds} Odds */

/**
 * @param {{name: string, action: ActionInfo, odds: Odds, says?: Record<string, string>}} props name: of files; says:
 *   what rules come to, by id
 */
export const Events = ({ name, action, odds, says = {} }) => {
  // What is sure whatever the game master rules stands in the headline.
  const told = odds.ruling?.sure ?? [];
  const known = action.events.filter(({ name }) => odds.events[name] !== undefined && !told.includes(name));
  const settled = odds.exact ? known.filter(({ name }) => ['0', '1'].includes(odds.events[name].p)) : [];
  const open = known.filter((event) => !settled.includes(event));
  const always = settled.filter(({ name }) => odds.events[name].p === '1');
  const never = settled.filter((event) => !always.includes(event));
  // What only puts others together stands aside: first what exactly happened.
  const joint = open.filter(({ name, implied_by: by = [] }) => by.length > 1 && name !== action.leading);
  const apart = joint.length > FEW - 1 ? joint : [];
  /** @param {import('../../lib/net/documents.js').EventInfo[]} events */
  const list = (events) =>
    html`<ul class="events">${events.map(
      (event) => html`<${Happening} key=${event.name} event=${event}
        chance=${odds.events[event.name]} says=${says} />`,
    )}</ul>`;
  return html`
  ${open.length > 0 && list(open.filter((event) => !apart.includes(event)))}
  ${
    apart.length > 0 &&
    html`<details><summary>Several of these together <span class="soft">(${apart.length})</span>
      </summary>${list(apart)}</details>`
  }
  ${
    always.length > 0 &&
    html`<p class="small">
      <strong>Always:</strong> <span class="soft">${always.map(({ title }) => title).join(', ')}.</span></p>`
  }
  <${Folded} title="Never" items=${never.map(({ title }) => title)} />
  <div class="row end"><${Downloads} name=${name} grid=${() => table(known, odds)} json=${odds} /></div>`;
};

/** More than so many are folded into one line. */
const FEW = 3;

/**
 * Lists what need not be read, in a line or, where it is much, behind one.
 * @param {{title: string, items: string[]}} props
 */
export const Folded = ({ title, items }) => {
  if (items.length === 0) return null;
  if (items.length <= FEW)
    return html`<p class="small"><strong>${title}:</strong> <span class="soft">${items.join(', ')}.</span></p>`;
  return html`<details class="small"><summary>${title} <span class="soft">(${items.length})</span></summary>
    <ul class="soft">${items.map((item) => html`<li>${sentence(item)}</li>`)}</ul></details>`;
};

/**
 * @param {{event: import('../../lib/net/documents.js').EventInfo, chance: import('../../lib/net/documents.js').Chance,
 *   says: Record<string, string>}} props
 */
const Happening = ({ event: { title, rule }, chance, says }) => {
  const rules = rule.split(', ').filter((id) => says[id] !== undefined);
  return html`<li>
    ${
      rules.length > 0
        ? html`<details class="event-name"><summary>${sentence(title)}
          </summary>${rules.map((id) => html`<p class="small">${says[id]} <span class="soft">(${id})</span></p>`)}
        </details>`
        : html`<div class="event-name">${sentence(title)}</div>`
    }
    <div class="number event-chance">${percent(chance.float)}</div>
    <div class="meter" aria-hidden="true"><i style=${{ width: `${100 * chance.float}%` }}></i></div>
    <div class="event-exact"><span class="soft small">${chanceInWords(chance.float)}</span>
      <span class="exact" title="The exact chance">${
        chance.p.length > 60
          ? html`<details class="long">
            <summary>${chance.p.length} characters</summary>${chance.p}</details>`
          : chance.p
      }</span></div>
  </li>`;
};

/**
 * @param {import('../../lib/net/documents.js').EventInfo[]} events
 * @param {Odds} odds
 * @returns {import('../../lib/text/grid_text.js').Grid}
 */
const table = (events, odds) => ({
  head: ['Event', 'chance', 'exact'],
  rows: events.map(({ name, title }) => [sentence(title), odds.events[name].float, odds.events[name].p]),
});

/**
 * Picks what says most about an action: what its declaration names, or else the first event that may happen or not, or
 * else the first number that varies.
 * @typedef {{title: string, happens?: string, chance?: number, exact?: string, mean?: number, measured?: import('../../lib/net/documents.js').Measured}}
 *   Lead
 * @param {ActionInfo} action @param {Odds} odds @returns {Lead | undefined}
 */
export const leading = (action, odds) => {
  /** @param {import('../../lib/net/documents.js').EventInfo | undefined} event @returns {Lead | undefined} */
  const ofEvent = (event) =>
    event &&
    odds.events[event.name] && {
      title: event.title,
      happens: event.happens,
      chance: odds.events[event.name].float,
      exact: odds.events[event.name].p,
    };
  /** @param {{name: string, title: string} | undefined} measure @returns {Lead | undefined} */
  const ofMeasure = (measure) =>
    measure &&
    odds.measures[measure.name] && {
      title: measure.title,
      mean: odds.measures[measure.name].mean?.float,
      measured: odds.measures[measure.name],
    };
  const named =
    ofEvent(action.events.find(({ name }) => name === action.leading)) ??
    ofMeasure(action.measures.find(({ name }) => name === action.leading));
  if (named !== undefined) return named;
  const open = action.events.find(({ name }) => odds.events[name] && !['0', '1'].includes(odds.events[name].p));
  const varied = action.measures.find(({ name }) => odds.measures[name] && varies(odds.measures[name]));
  return (
    ofEvent(open) ??
    ofMeasure(varied) ??
    ofEvent(action.events.find(({ name }) => odds.events[name])) ??
    ofMeasure(action.measures[0])
  );
};

/** Tells whether all that is asked is certain and counts what stands in a table of facts. @param {Odds} odds */
export const counts = (odds) =>
  Object.keys(odds.events).length === 0 &&
  !Object.values(odds.measures).some(varies) &&
  Object.values(odds.facts).some(isTable);

/**
 * The odds in one sentence.
 * @param {ActionInfo} action @param {Odds} odds
 */
export const reading = (action, odds) => {
  if (odds.ruling) return odds.ruling.says;
  if (counts(odds)) {
    const counted = action.measures.map(({ name, title }) => `${title}: ${grouped(odds.measures[name].pmf[0]?.[0])}`);
    return `${sentence(counted.join('; '))}.`;
  }
  const lead = leading(action, odds);
  if (lead === undefined) return '';
  const more = odds.exact ? '' : ' or more';
  if (lead.chance !== undefined) {
    const often = timesInWords(lead.chance, lead.exact ?? '');
    if (often === '')
      return `${sentence(lead.title)}: ${chanceInWords(lead.chance).toLowerCase()} (${percent(lead.chance)})${more}.`;
    const chance = `${often} (${percent(lead.chance)})${more}`;
    if (lead.happens === undefined && lead.title.includes(': ')) return `${sentence(chance)}: ${lead.title}.`;
    return `${sentence(lead.happens ?? `${lead.title}:`)} ${chance}.`;
  }
  if (lead.measured === undefined) return '';
  const { measured, title } = lead;
  if (!varies(measured))
    return `${sentence(title)}: ${action.chance ? 'always ' : ''}${grouped(measured.pmf[0]?.[0])}.`;
  const [low, high] = [measured.quantiles['0.05'], measured.quantiles['0.95']];
  const mostly =
    low === null || high === null || low === high ? '' : `, 9 times in 10 between ${grouped(low)} and ${grouped(high)}`;
  return lead.mean === undefined ? '' : `${sentence(title)}: ${shortNumber(lead.mean)} on average${mostly}.`;
};
