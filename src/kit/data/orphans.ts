import type { Sqlite } from '#runtime';

/** Returns a sentence about rows that refer to missing rows, or undefined when all references are valid. */
export function verifyForeignKeys(sqlite: Sqlite): string | undefined {
  const orphans = sqlite.ask('PRAGMA foreign_key_check') as { table: string }[];
  return orphans.length > 0
    ? `${orphans.length} rows refer to missing rows, the first in ${orphans[0]!.table}.`
    : undefined;
}
