import { validateJsonKeys } from '../../../src/kit/http/json.ts';
import { InventoryError } from './inventory-error.ts';
import { decodeText } from './text-encoding.ts';

/** Maximum nesting. Real inventories have seven levels; deeper ones are attacks on recursive readers. */
export const MAX_DEPTH = 32;

/**
 * Parses a JSON inventory. Invalid bytes and raw control characters damage only the text that contains them.
 * Throws InventoryError when it is malformed, not an object, nested too deeply, has a duplicate key or the
 * key `__proto__`.
 */
export function parseInventoryJson(bytes: Uint8Array, charset?: string): Record<string, unknown> {
  const text = decodeText(bytes, charset);
  const keys = countKeys(text);
  const value = parseOrRepair(text);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new InventoryError('The inventory must be a JSON object.');
  }
  const problem = validateJsonKeys(value, keys);
  if (problem) throw new InventoryError(problem.message, 'invalid', [problem]);
  return value as Record<string, unknown>;
}

function parseOrRepair(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return parseRepaired(text);
  }
}

/**
 * Parses the text after replacing control characters, which JSON does not allow inside texts, with blanks and
 * removing invalid escapes.
 */
function parseRepaired(text: string): unknown {
  try {
    const plain = text.replace(CONTROL, ' ');
    return parse(plain.replace(ESCAPE, (whole, valid) => (valid === undefined ? '' : whole)));
  } catch {
    throw new InventoryError('The inventory is not well-formed JSON in UTF-8.');
  }
}

/** Parses a text. Numbers that JavaScript would round become texts with all their digits. */
const parse = (text: string): unknown =>
  LONG_NUMBER.test(text) ? JSON.parse(text, withAllDigits) : JSON.parse(text);

/** A number of 16 digits or more. It may also match inside a text. */
const LONG_NUMBER = /[:[,]\s*-?\d[\d.]{15}/;

/**
 * Returns a number that would be rounded as a text with all its digits, because it may be a serial number.
 */
function withAllDigits(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  const source = context?.source ?? '';
  return /^-?\d[\d.]{15,}$/.test(source) ? source : value;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f]/g;
const ESCAPE = /\\(u[\da-f]{4}|["\\/bfnrt])?/gi;
const [QUOTE, COLON, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  34, 58, 92, 91, 93, 123, 125,
];

/**
 * Returns the number of keys in a text. Throws InventoryError when it is nested too deeply, before a parser
 * recurses.
 */
function countKeys(text: string): number {
  let keys = 0;
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted) {
      if (code === BACKSLASH) at++;
    } else if (code === COLON) keys++;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH)
        throw new InventoryError(`The inventory is nested deeper than ${MAX_DEPTH} levels.`);
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
  }
  return keys;
}
