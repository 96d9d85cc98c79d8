import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { JournalEntry } from './data/journal.ts';
import type { Reader, Row } from './data/reader.ts';
import type { Tx } from './data/tx.ts';
import type { Access } from './http/access.ts';

/** A changed field in the history; the values are those that JSON supports. */
export interface HistoryChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** Converts a journal entry into changed fields, with their previous and new values. */
export type HistoryFormatter = (tx: Tx, entry: JournalEntry) => HistoryChange[];

/** The presentation of the rows of a table in the history of an asset. */
export interface HistoryRule {
  /** The column with the ID of the asset, or of a record that extends one. */
  column: AnySQLiteColumn;
  /** Formats the changes. Without it every changed column appears under its name. */
  changes?: HistoryFormatter;
  /** Columns that follow from other rows. Their changes are stored for earlier times, and not listed. */
  derived?: readonly AnySQLiteColumn[];
  /** How the rows of an earlier time are listed. Defaults to the register of the table, if it has one. */
  rows?: HistoryRows;
}

/** The list of the rows of a table that belonged to an asset at an earlier time. */
export interface HistoryRows {
  /** The plural title of the rows. */
  title: string;
  /** The access to the rows. Defaults to that of every reader of the history. */
  access?: Access;
  /** Returns the name and the value of a row, as seen from the asset. */
  describe(reader: Reader, row: Row, assetid: number): RowText;
}

/** The texts of a row. `name` says what it is, such as `IP address`. */
export interface RowText {
  name: string;
  value: string;
  /** The part of the value that identifies the row, such as the address. Defaults to the whole value. */
  label?: string;
}

/**
 * Returns the rule for a table whose changes appear in the history of the asset that this column refers to.
 */
export const historyRule = (
  column: AnySQLiteColumn,
  options: Omit<HistoryRule, 'column'> = {},
): HistoryRule => ({ column, ...options });
