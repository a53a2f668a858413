// The page: asks the worker while somebody types, and shows what it answers.
import { ask, begin, forget, stop } from './asking.js';
import { editorOf, markLine, replace, textOf } from './editing.js';
import { keep, kept } from './link.js';
import { at, box, list, made, options } from './parts.js';
import { bestParts, oddsParts, rollLine, wrongParts, wrongWords } from './shown.js';

/**
 * @typedef {import('./shown.js').Problem} Problem
 * @typedef {{name: string, title: string}} Titled
 * @typedef {{systems: Titled[], gallery: (Titled & {code: string})[], known: import('./completing.js').KnownNames}} Start
 * @typedef {{actions: Titled[], action: string, inputs: {name: string, help: string, value: string}[],
 *   goals: Record<string, string>, decides: boolean, odds: import('./shown.js').Odds, problem?: Problem}} Rules
 */

const LONG = 5; // seconds, after which the page says what may be done
const RULE = `from typing import Annotated

from oddsmith import choose, d6, roll
from oddsmith.games import Game, Limits

game = Game("Lantern")


@game.action
async def search(dice: Annotated[int, Limits(1, 10, "dice rolled")] = 3) -> bool:
    """Every 5 and 6 finds something; roll all of them again, once, if you like."""
    found = await roll(d6.pool(dice).count(at_least=5))
    if await choose("player", ("keep", "roll again")) == "roll again":
        found = await roll(d6.pool(dice).count(at_least=5))
    return found >= 2
`;

const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => (document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light');
dark.addEventListener('change', paint);
paint();

// Dice.
const notation = () => {
  const text = box('notation').value.trim();
  at('notation-line').textContent = '';
  forget('notation roll');
  if (text === '') {
    forget('notation');
    at('notation-odds').replaceChildren();
    return;
  }
  ask('notation', { kind: 'notation', text }, ({ problem, odds }) =>
    at('notation-odds').replaceChildren(...(problem ? wrongParts(problem) : oddsParts(odds))),
  );
};
at('notation-roll').onclick = () =>
  ask(
    'notation roll',
    { kind: 'notation roll', text: box('notation').value.trim() },
    ({ problem, line }) => (at('notation-line').textContent = problem ? wrongWords(problem) : line),
  );

// Rules.
/** @type {import('./completing.js').KnownNames} */
let known = { names: {}, members: {} };
/** @returns {Record<string, string>} */
const entered = () =>
  Object.fromEntries([...at('inputs').querySelectorAll('input')].map((each) => [each.name, each.value]));
const asked = () => ({
  system: list('game').value.startsWith('system:') ? list('game').value.slice(7) : '',
  code: textOf(editor),
  action: list('action').value || link.action || '',
  inputs: link.inputs && at('inputs').childElementCount === 0 ? link.inputs : entered(),
});
/** @param {Problem} [problem] */
const mark = (problem) => {
  at('rules-wrong').textContent = wrongWords(problem);
  markLine(editor, wrongWords(problem), problem?.line);
};
const clear = () => {
  for (const place of ['rules-rolled', 'rules-odds', 'best']) at(place).replaceChildren();
  for (const place of ['roll', 'best']) forget(place);
};
/** @param {Rules['inputs']} inputs */
const fill = (inputs) => {
  if (Object.keys(entered()).join() === inputs.map(({ name }) => name).join()) return;
  const fields = inputs.map(({ name, help, value }) => {
    const field = made('label', help || name, { className: 'field' });
    field.append(made('input', '', { name, value, type: 'text' }));
    return field;
  });
  at('inputs').replaceChildren(...fields);
};
const rules = () => {
  at('rules-rolled').replaceChildren();
  forget('roll');
  forget('best');
  ask('rules', { kind: 'rules', ...asked() }, (/** @type {Rules} */ told) => {
    mark(told.problem);
    if (told.problem) {
      clear();
      return;
    }
    const titles = told.actions.map(({ name, title }) => /** @type {[string, string]} */ ([name, title]));
    options(list('action'), titles, told.action);
    fill(told.inputs);
    const goals = Object.entries(told.goals);
    const goal = [list('goal').value, link.goal ?? ''].find((each) => told.goals[each]) ?? goals[0]?.[0];
    options(list('goal'), goals, goal);
    at('rules-odds').replaceChildren(...oddsParts(told.odds));
    at('best').replaceChildren();
    if (told.decides) best();
  });
};
const best = () => {
  if (!list('goal').value) return;
  ask('best', { kind: 'best', goal: list('goal').value, ...asked() }, ({ problem, best: found }) =>
    at('best').replaceChildren(...(problem ? wrongParts(problem) : bestParts(found))),
  );
};
at('rules-roll').onclick = () =>
  ask('roll', { kind: 'roll', ...asked() }, ({ problem, roll, otherwise }) =>
    problem ? mark(problem) : at('rules-rolled').replaceChildren(made('p', rollLine(roll, otherwise))),
  );

// What is written is kept in the link, and asked a moment after the last key.
const written = () => ({
  notation: box('notation').value,
  game: list('game').value,
  code: textOf(editor),
  action: list('action').value,
  inputs: entered(),
  goal: list('goal').value,
});
/** @type {Map<string, ReturnType<typeof setTimeout>>} */
const timers = new Map();
/** @param {string} name @param {() => void} run */
const soon = (name, run) => {
  clearTimeout(timers.get(name));
  const ended = () => {
    run();
    keep(written());
  };
  timers.set(name, setTimeout(ended, 350));
};
const changed = () => {
  link.action = link.inputs = link.goal = undefined;
  begun();
  soon('rules', rules);
};

let link = await kept();
const broken = link.broken;
if (broken) link = {};
addEventListener('hashchange', () => location.reload());

let own = link.game && link.game !== 'own' ? RULE : (link.code ?? RULE);
const editor = editorOf(at('editor'), link.code ?? RULE, () => known, changed);

// Rules that came with a link are a stranger's program: they run once somebody has said so.
let stranger = link.code !== undefined && link.code !== RULE;
const begun = () => {
  stranger = false;
  at('stranger').hidden = true;
};
at('run').onclick = () => {
  begun();
  rules();
};

box('notation').value = link.notation ?? '4d6kh3';
at('notation').oninput = () => soon('notation', notation);
at('inputs').oninput = () => soon('rules', rules);
at('action').onchange = () => {
  at('inputs').replaceChildren();
  soon('rules', rules);
};
at('goal').onchange = () => soon('best', best);

const ready = (/** @type {Start} */ { systems, gallery, known: told }) => {
  known = told;
  /** @type {[string, string][]} */
  const entries = [['own', 'Your own']];
  for (const { name, title } of gallery) entries.push([`gallery:${name}`, title]);
  for (const { name, title } of systems) entries.push([`system:${name}`, title]);
  const game = list('game');
  options(game, entries, link.game ?? 'own');
  let before = game.value;
  const turn = () => (at('editor').hidden = game.value.startsWith('system:'));
  game.onchange = () => {
    if (before === 'own') own = textOf(editor);
    before = game.value;
    const copied = gallery.find(({ name }) => `gallery:${name}` === before);
    turn();
    at('inputs').replaceChildren();
    at('action').replaceChildren();
    clear();
    if (before === 'own') replace(editor, own);
    else if (copied) replace(editor, copied.code);
    changed();
  };
  stranger &&= !gallery.some(({ code }) => code === link.code);
  const opened = gallery.find(({ name }) => `gallery:${name}` === link.game);
  if (opened && link.code === undefined) replace(editor, opened.code);
  turn();
  notation();
  if (stranger && !game.value.startsWith('system:')) at('stranger').hidden = false;
  else rules();
  if (link.game?.startsWith('gallery:') && !opened) at('link-wrong').textContent = 'The gallery has no such game.';
  if (broken) at('link-wrong').textContent = 'The link is broken: it was not copied whole.';
};
at('stop').onclick = () => {
  const place = stop();
  const shown = place.startsWith('notation') ? 'notation-line' : 'rules-wrong';
  if (place !== 'start') at(shown).textContent = 'Stopped. Change it, or ask again.';
};

// The worker that keeps the files; the page goes on without one where there is none.
/** @param {number} seconds */
const patience = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));
const controlled = async () => {
  const workers = navigator.serviceWorker;
  if (!workers || !(await workers.register('./service.js').catch(() => undefined))) return;
  await workers.ready;
  if (workers.controller) return;
  const claimed = new Promise((done) => workers.addEventListener('controllerchange', done, { once: true }));
  await Promise.race([claimed, patience(2)]);
};
await Promise.race([controlled(), patience(60)]);
begin({
  state: (text) => (at('state').textContent = text),
  busy: (busy) => (at('stop').hidden = !busy),
  spent: (seconds) => {
    at('spent').textContent = seconds < 2 ? '' : `${Math.floor(seconds)} s`;
    if (at('long').hidden !== seconds < LONG) at('long').hidden = seconds < LONG;
  },
});
ask('start', { kind: 'start' }, (told) => {
  if (told.problem) at('state').textContent = `Python did not start: ${told.problem.detail}`;
  else ready(told);
});
