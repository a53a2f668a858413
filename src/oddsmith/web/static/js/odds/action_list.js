// Lists the systems and their actions, to choose one.
import { html } from '../lib/html.js';
import { titleParts } from '../lib/text/words.js';
import { Emblem } from '../ui/emblems.js';
import { Title } from '../ui/shell.js';

/** @typedef {import('../lib/net/documents.js').Catalogue} Catalogue */

/** @param {{catalogue: Catalogue}} props */
export const Choose = ({ catalogue }) => html`
<${Title} title="Odds"><p>Choose what your character does. The odds are exact, and every answer has a link to share.
  </p></>
<${Systems} catalogue=${catalogue} />`;

/** @param {{catalogue: Catalogue}} props */
export const Systems = ({ catalogue }) => html`
<div class="systems">${catalogue.systems.map(
  (system) => html`
  <section class="sheet system-card" aria-labelledby="system-${system.name}">
    <header><${Emblem} system=${system.name} /><h2 id="system-${system.name}">${titleParts(system.title)[0]}
        ${titleParts(system.title)[1] && html`<small>${titleParts(system.title)[1]}</small>`}</h2></header>
    <div class="body"><p class="soft tight">${system.summary}</p>
      <ul class="action-list">${system.actions.map(
        (action) => html`
        <li><a class="button" href="/odds/${system.name}/${action.name}">${action.title}</a></li>`,
      )}</ul>
    </div>
  </section>`,
)}
  <section class="sheet system-card" aria-labelledby="system-notation">
    <header><${Emblem} system="notation" /><h2 id="system-notation">Any dice</h2></header>
    <div class="body"><p class="soft tight">
        Dice the way your group writes them: sums, pools, exploding dice, the best of several, one side against another.</p>
      <ul class="action-list">${['4d6kh3', '2d20kl1', '7d10>=7!'].map(
        (dice) => html`<li>
          <a class="button" href="/notation?d=${encodeURIComponent(dice)}&v=${catalogue.version}"><code>${dice}</code>
          </a>
        </li>`,
      )}</ul>
    </div>
  </section>
</div>`;
