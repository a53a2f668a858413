// Checking one roll with nothing but its events.
import { SeededSource, chosen, pledge, seal, stretchSeed, thrown } from '../lib/fair.js';

/** @typedef {import('../table/fold.js').Event} Event */
/** @typedef {import('../lib/documents.js').Face} Face */
/** @typedef {import('../lib/documents.js').TrailEntry} TrailEntry */

/**
 * @typedef {object} Stretch The dice between two decisions.
 * @property {string} seal
 * @property {string} seed
 * @property {string} facesSeed
 * @property {Record<string, string>} nonces
 * @property {string[]} missing
 * @property {'same' | 'none' | 'unknown'} faces whether the faces in the trail were found to follow from the seed
 */

/** What an event says, as far as it may be seen. @param {Event} event @returns {Record<string, any>} */
const told = (event) => ({ ...event.body, ...event.hidden });

/**
 * The faces of a die in the order in which a source numbers them; undefined for dice whose weights are not in the name.
 * @param {string} die
 */
const ordered = (die) => {
  const sides = /^d(\d+)$/.exec(die);
  if (sides !== null) return { count: Number(sides[1]), face: (/** @type {number} */ place) => String(place + 1) };
  const named = /^d\{([\w-]+(?:,[\w-]+)*)\}$/.exec(die);
  if (named === null) return undefined;
  const numeric = named[1].split(',').every((face) => /^-?\d+$/.test(face));
  const faces = named[1].split(',').sort((a, b) => (numeric ? Number(a) - Number(b) : a < b ? -1 : 1));
  return { count: faces.length, face: (/** @type {number} */ place) => faces[place] };
};

/**
 * Whether the faces of some rolls are those that fall from a seed. Dice of a kind that are thrown together are compared as
 * a heap, since a trail shows explosions beside the die that exploded and not in the order in which they fell.
 * @param {string} seed @param {TrailEntry[]} rolls @returns {'same' | 'none' | 'unknown' | 'differ'}
 */
const fall = (seed, rolls) => {
  const faces = rolls.flatMap((entry) => entry.faces ?? []);
  if (faces.length === 0) return 'none';
  const source = new SeededSource(seed);
  for (let at = 0; at < faces.length;) {
    const { die } = faces[at];
    const known = ordered(die);
    if (known === undefined) return 'unknown';
    /** @type {string[]} */
    const heap = [];
    for (; at < faces.length && faces[at].die === die; at++) heap.push(String(faces[at].face));
    const fallen = heap.map(() => known.face(source.below(known.count)));
    if (fallen.sort().join() !== heap.sort().join()) return 'differ';
  }
  return 'same';
};

/**
 * Everything that can be checked of a roll in a browser: seals, pledges, seeds, faces, hands. The rules themselves are run
 * again by `oddsmith verify`.
 * @param {string} table @param {string} roll @param {Event[]} events of the roll, as far as they may be seen
 */
export const checkRoll = (table, roll, events) => {
  /** @type {string[]} */
  const wrong = [];
  /** @type {Stretch[]} */
  const stretches = [];
  let hands = 0; // thrown or chosen unseen, and opened
  /** @type {Record<string, any> | undefined} */
  let begun;
  /** @type {Record<string, string>} */
  let nonces = {};
  /** @type {TrailEntry[]} */
  let seen = [];
  /** @type {Map<string, string>} */
  const commitments = new Map();
  for (const event of events) {
    const body = told(event);
    if (typeof body.stretch === 'object' && body.stretch !== null) {
      begun = body.stretch;
      nonces = { ...body.stretch.nonces };
    }
    if (event.kind === 'roll.witnessed') {
      nonces[body.member] = body.nonce;
      if (begun && pledge(table, body.member, body.nonce) !== begun.witnesses[body.member]) wrong.push(`Event ${event.number}: the randomness of ${body.member} is not what was pledged.`);
    }
    if (event.kind === 'roll.thrown') commitments.set(`${body.round} ${body.member}`, body.commitment);
    if (event.kind === 'roll.chosen') commitments.set(`${body.round} ${body.who}`, body.commitment);
    if (event.kind === 'roll.revealed') {
      for (const { who, member, option, nonce } of body.sides) {
        hands += option === null ? 0 : 1;
        if (option !== null && chosen(table, roll, body.round, who, member, option, nonce) !== commitments.get(`${body.round} ${who}`)) {
          wrong.push(`Event ${event.number}: what the ${who} took is not what was committed to.`);
        }
      }
    }
    if (event.kind === 'roll.met') {
      for (const [member, hand] of Object.entries(body.hands)) {
        hands += hand === null ? 0 : 1;
        if (hand !== null && thrown(table, roll, body.round, member, String(hand), body.nonces[member]) !== commitments.get(`${body.round} ${member}`)) {
          wrong.push(`Event ${event.number}: the hand of ${member} is not the one committed to.`);
        }
      }
    }
    const rolls = (body.trail ?? []).filter((/** @type {TrailEntry} */ entry) => entry.kind === 'roll');
    if (body.landed) {
      if (begun === undefined) {
        wrong.push(`Event ${event.number}: dice land that never began to fall.`);
        continue;
      }
      const facesSeed = stretchSeed(table, roll, body.landed.stretch, body.landed.seed, nonces);
      if (seal(table, body.landed.seed) !== begun.seal) wrong.push(`Event ${event.number}: the seed is not the one that the seal committed to.`);
      if (facesSeed !== body.landed.faces_seed) wrong.push(`Event ${event.number}: the seed of the faces does not follow from the seed and everybody's randomness.`);
      const faces = fall(facesSeed, rolls.slice(seen.length));
      if (faces === 'differ') wrong.push(`Event ${event.number}: the faces are not those that follow from the seed.`);
      stretches.push({ seal: begun.seal, seed: body.landed.seed, facesSeed, nonces, missing: body.landed.missing, faces: faces === 'differ' ? 'unknown' : faces });
      begun = undefined;
    }
    if (body.trail) seen = rolls;
  }
  return { wrong, stretches, hands };
};
