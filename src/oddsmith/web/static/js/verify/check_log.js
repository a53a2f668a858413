// Checks a log without the rules: the chain of digests, who may do what, and every roll.
import { eventDigest, hiddenDigest } from '../lib/fair/fair_rolls.js';
import { TableCheck } from './check_members.js';
import { Form } from './form.js';
import { RollCheck } from './check_roll.js';
import { shown } from './findings.js';

/** @typedef {import('../table/store/fold.js').Event} Event */
/** @typedef {import('./findings.js').Finding} Finding */

const SCHEMA = 'oddsmith/log/1';
/** Events by which somebody may be behind who gives randomness. */
const SEEN = 256;
const BEGINNING = '0'.repeat(64);

/**
 * Finds what is wrong with a log, and how much of it was checked. Throws for what is no log at all.
 * @param {any} log @param {Record<string, any>} schema the form of logs
 */
export const checkLog = (log, schema) => {
  if (log?.schema !== SCHEMA || !Array.isArray(log.events))
    throw new Error(`This is not the log of a table (${SCHEMA}).`);
  const form = new Form(schema);
  /** @type {Finding[]} */
  const wrong = [];
  /** @param {number} number @param {unknown} roll @param {import('./form.js').Fault | undefined} fault */
  const misshapen = (number, roll, fault) => {
    if (fault === undefined) return false;
    const name = typeof roll === 'string' ? roll : null;
    wrong.push({ number, roll: name, what: fault.what, found: shown(fault.found), expected: fault.expected });
    return true;
  };
  misshapen(0, null, form.head(log));
  if (log.events.length === 0)
    misshapen(0, null, { what: 'the log', found: 'empty', expected: 'with the events that opened the table' });
  const table = new TableCheck(log.table);
  /** @type {Map<string, RollCheck>} */
  const rolls = new Map();
  /** @type {number | undefined} */
  let stopped;
  const parts = shownParts(log.events);
  let before = { digest: BEGINNING, at: '', number: 0 };
  /** The roll that has to go on with the next event. @type {RollCheck | undefined} */
  let next;
  for (const [place, document] of log.events.entries()) {
    try {
      const event = whole(document, parts);
      if (misshapen(place + 1, document?.roll, form.event(event))) {
        stopped = place + 1;
        break;
      }
      wrong.push(...chained(log, event, place + 1, before));
      const waits = event.kind === 'clock.set' && [...rolls.values()].find(({ waitsForTime }) => waitsForTime);
      if (waits) {
        const expected = `nothing of the kind: ${waits.roll} waits for a time`;
        wrong.push({ number: event.number, roll: null, what: 'what comes next', found: event.kind, expected });
      }
      before = event;
      const roll =
        event.roll !== null && event.kind.startsWith('roll.')
          ? (rolls.get(event.roll) ?? new RollCheck(log.table, event.roll))
          : undefined;
      if (next !== undefined && (roll !== next || event.by !== null)) {
        wrong.push({
          number: event.number,
          roll: next.roll,
          what: 'what comes next',
          found: event.kind,
          expected: `what comes of ${next.roll}, since nobody is waited for`,
        });
      }
      table.take(event, roll);
      if (roll) rolls.set(roll.roll, roll);
      roll?.take(event);
      next = roll?.goesOn ? roll : undefined;
    } catch {
      stopped = place + 1;
      wrong.push({
        number: place + 1,
        roll: document?.roll ?? null,
        what: 'the event',
        found: 'not whole, or of another form',
        expected: 'whole',
      });
      break;
    }
  }
  if (stopped === undefined) {
    const end = { number: log.events.length, roll: null };
    if (next !== undefined)
      wrong.push({
        ...end,
        roll: next.roll,
        what: 'the end of the log',
        found: 'in the middle of a roll that waits for nobody',
        expected: 'what comes of it',
      });
    if (log.events.length > 0) table.ends(log);
    if (log.number !== log.events.length)
      wrong.push({ ...end, what: 'the number of its last event', found: shown(log.number), expected: `${end.number}` });
    if (log.digest !== before.digest)
      wrong.push({ ...end, what: 'the digest of the whole log', found: shown(log.digest), expected: before.digest });
  }
  wrong.push(...table.wrong, ...[...rolls.values()].flatMap((roll) => roll.wrong));
  wrong.sort((a, b) => a.number - b.number);
  return {
    title: String(log.title ?? log.table ?? 'not named'),
    digest: before.digest,
    events: log.events.length,
    stopped,
    wrong,
    ...counted([...rolls.values()], table),
  };
};

/** Counts how sure the rolls of a log are. @param {RollCheck[]} rolls @param {TableCheck} table */
const counted = (rolls, table) => {
  const seen = rolls.filter(({ hidden }) => !hidden);
  const fell = seen.filter(({ stretches }) => stretches.length > 0);
  const alone = fell.filter(({ stretches }) => stretches.some(({ others }) => others.length === 0));
  const late = fell.filter(({ stretches }) => stretches.some(({ missing }) => missing.length > 0));
  return {
    rolls: fell.length,
    witnessed: fell.filter((roll) => !alone.includes(roll) && !late.includes(roll)).length,
    alone: alone.length,
    trusted: seen.filter(
      ({ stretches, standing, rounds }) => stretches.length === 0 && rounds === 0 && standing === 'over',
    ).length,
    late: late.length,
    unpledged: fell.filter(({ roll }) => table.unpledged.has(roll)).length,
    early: table.early.size,
    unseen: table.unseen.size,
    unasked: [...table.unasked].map(([roll, who]) => ({
      roll,
      names: [...who].map((member) => table.names.get(member) ?? member),
    })),
    letGo: rolls.filter(({ letGo }) => letGo).length,
    hidden: rolls.length - seen.length,
    unknown: fell.filter(({ stretches }) => stretches.some(({ faces }) => faces === 'unknown')).length,
    unfinished: rolls.filter(({ standing }) => standing !== 'over' && standing !== 'undone').length,
  };
};

/**
 * Finds what does not fit of an event into the chain.
 * @param {any} log @param {Event} event @param {number} number @param {{digest: string, at: string}} before
 */
const chained = (log, event, number, before) => {
  /** @type {Finding[]} */
  const wrong = [];
  /** @param {string} what @param {unknown} found @param {unknown} expected */
  const same = (what, found, expected) => {
    if (found !== expected)
      wrong.push({ number, roll: event.roll, what, found: shown(found), expected: shown(expected) });
  };
  same('the number', event.number, number);
  same('the table', event.table, log.table);
  same('the digest of the event before it', event.previous, before.digest);
  same('its digest', event.digest, eventDigest(event));
  const back = Date.parse(before.at) - Date.parse(event.at);
  if (event.kind === 'clock.set') same('how far its clock went back', event.body.back, back);
  else if (back > 0) same('its time', event.at, `${before.at} or later`);
  const { seen } = event.body;
  if (seen)
    same(
      `what ${event.by} had seen as event ${seen.number}`,
      seen.digest,
      seen.number < number && seen.number >= number - SEEN
        ? log.events[seen.number - 1]?.digest
        : 'that of one of the last 256 events',
    );
  if (event.hidden !== undefined)
    same('the digest of its hidden part', event.sealed, hiddenDigest(event.hidden, event.salt ?? ''));
  if (event.kind === 'roll.shown' || event.kind === 'note.shown') {
    const sealed =
      event.kind === 'note.shown'
        ? [event.body.note]
        : log.events
            .slice(0, number - 1)
            .filter((/** @type {Event} */ each) => each.roll === event.roll && each.sealed !== null)
            .map((/** @type {Event} */ each) => each.number);
    same(
      'which events it shows',
      shown(
        Object.keys(event.body.events)
          .map(Number)
          .sort((a, b) => a - b),
      ),
      shown(sealed),
    );
    for (const [shown, part] of Object.entries(/** @type {Record<string, any>} */ (event.body.events))) {
      same(
        `the hidden part of event ${shown}`,
        hiddenDigest(part.hidden, part.salt),
        log.events[Number(shown) - 1]?.sealed,
      );
    }
  }
  return wrong;
};

/** Hidden parts that were shown later, by number of the event. @param {any[]} events @returns {Map<number, any>} */
const shownParts = (events) =>
  new Map(
    events
      .filter((event) => event?.kind === 'roll.shown' || event?.kind === 'note.shown')
      .flatMap((event) => Object.entries(event.body?.events ?? {}).map(([number, part]) => [Number(number), part])),
  );

/**
 * An event with its hidden part, if that was shown later.
 * @param {any} document
 * @param {Map<number, any>} parts
 * @returns {Event}
 */
const whole = (document, parts) => {
  const hides = document?.hidden === undefined && (document?.sealed ?? null) !== null;
  const part = hides ? parts.get(document.number) : undefined;
  return part?.hidden === undefined ? document : { ...document, hidden: part.hidden, salt: part.salt };
};
