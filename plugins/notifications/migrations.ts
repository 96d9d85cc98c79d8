import notifications from '../../migrations/notifications/0001_notifications.sql' with { type: 'text' };
import sortKeys from '../../migrations/notifications/0002_sort_keys.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [
  { id: '0001_notifications', sql: notifications },
  { id: '0002_sort_keys', sql: sortKeys },
];
