// The curve of a number at a glance: bars without axes, with what was rolled marked.
import { html } from '../lib/html.js';
import { grouped, numeric, percent } from '../lib/numbers/format.js';

/** Bars at most; more values share bars. */
const MOST = 64;

/**
 * Values that happen often enough to be seen, put together so that they fit.
 * @param {import('../lib/net/documents.js').Measured} measured
 */
const bars = (measured) => {
  const all = measured.pmf.map(([value, , share]) => ({ low: value, high: value, share }));
  const top = Math.max(...all.map(({ share }) => share));
  let [first, last] = [0, all.length - 1];
  while (all[first].share < top / 400) first += 1;
  while (all[last].share < top / 400) last -= 1;
  const seen = all.slice(first, last + 1);
  const together = Math.ceil(seen.length / MOST);
  const found = [];
  for (let at = 0; at < seen.length; at += together) {
    const part = seen.slice(at, at + together);
    found.push({
      low: part[0].low,
      high: part[part.length - 1].high,
      share: part.reduce((sum, { share }) => sum + share, 0),
    });
  }
  return found;
};

/** @param {{low: number | string, high: number | string, share: number}} bar */
const said = ({ low, high, share }) =>
  `${grouped(low)}${low === high ? '' : ` to ${grouped(high)}`}: ${percent(share)}`;

/**
 * @param {{title: string, measured: import('../lib/net/documents.js').Measured, rolled?: number}} props rolled: the
 *   number that was rolled; nothing is drawn where values are too many to be listed
 */
export const Curve = ({ title, measured, rolled }) => {
  if (measured.pmf.length === 0) return '';
  const shown = bars(measured);
  const top = Math.max(...shown.map(({ share }) => share));
  /** @param {{low: number | string, high: number | string}} bar */
  const isRolled = ({ low, high }) => rolled !== undefined && numeric(low) <= rolled && rolled <= numeric(high);
  const here = shown.findIndex(isRolled);
  const [low, high] = [shown[0].low, shown[shown.length - 1].high];
  const middle = Math.floor(shown.length / 2);
  /** @param {number} place the middle of a bar */
  const under = (place) => ({ left: `${(100 * (place + 0.5)) / shown.length}%` });
  return html`<figure class="curve">
    <svg viewBox="0 0 ${shown.length} 100" preserveAspectRatio="none" role="img"
      aria-label="Chances of: ${title}, from ${grouped(low)} to ${grouped(high)}">${shown.map(
        (bar, place) => html`<rect x=${place + 0.06} width="0.88" y=${100 - (99 * bar.share) / top - 1}
          height=${(99 * bar.share) / top + 1} class=${place === here ? 'rolled' : ''}><title>${said(bar)}</title></rect>`,
      )}</svg>
    ${here >= 0 && html`<span class="here" aria-hidden="true" style=${under(here)}>▲</span>`}
    <figcaption class="row apart small soft"><span>${grouped(low)}</span>
      ${shown.length > 2 && html`<span class="middle" style=${under(middle)}>${grouped(shown[middle].low)}</span>`}
      <span>${grouped(high)}</span></figcaption>
  </figure>`;
};
