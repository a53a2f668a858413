// Shows what each option of a decision is worth.
import { useState } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';
import { percent } from '../../lib/numbers/format.js';
import { sentence } from '../../lib/text/words.js';

/** @typedef {import('../../lib/net/documents.js').Exact} Exact */

/** Of more options than this only the best are shown at first. */
const FEW = 3;

/**
 * The best option is marked in words and by its bar; so are those that are as good.
 * @param {{values: Record<string, Exact>, choose?: string, mix?: Record<string, Exact>, shown: (value: number) =>
 *   string,
 *   costs?: Record<string, Exact>, spent?: (cost: number) => string, phrases?: Record<string, string>, other?:
 *   boolean, ruled?: string[]}} props
 *   phrases: options whose names say little; other: whether somebody decides who wants little; mix: how likely each
 *   option is, where several are mixed; costs: what each is expected to cost, told by `spent`; ruled: options of which the game master says what comes
 */
export const Options = ({
  values,
  choose,
  mix,
  shown,
  costs,
  spent = String,
  phrases = {},
  other = false,
  ruled = [],
}) => {
  const [all, setAll] = useState(false);
  const best = choose === undefined ? undefined : values[choose];
  const names = Object.keys(values);
  const most = Math.max(...names.map((name) => Math.abs(values[name].float)), 1e-12);
  // Who wants little takes the lowest: what comes next to the best stays in sight.
  const low =
    best !== undefined && best.float === Math.min(...names.map((name) => values[name].float)) && best.float < most;
  const nearest = names.toSorted((a, b) => (low ? 1 : -1) * (values[a].float - values[b].float)).slice(0, FEW);
  const listed =
    all || names.length <= FEW + 1
      ? names
      : names.filter((name) => nearest.includes(name) || name === choose || mix?.[name]);
  /** @param {string} name */
  const badge = (name) => {
    if (mix?.[name]) return `in ${percent(mix[name].float)}`;
    if (name === choose) return other ? 'best for them' : 'best';
    return best !== undefined &&
      values[name].exact === best.exact &&
      (!costs || costs[name].exact === costs[choose ?? ''].exact)
      ? 'equally good'
      : '';
  };
  return html`<ul class="options">${listed.map((name) => {
    const taken = name === choose || mix?.[name] !== undefined;
    return html`<li key=${name} class=${taken ? 'chosen' : ''}>
      <span>${sentence(phrases[name] ?? name)}${
        badge(name) &&
        html` <span class="badge ${taken ? '' : 'faint'}">
          ${badge(name)}</span>`
      }</span>
      <span class="number" title=${costs ? `${values[name].exact} for ${costs[name].exact}` : values[name].exact}>
        ${shown(values[name].float)}${costs && html` <span class="soft">for ${spent(costs[name].float)}</span>`}</span>
      <div class="meter ${taken ? '' : 'second'}" aria-hidden="true">
        <i style=${{ width: `${Math.max(0, (100 * values[name].float) / most)}%` }}></i></div>
    </li>`;
  })}${ruled.map(
    (name) => html`<li key=${name}>
      <span>${sentence(phrases[name] ?? name)} <span class="badge faint">up to the game master</span></span></li>`,
  )}</ul>
  ${
    listed.length < names.length &&
    html`<button type="button" class="button plain small" onClick=${() => setAll(true)}>
      Show all ${names.length} options</button>`
  }`;
};
