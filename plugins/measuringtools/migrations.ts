import measuringtools from '../../migrations/measuringtools/0001_measuringtools.sql' with { type: 'text' };
import sortKeys from '../../migrations/measuringtools/0002_sort_keys.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [
  { id: '0001_measuringtools', sql: measuringtools },
  { id: '0002_sort_keys', sql: sortKeys },
];
