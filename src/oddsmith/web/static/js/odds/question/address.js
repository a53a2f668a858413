// What a page of odds shows, as an address that people can read, and back.
//
//
// /odds/mod-dot/test?pool=10&difficulty=6&rule.cap=continuation&of=successes&as=at-least&pin=mod-dot/test?pool=8&v=0.1.0
//   /notation?d=4d6kh3&pin=3d6&v=0.1.0
import { namedWithin } from '../../lib/text/field_titles.js';
import { NOTATION } from '../../lib/notation_action.js';
import { inSentence } from '../../lib/text/words.js';
import { defaultText } from '../../ui/forms/field.js';
import { unread } from './unknown_parameters.js';

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
 * @property {string[]} unread what the link holds that nobody understands
 */

/**
 * How an address names what the view has about drawing along inputs.
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
 * Whether odds can be drawn along an input: a whole number, one of some, or yes and no.
 * @param {import('../../lib/net/documents.js').Field} field
 */
export const isAxis = ({ kind }) => kind === 'integer' || kind === 'choice' || kind === 'yes-no';

/** @type {As[]} */
export const WAYS = ['exactly', 'at-least', 'at-most'];

/**
 * What an action's example asks, the question that its page begins with.
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
      .map(([name, value]) => /** @type {[string, string]} */ ([`rule.${name}`, value])),
  ];
};

/** How an address of notation names it. */
export const DICE = 'd';

/** Spaces, colons and the like need no code in a query. @param {string} text */
const readable = (text) =>
  encodeURIComponent(text).replace(/%(?:2F|3A|2C|3D|3F|40|20)/g, (code) =>
    code === '%20' ? '+' : decodeURIComponent(code),
  );

/** @param {[string, string][]} pairs */
const query = (pairs) => pairs.map(([name, value]) => `${encodeURIComponent(name)}=${readable(value)}`).join('&');

/** @param {Catalogue} catalogue @param {Question} question */
export const declared = (catalogue, question) => {
  const system = [...catalogue.systems, NOTATION].find((each) => each.name === question.system);
  return { system, action: system?.actions.find((each) => each.name === question.action) };
};

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
  pairs.push(['v', catalogue.version]);
  const path =
    view.question.system === NOTATION.name ? '/notation' : `/odds/${view.question.system}/${view.question.action}`;
  return `${path}?${query(pairs)}`;
};

/** @param {SystemInfo} system @param {ActionInfo} action @param {URLSearchParams} given @returns {Question} */
const questionOf = (system, action, given) => {
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
  return question;
};

/**
 * What a pin of an address asks; undefined where that is no question.
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

/**
 * What an address asks to be shown. An action without any parameters shows its example.
 * @param {Catalogue} catalogue @param {SystemInfo} system @param {ActionInfo} action @param {URLSearchParams} given
 * @returns {View}
 */
export const viewOf = (catalogue, system, action, given) => {
  const inputNames = new Set(action.inputs.map((field) => field.name));
  // An input that is named like something of the view keeps its meaning as an input.
  const told = (/** @type {string} */ name) => (inputNames.has(name) ? '' : (given.get(name) ?? ''));
  const as = /** @type {As} */ (told('as'));
  const none = [...given].length === 0;
  return {
    question: none ? example(system, action) : questionOf(system, action, given),
    of: told('of'),
    as: WAYS.includes(as) ? as : 'exactly',
    log: told('scale') === 'log',
    all: told('values') === 'all',
    ...limitsOf(told('x')),
    pins: given.getAll('pin').flatMap((pin) => pinOf(catalogue, system, pin)?.question ?? []),
    across: told('across'),
    down: told('and'),
    .../** @type {Pick<View, 'from' | 'to' | 'by' | 'downFrom' | 'downTo' | 'downBy'>} */ (
      Object.fromEntries(RANGES.map(([name, written]) => [name, told(written)]))
    ),
    // Links of the first version named these ends without the input they belong to.
    ...(given.has('across') && given.has('from') && told('across.from') === '' ? { from: told('from') } : {}),
    ...(given.has('across') && given.has('to') && told('across.to') === '' ? { to: told('to') } : {}),
    show: told('show'),
    reach: told('reach'),
    goal: told('goal'),
    prices: Object.fromEntries(
      [...given].filter(([name]) => name.startsWith('price.')).map(([name, value]) => [name.slice(6), value]),
    ),
    atMost: told('at-most'),
    cost: told('cost'),
    frontier: told('frontier') === 'shown',
    version: none ? catalogue.version : told('v'),
    unread: unread(catalogue, system, action, given),
  };
};

/**
 * Where the server answers a question.
 * @param {'odds' | 'simulate'} kind @param {Question} question @param {[string, string][]} [more]
 */
export const endpoint = (kind, question, more = []) => {
  const given = new URLSearchParams(more);
  if (question.system === NOTATION.name) {
    given.append('notation', (question.inputs.notation ?? '').trim());
    return `/api/${kind}?${given}`;
  }
  for (const [name, value] of Object.entries(question.inputs))
    if (value.trim() !== '') given.append(name, value.trim());
  for (const [name, value] of Object.entries(question.rules))
    if (value !== '') given.append('option', `${name}=${value}`);
  return `/api/${kind}/${question.system}/${question.action}?${given}`;
};

/** The inputs as a body has them: only those that are given. @param {Question} question */
export const body = ({ inputs, rules }) => ({
  inputs: Object.fromEntries(
    Object.entries(inputs)
      .filter(([, value]) => value.trim() !== '')
      .map(([name, value]) => [name, value.trim()]),
  ),
  options: Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== '')),
});

/**
 * What tells questions apart, in a few words each.
 * @param {Catalogue} catalogue @param {Question[]} questions
 */
export const labels = (catalogue, questions) => {
  const own = questions.map((question) => {
    const { system, action } = declared(catalogue, question);
    const usual = [
      ...(action?.inputs ?? []).map((field) => /** @type {[string, string]} */ ([field.name, defaultText(field)])),
      ...(system?.options ?? []).map(
        (field) => /** @type {[string, string]} */ ([`rule.${field.name}`, defaultText(field)]),
      ),
    ];
    return new Map([
      ...usual,
      ...Object.entries(question.inputs),
      ...Object.entries(question.rules).map(
        ([name, value]) => /** @type {[string, string]} */ ([`rule.${name}`, value]),
      ),
    ]);
  });
  const sameAction = questions.every(
    (each) => each.system === questions[0].system && each.action === questions[0].action,
  );
  const names = [...new Set(own.flatMap((each) => [...each.keys()]))];
  const telling = names.filter((name) => own.some((each) => each.get(name) !== own[0].get(name)));
  return own.map((each, place) => {
    const said = telling
      .filter((name) => (each.get(name) ?? '') !== '')
      .map((name) =>
        questions[place].system === NOTATION.name
          ? `${each.get(name)}`
          : `${name.startsWith('rule.') ? inSentence(name.slice(5)) : namedWithin(declared(catalogue, questions[place]).action?.inputs ?? [], name)} ${each.get(name)}`,
      );
    const title = declared(catalogue, questions[place]).action?.title ?? questions[place].action;
    const first = sameAction ? [] : [title.toLowerCase()];
    return [...first, ...said].join(', ') || (place === 0 ? 'this' : `the same (${place + 1})`);
  });
};
