// Values of inputs and house rules, as the catalogue describes them: the default, limits, choices.

/** @typedef {import('./net/documents.js').Field} Field */

/** Returns, as text, what a field holds before anybody touches it. @param {Field} field */
export const defaultText = (field) => asText(field.default);

/** Returns a value as it is typed. @param {unknown} value */
export const asText = (value) => {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.join(',');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
};

/** Returns the least and the greatest value of a number. @param {Field} field @returns {[number, number]} */
export const limitsOf = ({ low = -Infinity, high = Infinity }) => [low, high];

/** Returns the number nearest to one that a field takes. @param {Field} field @param {number} value */
export const limited = (field, value) => {
  const [low, high] = limitsOf(field);
  return Math.min(high, Math.max(low, value));
};

/** Lists the values of a field that has only a few. @param {Field} field */
export const choicesOf = (field) => (field.kind === 'yes-no' ? ['no', 'yes'] : (field.choices ?? []));

/** Returns a value as a number where the field calls numbers by names. @param {Field} field @param {string} value */
export const numberOf = (field, value) => String(field.names?.[value] ?? value);

/** Returns the name of a number, if the field has one for it. @param {Field} field @param {string} value */
export const nameOf = (field, value) =>
  Object.entries(field.names ?? {}).find(([, number]) => String(number) === value)?.[0];
