import { getTableName } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { JournalEntry } from '../data/journal.ts';
import type { Register } from '../resource/register.ts';
import { listSecretFields } from '../resource/secret-fields.ts';

/** Which columns hold secrets, as the features say of their tables and the registers of their fields. */
export class SecretColumns {
  /** Never written down a second time: hashes, and what settings sealed. A change of them cannot be undone. */
  private readonly unwritten: ReadonlySet<string>;
  /** Sealed values of registers: put back by undo, and told to nobody. */
  private readonly sealed: ReadonlySet<string>;

  constructor(columns: readonly AnySQLiteColumn[], registers: readonly Register[]) {
    this.unwritten = new Set(columns.map(({ name, table }) => keyOf(getTableName(table), name)));
    this.sealed = new Set(listSecretFields(registers).map(({ table, column }) => keyOf(table, column)));
  }

  /** Whether the values of the column are kept out of the log and of histories. */
  hides(table: string, column: string): boolean {
    const key = keyOf(table, column);
    return this.unwritten.has(key) || this.sealed.has(key);
  }

  /** Whether a change must not be kept for an undo. */
  isUnwritten({ table, before, after }: JournalEntry): boolean {
    return [before, after].some(
      (row) => row !== null && Object.keys(row).some((column) => this.unwritten.has(keyOf(table, column))),
    );
  }
}

const keyOf = (table: string, column: string): string => `${table}.${column}`;
