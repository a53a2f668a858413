// Says what one more of an input is worth, and what spending is.
import { html } from '../../lib/html.js';
import { ask } from '../../lib/net/api.js';
import { useAnswer } from '../../lib/net/use_answer.js';
import { chanceInWords, percent, points, shortNumber } from '../../lib/numbers/format.js';
import { spendings, unit } from '../../lib/text/spending.js';
import { calledWithin } from '../../lib/text/field_titles.js';
import { requestBody } from '../question/request.js';
import { askSweep } from '../sweep/fetch_sweep.js';

/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../../lib/net/documents.js').Best} Best */
/**
 * @typedef {Best | null | undefined} Played best play of what leads the action, without limits or prices; null where it
 *   is not known, and will not be; undefined while it is on its way
 */
/** @typedef {import('../../lib/net/documents.js').Field} Field */
/** @typedef {import('../question/question.js').Question} Question */

/** Milliseconds after which less pressing questions follow, so that the odds themselves are there first. */
const AFTER = 100;

/** Of more inputs than this it is not asked what one more of each does. */
const MOST = 4;

/** @param {Field} field @param {ActionInfo} action whether it is something to spend */
const isPurse = ({ name }, action) =>
  action.measures.some((measure) => measure.spends && measure.name === `${name}_spent`);

/** @param {Field} field @param {Question} question its value, where it is a whole number that may be one more */
const raisable = ({ name, kind, high = Infinity }, { inputs }) => {
  const text = (inputs[name] ?? '').trim();
  return kind === 'integer' && text !== '' && Number.isInteger(Number(text)) && Number(text) < high
    ? Number(text)
    : undefined;
};

/**
 * Says what best play makes of the odds, as the end of a sentence and another; '' where nothing can be decided.
 * @param {ActionInfo} action
 * @param {Played} best
 */
const played = (action, best) => {
  if (!best || best.decisions.all === 0) return '';
  const value = best.chance ? percent(best.value.float) : shortNumber(best.value.float);
  const spent = spendings(action)
    .map((measure) => ({ measure, mean: best.measures[measure.name]?.mean?.float ?? 0 }))
    .filter(({ mean }) => mean > 0);
  // Where several pay in the same coin, each is named.
  const units = new Set(spent.map(({ measure }) => unit(measure)));
  const costs = spent
    .map(({ measure, mean }) => ({ of: units.size < spent.length ? measure.title : unit(measure), mean }))
    .map(({ of, mean }) => `${Number.isInteger(mean) ? '' : 'about '}${Number(mean.toPrecision(2))} ${of}`);
  const without = spendings(action).length > 0 ? ' with nothing spent' : '';
  if (best.value.exact === best.unspent.exact) return `${without}. Best play adds nothing`;
  const price = costs.length > 0 ? ` for ${costs.join(' and ')}` : '';
  return `${without}. Play your best and it is ${value}${price}`;
};

/**
 * Takes the room of words that are on their way, unseen and unread, so that nothing moves when they come.
 * @param {{words: string}} props words: about as long
 */
const Room = ({ words }) => html`<span class="room" data-words=${words}></span>`;

/** About what `played` will say. @param {ActionInfo} action */
const playedRoom = (action) =>
  ` with nothing spent. Play your best and it is 00.0 %${spendings(action).map((each) => ` for 1 ${unit(each)}`)[0] ?? ''}`;

/**
 * The odds in a sentence, what best play makes of them, and what one more of an input does: of the one that does most
 * good, and of everything that may be spent.
 * @param {import('./answer.js').ToSay & {best: Played}} props
 */
export const WithWorth = ({ action, question, said, decides, estimated, best }) => html`
${
  said &&
  html`<p class="reading">${`${said.replace(/\.$/, '')}${decides ? played(action, best) : ''}.`}${
    decides && best === undefined && html`<${Room} words=${playedRoom(action)} />`
  }</p>`
}
${
  !estimated &&
  html`<${OneMore} action=${action} question=${question} />
  ${
    decides &&
    (best === undefined || (best !== null && best.decisions.all > 0)) &&
    action.inputs
      .filter((field) => isPurse(field, action) && field.whose === 'own' && (raisable(field, question) ?? 0) > 0)
      .map((field) => html`<${OneMoreToSpend} key=${field.name} ...${{ action, question, best, field }} />`)
  }`
}`;

/** @param {{action: ActionInfo, question: Question}} props */
const OneMore = ({ action, question }) => {
  const fields = action.inputs
    .filter(
      (field) =>
        field.more === undefined &&
        field.whose !== 'other' &&
        !isPurse(field, action) &&
        raisable(field, question) !== undefined,
    )
    .slice(0, MOST);
  const event = action.events.some(({ name }) => name === action.leading);
  // A sweep refuses in its cells what may not be entered together, so asking is no error.
  const { answer, stale, busy } = useAnswer(
    fields.length > 0 && action.leading !== '' ? JSON.stringify(question) : '',
    async (signal) => {
      const found = await Promise.all(
        fields.map(async (field) => {
          const value = Number(question.inputs[field.name]);
          const [now, more] = (
            await askSweep(
              question,
              [{ input: field.name, values: [value, value + 1] }],
              action.leading,
              false,
              0,
              signal,
            )
          ).cells.map(({ float, mean }) => float ?? mean?.float);
          return {
            said: `With ${calledWithin(field)} ${value + 1}`,
            more: more ?? 0,
            gain: now === undefined || more === undefined ? 0 : more - now,
          };
        }),
      );
      return found.toSorted(
        (a, b) => Number(b.gain > 0) - Number(a.gain > 0) || Math.abs(b.gain) - Math.abs(a.gain),
      )[0];
    },
    AFTER,
  );
  if (answer === undefined && busy)
    return html`<p class="soft"><${Room} words="With ${calledWithin(fields[0])} 0 it is 0.0 points more: 0 in 10." /></p>`;
  if (stale || answer === undefined || answer.gain === 0) return null;
  const { said, gain, more } = answer;
  const size = event ? `${points(gain).slice(1)} points` : shortNumber(Math.abs(gain));
  return html`<p class="soft">${said} it
    is ${size} ${gain > 0 ? 'more' : 'less'}${event ? `: ${chanceInWords(more).toLowerCase()}` : ''}.</p>`;
};

/** @param {{action: ActionInfo, question: Question, best: Best | undefined, field: Field}} props */
const OneMoreToSpend = ({ action, question, best, field }) => {
  const richer = {
    ...question,
    inputs: { ...question.inputs, [field.name]: String(Number(question.inputs[field.name]) + 1) },
  };
  const { answer, fresh, error } = useAnswer(
    best === undefined ? '' : JSON.stringify([richer, best.goal]),
    (signal) =>
      ask(`/api/best/${question.system}/${question.action}`, {
        method: 'POST',
        signal,
        body: { ...requestBody(richer), goal: best?.goal, plan: 1 },
      }),
    4 * AFTER,
  );
  const measure = spendings(action).find(({ name }) => name === `${field.name}_spent`);
  const of = measure === undefined ? calledWithin(field) : unit(measure);
  if (error) return null;
  if (best === undefined || answer === undefined || !fresh)
    return html`<p class="soft"><${Room} words="One more ${of} to spend would add nothing." /></p>`;
  const gain = answer.value.float - best.value.float;
  return html`<p class="soft">One more ${of} to
    spend ${
      answer.value.exact === best.value.exact
        ? 'would add nothing'
        : `would add ${best.chance ? `${points(gain).slice(1)} points` : shortNumber(Math.abs(gain))}`
    }.</p>`;
};
