import printedparts from '../../migrations/printedparts/0001_printedparts.sql' with { type: 'text' };
import sortKeys from '../../migrations/printedparts/0002_sort_keys.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [
  { id: '0001_printedparts', sql: printedparts },
  { id: '0002_sort_keys', sql: sortKeys },
];
