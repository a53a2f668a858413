// Reads a log strictly: what other readers might read otherwise is refused, so that it says one thing to everybody.

/** Levels of lists and objects in each other. */
const LEVELS = 100;

const NUMBER = /-?\d[\d.eE+-]*/y;

/** @param {string} why */
const ambiguous = (why) =>
  new Error(`This is not the log of a table, since it could be read in more than one way: ${why}.`);

/** Where a text ends that begins at a place. @param {string} json @param {number} start */
const endOf = (json, start) => {
  for (let end = start + 1; ; end += 1) {
    end = json.indexOf('"', end);
    let before = end - 1;
    while (json[before] === '\\') before -= 1;
    if ((end - before) % 2 === 1) return end;
  }
};

/** A text, as it was written. @param {string} written */
const read = (written) => {
  if (!written.includes('\\')) return written.slice(1, -1);
  const text = JSON.parse(written);
  if (/\p{Cs}/u.test(text)) throw ambiguous(`${written} holds half a character`);
  return text;
};

/** @param {string} written */
const needsWhole = (written) => {
  if (!/^(?:0|-?[1-9]\d*)$/.test(written) || !Number.isSafeInteger(Number(written)))
    throw ambiguous(`${written.slice(0, 40)} is not a whole number up to 2^53`);
};

/** Throws for JSON that may be read in more than one way. @param {string} json whose grammar is known to be right */
const needsOneMeaning = (json) => {
  /** Names so far of every object around, nothing for lists. @type {(Set<string> | undefined)[]} */
  const around = [];
  let name = false; // whether a name comes next
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '{':
      case '[':
        name = json[at] === '{';
        if (around.push(name ? new Set() : undefined) > LEVELS) throw ambiguous(`it has more than ${LEVELS} levels`);
        break;
      case '}':
      case ']':
        around.pop();
        break;
      case ':':
        name = false;
        break;
      case ',':
        name = around[around.length - 1] !== undefined;
        break;
      case '"': {
        const end = endOf(json, at);
        const text = read(json.slice(at, end + 1));
        const names = around[around.length - 1];
        if (name && names?.has(text)) throw ambiguous(`“${text}” stands twice in an object`);
        if (name) names?.add(text);
        at = end;
        break;
      }
      default: {
        NUMBER.lastIndex = at;
        const number = NUMBER.exec(json)?.[0];
        if (number !== undefined) {
          needsWhole(number);
          at += number.length - 1;
        }
      }
    }
  }
};

/**
 * The document in a file. Throws for what is no JSON in UTF-8, or could be read in more than one way.
 * @param {Uint8Array | ArrayBuffer} bytes @param {string} what it is to be @returns {any}
 */
export const readLog = (bytes, what = 'log') => {
  let json;
  let found;
  try {
    json = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    found = JSON.parse(json);
  } catch {
    throw new Error(`This file is not JSON, so it is no ${what} of a table.`);
  }
  needsOneMeaning(json);
  return found;
};
