// The gallery: mechanics in print, each a rulebook to read, to take home and to change.
import { useMemo, useState } from '../vendor/preact.js';
import { copy } from './lib/browser/clipboard.js';
import { downloadText } from './lib/browser/download.js';
import { flash } from './lib/browser/messages.js';
import { html } from './lib/html.js';
import { useDocument } from './lib/net/use_answer.js';
import { Icon } from './ui/icons.js';
import { Title, Trouble } from './ui/shell.js';

/** @typedef {import('./lib/net/documents.js').Catalogue} Catalogue */
/** @typedef {{name: string, system: string, title: string, summary: string, source: string, file: string, code: string}} Game */

/** @param {{catalogue?: Catalogue}} props */
export const Gallery = ({ catalogue }) => {
  const { answer, error } = useDocument('/api/gallery');
  const [sought, setSought] = useState('');
  const games = /** @type {Game[]} */ (answer?.games ?? []);
  const found = useMemo(() => {
    const words = sought.toLowerCase().split(/\s+/);
    return games.filter(({ title, summary }) =>
      words.every((word) => `${title} ${summary}`.toLowerCase().includes(word)),
    );
  }, [games, sought]);
  return html`
  <${Title} title="Gallery">
    <p>Published mechanics, each written the way its rulebook reads, in under 40 lines. Take one and change it.</p>
    <p class="small">On the command line <code>oddsmith serve --rulebook NAME</code> opens one in these pages, and <code>
        oddsmith new "My game" --like NAME</code> copies one for you to change.</p></>
  ${error && html`<${Trouble} error=${error} />`}
  <div class="field"><label for="sought">Find</label>
    <input id="sought" type="text" value=${sought} placeholder="push, pool, coin…"
      onInput=${(/** @type {any} */ e) => setSought(e.target.value)} /></div>
  ${answer && found.length === 0 && html`<p>None of the ${games.length} games matches.</p>`}
  <div class="systems">${found.map(
    (game) => html`<${Shown} key=${game.name} game=${game}
      loaded=${catalogue?.systems.some(({ name }) => name === game.system)} />`,
  )}</div>`;
};

/** @param {{game: Game, loaded?: boolean}} props loaded: whether this server answers for the game */
const Shown = ({ game: { name, system, title, summary, source, file, code }, loaded }) => html`
<section class="sheet system-card" aria-labelledby="game-${name}"><header><h2 id="game-${name}">${title} <small><code>${name}</code></small></h2>
    <button type="button" class="button" aria-label="Take it: ${title}"
      onClick=${() => downloadText(file, code, 'text/x-python')}><${Icon} name="down" />Take it</button></header>
  <div class="body"><p>${summary} <a href=${source} rel="noreferrer noopener" target="_blank">Its rules</a></p>
    <p class="row">${
      loaded
        ? html`<a class="button" href="/odds/${system}" aria-label="Its odds: ${title}">Its odds</a>`
        : html`<span class="small">Its odds: <code>oddsmith serve --rulebook ${name}</code></span>`
    }
      <button type="button" class="button" aria-label="Change it: ${title}" onClick=${async () => {
        const line = `oddsmith new "My ${title}" --like ${name}`;
        flash(
          (await copy(line))
            ? `Copied. In a terminal this begins a game of yours: ${line}`
            : `Type in a terminal: ${line}`,
        );
      }}>Change it</button></p>
    <details><summary>The whole rulebook<span class="only-read"> of ${title}</span></summary>
      <pre class="code" tabindex="0"><code>${code}</code></pre>
      <button type="button" class="button" onClick=${async () =>
        flash((await copy(code)) ? 'Copied.' : 'Your browser blocks copying.')}>
        <${Icon} name="copy" size=${18} />Copy</button></details></div></section>`;
