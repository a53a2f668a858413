// Rolls the action of a page of odds once, for the feel of it, and tells how rare that was.
import { useEffect, useRef } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';
import { NOTATION } from '../../lib/notation_action.js';
import { RealDice, useRollAlone } from '../../roll/roll_alone.js';
import { Trouble } from '../../ui/shell.js';
import { requestBody } from '../question/request.js';
import { summary } from '../question/summary.js';

/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../question/question.js').Question} Question */

/** Fetches what shows a roll. */
const showing = async () => (await import('../../ui/dice/roll_result.js')).RollResult;

/**
 * What was rolled, and what it was worth.
 * @param {{catalogue: import('../../lib/net/documents.js').Catalogue, question: Question, action: ActionInfo, possible:
 *   boolean, odds?: import('../../lib/net/documents.js').Odds, link: string, keyed: {current: () => void},
 *   real: boolean}} props
 *   odds: of this question, where they are known; link: to this question; keyed: rolls, for the buttons and the key R;
 *   real: whether faces of real dice are asked for
 */
export const RollOnce = ({ catalogue, question, action, possible, odds, link, keyed, real }) => {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const notation = question.system === NOTATION.name ? question.inputs.notation.trim() : undefined;
  const of = notation ?? `${action.title} (${summary(catalogue, question)})`;
  const asked =
    notation === undefined
      ? { path: `/api/roll/${question.system}/${question.action}`, body: requestBody(question) }
      : { path: '/api/roll', body: { notation } };
  const { roll, take, landed, error } = useRollAlone({
    ...{ asked, of, link, odds, showing },
    action: notation === undefined ? action : undefined,
  });
  useEffect(() => {
    keyed.current = () => possible && roll();
  });
  useEffect(() => {
    if (landed || error) box.current?.scrollIntoView({ block: 'nearest' });
  }, [landed?.rolled, error]);
  const typing = real && possible;
  if (!landed && !error && !typing) return null;
  return html`<div class="stack" ref=${box}>
    ${typing && html`<${RealDice} key=${JSON.stringify(asked)} ...${asked} onRolled=${take} />`}
    ${error && html`<${Trouble} error=${error} />`}
    ${
      landed &&
      html`<${landed.Shown} key=${landed.count} ...${landed}
        line=${landed.rolled.line ?? `${of}: ${landed.came}`} />`
    }
  </div>`;
};
