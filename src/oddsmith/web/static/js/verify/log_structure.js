// Refuses what is no log: each event must have its parts before anything can be checked.

const SCHEMA = 'oddsmith/log/1';

/** Parts that every event has. @type {Record<string, (value: any) => boolean>} */
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

/** Names what an event lacks, or has in another form. @param {any} event @returns {string | undefined} */
const lacks = (event) => {
  const missing = Object.keys(PARTS).find((name) => !PARTS[name](event?.[name]));
  if (missing !== undefined) return `proper "${missing}"`;
  const shows = event.kind === 'roll.shown' || event.kind === 'note.shown';
  return shows && Object.values(event.body.events ?? [null]).some((part) => typeof part?.salt !== 'string')
    ? 'proper "events"'
    : undefined;
};

/** Throws for what is no log, or cannot be read as one. @param {any} log */
export const needsWhole = (log) => {
  if (log?.schema !== SCHEMA || !Array.isArray(log.events)) throw new Error(`This is no log of a table (${SCHEMA}).`);
  log.events.forEach((/** @type {any} */ event, /** @type {number} */ place) => {
    const lacking = lacks(event);
    if (lacking !== undefined)
      throw new Error(`This log cannot be read: event ${place + 1} of the file has no ${lacking}.`);
  });
};
