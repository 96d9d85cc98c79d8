import type { Sqlite } from '#runtime';
import type { Manifest } from '../backup/manifest.ts';
import { tableNameOf } from '../data/query.ts';
import type { Row } from '../data/reader.ts';
import { RecordReader, type StateRecord } from './records.ts';
import { type RevocationRule, ruleKindOf, selectRowsWithKeys } from './revocation-rule.ts';

/** The name under which what was ended lies in every database. */
const RECORDS = 'lastingstates';

/**
 * What the data of before say of what was ended: their rows as they stand, and what they kept of rows that are gone, or
 * were in other data that a restore replaced. Each table is read by itself: where one is damaged, the others count. What
 * is of another appliance than the restored data is not applied, but carried on.
 */
export class PreviousRows {
  /** The tables that could not be read. */
  readonly unreadableTables: string[] = [];
  /** All that was kept, whatever appliance it is of, and of no plugin here too. */
  readonly stateRecords: StateRecord[] = [];
  /** Whose the data of before are; undefined where they do not say. */
  applianceid: string | undefined;
  /** Whether they are those of another appliance than the restored data. */
  isOtherAppliance = false;
  /** Whose the restored data are. */
  readonly restoredid: string;
  private readonly rows = new Map<string, Map<string, Row>>();
  private readonly records = new Map<string, Map<string, Row | null>>();
  /** Whether those data go on from the backup: then what they lack was ended since. */
  private isLater = false;

  constructor(
    private readonly sqlite: Sqlite,
    { applianceid, audit }: Manifest,
    private readonly ends: readonly RevocationRule[],
  ) {
    this.restoredid = applianceid;
    this.reading('appliance', () => this.readAppliance());
    this.reading('auditlogs', () => {
      const end = 'SELECT 1 FROM auditlogs WHERE auditlogid = ? AND hash = ?';
      this.isLater = !this.isOtherAppliance && sqlite.ask(end, audit.rows, audit.hash).length > 0;
    });
    this.reading(RECORDS, () => this.readRecords());
    for (const end of ends) this.reading(tableNameOf(end.table), () => this.readRows(end));
  }

  private readAppliance(): void {
    const rows = isThere(this.sqlite, 'appliance')
      ? this.sqlite.ask('SELECT applianceid FROM appliance')
      : [];
    this.applianceid = (rows as { applianceid: string }[])[0]?.applianceid;
    this.isOtherAppliance = this.applianceid !== this.restoredid;
  }

  private readRecords(): void {
    if (!isThere(this.sqlite, RECORDS)) return;
    const reader = new RecordReader(this.ends);
    const all = (this.sqlite.ask(`SELECT * FROM ${RECORDS}`) as Row[]).map((row) => reader.read(row));
    // What fits none of its tables is told of as what cannot be read; the rest counts.
    if (all.includes(undefined)) this.unreadableTables.push(RECORDS);
    this.stateRecords.push(...all.filter((one) => one !== undefined));
    for (const { applianceid, tablename, key, state } of this.stateRecords) {
      if (applianceid !== this.restoredid) continue;
      const known = this.records.get(tablename) ?? new Map<string, Row | null>();
      known.set(key, state);
      this.records.set(tablename, known);
    }
  }

  private readRows(end: RevocationRule): void {
    const name = tableNameOf(end.table);
    if (!isThere(this.sqlite, name)) return;
    const rows = this.sqlite.ask(selectRowsWithKeys(end)) as Row[];
    this.rows.set(name, new Map(rows.map((row) => [String(row.lastingkey), row])));
  }

  private reading(table: string, read: () => void): void {
    try {
      read();
    } catch {
      // Damaged data are why people restore: whoever asked for it is told of each table.
      this.unreadableTables.push(table);
    }
  }

  /** The rows of the data of before, by what they are known by, whatever appliance they are of. */
  previousRowsOf({ table }: RevocationRule): ReadonlyMap<string, Row> {
    return this.rows.get(tableNameOf(table)) ?? new Map();
  }

  /** Those of the appliance whose data are restored. */
  private rowsOf(end: RevocationRule): ReadonlyMap<string, Row> {
    return this.isOtherAppliance ? new Map() : this.previousRowsOf(end);
  }

  /** One of them. */
  row(end: RevocationRule, key: string): Row | undefined {
    return this.rowsOf(end).get(key);
  }

  /** How a row was last, where it is there, or where its columns were kept. */
  last(end: RevocationRule, key: string): Row | undefined {
    return this.row(end, key) ?? this.records.get(ruleKindOf(end))?.get(key) ?? undefined;
  }

  /** All rows that are there, or were in data that a restore replaced, by what they are known by. */
  all(end: RevocationRule): Map<string, Row> {
    const kept = [...(this.records.get(ruleKindOf(end)) ?? [])].filter(([, state]) => state !== null);
    return new Map([...(kept as [string, Row][]), ...this.rowsOf(end)]);
  }

  /** Whether the row was there and is no more, in none of the tables that may hold it. */
  isGone(end: RevocationRule, key: string): boolean {
    const kin = this.ends.filter((other) => ruleKindOf(other) === ruleKindOf(end));
    if (kin.some((other) => this.row(other, key))) return false;
    const isKeptAsGone = this.records.get(ruleKindOf(end))?.get(key) === null;
    return isKeptAsGone || (this.isLater && kin.every(({ table }) => this.rows.has(tableNameOf(table))));
  }
}

const isThere = (sqlite: Sqlite, table: string): boolean =>
  sqlite.ask("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", table).length > 0;
