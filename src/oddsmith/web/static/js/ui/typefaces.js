// Brings the typefaces, which are a fifth of what a page loads, when nobody waits for anything else.

/** Milliseconds from an address to our first line of code, past which whoever is here has a long way to the server. */
const SLOW = 1000;

const far = performance.now() >= SLOW;

/** Their names, files and weights. */
const TYPEFACES = [
  ['Besley', '/static/vendor/besley.woff2', '700'],
  ['Atkinson Hyperlegible Next', '/static/vendor/atkinson.woff2', '200 800'],
];

let brought = false;

/**
 * Brings them now, if they are not there. Far from the server they come so late that they would move what somebody
 * reads: there they are for the next visit, at which the browser has them.
 */
export const bringTypefaces = () => {
  if (brought) return;
  brought = true;
  for (const [name, file, weight] of TYPEFACES) {
    const face = new FontFace(name, `url(${file})`, { weight, display: far ? 'optional' : 'swap' });
    document.fonts.add(face);
    face.load().catch(() => undefined); // others stand in
  }
};

/** Brings them at once to those near the server; to others with the first chart, or after so many milliseconds. @param {number} latest */
export const typefacesInTime = (latest) => {
  if (far) setTimeout(bringTypefaces, latest);
  else bringTypefaces();
};
