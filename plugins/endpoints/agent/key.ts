import { readFileSync } from 'node:fs';

const STANDARD_INPUT = 0;

/**
 * Returns the shared key from the flags, or undefined without one. A file or the standard input hides it from
 * the command line, which other users could read. Throws an Error with a message when the key is missing or
 * ambiguous.
 */
export function sharedKeyOf(flags: ReadonlyMap<string, string>): string | undefined {
  const [inlineKey, file] = [flags.get('key'), flags.get('key-file')];
  if (inlineKey !== undefined && file !== undefined) throw new Error('Use either --key or --key-file.');
  if (inlineKey !== undefined && inlineKey !== '-') return inlineKey;
  if (inlineKey === undefined && file === undefined) return undefined;
  const key = readText(file ?? STANDARD_INPUT).trim();
  if (key === '' || key.includes('\n'))
    throw new Error(`${file ?? 'The standard input'} does not contain a key. It must contain only the key.`);
  return key;
}

function readText(from: string | number): string {
  try {
    return readFileSync(from, 'utf8');
  } catch {
    throw new Error(
      `${from === STANDARD_INPUT ? 'The standard input' : from} cannot be read. It must contain the key.`,
    );
  }
}
