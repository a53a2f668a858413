// Moves the keyboard focus when the control that had it is gone.

/**
 * Puts the focus on something, also on what is no control, such as a part of the page that has just come up.
 * @param {HTMLElement | null | undefined} element
 */
export const attend = (element) => {
  if (!element) return;
  if (element.tabIndex < 0) element.tabIndex = -1;
  element.focus();
};
