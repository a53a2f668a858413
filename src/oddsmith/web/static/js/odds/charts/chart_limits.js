// Limits of a chart: as far as is worthwhile, over all values, or as somebody sets them.
import { useId } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';
import { numeric, percent, shortNumber } from '../../lib/numbers/format.js';
import { Icon } from '../../ui/icons.js';
import { worthwhile } from './value_chances.js';

/** @typedef {import('../../lib/net/documents.js').Measured} Measured */
/** @typedef {{low: string, high: string, all: boolean}} Limits as typed; '' leaves an end to what is worthwhile */

/**
 * @typedef {object} Reach
 * @property {number} low of the values that are shown
 * @property {number} high
 * @property {boolean} set whether somebody set a limit
 * @property {string} wrong what is wrong with the limits, or ''
 */

/** @param {string} text */
const typed = (text) => (text.trim() === '' ? undefined : Number(text.trim().replace('−', '-').replace(',', '.')));

/**
 * @param {Measured[]} measured @param {Limits} limits @returns {Reach}
 */
export const reach = (measured, { low, high, all }) => {
  const fit = all ? ends(measured) : worthwhile(measured);
  const [from, to] = [typed(low), typed(high)];
  if (Number.isNaN(from) || Number.isNaN(to))
    return { low: fit[0], high: fit[1], set: false, wrong: 'Limits must be numbers.' };
  const [first, last] = [from ?? fit[0], to ?? fit[1]];
  if (first > last)
    return {
      low: fit[0],
      high: fit[1],
      set: false,
      wrong: `There is nothing between ${shortNumber(first)} and ${shortNumber(last)}.`,
    };
  return { low: first, high: last, set: from !== undefined || to !== undefined, wrong: '' };
};

/** The first and the last value that have rows. @param {Measured[]} measured @returns {[number, number]} */
const ends = (measured) => {
  const rows = measured.filter(({ pmf }) => pmf.length > 0);
  return [
    Math.min(...rows.map(({ pmf }) => numeric(pmf[0][0]))),
    Math.max(...rows.map(({ pmf }) => numeric(pmf[pmf.length - 1][0]))),
  ];
};

/**
 * Says what lies below and above; '' where nothing does.
 * @param {Measured} measured @param {Reach} reach
 */
export const outside = ({ pmf, min, max, tail }, { low, high }) => {
  const rest = tail === undefined ? 0 : numeric(tail);
  const endless = { below: min === null && rest > 0, above: max === null && rest > 0 };
  /** @param {boolean} below */
  const side = (below) => {
    const rows = pmf.filter(([value]) => (below ? numeric(value) < low : numeric(value) > high));
    const end = below ? endless.below : endless.above;
    if (rows.length === 0 && !end) return '';
    // The tail of a table that is endless on both sides is told of both together.
    const p = rows.reduce((sum, row) => sum + row[2], end && !(endless.below && endless.above) ? rest : 0);
    const place = `${below ? 'below' : 'above'} ${shortNumber(below ? low : high)}`;
    return `${end ? `everything ${place}, without end` : `${rows.length} ${rows.length === 1 ? 'value' : 'values'} ${place}`}${p > 0 ? ` (${percent(p)})` : ''}`;
  };
  const sides = [side(true), side(false)].filter((each) => each !== '').join(' and ');
  return endless.below && endless.above ? `${sides}; ${percent(rest)} of that is beyond the table` : sides;
};

/**
 * Fields for how a chart is scaled: logarithmic or not, and its limits.
 * @param {{view: Limits & {log: boolean}, onView: (change: Partial<Limits & {log: boolean}>) => void, shown: Reach,
 *   children?: unknown}} props
 */
export const Scales = ({ view, onView, shown, children }) => {
  const id = useId();
  /** @param {'low' | 'high'} end @param {string} label */
  const field = (end, label) => html`<div class="limit"><label for="${id}-${end}">${label}</label>
    <input id="${id}-${end}" type="text" inputmode="text" autocomplete="off" value=${view[end]}
      placeholder=${shortNumber(shown[end])}
      aria-invalid=${shown.wrong !== '' && view[end] !== '' ? 'true' : undefined}
      aria-describedby=${shown.wrong === '' ? undefined : `${id}-wrong`}
      onInput=${(/** @type {any} */ e) => onView({ [end]: e.target.value })} /></div>`;
  return html`<div class="row scales">
    <label class="tick"><input type="checkbox" checked=${view.log} onInput=${() => onView({ log: !view.log })} />
      Logarithmic</label>
    <label class="tick"><input type="checkbox" checked=${view.all} onInput=${() => onView({ all: !view.all })} />
      All values</label>
    <fieldset class="limits"><legend class="only-read">Limits of the chart
      </legend>${field('low', 'From')}${field('high', 'to')}
      <button type="button" class="button" disabled=${view.low === '' && view.high === ''}
        onClick=${() => onView({ low: '', high: '' })}>Fit</button></fieldset>
    ${children}
  </div>
  ${
    shown.wrong !== '' &&
    html`<p class="field"><span class="wrong" id="${id}-wrong">
        <${Icon} name="warning" size=${18} />${shown.wrong}</span></p>`
  }`;
};
