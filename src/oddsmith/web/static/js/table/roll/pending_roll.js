// Asks for what a roll waits for: a decision, faces of real dice, two hidden hands, or hidden choices.
import { useEffect, useRef, useState } from '../../../vendor/preact.js';
import { attend } from '../../lib/browser/focus.js';
import { store } from '../../lib/browser/preferences.js';
import { contentOf } from '../../lib/fair/content.js';
import { thrown as commitment } from '../../lib/fair/fair_rolls.js';
import { nonce } from '../../lib/fair/random.js';
import { html } from '../../lib/html.js';
import { Problem, ask } from '../../lib/net/api.js';
import { percent, shortNumber } from '../../lib/numbers/format.js';
import { deciderOf } from '../../lib/text/game_words.js';
import { among, beside } from '../../lib/text/situations.js';
import { humane, sentence } from '../../lib/text/words.js';
import { Options } from '../../odds/best_play/option_values.js';
import { HANDS, Hand } from '../../ui/dice/die.js';
import { Icon } from '../../ui/icons.js';
import { lazy } from '../../ui/lazy_load.js';
import { Trouble } from '../../ui/shell.js';
import { deciding } from '../store/fold.js';
import { useTrouble } from '../store/use_trouble.js';
import { Choices, names, openSides, ruleWords } from './hidden_choices.js';

/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../store/store.js').Table} Table */
/** @typedef {import('../store/fold.js').Cast} Cast */
/** @typedef {import('../store/fold.js').Roll} Roll */
/** @typedef {{table: Table, cast: Cast, roll: Roll, action: ActionInfo | undefined}} Props */

const Faces = lazy(async () => (await import('../../roll/real_dice.js')).Faces);

/** Tells whether a roll waits for whoever sits here. @param {Cast} cast @param {Roll} roll */
export const waitsForMe = (cast, roll) => {
  const { waits } = roll;
  if (roll.status !== 'waits' || waits === undefined || roll.undone) return false;
  if (waits.for === 'decision') return deciding(cast, waits.deciders).includes(cast.you.member);
  if (waits.for === 'faces') return roll.by === cast.you.member;
  if (waits.for === 'choices') return openSides(cast, roll).length > 0;
  return waits.between.includes(cast.you.member) && !thrownBy(roll, waits.round).has(cast.you.member);
};

/** Finds who has thrown in a round. @param {Roll} roll @param {number} round */
const thrownBy = (roll, round) =>
  new Set(
    roll.events.filter((event) => event.kind === 'roll.thrown' && contentOf(event).round === round).map(({ by }) => by),
  );

/** @param {Props} props */
export const Waiting = (props) => {
  const { waits } = props.roll;
  if (waits === undefined) return html`<p class="soft">This roll is waiting for somebody.</p>`;
  if (waits.for === 'decision') return html`<${Decision} key=${waits.step} ...${props} />`;
  if (waits.for === 'faces') return html`<${TypeFaces} ...${props} />`;
  if (waits.for === 'choices') return html`<${Choices} key=${waits.round} ...${props} />`;
  return html`<${Throw} key=${waits.round} ...${props} />`;
};

/** @param {Props} props */
const Decision = ({ table, cast, roll, action }) => {
  const waits = /** @type {Record<string, any>} */ (roll.waits);
  const deciders = deciding(cast, waits.deciders);
  const who = deciderOf(action, { who: waits.who, options: waits.options });
  const isRuling = who === 'game master';
  const mine = deciders.includes(cast.you.member);
  const may = mine || cast.you.role === 'host';
  const [error, setError] = useTrouble(table);
  const [busy, setBusy] = useState(false);
  const section = useRef(/** @type {HTMLElement | null} */ (null));
  // Who has just rolled goes on with what the roll asks; nobody else is torn from what they do.
  useEffect(() => {
    if (mine && roll.by === cast.you.member && document.activeElement?.matches('body, .roll-bar button'))
      attend(section.current);
  }, []);
  const [instead, setInstead] = useState(false);
  /** @param {string} option */
  const take = async (option) => {
    if (busy) return;
    setBusy(true);
    try {
      await table.share.give(`/rolls/${roll.id}/answers`, { step: waits.step, option });
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  return html`<section class="waiting ${mine ? 'mine' : ''}" aria-label="Decision" ref=${section}>
    <p class="tight"><strong>${mine ? 'You decide' : `${names(cast, deciders)} decides`}
      </strong>${
        who !== 'player' &&
        html`<span class="soft"> (as ${isRuling ? 'the game master' : who})
        </span>`
      }: ${sentence(ruleWords(waits.says))}</p>
    ${
      may &&
      !mine &&
      !instead &&
      html`<div><button type="button" class="button" onClick=${() => {
        setInstead(true);
        attend(section.current);
      }}>Decide for ${names(cast, deciders)}</button></div>`
    }
    ${
      (mine || instead) &&
      html`<div class="row">${waits.options.map(
        (/** @type {string} */ option, /** @type {number} */ place) => html`
        <button type="button" class="button ${mine && place === 0 && !isRuling ? 'main' : ''}" aria-disabled=${busy}
          onClick=${() => take(option)}>
          ${sentence(waits.phrases[place])}</button>`,
      )}</div>`
    }
    ${!mine && !instead && html`<p class="small soft">Options: ${waits.phrases.join(', ')}.</p>`}
    ${error && html`<${Trouble} error=${error} />`}
    ${
      (mine || instead) &&
      cast.advice &&
      action &&
      !isRuling &&
      html`<${Advice} table=${table} roll=${roll} action=${action}
        who=${waits.who} phrases=${Object.fromEntries(
          waits.options.map((/** @type {string} */ option, /** @type {number} */ place) => [
            option,
            waits.phrases[place],
          ]),
        )} />`
    }
  </section>`;
};

/**
 * Shows what each option is worth, to whoever wants to know.
 * @param {{table: Table, roll: Roll, action: ActionInfo, who: string, phrases: Record<string, string>}} props
 *   phrases: the options in words
 */
const Advice = ({ table, roll, action, who, phrases }) => {
  const goals = [...action.events, ...action.measures];
  const [goal, setGoal] = useState(goals[0]?.name ?? '');
  const [shown, setShown] = useState(false);
  const [answer, setAnswer] = useState(/** @type {any} */ (undefined));
  const [error, setError] = useState(/** @type {any} */ (undefined));
  useEffect(() => {
    if (!shown) return undefined;
    const asking = new AbortController();
    ask(`${table.path}/rolls/${roll.id}/advice?goal=${encodeURIComponent(goal)}`, { signal: asking.signal }).then(
      (found) => {
        setAnswer(found);
        setError(undefined);
      },
      (problem) => {
        if (!asking.signal.aborted) setError(problem);
      },
    );
    return () => asking.abort();
  }, [shown, goal]);
  if (!shown)
    return html`<div><button type="button" class="button plain" onClick=${() => setShown(true)}>
        <${Icon} name="eye" size=${18} />Show the odds of each option</button></div>`;
  const value = action.events.some(({ name }) => name === goal) ? percent : shortNumber;
  const situation = beside(Object.entries(answer?.situation ?? {}).map(([name, held]) => among(name, [held])));
  return html`<div class="stack">
    <div class="field"><label for="goal-${roll.id}">${who === 'player' ? 'Aiming for' : 'While the player aims for'}
      </label>
      <select id="goal-${roll.id}" onInput=${(/** @type {any} */ e) => setGoal(e.target.value)}>
        ${goals.map(
          ({ name, title }) => html`<option value=${name} selected=${name === goal}>${sentence(title)}
          </option>`,
        )}</select></div>
    ${error && html`<${Trouble} error=${error} />`}
    ${
      answer &&
      !error &&
      html`${situation && html`<p class="tight"><strong>Now:</strong> ${situation}.</p>`}
      <${Options} values=${answer.values} choose=${answer.choose} shown=${value} phrases=${phrases} />
      ${
        answer.loss?.float > 0 &&
        html`<p class="tight small soft">Any other option costs ${value(answer.loss.float)}${Object.keys(answer.values).length > 2 ? ' or more' : ''}.</p>`
      }
      <p class="small soft">${who === 'player' ? 'Your chance' : 'The player’s chance'} after each option, if everyone
        plays their best from there.</p>`
    }
  </div>`;
};

/** @param {Props} props */
const TypeFaces = ({ table, cast, roll }) => {
  const { given } = /** @type {Record<string, any>} */ (roll.waits);
  const may = roll.by === cast.you.member || cast.you.role === 'host';
  const [error, setError] = useTrouble(table);
  if (!may) return html`<p class="waiting">${cast.members.get(roll.by)?.name} rolls real dice.</p>`;
  const path = `/rolls/${roll.id}`;
  /** @param {string[]} faces */
  const next = async (faces) => {
    try {
      return await ask(`${table.path}${path}/asked?${new URLSearchParams(faces.map((face) => ['face', face]))}`);
    } catch (problem) {
      if (problem instanceof Problem) throw problem;
      setError(problem); // until the server is back; then it is asked again
      return new Promise(() => {});
    }
  };
  /** @param {string[]} faces */
  const enter = async (faces) => {
    try {
      await table.command('POST', `${path}/faces`, { faces });
    } catch (problem) {
      setError(problem);
    }
  };
  return html`<div class="waiting mine">
    ${given.length > 0 && html`<p class="tight soft">So far: ${given.join(', ')}</p>`}
    <${Faces} key=${given.length} next=${next} of=${`${roll.id} ${error === undefined}`} onAll=${enter} enter="Enter" />
    ${error && html`<${Trouble} error=${error} />`}
  </div>`;
};

/** @param {Props} props */
const Throw = ({ table, cast, roll }) => {
  const waits = /** @type {Record<string, any>} */ (roll.waits);
  const me = cast.you.member;
  const thrown = thrownBy(roll, waits.round);
  const [error, setError] = useTrouble(table);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    table.bare(roll.id, waits.round);
  }, [thrown.size]);
  /** @param {string} hand */
  const choose = async (hand) => {
    if (busy) return;
    setBusy(true);
    const secret = nonce();
    store(table.handKey(roll.id, waits.round), JSON.stringify({ hand, nonce: secret }));
    const promise = commitment(table.id, roll.id, waits.round, me, hand, secret);
    try {
      await table.command('POST', `/rolls/${roll.id}/throw`, { round: waits.round, commitment: promise });
    } catch (problem) {
      setError(problem);
      setBusy(false);
    }
  };
  const other = waits.between.find((/** @type {string} */ id) => id !== me);
  if (!waits.between.includes(me)) {
    return html`<p class="waiting">
      ${names(cast, waits.between).replace(' or ', ' and ')} throw hands${thrown.size === 1 ? '; one has thrown' : ''}.
    </p>`;
  }
  if (thrown.has(me)) {
    return html`<p class="waiting">
      ${
        thrown.size === 2
          ? 'Both have thrown; the hands open…'
          : `Your hand is thrown and hidden. ${cast.members.get(other)?.name} has a minute to throw.`
      }</p>`;
  }
  return html`<section class="waiting mine" aria-label="Throw a hand">
    <p><strong>Throw your hand against ${cast.members.get(other)?.name}.
      </strong> <span class="soft">Nobody sees it until both have
        thrown.${thrown.size === 1 ? ` ${cast.members.get(other)?.name} has thrown; you have a minute.` : ''}</span>
    </p>
    <div class="hands">${HANDS.map(
      (hand) => html`<button type="button" class="button" aria-disabled=${busy}
        onClick=${() => choose(hand)}><${Hand} hand=${hand} size=${64} />${humane(hand)}</button>`,
    )}</div>
    ${error && html`<${Trouble} error=${error} />`}
  </section>`;
};

/** The rounds of hands that were opened: for whoever rolls, up is won. @param {{cast: Cast, roll: Roll}} props */
export const HandsShown = ({ cast, roll }) => {
  const met = roll.events.filter(({ kind }) => kind === 'roll.met').map(contentOf);
  if (met.length === 0) return null;
  /** @param {string} member */
  const name = (member) => cast.members.get(member)?.name ?? member;
  return html`<ol class="rounds">${met.map(({ hands, forfeit, face, round }) => {
    const sides = Object.entries(/** @type {Record<string, string | null>} */ (hands)).sort(
      ([a], [b]) => Number(b === roll.by) - Number(a === roll.by),
    );
    const winner =
      face === 'even' ? undefined : sides.find(([member]) => (member === roll.by) === (face === 'up'))?.[0];
    return html`<li><span class="only-read">Round ${round + 1}: </span>
      ${sides.map(
        ([member, hand]) => html`<span class="round-hand">${
          hand
            ? html`<${Hand} hand=${hand} size=${40} />`
            : html`<${Icon}
              name=${forfeit.includes(member) ? 'close' : 'hidden'} size=${32} />`
        }
          <span class="small">
            ${name(member)}: ${hand ?? (forfeit.includes(member) ? 'too late, forfeits' : 'stayed hidden')}</span>
        </span>`,
      )}
      <span class="badge ${winner === undefined ? 'brass' : ''}">
        ${winner === undefined ? 'tied' : `${name(winner)} wins this round`}</span></li>`;
  })}</ol>`;
};
