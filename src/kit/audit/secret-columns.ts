import { getTableName } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { JournalEntry } from '../data/journal.ts';
import type { Register } from '../resource/register.ts';
import { listSecretFields } from '../resource/secret-fields.ts';

/** The columns with secrets, as features declare them for their tables and registers for their fields. */
export class SecretColumns {
  /**
   * Columns that are never copied elsewhere: hashes, and encrypted settings. A change of them cannot be
   * undone.
   */
  private readonly unwritten: ReadonlySet<string>;
  /** Encrypted values of registers. An undo restores them, but they are never shown. */
  private readonly sealed: ReadonlySet<string>;

  constructor(columns: readonly AnySQLiteColumn[], registers: readonly Register[]) {
    this.unwritten = new Set(columns.map(({ name, table }) => keyOf(getTableName(table), name)));
    this.sealed = new Set(listSecretFields(registers).map(({ table, column }) => keyOf(table, column)));
  }

  /** Reports whether values of the column are excluded from the audit log and from histories. */
  isSecret(table: string, column: string): boolean {
    const key = keyOf(table, column);
    return this.unwritten.has(key) || this.sealed.has(key);
  }

  /** Reports whether a change must not be stored for an undo. */
  isUnwritten({ table, before, after }: JournalEntry): boolean {
    return [before, after].some(
      (row) => row !== null && Object.keys(row).some((column) => this.unwritten.has(keyOf(table, column))),
    );
  }
}

const keyOf = (table: string, column: string): string => `${table}.${column}`;
