// Holds a log against a receipt: what was cut off, rewritten or sealed anew since it was seen.

/** @typedef {import('./findings.js').Finding} Finding */

const SCHEMA = 'oddsmith/receipt/1';
const HEX = /^[0-9a-f]{64}$/;
const ID = /^[a-z][1-9][0-9]{0,9}$/;

const LARGEST = 2 ** 31 - 1;

/** @param {unknown} text @param {RegExp} form */
const is = (text, form) => typeof text === 'string' && form.test(text);

/** @param {unknown} time in UTC, to the millisecond, as a log may have it: from 1970 on */
const isTime = (time) =>
  is(time, /^(?:19[7-9][0-9]|[2-9][0-9]{3})-/) &&
  !Number.isNaN(Date.parse(String(time))) &&
  new Date(String(time)).toISOString() === time;

/** @param {unknown} what @param {string[]} fields */
const closed = (what, fields) =>
  typeof what === 'object' && what !== null && Object.keys(what).sort().join() === fields.sort().join();

/** Throws for what is no receipt of a table. @param {any} receipt @param {any} log */
const wellFormed = (receipt, log) => {
  const right =
    closed(receipt, ['schema', 'table', 'seen_by', 'made', 'points', 'seals']) &&
    receipt.schema === SCHEMA &&
    is(receipt.table, /^[0-9a-f]{16}$/) &&
    is(receipt.seen_by, ID) &&
    isTime(receipt.made) &&
    Array.isArray(receipt.points) &&
    receipt.points.length >= 1 &&
    receipt.points.length <= 64 &&
    receipt.points.every(
      (/** @type {any} */ point, /** @type {number} */ place) =>
        closed(point, ['number', 'digest']) &&
        Number.isInteger(point.number) &&
        point.number > (receipt.points[place - 1]?.number ?? 0) &&
        point.number <= LARGEST &&
        is(point.digest, HEX),
    ) &&
    typeof receipt.seals === 'object' &&
    receipt.seals !== null &&
    !Array.isArray(receipt.seals) &&
    Object.entries(receipt.seals).every(([member, seal]) => is(member, ID) && is(seal, HEX));
  if (!right) throw new Error(`This is not a receipt of a table (${SCHEMA}).`);
  if (receipt.table !== log.table)
    throw new Error(`This receipt is of table ${receipt.table}; the log is of ${log.table}.`);
};

/** Whose seal for dice to come an event shows, and which. @param {any} event */
const shownSeal = (event) => {
  const { member, next, seal = next } = event?.body?.stretch?.next ? event.body.stretch : (event?.body ?? {});
  return `${member} ${next ?? seal}`;
};

/**
 * Finds where a log is not the one that a receipt saw. Throws for what is no receipt of its table.
 * @param {any} log @param {any} receipt
 */
export const againstReceipt = (log, receipt) => {
  wellFormed(receipt, log);
  /** @type {Finding[]} */
  const wrong = [];
  const { events } = log;
  const last = receipt.points[receipt.points.length - 1].number;
  let agreed = 0;
  for (const { number, digest } of receipt.points) {
    if (number > events.length) break;
    if (events[number - 1]?.digest !== digest) {
      const since = agreed ? `after event ${agreed}` : 'from its beginning';
      const what = `the digest of the log that was rewritten ${since}`;
      wrong.push({ number, roll: null, what, found: String(events[number - 1]?.digest), expected: digest });
      break;
    }
    agreed = number;
  }
  if (events.length < last) {
    const expected = `event ${last} or later, which the receipt saw: the log was cut short`;
    const found = `event ${events.length}`;
    wrong.push({ number: events.length, roll: null, what: 'the end of the log', found, expected });
    return wrong;
  }
  const shown = new Set(events.slice(0, last).map(shownSeal));
  for (const [member, seal] of Object.entries(receipt.seals))
    if (!shown.has(`${member} ${seal}`)) {
      const what = `the seal of ${member} from before its seed was made anew`;
      wrong.push({ number: last, roll: null, what, found: 'not there', expected: String(seal) });
    }
  return wrong;
};
