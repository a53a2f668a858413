// Saves files that the page itself makes.

/**
 * @param {string} name of the file
 * @param {Blob} content
 */
export const download = (name, content) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};

/** @param {string} name @param {string} text @param {string} type */
export const downloadText = (name, text, type) => download(name, new Blob([text], { type }));
