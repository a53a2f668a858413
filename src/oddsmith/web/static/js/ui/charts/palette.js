// Colours from few to many: Cynthia Brewer's YlGnBu, which people with any kind of colour blindness tell apart by its
// lightness alone.

/** @type {[number, number, number][]} */
const STOPS = [
  [255, 255, 217],
  [237, 248, 177],
  [199, 233, 180],
  [127, 205, 187],
  [65, 182, 196],
  [29, 145, 192],
  [34, 94, 168],
  [37, 52, 148],
  [8, 29, 88],
];

/**
 * @param {number} share from 0 (nearest to the paper) to 1 @param {boolean} dark whether the paper is dark
 * @returns {{fill: string, ink: string}} ink: what is read best on it, at 4.5 to 1 or more
 */
export const shade = (share, dark) => {
  const place = Math.min(1, Math.max(0, dark ? 1 - share : share)) * (STOPS.length - 1);
  const below = Math.min(Math.floor(place), STOPS.length - 2);
  const rgb = STOPS[below].map((part, which) => Math.round(part + (place - below) * (STOPS[below + 1][which] - part)));
  // Black and white have the same contrast with what has this luminance: the root of 1.05 times 0.05, less 0.05.
  return { fill: `rgb(${rgb.join(' ')})`, ink: luminance(rgb) > 0.179 ? '#000' : '#fff' };
};

/** Relative luminance, as WCAG defines it. @param {number[]} rgb */
const luminance = (rgb) => {
  const [r, g, b] = rgb.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
