// Charts, drawn at the width there is, and drawn again when that changes.
import { useEffect, useRef } from '../../../vendor/preact.js';
import { places, theme } from '../../lib/browser/preferences.js';
import { html } from '../../lib/html.js';
import { bringTypefaces } from '../typefaces.js';

/** @typedef {typeof import('../../../vendor/plot.js')} Plot */

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
 * What draws with Observable Plot, which is as large as all the rest of a page: it is fetched with the first such chart.
 * @param {(plot: Plot, width: number) => SVGSVGElement} draw @returns {(width: number) => Promise<SVGSVGElement>}
 */
export const plotted = (draw) => async (width) => draw(await import('../../../vendor/plot.js'), width);

/**
 * @param {{label: string, draw: (width: number) => SVGSVGElement | Promise<SVGSVGElement>, onDrawn?: (svg:
 *   SVGSVGElement) => void, of: unknown, sized?: boolean}} props
 *   label: what the chart shows, for those who do not see it; of: the chart is drawn anew when this changes; sized:
 *   whether there is as much room as a chart takes, so that nothing moves when it is drawn
 */
export const Chart = ({ label, draw, onDrawn, of, sized = false }) => {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const latest = useRef(draw);
  latest.current = draw;
  const [colours, digits] = [theme.value, places.value];
  useEffect(() => {
    const element = /** @type {HTMLDivElement} */ (box.current);
    let width = 0;
    let gone = false;
    /** @param {SVGSVGElement} svg */
    const show = (svg) => {
      // Plot's style text would need an exception in the content security policy; parts.css says the same.
      svg.querySelector('style')?.remove();
      for (const inner of svg.querySelectorAll('[aria-label]')) inner.removeAttribute('aria-label');
      svg.setAttribute('role', 'img');
      svg.setAttribute('aria-label', label);
      element.replaceChildren(svg);
      onDrawn?.(svg);
      bringTypefaces();
    };
    const redraw = async () => {
      width = element.clientWidth;
      if (width === 0) return;
      const wide = width;
      const made = latest.current(wide);
      if (made instanceof SVGSVGElement) show(made);
      else {
        const svg = await made;
        if (!gone && wide === width) show(svg);
      }
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
  return html`<div class=${sized ? 'chart sized' : 'chart'} ref=${box}></div>`;
};
