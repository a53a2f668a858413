// Says what a finding means for people: whose roll or words, when, and what happened to it.
import { contentOf } from '../lib/fair/content.js';
import { clock } from '../lib/text/words.js';

/** @typedef {{number: number, roll: string | null, what: string}} Found */

/**
 * Names what an event is about: "Ana’s roll “Parry” at 10:42".
 * @param {any} log @param {Found} finding
 */
const subject = (log, { number, roll }) => {
  const event = log.events[number - 1];
  const opened =
    roll === null
      ? undefined
      : log.events.find((/** @type {any} */ each) => each?.kind === 'roll.opened' && each.roll === roll);
  const told = opened ?? event;
  if (typeof told?.at !== 'string' || Number.isNaN(Date.parse(told.at))) return 'The log';
  const person = log.events.findLast(
    (/** @type {any} */ each) =>
      (each?.kind === 'member.joined' || each?.kind === 'member.changed') && each.body?.member === told.by,
  );
  const name = person?.body?.name;
  const when = clock(told.at);
  if (opened !== undefined) {
    const { label } = contentOf(opened);
    return `${name ?? 'Somebody'}’s roll${label ? ` “${label}”` : ''} at ${when}`;
  }
  if (told.kind === 'note.written') return `${name ?? 'Somebody'}’s note at ${when}`;
  return `${name === undefined ? 'What happened' : `What ${name} did`} at ${when}`;
};

/** What it means where a digest is another one. @type {[RegExp, (about: string) => string][]} */
const DIGESTS = [
  [/^its digest$/, (about) => `${about} was changed after it was written.`],
  [/^the digest of the event before it$/, (about) => `Before “${about}” something was changed, left out or put in.`],
  [/^the digest of its hidden part$/, (about) => `The hidden part of ${about} was changed.`],
  [/^the hidden part of event/, (about) => `${about} shows something else than was hidden.`],
  [/^the digest of the whole log$/, () => 'The end of the log was changed or cut off.'],
];

/** Tells whether a finding is about digests, which say nothing to people. @param {Found} finding */
export const isDigest = ({ what }) => DIGESTS.some(([form]) => form.test(what));

/** @param {any} log @param {Found} finding */
export const inWords = (log, finding) => {
  const about = subject(log, finding);
  const said = DIGESTS.find(([form]) => form.test(finding.what));
  if (finding.what === 'its hidden part') return `${about} is not shown as whoever has this log may see it.`;
  return said ? said[1](about) : `${about} does not match.`;
};
