// What is rarely shown is fetched when it is first wanted.
import { useEffect, useState } from '../../vendor/preact.js';
import { html } from '../lib/html.js';
import { Title, Trouble } from './shell.js';

/**
 * A part of a page, or a page, from modules that are fetched when it is first shown.
 * @param {() => Promise<any>} load @param {string} [failed] the title of a page that did not load
 */
export const later = (load, failed) => (/** @type {any} */ props) => {
  const [Part, setPart] = useState(/** @type {any} */ (undefined));
  const [error, setError] = useState(/** @type {any} */ (undefined));
  useEffect(() => { load().then((part) => setPart(() => part), setError); }, []);
  if (error) return html`${failed && html`<${Title} title=${failed} />`}<${Trouble} error=${error} />`;
  return Part && html`<${Part} ...${props} />`;
};
