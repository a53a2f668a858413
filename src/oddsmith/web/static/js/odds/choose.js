// Which system, which action.
import { html } from '../lib/html.js';
import { titleParts } from '../lib/words.js';
import { Emblem } from '../ui/emblems.js';
import { Title } from '../ui/shell.js';

/** @typedef {import('../lib/documents.js').Catalogue} Catalogue */

/** @param {{catalogue: Catalogue}} props */
export const Choose = ({ catalogue }) => html`
  <${Title} title="Odds"><p>Choose what your character does. The odds are exact, and every state of a page is a link.</p></>
  <${Systems} catalogue=${catalogue} />`;

/** @param {{catalogue: Catalogue}} props */
export const Systems = ({ catalogue }) => html`
  <div class="systems">${catalogue.systems.map((system) => html`
    <section class="sheet system-card" aria-labelledby="system-${system.name}">
      <header><${Emblem} system=${system.name} /><h2 id="system-${system.name}">${titleParts(system.title)[0]}
        ${titleParts(system.title)[1] && html`<small>${titleParts(system.title)[1]}</small>`}</h2></header>
      <div class="body"><p class="soft tight">${system.summary}</p>
        <ul class="action-list">${system.actions.map((action) => html`
          <li><a class="button" href="/odds/${system.name}/${action.name}">${action.title}</a></li>`)}</ul>
      </div>
    </section>`)}
  </div>`;
