// Checks the chain of digests that holds a log together, as far as this browser reads it.
import { eventDigest, hiddenDigest } from '../../lib/fair/fair_rolls.js';

/** @typedef {import('./fold.js').Event} Event */

/** Finds what of an event is not as its digests say; '' when all is. @param {Event} event */
export const misread = (event) => {
  if (eventDigest(event) !== event.digest) return `event ${event.number} was changed after it was written`;
  if (event.hidden !== undefined && hiddenDigest(event.hidden, event.salt ?? '') !== event.sealed)
    return `the hidden part of event ${event.number} was changed after it was sealed`;
  return '';
};

/**
 * Finds what does not fit in a row of events between two digests; '' when all does.
 * @param {Event[]} events @param {string} from the digest before them @param {string} to the digest of the last of them
 */
export const misfit = (events, from, to) => {
  let digest = from;
  for (const event of events) {
    const found = misread(event);
    if (found !== '') return found;
    if (event.previous !== digest) return `event ${event.number} does not fit the events before it`;
    digest = event.digest;
  }
  return digest === to
    ? ''
    : `what follows event ${events[events.length - 1]?.number} does not fit the events before it`;
};
