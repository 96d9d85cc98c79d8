import type { Row } from './reader.ts';

/**
 * The exact change of one row. An insert or a delete has the whole row; an update has the changed columns.
 */
export interface JournalEntry {
  table: string;
  id: number;
  op: 'insert' | 'update' | 'delete';
  before: Row | null;
  after: Row | null;
}

/** The new names of columns that the journals of older versions contain, by table. */
const RENAMED_COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  assets: { endoflifedate: 'eoldate' },
};

/** Returns the entries of a stored journal. Columns that were renamed since then have their new names. */
export const parseJournal = (entries: string): JournalEntry[] =>
  (JSON.parse(entries) as JournalEntry[]).map((entry) => {
    const { table, before, after } = entry;
    if (!RENAMED_COLUMNS[table]) return entry;
    return {
      ...entry,
      before: before && renameColumns(table, before),
      after: after && renameColumns(table, after),
    };
  });

/** Returns the current name of a column of a table, which had another name in older versions. */
export const currentNameOf = (table: string, name: string): string => RENAMED_COLUMNS[table]?.[name] ?? name;

/** Returns the values of a table by the new names of their columns. */
export const renameColumns = <T>(table: string, values: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [currentNameOf(table, name), value]));
