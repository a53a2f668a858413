// Tells the series of a chart apart.
import { html } from '../../lib/html.js';

/** Series are told apart by colour, by mark, and by the dash of their line; each in this order. */
export const SERIES = [
  { color: 'var(--s1)', symbol: 'circle', dash: '' },
  { color: 'var(--s2)', symbol: 'square', dash: '7 4' },
  { color: 'var(--s3)', symbol: 'triangle', dash: '2 4' },
  { color: 'var(--s4)', symbol: 'diamond', dash: '9 3 2 3' },
  { color: 'var(--s5)', symbol: 'star', dash: '4 3' },
  { color: 'var(--s6)', symbol: 'times', dash: '1 3' },
];

/** @param {number} place */
export const series = (place) => SERIES[place % SERIES.length];

/**
 * A line through points, and a sign at each, in the manner of its place among several. r: the radius of the signs.
 * @param {any} plot @param {{x: number | string, p: number}[]} points @param {number} place @param {number} r
 */
export const lineMarks = (plot, points, place, r) => {
  const { color, symbol, dash } = series(place);
  return [
    plot.lineY(points, { x: 'x', y: 'p', stroke: color, strokeWidth: 2, strokeDasharray: dash }),
    plot.dot(points, { x: 'x', y: 'p', symbol, fill: symbol === 'times' ? 'none' : color, stroke: color, r }),
  ];
};

/** @type {Record<string, string>} */
export const SHAPES = {
  circle: 'M12 6a4 4 0 1 1-.01 0z',
  square: 'M8 6h8v8H8z',
  triangle: 'M12 5l5 9H7z',
  diamond: 'M12 4l5 6-5 6-5-6z',
  star: 'M12 4l1.800 4 4.200.4-3.200 2.800 1 4.300L12 13.200 8.200 15.500l1-4.300L6 8.400l4.200-.4z',
  times: 'M8 6l8 8M16 6l-8 8',
};

/** @param {{names: string[]}} props */
export const Legend = ({ names }) =>
  html`<ul class="legend">${names.map((name, place) => {
    const { color, symbol, dash } = series(place);
    return html`<li><svg viewBox="0 0 24 20" width="28" height="20" aria-hidden="true" stroke=${color}
        fill=${symbol === 'times' ? 'none' : color} stroke-width="2">
        <path d="M0 10h24" stroke-dasharray=${dash} fill="none" />
        <path d=${SHAPES[symbol]} stroke-width=${symbol === 'times' ? 2 : 0} /></svg>${name}</li>`;
  })}</ul>`;
