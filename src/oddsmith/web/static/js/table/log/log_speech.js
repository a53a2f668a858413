// Announces to screen readers what others do at a table and what came of rolls, once each.
import { useEffect, useRef } from '../../../vendor/preact.js';
import { tell } from '../../lib/browser/messages.js';
import { clattering } from '../../lib/browser/preferences.js';
import { contentOf } from '../../lib/fair/content.js';
import { verdict } from '../../lib/text/result_words.js';
import { sentence, written } from '../../lib/text/words.js';
import { diceOf } from '../../ui/dice/roll_result.js';
import { ruleWords } from '../roll/hidden_choices.js';
import { waitsForMe } from '../roll/pending_roll.js';
import { lineWords } from './event_words.js';
import { declarationOf } from './roll_card.js';

/** @typedef {import('../../lib/net/documents.js').Catalogue} Catalogue */
/** @typedef {import('../store/fold.js').State} State */
/** @typedef {import('../store/fold.js').Roll} Roll */
/** @typedef {import('../store/fold.js').Event} Event */

/** Of more events that come at once only their number is told. */
const MANY = 30;

/** @param {Catalogue} catalogue @param {State} state */
export const useSpeech = (catalogue, state) => {
  const last = useRef(state.number);
  useEffect(() => {
    const fresh = (/** @type {Event} */ { number }) => number > last.current;
    const events = [
      ...state.log.flatMap((entry) => (entry.kind !== 'roll' && fresh(entry.event) ? [entry.event] : [])),
      ...[...state.rolls.values()].flatMap((roll) => roll.events.filter(fresh)),
    ].sort((a, b) => a.number - b.number);
    last.current = state.number;
    if (events.length > MANY) tell('A lot happened at the table meanwhile; read it in the log.');
    else
      for (const event of events) {
        const text = words(catalogue, state, event);
        if (text !== '') tell(text);
        const { landed, trail } = contentOf(event);
        if (landed) clattering(diceOf(trail ?? []));
      }
  }, [state.number]);
};

/** Words for an event; '' for nothing. @param {Catalogue} catalogue @param {State} state @param {Event} event */
const words = (catalogue, state, event) => {
  const who = state.members.get(event.by ?? '')?.name ?? 'Somebody';
  const mine = event.by === state.you.member;
  const roll = state.rolls.get(event.roll ?? '');
  switch (event.kind) {
    case 'note.written':
      return mine ? '' : `${who} writes: ${contentOf(event).text}`;
    case 'note.shown':
      return mine ? '' : `${who} shows a note: ${event.body.events[event.body.note].hidden.text}`;
    case 'character.made':
    case 'character.changed':
    case 'character.removed':
      return mine || state.characters.get(contentOf(event).character)?.owner !== state.you.member
        ? ''
        : lineWords(state, event);
    case 'member.joined':
    case 'member.left':
    case 'member.changed':
    case 'table.changed':
      return mine ? '' : lineWords(state, event);
    case 'roll.waits':
      return roll && roll.events.at(-1) === event && waitsForMe(state, roll)
        ? `The table is waiting for you: ${sentence(ruleWords(roll.waits?.says ?? 'a roll'))}`
        : '';
    case 'roll.finished':
      return roll ? resultWords(catalogue, state, roll) : '';
    case 'roll.undone':
      return roll ? `${who} took back ${title(catalogue, roll)}.` : '';
    case 'roll.shown':
      return mine || !roll ? '' : `${who} shows ${title(catalogue, roll)}.`;
    default:
      return '';
  }
};

/** @param {Catalogue} catalogue @param {Roll} roll */
const title = (catalogue, roll) =>
  roll.request?.label || (declarationOf(catalogue, roll).action?.title ?? 'a hidden roll');

/** @param {Catalogue} catalogue @param {State} state @param {Roll} roll */
const resultWords = (catalogue, state, roll) => {
  const who = state.members.get(roll.by)?.name ?? 'Somebody';
  const { action } = declarationOf(catalogue, roll);
  if (action === undefined || roll.result === undefined) return `${who} made a hidden roll.`;
  const measure = action.measures[0];
  const happened = verdict(action, /** @type {any} */ (roll.result))
    .map(sentence)
    .join(', ');
  const number = measure ? `${sentence(measure.title)}: ${written(roll.result.measures[measure.name])}` : '';
  return `${who}: ${title(catalogue, roll)}: ${[happened, number].filter((part) => part !== '').join('. ')}`;
};
