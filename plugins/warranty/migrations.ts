import warranty from '../../migrations/warranty/0001_warranty.sql' with { type: 'text' };
import sortKeys from '../../migrations/warranty/0002_sort_keys.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [
  { id: '0001_warranty', sql: warranty },
  { id: '0002_sort_keys', sql: sortKeys },
];
