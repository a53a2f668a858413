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
    <p>Each game's rules are written once, as its rulebook has them. Rolls, odds and advice are readings of that one
      text.</p></>
  <section class="sheet"><header><h2>How the odds come about</h2></header><div class="body">
      <p>Probabilities are calculated as fractions of whole numbers, never as rounded decimals, and nothing is cut off:
        where dice may explode without end, the sum over all of it is part of the result. Percentages are those
        fractions, rounded for reading only.</p>
      <p>Where a rulebook leaves something open, the page offers its readings under “House rules”; the first is used
        unless you choose another. Marks such as R0.9 and G0.3 name the statement of the rules, or the gap in them, that
        a result rests on.</p>
      <p>When a question is too large, the answer says so, and which limit it met. A running calculation stops when you
        ask something else.</p>
    </div></section>
  <section class="sheet"><header><h2>Keys</h2></header><div class="body"><dl class="facts">
        <div><dt><kbd>1</kbd> <kbd>2</kbd> <kbd>3</kbd></dt><dd>on pages of odds: exactly, at least, at most</dd></div>
        <div><dt><kbd>R</kbd></dt><dd>on pages of odds: roll once; at a table: the last roll again</dd></div>
        <div><dt><kbd>↑</kbd> <kbd>↓</kbd></dt><dd>in a number: one more, one less</dd></div>
      </dl></div></section>
  <section class="sheet"><header><h2>Made with</h2></header><div class="body">
      <p>These pages ask nothing of any other machine. They hold the work of others, under these licences:</p>
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
