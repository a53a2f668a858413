// This browser's share in every roll: the randomness that it pledges and gives, and a memory of all of it and of what it
// asked for, so that no log can say in its name what it never said.
import { store, stored } from '../../lib/browser/preferences.js';
import { pledged as promised, pledge as pledged } from '../../lib/fair/fair_rolls.js';
import { nonce } from '../../lib/fair/random.js';
import { Problem } from '../../lib/net/api.js';
import { ROLLER_WAIT, WITNESS_WAIT } from '../../verify/check_roll.js';
import { asks } from './asked.js';
import { contentOf } from './fold.js';

/** @typedef {import('./fold.js').Event} Event */
/** @typedef {import('./store.js').Table} Table */

/** Witnesses waited for at most (docs/fair-rolls.md). */
const WITNESSES = 64;

/** Pledges that stand, so that rolls which follow one another at once all have them; few are topped up. */
const STANDING = 16;
const FEW = 12;

/** What of the memory is kept, and how. An older page remembered less, and would accuse the log of what it forgot. */
const FORM = 3;

/** Pledges, gifts and requests remembered. */
const PLEDGES = 256;
const GIFTS = 512;
const REQUESTS = 64;

/** Milliseconds that the page has listened without a break when a withdrawn pledge cannot be its own doing any more. */
const STEADY = 3000;

/**
 * @typedef {object} Kept
 * @property {number} form
 * @property {number} since the number of the last event before this browser began to remember
 * @property {[string, string, number][]} pledges with their nonces, and how far the log was
 * @property {[string, number][]} gifts nonces, hands and digests that this browser has sent, and how far the log was
 * @property {import('./asked.js').Request[]} requests for which dice may fall
 */

export class Share {
  /** @param {Table} table */
  constructor(table) {
    this.table = table;
    /** @type {Kept | undefined} */
    this.memory = undefined; // for browsers that store nothing
    this.read = { text: '', kept: /** @type {Kept | undefined} */ (undefined) };
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

  get key() {
    return `share.${this.table.id}.${this.me}`;
  }

  /** Begins to remember, if this browser has not yet. */
  begin() {
    if (this.kept === undefined)
      this.keep({ form: FORM, since: this.state.number, pledges: [], gifts: [], requests: [] });
  }

  /** Reads the memory, which other pages of this browser share. @returns {Kept | undefined} */
  get kept() {
    const found = stored(this.key);
    if (found === null) return this.memory;
    if (found !== this.read.text) this.read = { text: found, kept: JSON.parse(found) };
    return this.read.kept?.form === FORM ? this.read.kept : undefined;
  }

  /** @param {Kept} kept */
  keep(kept) {
    const pledges = kept.pledges.slice(-PLEDGES);
    const gifts = kept.gifts.slice(-GIFTS);
    const requests = kept.requests.slice(-REQUESTS);
    // What is forgotten was used long before the middle of what is not.
    const { since } = kept;
    const later = Math.max(
      pledges.length < kept.pledges.length ? pledges[PLEDGES / 2][2] : 0,
      gifts.length < kept.gifts.length ? gifts[GIFTS / 2][1] : 0,
      requests.length < kept.requests.length ? requests[REQUESTS / 2].since : 0,
    );
    this.memory = { form: FORM, since: Math.max(since, later), pledges, gifts, requests };
    store(this.key, JSON.stringify(this.memory));
  }

  /** Notes that something leaves this browser. @param {...string} what */
  gives(...what) {
    const kept = /** @type {Kept} */ (this.kept);
    this.keep({
      ...kept,
      gifts: [...kept.gifts, ...what.map((each) => /** @type {[string, number]} */ ([each, this.state.number]))],
    });
  }

  /** Fresh nonces, kept by their pledges until somebody rolls. @param {number} count @returns {string[]} the pledges */
  fresh(count) {
    const kept = /** @type {Kept} */ (this.kept);
    const made = Array.from({ length: count }, () => {
      const secret = nonce();
      return /** @type {[string, string, number]} */ ([
        pledged(this.table.id, this.me, secret),
        secret,
        this.state.number,
      ]);
    });
    this.keep({ ...kept, pledges: [...kept.pledges, ...made] });
    return made.map(([promise]) => promise);
  }

  /** @param {string | undefined} promise */
  nonceOf(promise) {
    return this.kept?.pledges.find(([each]) => each === promise)?.[1];
  }

  /** Whether all pledges that stand are of this browser. */
  get own() {
    return this.state.you.pledges.every((promise) => this.nonceOf(promise) !== undefined);
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
    try {
      return await this.next(async () => {
        if (this.state.you.pledges.length === 0 || !this.own) await this.pledgeNow();
        const kept = /** @type {Kept} */ (this.kept);
        const sent = JSON.parse(JSON.stringify(body)); // as it will be read
        const request = { id: nonce(), path, body: sent, since: this.state.number, at: Date.now() };
        this.keep({ ...kept, requests: [...kept.requests, request] });
        try {
          return await this.table.command('POST', path, body);
        } catch (error) {
          if (error instanceof Problem && error.status < 500) this.withdraw(request.id);
          throw error;
        }
      });
    } finally {
      this.pledge();
    }
  }

  /** What was refused must not happen later. @param {string} id */
  withdraw(id) {
    const kept = /** @type {Kept} */ (this.kept);
    this.keep({ ...kept, requests: kept.requests.filter((each) => each.id !== id) });
  }

  /**
   * Finds the request that an event carries out, which is none of the following events any more. The same in all pages
   * of this browser.
   * @param {Event} event
   */
  requestOf(event) {
    const kept = /** @type {Kept} */ (this.kept);
    const known = kept.requests.find(({ event: number }) => number === event.number);
    if (known !== undefined) return asks(known, event) ? known : undefined;
    const found = kept.requests.find((each) => each.event === undefined && asks(each, event));
    if (found === undefined) return undefined;
    const taken = { ...found, event: event.number };
    this.keep({ ...kept, requests: kept.requests.map((each) => (each === found ? taken : each)) });
    return taken;
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
    return this.table.command('POST', path, { ...body, ...sent, seen });
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
    await this.table.command('POST', '/pledge', own ? { pledges: made } : { pledge, pledges: rest });
  }

  /** Becomes a witness, or stays one, unless this browser has pledged for many rolls already. */
  pledge() {
    return this.next(async () => {
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
    const secret = this.nonceOf(promise);
    if (secret === undefined) {
      await this.pledge();
      return;
    }
    const dice = `${event.roll} ${stretch}`;
    try {
      const seen = this.seen();
      this.gives(secret);
      await this.table.command('POST', `/rolls/${event.roll}/witness`, { stretch, nonce: secret, seen });
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
   * Looks whether an event that happened while nobody was here says what this browser never said. @param {Event} event
   */
  review(event) {
    const kept = this.kept;
    if (kept === undefined || event.number <= kept.since) return;
    const found = this.said(event);
    if (found !== '') this.table.doubt(`event ${event.number}: ${found}`);
  }

  /** Finds what an event says in this browser's name that it never said. @param {Event} event */
  said(event) {
    const kept = this.kept;
    if (kept === undefined || event.number <= kept.since) return '';
    const found = inName(event, this.me, kept);
    const begun = contentOf(event).stretch;
    if (found !== '' || typeof begun !== 'object' || begun === null || event.by !== this.me) return found;
    return this.requestOf(event) === undefined ? 'this browser did not ask for these dice, or not for such ones' : '';
  }

  /**
   * Finds what an event says in this browser's name that it never said, or denies that it did; '' when it says nothing
   * of the kind. The state is that before the event.
   * @param {Event} event
   */
  doubt(event) {
    const kept = this.kept;
    if (kept === undefined || event.number <= kept.since) return '';
    const { you, rolls } = this.state;
    const found = this.said(event);
    if (found !== '') return found;
    const body = contentOf(event);
    const begun = typeof body.stretch === 'object' ? body.stretch : undefined;
    if (begun?.member === you.member && begun.seal !== you.seal)
      return 'the dice of this browser fell by another seal than the one it was shown before';
    if (begun && !(you.member in begun.nonces)) {
      const named = begun.witnesses[you.member];
      if (named === undefined && you.pledges.length > 0 && Object.keys(begun.witnesses).length < WITNESSES)
        return 'this browser was left out, though it had pledged its randomness';
      if (named === undefined && this.table.liveFor() > STEADY && !begun.unasked?.includes(you.member))
        return 'this browser was left out, and the log does not say so';
      if (named !== undefined && named !== you.pledges[0])
        return 'another pledge stands in this browser’s name than the one it gave';
    }
    if (
      event.kind === 'member.pledged' &&
      body.member === you.member &&
      body.pledge === null &&
      this.table.liveFor() > STEADY
    ) {
      return 'this browser’s pledge was withdrawn, though it never left';
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

const LATE = 'this browser is said to have been late, though it answered in time';

/**
 * Finds what an event says in a member's name that they never said.
 * @param {Event} event @param {string} me @param {Kept} kept
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
  if (own && body.commitment !== undefined && !gifts.has(body.commitment))
    return 'a hidden throw or choice in this browser’s name is not its own';
  if (own && 'pledge' in event.body && !pledges.has(event.body.pledge))
    return 'a pledge in this browser’s name is not its own';
  if (own && 'seen' in event.body && !gifts.has(event.body.seen?.digest))
    return 'what this browser had seen of the log is not what it said';
  return '';
};
