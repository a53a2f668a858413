// The page: asks the worker while somebody types, and shows what it answers.
import { ask, begin, forget, stop } from './asking.js';
import {
  EditorView,
  HighlightStyle,
  basicSetup,
  completeFromList,
  python,
  pythonLanguage,
  setDiagnostics,
  syntaxHighlighting,
  tags,
} from './editor.js';
import { keep, kept } from './link.js';
import { made, oddsParts, percent, rollLine, wrongWords } from './shown.js';

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
const at = (id) => document.getElementById(id);

const dark = matchMedia('(prefers-color-scheme: dark)');
const paint = () => (document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light');
dark.addEventListener('change', paint);
paint();

// Dice.
const notation = () => {
  const text = at('notation').value.trim();
  at('notation-line').textContent = '';
  forget('notation roll');
  if (text === '') {
    forget('notation');
    at('notation-odds').replaceChildren();
    return;
  }
  ask('notation', { kind: 'notation', text }, ({ problem, odds }) =>
    at('notation-odds').replaceChildren(
      ...(problem ? [made('p', wrongWords(problem), { className: 'wrong' })] : oddsParts(odds)),
    ),
  );
};
at('notation-roll').onclick = () =>
  ask(
    'notation roll',
    { kind: 'notation roll', text: at('notation').value.trim() },
    ({ problem, line }) => (at('notation-line').textContent = problem ? wrongWords(problem) : line),
  );

// Rules.
const entered = () =>
  Object.fromEntries([...at('inputs').querySelectorAll('input')].map((each) => [each.name, each.value]));
const asked = () => ({
  system: at('game').value.startsWith('system:') ? at('game').value.slice(7) : '',
  code: editor.state.doc.toString(),
  action: at('action').value || link.action || '',
  inputs: link.inputs && at('inputs').childElementCount === 0 ? link.inputs : entered(),
});
const mark = (problem) => {
  at('rules-wrong').textContent = wrongWords(problem);
  const lines = editor.state.doc.lines;
  const found = problem?.line >= 1 && problem.line <= lines ? [editor.state.doc.line(problem.line)] : [];
  const message = wrongWords(problem);
  editor.dispatch(
    setDiagnostics(
      editor.state,
      found.map(({ from, to }) => ({ from, to, severity: 'error', message })),
    ),
  );
};
const options = (select, entries, chosen) => {
  select.replaceChildren(...entries.map(([value, text]) => new Option(text, value, false, value === chosen)));
};
const clear = () => {
  for (const place of ['rules-rolled', 'rules-odds', 'best']) at(place).replaceChildren();
  for (const place of ['roll', 'best']) forget(place);
};
const rules = () => {
  at('rules-rolled').replaceChildren();
  forget('roll');
  forget('best');
  ask('rules', { kind: 'rules', ...asked() }, (told) => {
    mark(told.problem);
    if (told.problem) {
      clear();
      return;
    }
    options(
      at('action'),
      told.actions.map(({ name, title }) => [name, title]),
      told.action,
    );
    const names = Object.keys(entered());
    if (names.join() !== told.inputs.map(({ name }) => name).join()) {
      at('inputs').replaceChildren(
        ...told.inputs.map(({ name, help, value }) => {
          const field = made('label', help || name, { className: 'field' });
          field.append(made('input', '', { name, value, type: 'text' }));
          return field;
        }),
      );
    }
    const goals = Object.entries(told.goals);
    const goal = [at('goal').value, link.goal].find((each) => told.goals[each]) ?? goals[0]?.[0];
    options(at('goal'), goals, goal);
    at('rules-odds').replaceChildren(...oddsParts(told.odds));
    at('best').replaceChildren();
    if (told.decides) best();
  });
};
const situation = ({ situation, at: { rule } }) =>
  Object.entries(situation)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ') || rule;
const best = () => {
  if (!at('goal').value) return;
  ask('best', { kind: 'best', goal: at('goal').value, ...asked() }, (told) => {
    if (told.problem) {
      at('best').replaceChildren(made('p', wrongWords(told.problem), { className: 'wrong' }));
      return;
    }
    const { value, unspent, plan, chance } = told.best;
    const shown = ({ exact, float }) =>
      `${chance ? percent(float) : float.toFixed(2)}${exact.length <= 40 ? ` (${exact})` : ''}`;
    const steps = (plan ?? []).map((each) => [
      situation(each),
      `${each.who === 'player' ? '' : `${each.who}: `}${each.choose}`,
    ]);
    steps.sort(([one], [other]) => one.localeCompare(other, 'en', { numeric: true }));
    const list = made('ol', '', { className: 'plan' });
    list.append(...steps.map(([where, what]) => made('li', `${where}: ${what}`)));
    at('best').replaceChildren(
      made('p', `Best play: ${shown(value)}. Always the first option: ${shown(unspent)}.`),
      list,
    );
  });
};
at('rules-roll').onclick = () =>
  ask('roll', { kind: 'roll', ...asked() }, ({ problem, roll }) =>
    problem ? mark(problem) : at('rules-rolled').replaceChildren(made('p', rollLine(roll))),
  );

// What is written is kept in the link, and asked a moment after the last key.
const written = () => ({
  notation: at('notation').value,
  game: at('game').value,
  code: editor.state.doc.toString(),
  action: at('action').value,
  inputs: entered(),
  goal: at('goal').value,
});
const timers = {};
const soon = (name, run) => {
  clearTimeout(timers[name]);
  timers[name] = setTimeout(() => {
    run();
    keep(written());
  }, 350);
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

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--green)' },
  { tag: tags.string, color: 'var(--s2)' },
  { tag: tags.comment, color: 'var(--soft)' },
  { tag: tags.number, color: 'var(--brass)' },
]);
let names = [];
let own = link.game && link.game !== 'own' ? RULE : (link.code ?? RULE);
const editor = new EditorView({
  parent: at('editor'),
  doc: link.code ?? RULE,
  extensions: [
    syntaxHighlighting(colours),
    basicSetup,
    python(),
    pythonLanguage.data.of({ autocomplete: (context) => completeFromList(names)(context) }),
    EditorView.contentAttributes.of({ 'aria-label': 'Rules in Python', tabindex: '0' }),
    EditorView.updateListener.of((update) => update.docChanged && changed()),
  ],
});
const replace = (code) => editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: code } });

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

at('notation').value = link.notation ?? '4d6kh3';
at('notation').oninput = () => soon('notation', notation);
at('inputs').oninput = () => soon('rules', rules);
at('action').onchange = () => {
  at('inputs').replaceChildren();
  soon('rules', rules);
};
at('goal').onchange = () => soon('best', best);

const ready = ({ systems, gallery, names: known }) => {
  names = known.map((label) => ({ label, type: 'function' }));
  const entries = [
    ['own', 'Your own'],
    ...gallery.map(({ name, title }) => [`gallery:${name}`, title]),
    ...systems.map(({ name, title }) => [`system:${name}`, title]),
  ];
  options(at('game'), entries, link.game ?? 'own');
  let before = at('game').value;
  const turn = () => (at('editor').hidden = at('game').value.startsWith('system:'));
  at('game').onchange = () => {
    if (before === 'own') own = editor.state.doc.toString();
    before = at('game').value;
    const game = gallery.find(({ name }) => `gallery:${name}` === before);
    turn();
    at('inputs').replaceChildren();
    at('action').replaceChildren();
    clear();
    if (before === 'own') replace(own);
    else if (game) replace(game.code);
    changed();
  };
  stranger &&= !gallery.some(({ code }) => code === link.code);
  turn();
  notation();
  if (stranger && !at('game').value.startsWith('system:')) at('stranger').hidden = false;
  else rules();
  if (broken) at('link-wrong').textContent = 'The link is broken: it was not copied whole.';
};
at('stop').onclick = () => {
  const place = stop();
  const shown = place.startsWith('notation') ? 'notation-line' : 'rules-wrong';
  if (place !== 'start') at(shown).textContent = 'Stopped. Change it, or ask again.';
};

// The worker that keeps the files; the page goes on without one where there is none.
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
begin({ state: (text) => (at('state').textContent = text), busy: (busy) => (at('stop').hidden = !busy) });
ask('start', { kind: 'start' }, (told) =>
  told.problem ? (at('state').textContent = `Python did not start: ${told.problem.detail}`) : ready(told),
);
