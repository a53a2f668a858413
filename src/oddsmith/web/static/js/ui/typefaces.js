// Brings the typefaces, which are a fifth of what a page loads, when nobody waits for anything else.

/** Milliseconds from an address to our first line of code, past which whoever is here has a long way to the server. */
const SLOW = 1500;

let brought = false;

/** Brings them now, if they are not there. */
export const bringTypefaces = () => {
  if (brought) return;
  brought = true;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = '/static/css/typefaces.css';
  document.head.append(link);
};

/** Brings them at once to those near the server; to others with the first chart, or after so many milliseconds. @param {number} latest */
export const typefacesInTime = (latest) => {
  if (performance.now() < SLOW) bringTypefaces();
  else setTimeout(bringTypefaces, latest);
};
