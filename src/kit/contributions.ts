import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';
import type { Actor } from './actor.ts';
import type { Reader } from './data/reader.ts';
import type { Tx } from './data/tx.ts';
import type { Access } from './http/access.ts';
import type { Credential } from './http/credential.ts';
import type { IgnoredFields } from './ignored-fields.ts';
import type { ReportChart } from './report-chart.ts';
import type { ReportGroup } from './report-group.ts';
import type { FieldKind } from './resource/descriptor.ts';
import type { ColumnField } from './resource/fields.ts';

/** A permission that roles can contain. Names are `<area>.<verb>`. */
export interface Permission {
  name: string;
  description: string;
}

/** Permissions by name, each with a description. */
export type Permissions<P extends string = string> = Readonly<Record<P, string>>;

/** A permission that another feature declares: `foreignPermission(catalogPermissions, 'assets.edit')`. */
export type ForeignPermission = string & { readonly borrowed: unique symbol };
/** Returns the name. A name that the other feature does not declare is a compile error. */
export const foreignPermission = <const P extends string>(
  _from: Permissions<P>,
  name: NoInfer<P>,
): ForeignPermission => name as string as ForeignPermission;

/** A page of the navigation, for callers with the permission. The menu of the user shows the group Account. */
export interface NavigationEntry<P extends string = string> {
  group: 'Assets' | 'Floor' | 'Fleet' | 'Records' | 'Admin' | 'Account';
  /**
   * Title of the menu entry that this page shares with the other pages of its group that name it. They are
   * tabs of one another, lowest order first. A page whose companions are all missing is an entry of its own.
   */
  family?: string;
  /** The page lists the other pages of its family. Those without `isTab` link to it and have no tabs. */
  isIndex?: true;
  /** The page is a tab beside the index of its family. */
  isTab?: true;
  /** The page Lists contains the register of this page, although it is of another family. */
  isListed?: true;
  title: string;
  icon: string;
  path: string;
  /** Path above all pages that belong to this one, such as its records; `path` if absent. */
  area?: string;
  /** A permission, `admin` or `login`; absent means every caller. */
  needs?: P | ForeignPermission | 'admin' | 'login';
  /** Further words by which the search and the command palette find the page, such as `toner`. */
  words?: string;
  /**
   * The page is in use when one of these tables has a row; without them it always is. The menu lists entries
   * without a page in use behind the others, and the tabs such pages.
   */
  usedBy?: readonly SQLiteTable[];
  /** The position within the group and the family, lowest first. */
  order?: number;
  /** A lower-case letter: the keys `g` and then this letter open the page. */
  shortcut?: string;
}

/**
 * Ingests reports of agents and scripts at `POST /api/collector/{name}`: one record of a batch of at most
 * 1,000.
 */
export interface Collector {
  name: string;
  summary: string;
  /**
   * The schema of a record, which rejects whatever `ingest` could not store. All records are validated before
   * the first one is ingested, and earlier time slices stay when a later one fails. A record of PCs contains
   * the fields of `pcIdentity`.
   */
  record: z.ZodType;
  /**
   * Fields that identify a record: an invalid value rejects the record, but a list that is too long is cut.
   * Invalid values of other fields are converted, cut or left out, and counted in the response. Without this
   * list, each field rejects the record.
   */
  identifiers?: readonly string[];
  /**
   * Reads the PC identity that a record claims. A collector without this function rejects PC credentials and
   * accepts only the collector key.
   */
  pc?(record: unknown): PcClaim;
  /**
   * Returns the assets that a record refers to, its own first. The caller must be authorized for each of
   * them.
   */
  listAssets?(reader: Reader, record: unknown): readonly number[];
  /**
   * Stores a valid record. Idempotent: the same record changes nothing the second time. `of` is the asset of
   * the report when the credential determines it and not the record. `ignored` counts the values of the
   * record that were converted, cut or left out.
   */
  ingest(tx: Tx, record: unknown, of?: number, ignored?: IgnoredFields): IngestResult;
}

/** The identity that a PC claims. */
export interface PcClaim {
  hostname: string;
  serialnumber?: string | null;
  uuid?: string | null;
}

/** The result of matching a claim to PCs. */
export interface PcMatch {
  /** The asset of the active PC that matches; undefined when no PC does. */
  assetid: number | undefined;
  /**
   * The matching asset, and all others that the claim could refer to. The caller must be authorized for each
   * of them.
   */
  candidates: readonly number[];
  /** Active PCs with the same host name, when nothing else distinguishes them; otherwise empty. */
  namesakes: readonly number[];
}

/** Admits reports of callers that do not have the collector key, and checks the reports of all callers. */
export interface ReportAuthorizer {
  /** The credentials of these callers. */
  credentials: readonly Credential[];
  /**
   * Returns the PC that the credential of the caller identifies, or undefined. Throws when the caller may not
   * represent these assets, or is another PC than `claim` states.
   */
  identifyPc(reader: Reader, actor: Actor, assetids: readonly number[], claim?: PcClaim): number | undefined;
  /**
   * Checks each record before any of them is stored, like `identifyPc`, and limits how often a PC reports.
   * Returns the asset of the report when the credential determines it and not the record; undefined
   * otherwise.
   */
  authorizeReport(
    reader: Reader,
    actor: Actor,
    assetids: readonly number[],
    claim?: PcClaim,
  ): number | undefined;
}

/** The result of ingesting one record. */
export interface IngestResult {
  outcome: 'created' | 'updated' | 'unchanged';
  assetid: number | null;
  /** Further details for the audit row: changes outside the journal. */
  auditDetails?: Readonly<Record<string, unknown>>;
  /**
   * True when the outcome is known only after the last step of `ingestMore`. It is then counted and audited
   * after that step.
   */
  isCountedAtEnd?: boolean;
  /**
   * Continues a long record in later transactions. Each call does a few milliseconds of work and reports
   * whether there is more.
   */
  ingestMore?(tx: Tx): boolean;
}

export interface LabelPrinter {
  printerid: number;
  name: string;
  /** The IP address. */
  address: string;
}

/** A live fact about an asset, such as a state or a time, shown where a page names the asset. */
export interface AssetInfo {
  /** The kind of fact, the same for all assets: `health`, `lastreport`. */
  key: string;
  /** The label of the fact. */
  title: string;
  /** A state or a sentence. */
  text: string | null;
  /** The reason, in one sentence. */
  reason?: string | null;
  /** An instant. */
  at?: string | null;
  /** The page of the UI with more details. */
  href?: string;
}

/**
 * Live facts of a plugin about assets on pages of other features. The plugin and those features need not know
 * each other.
 */
export interface AssetInfoProvider {
  /** A permission; absent means every caller that may see the asset. */
  needs?: string;
  /** Returns the facts of all these assets, from one statement. Assets without facts are left out. */
  readInfo(reader: Reader, assetids: readonly number[]): ReadonlyMap<number, readonly AssetInfo[]>;
}

/** An active PC of the plant. */
export interface FleetPc {
  assetid: number;
  hostname: string | null;
  computertypeid: number | null;
  computertype: string | null;
}

/** The PCs of the plant, for features that deploy to them. The plugin that manages PCs provides it. */
export interface Fleet {
  pcs(reader: Reader): readonly FleetPc[];
  /** Returns the PC that an identity claim refers to. */
  matchPc(reader: Reader, claim: PcClaim): PcMatch;
  /** Returns the PCs that have an application in any version: assets by application. */
  withApplications(reader: Reader, appids: readonly number[]): ReadonlyMap<number, ReadonlySet<number>>;
}

/** An entry of the dashboard that needs attention. */
export interface Attention {
  key: string;
  title: string;
  count: number;
  severity: 'info' | 'warning' | 'critical';
  topic: AttentionTopic;
  href: string;
}

/**
 * The subject of an attention item, by which the dashboard groups it. Items of `setup` are hints, shown without
 * their number.
 */
export type AttentionTopic = 'failed' | 'overdue' | 'running' | 'setup' | 'other';

/** An attention rule of the running site. */
export interface AttentionCount extends Omit<Attention, 'count' | 'href'> {
  plugin: string;
  needs: string | undefined;
  /** Reports whether an admin has enabled the rule. */
  isOn(): boolean;
  /** Returns the threshold of the rule; 0 when it has none. */
  by(): number;
  /** Set for a count that is not cached. */
  isLive: boolean;
  /** Returns the list of the counted records. */
  href(today: string): string;
  count(reader: Reader): number;
}

/** An item that is due on a day. */
export interface DueItem {
  /** A stable ID. The item is reported once for each due day. */
  id: number;
  /** The name of the item in the mail. */
  title: string;
  /** The due day: `2026-01-31`. */
  due: string;
  /** The page of the item in the UI. */
  href: string;
}

/**
 * A reminder of the running site: dated items that recipients are notified about some days ahead, and once
 * after the day.
 */
export interface SiteReminder {
  plugin: string;
  key: string;
  title: string;
  days: number;
  href: string;
  due(reader: Reader, period: { until: string; today: string }): Iterable<DueItem>;
}

/** A warning about an asset wherever it is shown, such as an overdue calibration. */
export interface AssetFlag {
  /** A state word, which determines the color: `overdue`. */
  word: string;
  /**
   * The label: `Calibration overdue`. Anonymous callers see it too, so it contains no address and no name.
   */
  title: string;
  /** False leaves the flag off printed labels. */
  onlabels?: boolean;
}

/** Returns the flags of those assets that have one, by their IDs. */
export type AssetFlags = (reader: Reader, assetids: readonly number[]) => ReadonlyMap<number, AssetFlag>;

/** A report of the running site. */
export interface SiteReport {
  plugin: string;
  key: string;
  title: string;
  about: string;
  group?: ReportGroup;
  needs: string | undefined;
  placeRegister: string | false;
  parameters: Readonly<Record<string, ColumnField>>;
  columns: Readonly<Record<string, string>>;
  chart?: ReportChart;
  /**
   * Returns the rows. `parameters` contains those of the query, and the selected `place` if the report
   * has a place register.
   */
  rows(
    reader: Reader,
    parameters: Readonly<Record<string, unknown>>,
  ): Iterable<Readonly<Record<string, unknown>>>;
}

/** The content of a printed label. */
export interface LabelText {
  title: string;
  lines: string[];
  /**
   * The number of the labeled thing, as in `title` or `lines`; it is never cut. Absent for a thing without a
   * number.
   */
  number?: string;
  /** The content of the code on the label. */
  value: string;
  /** The page of the labeled thing in the UI, such as `/assets/7`. */
  path: string;
  /** The asset whose flags precede the lines. */
  assetid?: number;
  /** The type of the asset, by which the page of labels chooses a template. */
  assettypeid?: number;
}

/** Returns the label of a record; undefined when the record does not exist. */
export type LabelSource = (reader: Reader, id: number) => LabelText | undefined;

/**
 * The columns from which the audit log reads the name of an entity that is not a record of a register, and
 * its page.
 */
export interface AuditEntity {
  id: AnySQLiteColumn;
  name: AnySQLiteColumn;
  page(id: number): string;
}

/** The titles of a table without a register: of one row, and of the columns that the log and histories show. */
export interface RowTitles {
  one: string;
  /** The column with the record whose name a row has. It is one of the fields, and it never changes. */
  namedBy?: string;
  fields: Readonly<Record<string, RowField>>;
}

/** A column of a table without a register. Its kind is `text` by default. */
export interface RowField {
  title: string;
  kind?: FieldKind;
  options?: Readonly<Record<string, string>>;
  ref?: { register: string };
}

/** The number of rows in a tab of a record, or in a part of the tab. The page of an asset has those of all its registers. */
export interface SiteTabCount {
  /** The name of the register whose record IDs `count` receives. */
  register: string;
  /** The name of the tab or part. */
  tab: string;
  /** The access to the rows. Defaults to the read access of the register. */
  access?: Access;
  /** True for rows that show who uses an asset or how it is reached. */
  isPersonal?: true;
  /** True for a tab without a list. Its number is not shown: 0 for an empty tab, 1 for another one. */
  isState?: true;
  /** Returns undefined when the content is not known without a request to another system. */
  count(reader: Reader, id: number, actor: Actor): number | undefined;
}

/** The name of a feature or plugin, for pages that list them. */
export interface PluginSummary {
  id: string;
  title: string;
  description: string;
  core: boolean;
  dependsOn: readonly string[];
}
