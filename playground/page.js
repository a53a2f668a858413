// The page: asks the worker while somebody types, and shows what it answers.
import {
  EditorView, HighlightStyle, basicSetup, completeFromList, python, pythonLanguage, setDiagnostics, syntaxHighlighting, tags,
} from './editor.js';

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

// The worker: one question is under way at a time; of those that wait for one place, only the last is asked.
let worker, under = null, number = 0;
const waiting = new Map();
const start = () => {
  worker = new Worker('./worker.js', { type: 'module' });
  worker.onmessage = ({ data }) => {
    if (under?.id !== data.id) return;
    const { then } = under;
    under = null;
    then(data.answer);
    next();
  };
  worker.onerror = (event) => (at('state').textContent = `Python did not start: ${event.message ?? 'a file is missing'}`);
};
const next = () => {
  at('stop').hidden = under === null;
  if (under !== null) return;
  const [first] = waiting;
  at('state').textContent = first ? 'Working…' : 'Ready';
  if (!first) return;
  waiting.delete(first[0]);
  under = { id: ++number, then: first[1].then };
  at('stop').hidden = false;
  worker.postMessage({ id: number, request: first[1].request });
};
const ask = (place, request, then) => {
  waiting.set(place, { request, then });
  next();
};
at('stop').onclick = () => {
  worker.terminate();
  under = null;
  waiting.clear();
  start();
  ask('start', { kind: 'start' }, () => (at('state').textContent = 'Ready'));
  at('rules-wrong').textContent = 'Stopped. Change the rules, or ask again.';
};

// What is shown.
const made = (tag, text = '', more = {}) => Object.assign(document.createElement(tag), { textContent: text }, more);
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const percent = (p) => `${(100 * p).toFixed(2)} %`;
const row = (name, exact, p, most = 1) => {
  const line = made('li');
  const meter = made('span', '', { className: 'meter' });
  const bar = made('i');
  bar.style.width = `${(100 * p) / most}%`;
  meter.append(bar);
  line.append(made('span', name), made('b', percent(p)), meter, made('span', exact, { className: 'exact' }));
  return line;
};
const list = (rows) => {
  const all = made('ul', '', { className: 'odds-list' });
  all.append(...rows);
  return all;
};
const showOdds = (place, odds) => {
  const parts = [];
  const events = Object.entries(odds.events);
  if (events.length) parts.push(list(events.map(([name, each]) => row(odds.titles[name], each.p, each.float))));
  for (const [name, each] of Object.entries(odds.measures)) {
    const rows = each.pmf ?? [];
    const most = Math.max(...rows.map(([, , p]) => p));
    parts.push(made('h3', `${capital(odds.titles[name])}${each.mean ? `: ${each.mean.float.toFixed(2)} on average` : ''}`));
    parts.push(list(rows.map(([value, exact, p]) => row(String(value), exact, p, most))));
  }
  if (odds.policy) parts.unshift(made('p', `Every decision takes ${odds.policy}.`, { className: 'small soft' }));
  at(place).replaceChildren(...parts);
};
const wrong = (problem) => (problem ? `${problem.detail} ${problem.remedy ?? ''}` : '');

// Dice.
const notation = () => {
  const text = at('notation').value.trim();
  at('notation-line').textContent = '';
  if (text === '') return at('notation-odds').replaceChildren();
  ask('notation', { kind: 'notation', text }, ({ problem, odds }) =>
    problem ? at('notation-odds').replaceChildren(made('p', wrong(problem), { className: 'wrong' })) : showOdds('notation-odds', odds));
};
at('notation-roll').onclick = () =>
  ask('notation roll', { kind: 'notation roll', text: at('notation').value.trim() }, ({ problem, line }) =>
    (at('notation-line').textContent = problem ? wrong(problem) : line));

// Rules.
const asked = () => ({
  system: at('game').value.startsWith('system:') ? at('game').value.slice(7) : '',
  code: editor.state.doc.toString(),
  action: at('action').value,
  inputs: Object.fromEntries([...at('inputs').querySelectorAll('input')].map((each) => [each.name, each.value])),
});
const mark = (problem) => {
  at('rules-wrong').textContent = wrong(problem);
  const lines = editor.state.doc.lines;
  const found = problem?.line >= 1 && problem.line <= lines ? [editor.state.doc.line(problem.line)] : [];
  editor.dispatch(setDiagnostics(editor.state, found.map(({ from, to }) => ({ from, to, severity: 'error', message: wrong(problem) }))));
};
const options = (select, entries, chosen) => {
  select.replaceChildren(...entries.map(([value, text]) => new Option(text, value, false, value === chosen)));
};
const rules = () => {
  at('rules-rolled').replaceChildren();
  ask('rules', { kind: 'rules', ...asked() }, (told) => {
    mark(told.problem);
    if (told.problem) return;
    options(at('action'), told.actions.map(({ name, title }) => [name, title]), told.action);
    const names = [...at('inputs').querySelectorAll('input')].map((each) => each.name);
    if (names.join() !== told.inputs.map(({ name }) => name).join()) {
      at('inputs').replaceChildren(...told.inputs.map(({ name, help, value }) => {
        const field = made('label', help || name, { className: 'field' });
        field.append(made('input', '', { name, value, type: 'text' }));
        return field;
      }));
    }
    const goals = Object.entries(told.goals);
    options(at('goal'), goals, told.goals[at('goal').value] ? at('goal').value : goals[0]?.[0]);
    showOdds('rules-odds', told.odds);
    at('best').replaceChildren();
    best();
  });
};
const situation = ({ situation, at: { rule } }) =>
  Object.entries(situation).map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(', ') || rule;
const best = () => {
  if (!at('goal').value) return;
  ask('best', { kind: 'best', goal: at('goal').value, ...asked() }, (told) => {
    if (told.problem) return at('best').replaceChildren(made('p', wrong(told.problem), { className: 'wrong' }));
    const { value, unspent, plan, chance } = told.best;
    const shown = ({ exact, float }) => `${chance ? percent(float) : float.toFixed(2)} (${exact})`;
    const steps = (plan ?? []).map((each) => made('li', `${situation(each)}: ${each.who === 'player' ? '' : `${each.who}: `}${each.choose}`));
    at('best').replaceChildren(
      made('p', `Best play: ${shown(value)}. Always the first option: ${shown(unspent)}.`),
      made('ol', '', { className: 'plan' }));
    at('best').lastChild.append(...steps);
  });
};
at('rules-roll').onclick = () =>
  ask('roll', { kind: 'roll', ...asked() }, ({ problem, roll }) => {
    if (problem) return mark(problem);
    const ends = roll.verdict.map((name) => roll.titles[name]).join(', ') || Object.entries(roll.measures).map(([n, v]) => `${roll.titles[n]} ${v}`).join(', ') || 'Failure';
    const thrown = roll.trail.filter(({ kind }) => kind === 'roll').map((each) => each.faces.map((face) => face.face ?? face.value ?? face).join(' '));
    at('rules-rolled').replaceChildren(made('p', `${ends}${thrown.length ? ` (${thrown.join('; ')})` : ''}`));
  });

// The link holds what is written.
const through = async (bytes, stream) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
const keep = async () => {
  const text = JSON.stringify({ notation: at('notation').value, game: at('game').value, code: editor.state.doc.toString() });
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  const packed = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
  history.replaceState(null, '', `#${packed.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')}`);
};
const kept = async () => {
  try {
    const bytes = Uint8Array.from(atob(location.hash.slice(1).replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'))));
  } catch {
    return {};
  }
};
const timers = {};
const soon = (name, run) => {
  clearTimeout(timers[name]);
  timers[name] = setTimeout(() => (run(), keep()), 350);
};

const link = await kept();
const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--green)' }, { tag: tags.string, color: 'var(--s2)' },
  { tag: tags.comment, color: 'var(--soft)' }, { tag: tags.number, color: 'var(--brass)' },
]);
let names = [];
const editor = new EditorView({
  parent: at('editor'),
  doc: link.code ?? RULE,
  extensions: [
    syntaxHighlighting(colours), basicSetup, python(),
    pythonLanguage.data.of({ autocomplete: (context) => completeFromList(names)(context) }),
    EditorView.contentAttributes.of({ 'aria-label': 'Rules in Python', tabindex: '0' }),
    EditorView.updateListener.of((update) => update.docChanged && soon('rules', rules)),
  ],
});
at('notation').value = link.notation ?? '4d6kh3';
at('notation').oninput = () => soon('notation', notation);
at('inputs').oninput = () => soon('rules', rules);
at('action').onchange = () => soon('rules', rules);
at('goal').onchange = best;

if ('serviceWorker' in navigator) {
  await navigator.serviceWorker.register('./service.js').catch(() => undefined);
  await navigator.serviceWorker.ready;
  if (!navigator.serviceWorker.controller) await new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', done, { once: true }));
}
start();
ask('start', { kind: 'start' }, ({ systems, gallery, names: known }) => {
  names = known.map((label) => ({ label, type: 'function' }));
  const chosen = link.game ?? 'own';
  options(at('game'), [['own', 'Your own'], ...gallery.map(({ name, title }) => [`gallery:${name}`, title]), ...systems.map((name) => [`system:${name}`, name])], chosen);
  const turn = () => (at('editor').hidden = at('game').value.startsWith('system:'));
  at('game').onchange = () => {
    const game = gallery.find(({ name }) => `gallery:${name}` === at('game').value);
    turn();
    at('inputs').replaceChildren();
    at('action').replaceChildren();
    if (game) editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: game.code } });
    soon('rules', rules);
  };
  turn();
  notation();
  rules();
});
