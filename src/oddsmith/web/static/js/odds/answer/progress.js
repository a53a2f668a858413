// Shows that an answer is on its way, why there is none, and what can be done about it.
import { useEffect } from '../../../vendor/preact.js';
import { tell } from '../../lib/browser/messages.js';
import { html } from '../../lib/html.js';
import { Unreachable } from '../../lib/net/api.js';
import { Trouble } from '../../ui/shell.js';

/**
 * @template T
 * @typedef {import('../../lib/net/use_answer.js').LiveAnswer<T>} LiveAnswer
 */

/**
 * That an answer takes a while, and a way to stop it; that it was stopped, and a way to go on; why there is none.
 * @param {{live: LiveAnswer<any>, doing: string, elsewhere?: boolean}} props elsewhere: whether what is wrong stands
 *   somewhere else already
 */
export const Progress = ({ live: { slow, stopped, error, stop, again }, doing, elsewhere = false }) => {
  const said = stopped ? 'Stopped.' : slow ? doing : '';
  useEffect(() => {
    if (said !== '') tell(said);
  }, [said]);
  const unreachable = error instanceof Unreachable;
  return html`
  ${error && !elsewhere && html`<${Trouble} error=${error} />`}
  ${
    said !== '' &&
    html`<div class="row"><p class="soft">${said}</p>
      <button type="button" class="button" onClick=${stopped ? again : stop}>${stopped ? 'Compute again' : 'Stop'}
      </button></div>`
  }
  ${
    said === '' &&
    unreachable &&
    html`<div class="row"><p class="soft">It is tried again every few seconds.</p>
      <button type="button" class="button" onClick=${again}>Try now</button></div>`
  }
  ${
    said === '' &&
    error &&
    !unreachable &&
    (error.wait > 0 || error.status >= 500) &&
    html`<div>
      <button type="button" class="button" onClick=${again}>Try again</button></div>`
  }`;
};
