import { AppError, invalid } from '../errors.ts';

const MAX_DEPTH = 64;
const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  34, 92, 44, 58, 91, 93, 123, 125,
];

/** What a body may be made of: parsing costs by its pieces, not by its bytes. */
export interface JsonLimits {
  /** Of all lists together, an empty one counting as one. */
  items: number;
  /** Of all objects together. */
  keys: number;
}

/** What people and programs with a credential send at most; a route that takes whole tables has its own bounds. */
export const DEFAULT_JSON_LIMITS: JsonLimits = { items: 50_000, keys: 20_000 };
/** What a stranger has to say is little. */
export const ANONYMOUS_JSON_LIMITS: JsonLimits = { items: 500, keys: 500 };

/**
 * Parses JSON from outside. 400 when it is malformed, nested more than 64 deep, or names a key twice; 413 when it is made
 * of more pieces than that.
 */
export function parseJson(text: string, most: JsonLimits = DEFAULT_JSON_LIMITS): unknown {
  const keys = scan(text, most);
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
 * Returns what is wrong with the keys of a parsed body, of whose text `written` is the number of keys: one is
 * `__proto__`, or an object has one twice. Undefined when nothing is.
 */
export function validateJsonKeys(
  value: unknown,
  written: number,
): { path: string; message: string } | undefined {
  const keys = countKeys(value);
  if (keys === undefined) return { path: '__proto__', message: 'This key is not allowed.' };
  // The parser keeps the last of two equal keys; a body with two is ambiguous, so keys are counted.
  return keys === written ? undefined : { path: '', message: 'The body names the same key twice.' };
}

/** One pass over the characters before any parser that could recurse: refuses depth and length, counts the keys. */
function scan(text: string, most: JsonLimits): number {
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
      if (++keys > most.keys) throw tooMany('objects', 'keys', most.keys);
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) throw invalid('', `The body is nested more than ${MAX_DEPTH} levels deep.`);
      isList[depth] = Number(code === OPEN_LIST);
      items += isList[depth]!;
    } else if (code === COMMA) {
      // Above the first bracket, or below the last, there is no list.
      items += isList[depth] ?? 0;
      if (items > most.items) throw tooMany('lists', 'items', most.items);
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
  }
  return keys;
}

const tooMany = (holders: string, what: string, limit: number) =>
  new AppError('PAYLOAD_TOO_LARGE', `The ${holders} of this body hold more than ${limit} ${what}.`, {
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
