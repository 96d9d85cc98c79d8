import { AppError, invalid } from '../errors.ts';

const MAX_DEPTH = 64;
const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  34, 92, 44, 58, 91, 93, 123, 125,
];

/**
 * The maximum number of parts in a JSON body, because the parts determine the cost of parsing, not the bytes.
 */
export interface JsonLimits {
  /** The items of all lists together. An empty list counts as one item. */
  items: number;
  /** The keys of all objects together. */
  keys: number;
}

/** The limits for callers with a credential. A route that accepts whole tables has its own limits. */
export const DEFAULT_JSON_LIMITS: JsonLimits = { items: 50_000, keys: 20_000 };
/** The lower limits for anonymous callers. */
export const ANONYMOUS_JSON_LIMITS: JsonLimits = { items: 500, keys: 500 };

/**
 * Parses JSON from a caller. Throws 400 when it is malformed, nested more than 64 levels deep, has a key
 * twice in one object, or has the key `__proto__`. Throws 413 when it has more parts than `limits`.
 */
export function parseJson(text: string, limits: JsonLimits = DEFAULT_JSON_LIMITS): unknown {
  const keys = scan(text, limits);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('', 'The body is not valid JSON.');
  }
  const problem = validateJsonKeys(value, keys);
  if (problem) throw invalid(problem.path, problem.message);
  return value;
}

/**
 * Returns the error in the keys of a parsed body, or undefined if there is none. `written` is the number of
 * keys in its text. Invalid are the key `__proto__` and a key that occurs twice in one object.
 */
export function validateJsonKeys(
  value: unknown,
  written: number,
): { path: string; message: string } | undefined {
  const keys = countKeys(value);
  if (keys === undefined) return { path: '__proto__', message: 'This key is not allowed.' };
  // The parser keeps the last of two equal keys. A body with both is ambiguous, so the keys are counted.
  return keys === written ? undefined : { path: '', message: 'The body contains the same key twice.' };
}

/**
 * Scans the characters once before the parser, which could recurse too deep. Throws when the text is nested
 * too deep or has too many parts. Returns the number of keys.
 */
function scan(text: string, limits: JsonLimits): number {
  const isList = new Uint8Array(MAX_DEPTH + 1);
  let items = 0;
  let depth = 0;
  let keys = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (quoted) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (code === COLON) {
      if (++keys > limits.keys) throw tooMany('objects', 'keys', limits.keys);
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) throw invalid('', `The body is nested deeper than ${MAX_DEPTH} levels.`);
      isList[depth] = Number(code === OPEN_LIST);
      items += isList[depth]!;
    } else if (code === COMMA) {
      // Before the first bracket and after the last one there is no list.
      items += isList[depth] ?? 0;
      if (items > limits.items) throw tooMany('lists', 'items', limits.items);
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
  }
  return keys;
}

const tooMany = (holders: string, what: string, limit: number) =>
  new AppError('PAYLOAD_TOO_LARGE', `The ${holders} in this body contain more than ${limit} ${what}.`, {
    limit,
  });

/** Returns the number of keys of all objects in a value, or undefined when one of them is `__proto__`. */
function countKeys(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null) return 0;
  if (Object.hasOwn(value, '__proto__')) return undefined;
  const inside = Object.values(value);
  let keys = Array.isArray(value) ? 0 : inside.length;
  for (const inner of inside) {
    const more = countKeys(inner);
    if (more === undefined) return undefined;
    keys += more;
  }
  return keys;
}
