// Fills the inputs of a roll from the sheets of both sides.
import { defaultText, limited, limitsOf } from '../../lib/field_values.js';
import { holds } from '../../lib/house_rules.js';

/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../../lib/net/documents.js').Field} FieldInfo */
/** @typedef {import('../../lib/net/documents.js').SystemInfo} SystemInfo */
/** @typedef {import('../store/fold.js').Character} Character */
/** @typedef {{own?: Character, other?: Character}} Sides whoever acts, and whom they act against */

/**
 * Tells whether an input of a sheet counts: under these house rules, and given these inputs.
 * @param {FieldInfo} field @param {SystemInfo} system @param {ActionInfo} action
 * @param {Record<string, string>} inputs @param {Record<string, string>} rules
 */
const counts = (field, system, action, inputs, rules) =>
  holds(field.sheet?.under, system.options, rules) && holds(field.sheet?.given, action.inputs, inputs);

/**
 * Reads the inputs of an action from the sheets, as text; `live` are those that come from a resource, which the server
 * looks up by itself when they are left out. Of a resource, what no open roll may spend; nothing that the input does
 * not take.
 * @param {SystemInfo} system @param {ActionInfo} action @param {Sides} sides
 * @param {Record<string, string>} typed @param {Record<string, string>} rules
 */
export const fromSheets = (system, action, sides, typed, rules) => {
  /** @type {Record<string, string>} */
  const found = {};
  /** @type {Set<string>} */
  const live = new Set();
  for (const field of action.inputs) {
    const place = field.sheet;
    const sheet = place && sides[place.side];
    if (place === undefined || sheet === undefined) continue;
    const resource = sheet.resources[place.name];
    const free = resource && (place.part === 'max' ? resource.max : resource.value - resource.held);
    const value = place.part === 'value' ? (sheet.inputs[place.name] ?? free) : free;
    if (value === undefined || value === null || (typeof value === 'number' && value < limitsOf(field)[0])) continue;
    found[field.name] = String(typeof value === 'number' ? limited(field, value) : value);
    if (value === free) live.add(field.name);
  }
  for (const field of action.inputs) {
    if (!counts(field, system, action, { ...found, ...typed }, rules)) {
      delete found[field.name];
      live.delete(field.name);
    }
  }
  return { found, live };
};

/**
 * @typedef {{measure: string, character: string, resource: string, times: number, since?: string}} Effect what a number
 *   of a roll does to a sheet
 */

/** The numbers of a roll that may change sheets. @param {ActionInfo} action */
export const numbers = (action) => [...action.costs, ...action.measures];

/**
 * Finds what an action does to the sheets of both sides by itself.
 * @param {ActionInfo} action @param {Sides} sides @param {Record<string, string>} inputs @returns {Effect[]}
 */
export const declared = (action, sides, inputs) =>
  numbers(action).flatMap(({ name, changes }) =>
    changes.flatMap(({ side, resource, times, since, chosen_by: chooser }) => {
      const sheet = sides[side];
      const what = chooser === '' ? resource : (inputs[chooser] ?? '');
      return sheet?.resources[what]
        ? [{ measure: name, character: sheet.character, resource: what, times, ...(since === '' ? {} : { since }) }]
        : [];
    }),
  );

/**
 * The inputs that say what the other side may spend: theirs to say, when somebody else plays them.
 * @param {ActionInfo} action @param {Character | undefined} other
 */
export const purses = (action, other) =>
  action.inputs
    .filter(
      ({ sheet }) =>
        sheet?.side === 'other' &&
        other?.resources[sheet.name] &&
        action.measures.some(
          ({ spends, changes }) =>
            spends && changes.some(({ side, resource }) => side === 'other' && resource === sheet.name),
        ),
    )
    .map(({ name }) => name);

/**
 * Finds what a sheet can keep of what was entered, under its names there.
 * @param {ActionInfo} action @param {Record<string, string>} values @param {Character} character
 */
export const kept = (action, values, character) => {
  /** @type {Record<string, string>} */
  const found = {};
  for (const field of action.inputs) {
    const value = values[field.name] ?? '';
    const place = field.sheet;
    if (
      place?.side !== 'own' ||
      place.part !== 'value' ||
      character.resources[place.name] ||
      value === '' ||
      value === defaultText(field)
    )
      continue;
    found[place.name] = value;
  }
  return found;
};
