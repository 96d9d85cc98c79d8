type Node = Record<string, unknown>;

const SELF_EXPLANATORY_FORMATS = new Set(['date', 'date-time', 'email', 'uri', 'uuid']);
const NUMERIC = /^\^\[0-9\]\{1,(\d+)\}\$$/;
/** Replacements for parts of patterns that only JavaScript supports. */
const PATTERN_REPLACEMENTS: readonly [string, string][] = [
  ['[\\P{Cc}\\t\\n\\r]', '[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]'],
  ['\\P{Cc}', '[^\\x00-\\x1f\\x7f-\\x9f]'],
];

/**
 * Converts a schema for code generators of other languages. Removes patterns that a format already expresses.
 * Replaces or removes patterns that only JavaScript supports. Replaces "anything or null" and the schema of
 * zod for arbitrary JSON with anything. Of properties that differ only in letter case or punctuation, keeps
 * one.
 */
export function toPortableSchema(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toPortableSchema);
  if (typeof value !== 'object' || value === null) return value;
  const { pattern, anyOf, $ref, ...rest } = value as Node;
  // The name of the reference that zod uses for arbitrary JSON, whose schema contains itself.
  if (typeof $ref === 'string' && $ref.includes('__schema')) return {};
  const node = Object.fromEntries(Object.entries(rest).map(([key, inner]) => [key, toPortableSchema(inner)]));
  if ($ref !== undefined) node.$ref = $ref;
  // The generator for Go creates an invalid name for a map from any text to anything.
  if (isAnything(node.additionalProperties)) node.additionalProperties = true;
  // Without the format int64, most languages use 32 bits for an integer.
  if (node.type === 'integer') node.format ??= 'int64';
  if (typeof pattern === 'string' && !SELF_EXPLANATORY_FORMATS.has(node.format as string)) {
    const spelt = PATTERN_REPLACEMENTS.reduce((text, [from, to]) => text.replaceAll(from, to), pattern);
    if (!/\\[pP]\{/.test(spelt)) node.pattern = spelt;
  } else if (pattern !== undefined && typeof pattern !== 'string') node.pattern = toPortableSchema(pattern);
  if (Array.isArray(anyOf)) {
    const choices = unique(anyOf.map(toPortableSchema).flatMap(choicesOf));
    if (!choices.some(isAnything)) node.anyOf = choices;
  } else if (anyOf !== undefined) node.anyOf = toPortableSchema(anyOf);
  return typeof node.properties === 'object' ? { ...node, ...unifySpellings(node) } : node;
}

/**
 * Reduces a name to its letters and digits in lower case, the only characters by which most languages
 * distinguish properties.
 */
const normalizeName = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');

/**
 * Removes duplicates among properties that differ in letter case or punctuation only. The lower-case name
 * without separators stays, or else the first one, and its description lists the other spellings. Languages
 * whose fields begin with a capital letter could not have both.
 */
function unifySpellings({ properties, required }: Node): Node {
  const spellings = Map.groupBy(Object.keys(properties as Node), normalizeName);
  if ([...spellings.values()].every(({ length }) => length === 1)) return {};
  const entries = [...spellings].map(([plain, names]): [string, unknown] => {
    const name = names.find((one) => one === plain) ?? names[0]!;
    const others = names.filter((one) => one !== name).join(', ');
    const schema = (properties as Record<string, Node>)[name]!;
    if (!others) return [name, schema];
    const description = [schema.description, `Other accepted spellings: ${others}.`]
      .filter(Boolean)
      .join(' ');
    return [name, { ...schema, description }];
  });
  const names = new Set(entries.map(([name]) => name));
  return {
    properties: Object.fromEntries(entries),
    ...(Array.isArray(required) ? { required: required.filter((name) => names.has(name)) } : {}),
    additionalProperties: true,
  };
}

/** Flattens a nested choice into its choices. */
const choicesOf = (schema: unknown): unknown[] => {
  const inner = (schema as Node).anyOf;
  return Array.isArray(inner) && Object.keys(schema as Node).length === 1 ? inner : [schema];
};

const unique = (schemas: unknown[]): unknown[] => [
  ...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values(),
];

const isAnything = (schema: unknown): boolean =>
  typeof schema === 'object' && schema !== null && Object.keys(schema).length === 0;

/**
 * Converts a parameter of digits to an integer of at least `least`. Only the query transports it as text.
 * Returns any other schema unchanged.
 */
export function asNumber(schema: Node, least: number): Node {
  const digits = typeof schema.pattern === 'string' ? NUMERIC.exec(schema.pattern)?.[1] : undefined;
  if (digits === undefined) return schema;
  const { type: _text, pattern: _digits, ...rest } = schema;
  return {
    ...rest,
    type: 'integer',
    format: 'int64',
    minimum: least,
    maximum: Math.min(10 ** Number(digits) - 1, Number.MAX_SAFE_INTEGER),
  };
}
