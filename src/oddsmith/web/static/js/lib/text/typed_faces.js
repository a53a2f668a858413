// Faces of real dice as somebody types them.

/** Splits at spaces (or points, as number pads have them), or at commas where names have spaces. @param {string} text */
export const typedFaces = (text) =>
  text
    .split(text.includes(',') ? ',' : /[\s.]+/)
    .map((face) => face.trim())
    .filter((face) => face !== '');
