// The page that checks a whole log: all that needs no rules in this browser, the rules by the server.
import { useEffect, useState } from '../../vendor/preact.js';
import { tell } from '../lib/browser/messages.js';
import { place } from '../lib/browser/route.js';
import { short } from '../lib/fair/fair_rolls.js';
import { html } from '../lib/html.js';
import { ask } from '../lib/net/api.js';
import { Icon } from '../ui/icons.js';
import { Title, Trouble } from '../ui/shell.js';
import { checkLog } from './check_log.js';
import { shown } from './findings.js';
import { byEvent, inWords, isDigest } from './in_words.js';
import { needed, OtherRulebooks } from './other_rulebooks.js';
import { againstReceipt } from './receipt.js';
import { readLog } from './read_json.js';

/** The form of logs, as JSON schema. */
const SCHEMA = '/api/log.schema.json';

/** @typedef {import('./findings.js').Finding} Finding */
/** @typedef {import('./other_rulebooks.js').OtherRulebook} OtherRulebook */
/**
 * @typedef {{matches: boolean, rolls: number, witnessed: number, alone: number, typed: number, late: number, unpledged:
 *   number, let_go: number, hidden: number, unfinished: number, unchecked: number, stopped: number | null, mismatches: {number: number,
 *   roll: string | null, what: string, found: unknown, expected: unknown}[], other_rulebooks: OtherRulebook[], remarks: string[]}} ByRules
 */
/** @typedef {{log: any, here: ReturnType<typeof checkLog>, rules?: ByRules, error?: any}} Report */

export const VerifyPage = () => {
  const [report, setReport] = useState(/** @type {Report | undefined} */ (undefined));
  const [error, setError] = useState(/** @type {any} */ (undefined));
  const [seen, setSeen] = useState(/** @type {Blob | undefined} */ (undefined));
  const [file, setFile] = useState(/** @type {Blob | undefined} */ (undefined));
  const table = place.value.query.get('table');
  /** @param {Blob} file @param {Blob} [seen] a receipt */
  const check = async (file, seen) => {
    setReport(undefined);
    setError(undefined);
    setFile(file);
    await new Promise((shown) => setTimeout(shown)); // a long log keeps this browser busy for seconds
    try {
      const log = readLog(await file.arrayBuffer());
      const since = seen && againstReceipt(log, readLog(await seen.arrayBuffer(), 'receipt'));
      const schema = await ask(SCHEMA);
      // A long log takes both some seconds: the server runs its rules while this browser works out the rest.
      const byRules = ask('/api/verify', {
        method: 'POST',
        body: seen ? new Blob(['{"log":', file, ',"seen":', seen, '}']) : file,
      }).then(
        (rules) => ({ rules }),
        (problem) => ({ error: problem }),
      );
      await new Promise((sent) => setTimeout(sent));
      const here = checkLog(log, schema);
      here.wrong.push(...(since ?? []));
      setReport({ log, here });
      const report = { log, here, ...(await byRules) };
      setReport(report);
      tell(verdict(report));
    } catch (problem) {
      setError(problem);
    }
  };
  useEffect(() => {
    if (table !== null)
      ask(`/api/tables/${table}/log.json`).then((log) => check(new Blob([JSON.stringify(log)])), setError);
  }, [table]);
  /** @param {any} event */
  const chosen = async (event) => {
    const [file] = event.target.files;
    if (file !== undefined) await check(file, seen);
  };
  /** @param {any} event */
  const held = async (event) => {
    const [receipt] = event.target.files;
    setSeen(receipt);
    if (file !== undefined) await check(file, receipt);
  };
  return html`
  <${Title} title="Verify"><p>Check a table's log: nothing in it was changed, nobody chose the dice, and the rules give
      the same results.</p>
  </>
  <section class="sheet"><header><h2>A log</h2></header><div class="body">
      <div class="field"><label for="verify-file">The file (log.json of a table)</label>
        <input id="verify-file" type="file" accept=".json,application/json" onClick=${(/** @type {any} */ e) => {
          e.target.value = ''; /* so that the same file, saved anew, can be chosen again */
        }} onChange=${chosen} /></div>
      <div class="field"><label for="verify-seen">A receipt, if you saved one from the table's log</label>
        <input id="verify-seen" type="file" accept=".json,application/json" onChange=${held} />
        <p class="small soft">It shows whether the log was cut short, rewritten or resealed since.</p></div>
      ${error && html`<${Trouble} error=${error} />`}
      ${file && !report && !error && html`<p role="status">Checking the log…</p>`}
      ${report && html`<${Findings} report=${report} />`}
    </div></section>
  <section class="sheet"><header><h2>Who checks what</h2></header><div class="body">
      <p><strong>This browser</strong> checks the chain of digests, the seals and pledges, everyone’s randomness, the
        dice, hands and hidden choices, the order of events, who may do what, and who was late. Each event holds the
        digest of the one before it, so nobody can change one without changing all that follow.</p>
      <p><strong>The server</strong> runs the rules of every roll again: results, decisions, what was spent, and what
        it did to sheets. Your browser sends it the log for that.</p>
      <p><strong>If you trust neither</strong>, check the file on your own machine: <code>oddsmith verify log.json
        </code>. It needs no network.</p>
    </div></section>`;
};

/** Says in a sentence what came of it. @param {Report} report */
const verdict = ({ here, rules, error }) => {
  // The server finds all that this browser does, and more: its count is that of the command line.
  const found = byEvent(rules?.mismatches ?? []).length || byEvent(here.wrong).length;
  if (here.wrong.length > 0) return `${count(found, 'event does', 'events do')} not match.`;
  if (error) return 'The dice match; results were not checked.';
  if (rules === undefined) return 'The dice match; the server still runs the rules…';
  const left = needed(rules.other_rulebooks).length;
  if (rules.matches && left > 0)
    return `The dice match; results of ${count(left, 'roll need', 'rolls need')} another rulebook to be checked.`;
  return rules.matches ? 'Everything matches.' : `The dice match; ${count(found, 'result does', 'results do')} not.`;
};

/** @param {number} number @param {string} one @param {string} more */
const count = (number, one, more) => `${number} ${number === 1 ? one : more}`;

/** @param {{number: number, roll: string | null}} finding */
const eventName = ({ number, roll }) => `Event ${number}${roll ? ` (${roll})` : ''}`;

/** Findings shown at most. */
const SHOWN = 50;

/** @param {{report: Report}} props */
const Findings = ({ report }) => {
  const { log, here, rules, error } = report;
  const counts = rules ?? { ...here, typed: here.trusted, let_go: here.letGo };
  const left = needed(rules?.other_rulebooks ?? []).length > 0;
  const good = here.wrong.length === 0 && rules?.matches && !left;
  const bad = here.wrong.length > 0 || rules?.matches === false;
  return html`
  <p class="verdict ${good ? 'good' : ''}">
    <${Icon} name=${good ? 'seal' : bad || error || left ? 'warning' : 'more'} size=${24} />${verdict(report)}</p>
  <h3>This browser</h3>
  <${List} log=${log} findings=${here.wrong} stopped=${here.stopped ?? null}
    right="The chain, promises, randomness and dice match, as far as this log shows them." />
  <h3>The server</h3>
  ${
    error &&
    html`<p class="notice"><${Icon} name="warning" />
      <span>The server did not run the rules: ${error.message} Run <code>oddsmith verify</code> to do without it.
      </span></p>`
  }
  ${!error && rules === undefined && html`<p class="soft" role="status">It is running the rules of every roll…</p>`}
  ${
    rules &&
    html`<${List} log=${log} findings=${rules.mismatches} stopped=${rules.stopped}
      right=${
        left
          ? 'Who did what matches, and so do the results that can be checked here.'
          : 'Who did what, results, and what they did to sheets match.'
      } />`
  }
  ${rules && html`<${OtherRulebooks} others=${rules.other_rulebooks} />`}
  ${rules?.remarks.map((remark) => html`<p class="small soft">${remark}</p>`)}
  <dl class="facts">
    <div><dt>Table</dt><dd>${here.title}</dd></div>
    <div><dt>Short digest, to compare with others</dt><dd>log ${here.events} · <code>${short(here.digest)}</code></dd>
    </div>
    <div><dt>Rolls worked out again</dt><dd>${counts.rolls}</dd></div>
    <div><dt>of these with another witness in all dice</dt><dd>${counts.witnessed}</dd></div>
    <div><dt>of these with dice that had no other witness</dt><dd>${counts.alone}</dd></div>
    ${
      here.unasked.length > 0 &&
      html`<div>
        <dt>Rolls for which somebody was present and not asked</dt>
        <dd>${here.unasked
          .slice(0, SHOWN)
          .map(({ roll, names }) => `${roll}: ${names.join(', ')}`)
          .join('; ')}${here.unasked.length > SHOWN && `, and ${here.unasked.length - SHOWN} more`}</dd>
      </div>`
    }
    ${FACTS.map(([name, said]) => counts[name] > 0 && html`<div><dt>${said}</dt><dd>${counts[name]}</dd></div>`)}
    ${here.early > 0 && html`<div><dt>Rolls whose roller gave randomness before the roll was written down, as in old versions</dt><dd>${here.early}</dd></div>`}
    ${here.unseen > 0 && html`<div><dt>Rolls whose roller gave randomness with the command and did not say what they had seen, so the server could choose the seal</dt><dd>${here.unseen}</dd></div>`}
    ${here.unknown > 0 && html`<div><dt>Rolls with dice that only the rules work out</dt><dd>${here.unknown}</dd></div>`}
    ${
      rules &&
      rules.unchecked > 0 &&
      html`<div>
        <dt>Commands that only hidden rolls could explain, not checkable with this log</dt><dd>${rules.unchecked}</dd>
      </div>`
    }
  </dl>
  ${
    here.alone > 0 &&
    html`<p class="small soft">
      Where nobody but the server and whoever rolled gave randomness, the two of them together could have chosen the
      dice.
    </p>`
  }`;
};

const FACTS = /** @type {const} */ ([
  ['unpledged', 'Rolls by somebody who had not pledged their randomness'],
  ['late', 'Rolls with dice that landed without somebody who was asked'],
  ['let_go', 'Rolls taken back while the dice were in the air'],
  ['typed', 'Rolls with real dice, or with none, taken on trust'],
  ['hidden', 'Rolls that this log hides'],
  ['unfinished', 'Rolls that were not over'],
]);

/**
 * @param {{log: any, findings: {number: number, roll: string | null, what: string, found: unknown, expected: unknown}[], stopped:
 *   number | null, right: string}} props
 */
const List = ({ log, findings, stopped, right }) => {
  if (findings.length === 0) return html`<p>${right}</p>`;
  const groups = byEvent(findings);
  return html`<ul class="stack">${groups.slice(0, SHOWN).map(
    (group) => html`<li class="notice bad"><${Icon} name="warning" />
      <div><strong>${inWords(log, group)}</strong>
        ${group.every(isDigest) && html`<p class="small soft">${eventName(group[0])}</p>`}
        ${group
          .filter((finding) => !isDigest(finding))
          .map(
            (finding) => html`<p class="small soft">${eventName(finding)}: ${finding.what}</p>
          <dl class="found"><dt>Found</dt><dd>${shown(finding.found)}</dd>
            <dt>Expected</dt><dd>${shown(finding.expected)}</dd></dl>`,
          )}</div>
    </li>`,
  )}</ul>
  ${groups.length > SHOWN && html`<p class="small soft">And ${groups.length - SHOWN} more.</p>`}
  ${stopped !== null && html`<p class="small soft">What follows event ${stopped} was not checked.</p>`}`;
};
