import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Output } from '../kit/cli.ts';
import type { Config } from '../kit/config.ts';
import { type Chain, migrate } from '../kit/data/migrate.ts';
import { restrictDataAccess } from '../kit/doctor/private-data.ts';
import { withDiskErrorMessages } from './disk-errors.ts';
import { takeOwnership } from './ownership.ts';

/** Migrates the database of a directory without serving it. Returns 0. */
export const migrateOnly = (config: Config, chains: Chain[], output: Output): Promise<number> =>
  withDiskErrorMessages(config, () => bringUpToDate(config, chains, output));

function bringUpToDate(config: Config, chains: Chain[], { out }: Output): number {
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  restrictDataAccess(config.data);
  const release = takeOwnership(config.data);
  try {
    const path = join(config.data, 'millwright.db');
    const { applied, previousFile } = migrate(path, chains, () => new Date());
    out(applied.length === 0 ? 'The database is up to date.' : `Applied ${applied.join(', ')}.`);
    if (previousFile) out(`The previous database is in ${previousFile}.`);
    return 0;
  } finally {
    release();
  }
}
