// Findings of a check, and what an event shows of itself.

/** @typedef {import('../table/store/fold.js').Event} Event */

/** @typedef {{number: number, roll: string | null, what: string, found: string, expected: string}} Finding */

/** Tells whether this log shows only that there was an event. @param {Event} event */
export const isRedacted = (event) => event.sealed !== null && event.hidden === undefined;

/** A value in a sentence. @param {unknown} value @returns {string} */
export const shown = (value) => {
  if (value === undefined || value === null) return 'nothing';
  const text =
    typeof value === 'string'
      ? value
      : Array.isArray(value)
        ? value.map(shown).join(', ') || 'none'
        : typeof value === 'object'
          ? JSON.stringify(value)
          : String(value);
  return text.length > 100 ? `${text.slice(0, 97)}…` : text;
};
