// The editor that the build puts beside the page.
export * from '../editor.js';
export type { CompletionContext, CompletionSource } from '@codemirror/autocomplete';
export type { SyntaxNode } from '@lezer/common';
