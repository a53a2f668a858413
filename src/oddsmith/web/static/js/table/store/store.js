// Keeps a table up to date by the server's stream, and sends commands to it.
import { signal } from '../../../vendor/preact.js';
import { parsed, store as keep, stored, unstore } from '../../lib/browser/preferences.js';
import { recalled } from '../../lib/browser/session.js';
import { contentOf } from '../../lib/fair/content.js';
import { newKey } from '../../lib/fair/random.js';
import { Problem, Unreachable, ask } from '../../lib/net/api.js';
import { misfit, misread } from './digest_chain.js';
import { after, choosing, logged } from './fold.js';
import { Share } from './randomness_share.js';
import { Stream } from './stream.js';

/** @typedef {import('./fold.js').Event} Event */
/** @typedef {import('./fold.js').Member} Member */
/** @typedef {import('./fold.js').Character} Character */
/** @typedef {import('./fold.js').Preset} Preset */
/** @typedef {import('./fold.js').Invite} Invite */
/** @typedef {import('./fold.js').Entry} Entry */
/** @typedef {import('./fold.js').State} State */
/** @template T @typedef {import('../../../vendor/preact.js').Signal<T>} Signal */

/** Events read at once. */
const PAGE = 200;

/** A table, its stream, and commands to it. */
export class Table {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.path = `/api/tables/${id}`;
    /** @type {Signal<State | undefined>} */
    this.state = signal(undefined);
    /** Tells whether events come as they happen: 'live', 'lost', or 'gone' when the seat was taken away. */
    this.connection = signal('lost');
    /** What does not fit together in the log, as far as this browser has seen it; '' when all does. */
    this.broken = signal('');
    /** The last rolls asked for here, and what was asked. @type {Signal<[string, Record<string, any>][]>} */
    this.requests = signal(recalled(`asked.${id}`) ?? []);
    /** @type {Map<number, Event>} */
    this.early = new Map();
    /** Hands that are being opened. @type {Set<string>} */
    this.opening = new Set();
    this.filling = false;
    this.share = new Share(this);
    this.stream = new Stream(this);
  }

  /** Reads the table as it is, and listens from there. Rejects with Problem when there is no seat here. */
  async open() {
    const snapshot = await ask(this.path);
    const history = await ask(`${this.path}/events?before=${snapshot.number + 1}&limit=${PAGE}`);
    /** @type {State} */
    let state = {
      table: snapshot.table,
      title: snapshot.title,
      advice: snapshot.advice,
      number: snapshot.number,
      digest: snapshot.digest,
      version: snapshot.version,
      you: snapshot.you,
      members: new Map(snapshot.members.map((/** @type {Member} */ each) => [each.member, each])),
      characters: new Map(snapshot.characters.map((/** @type {Character} */ each) => [each.character, each])),
      presets: new Map(snapshot.presets.map((/** @type {Preset} */ each) => [each.preset, each])),
      invites: new Map((snapshot.invites ?? []).map((/** @type {Invite} */ each) => [each.invite, each])),
      rolls: new Map(),
      log: [],
      cut: [],
      oldest: history.events[0]?.number ?? 1,
      before: history.events[0]?.previous ?? snapshot.digest,
    };
    /** @type {Event[]} */
    const events = [...history.events];
    const known = new Set(events.map(({ number }) => number));
    for (const open of snapshot.open_rolls)
      for (const event of open.events) if (!known.has(event.number)) events.push(event);
    for (const event of events.sort((a, b) => a.number - b.number)) state = logged(state, event, false);
    this.state.value = state;
    this.share.begin();
    this.doubt(misfit(history.events, state.before, snapshot.digest));
    for (const event of history.events) this.share.review(event);
    for (const open of snapshot.open_rolls) for (const event of open.events) this.doubt(misread(event));
    await this.remembered(state);
    for (const roll of state.rolls.values()) {
      const event = roll.events.findLast(({ kind }) => kind !== 'roll.witnessed');
      if (event === undefined) continue;
      this.answer(event, true);
      this.attend(event);
    }
    this.stream.listen();
  }

  get seenKey() {
    return `seen.${this.id}`;
  }

  /**
   * Compares the log with what this browser saw of it last time, and looks through what came since and is not shown.
   * @param {State} state as it was read now
   */
  async remembered({ number, oldest, before }) {
    const seen = parsed(stored(this.seenKey) ?? 'null');
    if (Number.isInteger(seen?.number)) {
      const [event] = seen.number <= number ? await this.following(seen.number - 1) : [];
      if (event?.digest !== seen.digest)
        this.broken.value = `This is not the log that this browser saw before: event ${seen.number} was changed or is gone.`;
      else if (seen.number < oldest) this.doubt(await this.missed(seen, oldest, before));
    }
    if (this.broken.value === '') this.remember();
  }

  /**
   * Looks through the events between the last one seen and the oldest one shown, and finds what does not fit.
   * @param {{number: number, digest: string}} seen @param {number} oldest @param {string} before the digest before it
   */
  async missed({ number, digest }, oldest, before) {
    while (number < oldest - 1) {
      const events = (await this.following(number)).filter((event) => event.number < oldest);
      if (events.length === 0) return `event ${number + 1} is gone`;
      const last = events[events.length - 1];
      const found = misfit(events, digest, last.digest);
      if (found !== '') return found;
      for (const event of events) this.share.review(event);
      ({ number, digest } = last);
    }
    return digest === before ? '' : `event ${oldest} does not fit the events before it`;
  }

  /** Events that follow one, a page of them. @param {number} number @returns {Promise<Event[]>} */
  async following(number) {
    return (await ask(`${this.path}/events?after=${number}&limit=${PAGE}`)).events;
  }

  /** Something does not fit together. @param {string} what '' when all does */
  doubt(what) {
    if (what !== '') this.broken.value ||= `${what.charAt(0).toUpperCase()}${what.slice(1)}.`;
  }

  remember() {
    const { number, digest } = /** @type {State} */ (this.state.value);
    keep(this.seenKey, JSON.stringify({ number, digest }));
  }

  /** Forgets what this browser saw and gave: from its next visit on it compares the log with that alone. */
  forget() {
    unstore(this.seenKey);
    this.share.memory.forget();
  }

  /** Reads what lies further back. */
  async earlier() {
    const state = /** @type {State} */ (this.state.value);
    const { events } = await ask(`${this.path}/events?before=${state.oldest}&limit=${PAGE}`);
    this.doubt(misfit(events, events[0]?.previous ?? state.before, state.before));
    let past = { ...state, log: /** @type {Entry[]} */ ([]), rolls: new Map(), cut: /** @type {Event[]} */ ([]) };
    for (const event of [...events, ...state.cut]) past = logged(past, event, false);
    // Rolls that are still open are known already from their beginning; here it has its place in the log.
    const rest = state.log.filter((entry) => entry.kind !== 'roll' || !past.rolls.has(entry.roll));
    this.state.value = {
      ...state,
      log: [...past.log, ...rest],
      rolls: new Map([...past.rolls, ...state.rolls]),
      cut: past.cut,
      oldest: events[0]?.number ?? 1,
      before: events[0]?.previous ?? state.before,
    };
  }

  /** Reads the table as it stands now: too much has happened since to go through all of it. */
  async anew() {
    this.early.clear();
    try {
      await this.open();
    } catch {
      this.stream.later();
    }
  }

  close() {
    this.share.end();
    this.stream.end();
  }

  /** Notes who is here. @param {Set<string>} here */
  present(here) {
    const state = this.state.value;
    if (state)
      this.state.value = {
        ...state,
        members: new Map([...state.members].map(([id, member]) => [id, { ...member, present: here.has(id) }])),
      };
  }

  /** Takes an event in its turn; what comes too early waits. @param {Event} event */
  take(event) {
    let state = this.state.value;
    if (state === undefined || event.number <= state.number) return;
    this.early.set(event.number, event);
    /** @type {Event[]} */
    const taken = [];
    /** @type {Set<Event>} */
    const doubtful = new Set();
    for (let next = this.early.get(state.number + 1); next !== undefined; next = this.early.get(state.number + 1)) {
      this.early.delete(next.number);
      this.doubt(misfit([next], state.digest, next.digest));
      const doubt = this.share.doubt(next);
      if (doubt !== '') {
        this.doubt(`event ${next.number}: ${doubt}`);
        doubtful.add(next);
      }
      const passed = this.share.passedOver(next);
      if (passed !== '') this.stream.suspect(next.number, passed);
      state = after(state, next);
      this.state.value = state;
      taken.push(next);
    }
    if (taken.length > 0 && this.broken.value === '') this.remember();
    for (const each of taken) {
      this.answer(each, !doubtful.has(each));
      this.attend(each);
    }
    if (this.early.size > 0) this.fill();
  }

  /** Reads the events that are missing between what is known and what came early, page by page. */
  async fill() {
    if (this.filling) return;
    this.filling = true;
    try {
      while (this.early.size > 0 && (await this.further()) > 0);
    } catch {
      // the stream will bring them
    } finally {
      this.filling = false;
    }
  }

  /** Reads the events that follow the last one known, a page of them. @returns {Promise<number>} how many */
  async further() {
    const events = await this.following(this.state.value?.number ?? 0);
    for (const event of events) this.take(event);
    return events.length;
  }

  /** Reads all that the stream has not brought yet. */
  async catchUp() {
    while ((await this.further()) === PAGE);
  }

  /**
   * Carries out a command; what it did is in the state when this resolves.
   * @param {'POST' | 'PATCH' | 'DELETE'} method @param {string} path below the table @param {object} [body]
   * @returns {Promise<any>}
   */
  command(method, path, body) {
    return this.share.asking(method, path, body);
  }

  /**
   * Sends what this browser has noted.
   * @param {'POST' | 'PATCH' | 'DELETE'} method @param {string} path @param {object} [body]
   * @returns {Promise<any>}
   */
  async send(method, path, body) {
    const key = newKey();
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await ask(this.path + path, { method, body, key });
        for (const event of answer.events ?? []) this.take(event);
        return answer;
      } catch (error) {
        const passing =
          error instanceof Unreachable || (error instanceof Problem && (error.status === 503 || error.status === 429));
        if (!passing || attempt >= 3) throw error;
        await new Promise((resume) =>
          setTimeout(resume, Math.max(300 * 2 ** attempt, error instanceof Problem ? 1000 * error.wait : 0)),
        );
      }
    }
  }

  /**
   * Does what an event asks of this browser. @param {Event} event
   * @param {boolean} trusted whether it leaves out nothing of what this browser gave
   */
  async answer(event, trusted) {
    const state = /** @type {State} */ (this.state.value);
    const begun = contentOf(event).stretch;
    const promise = typeof begun === 'object' && begun !== null ? begun.witnesses[state.you.member] : undefined;
    const right = await this.share.review(event);
    if (promise !== undefined && trusted && right) this.share.witness(event, begun.stretch, promise);
  }

  /** Does what else an event asks of this page. @param {Event} event */
  attend(event) {
    if (event.kind === 'roll.shown' && event.roll !== null) this.reread(event.roll);
    if (event.kind === 'roll.thrown') this.bare(/** @type {string} */ (event.roll), contentOf(event).round);
    if (event.kind === 'roll.chosen' || event.kind === 'roll.late')
      this.disclose(/** @type {string} */ (event.roll), contentOf(event).round);
  }

  /** A hidden roll was shown: read it again, with all it did. @param {string} roll */
  async reread(roll) {
    try {
      const [snapshot, { events }] = await Promise.all([ask(this.path), ask(`${this.path}/rolls/${roll}`)]);
      const state = this.state.value;
      const shown = events.find((/** @type {Event} */ event) => event.kind === 'roll.shown');
      if (state === undefined) return;
      let whole = { ...state, log: /** @type {Entry[]} */ ([]), rolls: new Map(), cut: /** @type {Event[]} */ ([]) };
      for (const event of events) {
        const part = shown?.body.events[event.number];
        const read = part === undefined ? event : { ...event, ...part };
        this.doubt(misread(read));
        whole = logged(whole, read, false);
      }
      this.state.value = {
        ...state,
        rolls: new Map([...state.rolls, ...whole.rolls]),
        characters: new Map(snapshot.characters.map((/** @type {Character} */ each) => [each.character, each])),
      };
    } catch {
      // it is shown when the page is opened next
    }
  }

  /** @param {string} roll @param {number} round @param {string} who */
  choiceKey(roll, round, who) {
    return `choice.${this.id}.${roll}.${round}.${who}`;
  }

  /** Opens what was chosen here, once nobody chooses any more. @param {string} roll @param {number} round */
  async disclose(roll, round) {
    const found = this.state.value?.rolls.get(roll);
    if (found?.waits?.for !== 'choices' || found.waits.round !== round) return;
    const { chosen, opened, settled } = choosing(found);
    if (!settled) return;
    for (const [who, member] of chosen) {
      const key = this.choiceKey(roll, round, who);
      const mine = stored(key);
      if (member !== this.state.value?.you.member || mine === null || opened.has(who) || this.opening.has(key))
        continue;
      this.opening.add(key);
      try {
        await this.share.open(`/rolls/${roll}/disclose`, { round, who }, mine);
      } catch {
        // opened already by another page of the same person, or too late
      }
    }
  }

  /** @param {string} roll @param {number} round */
  handKey(roll, round) {
    return `hand.${this.id}.${roll}.${round}`;
  }

  /** Opens one's hand once both have thrown. @param {string} roll @param {number} round */
  async bare(roll, round) {
    const found = this.state.value?.rolls.get(roll);
    const throws =
      found?.events.filter((event) => event.kind === 'roll.thrown' && contentOf(event).round === round) ?? [];
    const mine = stored(this.handKey(roll, round));
    const done = found?.events.some(
      (event) =>
        (event.kind === 'roll.bared' &&
          contentOf(event).round === round &&
          event.by === this.state.value?.you.member) ||
        (event.kind === 'roll.met' && contentOf(event).round === round),
    );
    if (throws.length < 2 || mine === null || done || this.opening.has(this.handKey(roll, round))) return;
    this.opening.add(this.handKey(roll, round));
    try {
      await this.share.open(`/rolls/${roll}/bare`, { round }, mine);
    } catch {
      // opened already by another page of the same person, or too late
    }
  }
}
