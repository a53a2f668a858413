// A heat map: a number for every pair of two others, as a colour and, where there is room, as a number.
import { useEffect, useRef, useState } from '../../../vendor/preact.js';
import { theme } from '../../lib/browser/preferences.js';
import { html } from '../../lib/html.js';
import { within } from '../../lib/text/field_titles.js';
import { shade } from './palette.js';

/**
 * @typedef {{value?: number, exact?: string, refused?: string}} Spot one cell; without value it is refused or not known
 *   yet
 */

/**
 * @typedef {object} Map
 * @property {string} title what the colours tell
 * @property {{title: string, labels: string[]}} across
 * @property {{title: string, labels: string[]}} down
 * @property {(Spot | undefined)[][]} spots by value of `across`, then of `down`
 * @property {(value: number) => string} written a value in words
 * @property {((value: number) => string)[]} brief ways to write values in cells, from the longest to the shortest
 */

const TOP = 62; // what the colours tell, their legend, the name of the second input
const FOOT = 40;
const LEGEND = 24; // shades of the legend
const DIGIT = 7; // about the width of a digit
const SMALL_DIGIT = 6.3; // and of one in a cell

/** Columns and rows that keys move by. @type {Record<string, [number, number]>} */
const STEPS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
  Home: [-Infinity, 0],
  End: [Infinity, 0],
  PageUp: [0, 5],
  PageDown: [0, -5],
};

/** @param {(Spot | undefined)[][]} spots @returns {[number, number]} the least value and the greatest */
const extent = (spots) => {
  const values = spots.flat().flatMap((spot) => (spot?.value === undefined ? [] : [spot.value]));
  return [Math.min(...values), Math.max(...values)];
};

/** @param {string[]} labels */
const longest = (labels) => Math.max(...labels.map((label) => label.length));

/** Lays everything out, in pixels. @param {Map} map @param {number} width */
const laidOut = ({ across, down }, width) => {
  const left = 14 + DIGIT * Math.max(2, longest(down.labels));
  const wide = Math.min(72, (width - left - 4) / across.labels.length);
  // Words stand aslant where they have no room side by side; of numbers, some are left out.
  const slanted = across.labels.some((label) => !/^[−\d]/.test(label)) && DIGIT * longest(across.labels) + 6 > wide;
  const foot = FOOT + (slanted ? DIGIT * longest(across.labels) * 0.55 : 0);
  const tall = down.labels.length > 20 ? 22 : Math.min(34, Math.max(26, wide));
  return { left, wide, tall, slanted, foot, height: TOP + tall * down.labels.length + foot };
};

/**
 * @param {{map: Map, label: string, onDrawn: (svg: SVGSVGElement) => void}} props label: for those who do not see it
 */
export const HeatMap = ({ map, label, onDrawn }) => {
  const box = useRef(/** @type {HTMLDivElement | null} */ (null));
  const svg = useRef(/** @type {SVGSVGElement | null} */ (null));
  const [width, setWidth] = useState(0);
  const [at, setAt] = useState(/** @type {[number, number] | undefined} */ (undefined));
  useEffect(() => {
    const element = /** @type {HTMLDivElement} */ (box.current);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useEffect(() => {
    if (svg.current) onDrawn(svg.current);
  });
  const { across, down } = map;
  const [columns, rows] = [across.labels.length, down.labels.length];
  const chosen = at && at[0] < columns && at[1] < rows ? at : undefined;
  /** @param {number} column @param {number} row @returns {[number, number]} the nearest cell there is */
  const nearest = (column, row) => [Math.min(columns - 1, Math.max(0, column)), Math.min(rows - 1, Math.max(0, row))];
  /** @param {KeyboardEvent} event */
  const pressed = (event) => {
    if (event.key === 'Escape') setAt(undefined);
    const step = STEPS[event.key];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // What was chosen is asked for when it is changed: keys may come faster than pictures.
    setAt((was) => nearest((was?.[0] ?? 0) + step[0], (was?.[1] ?? 0) + step[1]));
  };
  /** @param {PointerEvent} event */
  const pointed = (event) => {
    const place = event.target instanceof Element ? event.target.getAttribute('data-at') : null;
    if (place !== null) setAt(/** @type {[number, number]} */ (place.split(' ').map(Number)));
  };
  return html`<div class="heat" ref=${box} tabindex="0" role="application" aria-roledescription="heat map"
    aria-label="${map.title} by ${across.title} and ${down.title}: arrow keys move from cell to cell"
    onKeyDown=${pressed} onFocus=${(/** @type {any} */ e) => {
      if (chosen === undefined && e.currentTarget.matches(':focus-visible')) setAt([0, 0]);
    }}
    onBlur=${() => setAt(undefined)} onPointerMove=${pointed} onPointerDown=${pointed}
    onPointerLeave=${(/** @type {any} */ e) => {
      if (e.pointerType === 'mouse' && !e.currentTarget.matches(':focus-visible')) setAt(undefined);
    }}>
    ${width > 0 && html`<${Picture} map=${map} width=${width} label=${label} chosen=${chosen} svg=${svg} />`}
    <div role="status">${chosen && width > 0 && html`<${Tip} map=${map} width=${width} chosen=${chosen} />`}</div>
  </div>`;
};

/** The cell that is pointed at, in full. @param {{map: Map, width: number, chosen: [number, number]}} props */
const Tip = ({ map, width, chosen: [column, row] }) => {
  const { left, wide, tall } = laidOut(map, width);
  const spot = map.spots[column]?.[row];
  const rows = map.down.labels.length;
  const x = Math.min(Math.max(left + (column + 0.5) * wide, 90), width - 90);
  const y = TOP + (rows - 1 - row) * tall;
  const above = row < rows - 3;
  return html`<div class="heat-tip"
    style=${{ left: `${x}px`, top: `${above ? y - 6 : y + tall + 6}px`, translate: `-50% ${above ? '-100%' : '0'}` }}>
    <span>
      ${map.across.title} ${map.across.labels[column].toLowerCase()}, ${within(map.down.title)} ${map.down.labels[row].toLowerCase()}</span>
    ${
      spot?.value !== undefined
        ? html`<strong>${map.written(spot.value)}</strong>
        <span class="exact">${(spot.exact ?? '').length > 44 ? `${spot.exact?.slice(0, 42)}…` : spot.exact}</span>`
        : html`<span>${spot?.refused ?? 'not computed'}</span>`
    }</div>`;
};

/**
 * @param {{map: Map, width: number, label: string, chosen?: [number, number], svg: {current: SVGSVGElement | null}}}
 *   props
 */
const Picture = ({ map, width, label, chosen, svg }) => {
  const { left, wide, tall, slanted, foot, height } = laidOut(map, width);
  const [least, most] = extent(map.spots);
  const dark = theme.value === 'dark';
  /** @param {number} value */
  const share = (value) => (most > least ? (value - least) / (most - least) : 0.5);
  const { across, down } = map;
  const rows = down.labels.length;
  const every = slanted ? 1 : Math.ceil((DIGIT * longest(across.labels) + 6) / wide);
  const values = map.spots.flat().flatMap((spot) => spot?.value ?? []);
  // All cells are written alike, or none is: a map with gaps would tell of something else.
  const brief = map.brief.find((way) => values.every((value) => way(value).length * SMALL_DIGIT <= wide - 4));
  const bar = Math.min(180, width - left - 130);
  return html`<svg ref=${svg} role="img" aria-label=${label} viewBox="0 0 ${width} ${height}" width=${width}
    height=${height}>
    <text class="heat-name" x="0" y="13">${map.title}</text>
    ${
      Number.isFinite(least) &&
      html`<g class="heat-legend">
        <text x=${left + 52} y="34" class="heat-tick" text-anchor="end">${map.written(least)}</text>
        ${Array.from(
          { length: LEGEND },
          (_, place) => html`<rect x=${left + 58 + (place * bar) / LEGEND} y="22"
            width=${bar / LEGEND + 0.5} height="15" fill=${shade(place / (LEGEND - 1), dark).fill} />`,
        )}
        <text x=${left + 64 + bar} y="34" class="heat-tick" text-anchor="start">${map.written(most)}</text></g>`
    }
    <text class="heat-tick" x="0" y=${TOP - 7} text-anchor="start">↑ ${down.title}</text>
    ${down.labels.map(
      (label, row) => html`<text class="heat-tick" x=${left - 6}
        y=${TOP + (rows - 0.5 - row) * tall + 4} text-anchor="end">${label}</text>`,
    )}
    ${across.labels.map((label, column) => {
      const [x, y] = [left + (column + 0.5) * wide, height - foot + 16];
      return (
        column % every === 0 &&
        html`<text class="heat-tick" x=${x} y=${y} text-anchor=${slanted ? 'end' : 'middle'}
          transform=${slanted ? `rotate(-40 ${x} ${y})` : undefined}>${label}</text>`
      );
    })}
    <text class="heat-tick" x=${left + (wide * across.labels.length) / 2} y=${height - 6} text-anchor="middle">
      ${across.title} →</text>
    ${across.labels.map((_, column) =>
      down.labels.map((__, row) => {
        const spot = map.spots[column]?.[row];
        const [x, y] = [left + column * wide, TOP + (rows - 1 - row) * tall];
        const place = { 'data-at': `${column} ${row}`, x: x + 0.5, y: y + 0.5, width: wide - 1, height: tall - 1 };
        if (spot?.value === undefined) {
          return html`<rect class=${spot ? 'heat-refused' : 'heat-empty'} ...${place} />
          ${spot && html`<path class="heat-cross" d="M${x + wide / 2 - 4} ${y + tall / 2 - 4}l8 8m0-8l-8 8" />`}`;
        }
        const { fill, ink } = shade(share(spot.value), dark);
        return html`<rect ...${place} fill=${fill} />
        ${
          brief &&
          html`<text class="heat-number" x=${x + wide / 2} y=${y + tall / 2 + 4} text-anchor="middle"
            fill=${ink}>${brief(spot.value)}</text>`
        }`;
      }),
    )}
    ${
      chosen &&
      html`<g class="heat-chosen"><rect x=${left + chosen[0] * wide} y=${TOP + (rows - 1 - chosen[1]) * tall}
          width=${wide} height=${tall} />
        <rect x=${left + chosen[0] * wide} y=${TOP + (rows - 1 - chosen[1]) * tall} width=${wide} height=${tall} /></g>`
    }
  </svg>`;
};
