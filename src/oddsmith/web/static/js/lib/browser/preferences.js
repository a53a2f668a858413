// Preferences kept in this browser: light or dark, motion or none, decimals.
import { signal } from '../../../vendor/preact.js';

/** @param {string} key */
const stored = (key) => {
  try {
    return localStorage.getItem(`oddsmith.${key}`);
  } catch {
    return null; // storage may be switched off; choices then last as long as the page
  }
};

/** @param {string} key @param {string} value */
export const store = (key, value) => {
  try {
    localStorage.setItem(`oddsmith.${key}`, value);
  } catch {
    // as above
  }
};

/** @param {string} key */
export const unstore = (key) => {
  try {
    localStorage.removeItem(`oddsmith.${key}`);
  } catch {
    // as above
  }
};

/** Keys that begin with a text, and what is stored there. @param {string} prefix @returns {[string, string][]} */
export const storedUnder = (prefix) => {
  try {
    const keys = Array.from({ length: localStorage.length }, (_, place) => localStorage.key(place) ?? '');
    const found = keys.filter((key) => key.startsWith(`oddsmith.${prefix}`)).sort();
    return found.map((key) => [key.slice('oddsmith.'.length), localStorage.getItem(key) ?? 'null']);
  } catch {
    return []; // as above
  }
};

export { stored };

/**
 * A stored text as what it stands for; null where another version, or another program, wrote what cannot be read.
 * @param {string} text @returns {any}
 */
export const parsed = (text) => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/**
 * What is stored as a list, as far as it can be used.
 * @template T @param {string} key @param {(each: any) => each is T} usable @returns {T[]}
 */
export const storedList = (key, usable) => {
  const found = parsed(stored(key) ?? '[]');
  return Array.isArray(found) ? found.filter(usable) : [];
};

/** @typedef {{table: string, title: string}} MyTable */

/** @param {any} each @returns {each is MyTable} */
const isTable = (each) => typeof each?.table === 'string' && typeof each.title === 'string';

/** The tables that this browser has sat at, the last one first. */
export const myTables = () => storedList('tables', isTable);

const dark = matchMedia('(prefers-color-scheme: dark)');
const calm = matchMedia('(prefers-reduced-motion: reduce)');

export const theme = signal(stored('theme') ?? (dark.matches ? 'dark' : 'light'));
export const motion = signal(stored('motion') ?? (calm.matches ? 'off' : 'on'));
export const sound = signal(stored('sound') ?? 'off');

theme.subscribe((value) => {
  document.documentElement.dataset.theme = value;
});
motion.subscribe((value) => {
  document.documentElement.dataset.motion = value;
});
dark.addEventListener('change', () => {
  if (stored('theme') === null) theme.value = dark.matches ? 'dark' : 'light';
});
calm.addEventListener('change', () => {
  if (stored('motion') === null) motion.value = calm.matches ? 'off' : 'on';
});

export const turnTheme = () => {
  theme.value = theme.value === 'dark' ? 'light' : 'dark';
  store('theme', theme.value);
};

export const turnMotion = () => {
  motion.value = motion.value === 'on' ? 'off' : 'on';
  store('motion', motion.value);
};

export const turnSound = () => {
  sound.value = sound.value === 'on' ? 'off' : 'on';
  store('sound', sound.value);
  clattering(1);
};

/** Lets dice be heard and felt, where somebody wants that. @param {number} dice how many land */
export const clattering = async (dice) => {
  if (sound.value === 'on') (await import('./clatter.js')).clatter(dice);
};

/** Numbers of decimals of a percentage that somebody may ask for. */
export const PLACES = [1, 2, 4];

/** Decimals of a percentage now; as many more where a chance is next to 0 or to 1 as it takes to tell them apart. */
export const places = signal(PLACES.find((each) => String(each) === stored('places')) ?? PLACES[0]);

/** @param {number} chosen */
export const choosePlaces = (chosen) => {
  places.value = chosen;
  store('places', String(chosen));
};
