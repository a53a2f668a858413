// The part of a game that counts under house rules.
import { defaultText } from './field_values.js';

/** @typedef {import('./net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('./net/documents.js').Field} FieldInfo */
/** @typedef {import('./net/documents.js').SystemInfo} SystemInfo */

/**
 * Tells whether house rules or inputs have the values that something needs to count.
 * @param {Record<string, string[]> | undefined} needed
 * @param {FieldInfo[]} fields
 * @param {Record<string, string>} values
 */
export const holds = (needed, fields, values) =>
  Object.entries(needed ?? {}).every(([name, allowed]) => {
    const usual = fields.find((each) => each.name === name);
    return allowed.includes(values[name] || (usual === undefined ? '' : defaultText(usual)));
  });

/**
 * Returns an action with the measures and costs that it has under house rules.
 * @param {SystemInfo} system @param {ActionInfo} action @param {Record<string, string>} rules @returns {ActionInfo}
 */
export const underRules = (system, action, rules) => ({
  ...action,
  measures: action.measures.filter(({ under }) => holds(under, system.options, rules)),
  costs: action.costs.filter(({ under }) => holds(under, system.options, rules)),
});
