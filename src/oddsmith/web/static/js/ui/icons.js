// Small line drawings. They only accompany words, so screen readers skip them.
import { html } from '../lib/html.js';

/** @type {Record<string, string>} */
const PATHS = {
  sun: 'M12 4V2m0 20v-2m8-8h2M2 12h2m13.700-5.700 1.400-1.400M4.900 19.100l1.400-1.400m0-11.400L4.900 4.900m14.200 14.200-1.400-1.400M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0z',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z',
  moving: 'M13 3.500l8 4-4 8-8-4zm2 6v.1M2 7h5m-4 5h3m-2 5h6m-4 4h8',
  still: 'M5 5h14v14H5zm4 4v.1m3 2.900v.1m3 2.900v.1',
  heard: 'M4 9v6h4l5 5V4L8 9zm12-2a8 8 0 0 1 0 10m-3-8a4 4 0 0 1 0 6',
  mute: 'M4 9v6h4l5 5V4L8 9zm13 0 5 6m0-6-5 6',
  keys: 'M2 6h20v12H2zm4 4v.1m4-.1v.1m4-.1v.1m4-.1v.1M7 14h10',
  nokeys: 'M8 6h14v12m-4 0H2V6m5 8h6m1-4v.1m4-.1v.1M3 3l18 18',
  pin: 'M9 3h6l-1 7 4 4H6l4-4-1-7zm3 11v7',
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700L12 7m2 3a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700L12 17',
  close: 'm6 6 12 12M18 6 6 18',
  warning: 'M12 3 2 21h20L12 3zm0 7v5m0 3v.1',
  check: 'm4 12.500 5 5L20 6.500',
  cross: 'm5 5 14 14M19 5 5 19',
  eye: 'M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12zm13 0a3 3 0 1 1-6 0 3 3 0 0 1 6 0z',
  hidden: 'M3 3l18 18M10 6c6-1.500 12 6 12 6s-1 2-3 4M6.500 7.500C3.700 9.300 2 12 2 12s4 7 10 7c1.500 0 2.800-.4 4-1',
  repeat: 'M4 12a8 8 0 0 1 14-5l2 2m0-5v5h-5M20 12a8 8 0 0 1-14 5l-2-2m0 5v-5h5',
  undo: 'M9 14 4 9l5-5M4 9h10a6 6 0 0 1 0 12h-3',
  seal: 'M12 2l2.400 2 3-.5 1 3 2.800 1.400-.8 3 .8 3-2.800 1.400-1 3-3-.5L12 20l-2.400-2-3 .5-1-3-2.800-1.400.8-3-.8-3 2.800-1.400 1-3 3 .5L12 2zm-4 9.500 3 3 5.500-6',
  people: 'M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zm-7 10c0-4 3-7 7-7s7 3 7 7m0-18a4 4 0 0 1 0 8m1 3c3 .5 5 3 5 7',
  note: 'M5 3h14v18l-3-2-2 2-2-2-2 2-2-2-3 2V3zm4 5h6m-6 4h6',
  die: 'M12 2l9 5v10l-9 5-9-5V7l9-5zm0 10 9-5m-9 5L3 7m9 5v10',
  plus: 'M12 5v14M5 12h14',
  more: 'M5 12h.1M12 12h.1M19 12h.1',
  down: 'M12 4v13m-6-6 6 6 6-6M5 21h14',
  copy: 'M8 8h12v13H8zM16 8V3H4v13h4',
  swap: 'M4 8h15l-4-4M20 16H5l4 4',
};

/** @param {{name: string, size?: number}} props */
export const Icon = ({ name, size = 20 }) => html`
<svg viewBox="0 0 24 24" width=${size} height=${size} fill="none" stroke="currentColor" stroke-width="2"
  stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d=${PATHS[name]} /></svg>`;
