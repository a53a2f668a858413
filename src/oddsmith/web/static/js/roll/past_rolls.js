// Rolls made in this browser, and what is rolled often: kept here, and nowhere else.
import { signal } from '../../vendor/preact.js';
import { store, storedList } from '../lib/browser/preferences.js';

/**
 * @typedef {{of: string, link: string, came: string, at: string, luck?: number}} PastRoll
 *   of: what was rolled, in words or notation; link: where it is rolled again; came: what it came to; luck: the share of
 *   rolls that come to less, half of those that come to the same among them
 */

/** Rolls that are kept, the last ones. */
const MOST = 200;

/** @param {any} each @returns {each is PastRoll} */
const isRoll = (each) =>
  ['of', 'link', 'came', 'at'].every((key) => typeof each?.[key] === 'string') &&
  each.link.startsWith('/') &&
  !Number.isNaN(Date.parse(each.at)) &&
  ['number', 'undefined'].includes(typeof each.luck);

/** @param {any} each @returns {each is string} */
const isNotation = (each) => typeof each === 'string' && each.trim() !== '';

/** The rolls of this browser, the newest first. */
export const pastRolls = signal(storedList('rolls', isRoll));

/** Notations that somebody keeps at hand. */
export const favourites = signal([...new Set(storedList('favourites', isNotation))]);

/** @param {PastRoll} roll */
export const remember = (roll) => {
  pastRolls.value = [roll, ...pastRolls.value].slice(0, MOST);
  store('rolls', JSON.stringify(pastRolls.value));
};

export const forgetRolls = () => {
  pastRolls.value = [];
  store('rolls', '[]');
};

/** @param {string} notation */
export const turnFavourite = (notation) => {
  const had = favourites.value.includes(notation);
  favourites.value = had ? favourites.value.filter((each) => each !== notation) : [...favourites.value, notation];
  store('favourites', JSON.stringify(favourites.value));
};
