import { UsageError } from '../kit/config.ts';
import { type Chain, listPendingMigrations } from '../kit/data/migrate.ts';
import { openDatabaseFile } from '../kit/data/open.ts';

/**
 * Throws a `UsageError` when the database has an older schema, and for a newer one what
 * `listPendingMigrations` throws. The statements of this version fit only the tables of its own migrations.
 */
export function refuseOtherSchemaVersion(path: string, chains: readonly Chain[]): void {
  const sqlite = openDatabaseFile(path);
  try {
    if (listPendingMigrations(sqlite, path, chains).length > 0)
      throw new UsageError(`${path} is from an older version. Start the appliance once, then try again.`);
  } finally {
    sqlite.close();
  }
}
