// Writes markup as tagged templates, bound to Preact.
import { h, htm, useMemo } from '../../vendor/preact.js';

export const html = htm.bind(h);

/**
 * A component that is drawn again only when something it is given is another object.
 * @template {object} P @param {(props: P) => any} component @returns {(props: P) => any}
 */
export const memo = (component) => (props) => useMemo(() => h(component, props), Object.values(props));

/** A fraction that may be broken after its stroke, and nowhere else. @param {string} text */
export const breakable = (text) => {
  const [top, bottom] = text.split('/');
  return bottom === undefined ? text : html`${top}/<wbr />${bottom}`;
};
