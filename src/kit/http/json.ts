import { AppError, invalid } from '../errors.ts';

const MAX_DEPTH = 64;
const [QUOTE, BACKSLASH, COMMA, COLON, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  34, 92, 44, 58, 91, 93, 123, 125,
];

/**
 * Parses JSON from outside. 400 when it is malformed, nested more than 64 deep, or names a key twice; 413 when its lists
 * hold more items than that together, an empty list counting as one.
 */
export function parseJson(text: string, mostItems = Number.POSITIVE_INFINITY): unknown {
  const keys = scan(text, mostItems);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid('', 'The body is not valid JSON.');
  }
  // The parser keeps the last of two equal keys; a body with two is ambiguous, so keys are counted.
  if (keys !== countKeys(value)) throw invalid('', 'The body names the same key twice.');
  return value;
}

/** One pass over the characters before any parser that could recurse: refuses depth and length, counts the keys. */
function scan(text: string, mostItems: number): number {
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
    else if (code === COLON) keys++;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) throw invalid('', `The body is nested more than ${MAX_DEPTH} levels deep.`);
      isList[depth] = Number(code === OPEN_LIST);
      items += isList[depth]!;
    } else if (code === COMMA) {
      // Above the first bracket, or below the last, there is no list.
      items += isList[depth] ?? 0;
      if (items > mostItems) throw tooMany(mostItems);
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
  }
  return keys;
}

const tooMany = (limit: number) =>
  new AppError('PAYLOAD_TOO_LARGE', `The lists of this body hold more than ${limit} items.`, { limit });

function countKeys(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, item) => sum + countKeys(item), 0);
  if (typeof value !== 'object' || value === null) return 0;
  if (Object.hasOwn(value, '__proto__')) throw invalid('__proto__', 'This key is not allowed.');
  let keys = 0;
  for (const inner of Object.values(value)) keys += 1 + countKeys(inner);
  return keys;
}
