// The page about Oddsmith: its sources, its licences, its arithmetic.
import { useEffect, useState } from '../vendor/preact.js';
import { html } from './lib/html.js';
import { ask } from './lib/net/api.js';
import { Title } from './ui/shell.js';

export const About = () => {
  const [parts, setParts] = useState(
    /** @type {Record<string, {packages: {name: string, version: string, licence: string, text?: string}[]}>} */ ({}),
  );
  useEffect(() => {
    ask('/static/vendor/VENDORED.json').then(setParts, () => undefined);
  }, []);
  const packages = new Map(Object.values(parts).flatMap((part) => part.packages.map((each) => [each.name, each])));
  return html`
  <${Title} title="About Oddsmith">
    <p>Each game's rules are written once, in the order of its rulebook. Rolls, odds and advice all come from that one
      text.</p></>
  <section class="sheet"><header><h2>How the odds are worked out</h2></header><div class="body">
      <p>Every chance is an exact fraction, never a rounded decimal, and nothing is cut off: dice that may explode for
        ever are added up for ever. Only the percentages that you read are rounded.</p>
      <p>Where a rulebook leaves a question open, “House rules” lists the possible readings, and the first one holds
        unless you choose another. Marks such as R0.9 and G0.3 name the rule, or the gap in the rules, behind a
        result.</p>
      <p>If a question is too large, the answer says so and names the limit. A calculation stops as soon as you ask
        something else.</p>
    </div></section>
  <section class="sheet"><header><h2>Keys</h2></header><div class="body"><dl class="facts">
        <div><dt><kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd></dt><dd>on odds pages: exactly, at least, at most</dd></div>
        <div><dt><kbd>R</kbd></dt><dd>on the first page and on odds pages: roll; at a table: repeat your last roll</dd></div>
        <div><dt><kbd>↑</kbd> <kbd>↓</kbd></dt><dd>in a number: one more, one less</dd></div>
      </dl><p class="soft">The keyboard at the top of every page turns the keys 1, 2, 3 and R off.</p></div></section>
  <section class="sheet"><header><h2>Made with</h2></header><div class="body">
      <p>These pages load nothing from other sites. They include the work of others, under these licences:</p>
      <ul class="licences">${[...packages.values()]
        .sort((a, b) => a.name.localeCompare(b.name))
        .map(
          ({ name, version, licence, text }) => html`
          <li>${name} ${version}: ${
            text
              ? html`<a href="/static/vendor/${text}" target="_blank">${licence}
              </a>`
              : licence
          }</li>`,
        )}</ul>
    </div></section>`;
};
