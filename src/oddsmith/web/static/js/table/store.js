// A table as this browser knows it: a fold over the events of its log, kept up to date by the server's stream.
import { signal } from '../../vendor/preact.js';
import { Problem, Unreachable, ask } from '../lib/api.js';
import { eventDigest, pledge as pledged } from '../lib/fair.js';
import { store as keep, stored } from '../lib/prefs.js';
import { newKey, nonce } from '../lib/random.js';

/**
 * @typedef {object} Event
 * @property {number} number
 * @property {string} table
 * @property {string} at
 * @property {string} kind
 * @property {string | null} by
 * @property {string | null} roll
 * @property {string} visibility
 * @property {Record<string, any>} body
 * @property {Record<string, any>} [hidden]
 * @property {string} [salt]
 * @property {string | null} sealed
 * @property {string} previous
 * @property {string} digest
 * @property {boolean} [shown] whether it was hidden first and then shown to everybody; only in this browser
 */

/** @typedef {'host' | 'player' | 'observer'} Role */
/** @typedef {{member: string, name: string, role: Role, left: boolean, present: boolean}} Member */
/** @typedef {{value: number, max: number | null, held: number}} Resource */
/**
 * @typedef {object} Character
 * @property {string} character
 * @property {string} name
 * @property {string | null} owner
 * @property {string} system
 * @property {string} text
 * @property {Record<string, unknown>} inputs
 * @property {Record<string, Resource>} resources
 */
/** @typedef {{preset: string, owner: string, name: string, request: Record<string, any>}} Preset */
/** @typedef {{invite: string, role: Role, revoked: boolean}} Invite */
/** @typedef {{character: string, resource: string, by: number}} Effect */

/**
 * @typedef {object} Roll
 * @property {string} id
 * @property {string} by
 * @property {string} at
 * @property {number} number
 * @property {string} visibility
 * @property {Record<string, any> | undefined} request what is rolled; undefined when this browser may not see it
 * @property {'landing' | 'waits' | 'finished' | 'ended'} status
 * @property {Record<string, any> | undefined} waits
 * @property {Record<string, any> | undefined} result
 * @property {import('../lib/documents.js').TrailEntry[]} trail
 * @property {Event[]} events
 * @property {boolean} undone
 * @property {boolean} fresh whether it happened while this page was open
 */

/** @typedef {{kind: 'roll', roll: string} | {kind: 'note' | 'line', event: Event}} Entry */

/**
 * @typedef {object} State
 * @property {string} table
 * @property {string} title
 * @property {boolean} advice
 * @property {number} number
 * @property {string} digest of the last event
 * @property {string} version
 * @property {{member: string, role: Role, seal: string, pledged: boolean}} you
 * @property {Map<string, Member>} members
 * @property {Map<string, Character>} characters
 * @property {Map<string, Preset>} presets
 * @property {Map<string, Invite>} invites
 * @property {Map<string, Roll>} rolls
 * @property {Entry[]} log oldest first
 * @property {number} oldest the number of the oldest event that is in the log here
 */

/** What an event says, as far as it may be seen. @param {Event} event @returns {Record<string, any>} */
export const told = (event) => ({ ...event.body, ...event.hidden });

/** Whether an event's content is hidden from this browser. @param {Event} event */
const unseen = (event) => event.visibility !== 'everyone' && event.hidden === undefined;

/** The event with which a roll was shown to everybody. @param {Roll} roll */
export const showing = (roll) => roll.events.find(({ kind }) => kind === 'roll.shown');

/** Whether some at the table may not see a roll. @param {Roll} roll */
export const isHidden = (roll) => roll.visibility !== 'everyone' && showing(roll) === undefined;

/**
 * How far the decisions are that a roll waits for and that are taken unseen: by whom each is chosen, for which it is too
 * late, which are open, and whether nobody chooses any more.
 * @param {Roll} roll
 */
export const choosing = (roll) => {
  const bodies = (/** @type {string} */ kind) => roll.events.filter((event) => event.kind === kind).map(told).filter(({ round }) => round === roll.waits?.round);
  const chosen = new Map(bodies('roll.chosen').map(({ who, member }) => [/** @type {string} */ (who), /** @type {string} */ (member)]));
  const late = new Set(bodies('roll.late').flatMap((body) => /** @type {string[]} */ (body.late)));
  const opened = new Set(bodies('roll.disclosed').map(({ who }) => /** @type {string} */ (who)));
  const settled = roll.waits?.for === 'choices' && roll.waits.sides.every((/** @type {{who: string}} */ { who }) => chosen.has(who) || late.has(who));
  return { chosen, late, opened, settled };
};

/** Events that only the arithmetic of fairness needs; people are not told. */
const SILENT = new Set(['member.pledged', 'preset.saved', 'preset.removed', 'invite.made', 'invite.revoked']);

/** @param {Map<string, any>} map @param {string} key @param {object} change */
const changed = (map, key, change) => new Map(map).set(key, { ...map.get(key), ...change });

/**
 * The log with one more event, its rolls included; nothing else of the state.
 * @param {State} state @param {Event} event @param {boolean} fresh
 */
const logged = (state, event, fresh) => {
  if (event.roll !== null && event.kind.startsWith('roll.')) return rolled(state, event, fresh);
  if (SILENT.has(event.kind) || (event.kind === 'note.written' && unseen(event))) return state;
  if (event.kind === 'note.written' && event.roll !== null && state.rolls.has(event.roll)) {
    const roll = /** @type {Roll} */ (state.rolls.get(event.roll));
    return { ...state, rolls: changed(state.rolls, event.roll, { events: [...roll.events, event] }) };
  }
  /** @type {Entry} */
  const entry = { kind: event.kind.startsWith('note.') ? 'note' : 'line', event };
  const before = event.kind === 'note.shown' ? marked(state, event.body.note) : state;
  return { ...before, log: [...before.log, entry] };
};

/** The log with a note that everybody sees from now on. @param {State} state @param {number} number of the note @returns {State} */
const marked = (state, number) => {
  /** @param {Event} event */
  const mark = (event) => (event.number === number ? { ...event, shown: true } : event);
  const about = [...state.rolls.values()].find(({ events }) => events.some((event) => event.number === number));
  return {
    ...state,
    log: state.log.map((entry) => (entry.kind === 'note' ? { ...entry, event: mark(entry.event) } : entry)),
    rolls: about === undefined ? state.rolls : changed(state.rolls, about.id, { events: about.events.map(mark) }),
  };
};

/** @param {State} state @param {Event} event @param {boolean} fresh */
const rolled = (state, event, fresh) => {
  const id = /** @type {string} */ (event.roll);
  const body = told(event);
  const hidden = unseen(event);
  const was = state.rolls.get(id);
  if (event.kind === 'roll.opened') {
    /** @type {Roll} */
    const roll = {
      id, by: event.by ?? '', at: event.at, number: event.number, visibility: event.visibility, request: hidden ? undefined : body,
      status: 'landing', waits: undefined, result: undefined, trail: [], events: [event], undone: false, fresh,
    };
    return { ...state, rolls: new Map(state.rolls).set(id, roll), log: [...state.log, { kind: /** @type {const} */ ('roll'), roll: id }] };
  }
  if (was === undefined) return state; // its beginning is further back than this page has read
  /** @type {Partial<Roll>} */
  const change = { events: [...was.events, event], fresh: was.fresh || fresh };
  if (event.kind === 'roll.waits') Object.assign(change, { status: 'waits', waits: hidden ? undefined : body, trail: body.trail ?? was.trail });
  else if (event.kind === 'roll.finished') Object.assign(change, { status: 'finished', waits: undefined, result: hidden ? undefined : body, trail: body.trail ?? was.trail });
  else if (event.kind === 'roll.undone') Object.assign(change, { undone: true, waits: undefined, status: was.status === 'finished' ? 'finished' : 'ended' });
  else if (event.kind === 'roll.answered' || event.kind === 'roll.typed' || event.kind === 'roll.met' || event.kind === 'roll.revealed') Object.assign(change, { status: 'landing', waits: undefined });
  return { ...state, rolls: changed(state.rolls, id, change) };
};

/** @param {State} state @param {Effect[]} effects */
const affected = (state, effects) => effects.reduce((map, { character, resource, by }) => {
  const sheet = map.get(character);
  const held = sheet?.resources[resource];
  if (sheet === undefined || held === undefined) return map;
  return changed(map, character, { resources: { ...sheet.resources, [resource]: { ...held, value: held.value + by } } });
}, state.characters);

/** Keeps back, or frees, what an open roll may spend. @param {State} state @param {{character: string, resource: string, amount: number}[]} holds @param {1 | -1} sign */
const heldBack = (state, holds, sign) => holds.reduce((map, { character, resource, amount }) => {
  const sheet = map.get(character);
  const found = sheet?.resources[resource];
  if (sheet === undefined || found === undefined) return map;
  return changed(map, character, { resources: { ...sheet.resources, [resource]: { ...found, held: Math.max(0, found.held + sign * amount) } } });
}, state.characters);

/**
 * The state after one more event.
 * @param {State} before @param {Event} event @returns {State}
 */
export const after = (before, event) => {
  const body = told(event);
  let state = { ...logged(before, event, true), number: event.number, digest: event.digest };
  const begun = body.stretch;
  if (typeof begun === 'object' && begun !== null && begun.member === state.you.member) state.you = { ...state.you, seal: begun.next };
  switch (event.kind) {
    case 'table.changed':
      return { ...state, title: body.title, advice: body.advice };
    case 'member.joined':
      return { ...state, members: changed(state.members, body.member, { member: body.member, name: body.name, role: body.role, left: false, present: false }) };
    case 'member.changed': {
      const you = body.member === state.you.member ? { ...state.you, role: body.role } : state.you;
      return { ...state, you, members: changed(state.members, body.member, { name: body.name, role: body.role }) };
    }
    case 'member.left':
      return { ...state, members: changed(state.members, body.member, { left: true, present: false }) };
    case 'character.made':
    case 'character.changed': {
      const was = state.characters.get(body.character);
      /** @type {Record<string, Resource>} */
      const resources = { ...was?.resources };
      for (const [name, given] of Object.entries(body.resources ?? {})) {
        if (given === null) delete resources[name];
        else {
          const old = resources[name];
          resources[name] = { value: given.value ?? (old?.value ?? 0) + (given.by ?? 0), max: given.max === undefined ? old?.max ?? null : given.max, held: old?.held ?? 0 };
        }
      }
      const usual = { owner: null, system: '', text: '', inputs: {} };
      return { ...state, characters: new Map(state.characters).set(body.character, /** @type {Character} */ ({ ...usual, ...was, ...body, resources })) };
    }
    case 'character.removed': {
      const characters = new Map(state.characters);
      characters.delete(body.character);
      return { ...state, characters };
    }
    case 'preset.saved':
      return { ...state, presets: new Map(state.presets).set(body.preset, /** @type {Preset} */ ({ owner: event.by, ...body })) };
    case 'preset.removed': {
      const presets = new Map(state.presets);
      presets.delete(body.preset);
      return { ...state, presets };
    }
    case 'invite.made':
      return { ...state, invites: new Map(state.invites).set(body.invite, { invite: body.invite, role: body.role, revoked: false }) };
    case 'invite.revoked':
      return { ...state, invites: changed(state.invites, body.invite, { revoked: true }) };
    case 'roll.opened':
      return { ...state, characters: heldBack(state, body.holds ?? [], 1) };
    case 'roll.finished':
    case 'roll.undone': {
      const opened = before.rolls.get(event.roll ?? '');
      const over = opened?.status === 'finished' ? [] : opened?.request?.holds ?? [];
      state = { ...state, characters: heldBack(state, over, -1) };
      return { ...state, characters: affected(state, body.effects ?? []) };
    }
    default:
      return state;
  }
};

/** How many events are read at once. */
const PAGE = 200;

/** After how many missed events the table is read anew, as it stands, rather than event by event. */
const FAR = 300;

/** A table, its stream, and commands to it. */
export class Table {
  /** @param {string} id */
  constructor(id) {
    this.id = id;
    this.path = `/api/tables/${id}`;
    /** @type {import('../../vendor/preact.js').Signal<State | undefined>} */
    this.state = signal(undefined);
    /** Whether events come as they happen: 'live', 'lost', or 'gone' when the seat was taken away. */
    this.connection = signal('lost');
    /** What does not fit together in the log, as far as this browser has seen it; '' when all does. */
    this.broken = signal('');
    /** @type {Map<number, Event>} */
    this.early = new Map();
    /** @type {EventSource | undefined} */
    this.source = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.again = undefined;
    this.closed = false;
    /** Hands that are being opened. @type {Set<string>} */
    this.opening = new Set();
    this.filling = false;
  }

  /** Reads the table as it is, and listens from there. Rejects with Problem when there is no seat here. */
  async open() {
    const snapshot = await ask(this.path);
    const history = await ask(`${this.path}/events?before=${snapshot.number + 1}&limit=${PAGE}`);
    /** @type {State} */
    let state = {
      table: snapshot.table, title: snapshot.title, advice: snapshot.advice, number: snapshot.number, digest: snapshot.digest, version: snapshot.version, you: snapshot.you,
      members: new Map(snapshot.members.map((/** @type {Member} */ each) => [each.member, each])),
      characters: new Map(snapshot.characters.map((/** @type {Character} */ each) => [each.character, each])),
      presets: new Map(snapshot.presets.map((/** @type {Preset} */ each) => [each.preset, each])),
      invites: new Map((snapshot.invites ?? []).map((/** @type {Invite} */ each) => [each.invite, each])),
      rolls: new Map(), log: [], oldest: history.events[0]?.number ?? 1,
    };
    /** @type {Event[]} */
    const events = [...history.events];
    const known = new Set(events.map(({ number }) => number));
    for (const open of snapshot.open_rolls) for (const event of open.events) if (!known.has(event.number)) events.push(event);
    for (const event of events.sort((a, b) => a.number - b.number)) state = logged(state, event, false);
    this.state.value = state;
    await this.remembered(snapshot.number);
    for (const roll of state.rolls.values()) this.attend(roll.events[roll.events.length - 1]);
    this.listen();
  }

  get seenKey() {
    return `seen.${this.id}`;
  }

  /** Compares the log with what this browser saw of it last time. @param {number} number of the last event now */
  async remembered(number) {
    const seen = JSON.parse(stored(this.seenKey) ?? 'null');
    if (seen !== null) {
      const { events } = seen.number <= number ? await ask(`${this.path}/events?after=${seen.number - 1}&limit=1`) : { events: [] };
      if (events[0]?.digest !== seen.digest) this.broken.value = `The log is not the one that this browser saw before: event ${seen.number} was changed or is gone.`;
    }
    if (this.broken.value === '') this.remember();
  }

  remember() {
    const { number, digest } = /** @type {State} */ (this.state.value);
    keep(this.seenKey, JSON.stringify({ number, digest }));
  }

  /** Reads what lies further back. */
  async earlier() {
    const state = /** @type {State} */ (this.state.value);
    const { events } = await ask(`${this.path}/events?before=${state.oldest}&limit=${PAGE}`);
    let past = { ...state, log: /** @type {Entry[]} */ ([]), rolls: new Map() };
    for (const event of events) past = logged(past, event, false);
    this.state.value = {
      ...state, log: [...past.log, ...state.log], rolls: new Map([...past.rolls, ...state.rolls]), oldest: events[0]?.number ?? 1,
    };
  }

  listen() {
    if (this.closed) return;
    const source = new EventSource(`${this.path}/stream?after=${this.state.value?.number ?? 0}`);
    this.source = source;
    source.addEventListener('hello', (message) => {
      if (JSON.parse(message.data).number > (this.state.value?.number ?? 0) + FAR) {
        this.anew();
        return;
      }
      this.connection.value = 'live';
      this.pledge();
    });
    source.addEventListener('event', (message) => this.take(JSON.parse(message.data)));
    source.addEventListener('presence', (message) => {
      const here = new Set(JSON.parse(message.data).members);
      const state = this.state.value;
      if (state) this.state.value = { ...state, members: new Map([...state.members].map(([id, member]) => [id, { ...member, present: here.has(id) }])) };
    });
    source.addEventListener('bye', () => {
      this.close();
      this.connection.value = 'gone';
    });
    source.addEventListener('error', () => {
      if (this.closed) return;
      this.connection.value = 'lost';
      // A browser tries again by itself unless it was refused; then the question is why.
      if (source.readyState === EventSource.CLOSED) this.again = setTimeout(() => this.retry(), 2000);
    });
  }

  /** Reads the table as it stands now: too much has happened since to go through all of it. */
  async anew() {
    this.source?.close();
    this.early.clear();
    try {
      await this.open();
    } catch {
      if (!this.closed) this.again = setTimeout(() => this.retry(), 2000);
    }
  }

  async retry() {
    try {
      await ask(this.path);
      this.listen();
    } catch (error) {
      if (error instanceof Problem && error.status === 401) {
        this.close();
        this.connection.value = 'gone';
      } else if (!this.closed) this.again = setTimeout(() => this.retry(), 3000);
    }
  }

  close() {
    this.closed = true;
    clearTimeout(this.again);
    this.source?.close();
  }

  /** Takes an event in its turn; what comes too early waits. @param {Event} event */
  take(event) {
    let state = this.state.value;
    if (state === undefined || event.number <= state.number) return;
    this.early.set(event.number, event);
    /** @type {Event[]} */
    const taken = [];
    for (let next = this.early.get(state.number + 1); next !== undefined; next = this.early.get(state.number + 1)) {
      this.early.delete(next.number);
      if (next.previous !== state.digest || eventDigest(next) !== next.digest) this.broken.value ||= `Event ${next.number} does not fit the events before it.`;
      state = after(state, next);
      taken.push(next);
    }
    if (taken.length > 0) {
      this.state.value = state;
      if (this.broken.value === '') this.remember();
    }
    for (const each of taken) this.attend(each);
    if (this.early.size > 0) this.fill();
  }

  /** Reads the events that are missing between what is known and what came early, page by page. */
  async fill() {
    if (this.filling) return;
    this.filling = true;
    try {
      while (this.early.size > 0) {
        const { events } = await ask(`${this.path}/events?after=${this.state.value?.number ?? 0}&limit=${PAGE}`);
        if (events.length === 0) break;
        for (const event of events) this.take(event);
      }
    } catch {
      // the stream will bring them
    } finally {
      this.filling = false;
    }
  }

  /**
   * Carries out a command; what it did is in the state when this resolves.
   * @param {'POST' | 'PATCH' | 'DELETE'} method @param {string} path below the table @param {object} [body]
   * @returns {Promise<any>}
   */
  async command(method, path, body) {
    const key = newKey();
    for (let attempt = 0; ; attempt++) {
      try {
        const answer = await ask(this.path + path, { method, body, key });
        for (const event of answer.events ?? []) this.take(event);
        return answer;
      } catch (error) {
        const passing = error instanceof Unreachable || (error instanceof Problem && (error.status === 503 || error.status === 429));
        if (!passing || attempt >= 3) throw error;
        await new Promise((resume) => setTimeout(resume, Math.max(300 * 2 ** attempt, error instanceof Problem ? 1000 * error.wait : 0)));
      }
    }
  }

  // --- fairness: this browser's share in every roll

  get pledgeKey() {
    return `pledge.${this.id}.${this.state.value?.you.member}`;
  }

  /** A fresh nonce, kept by its pledge until somebody rolls. */
  freshPledge() {
    const secret = nonce();
    const promise = pledged(this.id, /** @type {State} */ (this.state.value).you.member, secret);
    const known = JSON.parse(stored(this.pledgeKey) ?? '[]').slice(-7);
    keep(this.pledgeKey, JSON.stringify([...known, [promise, secret]]));
    return promise;
  }

  /** Becomes a witness, unless this browser is one already. @param {boolean} [anew] */
  async pledge(anew = false) {
    const state = this.state.value;
    if (state === undefined || state.you.role === 'observer') return;
    if (!anew && state.you.pledged && stored(this.pledgeKey) !== null) return;
    try {
      await this.command('POST', '/pledge', { pledge: this.freshPledge() });
      if (this.state.value) this.state.value = { ...this.state.value, you: { ...this.state.value.you, pledged: true } };
    } catch {
      // the dice land without this witness, and the log says so
    }
  }

  /** Does what an event asks of this browser. @param {Event} event */
  attend(event) {
    const state = /** @type {State} */ (this.state.value);
    const begun = told(event).stretch;
    const promise = typeof begun === 'object' && begun !== null ? begun.witnesses[state.you.member] : undefined;
    if (promise !== undefined) this.witness(/** @type {string} */ (event.roll), begun.stretch, promise);
    if (event.kind === 'roll.shown' && event.roll !== null) this.reread(event.roll);
    if (event.kind === 'roll.thrown') this.bare(/** @type {string} */ (event.roll), told(event).round);
    if (event.kind === 'roll.chosen' || event.kind === 'roll.late') this.disclose(/** @type {string} */ (event.roll), told(event).round);
  }

  /** @param {string} roll @param {number} stretch @param {string} promise */
  async witness(roll, stretch, promise) {
    const known = new Map(/** @type {[string, string][]} */ (JSON.parse(stored(this.pledgeKey) ?? '[]')));
    const secret = known.get(promise);
    if (secret === undefined) {
      await this.pledge(true);
      return;
    }
    try {
      await this.command('POST', `/rolls/${roll}/witness`, { stretch, nonce: secret, pledge: this.freshPledge() });
    } catch {
      await this.pledge(true); // too late for this one; be there for the next
    }
  }

  /** A hidden roll was shown: read it again, with all it did. @param {string} roll */
  async reread(roll) {
    try {
      const [snapshot, { events }] = await Promise.all([ask(this.path), ask(`${this.path}/rolls/${roll}`)]);
      const state = this.state.value;
      const shown = events.find((/** @type {Event} */ event) => event.kind === 'roll.shown');
      if (state === undefined) return;
      let whole = { ...state, log: /** @type {Entry[]} */ ([]), rolls: new Map() };
      for (const event of events) {
        const part = shown?.body.events[event.number];
        whole = logged(whole, part === undefined ? event : { ...event, ...part }, false);
      }
      this.state.value = {
        ...state, rolls: new Map([...state.rolls, ...whole.rolls]),
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
      if (member !== this.state.value?.you.member || mine === null || opened.has(who) || this.opening.has(key)) continue;
      this.opening.add(key);
      try {
        await this.command('POST', `/rolls/${roll}/disclose`, { round, who, ...JSON.parse(mine) });
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
    const throws = found?.events.filter((event) => event.kind === 'roll.thrown' && told(event).round === round) ?? [];
    const mine = stored(this.handKey(roll, round));
    const done = found?.events.some((event) => (event.kind === 'roll.bared' && told(event).round === round && event.by === this.state.value?.you.member)
      || (event.kind === 'roll.met' && told(event).round === round));
    if (throws.length < 2 || mine === null || done || this.opening.has(this.handKey(roll, round))) return;
    this.opening.add(this.handKey(roll, round));
    try {
      await this.command('POST', `/rolls/${roll}/bare`, { round, ...JSON.parse(mine) });
    } catch {
      // opened already by another page of the same person, or too late
    }
  }
}
