import type { Row } from './reader.ts';

/** One row's exact change: whole rows for inserts and deletes, the changed columns for updates. */
export interface JournalEntry {
  table: string;
  id: number;
  op: 'insert' | 'update' | 'delete';
  before: Row | null;
  after: Row | null;
}
