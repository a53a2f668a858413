// Says what a finding means for people: whose roll or words, when, and what happened to it.
import { contentOf } from '../lib/fair/content.js';
import { clock } from '../lib/text/words.js';

/** @typedef {{number: number, roll: string | null, what: string, found: unknown, expected: unknown}} Found */

/**
 * Names what an event is about: "Ana’s roll “Parry” at 10:42".
 * @param {any} log @param {Found} finding
 */
const subject = (log, { number, roll, what }) => {
  if (OF_THE_LOG.includes(what)) return 'The log';
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

/** What a log says of itself. */
const OF_THE_LOG = [
  'the number of its last event',
  'whose log it is',
  'the title of the table',
  'the log',
  'the end of the log',
];

/** What it means where a digest is another one. @type {[RegExp, (about: string) => string][]} */
const DIGESTS = [
  [/^its digest$/, (about) => `${about} was changed after it was written.`],
  [/^the digest of the event before it$/, (about) => `Before “${about}” something was changed, left out or put in.`],
  [/^the digest of its hidden part$/, (about) => `The hidden part of ${about} was changed.`],
  [/^the hidden part of event/, (about) => `${about} shows something else than was hidden.`],
  [/^what \S+ had seen as event/, (about) => `Somebody had seen another log before “${about}”.`],
  [/^the digest of the whole log$/, () => 'The end of the log was changed or cut off.'],
];

/** Tells whether a finding is about digests, which say nothing to people. @param {Found} finding */
export const isDigest = ({ what }) => DIGESTS.some(([form]) => form.test(what));

/** By how much the number of an event is off. @param {Found} finding */
const off = ({ found, expected }) => Number(found) - Number(expected);

/**
 * Findings by event: numbers that are off by as much as those before say nothing new.
 * @template {Found} F @param {F[]} findings @returns {F[][]}
 */
export const byEvent = (findings) => {
  /** @type {Map<string, F[]>} */
  const groups = new Map();
  let before = 0;
  for (const finding of findings) {
    if (finding.what === 'the number') {
      if (off(finding) === before) continue;
      before = off(finding);
    }
    const event = `${finding.number} ${finding.roll}`;
    groups.set(event, [...(groups.get(event) ?? []), finding]);
  }
  return [...groups.values()];
};

/** Says what happened to an event. @param {any} log @param {Found[]} group what was found of it */
export const inWords = (log, group) => {
  const about = subject(log, group[0]);
  const said = group.flatMap((finding) => DIGESTS.find(([form]) => form.test(finding.what))?.[1](about) ?? []);
  if (said.length > 0) return [...new Set(said)].join(' ');
  if (group.some(({ what }) => what === 'its hidden part'))
    return `${about} is not shown as whoever has this log may see it.`;
  return `${about} does not match.`;
};
