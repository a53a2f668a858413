// Completes names of Oddsmith, and what stands behind a dot: as far as the text says what stands before it.
import { globalCompletion, ifNotIn, localCompletionSource, syntaxTree } from './editor.js';

/**
 * What is known of a name. gives: the class of what it is, or of what it returns.
 * @typedef {{kind: string, gives: string, says: string, rare: boolean}} Known
 * @typedef {Record<string, Known>} Names
 * @typedef {{names: Names, members: Record<string, Names>}} KnownNames
 * @typedef {import('./editor.js').CompletionContext} Context
 * @typedef {import('./editor.js').SyntaxNode} Node
 */

const DEEP = 20; // names that stand for names

/** What a name was last set to before a place. @param {Context} context @param {string} name @param {number} before */
const setTo = ({ state }, name, before) => {
  /** @type {Node | null} */
  let found = null;
  syntaxTree(state).iterate({
    to: before,
    enter: ({ node }) => {
      const { firstChild: target, lastChild: value } = node;
      if (node.name !== 'AssignStatement' || node.to > before || target === null) return;
      if (target.name === 'VariableName' && state.sliceDoc(target.from, target.to) === name) found = value;
    },
  });
  return /** @type {Node | null} */ (found);
};

/**
 * What is known of an expression, or nothing.
 * @param {Context} context @param {KnownNames} known @param {Node | null} node @param {number} [deep]
 * @returns {Known | undefined}
 */
const meant = (context, known, node, deep = 0) => {
  if (node === null || deep > DEEP) return undefined;
  const text = (/** @type {Node} */ { from, to }) => context.state.sliceDoc(from, to);
  const inner = (/** @type {Node | null} */ each) => meant(context, known, each, deep + 1);
  if (node.name === 'VariableName') return inner(setTo(context, text(node), node.from)) ?? known.names[text(node)];
  if (node.name === 'ParenthesizedExpression') return inner(node.getChild('Expression'));
  if (node.name === 'CallExpression') {
    const called = inner(node.firstChild);
    return called?.kind === 'variable' || called?.kind === 'property'
      ? undefined
      : called && { ...called, kind: 'variable' };
  }
  if (node.name !== 'MemberExpression' || node.firstChild === null || node.lastChild === null) return undefined;
  return membersOf(context, known, node.firstChild, deep + 1)?.[text(node.lastChild)];
};

/** What an expression has behind a dot; nothing if it is not known. A function or method that is not called is no thing
 * of the class that it returns. @param {Context} context @param {KnownNames} known @param {Node} node
 * @param {number} [deep] @returns {Names | undefined} */
const membersOf = (context, known, node, deep = 0) => {
  const owner = meant(context, known, node, deep);
  return owner && owner.kind !== 'function' && owner.kind !== 'method' ? known.members[owner.gives] : undefined;
};

/** @param {Names} names */
const entries = (names) =>
  Object.entries(names).map(([label, { kind, says, rare }]) => ({
    label,
    type: kind,
    info: says,
    boost: rare ? -1 : 0,
  }));

/** What stands before the dot behind which the cursor is, or the word at the cursor begins. @param {Context} context */
const beforeDot = (context) => {
  const from = context.matchBefore(/\w*/)?.from ?? context.pos;
  if (context.state.sliceDoc(from - 1, from) !== '.') return null;
  let node = syntaxTree(context.state).resolveInner(from - 1, -1);
  while (node.parent?.to === from - 1) node = node.parent;
  return node;
};

/** @param {import('./editor.js').CompletionSource} source */
const notBehindDot = (source) => (/** @type {Context} */ context) =>
  beforeDot(context) === null ? source(context) : null;

/** What completes: what is known of Oddsmith, then Python's own names and those of the text.
 * @param {() => KnownNames} known */
export const completing = (known) => [
  ifNotIn(['String', 'Comment'], (/** @type {Context} */ context) => {
    const from = context.matchBefore(/\w*/)?.from ?? context.pos;
    const owner = beforeDot(context);
    if (owner === null && from === context.pos && !context.explicit) return null;
    const names = owner === null ? known().names : membersOf(context, known(), owner);
    return names ? { from, options: entries(names), validFor: /^\w*$/ } : null;
  }),
  notBehindDot(localCompletionSource),
  notBehindDot(globalCompletion),
];
