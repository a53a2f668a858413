// The page of dice notation: draws the odds while somebody types, and rolls.
import { useEffect, useState } from '../../vendor/preact.js';
import { restate } from '../lib/browser/route.js';
import { html } from '../lib/html.js';
import { useDocument } from '../lib/net/use_answer.js';
import { NOTATION } from '../lib/notation_action.js';
import { Answer, isAtField } from '../odds/answer/answer.js';
import { address, viewOf } from '../odds/question/address.js';
import { LinkNotice } from '../odds/question/link_notice.js';
import { endpoint } from '../odds/question/request.js';
import { Icon } from '../ui/icons.js';
import { Title, useRolling } from '../ui/shell.js';

/** @typedef {import('../lib/net/documents.js').Catalogue} Catalogue */
/** @typedef {import('../odds/question/question.js').View} View */

/** Examples of notation. */
const EXAMPLES = [
  ['4d6kh3', 'keep the highest three'],
  ['2d20kl1', 'keep the lower one'],
  ['3d6+2', 'add up'],
  ['6d6!', 'sixes explode'],
  ['7d10>=7!', 'count each 7 or higher, tens explode'],
  ['5d10>=6f1', 'count each 6 or higher, ones take one away'],
  ['4d6r1', 'reroll ones'],
  ['4dF', 'Fudge dice'],
  ['2d6 vs 2d6+1', 'one against the other'],
  ['max(d20, d12)', 'the higher of two'],
];

/** @param {{catalogue: Catalogue, query: URLSearchParams}} props */
export const NotationPage = ({ catalogue, query }) => {
  const [view, setView] = useState(() => viewOf(catalogue, NOTATION, NOTATION.actions[0], query));
  /** @param {Partial<View>} change */
  const change = (change) => setView((was) => ({ ...was, ...change }));
  const text = (view.question.inputs.notation ?? '').trim();
  /** @param {string} notation */
  const write = (notation) => setView((was) => ({ ...was, question: { ...was.question, inputs: { notation } } }));
  const live = useDocument(text === '' ? '' : endpoint('odds', view.question));
  const { answer, error } = live;
  const wrong = isAtField(NOTATION.actions[0], error);
  const link = address(catalogue, view);
  useRolling();
  useEffect(() => {
    restate(link);
  }, [link]);
  return html`
  <${Title} title="Dice notation">
    <p>Write dice as your group does. The odds are exact, even for dice that may explode for ever.</p></>
  <${LinkNotice} catalogue=${catalogue} view=${view} />
  <section class="sheet" aria-labelledby="dice-title"><header><h2 id="dice-title">The dice</h2></header>
    <form class="body" onSubmit=${(/** @type {Event} */ e) => e.preventDefault()}>
      <div class="field"><label for="dice">Notation</label>
        <input id="dice" class="notation" type="text" autocomplete="off" autocapitalize="off" spellcheck=${false}
          maxlength="1000" value=${view.question.inputs.notation ?? ''}
          aria-describedby=${wrong ? 'dice-wrong' : undefined} aria-invalid=${wrong ? 'true' : undefined}
          onInput=${(/** @type {any} */ e) => write(e.target.value)} />
        ${wrong && html`<div id="dice-wrong"><${Wrong} text=${text} error=${error} /></div>`}</div>
      <ul class="examples">${EXAMPLES.map(
        ([example, meaning]) => html`<li>
          <button type="button" class="button" onClick=${() => write(example)}><code>${example}</code>
            <span class="small soft">${meaning}</span></button></li>`,
      )}</ul>
    </form></section>
  ${
    text !== '' &&
    html`<${Answer} ...${{ catalogue, action: NOTATION.actions[0], view, live, link }}
      title=${live.fresh && answer ? answer.action : 'The odds'} onView=${change} />`
  }`;
};

/** Shows what is wrong with a notation, and where. @param {{text: string, error: any}} props */
const Wrong = ({ text, error }) => {
  const { start, end } = error;
  return html`<p class="wrong"><${Icon} name="warning" size=${18} />
    <span>${`${error.message} ${error.remedy}`.split('`').map((part, place) =>
      place % 2 === 0
        ? part
        : html`<code>
          ${part}</code>`,
    )}</span></p>
  ${
    start !== undefined &&
    html`<p class="notation-place" aria-hidden="true"><code>${text.slice(0, start)}
        <mark>${text.slice(start, Math.max(end, start + 1)) || ' '}</mark>${text.slice(Math.max(end, start + 1))}</code>
    </p>`
  }`;
};
