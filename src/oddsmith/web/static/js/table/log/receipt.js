// A receipt: what this page has seen of a log, to hold against any log that is shown later.
import { downloadText } from '../../lib/browser/download.js';

/** @typedef {import('../store/fold.js').State} State */

/** The receipt of a table as this page knows it. @param {State} state */
export const receipt = (state) => {
  /** @type {Map<number, string>} */
  const digests = new Map([[state.number, state.digest]]);
  /** @type {Record<string, string>} */
  const seals = {};
  const rolls = [...state.rolls.values()].flatMap(({ events }) => events);
  const others = state.log.flatMap((entry) => (entry.kind === 'roll' ? [] : [entry.event]));
  for (const { number, digest, previous, body } of [...rolls, ...others].sort((a, b) => a.number - b.number)) {
    if (number > 1) digests.set(number - 1, previous);
    digests.set(number, digest);
    const begun = body.stretch;
    if (begun?.next) seals[begun.member] = begun.next;
  }
  const held = [...digests.keys()].filter((number) => number <= state.number).sort((a, b) => a - b);
  const numbers = new Set([state.number]);
  for (let back = 1; back < state.number; back *= 2) {
    const number = held.findLast((each) => each <= state.number - back);
    if (number !== undefined) numbers.add(number);
  }
  return {
    schema: 'oddsmith/receipt/1',
    table: state.table,
    seen_by: state.you.member,
    made: new Date().toISOString(),
    points: [...numbers].sort((a, b) => a - b).map((number) => ({ number, digest: digests.get(number) })),
    seals: { ...seals, [state.you.member]: state.you.seal },
  };
};

/** Saves the receipt as a file. @param {State} state */
export const download = (state) =>
  downloadText(
    `oddsmith-receipt-${state.table}-${state.number}.json`,
    `${JSON.stringify(receipt(state), null, 1)}\n`,
    'application/json',
  );
