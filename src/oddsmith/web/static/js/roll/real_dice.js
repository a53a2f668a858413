// Real dice, typed in as they lie: what is asked for next and why, and buttons for its faces.
import { useEffect, useRef, useState } from '../../vendor/preact.js';
import { html } from '../lib/html.js';
import { Problem, ask } from '../lib/net/api.js';
import { faceName, typedFaces } from '../lib/text/typed_faces.js';
import { Icon } from '../ui/icons.js';
import { Trouble } from '../ui/shell.js';

/** Faces that are few enough to be buttons. */
const FEW = 20;

/** What is asked for: the die, and its faces where they are few. @param {string} allowed as a problem says it */
const wanted = (allowed) => {
  const [, die, faces] = /^a face of the (.+?): (.+)$/.exec(allowed) ?? ['', 'die', ''];
  const [, low, high] = /^(-?\d+) to (-?\d+)$/.exec(faces) ?? [];
  if (low === undefined) return { die, faces: faces.endsWith('...') ? [] : faces.split(', ') };
  const count = Number(high) - Number(low) + 1;
  return { die, faces: count > FEW ? [] : Array.from({ length: count }, (_, place) => String(Number(low) + place)) };
};

/** Tells whether it is a face that the die does not have. @param {any} error */
const isFace = ({ allowed = '' }) => allowed.startsWith('a face of');

/**
 * @param {{path: string, body: Record<string, unknown>, onRolled: (rolled: any) => void}} props
 *   path, body: of what is rolled; onRolled: is given the roll, once nothing is asked for any more
 */
export const RealDice = ({ path, body, onRolled }) => {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState(/** @type {{allowed: string, because?: string} | undefined} */ (undefined));
  const [error, setError] = useState(/** @type {any} */ (undefined));
  const last = useRef('');
  const given = typedFaces(text);
  useEffect(() => {
    const question = JSON.stringify([path, body, given]);
    last.current = question;
    ask(path, { method: 'POST', body: { ...body, faces: given } }).then(
      (rolled) => {
        if (last.current !== question) return;
        setText('');
        setError(undefined);
        onRolled(rolled);
      },
      (problem) => {
        if (last.current !== question) return;
        const missing = problem instanceof Problem && problem.code === 'missing-answer';
        setAsked(missing ? { allowed: problem.allowed ?? '', because: problem.because } : undefined);
        setError(missing ? undefined : problem);
      },
    );
  }, [path, JSON.stringify(body), text]);
  /** @param {string[]} faces */
  const put = (faces) => setText(faces.join(text.includes(',') ? ', ' : ' '));
  const { die, faces } = wanted(asked?.allowed ?? '');
  return html`<section class="stack real-dice" aria-label="Real dice">
    ${
      asked &&
      html`<p role="status">${asked.because && html`<strong>The ${asked.because}.</strong> `}What does
        the ${given.length === 0 ? 'first' : 'next'} ${die} show?</p>`
    }
    ${
      asked &&
      faces.length > 0 &&
      html`<div class="row" role="group" aria-label="Faces">${faces.map(
        (face) =>
          html`<button type="button" class="button number" onClick=${() => put([...given, face])}>${faceName(face)}</button>`,
      )}</div>`
    }
    ${
      error &&
      (isFace(error)
        ? html`<p class="wrong"><${Icon} name="warning" size=${18} />
          <span>${error.value} is not ${error.allowed}.</span></p>`
        : html`<${Trouble} error=${error} />`)
    }
    <div class="row"><input type="text" inputmode=${/^[^\d-]/.test(faces[0] ?? '') ? 'text' : 'decimal'}
        aria-label="Faces so far, in order" placeholder=${[...faces.slice(-1), ...faces.slice(0, 2)].join(' ')}
        autocomplete="off" value=${text}
        onInput=${(/** @type {any} */ e) => setText(e.target.value)} />
      <button type="button" class="button" disabled=${given.length === 0} onClick=${() => put(given.slice(0, -1))}>
        Take the last back</button></div>
  </section>`;
};
