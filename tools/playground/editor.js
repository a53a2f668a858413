// The editor of the playground, as one module.
export { EditorView, basicSetup } from 'codemirror';
export { python, pythonLanguage } from '@codemirror/lang-python';
export { setDiagnostics } from '@codemirror/lint';
export { completeFromList } from '@codemirror/autocomplete';
export { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
export { tags } from '@lezer/highlight';
