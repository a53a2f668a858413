// Asking the server again whenever a question changes, and keeping the last answer until the next is there.
import { useEffect, useRef, useState } from '../../vendor/preact.js';
import { ask, isAbort } from '../lib/api.js';
import { body } from './link.js';

/** @typedef {import('../lib/documents.js').Exact} Exact */

/**
 * @template T
 * @typedef {{answer: T | undefined, error: any, busy: boolean}} State
 */

/**
 * @template T
 * @typedef {State<T> & {stop: () => void}} Asked stop: waits for no answer any more; the server then stops computing
 */

const REST = 25; // milliseconds without a keystroke, so that a burst of them is one question

/**
 * @template T
 * @param {string} key changes whenever something else is asked; '' asks nothing
 * @param {(signal: AbortSignal) => Promise<T>} question
 * @param {number} [rest]
 * @returns {Asked<T>}
 */
export const useAsked = (key, question, rest = REST) => {
  const [state, setState] = useState(/** @type {State<T>} */ ({ answer: undefined, error: undefined, busy: key !== '' }));
  const current = useRef(/** @type {AbortController | undefined} */ (undefined));
  useEffect(() => {
    if (key === '') {
      setState({ answer: undefined, error: undefined, busy: false });
      return undefined;
    }
    const asking = new AbortController();
    current.current = asking;
    setState((was) => ({ ...was, busy: true }));
    const timer = setTimeout(async () => {
      try {
        const answer = await question(asking.signal);
        if (!asking.signal.aborted) setState({ answer, error: undefined, busy: false });
      } catch (error) {
        if (!isAbort(error) && !asking.signal.aborted) setState((was) => ({ answer: was.answer, error, busy: false }));
      }
    }, rest);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [key]);
  const stop = () => {
    current.current?.abort();
    setState((was) => ({ ...was, busy: false }));
  };
  return { ...state, stop };
};

/**
 * A document that depends on its address alone.
 * @param {string} path '' asks nothing
 * @returns {Asked<any>}
 */
export const useDocument = (path) => useAsked(path, (signal) => ask(path, { signal }));

/** @typedef {{input: string, values: number[]}} Along */

/**
 * @typedef {object} Cell The chance of an event, the mean of a measure, or why there is none.
 * @property {string} [p]
 * @property {number} [float]
 * @property {Exact} [mean]
 * @property {string} [unresolved]
 * @property {string} [refused]
 * @property {string} [remedy]
 */

/** @typedef {{of: string, along: Along[], first: number, cells: Cell[], next: number | null, policy?: string}} Sweep */

/**
 * The first cells of a sweep, from one on: as many as the server has soon.
 * @param {import('./link.js').Question} question @param {Along[]} along @param {string} of @param {number} first @param {AbortSignal} signal
 * @returns {Promise<Sweep>}
 */
export const askSweep = (question, along, of, first, signal) => ask(`/api/sweep/${question.system}/${question.action}`, {
  method: 'POST', signal, body: { ...body(question), along, of, first },
});
