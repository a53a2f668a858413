// Reads which page the address names, and goes to another without loading the document again.
import { signal } from '../../../vendor/preact.js';

/**
 * @typedef {{path: string, query: URLSearchParams, visit: number}} Place
 *   visit: a number for each arrival at an address, so that going back to one shows what it says
 */

let visit = 0;

/** @returns {Place} */
const here = () => ({ path: location.pathname, query: new URLSearchParams(location.search), visit });

export const place = signal(here());

/** The address without what follows the hash. */
const page = () => location.pathname + location.search;
let shown = page();

const arrive = () => {
  visit += 1;
  shown = page();
  place.value = here();
};

addEventListener('popstate', () => {
  // A link to a part of the page leads nowhere else: the page stays, with whatever has the focus.
  if (page() === shown) place.value = here();
  else arrive();
});

/** @param {string} address */
export const go = (address) => {
  history.pushState(null, '', address);
  arrive();
  scrollTo(0, 0);
};

/** Goes where a menu on the page says, which leaves no trail of what was passed on the way. @param {string} address */
export const turn = (address) => {
  history.replaceState(null, '', address);
  arrive();
};

/**
 * Says in the address what the page shows now; the page itself stays.
 * @param {string} address
 */
export const restate = (address) => {
  if (address !== location.pathname + location.search + location.hash) history.replaceState(null, '', address);
  shown = page();
};

/** @param {MouseEvent} event a click anywhere in the pages */
export const followed = (event) => {
  const link = event.target instanceof Element ? event.target.closest('a') : null;
  if (link === null || event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
    return;
  if (
    link.origin !== location.origin ||
    link.target !== '' ||
    link.download !== '' ||
    link.pathname.startsWith('/api/')
  )
    return;
  if (link.pathname === location.pathname && link.hash !== '') return;
  event.preventDefault();
  go(link.pathname + link.search + link.hash);
};
