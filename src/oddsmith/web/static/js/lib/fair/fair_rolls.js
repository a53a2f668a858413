// The arithmetic of rolls that anyone can check, as the server has it (docs/fair-rolls.md).
import { hex } from './random.js';
import { sha256 } from './sha256.js';

/** Milliseconds that dice wait for witnesses, and for whoever rolls them. */
export const WITNESS_WAIT = 1000;
export const ROLLER_WAIT = 10_000;

/** Nonces that dice wait for at most, and pledges of a member that stand. */
export const WITNESSES = 64;
export const PLEDGES = 64;

const encoder = new TextEncoder();

/** @param {string} digits */
export const fromHex = (digits) => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** @param {Uint8Array[]} parts */
const joined = (parts) => {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};

/**
 * SHA-256, in hexadecimal, of a label and fields, each preceded by its length as four bytes.
 * @param {string} label @param {...(string | Uint8Array)} fields
 */
export const digest = (label, ...fields) =>
  hex(
    sha256(
      joined(
        [label, ...fields].flatMap((field) => {
          const data = typeof field === 'string' ? encoder.encode(field) : field;
          const length = new Uint8Array(4);
          new DataView(length.buffer).setUint32(0, data.length);
          return [length, data];
        }),
      ),
    ),
  );

/** The digest of a text. @param {string} text */
export const sha256Text = (text) => hex(sha256(encoder.encode(text)));

/** Seals a seed: the server shows this before it is used. @param {string} table @param {string} seed */
export const seal = (table, seed) => digest('oddsmith/seal/1', table, fromHex(seed));

/**
 * Pledges a nonce: a browser shows this before it gives it away.
 * @param {string} table
 * @param {string} member
 * @param {string} nonce
 */
export const pledge = (table, member, nonce) => digest('oddsmith/pledge/1', table, member, fromHex(nonce));

/**
 * A member's pledges after an event that says some: `pledge` in place of all that stood, `pledges` behind them.
 * @param {string[]} standing @param {Record<string, any>} body @returns {string[]}
 */
export const pledged = (standing, { pledge, pledges = [] }) => [
  ...(pledge === undefined ? standing : [pledge].filter((each) => each !== null)),
  ...pledges,
];

/**
 * The seed of the faces of one stretch of a roll.
 * @param {string} table
 * @param {string} roll
 * @param {number} stretch
 * @param {string} seed
 * @param {Record<string, string>} nonces
 */
export const stretchSeed = (table, roll, stretch, seed, nonces) =>
  digest(
    'oddsmith/stretch/1',
    table,
    roll,
    String(stretch),
    fromHex(seed),
    ...Object.keys(nonces)
      .sort()
      .flatMap((member) => [member, fromHex(nonces[member])]),
  );

/**
 * Commits to a hidden hand: this is shown before it is opened.
 * @param {string} table
 * @param {string} roll
 * @param {number} round
 * @param {string} member
 * @param {string} hand
 * @param {string} nonce
 */
export const thrown = (table, roll, round, member, hand, nonce) =>
  digest('oddsmith/hand/1', table, roll, String(round), member, hand, fromHex(nonce));

/**
 * Commits to an option that somebody takes unseen: this is shown before it is opened.
 * @param {string} table
 * @param {string} roll
 * @param {number} round
 * @param {string} who
 * @param {string} member
 * @param {string} option
 * @param {string} nonce
 */
export const chosen = (table, roll, round, who, member, option, nonce) =>
  digest('oddsmith/choice/1', table, roll, String(round), who, member, option, fromHex(nonce));

/**
 * JSON of which there is only one form: names in order, nothing between.
 * @param {unknown} value @returns {string}
 */
export const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([name, item]) => `${JSON.stringify(name)}:${canonical(item)}`).join(',')}}`;
  }
  return JSON.stringify(value);
};

/** The digest that the next event is chained to. @param {import('../../table/store/fold.js').Event} event */
export const eventDigest = ({ at, body, by, kind, number, previous, roll, sealed, table, visibility }) =>
  sha256Text(canonical({ at, body, by, kind, number, previous, roll, sealed, table, visibility }));

/** As much of a digest as people can read out to each other. @param {string} digest */
export const short = (digest) => (digest.slice(0, 16).match(/.{4}/g) ?? []).join('-');

/** The digest of a hidden part. @param {unknown} hidden @param {string} salt */
export const hiddenDigest = (hidden, salt) => sha256Text(canonical({ hidden, salt }));

/** The seeded source `sha256-counter/1`: numbers below n out of a seed. */
export class SeededSource {
  /** @param {string} seed in hexadecimal */
  constructor(seed) {
    this.key = sha256(fromHex(seed));
    this.block = -1;
    this.bytes = new Uint8Array(0);
    this.at = 0;
  }

  /** @returns {number} the next byte of the stream */
  byte() {
    if (this.at === this.bytes.length) {
      this.block += 1;
      const counter = new Uint8Array(8);
      new DataView(counter.buffer).setBigUint64(0, BigInt(this.block));
      this.bytes = sha256(joined([this.key, counter]));
      this.at = 0;
    }
    this.at += 1;
    return this.bytes[this.at - 1];
  }

  /** @param {number} n at most 2^31 */
  below(n) {
    if (n <= 1) return 0;
    const bits = (n - 1).toString(2).length;
    for (;;) {
      let number = 0;
      for (let taken = 0; taken < Math.ceil(bits / 8); taken++) number = number * 256 + this.byte();
      number %= 2 ** bits;
      if (number < n) return number;
    }
  }
}
