// Writes what a page of odds shows as an address that people can read, and reads it back.
//
// /odds/mod-dot/test?pool=10&difficulty=6&rule.cap=continuation&of=successes&as=at-least&pin=mod-dot/test?pool=8&v=0.1.0
// /notation?d=4d6kh3&pin=3d6&v=0.1.0
import { NOTATION } from '../../lib/notation_action.js';
import { defaultText } from '../../lib/field_values.js';
import { DICE, NUMBER, RANGES, WAYS, declared, example, pinOf, questionOf, versionOf } from './question.js';
import { unknownParameters } from './unknown_parameters.js';

/** @typedef {import('../../lib/net/documents.js').ActionInfo} ActionInfo */
/** @typedef {import('../../lib/net/documents.js').SystemInfo} SystemInfo */
/** @typedef {import('../../lib/net/documents.js').Catalogue} Catalogue */
/** @typedef {import('./question.js').Question} Question */
/** @typedef {import('./question.js').View} View */
/** @typedef {import('./question.js').As} As */

/**
 * The parameters of a question that differ from what would hold anyway.
 * @param {Question} question @param {ActionInfo} [action] @param {SystemInfo} [system]
 * @returns {[string, string][]}
 */
const parameters = (question, action, system) => {
  const usual = new Map(action?.inputs.map((field) => [field.name, field.required ? null : defaultText(field)]));
  const usualRules = new Map(system?.options.map((field) => [field.name, defaultText(field)]));
  return [
    ...Object.entries(question.inputs)
      .filter(([name, value]) => value !== '' && value !== usual.get(name))
      .map(
        ([name, value]) => /** @type {[string, string]} */ ([question.system === NOTATION.name ? DICE : name, value]),
      ),
    ...Object.entries(question.rules)
      .filter(([name, value]) => value !== '' && value !== usualRules.get(name))
      .map(
        ([name, value]) =>
          /** @type {[string, string]} */ ([usualRules.has(name) ? `rule.${name}` : NUMBER + name, value]),
      ),
  ];
};

/** Spaces, colons and the like need no code in a query. @param {string} text */
const readable = (text) =>
  encodeURIComponent(text).replace(/%(?:2F|3A|2C|3D|3F|40|20)/g, (code) =>
    code === '%20' ? '+' : decodeURIComponent(code),
  );

/** @param {[string, string][]} pairs */
const query = (pairs) => pairs.map(([name, value]) => `${encodeURIComponent(name)}=${readable(value)}`).join('&');

/** @param {Catalogue} catalogue @param {Question} question */
const pinned = (catalogue, question) => {
  if (question.system === NOTATION.name) return question.inputs.notation;
  const { system, action } = declared(catalogue, question);
  return `${question.system}/${question.action}?${query(parameters(question, action, system))}`;
};

/**
 * The limits of a chart, as an address has them: `x=2..8`, each end as typed or open.
 * @param {{low: string, high: string}} view @returns {[string, string][]}
 */
export const limits = ({ low, high }) => (low === '' && high === '' ? [] : [['x', `${low}..${high}`]]);

/** The limits that an address names. @param {string} written */
export const limitsOf = (written) => {
  const [, low = '', high = ''] = /^(.*?)\.\.(.*)$/.exec(written) ?? [];
  return { low, high };
};

/**
 * The address of what is shown.
 * @param {Catalogue} catalogue @param {View} view
 */
export const address = (catalogue, view) => {
  const { system, action } = declared(catalogue, view.question);
  /** @type {[string, string][]} */
  const pairs = parameters(view.question, action, system);
  if (view.of !== '') pairs.push(['of', view.of]);
  if (view.as !== 'exactly') pairs.push(['as', view.as]);
  if (view.log) pairs.push(['scale', 'log']);
  if (view.all) pairs.push(['values', 'all']);
  pairs.push(...limits(view));
  for (const pin of view.pins) pairs.push(['pin', pinned(catalogue, pin)]);
  if (view.across !== '') {
    pairs.push(['across', view.across]);
    if (view.down !== '') pairs.push(['and', view.down]);
    for (const [name, written] of RANGES)
      if (view[name] !== '' && (view.down !== '' || !name.startsWith('down'))) pairs.push([written, view[name]]);
    if (view.show !== '') pairs.push(['show', view.show]);
    if (view.reach !== '' && view.down === '') pairs.push(['reach', view.reach]);
  }
  if (view.goal !== '') pairs.push(['goal', view.goal]);
  for (const [measure, price] of Object.entries(view.prices))
    if (price !== '' && price !== '0') pairs.push([`price.${measure}`, price]);
  if (view.atMost !== '') pairs.push(['at-most', view.atMost]);
  if (view.cost !== '') pairs.push(['cost', view.cost]);
  if (view.frontier) pairs.push(['frontier', 'shown']);
  pairs.push(['v', versionOf(catalogue, system)]);
  const path =
    view.question.system === NOTATION.name ? '/notation' : `/odds/${view.question.system}/${view.question.action}`;
  return `${path}?${query(pairs)}`;
};

/**
 * Reads the view that an address asks for. An action without any parameters shows its example.
 * @param {Catalogue} catalogue @param {SystemInfo} system @param {ActionInfo} action @param {URLSearchParams} given
 * @returns {View}
 */
export const viewOf = (catalogue, system, action, given) => {
  const inputNames = new Set(action.inputs.map((field) => field.name));
  // An input that is named like something of the view keeps its meaning as an input.
  const parameter = (/** @type {string} */ name) => (inputNames.has(name) ? '' : (given.get(name) ?? ''));
  const as = /** @type {As} */ (parameter('as'));
  const none = [...given].length === 0;
  return {
    question: none ? example(system, action) : questionOf(system, action, given),
    of: parameter('of'),
    as: WAYS.includes(as) ? as : 'exactly',
    log: parameter('scale') === 'log',
    all: parameter('values') === 'all',
    ...limitsOf(parameter('x')),
    pins: given.getAll('pin').flatMap((pin) => pinOf(catalogue, system, pin)?.question ?? []),
    across: parameter('across'),
    down: parameter('and'),
    .../** @type {Pick<View, 'from' | 'to' | 'by' | 'downFrom' | 'downTo' | 'downBy'>} */ (
      Object.fromEntries(RANGES.map(([name, written]) => [name, parameter(written)]))
    ),
    // Links of the first version named these ends without the input they belong to.
    ...(given.has('across') && given.has('from') && parameter('across.from') === '' ? { from: parameter('from') } : {}),
    ...(given.has('across') && given.has('to') && parameter('across.to') === '' ? { to: parameter('to') } : {}),
    show: parameter('show'),
    reach: parameter('reach'),
    goal: parameter('goal'),
    prices: Object.fromEntries(
      [...given].filter(([name]) => name.startsWith('price.')).map(([name, value]) => [name.slice(6), value]),
    ),
    atMost: parameter('at-most'),
    cost: parameter('cost'),
    frontier: parameter('frontier') === 'shown',
    version: none ? versionOf(catalogue, system) : parameter('v'),
    unknown: unknownParameters(catalogue, system, action, given),
  };
};
