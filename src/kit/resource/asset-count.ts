import type { Database } from '../data/database.ts';
import type { Reader } from '../data/reader.ts';
import type { SqlCondition } from '../data/sql-condition.ts';
import type { Register } from './register.ts';

/** The rows to count. */
export interface CountedRows extends SqlCondition {
  from: string;
}

const TYPE_ID = '(SELECT assettypeid FROM assettypes WHERE assettype = ?)';

/** Counts the rows of a register that extends assets by the type of the assets, which their indexes contain. */
export class AssetCount {
  private isComplete: boolean | undefined;

  constructor(private readonly register: Register) {}

  /** Returns the same number of rows without the register's own table, if no condition is on its values. */
  withoutOwnTable(db: Database, rows: CountedRows): CountedRows {
    const { table, asset } = this.register;
    if (!asset) return rows;
    const sql = rows.sql.replaceAll(`${table}.assetid`, 'assets.assetid');
    if (new RegExp(`\\b${table}\\b`).test(sql)) return rows;
    this.isComplete ??= db.read((reader) => this.hasRowForEachAsset(reader));
    if (!this.isComplete) return rows;
    const isOfType = `assets.assettypeid = ${TYPE_ID}`;
    return {
      from: 'assets',
      sql: sql === '' ? ` WHERE ${isOfType}` : `${sql} AND ${isOfType}`,
      params: [...rows.params, asset.type],
    };
  }

  /**
   * Reports whether each asset of the type has a row. It can lack one that was created while the plugin of the
   * register was disabled. While the plugin is enabled, this does not change.
   */
  private hasRowForEachAsset(reader: Reader): boolean {
    const { table, asset } = this.register;
    const assets = `SELECT count(*) FROM assets WHERE assettypeid = ${TYPE_ID}`;
    const own = reader.value<number>(`SELECT count(*) FROM ${table}`);
    return own === reader.value<number>(assets, asset!.type);
  }
}
