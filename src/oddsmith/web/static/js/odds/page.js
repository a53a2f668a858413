// The odds of one action: a form, and what follows from it while somebody types.
import { useEffect, useMemo, useRef, useState } from '../../vendor/preact.js';
import { ask } from '../lib/api.js';
import { html } from '../lib/html.js';
import { go, restate } from '../lib/route.js';
import { copy } from '../lib/save.js';
import { announce, flash } from '../lib/say.js';
import { humane, inWords, numeric, percent, points, sentence, titleParts, written } from '../lib/words.js';
import { Emblem } from '../ui/emblems.js';
import { Fields, HouseRules } from '../ui/field.js';
import { Icon } from '../ui/icons.js';
import { RollResult } from '../ui/rolled.js';
import { Title, Trouble } from '../ui/shell.js';
import { Across } from './across.js';
import { askSweep, useAsked, useDocument } from './asking.js';
import { BestPlay } from './best.js';
import { Distribution, Stats } from './distribution.js';
import { ComparedEvents, Events, reading } from './events.js';
import { AS_WORDS, varies } from './figures.js';
import { WAYS, address, body, endpoint, labels, viewOf } from './link.js';

/** @typedef {import('../lib/documents.js').Catalogue} Catalogue */
/** @typedef {import('../lib/documents.js').SystemInfo} SystemInfo */
/** @typedef {import('../lib/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../lib/documents.js').Odds} Odds */
/** @typedef {import('./link.js').View} View */
/** @typedef {import('./link.js').Question} Question */

/** How many variants stand beside the question itself. */
const MOST_PINS = 5;

/** @param {{catalogue: Catalogue, system: SystemInfo, action: ActionInfo, query: URLSearchParams}} props */
export const OddsPage = ({ catalogue, system, action, query }) => {
  const [view, setView] = useState(() => viewOf(catalogue, system, action, query));
  /** @param {Partial<View>} change */
  const change = (change) => setView((was) => ({ ...was, ...change }));
  const { question } = view;
  const { answer: odds, error, busy, stop } = useDocument(endpoint('odds', question));
  const link = address(catalogue, view);
  useEffect(() => { restate(link); }, [link]);
  const said = odds && !error ? reading(action, odds) : '';
  useEffect(() => { if (said !== '') announce(said); }, [said]);
  useKeys(change);
  const old = view.version !== '' && view.version !== catalogue.version;
  return html`
    <${Title} title="${titleParts(system.title)[0]}: ${action.title}"><p>${action.summary}</p></>
    ${old && html`<div class="notice"><${Icon} name="warning" /><p>This link was made with version ${view.version}; this is ${catalogue.version}. Results may differ where rules were mended since.</p></div>`}
    <div class="odds-page">
      <section class="sheet asked" aria-labelledby="asked-title">
        <header><${Emblem} system=${system.name} size=${32} /><h2 id="asked-title">What is asked</h2></header>
        <form class="body" onSubmit=${(/** @type {Event} */ e) => e.preventDefault()}>
          <${Picker} catalogue=${catalogue} system=${system} action=${action} />
          <${Fields} fields=${action.inputs} values=${question.inputs} wrong=${error?.field ? error : undefined}
            onValue=${(/** @type {string} */ name, /** @type {string} */ value) => setView((was) => ({ ...was, question: { ...was.question, inputs: { ...was.question.inputs, [name]: value } } }))} />
          ${system.options.length > 0 && html`<${HouseRules} fields=${system.options} values=${question.rules}
            onValue=${(/** @type {string} */ name, /** @type {string} */ value) => setView((was) => ({ ...was, question: { ...was.question, rules: { ...was.question.rules, [name]: value } } }))} />`}
        </form>
      </section>
      <div class="stack wide">
        <${Answer} ...${{ catalogue, action, view, odds, error, busy, stop, change, said, link }} />
        ${odds && action.decides !== '' && html`<${BestPlay} action=${action} view=${view} onView=${change} />`}
        ${odds && html`<${Across} action=${action} view=${view} onView=${change} />`}
        <${Sources} system=${system} />
      </div>
      ${odds && !error && action.events[0] && odds.events[action.events[0].name] && html`<${Quick} title=${action.events[0].title} chance=${odds.events[action.events[0].name].float} />`}
    </div>`;
};

/** The chance that matters most, in sight on a phone while the form is. @param {{title: string, chance: number}} props */
const Quick = ({ title, chance }) => html`<a class="quick" href="#answer-title" aria-hidden="true" tabindex="-1">
  <span>${sentence(title)}</span><span class="number">${percent(chance)}</span>
  <div class="meter"><i style=${{ width: `${100 * chance}%` }}></i></div></a>`;

/** Keys 1, 2, 3 switch between exactly, at least and at most, wherever nobody types. @param {(change: Partial<View>) => void} change */
const useKeys = (change) => useEffect(() => {
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    const typing = event.target instanceof Element && event.target.closest('input:not([type=radio]):not([type=checkbox]), textarea, select, dialog');
    const as = WAYS[['1', '2', '3'].indexOf(event.key)];
    if (as !== undefined && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) change({ as });
  };
  addEventListener('keydown', pressed);
  return () => removeEventListener('keydown', pressed);
}, []);

/** @param {{catalogue: Catalogue, system: SystemInfo, action: ActionInfo}} props */
const Picker = ({ catalogue, system, action }) => html`<div class="fields">
  <div class="field"><label for="pick-system">System</label>
    <select id="pick-system" onInput=${(/** @type {any} */ e) => {
    const other = catalogue.systems.find(({ name }) => name === e.target.value);
    if (other) go(`/odds/${other.name}/${other.actions[0].name}`);
  }}>${catalogue.systems.map(({ name, title }) => html`<option value=${name} selected=${name === system.name}>${titleParts(title)[0]}</option>`)}</select></div>
  <div class="field"><label for="pick-action">Action</label>
    <select id="pick-action" onInput=${(/** @type {any} */ e) => go(`/odds/${system.name}/${e.target.value}`)}>
      ${system.actions.map(({ name, title }) => html`<option value=${name} selected=${name === action.name}>${title}</option>`)}</select></div>
</div>`;

/**
 * @param {{catalogue: Catalogue, action: ActionInfo, view: View, odds: Odds | undefined, error: any, busy: boolean,
 *   stop: () => void, change: (change: Partial<View>) => void, said: string, link: string}} props
 */
const Answer = ({ catalogue, action, view, odds, error, busy, stop, change, said, link }) => {
  const pinned = usePinned(view.pins);
  const measures = action.measures.filter(({ name }) => odds?.measures[name]);
  const moving = measures.filter(({ name }) => odds && varies(odds.measures[name]));
  const measure = moving.find(({ name }) => name === view.of) ?? moving[0];
  const [simulated, simulate] = useSimulation(view.question, measure?.name);
  const compared = pinned.filter(({ odds: each }) => each !== undefined);
  const names = useMemo(() => labels(catalogue, [view.question, ...compared.map(({ question }) => question)]), [view.question, compared.length, view.pins]);
  const variants = useMemo(() => {
    if (measure === undefined || odds === undefined) return [];
    const all = [{ label: names[0], measured: odds.measures[measure.name] }];
    compared.forEach(({ odds: other }, place) => {
      const measured = other?.measures[measure.name];
      if (measured !== undefined) all.push({ label: names[place + 1], measured });
    });
    return all;
  }, [odds, measure, pinned.map(({ odds: each }) => (each ? 1 : 0)).join(), names]);
  const still = measures.filter((each) => !moving.includes(each));
  return html`<section class="sheet ledger-margin" aria-labelledby="answer-title" aria-busy=${busy}>
    <header><h2 id="answer-title">The odds</h2>
      <button type="button" class="button" disabled=${view.pins.length >= MOST_PINS || !odds}
        onClick=${() => change({ pins: [...view.pins, view.question] })}><${Icon} name="pin" />Pin</button>
      <button type="button" class="button" onClick=${async () => flash((await copy(new URL(link, location.href).href)) ? 'Link copied.' : 'The browser does not allow copying; the address bar has the link.')}><${Icon} name="link" />Link</button>
    </header>
    <div class="body">
      ${error && !error.field && html`<${Trouble} error=${error} />`}
      ${error?.field && html`<p class="notice"><${Icon} name="warning" /><span>These are the last odds that could be computed. ${error.message}${error.remedy ? ` ${error.remedy}` : ''}</span></p>`}
      ${busy && html`<${Reckoning} stop=${stop} />`}
      ${odds && html`
        ${said && html`<p class="reading">${said}</p>`}
        <${Marginal} action=${action} question=${view.question} />
        ${odds.warnings.map((warning) => html`<p class="notice"><${Icon} name="warning" /><span>${sentence(warning)}</span></p>`)}
        ${odds.policy && html`<p class="small soft">Every decision is answered with ${odds.policy}; best play is below.</p>`}
        ${!odds.exact && html`<p class="notice"><${Icon} name="warning" /><span>A part of ${Number(numeric(odds.unresolved)).toExponential(1)} was not resolved: each chance is at least what is shown, and no more than that above it.</span></p>`}
        ${view.pins.length > 0 && html`<ul class="pins" aria-label="Pinned">${pinned.map((pin, place) => html`<li>
          <button type="button" class="button" onClick=${() => change({ pins: view.pins.filter((_, other) => other !== place) })}
            aria-label="Unpin ${labels(catalogue, [view.question, pin.question])[1]}"><${Icon} name="close" size=${16} />${pin.error instanceof Error ? pin.error.message : labels(catalogue, [view.question, pin.question])[1]}</button></li>`)}
          <li><button type="button" class="button plain" onClick=${() => change({ question: view.pins[0], pins: [view.question, ...view.pins.slice(1)] })}><${Icon} name="swap" />Swap with first</button></li></ul>`}
        ${compared.length > 0 ? html`<${ComparedEvents} action=${action} variants=${[{ label: names[0], odds }, ...compared.map((each, place) => ({ label: names[place + 1], odds: each.odds }))]} />`
    : html`<${Events} action=${action} odds=${odds} />`}
        ${still.length > 0 && html`<p class="small soft">${still.map(({ name, title }) => `${sentence(title)}: always ${written(odds.measures[name].pmf[0]?.[0])}`).join('. ')}.</p>`}
        ${measure && variants.length > 0 && html`
          <div class="row apart">
            ${moving.length > 1 ? html`<div class="field"><label for="measure" class="only-read">Number</label><select id="measure" onInput=${(/** @type {any} */ e) => change({ of: e.target.value })}>
              ${moving.map(({ name, title }) => html`<option value=${name} selected=${name === measure.name}>${sentence(title)}</option>`)}</select></div>`
    : html`<h3>${sentence(measure.title)}</h3>`}
            <fieldset class="switch-row"><legend class="only-read">Chance of (keys 1, 2, 3)</legend>${WAYS.map((as, place) => html`
              <label title="Key ${place + 1}"><input type="radio" name="as" checked=${view.as === as} onChange=${() => change({ as })} /><span>${sentence(AS_WORDS[as])}</span></label>`)}</fieldset>
          </div>
          <${Stats} measured=${odds.measures[measure.name]} />
          <${Distribution} name="${view.question.system}-${view.question.action}-${measure.name}" title=${measure.title} variants=${variants}
            view=${view} onView=${change} simulated=${view.as === 'exactly' && variants.length === 1 ? simulated : undefined} onSimulate=${simulate} json=${odds} />`}
        <${Facts} facts=${odds.facts} />
        <${RollOnce} question=${view.question} action=${action} />`}
    </div>
  </section>`;
};

/** Tells that an answer takes a while, once it does, and lets people stop it. @param {{stop: () => void}} props */
const Reckoning = ({ stop }) => {
  const [long, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), 600);
    return () => clearTimeout(timer);
  }, []);
  return long && html`<div class="row"><p class="soft" role="status">Reckoning; this one takes a while…</p><button type="button" class="button" onClick=${stop}>Stop</button></div>`;
};

/** The odds of every pinned question. @param {Question[]} pins */
const usePinned = (pins) => {
  const key = pins.length === 0 ? '' : JSON.stringify(pins);
  const { answer } = useAsked(key, (signal) => Promise.all(pins.map(async (question) => {
    try {
      return { question, odds: /** @type {Odds} */ (await ask(endpoint('odds', question), { signal })), error: undefined };
    } catch (error) {
      return { question, odds: undefined, error };
    }
  })));
  return pins.map((question, place) => (answer?.[place]?.question === question ? answer[place] : { question, odds: undefined, error: undefined }));
};

/** Milliseconds after which less pressing questions follow, so that the odds themselves are there first. */
const AFTER = 100;

/** What one more of the first input adds, in a sentence. @param {{action: ActionInfo, question: Question}} props */
const Marginal = ({ action, question }) => {
  const field = action.inputs.find(({ name, kind }) => kind === 'integer' && (question.inputs[name] ?? '').trim() !== '');
  const event = action.events[0];
  const value = Number(field && question.inputs[field.name]);
  const allowed = field !== undefined && event !== undefined && Number.isInteger(value) && value >= (field.low ?? -Infinity) && value < (field.high ?? Infinity);
  // A sweep refuses in its cells what may not be entered together, so asking is no error.
  const { answer } = useAsked(allowed ? JSON.stringify(question) : '', async (signal) => {
    const [now, more] = (await askSweep(question, [{ input: field?.name ?? '', values: [value, value + 1] }], event.name, 0, signal)).cells;
    return { now: now.float, more: more.float, said: `With ${humane(field?.name ?? '').toLowerCase()} ${value + 1}` };
  }, AFTER);
  if (!allowed || answer?.now === undefined || answer.more === undefined) return null;
  const { now, more, said } = answer;
  const gain = more - now;
  if (gain === 0) return html`<p class="soft">${said} nothing changes about that.</p>`;
  return html`<p class="soft">${said} it is ${points(gain).replace(/^[+−]/, '')} points ${gain > 0 ? 'more' : 'less'}: ${inWords(more).toLowerCase()}.</p>`;
};

/** @param {Question} question @param {string | undefined} measure @returns {[Map<number, number> | undefined, () => void]} */
const useSimulation = (question, measure) => {
  const [found, setFound] = useState(/** @type {{key: string, shares: Map<number, number>} | undefined} */ (undefined));
  const key = JSON.stringify([question, measure]);
  const run = async () => {
    if (measure === undefined) return;
    try {
      const document = await ask(endpoint('simulate', question, [['runs', '10000']]));
      setFound({ key, shares: new Map(document.measures[measure].pmf.map((/** @type {[number | string, unknown, number]} */ row) => [numeric(row[0]), row[2]])) });
    } catch (error) {
      flash(error instanceof Error ? error.message : String(error));
    }
  };
  return [found?.key === key ? found.shares : undefined, run];
};

/** @param {{facts: Record<string, unknown>}} props what is known without chance */
const Facts = ({ facts }) => (Object.keys(facts).length === 0 ? null : html`
  <details><summary>How it comes about</summary><dl class="facts">${Object.entries(facts).map(([name, value]) => html`
    <div><dt>${humane(name)}</dt><dd>${written(value)}</dd></div>`)}</dl></details>`);

/** @param {{question: Question, action: ActionInfo}} props one roll, for the feel of it */
const RollOnce = ({ question, action }) => {
  const [rolled, setRolled] = useState(/** @type {any} */ (undefined));
  const [error, setError] = useState(/** @type {any} */ (undefined));
  const count = useRef(0);
  const roll = async () => {
    try {
      const document = await ask(`/api/roll/${question.system}/${question.action}`, { method: 'POST', body: body(question) });
      count.current += 1;
      setRolled({ ...document, count: count.current });
      setError(undefined);
    } catch (problem) {
      setError(problem);
    }
  };
  return html`<div class="stack">
    <div><button type="button" class="button main" onClick=${roll}><${Icon} name="die" />Roll it once</button></div>
    ${error && html`<${Trouble} error=${error} />`}
    ${rolled && !error && html`<${RollResult} key=${rolled.count} rolled=${rolled} action=${action} spoken=${true} />`}
  </div>`;
};

/** @param {{system: SystemInfo}} props */
const Sources = ({ system }) => html`<details class="small"><summary>Where these rules come from</summary>
  <ul class="stack">${system.sources.map((source) => html`<li><a href=${source} rel="noreferrer noopener" target="_blank">${source}</a></li>`)}</ul></details>`;
