import network from '../../migrations/network/0001_network.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [{ id: '0001_network', sql: network }];
