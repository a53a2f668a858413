// The values of an input along which odds are drawn.
import { called } from '../lib/inputs.js';

/** @typedef {import('../lib/documents.js').Field} Field */
/** @typedef {{name: string, title: string, values: number[], from: number, to: number, by: number, cut: boolean}} Axis cut: whether it stops early */

/** No more values than this of an input. */
export const MOST = 41;

/**
 * From where to where an input goes when nobody says: around what it is now.
 * @param {Field} field @param {string} value @returns {[number, number]}
 */
const usualRange = (field, value) => {
  const now = Number(value === '' ? field.default ?? field.low ?? 0 : value) || 0;
  const low = field.low ?? -Infinity;
  const high = field.high ?? Infinity;
  if (high - low < 14) return [low, high];
  const from = Math.max(low, now - 6);
  return [from, Math.min(high, from + 12)];
};

/**
 * @param {Field} field @param {string} value that the input has now
 * @param {{from: string, to: string, by: string}} typed '' for what is usual
 * @returns {Axis}
 */
export const axis = (field, value, typed) => {
  const [low, high] = usualRange(field, value);
  /** @param {string} text @param {number} usual */
  const whole = (text, usual) => {
    const number = text.trim() === '' ? NaN : Math.trunc(Number(text));
    return Number.isNaN(number) ? usual : number;
  };
  const from = Math.max(whole(typed.from, low), field.low ?? -Infinity);
  const to = Math.min(whole(typed.to, high), field.high ?? Infinity);
  const by = Math.max(1, whole(typed.by, 1));
  const wanted = Math.max(0, Math.floor((to - from) / by) + 1);
  const values = Array.from({ length: Math.min(MOST, wanted) }, (_, place) => from + place * by);
  return { name: field.name, title: called(field), values, from, to, by, cut: wanted > MOST };
};
