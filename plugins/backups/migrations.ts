import assetbackups from '../../migrations/backups/0001_assetbackups.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [{ id: '0001_assetbackups', sql: assetbackups }];
