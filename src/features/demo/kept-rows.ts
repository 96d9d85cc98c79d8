import type { Reader, Row } from '../../kit/data/reader.ts';
import type { Schema } from '../../kit/data/schema.ts';
import { allUses, demoRecord, recordCountOf, storedFile, targetsOfOwnNames } from './queries.ts';

/** A row of any table. */
export interface RowKey {
  tablename: string;
  entityid: number;
}

export const textOf = ({ tablename, entityid }: RowKey): string => `${tablename}/${entityid}`;

export const readRow = (reader: Reader, schema: Schema, { tablename, entityid }: RowKey): Row | undefined =>
  reader.get<Row>(`SELECT * FROM ${tablename} WHERE ${schema.table(tablename).id} = ?`, entityid);

/**
 * Finds the demo rows that stay: those that rows of users refer to, the rows that these refer to, and the rows
 * that belong to them, such as the fields of a computer.
 */
export class KeptRows {
  private readonly kept = new Map<string, RowKey>();
  private readonly waiting: RowKey[] = [];

  constructor(
    private readonly reader: Reader,
    private readonly schema: Schema,
  ) {
    for (const use of allUses.all(reader)) this.keepReferencesOf(use);
    for (const target of targetsOfOwnNames.all(reader)) this.keep(target);
    for (let next = this.waiting.pop(); next; next = this.waiting.pop()) {
      this.keepReferencesOf(next);
      this.keepOwnedBy(next);
    }
  }

  has(key: RowKey): boolean {
    return this.kept.has(textOf(key));
  }

  list(): RowKey[] {
    return [...this.kept.values()];
  }

  private isDemo(key: RowKey): boolean {
    return demoRecord.get(this.reader, key) !== undefined;
  }

  private keep(key: RowKey): void {
    if (this.has(key) || !this.isDemo(key)) return;
    this.kept.set(textOf(key), key);
    this.waiting.push(key);
  }

  private keepReferencesOf(key: RowKey): void {
    const row = readRow(this.reader, this.schema, key);
    if (!row) return;
    for (const parent of this.parentsOf(key.tablename, row)) this.keep(parent);
    for (const file of this.filesOf(row)) this.keep(file);
  }

  private parentsOf(tablename: string, row: Row): RowKey[] {
    return this.schema.table(tablename).foreignKeys.flatMap((key) => {
      const entityid = row[key.column];
      return typeof entityid === 'number' ? [{ tablename: key.table, entityid }] : [];
    });
  }

  /** Returns the stored files that the row names. */
  private filesOf(row: Row): RowKey[] {
    return Object.entries(row).flatMap(([column, filename]) =>
      column.endsWith('filename') && typeof filename === 'string'
        ? storedFile
            .all(this.reader, { filename })
            .map(({ fileid }) => ({ tablename: 'files', entityid: fileid }))
        : [],
    );
  }

  /** Keeps the demo rows that would be deleted with the row, unless they also belong to a row that goes. */
  private keepOwnedBy({ tablename, entityid }: RowKey): void {
    for (const { table, column, ondelete } of this.schema.keysTo(tablename)) {
      const { id } = this.schema.table(table);
      if (ondelete !== 'CASCADE' || id === '' || !recordCountOf.get(this.reader, { tablename: table })?.n)
        continue;
      for (const row of this.reader.all<Row>(`SELECT * FROM ${table} WHERE ${column} = ?`, entityid)) {
        const owners = this.ownersOf(table, row);
        if (owners.every((owner) => this.has(owner) || !this.isDemo(owner)))
          this.keep({ tablename: table, entityid: row[id] as number });
      }
    }
  }

  private ownersOf(tablename: string, row: Row): RowKey[] {
    return this.schema.table(tablename).foreignKeys.flatMap((key) => {
      const entityid = row[key.column];
      return key.ondelete === 'CASCADE' && typeof entityid === 'number'
        ? [{ tablename: key.table, entityid }]
        : [];
    });
  }
}
