// Python in a thread of its own: loads Pyodide and the wheels, then answers one request after another.
import { loadPyodide } from './pyodide/pyodide.mjs';

// Rules are programs, and Python reaches the browser: so the worker has nothing by which they could send something, change
// what the page keeps, or start another worker.
const REACH = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'caches',
  'indexedDB',
  'importScripts',
  'Worker',
  'SharedWorker',
  'BroadcastChannel',
  'Cache',
  'CacheStorage',
  'IDBFactory',
  'Request',
  'navigator',
];
const withoutReach = () => {
  for (let from = globalThis; from !== null; from = Object.getPrototypeOf(from))
    for (const name of REACH) Reflect.deleteProperty(from, name);
  const left = REACH.filter((name) => Reflect.get(globalThis, name) !== undefined);
  if (left.length > 0) throw new Error(`rules would reach ${left.join(', ')}`);
};

/** @param {string} file */
const fetched = (file) => fetch(`./${file}`);

const started = (async () => {
  const python = await loadPyodide({ indexURL: new URL('./pyodide/', import.meta.url).href });
  /** @type {{wheels: string[], files: string[]}} */
  const { wheels, files } = await (await fetched('files.json')).json();
  const extractDir = python.runPython('import site; site.getsitepackages()[0]');
  for (const wheel of wheels) python.unpackArchive(await (await fetched(wheel)).arrayBuffer(), 'wheel', { extractDir });
  python.FS.mkdirTree(`${extractDir}/playground`);
  for (const file of files.filter((name) => name.endsWith('.py')))
    python.FS.writeFile(`${extractDir}/playground/${file}`, await (await fetched(file)).text());
  const { answer } = python.pyimport('playground.playground');
  withoutReach();
  return answer;
})();

/** The last line of an error, which says what was wrong. @param {unknown} error */
const lastLine = (error) => {
  const text = String(error instanceof Error ? error.message : error);
  return text.trim().split('\n').pop();
};

addEventListener('message', async ({ data: { id, request } }) => {
  try {
    const answer = await started;
    postMessage({ id, answer: JSON.parse(answer(JSON.stringify(request))) });
  } catch (error) {
    postMessage({ id, answer: { problem: { detail: lastLine(error) } } });
  }
});
