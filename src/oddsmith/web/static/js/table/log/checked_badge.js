// The badge of a roll that this browser has checked by itself, with what it checked.
import { useMemo, useState } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';
import { Icon } from '../../ui/icons.js';
import { Dialog } from '../../ui/shell.js';
import { checkRoll } from '../../verify/check_roll.js';

/** @typedef {import('../store/fold.js').Cast} Cast */
/** @typedef {import('../store/fold.js').Roll} Roll */
/** @typedef {import('../../verify/check_roll.js').RollCheck} RollCheck */

/**
 * In a few words how sure a roll is: whether anybody but whoever rolled gave randomness to all its dice.
 * @param {RollCheck} check
 */
const surety = ({ stretches, wrong }) => {
  if (wrong.length > 0) return 'Does not match';
  if (stretches.length === 0) return 'Hands checked';
  const others = Math.min(...stretches.map((stretch) => stretch.others.length));
  const witnesses = others === 0 ? 'no other witness' : `${others} ${others === 1 ? 'witness' : 'witnesses'}`;
  if (stretches.some(({ nonces }) => Object.keys(nonces).length === 0)) return 'Only the server’s randomness';
  const late = new Set(stretches.flatMap((stretch) => stretch.missing)).size;
  const unasked = new Set(stretches.flatMap((stretch) => stretch.unasked)).size;
  return `Checked, ${witnesses}${late > 0 ? `, ${late} late` : ''}${unasked > 0 ? `, ${unasked} not asked` : ''}`;
};

/** @param {{cast: Cast, roll: Roll}} props */
export const CheckedBadge = ({ cast, roll }) => {
  const [open, setOpen] = useState(false);
  const check = useMemo(() => checkRoll(cast.table, roll.id, roll.events), [roll.events.length]);
  const { stretches, wrong } = check;
  if (stretches.length === 0 && wrong.length === 0 && check.rounds === 0)
    return html`<span class="small soft">${roll.request?.source === 'faces' ? 'Real dice: taken on trust' : ''}</span>`;
  const right = wrong.length === 0;
  const name = (/** @type {string} */ member) => cast.members.get(member)?.name ?? member;
  const lone = stretches.find(({ others }) => others.length === 0);
  return html`<button type="button" class="button plain checked ${right ? '' : 'danger'}"
    onClick=${() => setOpen(true)}>
    <${Icon} name=${right ? 'seal' : 'warning'} />${surety(check)}</button>
  <${Dialog} open=${open} title=${right ? 'This roll was checked here' : 'This roll does not match'}
    onClose=${() => setOpen(false)}>
    ${wrong.map(
      ({
        number,
        what,
        found,
        expected,
      }) => html`<div class="notice bad"><${Icon} name="warning" /><div><strong>Event ${number}: ${what}</strong>
          <dl class="found"><dt>Found</dt><dd>${found}</dd><dt>Expected</dt><dd>${expected}</dd></dl></div></div>`,
    )}
    ${
      stretches.length > 0 &&
      html`<p>
        The server fixed its seed before the roll. The browsers named below added their own randomness, and all of it
        together decides the dice. Your browser has just checked that.</p>`
    }
    ${
      lone &&
      html`<p class="notice"><${Icon} name="warning" />
        <span>${loneWords(stretches.length > 1, Object.keys(lone.nonces).map(name)[0])}</span></p>`
    }
    ${stretches.map(
      (stretch) => html`<dl class="proof">
        <dt>Seal, shown before the roll</dt><dd><code>${stretch.seal}</code></dd>
        <dt>Seed, shown after it</dt><dd><code>${stretch.seed}</code></dd>
        ${Object.entries(stretch.nonces).map(
          ([member, nonce]) => html`<dt>
            Randomness of ${name(member)}${stretch.others.includes(member) ? ', a witness' : ''}</dt><dd>
            <code>${nonce}</code></dd>`,
        )}
        ${
          stretch.missing.length > 0 &&
          html`<dt>Late, so their randomness is missing; the server could choose whom to leave out</dt>
          <dd>${stretch.missing.map(name).join(', ')}</dd>`
        }
        ${
          stretch.unasked.length > 0 &&
          html`<dt>Present but not asked, so their randomness is missing</dt>
          <dd>${stretch.unasked.map(name).join(', ')}</dd>`
        }
        <dt>Seed of the faces</dt><dd><code>${stretch.facesSeed}</code></dd>
        <dt>Faces</dt><dd>${FACES[stretch.faces]}</dd>
      </dl>`,
    )}
    ${
      check.rounds > 0 &&
      html`<p>
        Everyone’s hidden hands and choices are ${stretches.length > 0 ? 'also ' : ''}the ones they had committed to,
        and whoever forfeited was late.</p>`
    }
    <p class="small soft">To check the whole log, rules included, <a href="/verify?table=${cast.table}">
        check it on the verify page</a>, or download it as JSON and run <code>oddsmith verify</code> on it.</p>
  </>`;
};

/** Tells whose dice nobody else had a share in. @param {boolean} some of the roll @param {string | undefined} who */
const loneWords = (some, who) => {
  const dice = some ? 'some of these dice' : 'these dice';
  return who === undefined
    ? `Only the server gave randomness to ${dice}. It could have chosen them.`
    : `Besides the server, only ${who} gave randomness to ${dice}. Neither could choose them alone, but the two together could.`;
};

/** Findings about the faces of a stretch. */
const FACES = {
  same: 'match the seed',
  none: 'no dice fell',
  unknown: 'of a kind that only the rules can work out',
  differ: 'do not match the seed',
};
