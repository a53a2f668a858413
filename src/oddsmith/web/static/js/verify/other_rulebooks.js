// Rolls by versions of rulebooks that the server does not have: whether they come to the same by the one that it has.
import { html } from '../lib/html.js';

/**
 * @typedef {{roll: string, system: string, rulebook: string, here: string | null, same: boolean}} OtherRulebook made by
 *   one version and checked by the other; `same` where results are the same by both
 */

/** Those whose results are not checked. @param {OtherRulebook[]} others */
export const needed = (others) => others.filter(({ same }) => !same);

/** Rolls that are listed by name at most. */
const SHOWN = 20;

/** @param {string | null} digest */
const short = (digest) => digest?.slice(0, 12);

/** One line for the rolls of each version. @param {{others: OtherRulebook[]}} props */
export const OtherRulebooks = ({ others }) => {
  /** @type {Map<string, OtherRulebook[]>} */
  const groups = new Map();
  for (const other of others) {
    const version = `${other.system} ${other.rulebook} ${other.same}`;
    groups.set(version, [...(groups.get(version) ?? []), other]);
  }
  return [...groups.values()].map((group) => {
    const [{ system, rulebook, here, same }] = group;
    const rolls = group.slice(0, SHOWN).map(({ roll }) => roll);
    const named = `${rolls.join(', ')}${group.length > SHOWN ? ` and ${group.length - SHOWN} more` : ''}`;
    const one = here === null ? 'the game that is here' : `the one here, ${short(here)}`;
    return html`<p class="notice"><span>${
      same
        ? `${named} (${system}): rolled by another version of the rulebook, ${short(rulebook)}. Results are the same by ${one}.`
        : `${named} (${system}): results not checked. They need rulebook ${short(rulebook)}; by ${one}, they would be others.`
    }</span></p>`;
  });
};
