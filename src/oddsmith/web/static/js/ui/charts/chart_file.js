// A chart as a file of its own: with its title, its legend and the link that shows it again, in colours and fonts that
// need no style sheet.
import { download, downloadText } from '../../lib/browser/download.js';
import { flash } from '../../lib/browser/messages.js';
import { SHAPES, series } from './legend.js';

/**
 * @typedef {object} Pictured
 * @property {() => SVGSVGElement | null} svg the chart, once it is drawn
 * @property {string} title what it shows; the page's own stands before it
 * @property {string[]} [legend] the series by name, in their order
 */

const SPACE = 'http://www.w3.org/2000/svg';
const EDGE = 16;
const MARK = 28; // the width of a line with its mark in a legend
const MOST_OF_LINK = 3; // lines of text; where the link is longer, it still leads there
const WRITTEN_IN = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'font-family', 'font-size', 'font-weight'];

/** @param {string} name @param {Record<string, string | number>} attributes @param {string} [text] */
const element = (name, attributes, text) => {
  const made = document.createElementNS(SPACE, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
};

/** The chart, with computed colours and fonts written into it. @param {SVGSVGElement} svg */
const unstyled = (svg) => {
  const copied = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const to = [copied, ...copied.querySelectorAll('*')];
  [svg, ...svg.querySelectorAll('*')].forEach((each, place) => {
    const style = getComputedStyle(each);
    for (const name of WRITTEN_IN) to[place].setAttribute(name, style.getPropertyValue(name));
  });
  return copied;
};

/**
 * A text in lines that are no wider than there is room; `breaks` says where it may end.
 * @param {string} text @param {RegExp} breaks @param {number} room @param {(text: string) => number} wide
 */
const lined = (text, breaks, room, wide) => {
  /** @type {string[]} */
  const lines = [];
  let line = '';
  for (const part of text.split(breaks)) {
    if (line !== '' && wide(line + part) > room) {
      lines.push(line);
      line = '';
    }
    line += part;
  }
  return [...lines, line];
};

/** @param {SVGSVGElement} svg @param {Pictured} pictured */
const standalone = (svg, { title, legend = [] }) => {
  const page = getComputedStyle(document.documentElement);
  /** @param {string} colour as style sheets name it */
  const colour = (colour) => page.getPropertyValue(colour.replace(/^var\((.*)\)$/, '$1')).trim();
  const family = getComputedStyle(svg).fontFamily;
  const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
  /** @param {string} font @returns {(text: string) => number} */
  // Who looks at the file may not have the fonts of the pages.
  const measured = (font) => (text) =>
    Math.max(
      ...[family, 'sans-serif'].map((each) => {
        pen.font = `${font} ${each}`;
        return pen.measureText(text).width;
      }),
    );
  const { width: room, height } = svg.viewBox.baseVal;
  const width = room + 2 * EDGE;
  const whole = element('svg', { xmlns: SPACE, 'font-family': family });
  whole.append(element('rect', { width: '100%', height: '100%', fill: colour('--sheet') }));
  let y = EDGE / 2;
  for (const line of lined(
    `${document.querySelector('h1')?.textContent}, ${title}`,
    /(?<= )/,
    room,
    measured('bold 15px'),
  )) {
    y += 19;
    whole.append(element('text', { x: EDGE, y, 'font-size': 15, 'font-weight': 'bold', fill: colour('--ink') }, line));
  }
  let x = EDGE;
  legend.forEach((name, place) => {
    const wide = MARK + 8 + measured('13px')(name) + 18;
    if (place === 0 || x + wide > width - EDGE) {
      x = EDGE;
      y += 24;
    }
    const { color, symbol, dash } = series(place);
    const mark = element('g', {
      transform: `translate(${x} ${y - 14})`,
      stroke: colour(color),
      'stroke-width': 2,
      fill: symbol === 'times' ? 'none' : colour(color),
    });
    mark.append(
      element('path', { d: 'M0 10h24', 'stroke-dasharray': dash || 'none', fill: 'none' }),
      element('path', { d: SHAPES[symbol], 'stroke-width': symbol === 'times' ? 2 : 0 }),
    );
    whole.append(mark, element('text', { x: x + MARK + 4, y, 'font-size': 13, fill: colour('--ink') }, name));
    x += wide;
  });
  y += 14;
  const chart = unstyled(svg);
  for (const [name, value] of Object.entries({ x: EDGE, y, width: room, height, overflow: 'visible' }))
    chart.setAttribute(name, String(value));
  whole.append(chart);
  y += height + 6;
  const link = element('a', { href: location.href });
  for (const line of lined(location.href, /(?<=[&/?,+])/, room, measured('11px')).slice(0, MOST_OF_LINK)) {
    y += 15;
    link.append(element('text', { x: EDGE, y, 'font-size': 11, fill: colour('--soft') }, line));
  }
  whole.append(link);
  const size = { width, height: Math.ceil(y + EDGE) };
  whole.setAttribute('viewBox', `0 0 ${size.width} ${size.height}`);
  for (const [name, value] of Object.entries(size)) whole.setAttribute(name, String(value));
  return { text: new XMLSerializer().serializeToString(whole), ...size };
};

/** @param {string} name @param {SVGSVGElement} svg @param {Pictured} pictured */
export const downloadSvg = (name, svg, pictured) =>
  downloadText(`${name}.svg`, standalone(svg, pictured).text, 'image/svg+xml');

/** The chart at twice its size. @param {SVGSVGElement} svg @param {Pictured} pictured @returns {Promise<Blob>} */
const png = async (svg, pictured) => {
  const { text, width, height } = standalone(svg, pictured);
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = 2 * width;
  canvas.height = 2 * height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.'))), 'image/png');
  });
};

/** @param {string} name @param {SVGSVGElement} svg @param {Pictured} pictured */
export const downloadPng = async (name, svg, pictured) => download(`${name}.png`, await png(svg, pictured));

/** @param {string} _ @param {SVGSVGElement} svg @param {Pictured} pictured */
export const copyPng = async (_, svg, pictured) => {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png(svg, pictured) })]);
    flash('Picture copied.');
  } catch {
    flash('Your browser blocks copying; download instead.');
  }
};
