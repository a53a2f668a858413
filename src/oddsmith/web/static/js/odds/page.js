// The page of an action: a form, and the odds that follow from it while somebody types.
import { useEffect, useMemo, useRef, useState } from '../../vendor/preact.js';
import { restate, turn } from '../lib/browser/route.js';
import { underRules } from '../lib/house_rules.js';
import { html } from '../lib/html.js';
import { useDocument } from '../lib/net/use_answer.js';
import { percent, shortNumber } from '../lib/numbers/format.js';
import { withTitles } from '../lib/text/field_titles.js';
import { sentence, titleParts } from '../lib/text/words.js';
import { Emblem } from '../ui/emblems.js';
import { HouseRules } from '../ui/forms/field.js';
import { Fields } from '../ui/forms/form.js';
import { Icon } from '../ui/icons.js';
import { lazy, lazyInSight } from '../ui/lazy_load.js';
import { Title, useRolling } from '../ui/shell.js';
import { Answer, isAtField } from './answer/answer.js';
import { leading } from './answer/events.js';
import { WithWorth } from './answer/marginal_value.js';
import { varies } from './charts/value_chances.js';
import { address, viewOf } from './question/address.js';
import { LinkNotice } from './question/link_notice.js';
import { isAxis } from './question/question.js';
import { endpoint } from './question/request.js';

/** @typedef {import('../lib/net/documents.js').Catalogue} Catalogue */
/** @typedef {import('../lib/net/documents.js').SystemInfo} SystemInfo */
/** @typedef {import('../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../lib/net/documents.js').EventInfo} EventInfo */
/** @typedef {import('../lib/net/documents.js').Odds} Odds */
/** @typedef {import('./question/question.js').View} View */

// The odds begin with what playing well makes of them, so this is fetched at once where there is something to decide.
const BestPlay = lazy(async () => (await import('./best_play/best_play.js')).BestPlay);
const SweepSection = lazyInSight(
  async () => (await import('./sweep/sweep_section.js')).SweepSection,
  'Chart against an input',
);

/**
 * @param {{catalogue: Catalogue, system: SystemInfo, action: ActionInfo, query: URLSearchParams, visit: number}} props
 *   visit: the page begins anew with each; only the menus stay, with whoever is going through them
 */
export const OddsPage = ({ catalogue, system, action, query, visit }) => {
  useRolling(action.chance);
  return html`
  <${Title} title="${titleParts(system.title)[0]}: ${action.title}"><p>${action.summary}</p></>
  <${Picker} catalogue=${catalogue} system=${system} action=${action} />
  <${Asking} key=${visit} ...${{ catalogue, system, action, query }} />`;
};

/** @param {{catalogue: Catalogue, system: SystemInfo, action: ActionInfo}} props */
const Picker = ({ catalogue, system, action }) => html`<div class="picker">
  <div class="field"><label for="pick-system">System</label>
    <select id="pick-system" onInput=${(/** @type {any} */ e) => {
      const other = catalogue.systems.find(({ name }) => name === e.target.value);
      if (other) turn(`/odds/${other.name}/${other.actions[0].name}`);
    }}>${catalogue.systems.map(
      ({ name, title }) => html`<option value=${name} selected=${name === system.name}>
        ${titleParts(title)[0]}</option>`,
    )}</select></div>
  <div class="field"><label for="pick-action">Action</label>
    <select id="pick-action" onInput=${(/** @type {any} */ e) => turn(`/odds/${system.name}/${e.target.value}`)}>
      ${system.actions.map(
        ({ name, title }) => html`<option key="${system.name} ${name}" value=${name}
          selected=${name === action.name}>${title}</option>`,
      )}</select></div>
</div>`;

/** @param {{catalogue: Catalogue, system: SystemInfo, action: ActionInfo, query: URLSearchParams}} props */
const Asking = ({ catalogue, system, action: usual, query }) => {
  const [view, setView] = useState(() => viewOf(catalogue, system, usual, query));
  /** @param {Partial<View>} change */
  const change = (change) => setView((was) => ({ ...was, ...change }));
  const { question } = view;
  const action = useMemo(() => underRules(system, usual, question.rules), [system, usual, question.rules]);
  const live = useDocument(endpoint('odds', question));
  const { answer: odds, error } = live;
  const [best, setBest] = useState(/** @type {import('./answer/marginal_value.js').Played} */ (undefined));
  const rolling = useRef(() => {});
  const link = address(catalogue, view);
  useEffect(() => {
    restate(link);
  }, [link]);
  return html`
  <${LinkNotice} catalogue=${catalogue} view=${view} />
  <div class="odds-page">
    <section class="sheet asked" aria-labelledby="asked-title" ref=${useInSight()}>
      <header><${Emblem} system=${system.name} size=${32} /><h2 id="asked-title">${action.chance ? 'Your roll' : 'Your question'}</h2></header>
      <form class="body" onSubmit=${(/** @type {Event} */ e) => e.preventDefault()}>
        <${Fields} fields=${action.inputs} values=${question.inputs} rules=${question.rules} wrong=${error}
          used=${odds?.inputs}
          onValue=${(/** @type {string} */ name, /** @type {string} */ value) =>
            setView((was) => ({
              ...was,
              question: { ...was.question, inputs: { ...was.question.inputs, [name]: value } },
            }))} />
        ${
          system.options.length > 0 &&
          html`<${HouseRules} system=${system} values=${question.rules}
            onValue=${(/** @type {string} */ name, /** @type {string} */ value) =>
              setView((was) => ({
                ...was,
                question: { ...was.question, rules: { ...was.question.rules, [name]: value } },
              }))} />`
        }
      </form>
    </section>
    <div class="stack wide">
      <${Answer} title=${action.chance ? undefined : 'What comes of it'}
        ...${{ catalogue, action, view, live, link, rolling }} onView=${change}
        say=${(/** @type {import('./answer/answer.js').ToSay} */ it) => html`<${WithWorth} ...${it} best=${best} />`} />
      ${
        odds &&
        action.decides !== '' &&
        (odds.policy === undefined
          ? html`<${NothingToDecide}
            action=${action} />`
          : html`<${BestPlay} action=${action} view=${view} onView=${change} onPlayed=${setBest} />`)
      }
      ${
        odds &&
        action.chance &&
        action.inputs.some(isAxis) &&
        html`<${SweepSection} action=${action} view=${view}
          odds=${odds} onView=${change} />`
      }
      ${(odds || error) && html`<${Sources} system=${system} />`}
    </div>
    <${Quick} action=${action} live=${live} rolling=${rolling} />
  </div>`;
};

/**
 * Keeps something in sight while the rest of the page scrolls: from its top, or where it is taller than the window,
 * from its end.
 */
const useInSight = () => {
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const fit = () => {
      if (place.current) place.current.style.top = `${Math.min(16, innerHeight - place.current.offsetHeight - 16)}px`;
    };
    const sizes = new ResizeObserver(fit);
    if (place.current) sizes.observe(place.current);
    addEventListener('resize', fit);
    return () => {
      sizes.disconnect();
      removeEventListener('resize', fit);
    };
  }, []);
  return place;
};

/**
 * The chance that matters most, or why there is none, and a button that rolls, in sight on a phone wherever its page is.
 * @param {{action: ActionInfo, live: import('../lib/net/use_answer.js').LiveAnswer<Odds>, rolling: {current: () => void}}}
 *   props
 */
const Quick = ({ action, live: { answer, stale, error, stopped, slow }, rolling }) => {
  const lead = answer && leading(action, answer);
  const trouble = error
    ? sentence(withTitles(error, action.inputs))
    : stopped
      ? 'Stopped.'
      : slow
        ? 'Working it out…'
        : '';
  if (trouble === '' && lead === undefined) return null;
  /** @param {Event} e */
  const show = (e) => {
    e.preventDefault();
    const wrong = isAtField(action, error) ? document.querySelector('.asked [aria-invalid=true]') : null;
    const target = /** @type {HTMLElement} */ (wrong ?? document.getElementById('answer-title'));
    target.scrollIntoView({ block: wrong ? 'center' : 'start' });
    target.focus({ preventScroll: true });
  };
  return html`<div class="quick"><a href="#answer-title" aria-hidden="true" tabindex="-1" onClick=${show}>
    ${
      trouble !== '' || stale || lead === undefined || answer?.ruling
        ? html`<span class="wide-row">${error && html`<${Icon} name="warning" size=${18} />`} ${
            trouble || (answer?.ruling && !stale ? 'Up to the game master.' : '')
          }</span>`
        : html`<span>${sentence(lead.title)}${lead.measured && varies(lead.measured) && ', on average'}</span>
        <span class="number">${lead.chance === undefined ? shortNumber(lead.mean) : percent(lead.chance)}</span>
        ${
          lead.chance !== undefined &&
          html`<div class="meter"><i style=${{ width: `${100 * lead.chance}%` }}></i>
          </div>`
        }`
    }</a>
    ${
      action.chance &&
      html`<button type="button" class="button main" aria-hidden="true" tabindex="-1" disabled=${isAtField(action, error)}
        onClick=${() => rolling.current()}><${Icon} name="die" />Roll</button>`
    }</div>`;
};

/** @param {{action: ActionInfo}} props */
const NothingToDecide = ({
  action,
}) => html`<section class="sheet nothing-to-decide" aria-labelledby="best-title"><header><h2 id="best-title">Best play</h2></header>
  <div class="body"><p>These inputs leave nothing to decide. <span class="soft">
        What may be decided: ${action.decides}.</span></p></div></section>`;

/** @param {{system: SystemInfo}} props */
const Sources = ({ system }) => html`<details class="small"><summary>Where these rules come from</summary>
  <ul class="stack">${system.sources.map(
    ({ title, author, url }) => html`<li>${
      url === ''
        ? title
        : html`<a href=${url} rel="noreferrer noopener" target="_blank">${title}
        </a>`
    }${author !== '' && html` <span class="soft">by ${author}</span>`}
      ${url !== '' && html`<br /><span class="soft">${url}</span>`}</li>`,
  )}</ul></details>`;
