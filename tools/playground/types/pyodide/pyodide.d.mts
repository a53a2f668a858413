// Pyodide, which the build puts beside the page.
export * from '../../node_modules/pyodide/pyodide.js';
