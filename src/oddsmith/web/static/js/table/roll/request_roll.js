// Requests a roll, and requests the same again.
import { signal, useEffect } from '../../../vendor/preact.js';
import { flash } from '../../lib/browser/messages.js';
import { store, stored } from '../../lib/browser/preferences.js';
import { recall } from '../../lib/browser/session.js';

/** @typedef {import('../store/store.js').Table} Table */
/** @typedef {import('../store/fold.js').Roll} Roll */
/** @typedef {Record<string, any>} Request */

/** Tells whether a single key does something: 'on' or 'off'. */
export const shortcuts = signal(stored('shortcuts') ?? 'on');

export const turnShortcuts = () => {
  shortcuts.value = shortcuts.value === 'on' ? 'off' : 'on';
  store('shortcuts', shortcuts.value);
};

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
  recall(`asked.${table.id}`, table.requests.value);
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
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const pressed = (event) => {
      const typing = event.target instanceof Element && event.target.closest('input, textarea, select, dialog');
      if (
        event.key.toLowerCase() !== 'r' ||
        event.repeat ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        typing ||
        shortcuts.value === 'off'
      )
        return;
      const state = table.state.value;
      const own = [...(state?.rolls.values() ?? [])].filter((roll) => roll.by === state?.you.member);
      if (own.length > 0)
        repeatRoll(
          table,
          own.reduce((last, roll) => (roll.number > last.number ? roll : last)),
        );
    };
    addEventListener('keydown', pressed);
    return () => removeEventListener('keydown', pressed);
  }, [table]);

/** Audiences of a roll, in words. */
/** @type {Record<string, string>} */
export const VISIBILITY = { everyone: 'Everyone', host: 'Host and me', blind: 'Host only (blind)', self: 'Only me' };
