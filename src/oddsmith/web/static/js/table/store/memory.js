// What this browser has said at a table. Each page keeps what it said itself, where no other page writes, and reads what
// all of them said: so pages that are open together lose nothing of each other's.
import { nonce } from '../../lib/fair/random.js';
import { parsed, store, stored, storedUnder, unstore } from '../../lib/browser/preferences.js';

/** What is kept, and how. An older page remembered less, and would accuse the log of what it forgot. */
const FORM = 5;

/** Pledges, gifts and requests remembered. */
const PLEDGES = 256;
const GIFTS = 512;
const REQUESTS = 256;

/** Milliseconds after which another page that has written nothing is taken over. */
const IDLE = 60_000;

/**
 * @typedef {object} Kept
 * @property {number} since the number of the last event before this browser began to remember, or of what it forgot
 * @property {[string, string, number][]} pledges with their nonces, and how far the log was
 * @property {[string, number][]} gifts nonces, hands and digests that this browser has sent, and how far the log was
 * @property {import('./asked.js').Request[]} requests all commands but those that bring pledges and nonces
 */
/** @typedef {Kept & {form: number, forgot: number, at: number}} Page forgot: how far the log was that was forgotten */

export class Memory {
  /** @param {string} key @param {number} since how far the log is */
  constructor(key, since) {
    this.page = nonce().slice(0, 12);
    this.prefix = `share.${key}.`;
    this.leader = `leads.${key}`;
    this.read = { text: '', pages: /** @type {Page[]} */ ([]) };
    /** @type {Page} */
    this.mine = { form: FORM, since, forgot: 0, at: 0, pledges: [], gifts: [], requests: [] };
    for (const [name, text] of storedUnder(this.prefix)) {
      const page = parsed(text);
      if (page?.form !== FORM || Date.now() - page.at < IDLE) continue;
      this.mine = joined([page, this.mine]);
      unstore(name);
    }
    this.write(this.mine);
  }

  /** All that this browser has said. @returns {Kept} */
  get kept() {
    const texts = storedUnder(this.prefix).filter(([name]) => name !== this.prefix + this.page);
    const text = texts.map(([, each]) => each).join('\n');
    if (text !== this.read.text) {
      const pages = texts.map(([, each]) => /** @type {Page} */ (parsed(each)));
      this.read = { text, pages: pages.filter((page) => page?.form === FORM) };
    }
    const all = joined([...this.read.pages, this.mine]);
    return { ...all, since: Math.max(all.since, all.forgot) };
  }

  /** Remembers more. @param {Partial<Pick<Page, 'pledges' | 'gifts' | 'requests'>>} more */
  add({ pledges = [], gifts = [], requests = [] }) {
    const { mine } = this;
    this.write({
      ...mine,
      pledges: [...mine.pledges, ...pledges],
      gifts: [...mine.gifts, ...gifts],
      requests: [...mine.requests, ...requests],
    });
  }

  /** Notes which event carried out a request of any page. @param {string} id @param {number} event */
  carriedOut(id, event) {
    const found = this.kept.requests.find((each) => each.id === id);
    if (found)
      this.write({
        ...this.mine,
        requests: [...this.mine.requests.filter((each) => each.id !== id), { ...found, event }],
      });
  }

  /** Forgets a request of this page, that was refused. @param {string} id */
  withdraw(id) {
    this.write({ ...this.mine, requests: this.mine.requests.filter((each) => each.id !== id) });
  }

  /** @param {Page} page */
  write(page) {
    const pledges = page.pledges.slice(-PLEDGES);
    const gifts = page.gifts.slice(-GIFTS);
    const requests = page.requests.slice(-REQUESTS);
    // What is forgotten was used long before the middle of what is not.
    const forgot = Math.max(
      page.forgot,
      pledges.length < page.pledges.length ? pledges[PLEDGES / 2][2] : 0,
      gifts.length < page.gifts.length ? gifts[GIFTS / 2][1] : 0,
      requests.length < page.requests.length ? requests[REQUESTS / 2].since : 0,
    );
    this.mine = { form: FORM, since: page.since, forgot, at: Date.now(), pledges, gifts, requests };
    store(this.prefix + this.page, JSON.stringify(this.mine));
  }

  /** Whether this page speaks for the browser: the one that was looked at last. */
  get leads() {
    const leader = stored(this.leader);
    if (leader === null) this.lead();
    return leader === null || leader === this.page;
  }

  lead() {
    store(this.leader, this.page);
  }

  /** Leaves it to another page, which is open or will be. */
  rest() {
    if (stored(this.leader) === this.page) unstore(this.leader);
  }

  /** Forgets everything. */
  forget() {
    for (const [name] of storedUnder(this.prefix)) unstore(name);
  }
}

/** What several pages remember, as one; of a request, what knows the event that carried it out. @param {Page[]} pages */
const joined = (pages) => {
  /** @type {Map<string, import('./asked.js').Request>} */
  const requests = new Map();
  for (const each of pages.flatMap((page) => page.requests))
    if (requests.get(each.id)?.event === undefined) requests.set(each.id, each);
  const first = (/** @type {[string, ...any][]} */ all) =>
    [...new Map([...all].reverse().map((each) => [each[0], each])).values()].reverse();
  const by = (/** @type {number} */ place) => (/** @type {any} */ a, /** @type {any} */ b) => a[place] - b[place];
  return {
    form: FORM,
    since: Math.min(...pages.map(({ since }) => since)),
    forgot: Math.max(...pages.map(({ forgot }) => forgot)),
    at: Math.max(...pages.map(({ at }) => at)),
    pledges: /** @type {Page['pledges']} */ (first(pages.flatMap((page) => page.pledges)).sort(by(2))),
    gifts: /** @type {Page['gifts']} */ (first(pages.flatMap((page) => page.gifts)).sort(by(1))),
    requests: [...requests.values()].sort((a, b) => a.since - b.since),
  };
};
