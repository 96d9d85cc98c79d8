import { InventoryError } from './inventory-error.ts';
import { decodeText } from './text-encoding.ts';

/** Real inventories nest seven levels; deeper ones are attacks on recursive readers. */
export const MAX_DEPTH = 32;

/**
 * Parses a JSON inventory; throws InventoryError when malformed, not an object, or nested too deep. Wrong bytes and raw
 * control characters damage the text that they are in and no other.
 */
export function parseInventoryJson(bytes: Uint8Array, charset?: string): Record<string, unknown> {
  const text = decodeText(bytes, charset);
  refuseDeepNesting(text);
  const value = parseOrRepair(text);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new InventoryError('The inventory must be a JSON object.');
  }
  return value as Record<string, unknown>;
}

function parseOrRepair(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseRepaired(text);
  }
}

/** Parses the text with a blank for each control character, which JSON allows nowhere, and without wrong escapes. */
function parseRepaired(text: string): unknown {
  try {
    const plain = text.replace(CONTROL, ' ');
    return JSON.parse(plain.replace(ESCAPE, (whole, valid) => (valid === undefined ? '' : whole)));
  } catch {
    throw new InventoryError('The inventory is not well-formed JSON in UTF-8.');
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f]/g;
const ESCAPE = /\\(u[\da-f]{4}|["\\/bfnrt])?/gi;
const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [34, 92, 91, 93, 123, 125];

/** Counts brackets outside strings before the parser may recurse on them. */
function refuseDeepNesting(text: string): void {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted) {
      if (code === BACKSLASH) at++;
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH)
        throw new InventoryError(`The inventory nests deeper than ${MAX_DEPTH} levels.`);
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--;
  }
}
