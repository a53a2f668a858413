// What an event says, in the log as in its checks.

/**
 * The content of an event, as far as it may be seen.
 * @param {import('../../table/store/fold.js').Event} event @returns {Record<string, any>}
 */
export const contentOf = (event) => ({ ...event.body, ...event.hidden });
