// What this browser asked for, held against what the log says that it asked for.
import { contentOf } from '../../lib/fair/content.js';
import { canonical } from '../../lib/fair/fair_rolls.js';

/** @typedef {import('./fold.js').Event} Event */
/**
 * @typedef {object} Request
 * @property {string} id
 * @property {string} act how it was sent and where: 'POST /rolls'
 * @property {Record<string, any>} body
 * @property {Record<string, any>} [like] what is to be repeated, as far as it may be seen
 * @property {number} since how far the log was
 * @property {number} at when it was sent, by the clock of this browser
 * @property {number} [event] the number of the event that carried it out; of several, of the last one
 */

/** Parts of a request that stand in the log as they were given, and what they are where they are left out. */
const PLAIN = { character: null, opposing: null, label: '', comment: '', source: 'seed', against: null };

const EFFECT = { times: -1, since: null };

/** @param {unknown} one @param {unknown} other */
const same = (one, other) => canonical(one) === canonical(other);

/** What a member does, by the kinds of its events; $ is the roll, sheet or whatever else it is about. */
const BEHIND = {
  'roll.opened': ['POST /rolls', 'POST /rolls/*/repeat'],
  'roll.answered': ['POST /rolls/$/answers'],
  'roll.typed': ['POST /rolls/$/faces'],
  'roll.thrown': ['POST /rolls/$/throw'],
  'roll.bared': ['POST /rolls/$/bare'],
  'roll.chosen': ['POST /rolls/$/choose'],
  'roll.disclosed': ['POST /rolls/$/disclose'],
  'roll.undone': ['POST /rolls/$/undo', 'DELETE /members/*'],
  'roll.shown': ['POST /rolls/$/show'],
  'note.written': ['POST /notes'],
  'note.shown': ['POST /notes/$/show'],
  'character.made': ['POST /characters'],
  'character.changed': ['PATCH /characters/$'],
  'character.removed': ['DELETE /characters/$'],
  'preset.saved': ['POST /presets'],
  'preset.removed': ['DELETE /presets/$'],
  'table.changed': ['PATCH '],
  'invite.made': ['POST /invites'],
  'invite.revoked': ['DELETE /invites/$', 'DELETE /members/*'],
  'member.changed': ['PATCH /members/$', 'POST /members/$/link'],
  'member.left': ['DELETE /members/$'],
};

/** Tells whether a request may stand behind an event. @param {string} act @param {Event} event */
const mayStandBehind = (act, event) => {
  const about = event.roll ?? event.body[event.kind.split('.')[0]];
  const ways = BEHIND[/** @type {keyof typeof BEHIND} */ (event.kind)] ?? [];
  return ways.some((way) => new RegExp(`^${way.replace('*', '\\w+').replace('$', about)}(\\?.*)?$`).test(act));
};

/**
 * Tells whether a request is done with an event: one who leaves may end rolls before.
 * @param {string} act @param {Event} event
 */
export const ends = (act, { kind }) => !act.startsWith('DELETE /members/') || kind === 'member.left';

/**
 * Tells whether an event does what a request asks. Of a blind roll whoever made it sees only that there is one.
 * @param {Request} request @param {Event} event
 */
export const asks = ({ act, body, like }, event) => {
  if (!mayStandBehind(act, event)) return false;
  const hides = event.sealed !== null && event.hidden === undefined;
  const said = contentOf(event);
  if (event.kind === 'note.written' && event.roll !== (body.roll ?? null)) return false;
  if (event.kind !== 'roll.opened')
    return (
      hides || (fits(said, { ...body, ...facesOf(body) }) && !(event.kind.startsWith('character.') && adds(said, body)))
    );
  if (act.endsWith('/repeat')) return hides || (said.repeats === act.split('/')[2] && isLike(said, like));
  if (event.visibility !== (body.visibility ?? 'everyone')) return false;
  if (hides) return true;
  const { inputs, options, effects } = said.given ?? {};
  return (
    said.repeats === null &&
    said.system === body.system &&
    said.action === body.action &&
    same(said.faces, facesOf(body).faces ?? []) &&
    same(inputs, body.inputs ?? {}) &&
    same(options, body.options ?? {}) &&
    same(effects, body.effects?.map((/** @type {object} */ each) => ({ ...EFFECT, ...each })) ?? null) &&
    Object.entries(PLAIN).every(([part, usual]) => same(said[part], trimmed(body[part] ?? usual)))
  );
};

/** Faces that were typed, as the log has them. @param {Record<string, any>} body @returns {{faces?: string[]}} */
const facesOf = ({ faces }) => (faces ? { faces: faces.map(String) } : {});

/**
 * Tells whether what is said is what was sent, as far as it is said at all.
 * @param {any} said @param {any} sent @returns {boolean}
 */
const fits = (said, sent) => {
  if (typeof said !== 'object' || typeof sent !== 'object' || said === null || sent === null)
    return same(trimmed(said), trimmed(sent));
  return Object.entries(sent).every(([part, value]) => !(part in said) || fits(said[part], value));
};

/** Tells whether a sheet is said to have what was never sent. @param {Record<string, any>} said @param {Record<string, any>} sent */
const adds = (said, sent) =>
  Object.entries(said).some(([part, value]) => !(part in sent) && !OF_ITSELF.has(part) && !EMPTY.has(canonical(value)));

/** What an event of a sheet says that nobody sends. */
const OF_ITSELF = new Set(['character', 'owner', 'name']);

const EMPTY = new Set(['null', '""', '{}']);

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
