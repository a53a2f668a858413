// This browser's share in every roll: the randomness that it pledges and gives, and a memory of all of it, so that no
// log can say in its name what it never gave.
import { store, stored } from '../../lib/browser/preferences.js';
import { pledged as promised, pledge as pledged } from '../../lib/fair/fair_rolls.js';
import { nonce } from '../../lib/fair/random.js';
import { Problem } from '../../lib/net/api.js';

/** @typedef {import('./fold.js').Event} Event */
/** @typedef {import('./store.js').Table} Table */

/** Milliseconds that dice wait for witnesses, and how many of them (docs/fair-rolls.md). */
export const WITNESS_WAIT = 1000;
export const WITNESSES = 64;

/** Pledges that stand, so that rolls which follow one another at once all have them; few are topped up. */
const STANDING = 16;
const FEW = 12;

/** What of the memory is kept, and how. An older page remembered less, and would accuse the log of what it forgot. */
const FORM = 2;

/** Pledges and gifts remembered. */
const PLEDGES = 256;
const GIFTS = 512;

/** Milliseconds that the page has listened without a break when a withdrawn pledge cannot be its own doing any more. */
const STEADY = 3000;

/**
 * @typedef {object} Kept
 * @property {number} form
 * @property {number} since the number of the last event before this browser began to remember
 * @property {[string, string, number][]} pledges with their nonces, and how far the log was
 * @property {[string, number][]} gifts nonces, hands and digests that this browser has sent, and how far the log was
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
    /** Stretches for which the server has taken this browser's nonce. @type {Set<string>} */
    this.taken = new Set();
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
    if (this.kept === undefined) this.keep({ form: FORM, since: this.state.number, pledges: [], gifts: [] });
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
    // What is forgotten was used long before the middle of what is not.
    const { since } = kept;
    const later = Math.max(
      pledges.length < kept.pledges.length ? pledges[PLEDGES / 2][2] : 0,
      gifts.length < kept.gifts.length ? gifts[GIFTS / 2][1] : 0,
    );
    this.memory = { form: FORM, since: Math.max(since, later), pledges, gifts };
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

  /** The pledge of the nonce that this browser gives for its own dice. */
  get last() {
    const { pledges } = this.state.you;
    return pledges[pledges.length - 1];
  }

  /** @param {string | undefined} promise */
  nonceOf(promise) {
    return this.kept?.pledges.find(([each]) => each === promise)?.[1];
  }

  /**
   * How far the log was when a nonce left this browser; undefined if it never did. A command that was refused was read
   * all the same, so its nonce is no secret.
   * @param {string | undefined} secret
   */
  given(secret) {
    return this.kept?.gifts.find(([gift]) => gift === secret)?.[1];
  }

  /** Whether a pledge stands for a nonce that nobody but this browser knows. @param {string} promise */
  isSecret(promise) {
    const secret = this.nonceOf(promise);
    return secret !== undefined && this.given(secret) === undefined;
  }

  /** The last event that is known here: whoever is shown another log cannot take part in this one. */
  seen() {
    const { number, digest } = this.state;
    this.gives(digest);
    return { number, digest };
  }

  /**
   * Carries out a command for which dice may fall, with the nonce that this browser has pledged last: rolls of others
   * meanwhile take its first. Each attempt has a nonce of its own, since who made a seal may know those that were sent.
   * @param {string} path @param {() => object} body asked for when it is its turn
   * @returns {Promise<any>}
   */
  async give(path, body) {
    try {
      return await this.next(async () => {
        try {
          return await this.giving(path, body);
        } catch (error) {
          if (!(error instanceof Problem) || error.status !== 409) throw error;
          await this.table.catchUp();
          return await this.giving(path, body); // there was a new seal, or another page of this browser had pledged
        }
      });
    } finally {
      this.pledge();
    }
  }

  /** @param {string} path @param {() => object} body */
  async giving(path, body) {
    if (!this.isSecret(this.last)) await this.pledgeNow();
    const secret = /** @type {string} */ (this.nonceOf(this.last));
    const seen = this.seen();
    this.gives(secret);
    return this.table.command('POST', path, { ...body(), nonce: secret, seen });
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

  /** Tops up the pledges that stand; those of another browser of the same person, and known ones, are replaced. */
  async pledgeNow() {
    const { pledges } = this.state.you;
    const own = pledges.every((each) => this.isSecret(each));
    const made = this.fresh(STANDING - (own ? pledges.length : 0));
    const [pledge, ...rest] = made;
    await this.table.command('POST', '/pledge', own ? { pledges: made } : { pledge, pledges: rest });
  }

  /** Becomes a witness, or stays one, unless this browser has pledged for many rolls already. */
  pledge() {
    return this.next(async () => {
      const { pledges } = this.state.you;
      if (pledges.length >= FEW && this.isSecret(this.last)) return;
      try {
        await this.pledgeNow();
      } catch {
        // the dice land without this witness, and the log says so
      }
    });
  }

  /** Gives the nonce that a roll waits for. @param {string} roll @param {number} stretch @param {string} promise */
  async witness(roll, stretch, promise) {
    const secret = this.nonceOf(promise);
    if (secret === undefined) {
      await this.pledge();
      return;
    }
    try {
      const seen = this.seen();
      this.gives(secret);
      await this.table.command('POST', `/rolls/${roll}/witness`, { stretch, nonce: secret, seen });
      this.taken.add(`${roll} ${stretch}`);
    } catch {
      // too late for this one
    }
    await this.pledge(); // be there for the next
  }

  /**
   * Looks whether an event that happened while nobody was here says what this browser never said. @param {Event} event
   */
  review(event) {
    const kept = this.kept;
    if (kept === undefined || event.number <= kept.since) return;
    const found = inName(event, this.me, kept);
    if (found !== '') this.table.doubt(`event ${event.number}: ${found}`);
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
    const found = inName(event, you.member, kept);
    if (found !== '') return found;
    const body = { ...event.body, ...event.hidden };
    const begun = typeof body.stretch === 'object' ? body.stretch : undefined;
    if (begun?.member === you.member && begun.seal !== you.seal)
      return 'the dice of this browser fell by another seal than the one it was shown before';
    const given = event.by === you.member ? this.given(begun?.nonces[you.member]) : undefined;
    if (given !== undefined && given < you.sealed)
      return 'the seal of these dice was made after this browser had given its randomness, so the dice may be chosen';
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
      if (landed.missing.includes(you.member) && this.taken.has(`${event.roll} ${landed.stretch}`))
        return 'this browser is said to have been late, though it answered in time';
      const opened = rolls.get(event.roll ?? '')?.events.findLast((each) => typeof each.body.stretch === 'object');
      if (opened !== undefined && Date.parse(event.at) - Date.parse(opened.at) < WITNESS_WAIT)
        return 'the dice landed without waiting for everybody';
    }
    return '';
  }
}

/**
 * Finds what an event says in a member's name that they never said.
 * @param {Event} event @param {string} me @param {Kept} kept
 */
const inName = (event, me, kept) => {
  const pledges = new Set(kept.pledges.map(([promise]) => promise));
  const gifts = new Set(kept.gifts.map(([gift]) => gift));
  const body = { ...event.body, ...event.hidden };
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
