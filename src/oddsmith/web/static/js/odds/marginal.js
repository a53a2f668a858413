// What a little more of something is worth.
import { html } from '../lib/html.js';
import { humane, inWords, points } from '../lib/words.js';
import { askSweep, useAsked } from './asking.js';

/** @typedef {import('../lib/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('./link.js').Question} Question */

/** Milliseconds after which less pressing questions follow, so that the odds themselves are there first. */
const AFTER = 100;

/** What one more of the first input adds, in a sentence. @param {{action: ActionInfo, question: Question}} props */
export const Marginal = ({ action, question }) => {
  const field = action.inputs.find(({ name, kind }) => kind === 'integer' && (question.inputs[name] ?? '').trim() !== '');
  const event = action.events[0];
  const value = Number(field && question.inputs[field.name]);
  const allowed = field !== undefined && event !== undefined && Number.isInteger(value) && value >= (field.low ?? -Infinity) && value < (field.high ?? Infinity);
  // A sweep refuses in its cells what may not be entered together, so asking is no error.
  const { answer, stale } = useAsked(allowed ? JSON.stringify(question) : '', async (signal) => {
    const [now, more] = (await askSweep(question, [{ input: field?.name ?? '', values: [value, value + 1] }], event.name, 0, signal)).cells;
    return { now: now.float, more: more.float, said: `With ${humane(field?.name ?? '').toLowerCase()} ${value + 1}` };
  }, AFTER);
  if (!allowed || stale || answer?.now === undefined || answer.more === undefined) return null;
  const { now, more, said } = answer;
  const gain = more - now;
  if (gain === 0) return html`<p class="soft">${said} nothing changes about that.</p>`;
  return html`<p class="soft">${said} it is ${points(gain).replace(/^[+−]/, '')} points ${gain > 0 ? 'more' : 'less'}: ${inWords(more).toLowerCase()}.</p>`;
};
