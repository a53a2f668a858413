// Keeps state until the tab is closed: across a reload, and on the way back to a page.
import { useEffect, useState } from '../../../vendor/preact.js';

/** @param {string} key @returns {any} undefined when nothing is kept */
export const recalled = (key) => {
  try {
    return JSON.parse(sessionStorage.getItem(`oddsmith.${key}`) ?? 'null') ?? undefined;
  } catch {
    return undefined; // storage may be switched off, or hold what another version wrote
  }
};

/** @param {string} key @param {unknown} value undefined: keep nothing */
export const retain = (key, value) => {
  try {
    if (value === undefined) sessionStorage.removeItem(`oddsmith.${key}`);
    else sessionStorage.setItem(`oddsmith.${key}`, JSON.stringify(value));
  } catch {
    // as above
  }
};

/**
 * A state that outlives a reload.
 * @template T @param {string} key @param {T} initial @returns {[T, (value: T | ((was: T) => T)) => void]}
 */
export const useKept = (key, initial) => {
  const [value, setValue] = useState(/** @returns {T} */ () => recalled(key) ?? initial);
  useEffect(() => retain(key, value), [key, value]);
  return [value, setValue];
};
