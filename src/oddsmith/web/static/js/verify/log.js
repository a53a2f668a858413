// Checking a log with nothing but the log: the chain of digests, the order of seals, and every roll.
import { eventDigest, hiddenDigest } from '../lib/fair.js';
import { checkRoll } from './roll.js';

/** @typedef {import('../table/fold.js').Event} Event */

const SCHEMA = 'oddsmith/log/1';

/**
 * What is wrong with a log, and how much of it was checked. Throws for what is no log at all.
 * @param {any} log
 */
export const checkLog = (log) => {
  if (log?.schema !== SCHEMA || !Array.isArray(log.events)) throw new Error(`This is no log of a table (${SCHEMA}).`);
  log.events.forEach((/** @type {any} */ event, /** @type {number} */ place) => {
    const lacking = lacks(event);
    if (lacking !== undefined) throw new Error(`This log cannot be read: event ${place + 1} of the file has no ${lacking}.`);
  });
  /** @type {Event[]} */
  const events = withShown(log.events);
  /** @type {string[]} */
  const wrong = [];
  /** @type {Map<string, string>} */
  const seals = new Map();
  /** @type {Map<string, Event[]>} */
  const rolls = new Map();
  let previous = '0'.repeat(64);
  events.forEach((event, place) => {
    const at = `Event ${event.number}`;
    if (event.number !== place + 1) wrong.push(`${at}: its number should be ${place + 1}.`);
    if (event.table !== log.table) wrong.push(`${at}: it is of another table.`);
    if (event.previous !== previous) wrong.push(`${at}: it does not follow the event before it.`);
    if (eventDigest(event) !== event.digest) wrong.push(`${at}: its digest does not fit what it says.`);
    if (event.kind === 'roll.shown' || event.kind === 'note.shown') {
      for (const [number, part] of Object.entries(/** @type {Record<string, any>} */ (event.body.events))) {
        if (hiddenDigest(part.hidden, part.salt) !== log.events[Number(number) - 1]?.sealed) wrong.push(`${at}: what it shows of event ${number} is not what was sealed.`);
      }
    }
    if (event.hidden !== undefined && hiddenDigest(event.hidden, event.salt ?? '') !== event.sealed) wrong.push(`${at}: its hidden part is not what was sealed.`);
    previous = event.digest;
    const body = { ...event.body, ...event.hidden };
    if (event.kind === 'member.joined') seals.set(body.member, body.seal);
    if (typeof body.stretch === 'object' && body.stretch !== null) {
      if (seals.get(body.stretch.member) !== body.stretch.seal) wrong.push(`${at}: the seal is not the one that stood before the roll.`);
      seals.set(body.stretch.member, body.stretch.next);
    }
    if (event.roll !== null && event.kind.startsWith('roll.')) rolls.set(event.roll, [...(rolls.get(event.roll) ?? []), event]);
  });
  if (log.digest !== previous) wrong.push('The digest of the whole log is not that of its last event.');
  const report = { title: String(log.title ?? log.table), events: events.length, rolls: 0, trusted: 0, hidden: 0, unknown: 0, wrong };
  for (const [roll, own] of rolls) {
    if (own.some((event) => event.visibility !== 'everyone' && event.sealed !== null && event.hidden === undefined)) {
      report.hidden += 1;
      continue;
    }
    const found = tried(log.table, roll, own);
    wrong.push(...found.wrong.map((text) => `Roll ${roll}, ${text.charAt(0).toLowerCase()}${text.slice(1)}`));
    if (found.stretches.some(({ faces }) => faces === 'unknown')) report.unknown += 1;
    else if (found.stretches.length > 0) report.rolls += 1;
    else if ({ ...own[0].body, ...own[0].hidden }.source === 'faces') report.trusted += 1;
  }
  return report;
};

/** What every event has. @type {Record<string, (value: any) => boolean>} */
const PARTS = {
  number: Number.isInteger,
  table: (value) => typeof value === 'string',
  kind: (value) => typeof value === 'string',
  visibility: (value) => typeof value === 'string',
  roll: (value) => value === null || typeof value === 'string',
  body: (value) => typeof value === 'object' && value !== null,
  previous: (value) => typeof value === 'string',
  digest: (value) => typeof value === 'string',
};

/** What an event lacks, or has in another form. @param {any} event @returns {string | undefined} */
const lacks = (event) => {
  const missing = Object.keys(PARTS).find((name) => !PARTS[name](event?.[name]));
  if (missing !== undefined) return `proper "${missing}"`;
  const shows = event.kind === 'roll.shown' || event.kind === 'note.shown';
  return shows && Object.values(event.body.events ?? [null]).some((part) => typeof part?.salt !== 'string') ? 'proper "events"' : undefined;
};

/** What is wrong with a roll; one whose events are not of the form that they should have is wrong as a whole. @param {string} table @param {string} roll @param {Event[]} own */
const tried = (table, roll, own) => {
  try {
    return checkRoll(table, roll, own);
  } catch {
    return { stretches: [], wrong: ['Its events are not of the form that they should have.'] };
  }
};

/** Events with the hidden parts that were shown later. @param {Event[]} events @returns {Event[]} */
const withShown = (events) => {
  /** @type {Map<number, {hidden: any, salt: string}>} */
  const shown = new Map();
  for (const event of events) {
    if (event.kind !== 'roll.shown' && event.kind !== 'note.shown') continue;
    for (const [number, part] of Object.entries(event.body.events)) shown.set(Number(number), /** @type {any} */ (part));
  }
  return events.map((event) => (event.hidden === undefined && shown.has(event.number) ? { ...event, ...shown.get(event.number) } : event));
};
