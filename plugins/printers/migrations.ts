import printers from '../../migrations/printers/0001_printers.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [{ id: '0001_printers', sql: printers }];
