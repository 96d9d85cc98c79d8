import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { z } from 'zod';
import type { Actor } from './actor.ts';
import type { JournalEntry } from './data/journal.ts';
import type { Reader } from './data/reader.ts';
import type { Tx } from './data/tx.ts';
import type { Credential } from './http/credential.ts';
import type { ColumnField } from './resource/fields.ts';

/** A grant that roles can hold. Names are `<area>.<verb>`. */
export interface Permission {
  name: string;
  description: string;
}

/** Grants by name, each with what it lets people do. */
export type Permissions<P extends string = string> = Readonly<Record<P, string>>;

/** A permission that another feature declares: `borrow(catalogPermissions, 'assets.edit')`. */
export type Borrowed = string & { readonly borrowed: unique symbol };
export const borrow = <const P extends string>(_from: Permissions<P>, name: NoInfer<P>): Borrowed =>
  name as string as Borrowed;

/** A page of the navigation: shown to callers who hold the permission. */
export interface NavigationEntry<P extends string = string> {
  group: 'Assets' | 'Floor' | 'Fleet' | 'Stores' | 'Records' | 'Catalog' | 'Admin';
  title: string;
  icon: string;
  path: string;
  /** A permission, `admin`, `login`; absent means everybody. */
  needs?: P | Borrowed | 'admin' | 'login';
  /** Low numbers first within the group. */
  order?: number;
}

/** Takes what agents and scripts report at `POST /api/collector/{name}`: one record of a batch of at most 1,000. */
export interface Collector {
  name: string;
  summary: string;
  record: z.ZodType;
  /** The assets that a record speaks of, its own first; only whoever may speak of each of them is let in. */
  speaksOf?(reader: Reader, record: unknown): readonly number[];
  /**
   * Idempotent: the same record twice changes nothing the second time. `record` is valid, so that it is never refused.
   * `of` is the asset that it is about, where who reports says so and not the record.
   */
  ingest(tx: Tx, record: unknown, of?: number): Ingested;
}

/** Others than the holder of the collector key who may report, and a say in what anybody may report. */
export interface Reporters {
  /** What they show. */
  credentials: readonly Credential[];
  /**
   * Hears of each record before any of them is taken: throws when this actor may not speak of these assets. Answers the
   * asset that the record is about where that is not for the record to say.
   */
  judge(reader: Reader, actor: Actor, assetids: readonly number[]): number | undefined;
}

/** What came of a record. */
export interface Ingested {
  outcome: 'created' | 'updated' | 'unchanged';
  assetid: number | null;
  /** What else the audit row says of it: what changed outside the journal. */
  told?: Readonly<Record<string, unknown>>;
  /**
   * What a long record leaves to be done, in one or more later transactions: does the next piece, a few milliseconds of
   * work, and answers whether there is more.
   */
  rest?(tx: Tx): boolean;
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
export interface AttentionCount extends Omit<Attention, 'count'> {
  plugin: string;
  needs: string | undefined;
  count(reader: Reader): number;
}

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
  /** `given` is what `asks` makes of the query, with the `place` that is asked for where the report stands somewhere. */
  rows(reader: Reader, given: Readonly<Record<string, unknown>>): Iterable<Readonly<Record<string, unknown>>>;
}

/** What a printed label says about one thing. */
export interface LabelText {
  title: string;
  lines: string[];
  /** What the code holds. */
  value: string;
  /** The page of the thing in the UI, for example `/assets/7`. */
  path: string;
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
export type Telling = (tx: Tx, entry: JournalEntry) => HistoryChange[];

/** How the rows of a table appear in the history of an asset. */
export interface HistoryRule {
  /** The column that leads to the asset: with its id, or with that of a record that extends one. */
  column: AnySQLiteColumn;
  /** Without it every changed column is told under its name. */
  changes?: Telling;
}

/** Changes of a table appear in the history of the asset that this column leads to by its foreign key. */
export const via = (column: AnySQLiteColumn, changes?: Telling): HistoryRule => ({ column, changes });

/** Where the audit log finds the name of a thing that is no record of a register, and its page. */
export interface Called {
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
