// The parts of the page, as what they are.

/** @param {string} id */
export const at = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** A box to write in. @param {string} id */
export const box = (id) => /** @type {HTMLInputElement} */ (at(id));

/** A list to choose from. @param {string} id */
export const list = (id) => /** @type {HTMLSelectElement} */ (at(id));

/** @param {string} tag @param {string} [text] @param {object} [more] */
export const made = (tag, text = '', more = {}) =>
  Object.assign(document.createElement(tag), { textContent: text }, more);

/** Fill a list. @param {HTMLSelectElement} select @param {[string, string][]} entries @param {string} [chosen] */
export const options = (select, entries, chosen) =>
  select.replaceChildren(...entries.map(([value, text]) => new Option(text, value, false, value === chosen)));
