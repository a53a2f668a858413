// Preact, its hooks, htm bound to it, and signals: one module, so that all of them share one Preact.
export * from 'preact';
export * from 'preact/hooks';
export * from '@preact/signals';
export { default as htm } from 'htm';
