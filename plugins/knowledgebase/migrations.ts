import knowledgebase from '../../migrations/knowledgebase/0001_knowledgebase.sql' with { type: 'text' };
import sortKeys from '../../migrations/knowledgebase/0002_sort_keys.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [
  { id: '0001_knowledgebase', sql: knowledgebase },
  { id: '0002_sort_keys', sql: sortKeys },
];
