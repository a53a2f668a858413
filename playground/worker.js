// Python in a thread of its own: loads Pyodide and the wheels, then answers one request after another.
import { loadPyodide } from './pyodide/pyodide.mjs';

const started = (async () => {
  const python = await loadPyodide({ indexURL: new URL('./pyodide/', import.meta.url).href });
  const { wheels } = await (await fetch('./files.json')).json();
  const extractDir = python.runPython('import site; site.getsitepackages()[0]');
  for (const wheel of wheels) {
    python.unpackArchive(await (await fetch(`./${wheel}`)).arrayBuffer(), 'wheel', { extractDir });
  }
  python.FS.writeFile(`${extractDir}/playground.py`, await (await fetch('./playground.py')).text());
  return python.pyimport('playground').answer;
})();

addEventListener('message', async ({ data: { id, request } }) => {
  try {
    const answer = await started;
    postMessage({ id, answer: JSON.parse(answer(JSON.stringify(request))) });
  } catch (error) {
    postMessage({ id, answer: { problem: { detail: String(error.message ?? error).trim().split('\n').pop() } } });
  }
});
