// Asks the server again whenever a question changes, and keeps the last answer until the next is there.
import { useEffect, useRef, useState } from '../../../vendor/preact.js';
import { Unreachable, ask, isAbort } from './api.js';

/**
 * @template T
 * @typedef {object} State
 * @property {T | undefined} answer the last that there was
 * @property {string} of the key that it answers
 * @property {any} error why the present question has none
 * @property {boolean} busy
 * @property {boolean} slow whether it takes so long that somebody should know
 * @property {boolean} stopped
 */

/**
 * @template T
 * @typedef {State<T> & {fresh: boolean, stale: boolean, stop: () => void, again: () => void}} LiveAnswer
 *   fresh: the answer is that of the present question; stale: it is another's, and will be for some time;
 *   stop: waits for no answer any more; the server then stops computing
 */

const REST = 25; // milliseconds without a keystroke, so that a burst of them is one question
const SLOW = 600; // milliseconds until people wonder whether anything happens
const RETRY = 3000; // milliseconds until a server that could not be reached is asked again

/**
 * @template T
 * @param {string} key changes whenever something else is asked; '' asks nothing
 * @param {(signal: AbortSignal) => Promise<T>} question
 * @param {number} [rest]
 * @returns {LiveAnswer<T>}
 */
export const useAnswer = (key, question, rest = REST) => {
  const [state, setState] = useState(
    /** @type {State<T>} */ ({
      answer: undefined,
      of: '',
      error: undefined,
      busy: key !== '',
      slow: false,
      stopped: false,
    }),
  );
  const [attempt, setAttempt] = useState(0);
  const current = useRef(/** @type {AbortController | undefined} */ (undefined));
  const last = useRef('');
  const again = () => setAttempt((was) => was + 1);
  useEffect(() => {
    if (key === '') {
      setState({ answer: undefined, of: '', error: undefined, busy: false, slow: false, stopped: false });
      return undefined;
    }
    const asking = new AbortController();
    current.current = asking;
    // Where somebody asks again by hand, what they pressed stays; an error stays in sight until it is known to be over.
    const repeated = last.current === key;
    last.current = key;
    setState((was) => ({ ...was, busy: true, slow: was.stopped && repeated, stopped: false }));
    const late = setTimeout(() => {
      if (!asking.signal.aborted) setState((was) => ({ ...was, slow: true }));
    }, SLOW);
    const timer = setTimeout(async () => {
      try {
        const answer = await question(asking.signal);
        if (!asking.signal.aborted)
          setState({ answer, of: key, error: undefined, busy: false, slow: false, stopped: false });
      } catch (error) {
        if (!isAbort(error) && !asking.signal.aborted) setState((was) => ({ ...was, error, busy: false, slow: false }));
      } finally {
        if (!asking.signal.aborted) clearTimeout(late);
      }
    }, rest);
    return () => {
      clearTimeout(timer);
      clearTimeout(late);
      asking.abort();
    };
  }, [key, attempt]);
  useEffect(() => {
    if (!(state.error instanceof Unreachable) || state.busy) return undefined;
    const timer = setTimeout(again, RETRY);
    addEventListener('online', again);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', again);
    };
  }, [state.error, state.busy]);
  const stop = () => {
    current.current?.abort();
    setState((was) => ({ ...was, error: undefined, busy: false, slow: false, stopped: true }));
  };
  const fresh = state.answer !== undefined && state.of === key;
  const stale = state.answer !== undefined && !fresh && (state.slow || state.stopped || state.error !== undefined);
  return { ...state, fresh, stale, stop, again };
};

/**
 * A document that depends on its address alone.
 * @param {string} path '' asks nothing
 * @returns {LiveAnswer<any>}
 */
export const useDocument = (path) => useAnswer(path, (signal) => ask(path, { signal }));
