// Writes log events other than rolls and notes as people tell them.
import { contentOf } from '../../lib/fair/content.js';
import { humane } from '../../lib/text/words.js';

/** @typedef {import('../store/fold.js').State} State */
/** @typedef {import('../store/fold.js').Event} Event */

/** @type {Record<string, string>} */
const ROLES = { host: 'a host', player: 'a player', observer: 'an observer' };

/**
 * Returns what the last event before another said of the same thing; undefined when that lies further back than was
 * read.
 * @param {State} state @param {Event} event @param {(earlier: Event) => boolean} same
 */
const before = (state, event, same) => {
  const entry = state.log.findLast(
    (each) => each.kind === 'line' && each.event.number < event.number && same(each.event),
  );
  return entry?.kind === 'line' ? contentOf(entry.event) : undefined;
};

/** A line of the log, in words. @param {State} state @param {Event} event */
export const lineWords = (state, event) => {
  const body = contentOf(event);
  const who = state.members.get(event.by ?? '')?.name ?? 'Somebody';
  switch (event.kind) {
    case 'table.opened':
      return 'The table was opened.';
    case 'table.changed':
      return tableWords(state, event, who);
    case 'clock.set':
      return 'The server’s clock was fast; times above may be too late.';
    case 'member.joined':
      return `${body.name} took a seat (${body.role}).`;
    case 'member.changed':
      return memberWords(state, event, who);
    case 'member.left':
      return event.by === body.member ? `${body.name} left.` : `${body.name} was removed by ${who}.`;
    case 'character.made':
      return `${who} brought ${body.name} to the table.`;
    case 'character.changed':
      return `${who} changed ${characterName(state, event)}${changes(state, body)}.`;
    case 'character.removed':
      return `${who} took ${body.name} off the table.`;
    default:
      return `${who}: ${event.kind}.`;
  }
};

/** @param {State} state @param {Event} event @param {string} who */
const tableWords = (state, event, who) => {
  const { title, advice } = contentOf(event);
  const was = before(state, event, ({ kind }) => kind === 'table.opened' || kind === 'table.changed');
  if (was === undefined) return `${who} changed the name or the settings of the table.`;
  const parts = [];
  if (was.title !== title) parts.push(`renamed the table: ${title}`);
  if (was.advice !== advice) parts.push(`switched the odds of decisions ${advice ? 'on' : 'off'}`);
  return `${who} ${parts.join(' and ') || 'changed nothing about the table'}.`;
};

/** @param {State} state @param {Event} event @param {string} who */
const memberWords = (state, event, who) => {
  const { member, name, role } = contentOf(event);
  const was = before(
    state,
    event,
    ({ kind, body }) => (kind === 'member.joined' || kind === 'member.changed') && body.member === member,
  );
  const self = event.by === member;
  if (was === undefined) return `${name} (${role}) has a new name or role${self ? '' : `, given by ${who}`}.`;
  const parts = [];
  if (was.name !== name)
    parts.push(self ? `${was.name} is now called ${name}.` : `${who} renamed ${was.name}: now ${name}.`);
  if (was.role !== role) parts.push(self ? `${name} is now ${ROLES[role]}.` : `${who} made ${name} ${ROLES[role]}.`);
  return parts.join(' ') || (self ? `${name} moved to another device.` : `${who} let ${name} in again.`);
};

/** @param {State} state @param {Event} event */
const characterName = (state, event) => {
  const { character, name } = contentOf(event);
  return (
    state.characters.get(character)?.name ??
    name ??
    before(state, event, ({ kind, body }) => kind === 'character.made' && body.character === character)?.name ??
    'a character'
  );
};

/** @param {number} by */
const signed = (by) => `${by < 0 ? '−' : '+'}${Math.abs(by)}`;

/** Writes in brackets what of a sheet was changed. @param {State} state @param {Record<string, any>} body */
const changes = (state, body) => {
  /** @param {[string, any]} change */
  const resource = ([name, given]) => {
    if (given === null) return `${humane(name)} removed`;
    if (given.value !== undefined) return `${humane(name)} ${given.value}`;
    if (given.by !== undefined) return `${humane(name)} ${signed(given.by)}`;
    return `${humane(name)} at most ${given.max ?? 'anything'}`;
  };
  const parts = Object.entries(body.resources ?? {}).map(resource);
  if (body.name !== undefined) parts.push('name');
  if (body.system !== undefined) parts.push('system');
  if (body.owner !== undefined) parts.push(`played by ${state.members.get(body.owner ?? '')?.name ?? 'the host'}`);
  if (body.inputs !== undefined) parts.push('inputs');
  if (body.text !== undefined) parts.push('remarks');
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
};
