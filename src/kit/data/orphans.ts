import type { Sqlite } from '#runtime';

/** What is wrong with references between rows, in a sentence; undefined when each row that is referred to is there. */
export function verifyForeignKeys(sqlite: Sqlite): string | undefined {
  const orphans = sqlite.ask('PRAGMA foreign_key_check') as { table: string }[];
  return orphans.length > 0
    ? `${orphans.length} rows refer to missing ones, the first in ${orphans[0]!.table}.`
    : undefined;
}
