// Rolls an action once, for the feel of it.
import { useEffect, useRef, useState } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';
import { ask } from '../../lib/net/api.js';
import { NOTATION, actionOf } from '../../lib/notation_action.js';
import { Icon } from '../../ui/icons.js';
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
 * @param {{catalogue: import('../../lib/net/documents.js').Catalogue, question: Question, action: ActionInfo, possible:
 *   boolean, keyed: {current: () => void}}} props
 *   keyed: what the key R does
 */
export const RollOnce = ({ catalogue, question, action, possible, keyed }) => {
  const [result, setResult] = useState(
    /** @type {{rolled?: any, error?: any, shown?: any, key: string}} */ ({ key: '' }),
  );
  const count = useRef(0);
  const key = JSON.stringify(question);
  const roll = async () => {
    if (!possible) return;
    try {
      const [rolled, shown] = await Promise.all([rollOf(question), import('../../ui/dice/roll_result.js')]);
      count.current += 1;
      setResult({ rolled, shown, key });
    } catch (error) {
      setResult({ error, key });
    }
  };
  useEffect(() => {
    keyed.current = roll;
  });
  // What was rolled with other inputs would be taken for a roll with these.
  const { rolled, error, shown } = result.key === key ? result : {};
  return html`<div class="stack">
    <div><button type="button" class="button main" disabled=${!possible} title="Key R" onClick=${roll}>
        <${Icon} name="die" />Roll it once</button></div>
    ${error && html`<${Trouble} error=${error} />`}
    ${
      rolled &&
      html`<${shown.RollResult} key=${count.current} rolled=${rolled}
        action=${rolled.line === undefined ? action : actionOf(rolled)}
        line=${
          rolled.line ?? `${action.title} (${summary(catalogue, question)}): ${shown.resultLine(action, rolled)}`
        } />`
    }
  </div>`;
};
