// The editor of the playground, as one module.
export { EditorView, basicSetup } from 'codemirror';
export { globalCompletion, localCompletionSource, python } from '@codemirror/lang-python';
export { setDiagnostics } from '@codemirror/lint';
export { autocompletion, ifNotIn } from '@codemirror/autocomplete';
export { HighlightStyle, syntaxHighlighting, syntaxTree } from '@codemirror/language';
export { tags } from '@lezer/highlight';
