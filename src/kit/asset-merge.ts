import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Tx } from './data/tx.ts';

/** Two records of one asset, by their ids. */
export interface MergedAssets {
  /** The older one, which stays. */
  kept: number;
  /** The newer one, which is retired; what refers to it refers to the other one afterwards. */
  retired: number;
}

/**
 * What a feature has to say when two assets become one. Rows of any table that refer to the retired one by a foreign key
 * are moved without a word; so are those that refer to its row in a register of assets.
 */
export interface AssetMerging {
  /** Tables whose rows tell of one record alone, or are moved by `before`: they stay where they are. */
  stay?: readonly SQLiteTable[];
  /** What `moved` calls the rows of its tables that are no registers: by table. */
  kinds?: Readonly<Record<string, string>>;
  /** What ends with the record: done to each row of these tables, by its id, just before that row is moved. */
  ending?: Readonly<Record<string, (tx: Tx, id: number, count: (kind: string) => void) => void>>;
  /** Before anything is moved; a few rows at most. `count` says by kind what it moved or ended itself, for `moved`. */
  before?(tx: Tx, assets: MergedAssets, count: (kind: string) => void): void;
  /** Once all else was moved, with the last of it: mends what follows from the ledgers of what extends the assets. */
  after?(tx: Tx, assets: MergedAssets): void;
}
