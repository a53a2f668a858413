// The answer to a question: in words, as chances, drawn, compared with others, simulated, rolled.
import { useEffect, useMemo, useRef, useState } from '../../../vendor/preact.js';
import { copy } from '../../lib/browser/clipboard.js';
import { announce, flash } from '../../lib/browser/messages.js';
import { useShortcuts } from '../../lib/browser/shortcuts.js';
import { html } from '../../lib/html.js';
import { Unreachable, ask } from '../../lib/net/api.js';
import { useAnswer } from '../../lib/net/use_answer.js';
import { NOTATION, actionOf } from '../../lib/notation_action.js';
import { grouped, numeric, percent } from '../../lib/numbers/format.js';
import { withTitles } from '../../lib/text/field_titles.js';
import { humane, isTable, sentence, typed, written } from '../../lib/text/words.js';
import { Icon } from '../../ui/icons.js';
import { lazy } from '../../ui/lazy_load.js';
import { comparison } from '../charts/comparison.js';
import { Distribution, Stats, StatsBeside } from '../charts/distribution.js';
import { AS_WORDS, varies } from '../charts/value_chances.js';
import { WAYS } from '../question/question.js';
import { endpoint } from '../question/request.js';
import { labels, summary } from '../question/summary.js';
import { Decimals } from './decimals.js';
import { Events, Folded, counts, reading } from './events.js';
import { Progress } from './progress.js';
import { RollOnce } from './roll_once.js';
import { RUNS, useSimulation } from './simulation.js';

/** @typedef {import('../../lib/net/documents.js').Catalogue} Catalogue */
/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../../lib/net/documents.js').Odds} Odds */
/** @typedef {import('../question/question.js').View} View */
/** @typedef {import('../question/question.js').Question} Question */

const Against = lazy(async () => (await import('../charts/against.js')).Against);
const ComparedEvents = lazy(async () => (await import('../charts/compared_events.js')).ComparedEvents);
const FactTable = lazy(async () => (await import('../../ui/fact_tables.js')).FactTable);

/** Variants beside the question itself, at most. */
const MOST_PINS = 5;

/** Tells whether a refusal is told where an input stands. @param {ActionInfo} action @param {any} error */
export const isAtField = (action, error) => action.inputs.some(({ name }) => error?.fields?.includes(name));

/**
 * @typedef {{action: ActionInfo, question: Question, said: string, decides: boolean, estimated: boolean}} ToSay
 *   said: the odds in a sentence; decides: whether there is something to decide; estimated: whether these are shares
 *   of rolls
 */

/** @param {ToSay} it */
const plainly = ({ said }) => said && html`<p class="reading">${said.replace(/\.$/, '')}.</p>`;

/**
 * @param {{catalogue: Catalogue, action: ActionInfo, view: View, live:
 *   import('../../lib/net/use_answer.js').LiveAnswer<Odds>, title?: string,
 *   onView: (change: Partial<View>) => void, link: string, say?: (it: ToSay) => any,
 *   rolling?: {current: () => void}}} props
 *   title: what stands above, where that is not just that these are odds; say: says the odds; rolling: is given
 *   what rolls, for a button elsewhere
 */
export const Answer = ({ catalogue, action, view, live, title = 'The odds', onView, link, say = plainly, rolling }) => {
  const { error, busy, fresh, stopped } = live;
  const simulation = useSimulation(view.question);
  const simulated = fresh ? undefined : simulation.shares;
  const odds = simulated ?? live.answer;
  const stale = simulated === undefined && live.stale;
  const usable = odds !== undefined && !stale;
  const atField = isAtField(action, error);
  const answered = useRef(view.question);
  if (fresh) answered.current = view.question;
  const shown = odds !== undefined && odds.system === NOTATION.name ? actionOf(odds) : action;
  const said = odds === undefined ? '' : reading(shown, odds);
  useSpoken(
    simulated ? `Simulated. ${said}` : fresh ? said : '',
    atField ? `${sentence(withTitles(error, action.inputs))} ${error.remedy}` : '',
  );
  const [real, setReal] = useState(false);
  const own = useRef(() => {});
  const roll = rolling ?? own;
  const [first, second, third] = WAYS.map((as) => () => onView({ as }));
  useShortcuts({ 1: first, 2: second, 3: third, r: () => roll.current() });
  const inexact = simulated !== undefined || stopped || (error && !atField && !(error instanceof Unreachable));
  return html`<section class="sheet ledger-margin" aria-labelledby="answer-title" aria-busy=${busy}>
    <header><h2 id="answer-title" tabindex="-1">${title}${simulated && ', simulated'}</h2>
      ${
        action.chance &&
        html`<button type="button" class="button main" id="roll-once" disabled=${atField || (!odds && !error && !stopped)}
          title="Key R" onClick=${() => roll.current()}><${Icon} name="die" />Roll it once</button>
        <button type="button" class="button" aria-pressed=${real} onClick=${() => setReal(!real)}>Real dice</button>`
      }
      <button type="button" class="button"
        disabled=${view.pins.length >= MOST_PINS || !usable || simulated !== undefined}
        onClick=${() => onView({ pins: [...view.pins, view.question] })}><${Icon} name="pin" />Pin</button>
      <button type="button" class="button" disabled=${!usable}
        onClick=${async () =>
          flash(
            (await copy(new URL(link, location.href).href))
              ? 'Link copied.'
              : 'Your browser blocks copying; the address bar has the link.',
          )}><${Icon} name="link" />Link</button>
    </header>
    <div class="body">
      ${
        action.chance &&
        html`<${RollOnce} ...${{ catalogue, action, link }} question=${view.question} odds=${fresh ? live.answer : undefined}
          possible=${!atField} keyed=${roll} real=${real} />`
      }
      <${Progress} live=${live} doing="Working it out; this one takes a while…"
        elsewhere=${atField || simulated !== undefined} />
      ${
        simulated &&
        html`<div class="notice"><${Icon} name="die" />
          <p>These come from ${RUNS.toLocaleString('en')} rolls made just now, not from exact odds. A chance may be off
            by about a percentage point.</p></div>`
      }
      ${
        inexact &&
        html`<div><button type="button" class="button" aria-disabled=${simulation.busy ? 'true' : undefined}
            onClick=${simulation.busy ? undefined : simulation.run}>
            ${
              simulation.busy
                ? 'Simulating…'
                : simulated
                  ? 'Simulate again'
                  : `Simulate ${RUNS.toLocaleString('en')} rolls`
            }</button></div>`
      }
      ${
        stale &&
        odds &&
        html`<p class="notice"><${Icon} name="warning" />
          <span>These are still the odds of <strong>${summary(catalogue, answered.current)}</strong>.</span></p>`
      }
      ${!odds && atField && html`<p class="soft">Correct the marked input to see the odds.</p>`}
      ${
        odds &&
        html`<div class="stack wide ${stale ? 'stale' : ''}">
          <${Shown}
            ...${{
              catalogue,
              action: shown,
              view: { ...view, question: simulated ? view.question : answered.current },
              odds,
              said,
              say,
              simulation,
              estimated: simulated !== undefined,
              onView,
            }} /></div>`
      }
    </div>
  </section>`;
};

/**
 * Tells screen readers what is shown, or what is wrong at a field, once typing rests.
 * @param {string} said
 * @param {string} wrong
 */
const useSpoken = (said, wrong) => {
  const text = wrong || said;
  useEffect(() => {
    announce(text);
  }, [text]);
};

/**
 * @param {{catalogue: Catalogue, action: ActionInfo, view: View, odds: Odds, said: string, estimated: boolean,
 *   say: (it: ToSay) => any, simulation: ReturnType<typeof useSimulation>, onView: (change: Partial<View>) => void}} props
 *   estimated: whether these are shares of rolls
 */
const Shown = ({ catalogue, action, view, odds, said, say, simulation, estimated, onView }) => {
  const pinned = usePinned(view.pins);
  const decides = !estimated && action.decides !== '' && odds.policy !== undefined;
  const measures = action.measures.filter(({ name }) => odds.measures[name]);
  const moving = measures.filter(({ name }) => varies(odds.measures[name]));
  const measure = moving.find(({ name }) => name === view.of) ?? moving[0];
  const compared = pinned.filter(({ odds: each }) => each !== undefined);
  const names = useMemo(
    () => labels(catalogue, [view.question, ...compared.map(({ question }) => question)]),
    [view.question, compared.length, view.pins],
  );
  const variants = useMemo(() => {
    if (measure === undefined) return [];
    const all = [{ label: names[0], measured: odds.measures[measure.name] }];
    compared.forEach(({ odds: other }, place) => {
      const measured = other?.measures[measure.name];
      if (measured !== undefined) all.push({ label: names[place + 1], measured });
    });
    return all;
  }, [odds, measure?.name, pinned.map(({ odds: each }) => (each ? 1 : 0)).join(), names]);
  const all = [
    { label: names[0], odds },
    ...compared.map((each, place) => ({ label: names[place + 1], odds: /** @type {Odds} */ (each.odds) })),
  ];
  const tables = Object.values(odds.facts).filter(isTable);
  const file = `${view.question.system}-${view.question.action}`;
  const still = measures.filter((each) => !moving.includes(each));
  /** @param {{name: string, title: string}} measure */
  const valued = ({ name, title }) => {
    const value = odds.measures[name].pmf[0]?.[0];
    return value === 0 ? `no ${title}` : `${title} ${grouped(value)}`;
  };
  const shares = useMemo(() => {
    const rows = measure && simulation.shares?.measures[measure.name]?.pmf;
    return rows && new Map(rows.map(([value, , share]) => [numeric(value), share]));
  }, [simulation.shares, measure?.name]);
  return html`
  ${say({ action, question: view.question, said, decides, estimated })}
  ${odds.warnings.map(
    (warning) => html`<p class="notice"><${Icon} name="warning" /><span>${sentence(typed(warning))}</span>
    </p>`,
  )}
  ${odds.policy && html`<p class="small soft">The figures below take ${odds.policy} at every decision.</p>`}
  ${
    odds.unlisted &&
    html`<p class="small soft">These are the likeliest. The other ${odds.unlisted.outcomes.toLocaleString('en')} come
      up ${percent(odds.unlisted.float)} of the time between them.</p>`
  }
  ${
    !odds.exact &&
    html`<p class="notice"><${Icon} name="warning" />
      <span>Rare cases of ${numeric(odds.unresolved).toExponential(1)} in all are left out: each chance is the one
        shown, or higher by that much at most.</span></p>`
  }
  ${view.pins.length > 0 && html`<${Pins} catalogue=${catalogue} view=${view} pinned=${pinned} onView=${onView} />`}
  ${
    action.events.length > 0 &&
    (compared.length > 0
      ? html`<${ComparedEvents} name="${file}-events" action=${action} variants=${all} />`
      : html`<${Events} name="${file}-events" action=${action} odds=${odds}
        says=${catalogue.systems.find(({ name }) => name === odds.system)?.says} />`)
  }
  ${tables.map((table) => html`<${FactTable} ...${table} />`)}
  ${
    counts(odds)
      ? null
      : action.chance
        ? html`<${Folded} title="Always the same" items=${still.map(valued)} />`
        : html`<${LookedUp}
        still=${still} odds=${odds} />`
  }
  ${
    measure &&
    variants.length > 0 &&
    html`
    <div class="row apart">
      ${
        moving.length > 1
          ? html`<div class="field"><label for="measure" class="only-read">Number</label>
            <select id="measure" onInput=${(/** @type {any} */ e) => onView({ of: e.target.value })}>
              ${moving.map(
                ({ name, title }) => html`<option value=${name} selected=${name === measure.name}>
                  ${sentence(title)}</option>`,
              )}</select></div>`
          : html`<h3>${sentence(measure.title)}</h3>`
      }
      <fieldset class="switch-row"><legend class="only-read">Chance of (keys 1, 2, 3)</legend>${WAYS.map(
        (as, place) => html`
        <label title="Key ${place + 1}">
          <input type="radio" name="as" checked=${view.as === as} onChange=${() => onView({ as })} />
          <span>${sentence(AS_WORDS[as])}</span></label>`,
      )}</fieldset>
    </div>
    ${
      variants.length > 1
        ? html`<${StatsBeside} variants=${variants} />`
        : html`<${Stats} measured=${odds.measures[measure.name]} />`
    }
    <${Distribution} name="${file}-${measure.name}" title=${measure.title} variants=${variants}
      view=${view} onView=${onView}
      simulated=${!estimated && view.as === 'exactly' && variants.length === 1 ? shares : undefined}
      onSimulate=${estimated ? undefined : simulation.run} json=${compared.length > 0 ? comparison(all) : odds} />
    ${
      variants.length > 1 &&
      html`<${Against} name="${file}-${measure.name}-against" measure=${measure.name} names=${names}
        questions=${[view.question, ...compared.map(({ question }) => question)]} />`
    }`
  }
  <${Decimals} />
  <${Facts} facts=${odds.facts} />`;
};

/** @typedef {{question: Question, odds: Odds | undefined, error: unknown}} Pinned */

/** The odds of every pinned question. @param {Question[]} pins @returns {Pinned[]} */
const usePinned = (pins) => {
  const key = pins.length === 0 ? '' : JSON.stringify(pins);
  const { answer } = useAnswer(key, (signal) =>
    Promise.all(
      pins.map(async (question) => {
        try {
          return {
            question,
            odds: /** @type {Odds} */ (await ask(endpoint('odds', question), { signal })),
            error: undefined,
          };
        } catch (error) {
          if (error instanceof Unreachable) throw error;
          return { question, odds: undefined, error };
        }
      }),
    ),
  );
  return pins.map((question, place) =>
    answer?.[place]?.question === question ? answer[place] : { question, odds: undefined, error: undefined },
  );
};

/** @param {{catalogue: Catalogue, view: View, pinned: Pinned[], onView: (change: Partial<View>) => void}} props */
const Pins = ({ catalogue, view, pinned, onView }) => html`<ul class="pins" aria-label="Pinned">${pinned.map(
  ({ question, error }, place) => {
    const label = labels(catalogue, [view.question, question])[1];
    return html`<li><button type="button" class="button"
        onClick=${() => onView({ pins: view.pins.filter((_, other) => other !== place) })}
        aria-label="Unpin ${label}"><${Icon} name="close" size=${16} />${error instanceof Error ? error.message : label}
      </button></li>`;
  },
)}
  <li><button type="button" class="button plain"
      onClick=${() => onView({ question: view.pins[0], pins: [view.question, ...view.pins.slice(1)] })}>
      <${Icon} name="swap" />Swap with first</button></li></ul>`;

/**
 * Lists what was looked up: what there is first, and nothing of what there is not.
 * @param {{still: {name: string, title: string}[], odds: Odds}} props
 */
const LookedUp = ({ still, odds }) => {
  /** @param {{name: string}} measure */
  const value = ({ name }) => odds.measures[name].pmf[0]?.[0];
  const there = still.filter((each) => value(each) !== 0);
  return html`<dl class="facts">${there.map(
    (each) => html`<div><dt>${sentence(each.title)}</dt><dd>
        <strong>${written(value(each))}</strong></dd></div>`,
  )}</dl>
  <${Folded} title="None" items=${still.filter((each) => value(each) === 0).map(({ title }) => title)} />`;
};

/** @param {{facts: Record<string, unknown>}} props what is known without chance */
const Facts = ({ facts }) => {
  const told = Object.entries(facts).filter(([, fact]) => !isTable(fact));
  return told.length === 0
    ? null
    : html`
    <details><summary>How it adds up</summary><dl class="facts">${told.map(
      ([name, value]) => html`
      <div><dt>${humane(name)}</dt><dd>${written(value)}</dd></div>`,
    )}</dl></details>`;
};
