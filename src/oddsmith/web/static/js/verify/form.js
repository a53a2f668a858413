// The form of a log: what its JSON schema says, in words where it does not hold.

/** @typedef {Record<string, any>} Schema */
/** @typedef {{what: string, found: unknown, expected: string}} Fault */

// Ranges of docs/fair-rolls.md: letters that show nothing, parts of pictures, and scripts whose letters are written
// together or apart by letters that show nothing.
const UNSEEN =
  '\\u00ad\\u034f\\u0600-\\u0605\\u061c\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f' +
  '\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f\\u2800\\u3164\\ue000-\\uf8ff\\ufeff\\uffa0\\ufff0-\\uffff' +
  '\\u{110bd}\\u{110cd}\\u{13430}-\\u{1345f}\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}\\u{e0000}-\\u{10ffff}';
const PICTURES = '\\u00a9\\u00ae\\u2122\\u2190-\\u2bff\\u3030\\u303d\\u3297\\u3299\\u{1f000}-\\u{1faff}';
const SCRIPTS =
  '\\u0600-\\u109f\\u1780-\\u18af\\u1900-\\u19ff\\u1a20-\\u1aaf\\u1b00-\\u1c4f\\ua800-\\ua82f\\ua840-\\ua87f' +
  '\\ua880-\\ua8ff\\ua980-\\ua9df\\uaa00-\\uaa5f\\uaae0-\\uaaff\\uabc0-\\uabff\\ufb50-\\ufdff\\ufe70-\\ufefc' +
  '\\u{10a00}-\\u{10a5f}\\u{11000}-\\u{11fff}';
const JOINED = `(?<=[${PICTURES}\\ufe0f])\\u200d(?=[${PICTURES}])|(?<=[${SCRIPTS}])[\\u200c\\u200d](?=[${SCRIPTS}])`;
const VISIBLE = new RegExp(`^(?![\\ufe00-\\ufe0f])(?:[^${UNSEEN}]|${JOINED})*$`, 'u');

/** Tells whether all letters of a name can be seen. @param {string} name */
const visible = (name) => VISIBLE.test(name);

/** @type {Record<string, [(text: string) => boolean, string]>} */
const FORMATS = {
  name: [visible, 'only letters that can be seen'],
  'date-time': [
    (text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text,
    'a time of the calendar',
  ],
};

/** @type {Record<string, [(value: any) => boolean, string]>} */
const TYPES = {
  string: [(value) => typeof value === 'string', 'a text'],
  integer: [Number.isSafeInteger, 'a whole number'],
  boolean: [(value) => typeof value === 'boolean', 'true or false'],
  null: [(value) => value === null, 'null'],
  array: [Array.isArray, 'a list'],
  object: [(value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'an object'],
};

export class Form {
  /** @param {Schema} schema of a whole log */
  constructor(schema) {
    this.schema = schema;
    /** @type {Map<string, RegExp>} */
    this.patterns = new Map();
    /** @type {Map<Schema, Map<unknown, Schema>>} */
    this.chosen = new Map();
  }

  /** What is wrong about a log, its events left aside. @param {any} log */
  head(log) {
    return this.fault({ ...this.schema, properties: { ...this.schema.properties, events: {} } }, log, '');
  }

  /** What is wrong about an event. @param {any} event */
  event(event) {
    return this.fault(this.schema.properties.events.items, event, '');
  }

  /**
   * The first thing in a value that is not as a schema has it.
   * @param {Schema} schema @param {any} value @param {string} place
   * @returns {Fault | undefined}
   */
  fault(schema, value, place) {
    const found = { what: place || 'the event', found: value };
    if (schema.$ref !== undefined) return this.fault(this.defined(schema.$ref), value, place);
    if (schema.oneOf !== undefined) {
      const tag = schema.discriminator.propertyName;
      const kind = this.kinds(schema).get(value?.[tag]);
      if (!TYPES.object[0](value)) return { ...found, expected: 'an object' };
      if (kind !== undefined) return this.fault(kind, value, place);
      const what = tag === 'kind' ? 'its kind' : joined(place, tag);
      return { what, found: value[tag], expected: 'one that this version knows' };
    }
    if (schema.anyOf !== undefined) {
      const faults = schema.anyOf.map((/** @type {Schema} */ each) => this.fault(each, value, place));
      if (faults.includes(undefined)) return undefined;
      return faults.find((/** @type {Fault} */ { what }) => what !== found.what) ?? faults[0];
    }
    if ('const' in schema && value !== schema.const) return { ...found, expected: String(schema.const) };
    if (schema.enum !== undefined && !schema.enum.includes(value))
      return { ...found, expected: `one of ${schema.enum.join(', ')}` };
    if (schema.type === undefined) return undefined;
    const [is, words] = TYPES[schema.type];
    if (!is(value)) return { ...found, expected: words };
    switch (schema.type) {
      case 'string':
        return this.ofText(schema, value, found);
      case 'integer':
        return value < (schema.minimum ?? value) || value > (schema.maximum ?? value)
          ? { ...found, expected: `from ${schema.minimum} to ${schema.maximum}` }
          : undefined;
      case 'array':
        return this.ofList(schema, value, found, place);
      case 'object':
        return this.ofObject(schema, value, found, place);
      default:
        return undefined;
    }
  }

  /** @param {Schema} schema @param {string} value @param {{what: string, found: unknown}} found */
  ofText(schema, value, found) {
    if (schema.maxLength !== undefined || schema.minLength !== undefined) {
      const { length } = [...value];
      if (length > (schema.maxLength ?? length) || length < (schema.minLength ?? 0))
        return { ...found, expected: `${schema.minLength ?? 0} to ${schema.maxLength} characters` };
    }
    if (schema.pattern !== undefined && !this.matches(schema.pattern, value))
      return { ...found, expected: `of the form ${schema.pattern}` };
    const [holds, words] = FORMATS[schema.format] ?? [() => true, ''];
    return holds(value) ? undefined : { ...found, expected: words };
  }

  /** @param {Schema} schema @param {any[]} value @param {{what: string, found: unknown}} found @param {string} place */
  ofList(schema, value, found, place) {
    if (value.length > (schema.maxItems ?? value.length) || value.length < (schema.minItems ?? 0))
      return { ...found, expected: `${schema.minItems ?? 0} to ${schema.maxItems ?? 'any number of'} parts` };
    for (const [number, item] of value.entries()) {
      const fault = this.fault(schema.items, item, joined(place, String(number)));
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  /**
   * @param {Schema} schema @param {Record<string, any>} value @param {{what: string, found: unknown}} found
   * @param {string} place
   */
  ofObject(schema, value, found, place) {
    const names = Object.keys(value);
    if (names.length > (schema.maxProperties ?? names.length) || names.length < (schema.minProperties ?? 0))
      return {
        ...found,
        expected: `${schema.minProperties ?? 0} to ${schema.maxProperties ?? 'any number of'} fields`,
      };
    const needed = [...(schema.required ?? []), ...names.flatMap((name) => schema.dependentRequired?.[name] ?? [])];
    const missing = needed.find((name) => !Object.hasOwn(value, name));
    if (missing !== undefined) return { what: joined(place, missing), found: undefined, expected: 'there' };
    for (const name of names) {
      const part = this.partOf(schema, name);
      const fault =
        part === undefined
          ? { what: joined(place, name), found: value[name], expected: 'not there: no such field is known' }
          : this.fault(part, value[name], joined(place, name));
      if (fault !== undefined) return fault;
    }
    return undefined;
  }

  /** The schema of a field; undefined where there may be none of that name. @param {Schema} schema @param {string} name */
  partOf(schema, name) {
    if (schema.properties !== undefined && Object.hasOwn(schema.properties, name)) return schema.properties[name];
    for (const [pattern, part] of Object.entries(schema.patternProperties ?? {}))
      if (this.matches(pattern, name)) return part;
    return schema.additionalProperties || undefined;
  }

  /** @param {string} pattern @param {string} text */
  matches(pattern, text) {
    const known = this.patterns.get(pattern) ?? new RegExp(pattern, 'u');
    this.patterns.set(pattern, known);
    return known.test(text);
  }

  /** @param {string} reference @returns {Schema} */
  defined(reference) {
    return this.schema.$defs[reference.slice('#/$defs/'.length)];
  }

  /** The forms among which a field chooses, by its values. @param {Schema} schema @returns {Map<unknown, Schema>} */
  kinds(schema) {
    const known = this.chosen.get(schema);
    if (known !== undefined) return known;
    const tag = schema.discriminator.propertyName;
    /** @type {Map<unknown, Schema>} */
    const kinds = new Map();
    for (const each of schema.oneOf) for (const value of this.values(each, tag)) kinds.set(value, each);
    this.chosen.set(schema, kinds);
    return kinds;
  }

  /** The values that a field may have in a form. @param {Schema} schema @param {string} tag @returns {unknown[]} */
  values(schema, tag) {
    if (schema.$ref !== undefined) return this.values(this.defined(schema.$ref), tag);
    if (schema.oneOf !== undefined) return schema.oneOf.flatMap((/** @type {Schema} */ each) => this.values(each, tag));
    const field = schema.properties[tag];
    return field.enum ?? [field.const];
  }
}

/** @param {string} place @param {string} name */
const joined = (place, name) => (place === '' ? name : `${place}.${name}`);
