// Asks the worker, one question at a time. Of those that wait for a place of the page only the last is asked, and an answer
// whose place has been asked something else in the meantime is dropped.

const NEVER = () => undefined;
let worker;
let under = null;
let number = 0;
/** @type {Map<string, {id: number, request: object, then: (answer: any) => void}>} */
const waiting = new Map();
/** @type {Map<string, number>} */
const latest = new Map();

const report = { state: NEVER, busy: NEVER };

/** Begin. @param {{state: (text: string) => void, busy: (busy: boolean) => void}} shown */
export const begin = (shown) => {
  Object.assign(report, shown);
  start();
};

const start = () => {
  worker = new Worker('./worker.js', { type: 'module' });
  worker.onmessage = ({ data }) => {
    if (under?.id !== data.id) return;
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
  const [first] = waiting;
  report.state(first ? 'Working…' : 'Ready');
  if (!first) return;
  const [place, asked] = first;
  waiting.delete(place);
  under = { place, ...asked };
  report.busy(true);
  worker.postMessage({ id: asked.id, request: asked.request });
};

/** Ask for a place of the page. @param {string} place @param {object} request @param {(answer: any) => void} then */
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
  if (place === 'start') waiting.set(place, under);
  else latest.delete(place);
  under = null;
  start();
  next();
  return place;
};
