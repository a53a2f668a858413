// Rolls an action once, for the feel of it, and tells how rare that was.
import { useEffect, useRef, useState } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';
import { ask } from '../../lib/net/api.js';
import { NOTATION, actionOf } from '../../lib/notation_action.js';
import { Trouble } from '../../ui/shell.js';
import { requestBody } from '../question/request.js';
import { summary } from '../question/summary.js';

/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../question/question.js').Question} Question */

/** @param {Question} question @returns {Promise<any>} */
const rollOf = (question) =>
  question.system === NOTATION.name
    ? ask('/api/roll', { method: 'POST', body: { notation: question.inputs.notation.trim() } })
    : ask(`/api/roll/${question.system}/${question.action}`, { method: 'POST', body: requestBody(question) });

/**
 * What was rolled, and what it was worth.
 * @param {{catalogue: import('../../lib/net/documents.js').Catalogue, question: Question, action: ActionInfo, possible:
 *   boolean, odds?: import('../../lib/net/documents.js').Odds, link: string, keyed: {current: () => void}}} props
 *   odds: of this question, where they are known; link: to this question; keyed: rolls, for the buttons and the key R
 */
export const RollOnce = ({ catalogue, question, action, possible, odds, link, keyed }) => {
  const [result, setResult] = useState(
    /** @type {{rolled?: any, error?: any, shown?: any, key: string}} */ ({ key: '' }),
  );
  const count = useRef(0);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const key = JSON.stringify(question);
  const roll = async () => {
    if (!possible) return;
    try {
      const [rolled, ...modules] = await Promise.all([
        rollOf(question),
        import('../../ui/dice/roll_result.js'),
        import('../../roll/hindsight.js'),
        import('../../roll/past_rolls.js'),
      ]);
      const shown = Object.assign({}, ...modules);
      count.current += 1;
      setResult({ rolled, shown, key });
      const told = rolled.line === undefined ? action : actionOf(rolled);
      shown.remember({
        of:
          question.system === NOTATION.name
            ? question.inputs.notation.trim()
            : `${action.title} (${summary(catalogue, question)})`,
        link,
        came: shown.resultLine(told, rolled),
        at: new Date().toISOString(),
        luck: odds && shown.luckOf(told, odds, rolled),
      });
    } catch (error) {
      setResult({ error, key });
    }
  };
  useEffect(() => {
    keyed.current = roll;
  });
  // What was rolled with other inputs would be taken for a roll with these.
  const { rolled, error, shown } = result.key === key ? result : {};
  useEffect(() => {
    if (rolled || error) box.current?.scrollIntoView({ block: 'nearest' });
  }, [rolled, error]);
  if (!rolled && !error) return null;
  const told = rolled && (rolled.line === undefined ? action : actionOf(rolled));
  return html`<div class="stack" ref=${box}>
    ${error && html`<${Trouble} error=${error} />`}
    ${
      rolled &&
      html`<${shown.RollResult} key=${count.current} rolled=${rolled} action=${told}
        hindsight=${odds && shown.hindsight(told, odds, rolled)}
        line=${
          rolled.line ?? `${action.title} (${summary(catalogue, question)}): ${shown.resultLine(action, rolled)}`
        } />`
    }
  </div>`;
};
