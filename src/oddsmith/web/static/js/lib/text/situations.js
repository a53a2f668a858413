// Writes what is known at a decision: `3 misses`, `not burnt`, `dice 1 4 6`. As rules/graph/situations.py writes it.
import { inSentence, sentence, written } from './words.js';

/** Values of lists, and ways in which something is known, that are written out. */
const MOST_ITEMS = 12;
const MOST_WAYS = 5;

/** @type {Record<string, string>} */
const SINGULAR = { dice: 'die', men: 'man', women: 'woman', people: 'person', lives: 'life', wolves: 'wolf' };
const AFTER = /^(bought|left|spent|taken|used|lost|won|kept|rolled|over)$/;
/** Names that end with what was done, and such that end with a thing. */
const DONE =
  /(^| )(left|spent|taken|used|lost|won|kept|rolled|bought|burnt|chosen|drawn|given|held|made|met|paid|seen|shown|sold|thrown|\w{3,}ed)$/;
const THINGS = /(^| )(advantage|bonus|botch|cover|crisis|disadvantage|effort|failure|inspiration|success|tie|win)$/;
const HOLDS = /^(is|was|are|were|has|had) /;

/** The name of something known as people call it. @param {string} name */
const spoken = (name) => {
  const [, theirs, of] = /^(opposing |against |opposing_|against_)?(.*)$/.exec(name) ?? [];
  const called = inSentence(of)
    .replace(/(?<=.) number$/, '')
    .replace(/\b(willpower|sway|chi|yarn|humanity|beast)\b/g, sentence);
  return theirs ? `opponent’s ${called}` : called;
};

/** The place of a plural among words; -1 where there is none. @param {string[]} words */
const noun = (words) => {
  const place = words.length > 1 && AFTER.test(words[words.length - 1]) ? words.length - 2 : words.length - 1;
  const word = words[place] ?? '';
  const plural = word in SINGULAR || (/..s$/.test(word) && !/(ss|us|is|as|news|series)$/.test(word));
  return plural ? place : -1;
};

/** @param {string} word */
const singular = (word) =>
  SINGULAR[word] ??
  (/..ies$/.test(word) ? `${word.slice(0, -3)}y` : word.slice(0, /(ss|x|ch|sh|z)es$/.test(word) ? -2 : -1));

/** A name with a number, or with words for one. @param {string} name @param {string} number @param {boolean} one */
const numbered = (name, number, one = false) => {
  const called = spoken(name);
  if (called.startsWith('opponent’s')) return `${called} ${number}`;
  const words = called.split(' ');
  const place = noun(words);
  if (place < 0) return `${called} ${number}`;
  if (one) words[place] = singular(words[place]);
  return [number, ...words].join(' ');
};

/** A value within a situation: numbers of a list with spaces. @param {unknown} value @returns {string} */
const told = (value) => {
  if (!Array.isArray(value)) return written(value);
  const items = value.map(told);
  const listed =
    items.length > MOST_ITEMS
      ? [...items.slice(0, MOST_ITEMS - 2), `and ${items.length - MOST_ITEMS + 2} more`]
      : items;
  return listed.join(value.every((item) => Number.isInteger(item)) ? ' ' : ', ') || 'none';
};

/** Says that something does not hold: `no success`, `not burnt`. @param {string} called */
const denied = (called) => {
  const verb = /^(can|may|must|will|should) /.exec(called);
  if (verb) return `${verb[1]}${verb[1] === 'can' ? 'not' : ' not'} ${called.slice(verb[0].length)}`;
  const without = called.replace(HOLDS, '');
  const owned = /^(has|had) /.test(called) && !DONE.test(without);
  return `${owned || THINGS.test(without) ? 'no' : 'not'} ${without}`;
};

/** @param {unknown} value whether it is one of two sides */
const isSide = (value) => value === 'player' || value === 'opponent';

/** Something that is known, in words. @param {string} name @param {unknown} value @returns {string} */
const fact = (name, value) => {
  const called = spoken(name);
  if (typeof value === 'boolean') return value ? called.replace(HOLDS, '') : denied(called);
  if (value === null || (Array.isArray(value) && value.length === 0))
    return `${DONE.test(called) ? 'nothing' : 'no'} ${called}`;
  // Whoever tosses is told by whose toss it is.
  if (isSide(value))
    return called.endsWith('er')
      ? `${value === 'player' ? 'your' : 'the opponent’s'} ${called.replace(/er$/, '')}`
      : `${called}: ${value === 'player' ? 'you' : 'opponent'}`;
  if (typeof value === 'number') return numbered(name, written(value), value === 1);
  return `${called} ${told(value)}`;
};

/** One of several values that something known has. @param {string} name @param {unknown[]} values */
export const among = (name, values) => {
  if (values.length === 1) return fact(name, values[0]);
  if (values.every((value) => Number.isInteger(value)))
    return numbered(name, anyOf(runs(values.map(Number).sort((a, b) => a - b))));
  if (values.some((value) => typeof value === 'boolean' || value === null || isSide(value)))
    return values.map((value) => fact(name, value)).join(' or ');
  return `${spoken(name)} ${anyOf(values.map(told))}`;
};

/** Facts one beside the other, parted by semicolons where one has commas of its own. @param {string[]} facts */
export const beside = (facts) => facts.join(facts.some((one) => one.includes(', ')) ? '; ' : ', ');

/** Whole numbers that rise, those that follow each other as `2 to 5`. @param {number[]} numbers */
const runs = (numbers) => {
  /** @type {number[][]} */
  const found = [];
  for (const number of numbers) {
    const last = found[found.length - 1];
    if (last !== undefined && last[last.length - 1] === number - 1) last.push(number);
    else found.push([number]);
  }
  return found.flatMap((run) =>
    run.length > 2 ? [`${written(run[0])} to ${written(run[run.length - 1])}`] : run.map(written),
  );
};

/** @param {string[]} texts */
const anyOf = (texts) => {
  const listed =
    texts.length > MOST_WAYS ? [...texts.slice(0, MOST_WAYS - 1), `${texts.length - MOST_WAYS + 1} others`] : texts;
  return listed.length < 2 ? listed.join('') : `${listed.slice(0, -1).join(', ')} or ${listed[listed.length - 1]}`;
};

/** The bounds of something known, by sign. @param {string} name @param {Record<string, unknown>} signs */
export const bounded = (name, signs) => {
  const { '>=': low, '<=': high } = signs;
  if (low !== undefined && high !== undefined) return numbered(name, `${written(low)} to ${written(high)}`);
  if (low !== undefined) return numbered(name, `${written(low)} or more`);
  if (high !== undefined) return numbered(name, `${written(high)} or less`);
  return Object.entries(signs)
    .map(([sign, value]) => {
      if (sign === '=') return fact(name, value);
      if (typeof value === 'boolean') return fact(name, !value);
      return isSide(value) ? `not ${fact(name, value)}` : `${spoken(name)} not ${told(value)}`;
    })
    .join(' and ');
};
