// Copying and downloading.

/**
 * Copies a text, also under names where browsers withhold navigator.clipboard.
 * @param {string} text @returns {Promise<boolean>} whether it is on the clipboard
 */
export const copy = async (text) => {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'only-read';
    const modal = document.querySelector('dialog[open]') ?? document.body;
    modal.append(field);
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    return done;
  }
};

/**
 * @param {string} name of the file
 * @param {Blob} content
 */
export const download = (name, content) => {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
};

/** @param {string} name @param {string} text @param {string} type */
export const downloadText = (name, text, type) => download(name, new Blob([text], { type }));

/**
 * A chart that needs no style sheet: computed colours and fonts are written into it.
 * @param {SVGSVGElement} svg
 */
const standalone = (svg) => {
  const copied = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const from = [svg, ...svg.querySelectorAll('*')];
  const to = [copied, ...copied.querySelectorAll('*')];
  from.forEach((element, place) => {
    const style = getComputedStyle(element);
    for (const name of ['fill', 'stroke', 'font-family', 'font-size', 'font-weight']) {
      to[place].setAttribute(name, style.getPropertyValue(name));
    }
  });
  const box = svg.viewBox.baseVal;
  copied.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copied.setAttribute('width', String(box.width));
  copied.setAttribute('height', String(box.height));
  const paper = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  paper.setAttribute('width', '100%');
  paper.setAttribute('height', '100%');
  paper.setAttribute('fill', getComputedStyle(document.documentElement).getPropertyValue('--sheet'));
  copied.prepend(paper);
  return new XMLSerializer().serializeToString(copied);
};

/** @param {string} name @param {SVGSVGElement} svg */
export const downloadSvg = (name, svg) => downloadText(`${name}.svg`, standalone(svg), 'image/svg+xml');

/**
 * The chart as a picture at twice its size.
 * @param {string} name @param {SVGSVGElement} svg
 */
export const downloadPng = async (name, svg) => {
  const picture = new Image();
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(svg))}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = 2 * svg.viewBox.baseVal.width;
  canvas.height = 2 * svg.viewBox.baseVal.height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (blob instanceof Blob) download(`${name}.png`, blob);
};

/** @typedef {{head: string[], rows: (string | number)[][]}} Grid */

/** @param {Grid} grid */
export const asCsv = ({ head, rows }) => {
  /** @param {string | number} cell */
  const quoted = (cell) => (/[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell));
  return `${[head, ...rows].map((row) => row.map(quoted).join(',')).join('\n')}\n`;
};

/** @param {Grid} grid */
export const asMarkdown = ({ head, rows }) => {
  /** @param {(string | number)[]} cells */
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return `${[line(head), line(head.map((_, place) => (place === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')}\n`;
};
