import type { Sqlite } from '#runtime';
import type { Manifest } from '../backup/manifest.ts';
import { tableNameOf } from '../data/query.ts';
import type { Row } from '../data/reader.ts';
import { RecordReader, type StateRecord } from './records.ts';
import { type RevocationRule, ruleKindOf, selectRowsWithKeys } from './revocation-rule.ts';

/** The table in which a database records revocations. */
const RECORDS = 'lastingstates';

/**
 * The revocations in the previous data: current rows, and the records of rows that are deleted or were in
 * data that an earlier restore replaced. Each table is read separately, so that one damaged table does not
 * affect the others. Records of other appliances are not applied, but they are copied on.
 */
export class PreviousRows {
  /** The tables that could not be read. */
  readonly unreadableTables: string[] = [];
  /** All records, including those of other appliances and unavailable plugins. */
  readonly stateRecords: StateRecord[] = [];
  /** The appliance that the previous data belong to; undefined when they do not state it. */
  applianceid: string | undefined;
  /** True when the previous data belong to another appliance than the restored data. */
  isOtherAppliance = false;
  /** The appliance that the restored data belong to. */
  readonly restoredid: string;
  private readonly rows = new Map<string, Map<string, Row>>();
  private readonly records = new Map<string, Map<string, Row | null>>();
  /**
   * True when the previous data are a continuation of the backup. Then rows that they lack were deleted
   * since.
   */
  private isLater = false;

  constructor(
    private readonly sqlite: Sqlite,
    { applianceid, audit }: Manifest,
    private readonly rules: readonly RevocationRule[],
  ) {
    this.restoredid = applianceid;
    this.tryRead('appliance', () => this.readAppliance());
    this.tryRead('auditlogs', () => {
      const lastRow = 'SELECT 1 FROM auditlogs WHERE auditlogid = ? AND hash = ?';
      this.isLater = !this.isOtherAppliance && sqlite.ask(lastRow, audit.rows, audit.hash).length > 0;
    });
    this.tryRead(RECORDS, () => this.readRecords());
    for (const rule of rules) this.tryRead(tableNameOf(rule.table), () => this.readRows(rule));
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
    const reader = new RecordReader(this.rules);
    const all = (this.sqlite.ask(`SELECT * FROM ${RECORDS}`) as Row[]).map((row) => reader.read(row));
    // A record that fits none of its tables marks the whole table as unreadable; the other records still
    // count.
    if (all.includes(undefined)) this.unreadableTables.push(RECORDS);
    this.stateRecords.push(...all.filter((one) => one !== undefined));
    for (const { applianceid, tablename, key, state } of this.stateRecords) {
      if (applianceid !== this.restoredid) continue;
      const byKey = this.records.get(tablename) ?? new Map<string, Row | null>();
      byKey.set(key, state);
      this.records.set(tablename, byKey);
    }
  }

  private readRows(rule: RevocationRule): void {
    const name = tableNameOf(rule.table);
    if (!isThere(this.sqlite, name)) return;
    const rows = this.sqlite.ask(selectRowsWithKeys(rule)) as Row[];
    this.rows.set(name, new Map(rows.map((row) => [String(row.lastingkey), row])));
  }

  private tryRead(table: string, read: () => void): void {
    try {
      read();
    } catch {
      // Damaged data are a common reason to restore, so each unreadable table is reported to the user.
      this.unreadableTables.push(table);
    }
  }

  /** Returns the rows of the previous data by their keys, even those of another appliance. */
  previousRowsOf({ table }: RevocationRule): ReadonlyMap<string, Row> {
    return this.rows.get(tableNameOf(table)) ?? new Map();
  }

  /** Returns the rows of the previous data if they belong to the same appliance as the restored data. */
  private rowsOf(rule: RevocationRule): ReadonlyMap<string, Row> {
    return this.isOtherAppliance ? new Map() : this.previousRowsOf(rule);
  }

  /** Returns the row of the same appliance with this key. */
  row(rule: RevocationRule, key: string): Row | undefined {
    return this.rowsOf(rule).get(key);
  }

  /**
   * Returns the latest state of a row: its columns in the previous data, or else those that were recorded.
   * Undefined without either.
   */
  last(rule: RevocationRule, key: string): Row | undefined {
    return this.row(rule, key) ?? this.records.get(ruleKindOf(rule))?.get(key) ?? undefined;
  }

  /**
   * Returns the latest states of all rows that exist or were in data that a restore replaced, by their keys.
   */
  all(rule: RevocationRule): Map<string, Row> {
    const entries = [...(this.records.get(ruleKindOf(rule)) ?? [])].filter(([, state]) => state !== null);
    return new Map([...(entries as [string, Row][]), ...this.rowsOf(rule)]);
  }

  /** Reports whether the row was deleted and exists in none of the tables of its kind. */
  isGone(rule: RevocationRule, key: string): boolean {
    const kin = this.rules.filter((other) => ruleKindOf(other) === ruleKindOf(rule));
    if (kin.some((other) => this.row(other, key))) return false;
    const isKeptAsGone = this.records.get(ruleKindOf(rule))?.get(key) === null;
    return isKeptAsGone || (this.isLater && kin.every(({ table }) => this.rows.has(tableNameOf(table))));
  }
}

const isThere = (sqlite: Sqlite, table: string): boolean =>
  sqlite.ask("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", table).length > 0;
