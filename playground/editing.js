// The editor of the rules.
import { completing } from './completing.js';
import {
  EditorView,
  HighlightStyle,
  autocompletion,
  basicSetup,
  python,
  setDiagnostics,
  syntaxHighlighting,
  tags,
} from './editor.js';

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--green)' },
  { tag: tags.string, color: 'var(--s2)' },
  { tag: tags.comment, color: 'var(--soft)' },
  { tag: tags.number, color: 'var(--brass)' },
]);

/**
 * Make the editor. known: the names that it completes. changed: called with every change of the text.
 * @param {HTMLElement} parent @param {string} doc
 * @param {() => import('./completing.js').KnownNames} known @param {() => void} changed
 */
export const editorOf = (parent, doc, known, changed) =>
  new EditorView({
    parent,
    doc,
    extensions: [
      syntaxHighlighting(colours),
      basicSetup,
      python(),
      autocompletion({ override: completing(known) }),
      EditorView.contentAttributes.of({ 'aria-label': 'Rules in Python', tabindex: '0' }),
      EditorView.updateListener.of((update) => update.docChanged && changed()),
    ],
  });

/** @param {EditorView} editor */
export const textOf = (editor) => editor.state.doc.toString();

/** @param {EditorView} editor @param {string} code */
export const replace = (editor, code) =>
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: code } });

/** Show a message at a line; at none where there is no such line. @param {EditorView} editor
 * @param {string} message @param {number} [line] */
export const markLine = (editor, message, line = 0) => {
  const { doc } = editor.state;
  const { from, to } = line >= 1 && line <= doc.lines ? doc.line(line) : { from: -1, to: -1 };
  const found = from < 0 ? [] : [{ from, to, severity: /** @type {const} */ ('error'), message }];
  editor.dispatch(setDiagnostics(editor.state, found));
};
