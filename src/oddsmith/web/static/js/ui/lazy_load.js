// Fetches parts of a page when they are first shown, or nearly in sight.
import { useEffect, useRef, useState } from '../../vendor/preact.js';
import { html } from '../lib/html.js';
import { Title, Trouble } from './shell.js';

/** What to say of a part that did not come: browsers tell of a module and its address. @param {any} error */
const told = (error) =>
  error instanceof TypeError && /import/i.test(error.message)
    ? { message: 'The server cannot be reached, and this browser has not kept this.', remedy: 'Try again later.' }
    : error;

/**
 * A part of a page, or a page, from modules that are fetched when it is first shown.
 * @param {() => Promise<any>} load @param {string} [failed] the title of a page that did not load
 */
export const lazy = (load, failed) => (/** @type {any} */ props) => {
  const [Part, setPart] = useState(/** @type {any} */ (undefined));
  const [error, setError] = useState(/** @type {any} */ (undefined));
  useEffect(() => {
    load().then(
      (part) => setPart(() => part),
      (problem) => setError(told(problem)),
    );
  }, []);
  if (error) return html`${failed && html`<${Title} title=${failed} />`}<${Trouble} error=${error} />`;
  return Part && html`<${Part} ...${props} />`;
};

/** Distance from sight at which a part is fetched. On phones pages are longest, and connections slowest. */
const AHEAD = innerWidth < 960 ? '700px 0px' : '2500px 0px';

/**
 * A part of a page that many people never scroll to: it is fetched, and asks what it asks, when it is nearly in sight.
 * @param {() => Promise<any>} load @param {string} title what stands there until then
 */
export const lazyInSight = (load, title) => {
  const Part = lazy(load);
  return (/** @type {any} */ props) => {
    const box = useRef(/** @type {HTMLElement | null} */ (null));
    const [wanted, setWanted] = useState(false);
    useEffect(() => {
      if (box.current === null) return undefined;
      const observer = new IntersectionObserver(
        (seen) => {
          if (seen.some(({ isIntersecting }) => isIntersecting)) setWanted(true);
        },
        { rootMargin: AHEAD },
      );
      observer.observe(box.current);
      return () => observer.disconnect();
    }, []);
    return wanted
      ? html`<${Part} ...${props} />`
      : html`<section class="sheet" ref=${box}><header><h2>${title}</h2></header></section>`;
  };
};
