// Talking to the server that the pages came from, and to nobody else.

/** @typedef {import('./documents.js').Catalogue} Catalogue */

/** A refusal that says what is wrong: the server's problem document. */
export class Problem extends Error {
  /** @param {Record<string, any>} document @param {number} wait seconds to wait before trying again, or 0 */
  constructor(document, wait) {
    super(document.detail ?? 'The server gave no reason.');
    this.status = Number(document.status);
    this.code = String(document.code ?? '');
    this.remedy = String(document.remedy ?? '');
    /** @type {string | undefined} */
    this.field = document.field;
    /** @type {string[]} all that are to blame together */
    this.fields = document.fields ?? (document.field === undefined ? [] : [document.field]);
    /** @type {unknown} */
    this.value = document.value;
    /** @type {string | undefined} */
    this.allowed = document.allowed;
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

/**
 * What the server answers.
 * @param {string} path
 * @param {{method?: string, body?: unknown, signal?: AbortSignal, key?: string}} [how] key: an idempotency key
 * @returns {Promise<any>} rejects with Problem, Unreachable, or an AbortError
 */
export const ask = async (path, { method = 'GET', body, signal, key } = {}) => {
  /** @type {Record<string, string>} */
  const headers = { accept: 'application/json' };
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (key !== undefined) headers['idempotency-key'] = key;
  let response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), signal });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new Unreachable();
  }
  const text = await response.text();
  const document = /json/.test(response.headers.get('content-type') ?? '') && text !== '' ? JSON.parse(text) : {};
  if (!response.ok) {
    const wait = Number(response.headers.get('retry-after') ?? 0);
    throw new Problem({ status: response.status, detail: `${response.status} ${response.statusText}`, ...document }, wait);
  }
  return document;
};

/** @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === 'AbortError';

/** @type {Promise<Catalogue> | undefined} */
let known;

/** The systems there are, asked for once. */
export const catalogue = () => {
  known ??= ask('/api/systems').catch((error) => {
    known = undefined;
    throw error;
  });
  return known;
};
