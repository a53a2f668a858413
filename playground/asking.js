// Asks the worker, one question at a time. Of those that wait for a place of the page only the last is asked, and an answer
// whose place has been asked something else in the meantime is dropped.

/**
 * What the page is told: what Python does, whether it has something to do, and for how many seconds it has had.
 * @typedef {{state: (text: string) => void, busy: (busy: boolean) => void, spent: (seconds: number) => void}} Report
 * @typedef {(answer: any) => void} Then
 * @typedef {{id: number, request: object, then: Then}} Asked
 */

/** @type {Worker} */
let worker;
/** @type {(Asked & {place: string}) | null} */
let under = null;
let since = 0;
let number = 0;
/** @type {Map<string, Asked>} */
const waiting = new Map();
/** @type {Map<string, number>} */
const latest = new Map();
/** @type {Report} */
let report;

/** Begin. @param {Report} shown */
export const begin = (shown) => {
  report = shown;
  start();
  setInterval(() => report.spent(under === null ? 0 : (performance.now() - since) / 1000), 1000);
};

const start = () => {
  worker = new Worker('./worker.js', { type: 'module' });
  worker.onmessage = ({ data }) => {
    if (under === null || under.id !== data.id) return;
    const { place, id, then } = under;
    under = null;
    try {
      if (latest.get(place) === id) then(data.answer);
    } finally {
      next();
    }
  };
  worker.onerror = (event) => report.state(`Python did not start: ${event.message ?? 'a file is missing'}`);
};

const next = () => {
  report.busy(under !== null);
  if (under !== null) return;
  report.spent(0);
  const [first] = waiting;
  report.state(first ? 'Working…' : 'Ready');
  if (!first) return;
  const [place, asked] = first;
  waiting.delete(place);
  under = { place, ...asked };
  since = performance.now();
  report.busy(true);
  worker.postMessage({ id: asked.id, request: asked.request });
};

/** Ask for a place of the page. @param {string} place @param {object} request @param {Then} then */
export const ask = (place, request, then) => {
  number += 1;
  latest.set(place, number);
  waiting.set(place, { id: number, request, then });
  next();
};

/** Ask no more for a place, and show no answer that is under way. @param {string} place */
export const forget = (place) => {
  latest.delete(place);
  waiting.delete(place);
};

/** End what is under way, and begin Python anew; what waits is asked then. Returns the place that was being answered. */
export const stop = () => {
  worker.terminate();
  const place = under?.place ?? '';
  if (place === 'start' && under !== null) waiting.set(place, under);
  else latest.delete(place);
  under = null;
  start();
  next();
  return place;
};
