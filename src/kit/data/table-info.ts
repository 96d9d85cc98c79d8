export interface ForeignKey {
  column: string;
  table: string;
  references: string;
  /** What happens to the row when the one it refers to goes: a cascading row does not hold it back. */
  ondelete: string;
}

export interface UniqueIndex {
  name: string;
  /** All that it is made of: those of its expressions and of its condition too. */
  columns: string[];
  /** Those of them in which upper case and lower case are one. */
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
  /** Those with names, which are compared in any letter case of any alphabet; see `declareNames`. */
  names: Set<string>;
  foreignKeys: ForeignKey[];
  uniqueIndexes: UniqueIndex[];
  /** Columns that are unique together, but those of partial indexes and of indexes over expressions. */
  uniques: string[][];
}
