// Lines of trails as they are shown: logs hold the words of the day on which a rule was written, and are checked by them.

/** @type {[string, string][]} */
let known = [];

/** Learns how lines are shown. @param {{retelling?: Record<string, string>}[]} systems */
export const learn = (systems) => {
  known = systems.flatMap(({ retelling = {} }) => Object.entries(retelling));
};

/** A line of a trail as it is shown. @param {string} line */
export const retold = (line) => {
  const [held, shown] = known.find(([begins]) => line.startsWith(begins)) ?? ['', ''];
  return shown + line.slice(held.length);
};
