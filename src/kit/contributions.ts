import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';
import type { Actor } from './actor.ts';
import type { JournalEntry } from './data/journal.ts';
import type { Reader } from './data/reader.ts';
import type { Tx } from './data/tx.ts';
import type { Credential } from './http/credential.ts';
import type { IgnoredFields } from './ignored-fields.ts';
import type { ReportChart } from './report-chart.ts';
import type { ColumnField } from './resource/fields.ts';

/** A grant that roles can hold. Names are `<area>.<verb>`. */
export interface Permission {
  name: string;
  description: string;
}

/** Grants by name, each with what it lets people do. */
export type Permissions<P extends string = string> = Readonly<Record<P, string>>;

/** A permission that another feature declares: `borrow(catalogPermissions, 'assets.edit')`. */
export type ForeignPermission = string & { readonly borrowed: unique symbol };
export const foreignPermission = <const P extends string>(
  _from: Permissions<P>,
  name: NoInfer<P>,
): ForeignPermission => name as string as ForeignPermission;

/** A page of the navigation: shown to callers who hold the permission. */
export interface NavigationEntry<P extends string = string> {
  group: 'Assets' | 'Floor' | 'Fleet' | 'Stores' | 'Records' | 'Catalog' | 'Admin';
  title: string;
  icon: string;
  path: string;
  /** A permission, `admin`, `login`; absent means everybody. */
  needs?: P | ForeignPermission | 'admin' | 'login';
  /** Low numbers first within the group. */
  order?: number;
  /** A lower-case letter: the keys `g` and then this letter open the page. */
  shortcut?: string;
}

/** Takes what agents and scripts report at `POST /api/collector/{name}`: one record of a batch of at most 1,000. */
export interface Collector {
  name: string;
  summary: string;
  record: z.ZodType;
  /**
   * Fields that records are found by: a wrong value there refuses the record. Wrong values of every other field are
   * converted, cut or left out, and counted in the answer. Where this is left out, each field refuses the record.
   */
  identifiers?: readonly string[];
  /**
   * Which PC a record says that it is. Where this is left out PCs report nothing here, by no key of theirs: what a
   * thing beside them is says whoever holds the collector key.
   */
  pc?(record: unknown): PcClaim;
  /** The assets that a record speaks of, its own first; only whoever may speak of each of them is let in. */
  listAssets?(reader: Reader, record: unknown): readonly number[];
  /**
   * Idempotent: the same record twice changes nothing the second time. `record` is valid, so that it is never refused.
   * `of` is the asset that it is about, where who reports says so and not the record. `ignored` counts what of the
   * record was converted, cut or left out.
   */
  ingest(tx: Tx, record: unknown, of?: number, ignored?: IgnoredFields): IngestResult;
}

/** How a PC names itself. */
export interface PcClaim {
  hostname: string;
  serialnumber?: string | null;
  uuid?: string | null;
}

/** The PCs that a claim means. */
export interface PcMatch {
  /** The one in use that it is; undefined where the register knows none. */
  assetid: number | undefined;
  /** That one, and whichever it may be taken for: whoever makes the claim speaks of all of them. */
  candidates: readonly number[];
  /** Those in use that have the host name, when nothing else tells which one it is; else empty. */
  namesakes: readonly number[];
}

/** Others than the holder of the collector key who may report, and a say in what anybody may report. */
export interface ReportAuthorizer {
  /** What they show. */
  credentials: readonly Credential[];
  /**
   * Hears of each record before any of them is taken: throws when this actor may not speak of these assets, or is
   * another PC than the one that the record claims to be. Answers the asset that the record is about where that is not
   * for the record to say.
   */
  authorizeReport(
    reader: Reader,
    actor: Actor,
    assetids: readonly number[],
    claim?: PcClaim,
  ): number | undefined;
}

/** What came of a record. */
export interface IngestResult {
  outcome: 'created' | 'updated' | 'unchanged';
  assetid: number | null;
  /** What else the audit row says of it: what changed outside the journal. */
  auditDetails?: Readonly<Record<string, unknown>>;
  /** Whether it changed anything, and what else, is known when the rest is done: it is counted and told then. */
  isCountedAtEnd?: boolean;
  /**
   * What a long record leaves to be done, in one or more later transactions: does the next piece, a few milliseconds of
   * work, and answers whether there is more.
   */
  ingestMore?(tx: Tx): boolean;
}

/** A printer that labels can be sent to. */
export interface LabelPrinter {
  printerid: number;
  name: string;
  /** Its IP address. */
  address: string;
}

/** How an asset is doing, in one word or since when: shown beside it where a page names it. */
export interface AssetInfo {
  /** What is told, the same for all assets: `health`, `lastreport`. */
  key: string;
  /** What people read before it. */
  title: string;
  /** A state or a sentence. */
  text: string | null;
  /** Why, in one sentence. */
  reason?: string | null;
  /** An instant. */
  at?: string | null;
  /** The page of the UI that says more. */
  href?: string;
}

/** What a plugin has to say of assets that pages of others name: neither needs to know the other. */
export interface AssetInfoProvider {
  /** A permission; absent means whoever sees the asset. */
  needs?: string;
  /** For all of these assets in one statement; those that it knows nothing of are left out. */
  readInfo(reader: Reader, assetids: readonly number[]): ReadonlyMap<number, readonly AssetInfo[]>;
}

/** A PC of the plant that is in use. */
export interface FleetPc {
  assetid: number;
  hostname: string | null;
  computertypeid: number | null;
  computertype: string | null;
}

/** The PCs of the plant, for features that deploy to them: whoever keeps PCs says so. */
export interface Fleet {
  pcs(reader: Reader): readonly FleetPc[];
  /** Which of them somebody means who says so of himself. */
  matchPc(reader: Reader, claim: PcClaim): PcMatch;
  /** Which of them have an application, whatever its version: assets by application. */
  withApplications(reader: Reader, appids: readonly number[]): ReadonlyMap<number, ReadonlySet<number>>;
}

/** Something on the dashboard that needs a person. */
export interface Attention {
  key: string;
  title: string;
  count: number;
  severity: 'info' | 'warning' | 'critical';
  href: string;
}

/** An attention rule of the running site: what it counts, for whom. */
export interface AttentionCount extends Omit<Attention, 'count' | 'href'> {
  plugin: string;
  needs: string | undefined;
  /** Whether an admin has it counted. */
  isOn(): boolean;
  /** The number that it is tuned by; 0 where it has none. */
  by(): number;
  /** The list of what is counted. */
  href(today: string): string;
  count(reader: Reader): number;
}

/** One thing that is due on a day. */
export interface DueItem {
  /** The same as long as it is the same thing: it is told once for each day that it is due on. */
  id: number;
  /** What it is called in the mail. */
  title: string;
  /** The day by which it is to be done: `2026-01-31`. */
  due: string;
  /** Its page in the UI. */
  href: string;
}

/** A reminder of the running site: things with a date, of which people hear some days ahead and once it has passed. */
export interface SiteReminder {
  plugin: string;
  key: string;
  title: string;
  days: number;
  href: string;
  due(reader: Reader, given: { until: string; today: string }): Iterable<DueItem>;
}

/** What is to be known of an asset wherever it is shown, for example that it is out of calibration. */
export interface AssetFlag {
  /** A state word, which has its colour: `overdue`. */
  word: string;
  /** What people read: `Calibration overdue`. Strangers do too, so it tells no address and no name. */
  title: string;
  /** False where it is of no use on paper. */
  onlabels?: boolean;
}

/** The flags of those of these assets that have one, by their ids. */
export type AssetFlags = (reader: Reader, assetids: readonly number[]) => ReadonlyMap<number, AssetFlag>;

/** A report of the running site. */
export interface SiteReport {
  plugin: string;
  key: string;
  title: string;
  about: string;
  needs: string | undefined;
  stands: string | false;
  asks: Readonly<Record<string, ColumnField>>;
  columns: Readonly<Record<string, string>>;
  chart?: ReportChart;
  /** `given` is what `asks` makes of the query, with the `place` that is asked for where the report stands somewhere. */
  rows(reader: Reader, given: Readonly<Record<string, unknown>>): Iterable<Readonly<Record<string, unknown>>>;
}

/** What a printed label says about one thing. */
export interface LabelText {
  title: string;
  lines: string[];
  /** The number of the thing, as it is in `title` or `lines`: it is never cut. Absent for a thing without one. */
  number?: string;
  /** What the code holds. */
  value: string;
  /** The page of the thing in the UI, for example `/assets/7`. */
  path: string;
  /** The asset whose flags stand before the lines. */
  assetid?: number;
}

/** Labels of one type: undefined when there is no such thing. */
export type LabelSource = (reader: Reader, id: number) => LabelText | undefined;

/** One changed field as the history tells it; the values are what JSON can say. */
export interface HistoryChange {
  field: string;
  before: unknown;
  after: unknown;
}

/** Tells a row in its own words: the fields that changed, with what they were and are. */
export type HistoryFormatter = (tx: Tx, entry: JournalEntry) => HistoryChange[];

/** How the rows of a table appear in the history of an asset. */
export interface HistoryRule {
  /** The column that leads to the asset: with its id, or with that of a record that extends one. */
  column: AnySQLiteColumn;
  /** Without it every changed column is told under its name. */
  changes?: HistoryFormatter;
}

/** Changes of a table appear in the history of the asset that this column leads to by its foreign key. */
export const historyRule = (column: AnySQLiteColumn, changes?: HistoryFormatter): HistoryRule => ({
  column,
  changes,
});

/** Where the audit log finds the name of a thing that is no record of a register, and its page. */
export interface AuditEntity {
  id: AnySQLiteColumn;
  name: AnySQLiteColumn;
  page(id: number): string;
}

/** What a feature or plugin is called, for the pages that list them. */
export interface PluginSummary {
  id: string;
  title: string;
  description: string;
  core: boolean;
  dependsOn: readonly string[];
}
