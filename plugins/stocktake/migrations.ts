import stocktakes from '../../migrations/stocktake/0001_stocktakes.sql' with { type: 'text' };
import sortKeys from '../../migrations/stocktake/0002_sort_keys.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [
  { id: '0001_stocktakes', sql: stocktakes },
  { id: '0002_sort_keys', sql: sortKeys },
];
