import { readFileSync } from 'node:fs';

const STANDARD_INPUT = 0;

/**
 * The key that all agents share, as the flags say; undefined without. From a file or the standard input it is on no
 * command line, where others on this PC could read it. Throws an Error with a sentence for a key that is not there.
 */
export function sharedKeyOf(flags: ReadonlyMap<string, string>): string | undefined {
  const [given, file] = [flags.get('key'), flags.get('key-file')];
  if (given !== undefined && file !== undefined) throw new Error('Give the key once: --key or --key-file.');
  if (given !== undefined && given !== '-') return given;
  if (given === undefined && file === undefined) return undefined;
  const key = read(file ?? STANDARD_INPUT).trim();
  if (key === '' || key.includes('\n'))
    throw new Error(`${file ?? 'The standard input'} does not hold a key: write the key alone into it.`);
  return key;
}

function read(from: string | number): string {
  try {
    return readFileSync(from, 'utf8');
  } catch {
    throw new Error(
      `${from === STANDARD_INPUT ? 'The standard input' : from} cannot be read: put the key there.`,
    );
  }
}
