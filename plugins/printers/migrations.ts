import printers from '../../migrations/printers/0001_printers.sql' with { type: 'text' };
import sortKeys from '../../migrations/printers/0002_sort_keys.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [
  { id: '0001_printers', sql: printers },
  { id: '0002_sort_keys', sql: sortKeys },
];
