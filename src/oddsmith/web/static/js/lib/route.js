// Which page the address asks for, and going elsewhere without loading the document again.
import { signal } from '../../vendor/preact.js';

/** @typedef {{path: string, query: URLSearchParams, hash: string}} Place */

/** @returns {Place} */
const here = () => ({ path: location.pathname, query: new URLSearchParams(location.search), hash: location.hash.slice(1) });

export const place = signal(here());

addEventListener('popstate', () => { place.value = here(); });

/** @param {string} address */
export const go = (address) => {
  history.pushState(null, '', address);
  place.value = here();
  scrollTo(0, 0);
};

/**
 * Says in the address what the page shows now; the page itself stays.
 * @param {string} address
 */
export const restate = (address) => {
  if (address !== location.pathname + location.search + location.hash) history.replaceState(null, '', address);
};

/** @param {MouseEvent} event a click anywhere in the pages */
export const followed = (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target !== '' || link.download !== '' || link.pathname.startsWith('/api/')) return;
  if (link.pathname === location.pathname && link.hash !== '') return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
};
