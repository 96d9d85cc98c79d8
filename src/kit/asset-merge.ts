import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Tx } from './data/tx.ts';

/** Two records of one asset, by their IDs. */
export interface MergedAssets {
  /** The older asset, which remains. */
  kept: number;
  /** The newer asset, which is retired. References to it move to the other one. */
  retired: number;
}

/**
 * The part of a feature in the merge of two assets. Rows of any table that refer to the retired asset by a
 * foreign key move without a declaration. So do rows that refer to its row in a register of assets.
 */
export interface AssetMerging {
  /** Tables whose rows concern one asset only, or are moved by `before`: they do not move. */
  stay?: readonly SQLiteTable[];
  /** Names for `moved` of rows in tables that are not registers, by table. */
  kinds?: Readonly<Record<string, string>>;
  /**
   * Actions for rows that must end with the retired asset, by table: called with the ID of each row just
   * before it moves.
   */
  ending?: Readonly<Record<string, (tx: Tx, id: number, count: (kind: string) => void) => void>>;
  /**
   * Runs before anything moves; for a few rows at most. `count` counts the rows that it moves or ends itself,
   * by kind, for `moved`. What moves outside the journal, such as a credential, needs a journaled row for the
   * merge. An invariant on that row moves the credential back when an undo deletes the row.
   */
  before?(tx: Tx, assets: MergedAssets, count: (kind: string) => void): void;
  /**
   * Runs after everything has moved, in the last transaction. Corrects values that follow from the ledgers of
   * registers that extend assets.
   */
  after?(tx: Tx, assets: MergedAssets): void;
}
