import notifications from '../../migrations/notifications/0001_notifications.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [{ id: '0001_notifications', sql: notifications }];
