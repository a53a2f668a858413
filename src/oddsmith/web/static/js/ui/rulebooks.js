// Looks whether the rulebooks of the server change: a page shows what is answered now, and what is wrong with a rulebook.
import { render } from '../../vendor/preact.js';
import { html } from '../lib/html.js';
import { ask, catalogue } from '../lib/net/api.js';
import { Icon } from './icons.js';

/** @typedef {import('../lib/net/documents.js').RulebookInfo} RulebookInfo */

const REST = 1000; // milliseconds between two looks

/** What the page was made with. @type {Map<string, string>} */
const made = new Map();

/** The games of files: others, of packages, stay as long as the server does. @type {Set<string> | null} */
let files = null;

const box = document.createElement('div');
document.getElementById('main')?.before(box);

const reload = () => location.reload();

/** @param {{books: RulebookInfo[], changed: boolean}} props */
const Notices = ({ books, changed }) => html`<div class="page stack" role="status" style=${{ paddingBottom: 0 }}>
  ${books.map(
    ({ system, title, problem }) =>
      problem &&
      html`<div key=${system} class="notice bad"><${Icon} name="warning" />
        <div><p><code>${problem.detail}</code></p>${problem.remedy && html`<p>${problem.remedy}</p>`}
          <p class="small soft">${title} still uses the last version that worked.</p></div></div>`,
  )}
  ${
    changed &&
    html`<div class="notice"><${Icon} name="warning" />
      <p>A rulebook on this page has changed.
        <button type="button" class="button" onClick=${reload}>Read it again</button></p></div>`
  }</div>`;

const look = async () => {
  if (document.hidden) return;
  /** @type {RulebookInfo[]} */
  let books;
  try {
    ({ rulebooks: books } = await ask('/api/rulebooks'));
  } catch {
    return; // the page tells where the server has gone
  }
  const other = books.filter(({ system, digest }) => made.get(system) !== digest);
  files ??= new Set(books.map(({ system }) => system).filter((name) => made.has(name)));
  const gone = [...files].some((name) => !books.some(({ system }) => system === name));
  const changed = other.length > 0 || gone;
  const atTable = location.pathname.startsWith('/table/');
  // Whoever plays decides when the page is made anew.
  if (changed && !atTable) {
    const was = other.map(({ system, digest }) => [made.get(system) ?? digest, digest]);
    const address = was.reduce(
      (text, [before, now]) => text.replaceAll(`-${before.slice(0, 12)}`, `-${now.slice(0, 12)}`),
      location.href,
    );
    history.replaceState(null, '', address);
    reload();
    return;
  }
  const wrong = books.some(({ problem }) => problem !== null);
  render(wrong || changed ? html`<${Notices} books=${books} changed=${changed} />` : null, box);
};

const watch = async () => {
  await look();
  setTimeout(watch, REST);
};

catalogue().then(({ systems }) => {
  for (const { name, rulebook } of systems) if (rulebook !== undefined) made.set(name, rulebook);
  watch();
});
