// Puts a die into a notation, as somebody takes one more from the box.

/** Dice in the box. */
export const DICE = ['d4', 'd6', 'd8', 'd10', 'd12', 'd20', 'd100'];

/**
 * One die more: of the last dice where they are the same, beside them where they are not.
 * @param {string} text @param {string} die
 */
export const withDie = (text, die) => {
  const before = text.trimEnd();
  if (before === '' || /[-+*/(,&]$/.test(before)) return `${before}${die}`;
  const same = new RegExp(`(^|[^\\w.)}])(\\d*)${die}$`).exec(before);
  if (same === null) return `${before}+${die}`;
  return `${before.slice(0, same.index)}${same[1]}${Number(same[2] || 1) + 1}${die}`;
};
