// Numbers that an action counts as spent.

/** @typedef {import('../net/documents.js').ActionInfo} ActionInfo */

/** @param {Pick<ActionInfo, 'measures'>} action what is spent by whoever asks */
export const spendings = ({ measures }) =>
  measures.filter(({ name, spends }) => spends && !/^(opposing|against)_/.test(name));

/** Names the unit of a measure of something spent. @param {{title: string}} measure */
export const unit = ({ title }) => title.replace(/ spent.*/, '');
