// Rolls an action once, for the feel of it, and tells how rare that was.
import { useEffect, useRef, useState } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';
import { ask } from '../../lib/net/api.js';
import { NOTATION, actionOf } from '../../lib/notation_action.js';
import { lazy } from '../../ui/lazy_load.js';
import { Trouble } from '../../ui/shell.js';
import { requestBody } from '../question/request.js';
import { summary } from '../question/summary.js';

/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../question/question.js').Question} Question */

const RealDice = lazy(async () => (await import('../../roll/real_dice.js')).RealDice);

/** Where a roll is asked for, and with what. @param {Question} question */
const rollOf = (question) =>
  question.system === NOTATION.name
    ? { path: '/api/roll', body: { notation: question.inputs.notation.trim() } }
    : { path: `/api/roll/${question.system}/${question.action}`, body: requestBody(question) };

/** The modules that show what was rolled. */
const showing = async () =>
  Object.assign(
    {},
    ...(await Promise.all([
      import('../../ui/dice/roll_result.js'),
      import('../../roll/hindsight.js'),
      import('../../roll/past_rolls.js'),
    ])),
  );

/**
 * What was rolled, and what it was worth.
 * @param {{catalogue: import('../../lib/net/documents.js').Catalogue, question: Question, action: ActionInfo, possible:
 *   boolean, odds?: import('../../lib/net/documents.js').Odds, link: string, keyed: {current: () => void},
 *   real: boolean}} props
 *   odds: of this question, where they are known; link: to this question; keyed: rolls, for the buttons and the key R;
 *   real: whether faces of real dice are asked for
 */
export const RollOnce = ({ catalogue, question, action, possible, odds, link, keyed, real }) => {
  const [result, setResult] = useState(
    /** @type {{rolled?: any, error?: any, shown?: any, key: string}} */ ({ key: '' }),
  );
  const count = useRef(0);
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const key = JSON.stringify(question);
  /** @param {any} rolled @param {any} shown */
  const land = (rolled, shown) => {
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
  };
  const asked = rollOf(question);
  const roll = async () => {
    if (!possible) return;
    try {
      const [rolled, shown] = await Promise.all([ask(asked.path, { method: 'POST', body: asked.body }), showing()]);
      land(rolled, shown);
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
  const typing = real && possible;
  if (!rolled && !error && !typing) return null;
  const told = rolled && (rolled.line === undefined ? action : actionOf(rolled));
  return html`<div class="stack" ref=${box}>
    ${
      typing &&
      html`<${RealDice} key=${key} ...${asked} onRolled=${async (/** @type {any} */ fallen) => land(fallen, await showing())} />`
    }
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
