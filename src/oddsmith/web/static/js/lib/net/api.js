// Talks to the server that the pages came from, and to nobody else.
import { typed } from '../text/words.js';

/** @typedef {import('./documents.js').Catalogue} Catalogue */

/** A refusal that says what is wrong: the server's problem document. */
export class Problem extends Error {
  /** @param {Record<string, any>} document @param {number} wait seconds to wait before trying again, or 0 */
  constructor(document, wait) {
    super(typed(document.detail ?? 'The server gave no reason.'));
    this.status = Number(document.status);
    this.code = String(document.code ?? '');
    this.remedy = typed(String(document.remedy ?? ''));
    /** What to write from `start` to `end` of a notation. */
    this.suggestion = String(document.suggestion ?? '');
    this.start = Number(document.start ?? 0);
    this.end = Number(document.end ?? 0);
    /** @type {string | undefined} */
    this.field = document.field;
    /** @type {string[]} all that are to blame together */
    this.fields = document.fields ?? (document.field === undefined ? [] : [document.field]);
    /** @type {unknown} */
    this.value = document.value;
    /** @type {string | undefined} */
    this.allowed = document.allowed;
    /** Why real dice are asked for once more. @type {string | undefined} */
    this.because = document.because;
    /** @type {number | undefined} where in a notation */
    this.start = document.start;
    /** @type {number | undefined} */
    this.end = document.end;
    this.wait = wait;
  }
}

/** The server cannot be reached at all. */
export class Unreachable extends Error {
  constructor() {
    super('The server cannot be reached.');
  }
}

const TRIES = 3;
const PATIENCE = 5; // seconds; whoever should wait longer is told so

/** @param {number} seconds @param {AbortSignal | undefined} signal @returns {Promise<void>} */
const rest = (seconds, signal) =>
  new Promise((resolve, reject) => {
    const over = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener(
      'abort',
      () => {
        clearTimeout(over);
        reject(new DOMException('Nobody waits any more.', 'AbortError'));
      },
      { once: true },
    );
  });

/** @typedef {{method?: string, body?: unknown, signal?: AbortSignal, key?: string}} How key: an idempotency key */

/**
 * Asks the server. A question that came too fast, or to a server with too much to do, is asked again a little
 * later.
 * @param {string} path
 * @param {How} [how]
 * @returns {Promise<any>} rejects with Problem, Unreachable, or an AbortError
 */
export const ask = async (path, how = {}) => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await once(path, how);
    } catch (error) {
      const wait = error instanceof Problem && how.key === undefined ? error.wait : 0;
      if (wait === 0 || wait > PATIENCE || tries === TRIES) throw error;
      await rest(wait, how.signal);
    }
  }
};

/** @param {string} path @param {How} how @returns {Promise<any>} */
const once = async (path, { method = 'GET', body, signal, key }) => {
  /** @type {Record<string, string>} */
  const headers = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (key !== undefined) headers['idempotency-key'] = key;
  let response;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Unreachable();
  }
  const text = await response.text();
  const document = /json/.test(response.headers.get('content-type') ?? '') && text !== '' ? JSON.parse(text) : {};
  if (!response.ok) {
    const wait = Number(response.headers.get('retry-after') ?? 0);
    throw new Problem(
      { status: response.status, detail: `${response.status} ${response.statusText}`, ...document },
      wait,
    );
  }
  return document;
};

/** @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === 'AbortError';

/** @type {Promise<Catalogue> | undefined} */
let known;

/** The document names where they are, at an address that a browser need not ask for again. */
const SYSTEMS = /** @type {HTMLLinkElement | null} */ (document.querySelector('link[rel="preload"][as="fetch"]'));

/** The systems there are, asked for once. */
export const catalogue = () => {
  known ??= ask(SYSTEMS?.href ?? '/api/systems').catch((error) => {
    known = undefined;
    throw error;
  });
  return known;
};
