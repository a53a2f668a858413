// Copies text to the clipboard.

/**
 * Copies a text, also under names where browsers withhold navigator.clipboard.
 * @param {string} text @returns {Promise<boolean>} whether it is on the clipboard
 */
export const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'only-read';
    const modal = document.querySelector('dialog[open]') ?? document.body;
    modal.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
  }
};
