import usb from '../../migrations/usb/0001_usb.sql' with { type: 'text' };
import scans from '../../migrations/usb/0002_scans.sql' with { type: 'text' };
import sortKeys from '../../migrations/usb/0003_sort_keys.sql' with { type: 'text' };
import type { Migration } from '../../src/kit/data/migrate.ts';

export const migrations: Migration[] = [
  { id: '0001_usb', sql: usb },
  { id: '0002_scans', sql: scans },
  { id: '0003_sort_keys', sql: sortKeys },
];
