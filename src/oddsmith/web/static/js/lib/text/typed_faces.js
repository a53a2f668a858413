// Faces of real dice as somebody types them.

/** Splits at spaces (or points, as number pads have them), or at commas where names have spaces. @param {string} text */
export const typedFaces = (text) =>
  text
    .split(text.includes(',') ? ',' : /[\s.]+/)
    .map((face) => face.trim())
    .filter((face) => face !== '');

/** Faces that say little by themselves. @type {Record<string, string>} */
const FACE_NAMES = { H: 'Heads', T: 'Tails', up: 'Won', even: 'Tied', down: 'Lost' };

/** A face as a button names it. @param {string} face */
export const faceName = (face) => FACE_NAMES[face] ?? face;
