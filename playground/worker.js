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
    for (const name of REACH) delete from[name];
  const left = REACH.filter((name) => globalThis[name] !== undefined);
  if (left.length > 0) throw new Error(`rules would reach ${left.join(', ')}`);
};

const started = (async () => {
  const python = await loadPyodide({ indexURL: new URL('./pyodide/', import.meta.url).href });
  const { wheels } = await (await fetch('./files.json')).json();
  const extractDir = python.runPython('import site; site.getsitepackages()[0]');
  for (const wheel of wheels) {
    python.unpackArchive(await (await fetch(`./${wheel}`)).arrayBuffer(), 'wheel', { extractDir });
  }
  python.FS.writeFile(`${extractDir}/playground.py`, await (await fetch('./playground.py')).text());
  const { answer } = python.pyimport('playground');
  withoutReach();
  return answer;
})();

addEventListener('message', async ({ data: { id, request } }) => {
  try {
    const answer = await started;
    postMessage({ id, answer: JSON.parse(answer(JSON.stringify(request))) });
  } catch (error) {
    postMessage({
      id,
      answer: {
        problem: {
          detail: String(error.message ?? error)
            .trim()
            .split('\n')
            .pop(),
        },
      },
    });
  }
});
