// Sets several variants of a question against each other: how often each is ahead, and whether one is better throughout.
import { html } from '../../lib/html.js';
import { ask } from '../../lib/net/api.js';
import { useAnswer } from '../../lib/net/use_answer.js';
import { NOTATION } from '../../lib/notation_action.js';
import { percent } from '../../lib/numbers/format.js';
import { Ledger } from '../../ui/charts/ledger.js';
import { Downloads } from '../../ui/downloads.js';
import { requestBody } from '../question/request.js';

/** @typedef {import('../question/question.js').Question} Question */
/** @typedef {import('../../lib/net/documents.js').Chance} Chance */
/**
 * @typedef {object} Pair
 * @property {number} left the place of a variant
 * @property {number} right
 * @property {Chance} win of the left one
 * @property {Chance} tie
 * @property {Chance} lose
 * @property {'left' | 'right' | 'both' | 'neither' | null} better which is as good or better at every target
 * @property {Chance | null} overlap
 */

/** @param {Question} question */
const asked = (question) =>
  question.system === NOTATION.name
    ? { notation: question.inputs.notation }
    : { system: question.system, action: question.action, ...requestBody(question) };

const HEAD = [
  'Pair',
  'first is ahead',
  'equal',
  'second is ahead',
  'curves overlap',
  'as good or better at every target',
];

/**
 * @param {{name: string, measure: string, names: string[], questions: Question[]}} props name: of files; names: of the
 *   questions
 */
export const Against = ({ name, measure, names, questions }) => {
  const body = { questions: questions.map(asked), measure };
  const { answer, fresh } = useAnswer(JSON.stringify(body), (signal) =>
    ask('/api/compare', { method: 'POST', signal, body }),
  );
  if (!fresh) return null;
  /** @param {Pair} pair */
  const better = ({ left, right, better }) =>
    better === null
      ? '–'
      : { left: names[left], right: names[right], both: 'both, they are alike', neither: 'neither' }[better];
  /** @type {Pair[]} */
  const pairs = answer.pairs;
  /** @template C @param {(chance: Chance | null) => C} cell */
  const rows = (cell) =>
    pairs.map((pair) => [
      `${names[pair.left]} against ${names[pair.right]}`,
      ...[pair.win, pair.tie, pair.lose, pair.overlap].map(cell),
      better(pair),
    ]);
  return html`<p><strong>${names[0]}</strong>${pairs
    .filter(({ left }) => left === 0)
    .map(
      ({ right, win }, place) =>
        html`${place === 0 ? ' beats ' : ', '}<strong>${names[right]}</strong> ${percent(win.float)} of the time`,
    )}.</p>
    <${Ledger} caption="Against each other" grid=${{ head: HEAD, rows: [] }}
      shown=${rows((chance) => (chance === null ? '–' : { text: percent(chance.float), exact: chance.p }))}>
      <${Downloads} name=${name} grid=${{ head: HEAD, rows: rows((chance) => chance?.p ?? '') }} json=${answer} /></>`;
};
