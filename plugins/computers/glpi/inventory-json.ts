import { InventoryError } from './inventory-error.ts';

/** Real inventories nest seven levels; deeper ones are attacks on recursive readers. */
export const MAX_DEPTH = 32;

/** Parses a JSON inventory; throws InventoryError when malformed, not UTF-8, not an object, or nested too deep. */
export function parseInventoryJson(bytes: Uint8Array): Record<string, unknown> {
  refuseDeepNesting(bytes);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new InventoryError('The inventory is not well-formed JSON in UTF-8.');
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    throw new InventoryError('The inventory must be a JSON object.');
  }
  return value as Record<string, unknown>;
}

/** Counts brackets outside strings before the parser may recurse on them. */
function refuseDeepNesting(bytes: Uint8Array): void {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i]!;
    if (byte === 0x22) inString = !inString;
    else if (inString) {
      if (byte === 0x5c) i++;
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > MAX_DEPTH)
        throw new InventoryError(`The inventory nests deeper than ${MAX_DEPTH} levels.`);
    } else if (byte === 0x7d || byte === 0x5d) depth--;
  }
}
