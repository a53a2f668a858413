// Requests a roll, and requests the same again.
import { flash } from '../../lib/browser/messages.js';
import { retain } from '../../lib/browser/session.js';
import { useShortcuts } from '../../lib/browser/shortcuts.js';

/** @typedef {import('../store/store.js').Table} Table */
/** @typedef {import('../store/fold.js').Roll} Roll */
/** @typedef {Record<string, any>} Request */

/** Requests of one's own that this browser remembers. */
const REMEMBERED = 20;

/**
 * Returns what was asked for here with a roll: of a blind one the server tells hosts alone, not even whoever rolled.
 * @param {Table} table @param {string} roll @returns {Request | undefined}
 */
export const requestOf = (table, roll) => new Map(table.requests.value).get(roll);

/**
 * Rolls. @param {Table} table @param {Request} what @param {string[]} [faces] those of real dice that lie there already
 */
export const requestRoll = async (table, what, faces = []) => {
  const answer = await (what.source === 'seed'
    ? table.share.give('/rolls', what)
    : table.command('POST', '/rolls', what.source === 'faces' ? { ...what, faces } : what));
  table.requests.value = [...table.requests.value, /** @type {[string, Request]} */ ([answer.roll, what])].slice(
    -REMEMBERED,
  );
  retain(`asked.${table.id}`, table.requests.value);
  return answer;
};

/** The same roll again. @param {Table} table @param {Roll} roll */
export const repeatRoll = async (table, roll) => {
  const what = requestOf(table, roll.id);
  try {
    if (roll.request !== undefined) {
      const path = `/rolls/${roll.id}/repeat`;
      await (roll.request.source === 'seed' ? table.share.give(path, {}) : table.command('POST', path, {}));
    } else if (what !== undefined) await requestRoll(table, what);
    else flash('This browser no longer knows what that roll was.');
  } catch (error) {
    flash(error instanceof Error ? error.message : String(error));
  }
};

/** Key R: one's own last roll again. @param {Table} table */
export const useRepeat = (table) =>
  useShortcuts({
    r: () => {
      const state = table.state.value;
      const own = [...(state?.rolls.values() ?? [])].filter((roll) => roll.by === state?.you.member);
      if (own.length > 0)
        repeatRoll(
          table,
          own.reduce((last, roll) => (roll.number > last.number ? roll : last)),
        );
    },
  });

/** Audiences of a roll, in words. @type {Record<string, string>} */
export const VISIBILITY = { everyone: 'Everyone', host: 'Host and me', blind: 'Host only (blind)', self: 'Only me' };
