// Folds the events of a log into the state of its table.
import { contentOf } from '../../lib/fair/content.js';
import { pledged } from '../../lib/fair/fair_rolls.js';

/**
 * @typedef {object} Event
 * @property {number} number
 * @property {string} table
 * @property {string} at
 * @property {string} kind
 * @property {string | null} by
 * @property {string | null} roll
 * @property {string} visibility
 * @property {Record<string, any>} body
 * @property {Record<string, any>} [hidden]
 * @property {string} [salt]
 * @property {string | null} sealed
 * @property {string} previous
 * @property {string} digest
 * @property {boolean} [shown] whether it was hidden first and then shown to everybody; only in this browser
 */

/** @typedef {'host' | 'player' | 'observer'} Role */
/**
 * @typedef {{member: string, name: string, role: Role, left: boolean, invite: string | null, present: boolean}} Member
 */
/** @typedef {{value: number, max: number | null, held: number}} Resource */
/**
 * @typedef {object} Character
 * @property {string} character
 * @property {string} name
 * @property {string | null} owner
 * @property {string} system
 * @property {string} text
 * @property {Record<string, unknown>} inputs
 * @property {Record<string, Resource>} resources
 */
/** @typedef {{preset: string, owner: string, name: string, request: Record<string, any>}} Preset */
/** @typedef {{invite: string, role: Role, revoked: boolean}} Invite */
/** @typedef {{character: string, resource: string, by: number}} Effect */

/**
 * @typedef {object} Roll
 * @property {string} id
 * @property {string} by
 * @property {string} at
 * @property {number} number
 * @property {string} visibility
 * @property {Record<string, any> | undefined} request what is rolled; undefined when this browser may not see it
 * @property {'landing' | 'waits' | 'finished' | 'ended'} status
 * @property {Record<string, any> | undefined} waits
 * @property {Record<string, any> | undefined} result
 * @property {import('../../lib/net/documents.js').TrailEntry[]} trail
 * @property {Event[]} events
 * @property {boolean} undone
 * @property {boolean} fresh whether it happened while this page was open
 */

/** @typedef {{kind: 'roll', roll: string} | {kind: 'note' | 'line', event: Event}} Entry */

/**
 * @typedef {object} State
 * @property {string} table
 * @property {string} title
 * @property {boolean} advice
 * @property {number} number
 * @property {string} digest of the last event
 * @property {string} version
 * @property {{member: string, role: Role, seal: string, sealed: number, pledges: string[]}} you the seal of one's next
 *   dice, the event by which it stands, and the pledges that stand: dice of others take the first, one's own the last
 * @property {Map<string, Member>} members
 * @property {Map<string, Character>} characters
 * @property {Map<string, Preset>} presets
 * @property {Map<string, Invite>} invites
 * @property {Map<string, Roll>} rolls
 * @property {Entry[]} log oldest first
 * @property {Event[]} cut events of rolls that began further back than was read, oldest first
 * @property {number} oldest the number of the oldest event that is in the log here
 * @property {string} before the digest of the event before that
 */

/**
 * What the card of a roll tells of its table beside the roll: who sits there and what they and their characters are
 * called. Whatever else happens at the table leaves it the same.
 * @typedef {object} Cast
 * @property {string} table
 * @property {boolean} advice
 * @property {{member: string, role: Role}} you
 * @property {Map<string, Pick<Member, 'member' | 'name' | 'role' | 'left'>>} members
 * @property {Map<string, Pick<Character, 'name'>>} characters
 */

/** The cast of a table. @param {State} state @returns {Cast} */
export const castOf = ({ table, advice, you, members, characters }) => ({
  table,
  advice,
  you: { member: you.member, role: you.role },
  members: new Map([...members].map(([id, { member, name, role, left }]) => [id, { member, name, role, left }])),
  characters: new Map([...characters].map(([id, { name }]) => [id, { name }])),
});

/** Tells whether an event's content is hidden from this browser. @param {Event} event */
const unseen = (event) => event.visibility !== 'everyone' && event.hidden === undefined;

/** The event with which a roll was shown to everybody. @param {Roll} roll */
export const showing = (roll) => roll.events.find(({ kind }) => kind === 'roll.shown');

/** Tells whether some at the table may not see a roll. @param {Roll} roll */
export const isHidden = (roll) => roll.visibility !== 'everyone' && showing(roll) === undefined;

/**
 * Tells how far the decisions are that a roll waits for and that are taken unseen: by whom each is chosen, for which it
 * is too late, which are open, and whether nobody chooses any more.
 * @param {Roll} roll
 */
export const choosing = (roll) => {
  const bodies = (/** @type {string} */ kind) =>
    roll.events
      .filter((event) => event.kind === kind)
      .map(contentOf)
      .filter(({ round }) => round === roll.waits?.round);
  const chosen = new Map(
    bodies('roll.chosen').map(({ who, member }) => [/** @type {string} */ (who), /** @type {string} */ (member)]),
  );
  const late = new Set(bodies('roll.late').flatMap((body) => /** @type {string[]} */ (body.late)));
  const opened = new Set(bodies('roll.disclosed').map(({ who }) => /** @type {string} */ (who)));
  const settled =
    roll.waits?.for === 'choices' &&
    roll.waits.sides.every((/** @type {{who: string}} */ { who }) => chosen.has(who) || late.has(who));
  return { chosen, late, opened, settled };
};

/** Events that only the arithmetic of fairness needs; people are not told. */
const SILENT = new Set([
  'member.pledged',
  'member.sealed',
  'preset.saved',
  'preset.removed',
  'invite.made',
  'invite.revoked',
]);

/** @param {Map<string, any>} map @param {string} key @param {object} change */
const changed = (map, key, change) => new Map(map).set(key, { ...map.get(key), ...change });

/**
 * The log with one more event, its rolls included; nothing else of the state.
 * @param {State} state @param {Event} event @param {boolean} fresh
 */
export const logged = (state, event, fresh) => {
  if (event.roll !== null && event.kind.startsWith('roll.')) return rolled(state, event, fresh);
  if (SILENT.has(event.kind) || (event.kind === 'note.written' && unseen(event))) return state;
  if (event.kind === 'note.written' && event.roll !== null && state.rolls.has(event.roll)) {
    const roll = /** @type {Roll} */ (state.rolls.get(event.roll));
    return { ...state, rolls: changed(state.rolls, event.roll, { events: [...roll.events, event] }) };
  }
  /** @type {Entry} */
  const entry = { kind: event.kind.startsWith('note.') ? 'note' : 'line', event };
  const before = event.kind === 'note.shown' ? marked(state, event.body.note) : state;
  return { ...before, log: [...before.log, entry] };
};

/**
 * The log with a note that everybody sees from now on.
 * @param {State} state
 * @param {number} number of the note
 * @returns {State}
 */
const marked = (state, number) => {
  /** @param {Event} event */
  const mark = (event) => (event.number === number ? { ...event, shown: true } : event);
  const about = [...state.rolls.values()].find(({ events }) => events.some((event) => event.number === number));
  return {
    ...state,
    log: state.log.map((entry) => (entry.kind === 'note' ? { ...entry, event: mark(entry.event) } : entry)),
    rolls: about === undefined ? state.rolls : changed(state.rolls, about.id, { events: about.events.map(mark) }),
  };
};

/** @param {State} state @param {Event} event @param {boolean} fresh */
const rolled = (state, event, fresh) => {
  const id = /** @type {string} */ (event.roll);
  const body = contentOf(event);
  const hidden = unseen(event);
  const was = state.rolls.get(id);
  if (event.kind === 'roll.opened') {
    /** @type {Roll} */
    const roll = {
      id,
      by: event.by ?? '',
      at: event.at,
      number: event.number,
      visibility: event.visibility,
      request: hidden ? undefined : body,
      status: 'landing',
      waits: undefined,
      result: undefined,
      trail: [],
      events: [event],
      undone: false,
      fresh,
    };
    return {
      ...state,
      rolls: new Map(state.rolls).set(id, roll),
      log: [...state.log, { kind: /** @type {const} */ ('roll'), roll: id }],
    };
  }
  if (was === undefined) return { ...state, cut: [...state.cut, event] };
  /** @type {Partial<Roll>} */
  const change = { events: [...was.events, event], fresh: was.fresh || fresh };
  if (event.kind === 'roll.waits')
    Object.assign(change, { status: 'waits', waits: hidden ? undefined : body, trail: body.trail ?? was.trail });
  else if (event.kind === 'roll.finished')
    Object.assign(change, {
      status: 'finished',
      waits: undefined,
      result: hidden ? undefined : body,
      trail: body.trail ?? was.trail,
    });
  else if (event.kind === 'roll.undone')
    Object.assign(change, { undone: true, waits: undefined, status: was.status === 'finished' ? 'finished' : 'ended' });
  else if (
    event.kind === 'roll.answered' ||
    event.kind === 'roll.typed' ||
    event.kind === 'roll.met' ||
    event.kind === 'roll.revealed'
  )
    Object.assign(change, { status: 'landing', waits: undefined });
  return { ...state, rolls: changed(state.rolls, id, change) };
};

/** @param {State} state @param {Effect[]} effects */
const affected = (state, effects) =>
  effects.reduce((map, { character, resource, by }) => {
    const sheet = map.get(character);
    const held = sheet?.resources[resource];
    if (sheet === undefined || held === undefined) return map;
    return changed(map, character, {
      resources: { ...sheet.resources, [resource]: { ...held, value: held.value + by } },
    });
  }, state.characters);

/**
 * Keeps back, or frees, what an open roll may spend.
 * @param {State} state
 * @param {{character: string, resource: string, amount: number}[]} holds
 * @param {1 | -1} sign
 */
const heldBack = (state, holds, sign) =>
  holds.reduce((map, { character, resource, amount }) => {
    const sheet = map.get(character);
    const found = sheet?.resources[resource];
    if (sheet === undefined || found === undefined) return map;
    return changed(map, character, {
      resources: { ...sheet.resources, [resource]: { ...found, held: Math.max(0, found.held + sign * amount) } },
    });
  }, state.characters);

/**
 * Whose decision it is: theirs whom the log names, without those who have left or only look on; if nobody remains, the
 * hosts'.
 * @param {Cast} cast @param {string[]} named @returns {string[]}
 */
export const deciding = ({ members }, named) => {
  const here = named.filter((id) => members.get(id)?.left === false && members.get(id)?.role !== 'observer');
  return here.length > 0
    ? here
    : [...members.values()].filter(({ role, left }) => role === 'host' && !left).map(({ member }) => member);
};

/**
 * The state after one more event.
 * @param {State} before @param {Event} event @returns {State}
 */
export const after = (before, event) => {
  const body = contentOf(event);
  let state = { ...logged(before, event, true), number: event.number, digest: event.digest };
  const begun = body.stretch;
  const me = state.you.member;
  if (typeof begun === 'object' && begun !== null) {
    if (begun.member === me) state.you = { ...state.you, seal: begun.next, sealed: event.number };
    if (me in begun.witnesses) state.you = { ...state.you, pledges: state.you.pledges.slice(1) };
  }
  if (event.kind === 'member.sealed' && body.member === me)
    state.you = { ...state.you, seal: body.seal, sealed: event.number };
  if (event.by === me && ('unused' in event.body || me in (begun?.nonces ?? {})))
    state.you = { ...state.you, pledges: state.you.pledges.slice(0, -1) };
  if (event.kind === 'member.pledged' ? body.member === me : event.kind.startsWith('roll.') && event.by === me)
    state.you = { ...state.you, pledges: pledged(state.you.pledges, event.body) };
  switch (event.kind) {
    case 'table.changed':
      return { ...state, title: body.title, advice: body.advice };
    case 'member.joined':
      return {
        ...state,
        members: changed(state.members, body.member, {
          member: body.member,
          name: body.name,
          role: body.role,
          left: false,
          invite: body.invite,
          present: false,
        }),
      };
    case 'member.changed': {
      const you = body.member === state.you.member ? { ...state.you, role: body.role } : state.you;
      return { ...state, you, members: changed(state.members, body.member, { name: body.name, role: body.role }) };
    }
    case 'member.left':
      return {
        ...state,
        members: changed(state.members, body.member, { left: true, present: false }),
        characters: new Map(
          [...state.characters].map(([id, sheet]) => [
            id,
            sheet.owner === body.member ? { ...sheet, owner: null } : sheet,
          ]),
        ),
      };
    case 'character.made':
    case 'character.changed': {
      const was = state.characters.get(body.character);
      /** @type {Record<string, Resource>} */
      const resources = { ...was?.resources };
      for (const [name, given] of Object.entries(body.resources ?? {})) {
        if (given === null) delete resources[name];
        else {
          const old = resources[name];
          resources[name] = {
            value: given.value ?? (old?.value ?? 0) + (given.by ?? 0),
            max: given.max === undefined ? (old?.max ?? null) : given.max,
            held: old?.held ?? 0,
          };
        }
      }
      const usual = { owner: null, system: '', text: '', inputs: {} };
      return {
        ...state,
        characters: new Map(state.characters).set(
          body.character,
          /** @type {Character} */ ({ ...usual, ...was, ...body, resources }),
        ),
      };
    }
    case 'character.removed': {
      const characters = new Map(state.characters);
      characters.delete(body.character);
      return { ...state, characters };
    }
    case 'preset.saved':
      return {
        ...state,
        presets: new Map(state.presets).set(body.preset, /** @type {Preset} */ ({ owner: event.by, ...body })),
      };
    case 'preset.removed': {
      const presets = new Map(state.presets);
      presets.delete(body.preset);
      return { ...state, presets };
    }
    case 'invite.made':
      return {
        ...state,
        invites: new Map(state.invites).set(body.invite, { invite: body.invite, role: body.role, revoked: false }),
      };
    case 'invite.revoked':
      return { ...state, invites: changed(state.invites, body.invite, { revoked: true }) };
    case 'roll.opened':
      return { ...state, characters: heldBack(state, body.holds ?? [], 1) };
    case 'roll.finished':
    case 'roll.undone': {
      const opened = before.rolls.get(event.roll ?? '');
      const over = opened?.status === 'finished' ? [] : (opened?.request?.holds ?? []);
      state = { ...state, characters: heldBack(state, over, -1) };
      return { ...state, characters: affected(state, body.effects ?? []) };
    }
    default:
      return state;
  }
};
