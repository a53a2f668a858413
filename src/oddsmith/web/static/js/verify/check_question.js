// Checks what a roll asks for, as far as that takes no rules.
import { contentOf } from '../lib/fair/content.js';
import { canonical } from '../lib/fair/fair_rolls.js';
import { isRedacted } from './findings.js';

/** @typedef {import('../table/store/fold.js').Event} Event */
/** @typedef {import('./check_members.js').TableCheck} TableCheck */

/** What a roll asks for, beside its inputs. */
const ASKED = [
  'system',
  'action',
  'options',
  'character',
  'opposing',
  'label',
  'comment',
  'source',
  'against',
  'effects',
];

/**
 * Where the dice of a roll come from, and that it asks what it says that it repeats.
 * @param {TableCheck} table @param {Event} event
 */
export const asks = (table, event) => {
  if (isRedacted(event)) return;
  const body = contentOf(event);
  if (table.asksRollers) table.same('whether it says what was given', 'given' in body, true);
  if (body.source !== 'hands') {
    table.same('whether dice fall from a seed', body.stretch !== undefined, body.source === 'seed');
    table.same('who throws against the roller', body.against, null);
  }
  if (body.source !== 'faces') table.same('the faces', body.faces, []);
  if (body.opposing !== null && !(body.opposing.startsWith('c') && table.owners.has(body.opposing)))
    table.differs('the character', body.opposing, 'one that is there');
  if (body.repeats === null) return;
  const opened = table.opened.get(body.repeats);
  if (opened === undefined || opened === event) {
    table.differs('the roll that it repeats', body.repeats, 'one that was opened before');
    return;
  }
  if (isRedacted(opened)) return;
  const before = contentOf(opened);
  table.same('who sees it', event.visibility, opened.visibility);
  for (const part of ASKED)
    table.same(`the ${part} of the roll that it repeats`, canonical(body[part]), canonical(before[part]));
  for (const [name, value] of Object.entries(before.inputs)) {
    if (value === null || before.filled.includes(name) || !Object.hasOwn(body.inputs, name)) continue;
    table.same(`${name} of the roll that it repeats`, canonical(body.inputs[name]), canonical(value));
    if (body.filled.includes(name)) table.differs('from a sheet', name, 'what was given');
  }
};
