// Where the keyboard goes on when what it was at is gone.

/**
 * Puts the focus on something, also on what is no control, such as a part of the page that has just come up.
 * @param {HTMLElement | null | undefined} element
 */
export const attend = (element) => {
  if (!element) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus();
};
