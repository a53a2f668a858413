// The words of the games. Lines of trails: logs hold the words of the day on which a rule was written, and are checked by
// them. Proper names: words that have a capital within a sentence, too.

/** @typedef {import('../net/documents.js').SystemInfo} SystemInfo */

/** @type {[string, string][]} */
let known = [];

/** Proper names, as titles of numbers have them. @type {Set<string>} */
export const proper = new Set();

/** Learns how lines are shown, and proper names. @param {SystemInfo[]} systems */
export const learn = (systems) => {
  known = systems.flatMap(({ retelling = {} }) => Object.entries(retelling));
  for (const { actions } of systems)
    for (const { measures } of actions)
      for (const { title } of measures) for (const word of title.match(/\b[A-Z][a-z]+/g) ?? []) proper.add(word);
};

/** A line of a trail as it is shown. @param {string} line */
export const retold = (line) => {
  const [held, shown] = known.find(([begins]) => line.startsWith(begins)) ?? ['', ''];
  return shown + line.slice(held.length);
};

/**
 * Who decides: the game master where the options are a ruling, else whoever the rule says.
 * @param {import('../net/documents.js').ActionInfo | undefined} action
 * @param {{who?: string, options?: string[]}} decision
 */
export const deciderOf = (action, { who = '', options = [] }) =>
  options.some((option) => action?.ruling?.includes(option)) ? 'game master' : who;
