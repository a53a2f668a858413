// Why something was refused, for as long as that holds.
import { useEffect, useState } from '../../vendor/preact.js';
import { Unreachable } from '../lib/api.js';

/**
 * The trouble of a form. That the server cannot be reached holds until it is reached again.
 * @param {import('./store.js').Table} table @returns {[any, (error: any) => void]}
 */
export const useTrouble = (table) => {
  const [error, setError] = useState(/** @type {any} */ (undefined));
  const live = table.connection.value === 'live';
  useEffect(() => { if (live && error instanceof Unreachable) setError(undefined); }, [live]);
  return [error, setError];
};
