import securesends from '../../migrations/securesend/0001_securesends.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [{ id: '0001_securesends', sql: securesends }];
