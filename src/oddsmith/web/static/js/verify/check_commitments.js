// Checks of what several commit to unseen and then open: hands and choices.
import { chosen, thrown } from '../lib/fair/fair_rolls.js';
import { isRedacted } from './findings.js';

/** @typedef {import('../table/store/fold.js').Event} Event */
/** @typedef {import('./check_roll.js').RollCheck} RollCheck */

/** Milliseconds that others are waited for (docs/fair-rolls.md). */
const WAITS = { throw: 60_000, bare: 20_000, choose: 120_000, open: 20_000 };

/** Each hand, and the one that it beats. */
const BEATS = /** @type {Record<string, string>} */ ({ rock: 'scissors', paper: 'rock', scissors: 'paper' });

/** The face of a test by hands. @param {string} mine @param {string} theirs */
const faceOf = (mine, theirs) => (mine === theirs ? 'even' : BEATS[mine] === theirs ? 'up' : 'down');

/** @param {RollCheck} check @param {Event} event @param {Record<string, any>} body @param {number} at */
export const threw = (check, event, body, at) => {
  commits(check, event.by ?? '', body, at, check.waits.between.includes(event.by), WAITS.throw, WAITS.bare, 2);
};

/** Checks that time is not up. @param {RollCheck} check @param {number} at */
const timely = (check, at) => {
  if (check.until !== 0 && at >= check.until)
    check.differs('the time', `${(at - check.until) / 1000} s too late`, 'before time is up');
};

/** @param {RollCheck} check @param {Event} event @param {Record<string, any>} body @param {number} at */
export const chose = (check, event, body, at) => {
  if (isRedacted(event) || check.standing === 'hidden') return;
  check.same('whose choice it is', body.member, event.by);
  const sides = check.waits.sides.map((/** @type {{who: string}} */ { who }) => who);
  commits(
    check,
    body.who,
    body,
    at,
    sides.includes(body.who) && !check.late.includes(body.who),
    WAITS.choose,
    WAITS.open,
    sides.length,
  );
};

/**
 * @param {RollCheck} check
 * @param {string} who
 * @param {Record<string, any>} body
 * @param {number} at
 * @param {boolean} may
 * @param {number} others how long the others are waited for
 * @param {number} opening how long for all to open
 * @param {number} all
 */
const commits = (check, who, body, at, may, others, opening, all) => {
  if (!may || check.committed.has(who))
    check.differs('who commits', who, may ? 'somebody who has not yet' : 'one of those who are waited for');
  else if ([...check.committed.values()].some(({ digest }) => digest === body.commitment))
    check.differs('the commitment', body.commitment, 'one of their own');
  else check.committed.set(who, { member: body.member, digest: body.commitment });
  timely(check, at);
  check.same('the round', body.round, check.waits.round);
  const wait = check.committed.size === all ? opening : others;
  check.same('how long is waited', body.wait, wait);
  check.until = at + wait;
};

/** @param {RollCheck} check @param {Event} event @param {Record<string, any>} body @param {number} at */
export const bared = (check, event, body, at) => {
  timely(check, at);
  opens(check, event.by ?? '', body, check.committed.size === 2);
  check.same('whose hand it is', body.member, event.by);
};

/** @param {RollCheck} check @param {Event} event @param {Record<string, any>} body @param {number} at */
export const disclosed = (check, event, body, at) => {
  if (isRedacted(event) || check.standing === 'hidden') return;
  timely(check, at);
  check.same('whose choice it is', body.member, event.by);
  opens(check, body.who, body, check.committed.size + check.late.length === check.waits.sides.length);
  check.same('whose choice it is', event.by, check.committed.get(body.who)?.member);
};

/** @param {RollCheck} check @param {string} who @param {Record<string, any>} body @param {boolean} time */
const opens = (check, who, body, time) => {
  check.same('the round', body.round, check.waits.round);
  if (!time || !check.committed.has(who) || check.opened.has(who))
    check.differs('who opens', who, 'somebody who has committed and not opened yet, after all have');
  check.opened.add(who);
};

/** @param {RollCheck} check @param {Event} event @param {Record<string, any>} body @param {number} at */
export const waitsNoLonger = (check, event, body, at) => {
  if (isRedacted(event) || check.standing === 'hidden') return;
  const late = check.waits.sides
    .map((/** @type {{who: string}} */ { who }) => who)
    .filter((/** @type {string} */ who) => !check.committed.has(who));
  if (check.committed.size === 0 || check.late.length > 0 || late.length === 0)
    check.differs('who was late', body.late, 'nobody');
  check.same('the round', body.round, check.waits.round);
  check.same('how long is waited', body.wait, WAITS.open);
  check.same('who was late', body.late, late);
  intime(check, at, late);
  check.late = late;
  check.until = at + WAITS.open;
};

/**
 * Checks that whoever was late has had their time. @param {RollCheck} check @param {number} at @param {string[]} late
 */
const intime = (check, at, late) => {
  if (late.length > 0 && at < check.until)
    check.differs(
      `the time at which ${late.join(' and ')} ${late.length > 1 ? 'are' : 'is'} late`,
      `${(check.until - at) / 1000} s too early`,
      'when time is up',
    );
};

/** @param {RollCheck} check @param {Record<string, any>} body @param {number} at */
export const met = (check, body, at) => {
  check.rounds += 1;
  const { between, round } = check.waits;
  const kept = check.committed.size < 2 ? check.committed : check.opened;
  const late = between.filter((/** @type {string} */ member) => !kept.has(member));
  check.same('the round', body.round, round);
  check.same('who forfeits', body.forfeit, late);
  intime(check, at, late);
  if (check.committed.size === 0) check.differs('what comes next', 'hands that meet', 'that somebody throws');
  const [mine, theirs] = between;
  check.same('whose hands there are', Object.keys(body.hands).sort(), [...between].sort());
  check.same('whose nonces there are', Object.keys(body.nonces).sort(), [...check.opened].sort());
  for (const member of between) {
    const hand = body.hands[member];
    check.same(`whether ${member} opened`, hand !== null, check.opened.has(member));
    if (hand === null) continue;
    const promised = check.committed.get(member)?.digest;
    const right =
      check.opened.has(member) &&
      thrown(check.table, check.roll, round, member, hand, body.nonces[member] ?? '') === promised;
    if (!right) check.differs(`the hand of ${member}`, hand, `the one committed to as ${promised}`);
  }
  const face =
    late.length === 2
      ? 'even'
      : late.length === 1
        ? late[0] === mine
          ? 'down'
          : 'up'
        : faceOf(body.hands[mine], body.hands[theirs]);
  check.same('the face', body.face, face);
  if (body.stretch)
    check.same(
      'the nonces of the dice that follow',
      Object.entries(body.stretch.nonces).sort(),
      Object.entries(body.nonces).sort(),
    );
};

/** @param {RollCheck} check @param {Event} event @param {Record<string, any>} body @param {number} at */
export const revealed = (check, event, body, at) => {
  if (isRedacted(event) || check.standing === 'hidden') return;
  check.rounds += 1;
  check.same('the round', body.round, check.waits.round);
  const settled = check.committed.size + check.late.length === check.waits.sides.length;
  if (check.committed.size === 0 || !settled) check.differs('what comes next', 'options', 'that all have chosen');
  intime(
    check,
    at,
    [...check.committed.keys()].filter((who) => !check.opened.has(who)),
  );
  check.same('how many decide', body.sides.length, check.waits.sides.length);
  /** @type {Record<string, string>} */
  const nonces = {};
  for (const [place, side] of body.sides.entries()) {
    const { who, options } = check.waits.sides[place];
    const promise = check.committed.get(who);
    check.same('who decides', side.who, who);
    check.same(`who decided as ${who}`, side.member, promise?.member ?? null);
    const opened = check.opened.has(who);
    check.same(`whether ${who} opened`, [side.option !== null, side.nonce !== null], [opened, opened]);
    if (opened && side.nonce !== null) nonces[promise?.member ?? ''] ??= side.nonce;
    if (side.option === null) check.same(`what ${who} takes`, side.taken, options[0]);
    else if (
      promise === undefined ||
      side.taken !== side.option ||
      chosen(check.table, check.roll, body.round, who, promise.member, side.option, side.nonce) !== promise.digest
    ) {
      check.differs(`what ${who} takes`, side.taken, `what was committed to as ${promise?.digest}`);
    }
  }
  if (body.stretch)
    check.same(
      'the nonces of the dice that follow',
      Object.entries(body.stretch.nonces).sort(),
      Object.entries(nonces).sort(),
    );
};
