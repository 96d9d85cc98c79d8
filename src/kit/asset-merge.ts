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
  /** Before anything is moved. `count` says by kind what it moved or ended itself, for `moved`. */
  before?(tx: Tx, assets: MergedAssets, count: (kind: string) => void): void;
  /** Together with the ledgers of what extends the assets: mends what follows from them. */
  after?(tx: Tx, assets: MergedAssets): void;
}
