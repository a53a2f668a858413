// Types of the HTTP API's documents. docs/http.md and the command line's help say what they mean.

/** @typedef {{exact: string, float: number}} Exact */
/** @typedef {{p: string, float: number}} Chance */
/** @typedef {[number | string, string, number]} Row value, probability in full, probability */

/**
 * @typedef {object} Field An input or a house rule.
 * @property {string} name
 * @property {string} [title] what people call it; house rules have none
 * @property {'own' | 'other' | 'both'} [whose] input of which side
 * @property {string} [more] what it is about, if few need it
 * @property {string} help
 * @property {string} allowed
 * @property {'integer' | 'number' | 'yes-no' | 'choice' | 'list' | 'text' | 'lines'} kind
 * @property {number} [low]
 * @property {number} [high]
 * @property {string[]} [choices]
 * @property {Record<string, number>} [names] values that have one
 * @property {boolean} [required]
 * @property {unknown} [default]
 * @property {string} [gap]
 * @property {Record<string, string>} [readings]
 * @property {Place} [sheet] where it stands on whose sheet
 */

/**
 * @typedef {object} Place
 * @property {'own' | 'other'} side
 * @property {string} name
 * @property {'value' | 'max'} part
 * @property {Record<string, string[]>} [under] house rules, with the readings under which it counts
 * @property {Record<string, string[]>} [given] inputs, with the values with which it counts
 */

/**
 * @typedef {{name: string, title: string, rule: string, happens?: string, implied_by?: string[]}} EventInfo happens: that
 *   it happens, as a player says it; implied_by: events that say more, and hold only where this does
 */
/**
 * @typedef {{side: 'own' | 'other', resource: string, times: number, since: string, chosen_by: string}} Change what a
 *   number of a roll does to a sheet
 */
/**
 * @typedef {{name: string, title: string, one: string, spends: boolean, changes: Change[], under?: Record<string,
 *   string[]>}} MeasureInfo one: the title for exactly 1. under: house rules with the values under which there is such
 */
/** @typedef {{name: string, title: string, changes: Change[], under?: Record<string, string[]>}} CostInfo */

/**
 * @typedef {object} ActionInfo
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {string} example
 * @property {string} decides
 * @property {string} leading the event or measure that says most
 * @property {boolean} chance whether it is rolled, not looked up
 * @property {string} [aim] the event or measure that best play is for, where that is not what leads
 * @property {string[]} [ruling] options of a decision that is the game master's
 * @property {Field[]} inputs
 * @property {EventInfo[]} events
 * @property {string} otherwise what to say where no event holds
 * @property {MeasureInfo[]} measures
 * @property {CostInfo[]} costs
 */

/**
 * @typedef {object} SystemInfo
 * @property {string} name
 * @property {string} title
 * @property {string} summary
 * @property {ActionInfo[]} actions
 * @property {Field[]} options
 * @property {{title: string, author: string, url: string}[]} sources
 * @property {Record<string, string>} says what rules come to, by id
 * @property {Record<string, string>} [retelling] beginnings of lines of trails, with the words in which they are shown
 * @property {string} [rulebook] the digest of the file by which it is played, which may change
 */

/** @typedef {{version: string, systems: SystemInfo[]}} Catalogue */

/**
 * @typedef {object} RulebookInfo A file with a game.
 * @property {string} system
 * @property {string} title
 * @property {string} file
 * @property {string} digest
 * @property {{detail: string, remedy?: string} | null} problem of what was saved last, where that cannot be used
 */

/**
 * @typedef {object} Measured
 * @property {Exact | null} mean
 * @property {number | null} sd
 * @property {number | string | null} mode
 * @property {number | string | null} min
 * @property {number | string | null} max
 * @property {Record<string, number | string | null>} quantiles
 * @property {Row[]} pmf
 * @property {string} [tail]
 * @property {string} [unresolved]
 */

/**
 * @typedef {object} Odds
 * @property {string} system
 * @property {string} action
 * @property {Record<string, unknown>} inputs
 * @property {Record<string, unknown>} options
 * @property {Record<string, unknown>} facts
 * @property {string[]} warnings
 * @property {Record<string, string>} titles
 * @property {boolean} exact
 * @property {string} unresolved
 * @property {string} [policy]
 * @property {{says: string, sure: string[]}} [ruling] what hinges on the game master, which has no odds
 * @property {Record<string, Chance>} events
 * @property {Chance & {outcomes: number}} [unlisted] outcomes less likely than those listed as events
 * @property {Record<string, Measured>} measures
 */

/**
 * @typedef {{rule: string, says: string, variables: Record<string, unknown>, arguments: Record<string, unknown>, known:
 *   unknown[], total?: number, within?: Standing[]}} Standing
 */

/**
 * @typedef {object} Advice A decision and what each of its options is worth.
 * @property {Standing} at
 * @property {Record<string, unknown>} situation what tells it from other decisions at its rule, by name
 * @property {string} who
 * @property {string} choose
 * @property {Record<string, Exact>} [mix] how likely each option is, where several are mixed
 * @property {Record<string, Exact>} values
 * @property {Record<string, Exact>} [costs]
 * @property {Exact} reached
 * @property {string[]} [ruled] options of which the game master says what comes
 * @property {{here: Exact, in_all: Exact}} [loss] what taking the next best option costs
 * @property {number} [part]
 */

/** @typedef {{name: string, sign: string, value: unknown}} Condition */
/**
 * @typedef {{who: string, rule: string, says: string, situations: number, rules: {if: Condition[], choose: string}[] |
 *   null}} InShort
 */
/** @typedef {{opening: string[], opened_by?: string[], rules: InShort[], decisions: {all: number, reached: number}}} Told */
/** @typedef {{title: string, columns: [string, string][], rows: Record<string, any>[]}} TableOfFacts */
/** @typedef {{gain: Exact, cost: Exact, beside?: Exact[], opening: string[]}} Choice */
/**
 * @typedef {{cost: string, title: string, chance: boolean, most?: string, least?: string, price: string | null}}
 *   Constraint
 */
/** @typedef {Told & {share: Exact, gain: Exact, cost: Exact}} Part */

/**
 * @typedef {Odds & Told & {goal: string, chance: boolean, prices: Record<string, string>, value: Exact, unspent: Exact,
 *   phrases: Record<string, string>, plan: Advice[], cost?: Exact, constraint?: Constraint, others?: string | null,
 *   parts?: Part[], single?: Choice | null}} Best
 */

/** @typedef {{name: string, title: string, chance: boolean, terms: Record<string, string>}} Side */
/** @typedef {Choice & {step: Exact | null, prices: [Exact, Exact | null]}} Corner */
/**
 * @typedef {{gain: Side, cost: Side, beside?: Side[], exact: boolean, unresolved: string, others: string | null, points: Corner[],
 *   choices: Choice[] | null}} Frontier
 */

/**
 * @typedef {object} Face A die that landed, and what became of it.
 * @property {string} die
 * @property {number | string} face
 * @property {unknown} value
 * @property {string} fate
 * @property {boolean} exploded
 * @property {boolean} extra
 * @property {number | null} counts
 * @property {number} chain
 */

/**
 * @typedef {object} TrailEntry
 * @property {string} kind rule, roll, choice, note, or one of a rulebook's own, which has a text
 * @property {number} depth
 * @property {string} [rule]
 * @property {string} [says]
 * @property {Record<string, unknown>} [arguments]
 * @property {string} [expression]
 * @property {string} [name]
 * @property {{name: string, faces: number}[]} [dice] where several kinds lie together: how many faces are of each
 * @property {Face[]} [faces]
 * @property {unknown} [value]
 * @property {string} [who]
 * @property {string[]} [options]
 * @property {string} [taken]
 * @property {string | null} [by] at a table: the member who took it; null: time was up
 * @property {string} [text]
 */

/**
 * @typedef {object} Rolled
 * @property {string} system
 * @property {string} action
 * @property {Record<string, unknown>} outcome
 * @property {Record<string, unknown>} [facts] what is known without chance
 * @property {Record<string, boolean>} events
 * @property {string[]} verdict the events that tell it
 * @property {Record<string, number | string>} measures
 * @property {Record<string, string>} titles
 * @property {string} [policy]
 * @property {Record<string, string>} [phrases] options whose names say little
 * @property {{says: string, hinging: string[]}} [ruling] what hinges on the game master
 * @property {TrailEntry[]} trail
 */

export {};
