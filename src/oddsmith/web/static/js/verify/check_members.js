// Checks who is at a table and what they may do, event by event; and that every roll used the seal and the pledges
// that stood.
import { contentOf } from '../lib/fair/content.js';
import { PLEDGES, WITNESSES, pledge, pledged } from '../lib/fair/fair_rolls.js';
import { asks } from './check_question.js';
import { may, noted, sees } from './check_rights.js';
import { isRedacted, shown } from './findings.js';

/** @typedef {import('../table/store/fold.js').Event} Event */
/** @typedef {import('./check_roll.js').RollCheck} RollCheck */
/** @typedef {import('./findings.js').Finding} Finding */
/**
 * @typedef {object} Member
 * @property {string} role
 * @property {boolean} left
 * @property {string} seal
 * @property {number} sealed the number of the event by which it stands
 * @property {string[]} pledges that stand, oldest first
 * @property {boolean} present whether they have pledged, and it was not withdrawn
 * @property {number} since the event by which they last pledged, gave or were asked for a nonce
 */

/** Events that make something with a name, and where the name stands. @type {Record<string, [string, string]>} */
const MADE = { 'member.joined': ['member', 'm'], 'invite.made': ['invite', 'i'], 'character.made': ['character', 'c'] };

/** Kinds of events by which somebody or something goes, and those that say what they are called. */
const GONE = new Set(['member.left', 'character.removed', 'preset.removed']);
const CALLED = new Set([
  ...['member.joined', 'member.changed', 'character.made', 'character.changed', 'preset.saved'],
  ...GONE,
]);

export class TableCheck {
  /** @param {string} table */
  constructor(table) {
    this.table = table;
    /** @type {Finding[]} */
    this.wrong = [];
    /** @type {Map<string, Member>} */
    this.members = new Map();
    /** Who owns what: characters and presets. @type {Map<string, string | null>} */
    this.owners = new Map();
    /** @type {Map<number, Event>} */
    this.notes = new Map();
    /** Roles of those who come by an invite that stands. @type {Map<string, string>} */
    this.standing = new Map();
    /** Rolls that the log shows, as they were opened. @type {Map<string, Event>} */
    this.opened = new Map();
    /** @type {Set<string>} */
    this.seals = new Set();
    /** Pledges of nonces that were given. @type {Set<string>} */
    this.given = new Set();
    /** @type {Map<string, number>} */
    this.counts = new Map();
    /** Rolls whose roller had not pledged. @type {Set<string>} */
    this.unpledged = new Set();
    this.title = '';
    /** Who was present and not asked, by roll. @type {Map<string, Set<string>>} */
    this.unasked = new Map();
    this.namesUnasked = false; // old versions did not
    this.asksRollers = false; // nor did they ask whoever rolls when the roll is in the log
    /** Rolls whose roller had pledged, and gave the nonce with the command. @type {Set<string>} */
    this.early = new Set();
    /** The same, pledged or not, who did not say what they had seen. @type {Set<string>} */
    this.unseen = new Set();
    /** Events that have a hidden part. @type {Event[]} */
    this.sealed = [];
    /** Rolls and notes that were shown to everybody. @type {Set<string | number>} */
    this.shown = new Set();
    /** Notes on rolls that everybody saw already. @type {Set<number>} */
    this.apart = new Set();
    /** Members, characters and presets, by what people call them. @type {Map<string, string>} */
    this.names = new Map();
    this.at = { number: 0, roll: /** @type {string | null} */ (null) };
  }

  /** @param {string} what @param {unknown} found @param {unknown} expected */
  differs(what, found, expected) {
    this.wrong.push({ ...this.at, what, found: shown(found), expected: shown(expected) });
  }

  /** @param {string} what @param {unknown} found @param {unknown} expected */
  same(what, found, expected) {
    if (JSON.stringify(found) !== JSON.stringify(expected)) this.differs(what, found, expected);
  }

  /** The next thing of a kind has the next number. @param {string} letter @param {string} name */
  named(letter, name) {
    const next = (this.counts.get(letter) ?? 0) + 1;
    this.same('its name', name, `${letter}${next}`);
    this.counts.set(letter, next);
  }

  /** @param {Event} event @param {RollCheck | undefined} roll what is known of its roll, before the event */
  take(event, roll) {
    this.at = { number: event.number, roll: event.roll };
    const body = contentOf(event);
    if (event.sealed !== null) this.sealed.push(event);
    if (event.kind === 'roll.shown') this.shown.add(event.roll ?? '');
    if (event.kind === 'note.shown') this.shown.add(body.note);
    this.calls(event.kind, body);
    const made = MADE[event.kind];
    if (made) this.named(made[1], body[made[0]]);
    this.same('whether it opens the table', event.kind === 'table.opened', event.number === 1);
    if (event.kind === 'roll.opened') {
      this.named('r', event.roll ?? '');
      this.opened.set(event.roll ?? '', event);
      asks(this, event);
    }
    may(this, event, body, roll);
    this.gives(event);
    const begun = body.stretch;
    if (typeof begun === 'object' && begun !== null) this.begins(event, begun, roll);
    if (event.kind.startsWith('roll.') && event.by !== null) {
      const member = this.members.get(event.by);
      if (member && ('unused' in event.body || event.by in (begun?.nonces ?? {})))
        Object.assign(member, { pledges: member.pledges.slice(0, -1), since: event.number });
      if ('pledge' in event.body) this.pledges(event.by, event.body, event.number);
    }
    this.happens(event, body);
  }

  /** Dice begin to fall. @param {Event} event @param {Record<string, any>} begun @param {RollCheck | undefined} roll */
  begins(event, begun, roll) {
    const actor = event.by ?? roll?.by ?? '';
    const member = this.members.get(actor);
    this.same('the seal that is used', begun.seal, member?.seal);
    this.seal(begun.next);
    const { seen } = event.body;
    if (member && event.by !== null && seen && seen.number < member.sealed)
      this.differs(
        'the seal that is used',
        `made by event ${member.sealed}`,
        `stood by event ${seen.number}, which ${event.by} had seen`,
      );
    if (member) Object.assign(member, { seal: begun.next, sealed: event.number });
    const roller = event.by !== null && member !== undefined ? this.asked(event, begun, member) : null;
    const waiting = [...this.members]
      .filter(([id, each]) => each.pledges.length > 0 && !(id in begun.nonces))
      .sort(([one, a], [other, b]) => Number(other === roller) - Number(one === roller) || a.since - b.since)
      .slice(0, WITNESSES);
    const expected = Object.fromEntries(waiting.map(([id, each]) => [id, each.pledges[0]]));
    const listed = (/** @type {Record<string, any>} */ all) =>
      Object.entries(all)
        .sort()
        .map(([id, promise]) => `${id}: ${promise}`);
    const ids = (/** @type {Record<string, any>} */ all) => Object.keys(all).sort();
    if (shown(ids(begun.witnesses)) !== shown(ids(expected)))
      this.same('the witnesses', ids(begun.witnesses), ids(expected));
    else this.same('what the witnesses had pledged', listed(begun.witnesses), listed(expected));
    this.passedOver(event.roll ?? '', begun);
    for (const id of Object.keys(begun.witnesses)) {
      const witness = this.members.get(id);
      if (witness) Object.assign(witness, { pledges: witness.pledges.slice(1), since: event.number });
    }
  }

  /**
   * Returns whoever rolls or decides, if they are asked for their nonce as witnesses are: they have pledged. Else it
   * came with the command, as of all in old versions.
   * @param {Event} event @param {Record<string, any>} begun @param {Member} member
   */
  asked(event, begun, member) {
    const actor = /** @type {string} */ (event.by);
    const nonce = begun.nonces[actor];
    const last = member.pledges[member.pledges.length - 1];
    const atOnce = last === undefined || (nonce !== undefined && !this.asksRollers);
    this.same('whose nonces came with the command', Object.keys(begun.nonces), atOnce ? [actor] : []);
    if (last === undefined) this.unpledged.add(event.roll ?? '');
    else if (nonce !== undefined) {
      this.early.add(event.roll ?? '');
      if (pledge(this.table, actor, nonce) !== last)
        this.differs(`the nonce of ${actor}`, nonce, `the one pledged as ${last}`);
    }
    if (nonce !== undefined && event.body.seen === null) this.unseen.add(event.roll ?? '');
    this.asksRollers ||= !atOnce;
    return atOnce ? null : actor;
  }

  /**
   * Who was present and not asked: those who have pledged, and others whose pages the server says were open.
   * @param {string} roll @param {Record<string, any>} begun
   */
  passedOver(roll, begun) {
    const listed = /** @type {string[] | undefined} */ (begun.unasked);
    const expected = [...this.members]
      .filter(([id, each]) => !each.left && (each.present || listed?.includes(id)))
      .map(([id]) => id)
      .filter((id) => !(id in begun.nonces || id in begun.witnesses))
      .sort();
    if (listed !== undefined || this.namesUnasked) this.same('who was present and not asked', listed, expected);
    this.namesUnasked ||= listed !== undefined;
    for (const id of expected) this.unasked.set(roll, (this.unasked.get(roll) ?? new Set()).add(id));
  }

  /** Somebody takes a seat: the first as whoever opens the table. @param {Event} event @param {Record<string, any>} body */
  comes({ number }, body) {
    const role = number === 2 ? (body.invite === null ? 'host' : null) : (this.standing.get(body.invite) ?? null);
    this.same('the role of who comes by that invite', body.role, role);
  }

  /** Who leaves and what is removed is called as before. @param {string} kind @param {Record<string, any>} body */
  calls(kind, body) {
    if (!CALLED.has(kind)) return;
    const what = body[kind.split('.')[0]];
    if (GONE.has(kind)) this.same('its name', body.name, this.names.get(what) ?? body.name);
    else if (body.name !== undefined) this.names.set(what, body.name);
    if (kind !== 'member.joined' && kind !== 'member.changed') return;
    const others = [...this.members].filter(([id, { left }]) => id !== what && !left);
    if (others.some(([id]) => this.names.get(id) === body.name))
      this.differs('its name', body.name, 'the name of nobody else at the table');
  }

  /** @param {string} what @param {string} name */
  isThere(what, name) {
    if (!this.owners.has(name)) this.differs(what, name, 'one that is there');
  }

  /** @param {string} name */
  isSeated(name) {
    if (this.members.get(name)?.left !== false) this.differs('whose seat it is', name, 'somebody who has a seat');
  }

  /** What the log says of itself fits how the table ends. @param {{seen_by: string, title: string}} log */
  ends(log) {
    this.at = { number: this.at.number, roll: null };
    const reader = this.members.get(log.seen_by);
    if (reader?.left !== false) this.differs('whose log it is', log.seen_by, 'somebody who has a seat');
    this.same('the title of the table', log.title, this.title);
    if (reader) this.readership(log.seen_by);
  }

  /** The log shows all hidden parts that its reader may see, and no others. @param {string} id */
  readership(id) {
    for (const event of this.sealed) {
      const roll = this.apart.has(event.number) ? null : event.roll;
      const { visibility, by } = this.opened.get(roll ?? '') ?? event;
      const seen =
        this.shown.has(event.number) || (roll !== null && this.shown.has(roll)) || sees(this, id, visibility, by);
      if (seen !== isRedacted(event)) continue;
      this.at = { number: event.number, roll: event.roll };
      this.differs('its hidden part', seen ? 'not there' : 'there', seen ? 'there' : 'not there');
    }
  }

  /** Every seal is new. @param {string} seal */
  seal(seal) {
    if (typeof seal !== 'string' || this.seals.has(seal))
      this.differs('the next seal', seal, 'one that was never there before');
    this.seals.add(seal);
  }

  /** Remembers the pledges of nonces that everybody knows from now on. @param {Event} event */
  gives({ kind, by, body }) {
    const nonce =
      kind === 'roll.witnessed'
        ? body.nonce
        : kind.startsWith('roll.') && (body.unused ?? body.stretch?.nonces?.[by ?? '']);
    if (nonce) this.given.add(pledge(this.table, by ?? '', nonce));
  }

  /** @param {string} id @param {Record<string, any>} body @param {number} number */
  pledges(id, body, number) {
    const member = this.members.get(id);
    if (member === undefined) return;
    const known = pledged([], body).filter((each) => this.given.has(each));
    if (known.length > 0) this.differs('what is pledged', known.join(', '), 'nonces that were not given yet');
    const pledges = pledged(member.pledges, body);
    if (new Set(pledges).size < pledges.length || pledges.length > PLEDGES)
      this.differs('the pledges that stand', pledges.join(', '), `at most ${PLEDGES}, each once`);
    Object.assign(member, { pledges, present: pledges.length > 0, since: number });
  }

  /** Remembers an event. @param {Event} event @param {Record<string, any>} body */
  happens(event, body) {
    switch (event.kind) {
      case 'table.opened':
      case 'table.changed':
        this.same('the table', body.table, this.table);
        this.title = body.title;
        break;
      case 'member.joined':
        this.comes(event, body);
        this.seal(body.seal);
        this.members.set(body.member, {
          role: body.role,
          left: false,
          seal: body.seal,
          sealed: event.number,
          pledges: [],
          present: false,
          since: 0,
        });
        break;
      case 'member.sealed':
        this.seal(body.seal);
        if (this.members.get(body.member)?.left !== false)
          this.differs('whose seal it is', body.member, 'somebody who has a seat');
        Object.assign(this.members.get(body.member) ?? {}, { seal: body.seal, sealed: event.number });
        break;
      case 'member.changed':
        this.isSeated(body.member);
        Object.assign(this.members.get(body.member) ?? {}, { role: body.role });
        break;
      case 'member.left':
        this.isSeated(body.member);
        this.same('the role', body.role, this.members.get(body.member)?.role);
        Object.assign(this.members.get(body.member) ?? {}, { left: true, pledges: [], present: false });
        break;
      case 'member.pledged':
        if (body.pledge === null) this.same('whether a pledge stood', this.members.get(body.member)?.present, true);
        this.pledges(body.member, body, event.number);
        break;
      case 'invite.made':
        this.standing.set(body.invite, body.role);
        break;
      case 'invite.revoked':
        this.same('the role of the invite', body.role, this.standing.get(body.invite));
        this.standing.delete(body.invite);
        break;
      case 'character.made':
        this.owners.set(body.character, body.owner);
        break;
      case 'character.changed':
        this.isThere('the character', body.character);
        if (body.owner !== undefined) this.owners.set(body.character, body.owner);
        break;
      case 'preset.saved':
        if (!this.owners.has(body.preset)) this.named('p', body.preset);
        else this.same('whose preset it is', event.by, this.owners.get(body.preset));
        this.owners.set(body.preset, event.by);
        break;
      case 'character.removed':
        this.isThere('the character', body.character);
        this.owners.delete(body.character);
        break;
      case 'preset.removed':
        this.isThere('the preset', body.preset);
        this.owners.delete(body.preset);
        break;
      case 'note.written':
        noted(this, event);
        if (event.roll !== null && !this.opened.has(event.roll))
          this.differs('the roll that it is about', event.roll, 'one that was opened before');
        this.notes.set(event.number, event);
        break;
      case 'note.shown':
        this.notes.delete(body.note); // nobody shows it twice
        break;
      default:
    }
  }
}
