import enforce from '../../migrations/enforce/0001_enforce.sql' with { type: 'text' };
import sortKeys from '../../migrations/enforce/0002_sort_keys.sql' with { type: 'text' };
import newestPublications from '../../migrations/enforce/0003_newest_publications.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [
  { id: '0001_enforce', sql: enforce },
  { id: '0002_sort_keys', sql: sortKeys },
  { id: '0003_newest_publications', sql: newestPublications },
];
