import network from '../../migrations/network/0001_network.sql' with { type: 'text' };
import sortKeys from '../../migrations/network/0002_sort_keys.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [
  { id: '0001_network', sql: network },
  { id: '0002_sort_keys', sql: sortKeys },
];
