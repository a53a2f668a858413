// The request for odds along inputs, and its answer.
import { ask } from '../../lib/net/api.js';
import { requestBody } from '../question/request.js';

/** @typedef {import('../../lib/net/documents.js').Exact} Exact */

/** @typedef {{input: string, values: (number | string)[]}} Along */

/**
 * @typedef {object} Cell The chance of an event, the mean of a measure, or why there is none.
 * @property {string} [p]
 * @property {number} [float]
 * @property {Exact} [mean]
 * @property {string} [unresolved]
 * @property {string} [refused]
 * @property {string} [remedy]
 * @property {Cell[]} [each] one for each, where several things are asked at once
 */

/**
 * @typedef {{of: string | string[], along: Along[], first: number, cells: Cell[], next: number | null, policy?:
 *   string}} Sweep
 */

/**
 * The first cells of a sweep, from one on: as many as the server has soon.
 * @param {import('../question/question.js').Question} question
 * @param {Along[]} along
 * @param {string | string[]} of as in a goal
 * @param {boolean} best whether cells are what best play for that is worth
 * @param {number} first
 * @param {AbortSignal} signal
 * @returns {Promise<Sweep>}
 */
export const askSweep = (question, along, of, best, first, signal) =>
  ask(`/api/sweep/${question.system}/${question.action}`, {
    method: 'POST',
    signal,
    body: { ...requestBody(question), along, of, ...(best ? { best } : {}), first },
  });
