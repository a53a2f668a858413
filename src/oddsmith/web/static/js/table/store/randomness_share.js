// This browser's share in every roll: the randomness that it pledges and gives, and a memory of all of it and of what it
// asked for, so that no log can say in its name what it never said.
import { contentOf } from '../../lib/fair/content.js';
import {
  ROLLER_WAIT,
  WITNESSES,
  WITNESS_WAIT,
  pledged as promised,
  pledge as pledged,
} from '../../lib/fair/fair_rolls.js';
import { nonce } from '../../lib/fair/random.js';
import { Problem } from '../../lib/net/api.js';
import { asks, ends } from './asked.js';
import { Memory } from './memory.js';

/** @typedef {import('./fold.js').Event} Event */
/** @typedef {import('./store.js').Table} Table */

/** Pledges that stand, so that rolls which follow one another at once all have them; few are topped up. */
const STANDING = 16;
const FEW = 12;

/** Milliseconds until all pages of this browser know what one of them wrote. */
const SPREAD = 700;

/** Milliseconds that the page has listened without a break when a withdrawn pledge cannot be its own doing any more. */
const STEADY = 3000;

export class Share {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Memory | undefined} */
    this.remembered = undefined;
    /** @type {AbortController | undefined} */
    this.watching = undefined;
    /** One command with a nonce after another. @type {Promise<unknown>} */
    this.turn = Promise.resolve();
    /** Stretches for which this browser gave its nonce in time, as the server said or must have known. @type {Set<string>} */
    this.taken = new Set();
    /** Stretches that landed without it. @type {Set<string>} */
    this.missed = new Set();
  }

  get state() {
    return /** @type {import('./fold.js').State} */ (this.table.state.value);
  }

  get me() {
    return this.state.you.member;
  }

  /** What this browser remembers; it begins to with the first look. */
  get memory() {
    this.remembered ??= new Memory(`${this.table.id}.${this.me}`, this.state.number);
    return this.remembered;
  }

  /** Begins to remember, and to speak for the browser, while this is the page that is looked at. */
  begin() {
    if (document.visibilityState === 'visible') this.memory.lead();
    if (this.watching) return;
    this.watching = new AbortController();
    const how = { signal: this.watching.signal };
    const lead = () => {
      if (document.visibilityState !== 'visible') return;
      this.memory.lead();
      this.pledge();
    };
    addEventListener('focus', lead, how);
    document.addEventListener('visibilitychange', lead, how);
    addEventListener('pagehide', () => this.memory.rest(), how);
  }

  end() {
    this.watching?.abort();
    this.watching = undefined;
    this.remembered?.rest();
  }

  get kept() {
    return this.memory.kept;
  }

  /** Notes that something leaves this browser. @param {...string} what */
  gives(...what) {
    this.memory.add({ gifts: what.map((each) => /** @type {[string, number]} */ ([each, this.state.number])) });
  }

  /** Fresh nonces, kept by their pledges until somebody rolls. @param {number} count @returns {string[]} the pledges */
  fresh(count) {
    const made = Array.from({ length: count }, () => {
      const secret = nonce();
      return /** @type {[string, string, number]} */ ([
        pledged(this.table.id, this.me, secret),
        secret,
        this.state.number,
      ]);
    });
    this.memory.add({ pledges: made });
    return made.map(([promise]) => promise);
  }

  /** @param {string | undefined} promise */
  nonceOf(promise) {
    return this.kept.pledges.find(([each]) => each === promise)?.[1];
  }

  /** Whether all pledges that stand are of this browser, for nonces that it has not given: an older log has such ones. */
  get own() {
    const { pledges, gifts } = this.kept;
    const given = new Set(gifts.map(([gift]) => gift));
    const known = new Set(pledges.flatMap(([promise, secret]) => (given.has(secret) ? [] : [promise])));
    return this.state.you.pledges.every((promise) => known.has(promise));
  }

  /** The last event that is known here: whoever is shown another log cannot take part in this one. */
  seen() {
    const { number, digest } = this.state;
    this.gives(digest);
    return { number, digest };
  }

  /**
   * Carries out a command for which dice may fall. Its nonce stays here until the log shows what was asked for: nobody
   * can choose what to write by it.
   * @param {string} path @param {object} body
   * @returns {Promise<any>}
   */
  async give(path, body) {
    this.memory.lead();
    try {
      return await this.next(async () => {
        if (this.state.you.pledges.length === 0 || !this.own) await this.pledgeNow();
        try {
          return await this.asking('POST', path, body);
        } catch (error) {
          // Its pledges were withdrawn, and the page has not heard: there was no nonce in what was refused.
          if (!(error instanceof Problem) || error.field !== 'nonce') throw error;
          await this.table.catchUp();
          await this.pledgeNow();
          return await this.asking('POST', path, body);
        }
      });
    } finally {
      this.pledge();
    }
  }

  /**
   * Carries out a command, and remembers it: no log can say in its name what this browser never asked for.
   * @param {'POST' | 'PATCH' | 'DELETE'} method @param {string} path @param {object} [body]
   * @returns {Promise<any>}
   */
  async asking(method, path, body) {
    const sent = JSON.parse(JSON.stringify(body ?? {})); // as it will be read
    const id = nonce();
    const opened = this.state.rolls.get(path.split('/')[2])?.events.find(({ kind }) => kind === 'roll.opened');
    const like = path.endsWith('/repeat') && opened ? contentOf(opened) : undefined;
    const act = `${method} ${path}`;
    this.memory.add({ requests: [{ id, act, body: sent, like, since: this.state.number, at: Date.now() }] });
    try {
      return await this.table.send(method, path, body);
    } catch (error) {
      if (error instanceof Problem && error.status < 500) this.memory.withdraw(id); // it must not happen later
      throw error;
    }
  }

  /**
   * Finds the request that an event carries out, which is none of the following events any more. The same in all pages
   * of this browser.
   * @param {Event} event
   */
  requestOf(event) {
    const { requests } = this.kept;
    const known = requests.find(({ event: number }) => number === event.number);
    if (known !== undefined) return asks(known, event) ? known : undefined;
    const found = requests.find((each) => each.event === undefined && asks(each, event));
    if (found !== undefined && ends(found.act, event)) this.memory.carriedOut(found.id, event.number);
    return found;
  }

  /**
   * Opens what this browser had committed to.
   * @param {string} path
   * @param {object} body
   * @param {string} kept what was committed to, and its nonce
   */
  open(path, body, kept) {
    const sent = JSON.parse(kept);
    const seen = this.seen();
    this.gives(sent.nonce);
    return this.asking('POST', path, { ...body, ...sent, seen });
  }

  /** @template T @param {() => Promise<T>} work @returns {Promise<T>} */
  next(work) {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }

  /** Tops up the pledges that stand; those of another browser of the same person are replaced. */
  async pledgeNow() {
    const { own } = this;
    const made = this.fresh(STANDING - (own ? this.state.you.pledges.length : 0));
    const [pledge, ...rest] = made;
    await this.table.send('POST', '/pledge', own ? { pledges: made } : { pledge, pledges: rest });
  }

  /** Becomes a witness, or stays one, unless this browser has pledged for many rolls already. */
  pledge() {
    return this.next(async () => {
      if (!this.memory.leads) return;
      if (this.state.you.pledges.length >= FEW && this.own) return;
      try {
        await this.pledgeNow();
      } catch {
        // the dice land without this witness, and the log says so
      }
    });
  }

  /**
   * Gives the nonce that dice wait for, which began to fall by an event.
   * @param {Event} event @param {number} stretch @param {string} promise
   */
  async witness(event, stretch, promise) {
    if (!this.memory.leads) return;
    if (this.nonceOf(promise) === undefined) await spread();
    const secret = this.nonceOf(promise);
    if (secret === undefined) {
      await this.pledge();
      return;
    }
    const dice = `${event.roll} ${stretch}`;
    try {
      const seen = this.seen();
      this.gives(secret);
      await this.table.send('POST', `/rolls/${event.roll}/witness`, { stretch, nonce: secret, seen });
      this.taken.add(dice);
    } catch (error) {
      // Too late for this one; but dice of one's own cannot have waited long enough before one has asked for them.
      const asked = event.by === this.me ? this.requestOf(event) : undefined;
      if (asked && error instanceof Problem && error.status === 409 && Date.now() - asked.at < ROLLER_WAIT) {
        this.taken.add(dice);
        if (this.missed.has(dice)) this.table.doubt(`event ${event.number}: ${LATE}`);
      }
    }
    await this.pledge(); // be there for the next
  }

  /**
   * Looks whether an event says in this browser's name what it never said, and tells whether it does. What another page
   * of it has said may take a moment to be known here.
   * @param {Event} event
   */
  async review(event) {
    if (!this.memory.leads || this.said(event) === '') return true;
    await spread();
    const found = this.said(event);
    if (found !== '') this.table.doubt(`event ${event.number}: ${found}`);
    return found === '';
  }

  /** Finds what an event says in this browser's name that it never said. @param {Event} event */
  said(event) {
    const { kept } = this;
    if (event.number <= kept.since) return '';
    const found = inName(event, this.me, kept);
    if (found !== '' || event.by !== this.me || GIVEN.has(event.kind) || this.requestOf(event) !== undefined)
      return found;
    return contentOf(event).stretch instanceof Object
      ? 'it throws dice in your name that this browser did not ask for'
      : 'it is in your name, and this browser asked for nothing like it';
  }

  /**
   * Finds in an event that came as it happened that a pledge was withdrawn though this page was there. One that comes
   * otherwise may tell of a break in the stream that nobody here has noticed. @param {Event} event
   */
  withdrawn({ kind, body, number }) {
    const mine = kind === 'member.pledged' && body.member === this.me && body.pledge === null;
    if (!mine || number <= this.kept.since || this.table.stream.lasts <= STEADY) return '';
    return 'this browser’s pledge was withdrawn, though it never left';
  }

  /**
   * Finds in an event that this browser was passed over without a word, should the server know that it is there: then
   * the event comes by its stream as well. The state is that before the event.
   * @param {Event} event
   */
  passedOver(event) {
    const { stretch: begun } = contentOf(event);
    if (event.number <= this.kept.since || typeof begun !== 'object' || begun === null) return '';
    const named = this.me in begun.nonces || this.me in begun.witnesses || begun.unasked?.includes(this.me);
    return named || this.table.stream.lasts <= STEADY ? '' : 'this browser was left out, and the log does not say so';
  }

  /**
   * Finds how an event leaves out what this browser gave, or passes it over; '' when it does not. The state is that
   * before the event.
   * @param {Event} event
   */
  doubt(event) {
    if (event.number <= this.kept.since) return '';
    const { you, rolls } = this.state;
    const body = contentOf(event);
    const begun = typeof body.stretch === 'object' ? body.stretch : undefined;
    if (begun?.member === you.member && begun.seal !== you.seal)
      return 'the dice of this browser fell by another seal than the one it was shown before';
    if (begun && !(you.member in begun.nonces)) {
      const named = begun.witnesses[you.member];
      if (named === undefined && you.pledges.length > 0 && Object.keys(begun.witnesses).length < WITNESSES)
        return 'this browser was left out, though it had pledged its randomness';
      if (named !== undefined && named !== you.pledges[0])
        return 'another pledge stands in this browser’s name than the one it gave';
    }
    const { landed } = body;
    if (landed?.missing?.length > 0) {
      const dice = `${event.roll} ${landed.stretch}`;
      if (landed.missing.includes(you.member)) {
        if (this.taken.has(dice)) return LATE;
        this.missed.add(dice);
      }
      const opened = rolls.get(event.roll ?? '')?.events.findLast((each) => typeof each.body.stretch === 'object');
      const roller = opened?.by ?? '';
      const waits = roller in (opened?.body.stretch.witnesses ?? {}) && landed.missing.includes(roller);
      if (opened && Date.parse(event.at) - Date.parse(opened.at) < (waits ? ROLLER_WAIT : WITNESS_WAIT))
        return 'the dice landed without waiting for everybody';
    }
    return '';
  }
}

const spread = () => new Promise((resolve) => setTimeout(resolve, SPREAD));

/** Events that bring what this browser gives; it is known by that. */
const GIVEN = new Set(['member.pledged', 'roll.witnessed']);

const LATE = 'this browser is said to have been late, though it answered in time';

/**
 * Finds what an event says in a member's name that they never said.
 * @param {Event} event @param {string} me @param {import('./memory.js').Kept} kept
 */
const inName = (event, me, kept) => {
  const pledges = new Set(kept.pledges.map(([promise]) => promise));
  const gifts = new Set(kept.gifts.map(([gift]) => gift));
  const body = contentOf(event);
  const begun = typeof body.stretch === 'object' && body.stretch !== null ? body.stretch : undefined;
  const own = event.by === me;
  if (
    event.kind === 'member.pledged' &&
    body.member === me &&
    promised([], body).some((promise) => !pledges.has(promise))
  )
    return 'a pledge in this browser’s name is not its own';
  if (event.roll === null || !event.kind.startsWith('roll.')) return '';
  if (begun && me in begun.nonces && !gifts.has(begun.nonces[me]))
    return 'randomness in this browser’s name is not what it gave';
  if (event.kind === 'roll.witnessed' && body.member === me && !gifts.has(body.nonce))
    return 'randomness in this browser’s name is not what it gave';
  if (begun && me in begun.witnesses && !pledges.has(begun.witnesses[me]))
    return 'a pledge in this browser’s name is not its own';
  if (begun && begun.wait !== WITNESS_WAIT) return 'the dice do not wait for witnesses as long as they have to';
  if (own && 'pledge' in event.body && !pledges.has(event.body.pledge))
    return 'a pledge in this browser’s name is not its own';
  if (own && 'seen' in event.body && !gifts.has(event.body.seen?.digest))
    return 'what this browser had seen of the log is not what it said';
  return '';
};
