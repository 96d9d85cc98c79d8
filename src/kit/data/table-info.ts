export interface ForeignKey {
  column: string;
  table: string;
  references: string;
  /** The action when the referenced row is deleted. A cascading row does not prevent the deletion. */
  ondelete: string;
}

export interface UniqueIndex {
  name: string;
  /** All that it is made of: those of its expressions and of its condition too. */
  columns: string[];
  /** Columns that are compared without letter case (ASCII). */
  folded: ReadonlySet<string>;
  /** Holds among active rows only, by a rule of its register. */
  isAmongActive?: boolean;
  /** Made of columns alone and over all rows: then a row of which one of them is empty may be there many times. */
  isPlain: boolean;
}

export interface TableInfo {
  name: string;
  /** The one column of the primary key; `''` when there are several or none. */
  id: string;
  columns: Set<string>;
  /** Columns with names, compared by Unicode case folding; see `declareNames`. */
  names: Set<string>;
  foreignKeys: ForeignKey[];
  uniqueIndexes: UniqueIndex[];
  /** Columns that are unique together, but those of partial indexes and of indexes over expressions. */
  uniques: string[][];
}
