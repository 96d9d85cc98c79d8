import machines from '../../migrations/machines/0001_machines.sql' with { type: 'text' };
import sortKeys from '../../migrations/machines/0002_sort_keys.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [
  { id: '0001_machines', sql: machines },
  { id: '0002_sort_keys', sql: sortKeys },
];
