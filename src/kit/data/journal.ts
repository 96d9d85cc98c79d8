import type { Row } from './reader.ts';

/**
 * The exact change of one row. An insert or a delete has the whole row; an update has the changed columns.
 */
export interface JournalEntry {
  table: string;
  id: number;
  op: 'insert' | 'update' | 'delete';
  before: Row | null;
  after: Row | null;
}
