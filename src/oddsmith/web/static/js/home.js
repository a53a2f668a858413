// The first page: what do you roll? Its odds as somebody types, the roll, and the games beneath.
import { useState } from '../vendor/preact.js';
import { myTables } from './lib/browser/preferences.js';
import { useShortcuts } from './lib/browser/shortcuts.js';
import { html } from './lib/html.js';
import { useDocument } from './lib/net/use_answer.js';
import { actionOf } from './lib/notation_action.js';
import { numeric } from './lib/numbers/format.js';
import { Systems } from './odds/action_list.js';
import { leading, reading } from './odds/answer/events.js';
import { varies } from './odds/charts/value_chances.js';
import { DICE, withDie } from './roll/add_die.js';
import { Curve } from './roll/curve.js';
import { favourites, forgetRolls, pastRolls, turnFavourite } from './roll/past_rolls.js';
import { RealDice, useRollAlone } from './roll/roll_alone.js';
import { Icon } from './ui/icons.js';
import { Title, Trouble, useRolling } from './ui/shell.js';

/** @typedef {import('./lib/net/documents.js').Catalogue} Catalogue */

/** Fetches what shows a roll here, while the roll itself is asked for. */
const showing = async () => (await import('./ui/dice/roll_result.js')).RollInARow;

/** What stands in the box before anything was rolled. */
const FIRST = '2d6';

/** What may be typed, for whoever has rolled nothing yet. */
const EXAMPLES = ['4d6 drop lowest', '2d20 adv', 'd20 + 5 >= 15', '7d10>=7!', '2d6 vs 2d6+1'];

/** Notations that were rolled, and rolls, that are offered again. */
const OFFERED = 6;
const LISTED = 20;

/** @param {{catalogue: Catalogue}} props */
export const Home = ({ catalogue }) => {
  useRolling();
  return html`
  <div class="home"><${Roller} catalogue=${catalogue} /></div>
  <div class="row apart"><h2>Or pick a game</h2>
    <p class="row">${myTables()
      .slice(0, 4)
      .map(
        ({ table, title }) => html`<a class="button" href="/table/${table}">${title}</a>`,
      )}<a class="button" href="/gallery"><${Icon} name="note" />Gallery</a>
      <a class="button" href="/tables"><${Icon} name="people" />Open a table</a></p></div>
  <${Systems} catalogue=${catalogue} />`;
};

/** @param {{catalogue: Catalogue}} props */
const Roller = ({ catalogue }) => {
  const [text, setText] = useState(() => rolledBefore()[0] ?? FIRST);
  const [touched, setTouched] = useState(false);
  const [real, setReal] = useState(false);
  const notation = text.trim();
  const {
    answer: odds,
    fresh,
    error,
  } = useDocument(notation === '' ? '' : `/api/odds?${new URLSearchParams({ notation })}`);
  /** @param {string} now */
  const write = (now) => {
    setTouched(true);
    setText(now);
  };
  const link = `/notation?${new URLSearchParams({ d: notation, v: catalogue.version })}`;
  const asked = { path: '/api/roll', body: { notation } };
  const {
    roll,
    take,
    landed,
    error: refused,
  } = useRollAlone({ asked, of: notation, link, odds: fresh ? odds : undefined, showing });
  const rollIt = () => notation !== '' && roll();
  useShortcuts({ r: rollIt });
  const action = fresh && odds ? actionOf(odds) : undefined;
  const lead = action && leading(action, odds);
  const measure = action?.measures.find(({ name }) => varies(odds.measures[name]));
  const kept = favourites.value.includes(notation);
  return html`
  <form class="stack" onSubmit=${(/** @type {Event} */ e) => {
    e.preventDefault();
    rollIt();
  }}>
    <${Title} title=${html`<label for="dice">What do you roll?</label>`} />
    <div class="roller"><input id="dice" class="notation" type="text" autocomplete="off" autocapitalize="off"
        spellcheck=${false} maxlength="1000" value=${text} enterkeyhint="go"
        aria-describedby=${error ? 'dice-wrong' : undefined} aria-invalid=${error ? 'true' : undefined}
        onInput=${(/** @type {any} */ e) => write(e.target.value)} />
      <button class="button main big" type="submit" title="Enter, or key R"><${Icon} name="die" />Roll</button></div>
    ${
      error &&
      html`<p id="dice-wrong" class="wrong"><${Icon} name="warning" size=${18} />
        <span>${error.message} ${error.remedy}</span></p>
        <div class="row" role="group" aria-label="Read instead">${meantBy(notation, error).map(
          (each) => html`<${Meant} key=${each} notation=${each} onTake=${write} />`,
        )}</div>`
    }
    <div class="row chips" role="group" aria-label="Dice to take">${DICE.map(
      (die) => html`<button type="button" class="button"
        onClick=${() => write(withDie(touched || landed ? text : '', die))}>${die}</button>`,
    )}
      <button type="button" class="button plain" onClick=${() => write('')}>Clear</button>
      <button type="button" class="button plain" aria-pressed=${kept} disabled=${notation === ''}
        onClick=${() => turnFavourite(notation)}>${kept ? 'Kept' : 'Keep'}</button>
      <button type="button" class="button plain" aria-pressed=${real} onClick=${() => setReal(!real)}>Real dice</button></div>
  </form>
  ${real && notation !== '' && !error && html`<${RealDice} key=${notation} ...${asked} onRolled=${take} />`}
  <section class="sheet" aria-label="The roll and its odds"><div class="body stack">
    ${refused && html`<${Trouble} error=${refused} />`}
    ${(error || notation === '') && !landed && html`<p class="soft">The odds of your dice appear here.</p>`}
    ${landed && html`<${landed.Shown} key=${landed.count} ...${landed} />`}
    ${
      action &&
      html`<p class="reading">${landed ? landed.hindsight : reading(action, odds)}</p>
        ${odds.warnings.map(
          (/** @type {string} */ each) => html`<${Reminder} key=${each} text=${each} onTake=${write} />`,
        )}`
    }
    ${
      measure
        ? html`<${Curve} title=${measure.title} measured=${odds.measures[measure.name]}
            rolled=${landed ? numeric(landed.rolled.measures[measure.name] ?? '') : undefined} />`
        : lead?.chance !== undefined &&
          html`<div class="meter" aria-hidden="true"><i style=${{ width: `${100 * lead.chance}%` }}></i></div>`
    }
    ${
      action &&
      html`<p class="small">${landed && html`<span class="soft">${reading(action, odds)} </span>`}
        <a href=${link}>More about these odds</a></p>`
    }
  </div></section>
  <${Offered} now=${notation} onTake=${write} />`;
};

/**
 * What a notation may have been meant to say; where the reminder writes that out, one tap takes it.
 * @param {{text: string, onTake: (notation: string) => void}} props
 */
const Reminder = ({ text, onTake }) => {
  const [, said, meant] = /^(.*: )([\dd(]\S*(?: vs \S+)?)\.$/.exec(text) ?? [];
  if (meant === undefined) return html`<p class="small soft">${text}</p>`;
  return html`<p class="small soft">${said}<button type="button" class="button small" onClick=${() => onTake(meant)}>
      <code>${meant}</code></button></p>`;
};

/**
 * A notation that a wrong one may have been meant to be, where that can be read.
 * @param {{notation: string, onTake: (notation: string) => void}} props
 */
const Meant = ({ notation, onTake }) => {
  const { fresh, error } = useDocument(`/api/odds?${new URLSearchParams({ notation })}`);
  return (
    fresh &&
    !error &&
    html`<button type="button" class="button small" onClick=${() => onTake(notation)}><code>${notation}</code></button>`
  );
};

/**
 * Notations with a suggestion in the place of what was wrong, and in the place of all where that is wrong from the first.
 * @param {string} notation @param {Partial<import('./lib/net/api.js').Problem>} error
 */
const meantBy = (notation, { suggestion = '', start = 0, end = 0 }) => {
  const before = notation.slice(0, start).trimEnd();
  const parts = suggestion.replaceAll('`', '').split(' or ');
  const found = parts.map((each) => `${before}${/^[#[]/.test(each) ? ' ' : ''}${each}${notation.slice(end)}`);
  const whole = parts.filter((each) => start === 0 || /\dd\d|^let /.test(each));
  return [...new Set([...whole, ...found])].filter((each) => each.trim() !== '');
};

/** Notations that were rolled here, the last first, each once. */
const rolledBefore = () => [
  ...new Set(
    pastRolls.value
      .filter(({ link }) => link.startsWith('/notation?'))
      .map(({ of }) => of)
      .filter((each) => !favourites.value.includes(each)),
  ),
];

/** @param {{now: string, onTake: (notation: string) => void}} props */
const Offered = ({ now, onTake }) => {
  const known = [...favourites.value, ...rolledBefore().slice(0, OFFERED)];
  const offered = (known.length > 0 ? known : EXAMPLES).filter((each) => each !== now);
  const judged = pastRolls.value.filter(({ luck }) => luck !== undefined);
  const luck = judged.reduce((sum, each) => sum + (each.luck ?? 0), 0) / judged.length;
  return html`<div class="offered stack">
  ${
    offered.length > 0 &&
    html`<ul class="row chips" aria-label=${known.length > 0 ? 'Rolled before' : 'Examples'}>${offered.map(
      (each) => html`<li><button type="button" class="button" onClick=${() => onTake(each)}><code>${each}</code>
        </button></li>`,
    )}</ul>`
  }
  ${
    pastRolls.value.length > 0 &&
    html`<details class="small"><summary>Your rolls <span class="soft">(${pastRolls.value.length})</span></summary>
      ${
        judged.length >= 5 &&
        html`<p class="soft">On average your rolls beat ${Math.round(100 * luck)} in 100; pure chance gives 50.</p>`
      }
      <ol class="past">${pastRolls.value.slice(0, LISTED).map(
        ({ of, link, came, at }) => html`<li><a href=${link}><code>${of}</code></a> <strong>${came}</strong>
          <span class="soft">${new Date(at).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })}</span></li>`,
      )}</ol>
      <button type="button" class="button" onClick=${forgetRolls}>Forget them</button></details>`
  }</div>`;
};
