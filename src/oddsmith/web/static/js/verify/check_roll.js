// Checks one roll with nothing but its events: their order, seals, pledges, seeds and faces.
import { contentOf } from '../lib/fair/content.js';
import { ROLLER_WAIT, WITNESS_WAIT, pledge, seal, stretchSeed } from '../lib/fair/fair_rolls.js';
import { bared, chose, disclosed, met, revealed, threw, waitsNoLonger } from './check_commitments.js';
import { isRedacted, shown } from './findings.js';
import { fall, thrownTogether } from './check_faces.js';

/** @typedef {import('../table/store/fold.js').Event} Event */
/** @typedef {import('../lib/net/documents.js').TrailEntry} TrailEntry */
/** @typedef {import('./findings.js').Finding} Finding */

/**
 * @typedef {object} Stretch The dice between two decisions.
 * @property {string} seal
 * @property {string} seed
 * @property {string} facesSeed
 * @property {Record<string, string>} nonces
 * @property {string[]} others whose randomness is in it beside that of whoever rolled or decided
 * @property {string[]} missing
 * @property {string[]} unasked who was present and not asked for randomness
 * @property {'same' | 'none' | 'unknown' | 'differ'} faces whether the faces in the trail were found to follow from the
 *   seed
 */

/** Standings of a roll, in words. @type {Record<string, string>} */
const STANDS = {
  '': 'this roll was never opened',
  going: 'its dice are to land first',
  decision: 'it waits for a decision',
  faces: 'it waits for faces of real dice',
  hands: 'it waits for hands',
  choices: 'it waits for choices',
  hidden: 'it waits for somebody',
  over: 'this roll is over',
  undone: 'this roll was taken back',
};

/**
 * In which standing each kind of event may come; what a log hides may wait for anything.
 * @type {Record<string, string[]>}
 */
const MAY_COME = {
  'roll.opened': [''],
  'roll.witnessed': ['going'],
  'roll.waits': ['going'],
  'roll.finished': ['going'],
  'roll.answered': ['decision', 'hidden'],
  'roll.typed': ['faces', 'hidden'],
  'roll.thrown': ['hands'],
  'roll.bared': ['hands'],
  'roll.met': ['hands'],
  'roll.chosen': ['choices', 'hidden'],
  'roll.late': ['choices', 'hidden'],
  'roll.disclosed': ['choices', 'hidden'],
  'roll.revealed': ['choices', 'hidden'],
  'roll.undone': ['going', 'decision', 'faces', 'hands', 'choices', 'hidden', 'over'],
  'roll.shown': ['over', 'undone'],
};

/** After these a roll goes on by itself. */
const GOES_ON = new Set(['roll.opened', 'roll.answered', 'roll.typed', 'roll.met', 'roll.revealed']);

export class RollCheck {
  /** @param {string} table @param {string} roll */
  constructor(table, roll) {
    this.table = table;
    this.roll = roll;
    /** @type {Finding[]} */
    this.wrong = [];
    /** @type {Stretch[]} */
    this.stretches = [];
    this.standing = '';
    this.by = '';
    this.visibility = '';
    this.shown = false;
    this.hidden = false;
    this.source = '';
    this.letGo = false;
    this.rounds = 0; // of hands and choices that were opened
    this.steps = 0; // decisions that were taken one by one
    this.against = /** @type {string | null} */ (null);
    /** @type {string[]} */
    this.typed = [];
    this.number = 0;
    this.begun = 0;
    /**
     * The dice in the air.
     * @type {{number: number, event: number, roller: string | null, member: string, seal: string, nonces: Record<string,
     *   string>, own: string[], witnesses: Record<string, string>, unasked: string[], at: number} | undefined}
     */
    this.stretch = undefined;
    /** @type {Record<string, any>} */
    this.waits = {};
    /** @type {TrailEntry[]} */
    this.seen = [];
    /** Stretches of which no entry of the trail has told the faces. @type {Stretch[]} */
    this.untold = [];
    /** Commitments of this round, by member or by who decides. @type {Map<string, {member: string, digest: string}>} */
    this.committed = new Map();
    /** @type {Set<string>} */
    this.opened = new Set();
    this.until = 0;
    /** @type {string[]} */
    this.late = [];
    /** @type {Record<string, any>[]} */
    this.effects = [];
  }

  /** @param {string} what @param {unknown} found @param {unknown} expected */
  differs(what, found, expected) {
    this.wrong.push({ number: this.number, roll: this.roll, what, found: shown(found), expected: shown(expected) });
  }

  /** @param {string} what @param {unknown} found @param {unknown} expected */
  same(what, found, expected) {
    if (JSON.stringify(found) !== JSON.stringify(expected)) this.differs(what, found, expected);
  }

  /** Tells whether the next event must be this roll's, since nobody is waited for. */
  get goesOn() {
    return this.standing === 'going' && Object.keys(this.stretch?.witnesses ?? {}).length === 0;
  }

  /** Tells whether something comes of it by itself at a time that the log has named. */
  get waitsForTime() {
    return this.stretch !== undefined || (this.until !== 0 && ['hands', 'choices'].includes(this.standing));
  }

  /** One more event of the roll. @param {Event} event */
  take(event) {
    this.number = event.number;
    const body = contentOf(event);
    if (!(MAY_COME[event.kind] ?? []).includes(this.standing)) {
      this.differs('what comes next', event.kind, `nothing of the kind: ${STANDS[this.standing]}`);
      return;
    }
    this.hidden ||= isRedacted(event);
    if (event.kind === 'roll.opened') {
      this.by = event.by ?? '';
      this.visibility = event.visibility;
      this.source = body.source;
      this.against = body.against ?? null;
      this.typed = [...(body.faces ?? [])];
    }
    this.same('who sees it', event.visibility, this.visibility);
    this.says(event);
    const at = Date.parse(event.at);
    TAKES[event.kind]?.(this, event, body, at);
    if (typeof body.stretch === 'object' && body.stretch !== null) this.begins(event, body.stretch, at);
    if (GOES_ON.has(event.kind)) this.standing = 'going';
  }

  /** Whoever gives a nonce says what they have seen, and only they. @param {Event} event */
  says({ kind, by, body }) {
    if (kind !== 'roll.opened' && kind !== 'roll.answered') return;
    const gives = 'unused' in body || (by !== null && by in (body.stretch?.nonces ?? {}));
    this.same('whether it says what was seen', 'seen' in body, gives);
    if (!gives && 'pledge' in body) this.differs('the next pledge', body.pledge, 'not there without a nonce');
  }

  /** Everybody may see the roll from now on. */
  show() {
    if (this.visibility === 'everyone' || this.shown) this.differs('who sees it', 'everyone', 'somebody who did not');
    this.shown = true;
  }

  /** Dice begin to fall. @param {Event} event @param {Record<string, any>} begun @param {number} at */
  begins(event, begun, at) {
    const actor = event.by ?? this.by;
    this.same('the number of the stretch', begun.stretch, this.begun);
    this.same('whose dice they are', begun.member, actor);
    this.same('how long witnesses are waited for', begun.wait, WITNESS_WAIT);
    const roller = event.by !== null && event.by in begun.witnesses ? event.by : null;
    this.stretch = {
      number: begun.stretch,
      event: event.number,
      roller,
      member: begun.member,
      seal: begun.seal,
      nonces: { ...begun.nonces },
      own: roller === null ? Object.keys(begun.nonces) : [roller],
      witnesses: { ...begun.witnesses },
      unasked: begun.unasked ?? [],
      at,
    };
    this.begun += 1;
  }

  /** @param {Event} event @param {Record<string, any>} body */
  witnessed(event, body) {
    const { stretch } = this;
    const { member, nonce } = body;
    this.same('whose nonce it is', member, event.by);
    if (stretch === undefined || !(member in stretch.witnesses)) {
      this.differs('who gives a nonce', member, 'a witness whom the dice wait for');
      return;
    }
    this.same('the number of the stretch', body.stretch, stretch.number);
    const promised = stretch.witnesses[member];
    if (pledge(this.table, member, nonce) !== promised)
      this.differs(`the nonce of ${member}`, nonce, `the one pledged as ${promised}`);
    delete stretch.witnesses[member];
    if (stretch.roller !== null && !(body.seen?.number >= stretch.event))
      this.differs(
        `what ${member} had seen`,
        body.seen === null ? 'nothing' : `event ${body.seen.number}`,
        `event ${stretch.event}, by which the dice began to fall`,
      );
    stretch.nonces[member] = nonce;
  }

  /** @param {Event} event @param {Record<string, any>} body @param {number} at */
  waiting(event, body, at) {
    this.lands(event, body, at);
    if (!this.hidden) this.counts(body);
    this.waits = body;
    this.standing = isRedacted(event) ? 'hidden' : body.for;
    this.committed = new Map();
    this.opened = new Set();
    this.late = [];
    this.until = 0;
  }

  /** What a roll waits for says what came before. @param {Record<string, any>} body */
  counts(body) {
    if (body.for === 'decision') this.same('the number of the decision', body.step, this.steps);
    else if (body.for === 'faces') this.same('the faces so far', body.given, this.typed);
    else this.same('the number of the round', body.round, this.rounds);
    if (body.for === 'hands') this.same('between whom hands are thrown', body.between, [this.by, this.against]);
  }

  /** @param {Event} event @param {Record<string, any>} body @param {number} at */
  finished(event, body, at) {
    this.lands(event, body, at);
    this.standing = 'over';
    this.effects = body.effects ?? [];
  }

  /**
   * Dice have landed, if any were in the air. @param {Event} event @param {Record<string, any>} body @param {number} at
   */
  lands(event, body, at) {
    const { stretch } = this;
    this.stretch = undefined;
    const missing = Object.keys(stretch?.witnesses ?? {}).sort();
    const wait = missing.includes(stretch?.roller ?? '') ? ROLLER_WAIT : WITNESS_WAIT;
    if (stretch !== undefined && missing.length > 0 && at < stretch.at + wait) {
      this.differs(
        `the time at which dice land without ${missing.join(', ')}`,
        `${(at - stretch.at) / 1000} s after they began to fall`,
        `${wait / 1000} s or later`,
      );
    }
    if (isRedacted(event)) return;
    const rolls = (body.trail ?? []).filter((/** @type {TrailEntry} */ entry) => entry.kind === 'roll');
    const fresh = rolls.slice(this.seen.length);
    this.seen = rolls;
    const { landed } = body;
    if (stretch !== undefined && landed) this.landed(stretch, landed, missing);
    else if (stretch !== undefined || landed)
      this.differs(
        'the seed',
        landed?.seed,
        stretch ? 'there, since dice were in the air' : 'not there, since no dice were in the air',
      );
    this.faces(fresh);
  }

  /**
   * Checks the seed of dice that have landed, and that of their faces.
   * @param {NonNullable<RollCheck['stretch']>} stretch @param {Record<string, any>} landed @param {string[]} missing
   */
  landed(stretch, landed, missing) {
    this.reveals(stretch, landed);
    this.same('who was late', landed.missing, missing);
    const facesSeed = stretchSeed(this.table, this.roll, stretch.number, landed.seed, stretch.nonces);
    this.same('the seed of the faces', landed.faces_seed, facesSeed);
    const others = Object.keys(stretch.nonces).filter(
      (member) => !stretch.own.includes(member) || (stretch.own.length > 1 && member !== this.by),
    );
    /** @type {Stretch} */
    const fell = {
      seal: stretch.seal,
      seed: landed.seed,
      facesSeed,
      nonces: stretch.nonces,
      others,
      missing: landed.missing,
      unasked: stretch.unasked,
      faces: 'none',
    };
    this.stretches.push(fell);
    this.untold.push(fell);
  }

  /**
   * Checks the faces that entries tell for the first time: those of several stretches, if hands are among them.
   * @param {TrailEntry[]} fresh
   */
  faces(fresh) {
    const hands = this.source === 'hands';
    const told = thrownTogether(fresh, hands);
    if (hands && told.length === 0) return; // what fell is told later
    if (hands) this.same('how often dice fell', told.length, this.untold.length);
    for (const [place, stretch] of this.untold.entries()) {
      const fallen = fall(stretch.facesSeed, told[place] ?? []);
      stretch.faces = fallen.faces;
      if (fallen.faces === 'differ') this.differs('the faces', fallen.found, fallen.expected);
    }
    this.untold = [];
  }

  /** @param {{seal: string, number: number}} stretch @param {Record<string, any>} shown */
  reveals(stretch, shown) {
    this.same('the number of the stretch', shown.stretch, stretch.number);
    if (seal(this.table, shown.seed) !== stretch.seal)
      this.differs('the seed', shown.seed, `the one sealed as ${stretch.seal}`);
  }

  /** @param {Event} event @param {Record<string, any>} body */
  answered(event, body) {
    this.steps += 1;
    if (isRedacted(event) || this.standing === 'hidden') return;
    this.same('the decision', body.step, this.waits.step);
    if (!this.waits.options.includes(body.option))
      this.differs('the option', body.option, `one of: ${this.waits.options.join(', ')}`);
  }

  /** @param {Event} event @param {Record<string, any>} body */
  undone(event, body) {
    const { stretch } = this;
    this.standing = 'undone';
    this.stretch = undefined;
    this.letGo = stretch !== undefined;
    if (isRedacted(event)) return;
    const back = this.effects.map((effect) => ({ ...effect, by: -effect.by })).reverse();
    const plain = (/** @type {Record<string, any>[]} */ effects) =>
      effects.map(({ character, resource, by }) => `${by} ${resource} of ${character}`);
    if (!this.hidden) this.same('what is taken back', plain(body.effects), plain(back));
    const { let_go: shown } = body;
    if ((shown === undefined) !== (stretch === undefined))
      this.differs(
        'the seed of the dice in the air',
        shown?.seed,
        stretch ? 'there' : 'not there, since there were none',
      );
    if (stretch === undefined || shown === undefined) return;
    this.reveals(stretch, shown);
    this.same(
      'the nonces of the dice in the air',
      Object.entries(shown.nonces).sort(),
      Object.entries(stretch.nonces).sort(),
    );
  }
}

/**
 * Checks of events by kind, beside whether they may come.
 * @type {Record<string, (check: RollCheck, event: Event, body: Record<string, any>, at: number) => void>}
 */
const TAKES = {
  'roll.witnessed': (check, event, body) => check.witnessed(event, body),
  'roll.waits': (check, event, body, at) => check.waiting(event, body, at),
  'roll.finished': (check, event, body, at) => check.finished(event, body, at),
  'roll.answered': (check, event, body) => check.answered(event, body),
  'roll.typed': (check, _, body) => check.typed.push(...(body.faces ?? [])),
  'roll.thrown': (check, event, body, at) => threw(check, event, body, at),
  'roll.bared': (check, event, body, at) => bared(check, event, body, at),
  'roll.met': (check, _, body, at) => met(check, body, at),
  'roll.chosen': (check, event, body, at) => chose(check, event, body, at),
  'roll.disclosed': (check, event, body, at) => disclosed(check, event, body, at),
  'roll.late': (check, event, body, at) => waitsNoLonger(check, event, body, at),
  'roll.revealed': (check, event, body, at) => revealed(check, event, body, at),
  'roll.undone': (check, event, body) => check.undone(event, body),
  'roll.shown': (check) => check.show(),
};

/**
 * Everything that can be checked of a roll without the rules and without the rest of the log.
 * @param {string} table @param {string} roll @param {Event[]} events of the roll, as far as they may be seen
 */
export const checkRoll = (table, roll, events) => {
  const check = new RollCheck(table, roll);
  for (const event of events) if (event.kind.startsWith('roll.')) check.take(event);
  return check;
};
