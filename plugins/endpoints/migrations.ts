import fleet from '../../migrations/endpoints/0001_fleet.sql' with { type: 'text' };
import certificate from '../../migrations/endpoints/0003_certificate.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [
  { id: '0001_fleet', sql: fleet },
  { id: '0003_certificate', sql: certificate },
];
