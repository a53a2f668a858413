// A question about odds and the view of its answer, and how they begin.
import { NOTATION } from '../../lib/notation_action.js';

/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../../lib/net/documents.js').SystemInfo} SystemInfo */
/** @typedef {import('../../lib/net/documents.js').Catalogue} Catalogue */

/**
 * @typedef {object} Question What odds are asked of; values are as typed.
 * @property {string} system
 * @property {string} action
 * @property {Record<string, string>} inputs
 * @property {Record<string, string>} rules
 */

/** @typedef {'exactly' | 'at-least' | 'at-most'} As */

/**
 * @typedef {object} View
 * @property {Question} question
 * @property {string} of the measure that is drawn, or ''
 * @property {As} as
 * @property {boolean} log whether chances are on a logarithmic scale
 * @property {boolean} all whether values that hardly ever happen are drawn too
 * @property {string} low from where values are drawn, as typed; '' for as far as is worthwhile
 * @property {string} high
 * @property {Question[]} pins
 * @property {string} across the input along which odds are drawn, or ''
 * @property {string} from
 * @property {string} to
 * @property {string} by the step of that input, or ''
 * @property {string} down a second input, along which they are drawn at the same time, or ''
 * @property {string} downFrom
 * @property {string} downTo
 * @property {string} downBy
 * @property {string} show the event or measure that is drawn along inputs, or ''
 * @property {string} reach the numbers for which lines are drawn along an input, with commas; '' for those that are
 *   usual
 * @property {string} goal of best play: an event, a measure, or words; '' for the first there is
 * @property {Record<string, string>} prices
 * @property {string} atMost how much of the cost best play may take on average, or ''
 * @property {string} cost what that is: a measure, an event, or several added up; '' for what is spent first
 * @property {boolean} frontier whether it is shown what every amount of the cost buys
 * @property {string} version that the link was made with, or '' where it does not say
 * @property {string[]} unknown what the link holds that nobody understands
 */

/**
 * Names in an address of what the view has about drawing along inputs.
 * @type {['from' | 'to' | 'by' | 'downFrom' | 'downTo' | 'downBy', string][]}
 */
export const RANGES = [
  ['from', 'across.from'],
  ['to', 'across.to'],
  ['by', 'across.by'],
  ['downFrom', 'and.from'],
  ['downTo', 'and.to'],
  ['downBy', 'and.by'],
];

/**
 * Tells whether odds can be drawn along an input: a whole number, one of some, or yes and no.
 * @param {import('../../lib/net/documents.js').Field} field
 */
export const isAxis = ({ kind }) => kind === 'integer' || kind === 'choice' || kind === 'yes-no';

/** @type {As[]} */
export const WAYS = ['exactly', 'at-least', 'at-most'];

/**
 * Reads the question of an action's example, which its page begins with.
 * @param {SystemInfo} system @param {ActionInfo} action @returns {Question}
 */
export const example = (system, action) => {
  /** @type {Question} */
  const question = { system: system.name, action: action.name, inputs: {}, rules: {} };
  for (const [, name, value] of action.example.matchAll(/--(\S+) ('[^']*'|"[^"]*"|\S+)/g)) {
    const bare = value.replace(/^['"]|['"]$/g, '');
    if (name === 'option') {
      const [rule, reading] = bare.split('=');
      question.rules[rule.replaceAll('-', '_')] = reading;
    } else {
      question.inputs[name.replaceAll('-', '_')] = bare;
    }
  }
  return question;
};

/** The name of a notation in an address. */
export const DICE = 'd';

/** How the names of numbers of the book begin in an address. */
export const NUMBER = 'number.';

/**
 * The version by which a game is answered; that of a rulebook has its digest in short.
 * @param {Catalogue} catalogue @param {SystemInfo} [system]
 */
export const versionOf = ({ version }, system) =>
  system?.rulebook ? `${version}-${system.rulebook.slice(0, 12)}` : version;

/** @param {Catalogue} catalogue @param {Question} question */
export const declared = (catalogue, question) => {
  const system = [...catalogue.systems, NOTATION].find((each) => each.name === question.system);
  return { system, action: system?.actions.find((each) => each.name === question.action) };
};

/** @param {SystemInfo} system @param {ActionInfo} action @param {URLSearchParams} given @returns {Question} */
export const questionOf = (system, action, given) => {
  /** @type {Question} */
  const question = { system: system.name, action: action.name, inputs: {}, rules: {} };
  for (const { name } of action.inputs) {
    const value = given.get(system === NOTATION ? DICE : name);
    if (value !== null) question.inputs[name] = value;
  }
  for (const { name } of system.options) {
    const value = given.get(`rule.${name}`);
    if (value !== null) question.rules[name] = value;
  }
  for (const [name, value] of given) {
    if (name.startsWith(NUMBER)) question.rules[name.slice(NUMBER.length)] = value;
  }
  return question;
};

/**
 * Reads the question of a pin of an address; undefined where that is no question.
 * @param {Catalogue} catalogue @param {SystemInfo} system of the page @param {string} pin
 */
export const pinOf = (catalogue, system, pin) => {
  if (system === NOTATION)
    return { question: questionOf(system, system.actions[0], new URLSearchParams([[DICE, pin]])), given: undefined };
  const [, of = '', which = '', parameters = ''] = /^([\w-]+)\/([\w-]+)\?(.*)$/.exec(pin) ?? [];
  const its = catalogue.systems.find(({ name }) => name === of);
  const action = its?.actions.find(({ name }) => name === which);
  const given = new URLSearchParams(parameters);
  return its && action && { question: questionOf(its, action, given), given: { system: its, action, given } };
};
