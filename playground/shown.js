// Makes what the page shows of odds.

const MANY = 200;
const FEW = 0.0005; // ends of a distribution that are told together
const LONG = 40; // letters of an exact fraction that fit

/** @param {string} tag @param {string} [text] @param {object} [more] */
export const made = (tag, text = '', more = {}) =>
  Object.assign(document.createElement(tag), { textContent: text }, more);

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {number} p */
export const percent = (p) => `${(100 * p).toFixed(2)} %`;

const row = (name, exact, p, most = 1) => {
  const line = made('li');
  const meter = made('span', '', { className: 'meter' });
  const bar = made('i');
  bar.style.width = `${Math.min(100, (100 * p) / most)}%`;
  meter.append(bar);
  const fits = exact.length <= LONG;
  line.append(
    made('span', name),
    made('b', percent(p)),
    meter,
    made('span', fits ? exact : '', { className: 'exact', title: fits ? '' : exact }),
  );
  return line;
};

const list = (rows) => {
  const all = made('ul', '', { className: 'odds-list' });
  all.append(...rows);
  return all;
};

const number = (value) => String(value).replace('-', '−');

/** The rows of a measure: those in the midst, and both ends told together where they are long or hardly come up. */
const rowsOf = (pmf) => {
  let low = 0;
  let high = pmf.length;
  const ends = { below: 0, above: 0 };
  if (pmf.length > 30) {
    while (low < high && ends.below + pmf[low][2] < FEW) ends.below += pmf[low++][2];
    while (high > low && ends.above + pmf[high - 1][2] < FEW) ends.above += pmf[--high][2];
  }
  while (high - low > MANY) {
    if (pmf[low][2] < pmf[high - 1][2]) ends.below += pmf[low++][2];
    else ends.above += pmf[--high][2];
  }
  const kept = pmf.slice(low, high);
  const most = kept.reduce((found, [, , p]) => Math.max(found, p), Number.MIN_VALUE);
  const rows = kept.map(([value, exact, p]) => row(number(value), exact, p, most));
  if (low > 0) rows.unshift(row(`${number(pmf[low - 1][0])} or less`, '', ends.below, most));
  if (high < pmf.length) rows.push(row(`${number(pmf[high][0])} or more`, '', ends.above, most));
  return rows;
};

/** What is shown of a document of odds. @param {any} odds */
export const oddsParts = (odds) => {
  const parts = [];
  if (odds.policy) parts.push(made('p', `Every decision takes ${odds.policy}.`, { className: 'small soft' }));
  const events = Object.entries(odds.events);
  if (events.length)
    parts.push(list(events.slice(0, MANY).map(([name, each]) => row(capital(odds.titles[name]), each.p, each.float))));
  const unlisted = events.length - MANY + (odds.unlisted?.outcomes ?? 0);
  if (unlisted > 0) parts.push(made('p', `And ${unlisted} less likely ones.`, { className: 'small soft' }));
  for (const [name, each] of Object.entries(odds.measures)) {
    parts.push(
      made(
        'h3',
        `${capital(odds.titles[name])}${each.mean ? `: ${number(each.mean.float.toFixed(2))} on average` : ''}`,
      ),
    );
    parts.push(list(rowsOf(each.pmf ?? [])));
  }
  return parts;
};

/** How a roll ended, and what was thrown. @param {any} roll */
export const rollLine = (roll) => {
  const happened = roll.verdict.map((name) => capital(roll.titles[name]));
  const failed = happened.length === 0 && Object.keys(roll.events).length > 0 ? ['Failure'] : [];
  const measured = Object.entries(roll.measures).map(([name, value]) => `${roll.titles[name]} ${number(value)}`);
  const thrown = roll.trail
    .filter(({ kind }) => kind === 'roll')
    .map((each) => each.faces.map((face) => face.face ?? face.value ?? face).join(' '));
  return `${[...happened, ...failed, ...measured].join(', ')}${thrown.length ? ` (${thrown.join('; ')})` : ''}`;
};

/** @param {any} problem */
export const wrongWords = (problem) => (problem ? `${problem.detail} ${problem.remedy ?? ''}` : '');
