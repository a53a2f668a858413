// Checking a whole log in the browser: nothing leaves it.
import { useEffect, useState } from '../../vendor/preact.js';
import { ask } from '../lib/api.js';
import { html } from '../lib/html.js';
import { place } from '../lib/route.js';
import { tell } from '../lib/say.js';
import { Icon } from '../ui/icons.js';
import { Title, Trouble } from '../ui/shell.js';
import { checkLog } from './log.js';

export const VerifyPage = () => {
  const [report, setReport] = useState(/** @type {ReturnType<typeof checkLog> | undefined} */ (undefined));
  const [error, setError] = useState(/** @type {any} */ (undefined));
  const table = place.value.query.get('table');
  /** @param {unknown} log */
  const check = (log) => {
    try {
      const found = checkLog(log);
      setReport(found);
      setError(undefined);
      tell(found.wrong.length === 0 ? 'The log matches.' : `The log does not match in ${found.wrong.length} places.`);
    } catch (problem) {
      setReport(undefined);
      setError(problem);
    }
  };
  useEffect(() => { if (table !== null) ask(`/api/tables/${table}/log.json`).then(check, setError); }, [table]);
  /** @param {any} event */
  const chosen = async (event) => {
    const [file] = event.target.files;
    if (file === undefined) return;
    try {
      check(JSON.parse(await file.text()));
    } catch {
      setReport(undefined);
      setError(new Error('This file is not JSON, so it is no log of a table.'));
    }
  };
  return html`
    <${Title} title="Verify"><p>Check a table's log: that nothing in it was changed, and that every die fell as its seed, everybody's randomness and the seal before it say. This happens in your browser.</p></>
    <section class="sheet"><header><h2>A log</h2></header><div class="body">
      <div class="field"><label for="verify-file">The file (log.json of a table)</label><input id="verify-file" type="file" accept=".json,application/json" onChange=${chosen} /></div>
      ${error && html`<${Trouble} error=${error} />`}
      ${report && html`<${Report} report=${report} />`}
    </div></section>
    <section class="sheet"><header><h2>What is checked, and how to check more</h2></header><div class="body">
      <p>Each event holds the digest of the one before, so the log cannot be changed in the middle without all later digests changing. Before each roll the server shows the seal of a seed that it has chosen already; browsers at the table pledge randomness of their own. When the roll is over the seed is shown. The dice follow from the seed and all that randomness together, so neither the server nor anybody else could choose them.</p>
      <p>To run the rules of every roll again too, with nothing but the file: <code>oddsmith verify log.json</code>. It needs no network.</p>
    </div></section>`;
};

/** @param {{report: ReturnType<typeof checkLog>}} props */
const Report = ({ report }) => html`
  <p class="verdict ${report.wrong.length === 0 ? 'good' : ''}"><${Icon} name=${report.wrong.length === 0 ? 'seal' : 'warning'} size=${24} />${report.wrong.length === 0 ? 'Everything matches.' : `${report.wrong.length} ${report.wrong.length === 1 ? 'thing does' : 'things do'} not match.`}</p>
  ${report.wrong.length > 0 && html`<ul class="stack">${report.wrong.slice(0, 50).map((text) => html`<li class="notice bad"><${Icon} name="warning" /><span>${text}</span></li>`)}</ul>`}
  <dl class="facts">
    <div><dt>Table</dt><dd>${report.title}</dd></div>
    <div><dt>Events in the chain</dt><dd>${report.events}</dd></div>
    <div><dt>Rolls whose dice were worked out again</dt><dd>${report.rolls}</dd></div>
    <div><dt>Rolls with real dice, taken on trust</dt><dd>${report.trusted}</dd></div>
    <div><dt>Rolls that this log hides</dt><dd>${report.hidden}</dd></div>
    ${report.unknown > 0 && html`<div><dt>Rolls with dice that only the command works out</dt><dd>${report.unknown}</dd></div>`}
  </dl>`;
