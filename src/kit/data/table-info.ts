export interface ForeignKey {
  column: string;
  table: string;
  references: string;
  /** The action when the referenced row is deleted. A cascading row does not prevent the deletion. */
  ondelete: string;
}

export interface UniqueIndex {
  name: string;
  /** All columns that the index uses, including those in its expressions and its condition. */
  columns: string[];
  /** Columns that are compared without regard to the case of ASCII letters. */
  folded: ReadonlySet<string>;
  /** True when the index applies only to active rows, by a rule of its register. */
  isAmongActive?: boolean;
  /**
   * True for an index of plain columns over all rows. Such an index allows duplicates of a row in which one
   * of the columns is null.
   */
  isPlain: boolean;
}

export interface TableInfo {
  name: string;
  /** The column of the primary key; `''` when there are several or none. */
  id: string;
  columns: Set<string>;
  /** Columns of names, compared by Unicode case folding. See `declareNames`. */
  names: Set<string>;
  /** Columns whose names sort naturally, each with the column of its sort key. See `sort-keys.ts`. */
  sortKeys: ReadonlyMap<string, string>;
  foreignKeys: ForeignKey[];
  uniqueIndexes: UniqueIndex[];
  /** Columns that are unique together, without those of partial indexes and of indexes over expressions. */
  uniques: string[][];
}
