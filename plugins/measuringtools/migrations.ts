import measuringtools from '../../migrations/measuringtools/0001_measuringtools.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [{ id: '0001_measuringtools', sql: measuringtools }];
