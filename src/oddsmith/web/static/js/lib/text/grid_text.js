// Writes grids of figures as CSV, as tabs for spreadsheets, and as Markdown.

/** @typedef {{head: string[], rows: (string | number)[][]}} Grid */

/** @param {Grid} grid */
export const asCsv = ({ head, rows }) => {
  /** @param {string | number} cell */
  const quoted = (cell) => (/[",\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : String(cell));
  return `${[head, ...rows].map((row) => row.map(quoted).join(',')).join('\n')}\n`;
};

/** Between tabulators, as spreadsheets take what is pasted. @param {Grid} grid */
export const asTsv = ({ head, rows }) =>
  `${[head, ...rows].map((row) => row.map((cell) => String(cell).replace(/[\t\n]/g, ' ')).join('\t')).join('\n')}\n`;

/** @param {Grid} grid */
export const asMarkdown = ({ head, rows }) => {
  /** @param {(string | number)[]} cells */
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return `${[line(head), line(head.map((_, place) => (place === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n')}\n`;
};

/** A frame for pages of other sites, with the card of what this page's address asks. */
export const asFrame = () => {
  const address = `${location.origin}/card${location.pathname}${location.search}`.replaceAll('&', '&amp;');
  return `<iframe src="${address.replaceAll('"', '%22')}" title="Odds" width="480" height="420" loading="lazy"></iframe>`;
};
