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

/** @typedef {{allowed?: string, because?: string}} Asked a die that is asked for, and why */
/** @typedef {{asked?: Asked | null, rolled?: any}} Next what is asked for, or what was rolled with all faces */

/**
 * Rolls with faces of real dice.
 * @param {{path: string, body: Record<string, unknown>, onRolled: (rolled: any) => void}} props
 *   path, body: of what is rolled; onRolled: is given the roll, once nothing is asked for any more
 */
export const RealDice = ({ path, body, onRolled }) => {
  /** @param {string[]} faces @returns {Promise<Next>} */
  const next = async (faces) => {
    try {
      return { rolled: await ask(path, { method: 'POST', body: { ...body, faces } }) };
    } catch (problem) {
      if (problem instanceof Problem && problem.code === 'missing-answer') return { asked: problem };
      throw problem;
    }
  };
  return html`<${Faces} next=${next} of=${JSON.stringify([path, body])}
    onAll=${(/** @type {string[]} */ _, /** @type {any} */ rolled) => onRolled(rolled)} />`;
};

/**
 * Asks for faces until there are all.
 * @param {{next: (faces: string[]) => Promise<Next>, of: string, onAll: (faces: string[], rolled: any) => void,
 *   enter?: string}} props
 *   next: finds what is asked for after these faces; of: what is rolled: when it changes, it is asked anew; onAll: is
 *   given all faces, at once or, where a button `enter` is to be pressed, after somebody has looked them over
 */
export const Faces = ({ next, of, onAll, enter }) => {
  const [text, setText] = useState('');
  const [found, setFound] = useState(/** @type {Next & {error?: any, of: string}} */ ({ of: '' }));
  const last = useRef('');
  const given = typedFaces(text);
  const question = JSON.stringify([of, given]);
  useEffect(() => {
    last.current = question;
    next(given).then(
      ({ asked, rolled }) => {
        if (last.current !== question) return;
        setFound({ asked, of: question });
        if (!asked && enter === undefined) {
          setText('');
          onAll(given, rolled);
        }
      },
      (error) => {
        if (last.current === question) setFound({ error, of: question });
      },
    );
  }, [question]);
  const { asked, error } = found;
  const all = found.of === question && !asked && !error;
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
        Take the last back</button>
      ${
        enter !== undefined &&
        html`<button type="button" class="button main" disabled=${!all} onClick=${() => onAll(given, undefined)}>${enter}</button>`
      }</div>
  </section>`;
};
