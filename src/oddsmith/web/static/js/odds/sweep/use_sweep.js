// Computes odds along inputs as they come: takes the cells that are soon there, and asks for the next.
import { useEffect, useState } from '../../../vendor/preact.js';
import { html } from '../../lib/html.js';
import { isAbort } from '../../lib/net/api.js';
import { Trouble } from '../../ui/shell.js';
import { askSweep } from './fetch_sweep.js';

/** @typedef {import('./fetch_sweep.js').Cell} Cell */
/** @typedef {import('./axis.js').Axis} Axis */

/**
 * @typedef {object} Swept What there is of a sweep.
 * @property {string} key
 * @property {Axis[]} axes
 * @property {string | string[]} of
 * @property {boolean} best whether cells are what best play is worth
 * @property {Cell[]} cells
 * @property {string} [policy] by which every decision is answered
 * @property {object} document
 */

/** Milliseconds without a keystroke before anything is asked. */
const REST = 200;

/**
 * The cells of a sweep as they come; those of the last one stay until the first of the next are there. `goOn` computes
 * the rest of one that was stopped.
 * @param {import('../question/question.js').Question} question
 * @param {Axis[]} axes
 * @param {string | string[]} of '' asks nothing
 * @param {boolean} [best] whether cells are what best play for that is worth
 */
export const useSweep = (question, axes, of, best = false) => {
  const [state, setState] = useState(
    /** @type {{swept?: Swept, error?: any, busy?: AbortController, stopped?: boolean}} */ ({}),
  );
  const { inputs, rules, system, action } = question;
  const elsewhere = { ...inputs, ...Object.fromEntries(axes.map(({ name }) => [name, ''])) };
  const key =
    of.length === 0
      ? ''
      : JSON.stringify([system, action, elsewhere, rules, of, best, axes.map(({ name, values }) => [name, values])]);
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    if (key === '' || axes.some(({ values }) => values.length === 0)) {
      setState({});
      return undefined;
    }
    const busy = new AbortController();
    const along = axes.map(({ name, values }) => ({ input: name, values }));
    const timer = setTimeout(async () => {
      setState(({ swept }) => ({ swept, busy }));
      try {
        let cells = state.swept?.key === key ? state.swept.cells : [];
        /** @type {number | null} */
        let first = cells.length;
        while (first !== null) {
          /** @type {import('./fetch_sweep.js').Sweep} */
          const found = await askSweep(question, along, of, best, first, busy.signal);
          cells = [...cells, ...found.cells];
          first = found.next;
          const swept = { key, axes, of, best, cells, policy: found.policy, document: { ...found, first: 0, cells } };
          setState(first === null ? { swept } : { swept, busy });
        }
      } catch (error) {
        // What is aborted because something else is asked is no longer this one's to tell of.
        setState((was) =>
          was.busy !== busy
            ? was
            : {
                swept: was.swept?.key === key ? was.swept : undefined,
                ...(isAbort(error) ? { stopped: true } : { error }),
              },
        );
      }
    }, REST);
    return () => {
      clearTimeout(timer);
      setState((was) => (was.busy === busy ? { swept: was.swept } : was));
      busy.abort();
    };
  }, [key, turn]);
  return { ...state, goOn: state.stopped || state.error ? () => setTurn(turn + 1) : undefined };
};

/**
 * Shows how far a sweep is, ways to stop it and to go on, and why it goes no further.
 * @param {{sweep: ReturnType<typeof useSweep>, all: number, cells: string}} props cells: what they are called
 */
export const Sweeping = ({ sweep: { swept, error, busy, goOn }, all, cells }) => html`
${
  busy !== undefined &&
  html`<div class="row"><span role="status">${swept?.cells.length ?? 0} of ${all} ${cells} computed</span>
    <button type="button" class="button" onClick=${() => busy.abort()}>Stop</button></div>`
}
${error && html`<${Trouble} error=${error} />`}
${
  goOn &&
  html`<div class="row"><span>${swept?.cells.length ?? 0} of ${all} ${cells} were computed</span>
    <button type="button" class="button" onClick=${goOn}>Go on</button></div>`
}`;

/**
 * Says how decisions are answered, and why cells have no answer, told once for all of them.
 * @param {{swept: Swept, crossed: string, of: string}} props crossed: how they are shown; of: one of them
 */
export const Remarks = ({ swept: { cells, policy }, crossed, of }) => {
  const refused = cells.filter((cell) => cell.refused !== undefined);
  return html`${
    policy &&
    html`<p class="small soft">Every decision here takes ${policy}, so having more to
      spend changes nothing.</p>`
  }
  ${
    refused.length > 0 &&
    html`<p class="small soft">
      ${crossed}: ${refused.length === 1 ? `one ${of} without` : `${refused.length} ${of}s without`} an
      answer. ${refused[0].refused} ${refused[0].remedy}</p>`
  }`;
};
