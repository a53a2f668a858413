// The odds of one action: a form, and what follows from it while somebody types.
import { useEffect, useState } from '../../vendor/preact.js';
import { html } from '../lib/html.js';
import { restate, turn } from '../lib/route.js';
import { percent, sentence, titleParts } from '../lib/words.js';
import { Emblem } from '../ui/emblems.js';
import { Fields, HouseRules } from '../ui/field.js';
import { Icon } from '../ui/icons.js';
import { later } from '../ui/later.js';
import { Title } from '../ui/shell.js';
import { Across } from './across.js';
import { Answer, isAtField } from './answer.js';
import { useDocument } from './asking.js';
import { address, endpoint, viewOf } from './link.js';
import { OfLink } from './of-link.js';

/** @typedef {import('../lib/documents.js').Catalogue} Catalogue */
/** @typedef {import('../lib/documents.js').SystemInfo} SystemInfo */
/** @typedef {import('../lib/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../lib/documents.js').EventInfo} EventInfo */
/** @typedef {import('../lib/documents.js').Odds} Odds */
/** @typedef {import('./link.js').View} View */

const BestPlay = later(async () => (await import('./best.js')).BestPlay);

/**
 * @param {{catalogue: Catalogue, system: SystemInfo, action: ActionInfo, query: URLSearchParams, visit: number}} props
 *   visit: the page begins anew with each; only the menus stay, with whoever is going through them
 */
export const OddsPage = ({ catalogue, system, action, query, visit }) => html`
  <${Title} title="${titleParts(system.title)[0]}: ${action.title}"><p>${action.summary}</p></>
  <${Picker} catalogue=${catalogue} system=${system} action=${action} />
  <${Asking} key=${visit} ...${{ catalogue, system, action, query }} />`;

/** @param {{catalogue: Catalogue, system: SystemInfo, action: ActionInfo}} props */
const Picker = ({ catalogue, system, action }) => html`<div class="picker">
  <div class="field"><label for="pick-system">System</label>
    <select id="pick-system" onInput=${(/** @type {any} */ e) => {
    const other = catalogue.systems.find(({ name }) => name === e.target.value);
    if (other) turn(`/odds/${other.name}/${other.actions[0].name}`);
  }}>${catalogue.systems.map(({ name, title }) => html`<option value=${name} selected=${name === system.name}>${titleParts(title)[0]}</option>`)}</select></div>
  <div class="field"><label for="pick-action">Action</label>
    <select id="pick-action" onInput=${(/** @type {any} */ e) => turn(`/odds/${system.name}/${e.target.value}`)}>
      ${system.actions.map(({ name, title }) => html`<option key="${system.name} ${name}" value=${name} selected=${name === action.name}>${title}</option>`)}</select></div>
</div>`;

/** @param {{catalogue: Catalogue, system: SystemInfo, action: ActionInfo, query: URLSearchParams}} props */
const Asking = ({ catalogue, system, action, query }) => {
  const [view, setView] = useState(() => viewOf(catalogue, system, action, query));
  /** @param {Partial<View>} change */
  const change = (change) => setView((was) => ({ ...was, ...change }));
  const { question } = view;
  const asked = useDocument(endpoint('odds', question));
  const { answer: odds, error } = asked;
  const link = address(catalogue, view);
  useEffect(() => { restate(link); }, [link]);
  return html`
    <${OfLink} catalogue=${catalogue} view=${view} />
    <div class="odds-page">
      <section class="sheet asked" aria-labelledby="asked-title">
        <header><${Emblem} system=${system.name} size=${32} /><h2 id="asked-title">What is asked</h2></header>
        <form class="body" onSubmit=${(/** @type {Event} */ e) => e.preventDefault()}>
          <${Fields} fields=${action.inputs} values=${question.inputs} wrong=${error}
            onValue=${(/** @type {string} */ name, /** @type {string} */ value) => setView((was) => ({ ...was, question: { ...was.question, inputs: { ...was.question.inputs, [name]: value } } }))} />
          ${system.options.length > 0 && html`<${HouseRules} fields=${system.options} values=${question.rules}
            onValue=${(/** @type {string} */ name, /** @type {string} */ value) => setView((was) => ({ ...was, question: { ...was.question, rules: { ...was.question.rules, [name]: value } } }))} />`}
        </form>
      </section>
      <div class="stack wide">
        <${Answer} ...${{ catalogue, action, view, asked, link }} onView=${change} />
        ${odds && action.decides !== '' && html`<${BestPlay} action=${action} view=${view} onView=${change} />`}
        ${odds && html`<${Across} action=${action} view=${view} onView=${change} />`}
        <${Sources} system=${system} />
      </div>
      <${Quick} action=${action} asked=${asked} />
    </div>`;
};

/**
 * The chance that matters most, or why there is none, in sight on a phone while the form is.
 * @param {{action: ActionInfo, asked: import('./asking.js').Asked<Odds>}} props
 */
const Quick = ({ action, asked: { answer, stale, error, stopped, slow } }) => {
  const [event] = action.events;
  const chance = event && answer?.events[event.name]?.float;
  const trouble = error ? sentence(error.message) : stopped ? 'Stopped.' : slow ? 'Computing…' : '';
  if (trouble === '' && chance === undefined) return null;
  /** @param {Event} e */
  const show = (e) => {
    e.preventDefault();
    const wrong = isAtField(action, error) ? document.querySelector('.asked [aria-invalid=true]') : null;
    const target = /** @type {HTMLElement} */ (wrong ?? document.getElementById('answer-title'));
    target.scrollIntoView({ block: wrong ? 'center' : 'start' });
    target.focus({ preventScroll: true });
  };
  return html`<a class="quick" href="#answer-title" aria-hidden="true" tabindex="-1" onClick=${show}>
    ${trouble !== '' || stale || chance === undefined ? html`<span class="wide-row">${error && html`<${Icon} name="warning" size=${18} />`} ${trouble}</span>`
    : html`<span>${sentence(event.title)}</span><span class="number">${percent(chance)}</span>
      <div class="meter"><i style=${{ width: `${100 * chance}%` }}></i></div>`}</a>`;
};

/** @param {{system: SystemInfo}} props */
const Sources = ({ system }) => html`<details class="small"><summary>Where these rules come from</summary>
  <ul class="stack">${system.sources.map((source) => html`<li><a href=${source} rel="noreferrer noopener" target="_blank">${source}</a></li>`)}</ul></details>`;
