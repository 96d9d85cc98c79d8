import type { z } from 'zod';
import type { Actor } from './actor.ts';
import type { JournalEntry } from './data/journal.ts';
import type { Reader } from './data/reader.ts';
import type { Tx } from './data/tx.ts';

/** A grant that roles can hold. Names are `<area>.<verb>`. */
export interface Permission {
  name: string;
  description: string;
}

/** A page of the navigation: shown to callers who hold the permission. */
export interface NavigationEntry {
  group: 'Assets' | 'Floor' | 'Fleet' | 'Stores' | 'Records' | 'Catalog' | 'Admin';
  title: string;
  icon: string;
  path: string;
  /** A permission, `admin`, `login`; absent means everybody. */
  needs?: string;
  /** Low numbers first within the group. */
  order?: number;
}

/** Takes what agents and scripts report at `POST /api/collector/{name}`: one record of a batch of at most 1,000. */
export interface Collector {
  name: string;
  summary: string;
  record: z.ZodType;
  /** Idempotent: the same record twice changes nothing the second time. Runs inside the batch's transaction. */
  ingest(tx: Tx, record: unknown): { outcome: 'created' | 'updated' | 'unchanged'; assetid: number | null };
}

/** Something on the dashboard that needs a person. */
export interface Attention {
  key: string;
  title: string;
  count: number;
  severity: 'info' | 'warning' | 'critical';
  href: string;
}

/** Cards of the dashboard's attention list, for this caller. */
export type AttentionSource = (reader: Reader, actor: Actor) => readonly Attention[];

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

/** How the rows of a table appear in the history of an asset. */
export interface HistoryRule {
  /** The column with the asset's id. */
  column: string;
  /** Tells a row in its own words; without it every changed column is told under its name. */
  changes?(tx: Tx, entry: JournalEntry): HistoryChange[];
}

/** What a feature or plugin is called, for the pages that list them. */
export interface PluginSummary {
  id: string;
  title: string;
  description: string;
  core: boolean;
  dependsOn: readonly string[];
}
