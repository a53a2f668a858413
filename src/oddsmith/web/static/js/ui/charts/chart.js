// Charts, drawn by Observable Plot at the width there is, and drawn again when that changes.
import { useEffect, useRef, useState } from '../../../vendor/preact.js';
import { places, theme } from '../../lib/browser/preferences.js';
import { html } from '../../lib/html.js';
import { bringTypefaces } from '../typefaces.js';

/** @typedef {typeof import('../../../vendor/plot.js')} Plot */

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

/**
 * Ticks for whole numbers from low to high, no more than fit.
 * @param {number} low
 * @param {number} high
 * @param {number} width
 */
export const wholeTicks = (low, high, width) => {
  const most = Math.max(2, Math.floor(width / 34));
  const step =
    [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000].find((by) => (high - low) / by < most) ??
    high - low;
  const ticks = [];
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) ticks.push(tick);
  return ticks;
};

/**
 * @param {{label: string, draw: (plot: Plot, width: number) => SVGSVGElement, onDrawn?: (svg: SVGSVGElement) => void,
 *   of: unknown, meanwhile?: unknown}} props
 *   label: what the chart shows, for those who do not see it; of: the chart is drawn anew when this changes; meanwhile:
 *   stands there until Plot has come, which is larger than all the rest of a page
 */
export const Chart = ({ label, draw, onDrawn, of, meanwhile }) => {
  const [drawn, setDrawn] = useState(false);
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const latest = useRef(draw);
  latest.current = draw;
  const [colours, digits] = [theme.value, places.value];
  useEffect(() => {
    const element = /** @type {HTMLDivElement} */ (box.current);
    let width = 0;
    let gone = false;
    const redraw = async () => {
      const plot = await import('../../../vendor/plot.js');
      if (gone || element.clientWidth === 0) return;
      width = element.clientWidth;
      const svg = latest.current(plot, width);
      // Its style text would need an exception in the content security policy; parts.css says the same.
      svg.querySelector('style')?.remove();
      for (const inner of svg.querySelectorAll('[aria-label]')) inner.removeAttribute('aria-label');
      svg.setAttribute('role', 'img');
      svg.setAttribute('aria-label', label);
      element.replaceChildren(svg);
      onDrawn?.(svg);
      setDrawn(true);
      bringTypefaces();
    };
    const observer = new ResizeObserver(() => {
      if (element.clientWidth !== width) redraw();
    });
    observer.observe(element);
    return () => {
      gone = true;
      observer.disconnect();
    };
  }, [of, label, colours, digits]);
  if (meanwhile === undefined) return html`<div class="chart" ref=${box}></div>`;
  return html`<div class="chart-place"><div class="chart" ref=${box}></div>${!drawn && meanwhile}</div>`;
};
