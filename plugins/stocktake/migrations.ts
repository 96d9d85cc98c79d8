import stocktakes from '../../migrations/stocktake/0001_stocktakes.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [{ id: '0001_stocktakes', sql: stocktakes }];
