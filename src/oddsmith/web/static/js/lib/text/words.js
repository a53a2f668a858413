// Writes names and plain values as people read them.

/** A name within a sentence. @param {string} name */
export const inSentence = (name) =>
  name.replace(/[_-]/g, ' ').replace(/\b(ec|hc|ocv|dcv)\b/g, (word) => word.toUpperCase());

/** A name by itself. @param {string} name */
export const humane = (name) => sentence(inSentence(name));

/** A title without what it has in brackets, and that. @param {string} title @returns {[string, string]} */
export const titleParts = (title) => {
  const found = /^(.*?) \((.*)\)$/.exec(title);
  return found === null ? [title, ''] : [found[1], found[2]];
};

/** @param {string} text */
export const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * Any plain value in a line of text.
 * @param {unknown} value @returns {string}
 */
export const written = (value) => {
  if (value === null || value === undefined) return '–';
  if (value === true) return 'yes';
  if (value === false) return 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(written).join(', ');
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, item]) => `${humane(name).toLowerCase()} ${written(item)}`)
      .join(', ');
  }
  return String(value)
    .trim()
    .replace(/^-(?=\d)/, '−')
    .replace(/\s*\n\s*/g, '; ');
};

/** @param {string} at a time as the log has it */
export const clock = (at) => new Date(at).toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' });

/**
 * A sentence with its house rules as they are typed, `humanity-loss=aug2010`; programs read `humanity_loss`.
 * @param {string} text
 */
export const typed = (text) => text.replace(/\b[a-z]+(?:_[a-z0-9]+)+(?==)/g, (name) => name.replaceAll('_', '-'));

/**
 * Tells a table among the facts of an answer.
 * @param {unknown} fact @returns {fact is import('../net/documents.js').TableOfFacts}
 */
export const isTable = (fact) => typeof fact === 'object' && fact !== null && 'columns' in fact && 'rows' in fact;
