// Describes dice notation as an action like any other, which is how tables roll it.

/** @type {import('./net/documents.js').SystemInfo} */
export const NOTATION = {
  name: 'notation',
  title: 'Dice notation',
  summary: 'Any dice, written your way.',
  sources: [],
  says: {},
  retelling: { 'What a notation says is rolled.': 'The dice are rolled.' },
  options: [],
  actions: [
    {
      name: 'roll',
      title: 'Roll',
      summary: 'Roll any dice notation.',
      example: '--notation 4d6kh3',
      decides: '',
      leading: '',
      chance: true,
      inputs: [
        {
          name: 'notation',
          title: 'Notation',
          whose: 'own',
          help: 'such as 4d6kh3, 7d10>=7! or 2d6+1',
          allowed: 'dice notation',
          kind: 'text',
          required: true,
        },
      ],
      events: [],
      otherwise: '',
      measures: [{ name: 'total', title: 'total', one: 'total', spends: false, changes: [] }],
      costs: [],
    },
  ],
};

/**
 * The same, with what one notation's answer or roll tells of.
 * @param {{action: string, titles: Record<string, string>, events: object, measures: object}} answer
 * @returns {import('./net/documents.js').ActionInfo}
 */
export const actionOf = ({ action, titles, events, measures }) => ({
  ...NOTATION.actions[0],
  title: action,
  events: Object.keys(events).map((name) => ({
    name,
    title: titles[name] ?? name,
    rule: '',
    happens: name === 'success' ? 'you succeed' : name === 'win' ? titles[name] : undefined,
  })),
  measures: Object.keys(measures).map((name) => ({
    name,
    title: titles[name] ?? name,
    one: titles[name] === 'successes' ? 'success' : (titles[name] ?? name),
    spends: false,
    changes: [],
  })),
});
