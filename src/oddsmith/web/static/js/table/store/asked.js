// What this browser asked for, held against what the log says that it asked for.
import { canonical } from '../../lib/fair/fair_rolls.js';
import { contentOf } from './fold.js';

/** @typedef {import('./fold.js').Event} Event */
/**
 * @typedef {object} Request
 * @property {string} id
 * @property {string} path
 * @property {Record<string, any>} body
 * @property {Record<string, any>} [like] what is to be repeated, as far as it may be seen
 * @property {number} since how far the log was
 * @property {number} at when it was sent, by the clock of this browser
 * @property {number} [event] the number of the event that carried it out
 */

/** Parts of a request that stand in the log as they were given, and what they are where they are left out. */
const PLAIN = { character: null, opposing: null, label: '', comment: '', source: 'seed', against: null };

const EFFECT = { times: -1, since: null };

/** @param {unknown} one @param {unknown} other */
const same = (one, other) => canonical(one) === canonical(other);

/**
 * Tells whether an event does what a request asks. Of a blind roll whoever made it sees only that there is one.
 * @param {Request} request @param {Event} event
 */
export const asks = ({ path, body, like }, event) => {
  const [, , roll, act] = path.split('/');
  const hides = event.sealed !== null && event.hidden === undefined;
  const said = contentOf(event);
  if (act === 'answers') {
    const taken = hides || (said.step === body.step && said.option === body.option);
    return event.kind === 'roll.answered' && event.roll === roll && taken;
  }
  if (event.kind !== 'roll.opened') return false;
  if (act === 'repeat') return hides || (said.repeats === roll && isLike(said, like));
  if (event.visibility !== (body.visibility ?? 'everyone')) return false;
  if (hides) return true;
  const { inputs, options, effects } = said.given ?? {};
  return (
    said.repeats === null &&
    said.system === body.system &&
    said.action === body.action &&
    same(inputs, body.inputs ?? {}) &&
    same(options, body.options ?? {}) &&
    same(effects, body.effects?.map((/** @type {object} */ each) => ({ ...EFFECT, ...each })) ?? null) &&
    Object.entries(PLAIN).every(([part, usual]) => same(said[part], trimmed(body[part] ?? usual)))
  );
};

/** A text without what the server takes off its ends, too. @param {unknown} part */
const trimmed = (part) => (typeof part === 'string' ? part.replace(ENDS, '') : part);

const ENDS = /^\p{White_Space}+|\p{White_Space}+$/gu;

/**
 * Tells whether a roll asks what another one did, but for what comes from sheets.
 * @param {Record<string, any>} said @param {Record<string, any> | undefined} like
 */
const isLike = (said, like) => {
  if (like?.system === undefined) return true;
  const parts = ['system', 'action', 'options', 'effects', ...Object.keys(PLAIN)];
  const own = Object.entries(like.inputs).filter(([name, value]) => value !== null && !like.filled.includes(name));
  return (
    parts.every((part) => same(said[part], like[part])) &&
    own.every(([name, value]) => !(name in said.inputs) || same(said.inputs[name], value))
  );
};
