// Shows why something was refused, for as long as that holds.
import { useEffect, useState } from '../../../vendor/preact.js';
import { Unreachable, ask } from '../../lib/net/api.js';

/** Milliseconds until a server that could not be reached is tried again. */
const AGAIN = 2000;

/**
 * The trouble of a form. That the server cannot be reached holds until it is reached again.
 * @param {import('./store.js').Table} table @returns {[any, (error: any) => void]}
 */
export const useTrouble = (table) => {
  const [error, setError] = useState(/** @type {any} */ (undefined));
  useEffect(() => {
    if (!(error instanceof Unreachable)) return undefined;
    const reached = (/** @type {unknown} */ answer) => {
      if (!(answer instanceof Unreachable)) setError(undefined);
    };
    const trying = setInterval(() => ask(`${table.path}/events?limit=1`).then(reached, reached), AGAIN);
    return () => clearInterval(trying);
  }, [error]);
  return [error, setError];
};
