// The first page.
import { stored } from './lib/browser/preferences.js';
import { html } from './lib/html.js';
import { Systems } from './odds/action_list.js';
import { Dice } from './ui/dice/die.js';
import { Icon } from './ui/icons.js';
import { Title } from './ui/shell.js';

/** @param {string} die @param {number | string} face @param {object} [more] */
const face = (die, face, more) => ({
  die,
  face,
  value: face,
  fate: 'kept',
  exploded: false,
  extra: false,
  counts: null,
  chain: 0,
  ...more,
});

const STILL_LIFE = [
  face('d4', 3),
  face('d6', 5),
  face('d8', 7),
  face('d10', 10, { exploded: true }),
  face('d12', 11),
  face('d20', 20),
  face('d{H,T}', 'H'),
];

/** @param {{catalogue: import('./lib/net/documents.js').Catalogue}} props */
export const Home = ({ catalogue }) => {
  const tables = /** @type {{table: string, title: string}[]} */ (JSON.parse(stored('tables') ?? '[]'));
  return html`
  <section class="hero">
    <div class="stack wide"><${Title} title="Know the odds. Roll it. Play it best.">
        <p>Five tabletop systems, their odds in exact fractions, and a table where every roll can be checked by anyone.
        </p></>
      <div class="row"><a class="button main big" href="/odds"><${Icon} name="die" />Look up odds</a>
        <a class="button big" href="/tables"><${Icon} name="people" />Open a table</a></div>
      ${
        tables.length > 0 &&
        html`<p class="row"><span class="soft">Your tables:
          </span>${tables.slice(0, 4).map(
            ({ table, title }) => html`<a class="button" href="/table/${table}">${title}
            </a>`,
          )}</p>`
      }
    </div>
    <div class="still-life" aria-hidden="true"><${Dice} faces=${STILL_LIFE} size=${72} /></div>
  </section>
  <h2>What does your character do?</h2>
  <${Systems} catalogue=${catalogue} />`;
};
