// The way into a new table: invite, characters, roll. It goes when all is done.
import { attend } from '../lib/browser/focus.js';
import { html } from '../lib/html.js';
import { Icon } from '../ui/icons.js';

/** @typedef {import('./store/fold.js').State} State */

/**
 * @param {{state: State, turn: (tab: string) => void}} props turn: shows a part of the table on a phone
 */
export const FirstSteps = ({ state, turn }) => {
  const { you, members, characters, rolls } = state;
  const own = [...characters.values()].some(({ owner }) => owner === you.member);
  const others = [...members.values()].filter(({ left }) => !left).length > 1;
  /** @type {[string, boolean, string, string][]} */
  const steps = [
    ['Invite', others, 'table', 'invite-player'],
    ['Characters', own || (you.role === 'host' && characters.size > 0), 'sheets', 'bring-character'],
    ['Roll', rolls.size > 0, 'roll', 'roll-now'],
  ];
  const mine = steps.filter(([name]) => you.role === 'host' || name !== 'Invite');
  const next = mine.findIndex(([, done]) => !done);
  if (you.role === 'observer' || next < 0 || rolls.size > 2) return null;
  return html`<ol class="first-steps" aria-label="First steps">${mine.map(
    ([name, done, tab, control], at) => html`<li class=${done ? 'done' : ''}>
      <button type="button" class="button ${at === next ? 'main' : ''}" onClick=${() => {
        turn(tab);
        setTimeout(() => attend(document.getElementById(control)));
      }}>${done ? html`<${Icon} name="check" size=${18} />` : `${at + 1}. `}${name}${
        done
          ? html`<span class="only-read">
              , done</span>`
          : ''
      }</button></li>`,
  )}</ol>`;
};
