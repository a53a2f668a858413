// The frame of every page.
import { signal, useEffect, useLayoutEffect, useRef } from '../../vendor/preact.js';
import { spoken, toasts } from '../lib/browser/messages.js';
import { motion, sound, theme, turnMotion, turnSound, turnTheme } from '../lib/browser/preferences.js';
import { place } from '../lib/browser/route.js';
import { shortcuts, turnShortcuts } from '../lib/browser/shortcuts.js';
import { html } from '../lib/html.js';
import { withTitles } from '../lib/text/field_titles.js';
import { Icon } from './icons.js';

export const Mark = () => html`
<svg viewBox="0 0 64 64" width="36" height="36" aria-hidden="true">
  <circle cx="32" cy="32" r="31" class="mark-coin" />
  <circle cx="32" cy="32" r="28" class="mark-mill" />
  <path d="M32 10 51 21v22L32 54 13 43V21z" class="mark-die" />
  <path d="M32 32v22L13 43V21z" class="mark-low" />
  <ellipse cx="32" cy="21" rx="4" ry="2.4" /><ellipse cx="20" cy="31" rx="2" ry="3.2" />
  <ellipse cx="25" cy="43.500" rx="2" ry="3.2" /><ellipse cx="44" cy="37.500" rx="2.200" ry="3.400" />
</svg>`;

const NAVIGATION = [
  ['/odds', 'Odds'],
  ['/notation', 'Dice'],
  ['/tables', 'Tables'],
  ['/verify', 'Verify'],
];

/** Tells whether the page that is shown rolls anything. */
const rolls = signal(false);

/** Says, for as long as a page is there, whether it rolls anything: then a link leads there. @param {boolean} [possible] */
export const useRolling = (possible = true) =>
  useLayoutEffect(() => {
    rolls.value = possible;
    return () => {
      rolls.value = false;
    };
  }, [possible]);

/** What rolls when somebody presses Enter: the box of the first page, the buttons of a page of odds and of a table. */
const ROLL = '.home #dice, #roll-once, #roll-now';

/** @param {{children: unknown}} props */
export const Shell = ({ children }) => {
  const { path } = place.value;
  const main = useRef(/** @type {HTMLElement | null} */ (null));
  const first = useRef(true);
  useEffect(() => {
    // Whoever is still at something that stayed, such as a menu, stays there.
    if (first.current) first.current = false;
    else if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [path.split('/').slice(0, 3).join('/')]);
  /** @param {string} address */
  const current = (address) => path.startsWith(address) || (address === '/tables' && path.startsWith('/table/'));
  /** The address stays: behind its # are invites. @param {MouseEvent} event @param {string} [to] a selector */
  const skip = (event, to) => {
    event.preventDefault();
    const target = to === undefined ? null : /** @type {HTMLElement | null} */ (document.querySelector(to));
    (target?.checkVisibility() ? target : main.current)?.focus();
  };
  return html`
  <a class="skip" href="#main" onClick=${skip}>Skip to the page</a>
  ${
    rolls.value &&
    html`<a class="skip" href="#main" onClick=${(/** @type {MouseEvent} */ event) => skip(event, ROLL)}>Skip to the roll</a>`
  }
  <header class="site-head"><div>
      <a class="wordmark" href="/"><${Mark} />Oddsmith</a>
      <nav class="site-nav" aria-label="Pages">
        ${NAVIGATION.map(
          ([address, name]) => html`
          <a href=${address} aria-current=${current(address) ? 'page' : undefined}>${name}</a>`,
        )}
      </nav>
      <div class="switches">
        <button class="button plain icon" type="button" onClick=${turnTheme}
          aria-label=${theme.value === 'dark' ? 'Light colours' : 'Dark colours'}
          title=${theme.value === 'dark' ? 'Light colours' : 'Dark colours'}>
          <${Icon} name=${theme.value === 'dark' ? 'sun' : 'moon'} />
        </button>
        <button class="button plain icon" type="button" onClick=${turnMotion} aria-pressed=${motion.value === 'on'}
          aria-label="Moving dice"
          title=${
            motion.value === 'on'
              ? 'Dice move as they land; press to stop them'
              : 'Dice keep still; press to let them move'
          }>
          <${Icon} name=${motion.value === 'on' ? 'moving' : 'still'} />
        </button>
        <button class="button plain icon" type="button" onClick=${turnSound} aria-pressed=${sound.value === 'on'}
          aria-label="Sound and vibration" title="Sound and vibration are ${sound.value}">
          <${Icon} name=${sound.value === 'on' ? 'heard' : 'mute'} />
        </button>
        <button class="button plain icon" type="button" onClick=${turnShortcuts} aria-pressed=${shortcuts.value === 'on'}
          aria-label="Single-key shortcuts"
          title=${
            shortcuts.value === 'on'
              ? 'R rolls and 1, 2, 3 change the chart; press to turn these keys off'
              : 'Keys R, 1, 2 and 3 do nothing; press to turn them on'
          }>
          <${Icon} name=${shortcuts.value === 'on' ? 'keys' : 'nokeys'} />
        </button>
      </div>
    </div></header>
  <main id="main" class="page" tabindex="-1" ref=${main}>${children}</main>
  <footer class="site-foot"><div>
      <span>Exact odds, and rolls that anyone can check.</span>
      <a href="/about">About and licences</a>
    </div></footer>
  <${Announced} className="only-read" name="Announcements" messages=${spoken.value} />
  <${Announced} className="toasts" name="Messages" messages=${toasts.value} />`;
};

/**
 * A live region. It stands on every page from the start, since screen readers overlook what is added together with its
 * text.
 * @param {{className: string, name: string, messages: import('../lib/browser/messages.js').Message[]}} props
 */
const Announced = ({
  className,
  name,
  messages,
}) => html`<div class=${className} role="log" aria-live="polite" aria-label=${name}>
  ${messages.map(({ id, text }) => html`<p key=${id}>${text}</p>`)}</div>`;

/**
 * The heading of a page.
 * @param {{title: unknown, children?: unknown}} props
 */
export const Title = ({ title, children }) => {
  useEffect(() => {
    if (typeof title === 'string') document.title = `${title} · Oddsmith`;
  }, [title]);
  return html`<div class="page-title"><h1>${title}</h1>${children}</div>`;
};

/**
 * @param {{error: any, fields?: import('../lib/net/documents.js').Field[]}} props error: a refusal, and how to mend it;
 *   fields: inputs that it may name, which are told by their titles
 */
export const Trouble = ({ error, fields = [] }) => html`
<div class="notice bad" role="alert"><${Icon} name="warning" />
  <div>${withTitles(error, fields)}${error.remedy ? ` ${error.remedy}` : ''}</div>
</div>`;

/** @param {{open: boolean, title: string, onClose: () => void, children: unknown}} props */
export const Dialog = ({ open, title, onClose, children }) => {
  const dialog = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    if (open && !dialog.current?.open) dialog.current?.showModal();
    if (!open && dialog.current?.open) dialog.current.close();
  }, [open]);
  return html`
  <dialog ref=${dialog} onClose=${onClose} aria-label=${title}>
    <header><h2>${title}</h2>
      <button type="button" class="button plain icon" aria-label="Close" onClick=${onClose}><${Icon} name="close" />
      </button>
    </header>
    <div class="body">${open && children}</div>
  </dialog>`;
};
