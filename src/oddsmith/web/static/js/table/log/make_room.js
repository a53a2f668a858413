// Lets a list make room at its top by moving what is there, so that what somebody reads does not jump.
import { useEffect, useLayoutEffect } from '../../../vendor/preact.js';
import { motion } from '../../lib/browser/preferences.js';

/** Milliseconds in which entries make room. */
const SLIDING = 260;

/**
 * How far entries are from where they belong, in pixels: at first, since when, and now. Where an animation of the browser's
 * runs, it would take what makes room meanwhile for a jump.
 * @type {Map<HTMLElement, {first: number, since?: number, now: number}>}
 */
const sliding = new Map();

/** Moves on, once for every frame. @param {number} time */
const moveOn = (time) => {
  const still = motion.value === 'off' || matchMedia('(prefers-reduced-motion: reduce)').matches;
  for (const [entry, way] of sliding) {
    const gone = way.since === undefined ? 0 : still ? 1 : Math.min(1, (time - way.since) / SLIDING);
    way.since ??= time;
    place(entry, way, (1 - gone) ** 3 * way.first);
  }
  if (sliding.size > 0) requestAnimationFrame(moveOn);
};

/** @param {HTMLElement} entry @param {{now: number}} way @param {number} now */
const place = (entry, way, now) => {
  way.now = now;
  if (now === 0) sliding.delete(entry);
  entry.style.transform = now === 0 ? '' : `translateY(${now}px)`;
};

/** Tells whether somebody reads further down than the top of a list. @param {HTMLElement} list */
const isReadBelow = (list) => list.getBoundingClientRect().top < 0;

/**
 * Where the entries in sight stand, but for what is sliding.
 * @param {HTMLElement} list @returns {[HTMLElement, number][]}
 */
const standing = (list) => {
  const above = list.getBoundingClientRect().top - list.offsetTop;
  /** @type {[HTMLElement, number][]} */
  const found = [];
  for (const entry of /** @type {Iterable<HTMLElement>} */ (/** @type {unknown} */ (list.children))) {
    const top = above + entry.offsetTop;
    if (top > innerHeight) break;
    if (top + entry.offsetHeight > 0) found.push([entry, top]);
  }
  return found;
};

/**
 * Lets entries slide from where they stood to where they stand now.
 * @param {HTMLElement} list @param {[HTMLElement, number][]} was
 */
const slide = (list, was) => {
  const above = list.getBoundingClientRect().top - list.offsetTop;
  const idle = sliding.size === 0;
  for (const [entry, top] of was) {
    const first = top - above - entry.offsetTop + (sliding.get(entry)?.now ?? 0);
    if (top === above + entry.offsetTop) continue;
    const way = { first, now: first };
    sliding.set(entry, way);
    place(entry, way, first);
  }
  if (idle && sliding.size > 0) requestAnimationFrame(moveOn);
};

/**
 * Makes room in a list whenever it is drawn anew: at its top what is there slides down, and what is read further down
 * stays in its place. @param {{current: HTMLElement | null}} list
 */
export const useRoom = (list) => {
  const below = list.current !== null && isReadBelow(list.current);
  const was = list.current === null ? [] : standing(list.current);
  useLayoutEffect(() => {
    const stayed = was.filter(([entry]) => entry.parentElement === list.current);
    if (list.current === null || stayed.length === 0) return;
    const [[read, top]] = stayed;
    if (below)
      scrollBy({
        top: list.current.getBoundingClientRect().top - list.current.offsetTop + read.offsetTop - top,
        behavior: 'instant',
      });
    else slide(list.current, stayed);
  });
  // Browsers hold what is read in its place as well, of which nothing may come where it slides.
  useEffect(() => {
    const hold = () => {
      if (list.current !== null) list.current.style.overflowAnchor = isReadBelow(list.current) ? '' : 'none';
    };
    hold();
    addEventListener('scroll', hold, { passive: true });
    return () => removeEventListener('scroll', hold);
  }, []);
};
