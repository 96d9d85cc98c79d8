import { existsSync, statSync } from 'node:fs';
import type { Sqlite } from '#runtime';
import { type Chain, listPendingMigrations } from '../data/migrate.ts';
import { errorMessageOf } from '../error-message.ts';
import { listTables, quoteName } from './columns.ts';

const PRAGMAS = [
  'page_size',
  'page_count',
  'freelist_count',
  'journal_mode',
  'schema_version',
  'user_version',
  'auto_vacuum',
];

/**
 * Returns sizes, migrations, row counts of the tables, indexes, and the statistics of the query planner.
 * Migrations, counts and statistics that cannot be read are replaced by the error.
 */
export function describeDatabase(
  sqlite: Sqlite,
  path: string,
  chains: readonly Chain[],
): Record<string, unknown> {
  const pragma = (name: string) => Object.values((sqlite.ask(`PRAGMA ${name}`) as object[])[0] ?? {})[0];
  return {
    bytes: statSync(path).size,
    walbytes: existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0,
    sqlite: (sqlite.ask('SELECT sqlite_version() AS version') as { version: string }[])[0]!.version,
    ...Object.fromEntries(PRAGMAS.map((name) => [name, pragma(name)])),
    migrations: orReason(() => sqlite.ask('SELECT chain, id, appliedat FROM migrations ORDER BY appliedat')),
    pending: orReason(() =>
      listPendingMigrations(sqlite, path, chains).map(({ chain, migration }) => `${chain}/${migration.id}`),
    ),
    tables: Object.fromEntries(
      listTables(sqlite).map((table) => [table, orReason(() => countRows(sqlite, table))]),
    ),
    indexes: sqlite.ask(
      "SELECT tbl_name AS 'table', name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY 1, 2",
    ),
    statistics: orReason(() => listStatistics(sqlite)),
  };
}

/**
 * Returns the error instead of a value. A damaged page belongs to one table, and the other tables remain
 * readable.
 */
function orReason<T>(read: () => T): T | { error: string } {
  try {
    return read();
  } catch (cause) {
    return { error: errorMessageOf(cause) };
  }
}

const countRows = (sqlite: Sqlite, table: string): number =>
  (sqlite.ask(`SELECT count(*) AS n FROM ${quoteName(table)}`) as { n: number }[])[0]!.n;

/** Returns the statistics, which do not exist before the first ANALYZE. */
const listStatistics = (sqlite: Sqlite): unknown[] =>
  sqlite.ask("SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_stat1'").length === 0
    ? []
    : sqlite.ask('SELECT tbl, idx, stat FROM sqlite_stat1 ORDER BY tbl, idx');
