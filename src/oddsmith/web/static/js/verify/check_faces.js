// Compares the faces in a log with those that fall from a seed.
import { SeededSource } from '../lib/fair/fair_rolls.js';

/** @typedef {import('../lib/net/documents.js').Face} Face */
/** @typedef {import('../lib/net/documents.js').TrailEntry} TrailEntry */

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
 * The dice of a roll that are thrown together: as a trail tells them, chain by chain.
 * @param {Face[]} faces
 */
const pools = (faces) =>
  faces.reduce((heaps, face) => {
    const heap = heaps[heaps.length - 1];
    const before = heap?.[heap.length - 1];
    if (before === undefined || before.die !== face.die || Number(face.chain) < Number(before.chain))
      heaps.push([face]);
    else heap.push(face);
    return heaps;
  }, /** @type {Face[][]} */ ([]));

/**
 * Tells whether every die of a pool fell once, so that a trail tells them in the order in which they fell.
 * @param {Face[]} pool
 */
const simple = (pool) =>
  new Set(pool.map(({ chain }) => chain)).size === pool.length &&
  pool.every(({ exploded, extra, fate }) => !exploded && !extra && fate !== 'rerolled');

/** Tells whether a face has all that it takes to compare it. @param {any} face */
const whole = (face) =>
  ['die', 'face', 'fate', 'exploded', 'extra', 'chain'].every((part) => Object.hasOwn(face, part)) &&
  typeof face.die === 'string' &&
  Number.isInteger(face.chain);

/** Dice that people throw with their hands, in rolls that have hands. */
const HANDS = /^d\{(?:down|even|up)(?::\d+)?(?:,(?:down|even|up)(?::\d+)?)*\}$/;

/**
 * The faces of each stretch, entry by entry. Where hands are thrown, each ends a stretch and is in none.
 * @param {TrailEntry[]} rolls @param {boolean} hands
 * @returns {Face[][][]}
 */
export const thrownTogether = (rolls, hands) => {
  /** @type {Face[][][]} */
  const found = [[]];
  for (const { faces = [] } of rolls) {
    found[found.length - 1].push([]);
    for (const face of faces)
      if (hands && HANDS.test(face.die)) found.push([[]]);
      else found[found.length - 1][found[found.length - 1].length - 1].push(face);
  }
  return found.filter((stretch) => stretch.some((faces) => faces.length > 0));
};

/**
 * Tells whether the faces of a stretch are those that fall from a seed. A pool in which dice exploded is compared as a
 * heap, since a trail shows explosions beside the die that exploded and not in the order in which they fell.
 * @param {string} seed @param {Face[][]} rolls
 * @returns {{faces: 'same' | 'none' | 'unknown'} | {faces: 'differ', found: string, expected: string}}
 */
export const fall = (seed, rolls) => {
  if (!rolls.every((faces) => faces.every(whole)))
    return { faces: 'differ', found: 'of no known form', expected: 'faces' };
  const all = rolls.flatMap(pools);
  if (all.length === 0) return { faces: 'none' };
  const source = new SeededSource(seed);
  for (const pool of all) {
    const known = ordered(pool[0].die);
    if (known === undefined) return { faces: 'unknown' };
    const found = pool.map(({ face }) => String(face));
    const fallen = found.map(() => known.face(source.below(known.count)));
    if (!simple(pool)) {
      found.sort();
      fallen.sort();
    }
    if (found.join() !== fallen.join())
      return { faces: 'differ', found: `${found.join(', ')} (${pool[0].die})`, expected: fallen.join(', ') };
  }
  return { faces: 'same' };
};
