// Dice notation: what somebody types is rolled, and its odds are drawn while they type.
import { useEffect, useMemo, useRef, useState } from '../../vendor/preact.js';
import { ask } from '../lib/api.js';
import { html } from '../lib/html.js';
import { restate } from '../lib/route.js';
import { copy } from '../lib/save.js';
import { announce, flash } from '../lib/say.js';
import { humane, numeric, sentence, short } from '../lib/words.js';
import { useAsked } from '../odds/asking.js';
import { Distribution, Stats } from '../odds/distribution.js';
import { ComparedEvents, Events } from '../odds/events.js';
import { AS_WORDS, varies } from '../odds/figures.js';
import { WAYS, limits, limitsOf } from '../odds/link.js';
import { Icon } from '../ui/icons.js';
import { Trail } from '../ui/rolled.js';
import { Title, Trouble } from '../ui/shell.js';

/** @typedef {import('../lib/documents.js').Catalogue} Catalogue */
/** @typedef {import('../lib/documents.js').Odds} Odds */
/** @typedef {import('../lib/documents.js').ActionInfo} ActionInfo */
/** @typedef {{text: string, pins: string[], of: string, as: import('../odds/link.js').As, log: boolean, all: boolean, low: string, high: string, version: string}} View */

/** What can be written, by example. */
const EXAMPLES = [
  ['4d6kh3', 'keep the highest three'],
  ['2d20kl1', 'keep the lower one'],
  ['3d6+2', 'add up'],
  ['6d6!', 'sixes explode'],
  ['7d10>=7!', 'count 7 and more, tens explode'],
  ['5d10>=6f1', 'count 6 and more, take away ones'],
  ['4d6r1', 'roll ones again'],
  ['4dF', 'Fudge dice'],
  ['2d6 vs 2d6+1', 'one against the other'],
  ['max(d20, d12)', 'the greater of two'],
];

const MOST_PINS = 5;

/** @param {string} text */
const endpoint = (text) => `/api/odds?notation=${encodeURIComponent(text)}`;

/** @param {string} text */
const readable = (text) => encodeURIComponent(text).replace(/%20/g, '+').replace(/%(?:2C|3D|3A|2F|40|21)/g, decodeURIComponent);

/** @param {View} view @param {string} version */
const address = ({ text, pins, of, as, log, all, low, high }, version) => {
  const pairs = [['d', text], ...pins.map((pin) => ['pin', pin])];
  if (of !== '') pairs.push(['of', of]);
  if (as !== 'exactly') pairs.push(['as', as]);
  if (log) pairs.push(['scale', 'log']);
  if (all) pairs.push(['values', 'all']);
  pairs.push(...limits({ low, high }));
  pairs.push(['v', version]);
  return `/notation?${pairs.map(([name, value]) => `${name}=${readable(value)}`).join('&')}`;
};

/** @param {URLSearchParams} query @returns {View} */
const viewOf = (query) => {
  const as = /** @type {import('../odds/link.js').As} */ (query.get('as') ?? '');
  return {
    text: query.get('d') ?? EXAMPLES[0][0], pins: query.getAll('pin'), of: query.get('of') ?? '', as: WAYS.includes(as) ? as : 'exactly',
    log: query.get('scale') === 'log', all: query.get('values') === 'all', ...limitsOf(query.get('x') ?? ''), version: query.get('v') ?? '',
  };
};

/** The answer of a notation, as if it were of an action that was declared. @param {Odds} odds @returns {ActionInfo} */
const declared = (odds) => ({
  name: odds.action, title: odds.action, summary: '', example: '', decides: '', inputs: [],
  events: Object.keys(odds.events).map((name) => ({ name, title: odds.titles[name] ?? name, rule: '' })),
  measures: Object.keys(odds.measures).map((name) => ({ name, title: odds.titles[name] ?? name, one: odds.titles[name] ?? name, spends: false, changes: [] })),
  costs: [],
});

/** @param {{catalogue: Catalogue, query: URLSearchParams}} props */
export const NotationPage = ({ catalogue, query }) => {
  const [view, setView] = useState(() => viewOf(query));
  /** @param {Partial<View>} change */
  const change = (change) => setView((was) => ({ ...was, ...change }));
  const text = view.text.trim();
  const { answer: odds, error } = useAsked(text === '' ? '' : endpoint(text), (signal) => ask(endpoint(text), { signal }));
  const link = address(view, catalogue.version);
  useEffect(() => { restate(link); }, [link]);
  const mean = odds?.measures.total?.mean?.float;
  useEffect(() => { if (odds && !error && mean !== undefined) announce(`${odds.action}: on average ${short(mean)}`); }, [odds, error]);
  const old = view.version !== '' && view.version !== catalogue.version;
  return html`
    <${Title} title="Dice notation"><p>Write dice as your group does. The odds are exact, also where dice explode without end.</p></>
    ${old && html`<div class="notice"><${Icon} name="warning" /><p>This link was made with version ${view.version}; this is ${catalogue.version}. Results may differ.</p></div>`}
    <section class="sheet" aria-labelledby="dice-title"><header><h2 id="dice-title">The dice</h2></header>
      <form class="body" onSubmit=${(/** @type {Event} */ e) => e.preventDefault()}>
        <div class="field"><label for="dice">Notation</label>
          <input id="dice" class="notation" type="text" autocomplete="off" autocapitalize="off" spellcheck=${false} maxlength="1000" value=${view.text}
            aria-describedby="dice-wrong" aria-invalid=${error ? 'true' : undefined} onInput=${(/** @type {any} */ e) => change({ text: e.target.value })} />
          <div id="dice-wrong" aria-live="polite">${error && html`<${Wrong} text=${text} error=${error} />`}</div></div>
        <ul class="examples">${EXAMPLES.map(([example, meaning]) => html`<li><button type="button" class="button" onClick=${() => change({ text: example })}><code>${example}</code><span class="small soft">${meaning}</span></button></li>`)}</ul>
      </form></section>
    ${odds && html`<${Answer} view=${view} odds=${odds} change=${change} link=${link} text=${text} fresh=${!error} />`}`;
};

/** What is wrong with a notation, and where. @param {{text: string, error: any}} props */
const Wrong = ({ text, error }) => {
  const { start, end } = error;
  return html`<p class="wrong"><${Icon} name="warning" size=${18} /><span>${`${error.message} ${error.remedy}`.split('`').map((part, place) => (place % 2 === 0 ? part : html`<code>${part}</code>`))}</span></p>
    ${start !== undefined && html`<p class="notation-place" aria-hidden="true"><code>${text.slice(0, start)}<mark>${text.slice(start, Math.max(end, start + 1)) || ' '}</mark>${text.slice(Math.max(end, start + 1))}</code></p>`}`;
};

/** @param {{view: View, odds: Odds, change: (change: Partial<View>) => void, link: string, text: string, fresh: boolean}} props */
const Answer = ({ view, odds, change, link, text, fresh }) => {
  const key = view.pins.length === 0 ? '' : JSON.stringify(view.pins);
  const { answer: pinned } = useAsked(key, (signal) => Promise.all(view.pins.map((pin) => ask(endpoint(pin), { signal }).catch(() => undefined))));
  const others = /** @type {Odds[]} */ ((view.pins.length > 0 ? pinned ?? [] : []).filter((/** @type {unknown} */ each) => each !== undefined));
  const action = declared(odds);
  const moving = action.measures.filter(({ name }) => varies(odds.measures[name]));
  const measure = moving.find(({ name }) => name === view.of) ?? moving[0];
  const variants = useMemo(() => (measure === undefined ? [] : [odds, ...others.filter((each) => each.measures[measure.name])]
    .map((each) => ({ label: each.action, measured: each.measures[measure.name] }))), [odds, pinned, key, measure?.name]);
  const [simulated, simulate] = useSimulation(text, measure?.name);
  return html`<section class="sheet ledger-margin" aria-labelledby="odds-title"><header><h2 id="odds-title">${odds.action}</h2>
      <button type="button" class="button" disabled=${view.pins.length >= MOST_PINS || !fresh} onClick=${() => change({ pins: [...view.pins, text] })}><${Icon} name="pin" />Pin</button>
      <button type="button" class="button" onClick=${async () => flash((await copy(new URL(link, location.href).href)) ? 'Link copied.' : 'The browser does not allow copying; the address bar has the link.')}><${Icon} name="link" />Link</button></header>
    <div class="body">
      ${!fresh && html`<p class="notice"><${Icon} name="warning" /><span>These are the odds of what could be read last.</span></p>`}
      ${!odds.exact && html`<p class="notice"><${Icon} name="warning" /><span>A part of ${numeric(odds.unresolved).toExponential(1)} was not resolved: each chance is at least what is shown, and no more than that above it.</span></p>`}
      ${view.pins.length > 0 && html`<ul class="pins" aria-label="Pinned">${view.pins.map((pin, place) => html`<li><button type="button" class="button" aria-label="Unpin ${pin}" onClick=${() => change({ pins: view.pins.filter((_, other) => other !== place) })}><${Icon} name="close" size=${16} />${pin}</button></li>`)}</ul>`}
      ${action.events.length > 0 && (others.length > 0 ? html`<${ComparedEvents} action=${action} variants=${[odds, ...others].map((each) => ({ label: each.action, odds: each }))} />` : html`<${Events} action=${action} odds=${odds} />`)}
      ${measure === undefined && action.measures.map(({ name }) => html`<p>Always ${String(odds.measures[name].pmf[0]?.[0])}.</p>`)}
      ${measure && html`
        <div class="row apart">
          ${moving.length > 1 ? html`<div class="field"><label for="measure" class="only-read">Number</label><select id="measure" onInput=${(/** @type {any} */ e) => change({ of: e.target.value })}>
            ${moving.map(({ name, title }) => html`<option value=${name} selected=${name === measure.name}>${sentence(title)}</option>`)}</select></div>` : html`<h3>${sentence(measure.title)}</h3>`}
          <fieldset class="switch-row"><legend class="only-read">Chance of</legend>${WAYS.map((as) => html`
            <label><input type="radio" name="as" checked=${view.as === as} onChange=${() => change({ as })} /><span>${sentence(AS_WORDS[as])}</span></label>`)}</fieldset>
        </div>
        <${Stats} measured=${odds.measures[measure.name]} />
        <${Distribution} name="dice-${humane(measure.name)}" title=${measure.title} variants=${variants} view=${view} onView=${change}
          simulated=${view.as === 'exactly' && variants.length === 1 ? simulated : undefined} onSimulate=${simulate} json=${odds} />`}
      <${RollOnce} text=${text} fresh=${fresh} />
    </div></section>`;
};

/** @param {string} text @param {string | undefined} measure @returns {[Map<number, number> | undefined, () => void]} */
const useSimulation = (text, measure) => {
  const [found, setFound] = useState(/** @type {{key: string, shares: Map<number, number>} | undefined} */ (undefined));
  const key = `${text} ${measure}`;
  const run = async () => {
    try {
      const document = await ask(`/api/simulate?notation=${encodeURIComponent(text)}&runs=10000`);
      const rows = document.measures[measure ?? '']?.pmf ?? [];
      setFound({ key, shares: new Map(rows.map((/** @type {[number | string, unknown, number]} */ row) => [numeric(row[0]), row[2]])) });
    } catch (error) {
      flash(error instanceof Error ? error.message : String(error));
    }
  };
  return [found?.key === key ? found.shares : undefined, run];
};

/** @param {{text: string, fresh: boolean}} props */
const RollOnce = ({ text, fresh }) => {
  const [rolled, setRolled] = useState(/** @type {any} */ (undefined));
  const [error, setError] = useState(/** @type {any} */ (undefined));
  const count = useRef(0);
  const roll = async () => {
    try {
      const document = await ask('/api/roll', { method: 'POST', body: { notation: text } });
      count.current += 1;
      setRolled({ ...document, count: count.current });
      setError(undefined);
      announce(document.line, 200);
    } catch (problem) {
      setError(problem);
    }
  };
  return html`<div class="stack">
    <div><button type="button" class="button main" disabled=${!fresh} onClick=${roll}><${Icon} name="die" />Roll it</button></div>
    ${error && html`<${Trouble} error=${error} />`}
    ${rolled && !error && html`<article class="roll-result" aria-label="Roll" key=${rolled.count}>
      <${Trail} system="notation" trail=${rolled.trail} />
      <p class="outcome total number">${String(rolled.outcome.total)}</p>
      <div class="row apart"><code class="small">${rolled.line}</code>
        <button type="button" class="button" onClick=${async () => flash((await copy(rolled.line)) ? 'Copied.' : 'The browser does not allow copying.')}><${Icon} name="copy" size=${18} />Copy as text</button></div>
    </article>`}
  </div>`;
};
