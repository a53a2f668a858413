// Checks who may do what at a table, by role and by what is theirs.

import { contentOf } from '../lib/fair/content.js';
import { isRedacted } from './findings.js';

/** @typedef {import('../table/store/fold.js').Event} Event */
/** @typedef {import('./check_members.js').TableCheck} TableCheck */
/** @typedef {import('./check_roll.js').RollCheck} RollCheck */

/** Events that happen by themselves. */
const BY_ITSELF = new Set([
  'table.opened',
  'roll.waits',
  'roll.finished',
  'roll.met',
  'roll.late',
  'roll.revealed',
  'member.sealed',
  'clock.set',
]);

/** Events of observers. */
const OBSERVERS = new Set(['member.pledged', 'member.changed', 'member.left', 'roll.witnessed']);

/** Events of hosts alone. */
const HOSTS = new Set(['table.changed', 'invite.made', 'invite.revoked']);

/** Events of which only those speak whom they are about. */
const OF_ONESELF = new Set(['member.pledged', 'roll.witnessed', 'roll.thrown', 'roll.bared']);

/**
 * Tells whether whoever did it may.
 * @param {TableCheck} table
 * @param {Event} event
 * @param {Record<string, any>} body
 * @param {RollCheck | undefined} roll
 */
export const may = (table, event, body, roll) => {
  const { kind, by } = event;
  if (BY_ITSELF.has(kind) || (kind === 'member.pledged' && body.pledge === null)) {
    table.same('who does it', by, null);
    if (kind === 'roll.waits' && !isRedacted(event)) mayDecide(table, event, body);
    return;
  }
  if (kind === 'member.joined') {
    table.same('who takes the seat', by, body.member);
    return;
  }
  const member = table.members.get(by ?? '');
  if (member === undefined || member.left) {
    table.differs('who does it', by, 'somebody who has a seat');
    return;
  }
  const host = member.role === 'host';
  if (member.role === 'observer' && !OBSERVERS.has(kind))
    table.differs('who does it', `${by}, an observer`, 'a player or host');
  if (HOSTS.has(kind) && !host) table.differs('who does it', `${by}, a ${member.role}`, 'a host');
  if ((!host || kind === 'note.shown' || kind === 'roll.shown') && !ownDoing(table, event, body, roll))
    table.differs('who does it', by, 'whose it is, or a host');
  if (OF_ONESELF.has(kind)) table.same('whose it is', body.member, by);
};

/** A note on a roll that is hidden is for those who see the roll, and by one of them. @param {TableCheck} table @param {Event} event */
export const noted = (table, { number, roll, by, visibility }) => {
  const about = table.opened.get(roll ?? '');
  if (about === undefined || about.visibility === 'everyone' || table.shown.has(roll ?? '')) {
    table.apart.add(number);
    return;
  }
  table.same('who sees it', visibility, about.visibility);
  if (!sees(table, by ?? '', about.visibility, about.by))
    table.differs('who does it', by, 'somebody who sees the roll');
};

/**
 * Tells whether somebody sees what is hidden.
 * @param {TableCheck} table @param {string} who @param {string} visibility @param {string | null} owner
 */
export const sees = (table, who, visibility, owner) => {
  const host = table.members.get(who)?.role === 'host';
  return visibility === 'everyone' || (host && visibility !== 'self') || (who === owner && visibility !== 'blind');
};

/**
 * Checks who may decide where a roll waits for that.
 * @param {TableCheck} table @param {Event} event @param {Record<string, any>} body
 */
const mayDecide = (table, { roll }, body) => {
  const opened = table.opened.get(roll ?? '');
  if (opened === undefined || isRedacted(opened)) return;
  if (body.for === 'decision') table.same('who may decide', body.deciders, deciders(table, opened, body.who));
  if (body.for !== 'choices') return;
  const sides = /** @type {{who: string}[]} */ (body.sides).map(({ who }) => who);
  table.same('who may decide', Object.keys(body.deciders).sort(), [...sides].sort());
  for (const who of sides) table.same(`who may decide as ${who}`, body.deciders[who], deciders(table, opened, who));
};

/**
 * Those who decide for somebody in the rules: one who may, or else the hosts, or else whoever rolls.
 * @param {TableCheck} table @param {Event} opened @param {string} who
 */
const deciders = (table, opened, who) => {
  const { by, visibility } = opened;
  const person = who === 'player' ? by : table.owners.get(contentOf(opened).opposing);
  const able = [...table.members].filter(([id, { left }]) => !left && sees(table, id, visibility, by));
  if (able.some(([id, { role }]) => id === person && role !== 'observer')) return [person];
  const hosts = able.filter(([, { role }]) => role === 'host').map(([id]) => id);
  return hosts.length > 0 ? hosts : [by];
};

/**
 * Tells whether something is the doing of whose it is.
 * @param {TableCheck} table
 * @param {Event} event
 * @param {Record<string, any>} body
 * @param {RollCheck | undefined} roll
 */
const ownDoing = (table, { kind, by, visibility, roll: name }, body, roll) => {
  switch (kind) {
    case 'member.changed':
      return body.member === by && body.role === table.members.get(by ?? '')?.role;
    case 'member.left':
      return body.member === by;
    case 'character.made':
      return body.owner === by;
    case 'character.changed':
    case 'character.removed':
      return table.owners.get(body.character) === by && (body.owner === undefined || body.owner === by);
    case 'preset.removed':
      return table.owners.get(body.preset) === by;
    case 'roll.opened':
      return body.character === undefined || body.character === null || table.owners.get(body.character) === by;
    case 'roll.answered':
      return !roll?.waits.deciders || roll.waits.deciders.includes(by);
    case 'roll.chosen':
      return !roll?.waits.deciders || (roll.waits.deciders[body.who] ?? []).includes(by);
    case 'roll.typed':
    case 'roll.undone':
      return roll === undefined || roll.by === by;
    case 'roll.shown':
      return sees(table, by ?? '', visibility, table.opened.get(name ?? '')?.by ?? null);
    case 'note.shown':
      return table.notes.get(body.note)?.by === by;
    default:
      return true;
  }
};
