import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Actor } from './actor.ts';
import type { AssetMerging } from './asset-merge.ts';
import type { AttentionRule } from './attention.ts';
import type {
  AssetFlags,
  AssetInfoProvider,
  AuditEntity,
  Collector,
  Fleet,
  ForeignPermission,
  LabelPrinter,
  LabelSource,
  NavigationEntry,
  Permissions,
  ReportAuthorizer,
  RowTitles,
} from './contributions.ts';
import type { Invariant } from './data/invariant.ts';
import type { Migration } from './data/migrate.ts';
import type { Reader } from './data/reader.ts';
import type { Tx, WriteContext } from './data/tx.ts';
import type { DeviceFactsStore } from './device-facts.ts';
import type { DueSource } from './due-source.ts';
import type { ErrorKind } from './errors.ts';
import type { Mechanism } from './gate.ts';
import type { HistoryRule } from './history-rule.ts';
import type { Host } from './host.ts';
import type { Api } from './http/api.ts';
import type { Credential } from './http/credential.ts';
import type { ImportColumnSource } from './import-columns.ts';
import type { Metric } from './metric.ts';
import type { Reminder } from './reminder.ts';
import type { Report } from './report.ts';
import type { AddedFieldSource } from './resource/added-fields.ts';
import type { Ledger } from './resource/ledger.ts';
import type { Register } from './resource/register.ts';
import type { RegisterExtension } from './resource/register-extension.ts';
import type { RevocationRule } from './restore/revocation-rule.ts';
import type { SearchPart, SearchSource } from './search/sources.ts';
import type { SettingDeclaration } from './settings/declare.ts';
import type { TabCount } from './tab-count.ts';

/** A scheduled job. It can run twice or be missed without harm. The jobs page shows its last result. */
export interface Job {
  name: string;
  title: string;
  /**
   * A cron expression in the time zone of the server. A function for a job that its feature starts itself; ''
   * for never.
   */
  schedule: string | ((host: Host) => string);
  run(host: Host): void | Promise<void>;
  /**
   * Runs when jobs may start, for a job that its feature starts itself. Not called when the start of the
   * appliance fails.
   */
  begin?(host: Host): void;
}

/**
 * A feature of the product. Core features follow the same contract. A disabled plugin has no routes, pages,
 * jobs and permissions, but its data remain. Its foreign keys still prevent deletions. Assets of its type
 * that are created while it is disabled get their rows at the next start with the plugin.
 */
export interface Plugin<P extends string = string> {
  id: string;
  title: string;
  description: string;
  /** Core features cannot be disabled. */
  core?: boolean;
  dependsOn?: readonly string[];
  /** The migrations of the plugin; core features share the core chain. IDs have at most 32 characters. */
  migrations?: readonly Migration[];
  /** All tables of those migrations; a test compares both. */
  tables?: Readonly<Record<string, SQLiteTable>>;
  permissions?: Permissions<P>;
  settings?: readonly SettingDeclaration[];
  /**
   * Columns that no user may read: hashes, and values that are encrypted outside a register. Their values
   * never appear in the audit log or a history, and a change of them cannot be undone.
   */
  secrets?: readonly AnySQLiteColumn[];
  /**
   * Response keys that reveal who uses an asset or how it is reached, in addition to personal fields.
   * Anonymous callers get none of them when the site shows them basic information only. A route that returns
   * such values under other keys checks `canSeePersonalData`.
   */
  personal?: readonly string[];
  /** Registers. The kit creates their routes, except those that the plugin implements in `routes`. */
  registers?: readonly Register[];
  ledgers?: readonly Ledger[];
  /** Invariants over its tables, enforced at commits of journaled changes, whatever code writes them. */
  invariants?: readonly Invariant[];
  navigation?: readonly NavigationEntry<NoInfer<P>>[];
  jobs?: readonly Job[];
  searchSources?: readonly SearchSource[];
  /** Additions to the search documents of other features. */
  searchParts?: readonly (SearchPart & { kind: string })[];
  /** The fields that a plant adds to its assets. At most one plugin supplies them. */
  addedFields?: AddedFieldSource;
  /** Columns and filters that it adds to the lists of plugins on which it depends. */
  registerExtensions?: readonly RegisterExtension[];
  /**
   * Returns the columns that imports of assets accept in addition to the fields of the register. Also called
   * while the plugin is disabled.
   */
  importColumns?(host: Host): ImportColumnSource;
  /**
   * Tables whose changes cannot be undone: an undo would restore revoked permissions or restart what was
   * stopped.
   */
  irreversibleTables?: readonly SQLiteTable[];
  /** The part of the plugin in the merge of two assets. */
  assetMerging?: AssetMerging;
  /**
   * Rules for credentials, permissions and blocks. A restore of older data does not undo later revocations.
   */
  revocationRules?: readonly RevocationRule[];
  /**
   * Stops work in restored data that would otherwise resume, such as waiting commands. Returns the stopped
   * number of each kind. Routes from which machines fetch work check `readPausedSince`.
   */
  afterRestore?(tx: Tx): Readonly<Record<string, number>>;
  /** Tables whose rows are left out of backups, because deleted rows must not survive there. */
  excludedFromBackups?: readonly SQLiteTable[];
  /**
   * Tables whose changes appear in the history of an asset. Registers that extend assets, and their ledgers,
   * need no rule.
   */
  history?: readonly HistoryRule[];
  /** The audit entities that are not records of registers, by `entitytype`. */
  auditEntities?: Readonly<Record<string, AuditEntity>>;
  /** The titles of tables without a register, by table. */
  rowTitles?: Readonly<Record<string, RowTitles>>;
  /** The contents of labels, by label type. Registers that extend assets have a default. */
  labels?: Readonly<Record<string, LabelSource>>;
  /**
   * Returns mechanisms that authenticate callers on routes with their credential; that of `PERSON` applies to
   * all routes that are not `open`.
   */
  credentials?(host: Host): ReadonlyMap<Credential, Mechanism>;
  /** Errors of the plugin: thrown as `new AppError(BADGE_EMPTY, ...)`, and listed in the API document. */
  errors?: readonly ErrorKind[];
  /** The kinds of kiosk that a kiosk device can be, with their titles. */
  kiosks?: Readonly<Record<string, string>>;
  collectors?(host: Host): readonly Collector[];
  /** Returns stores for device data of inventories beyond those of every asset: ports, counters, firmware. */
  devices?(host: Host): readonly DeviceFactsStore[];
  /** Returns providers of live facts about assets, for all pages that name them. */
  assetInfoProviders?(host: Host): readonly AssetInfoProvider[];
  /** The PCs of the plant, if the plugin manages them. */
  fleet?: Fleet;
  /** Returns a function that returns the name of a person by SSO, if the name is known immediately. */
  people?(host: Host): (sso: string) => string | undefined;
  /** Returns a function that lists the printers for labels. */
  labelPrinters?(host: Host): (reader: Reader) => readonly LabelPrinter[];
  /**
   * Returns the authorizer that decides which callers without the collector key may report, and about which
   * assets.
   */
  reportAuthorizer?(host: Host): ReportAuthorizer;
  /**
   * The entries of `GET /api/capabilities` by name. The UI offers those that are true; all are false while
   * the plugin is disabled.
   */
  capabilities?: Readonly<Record<string, (host: Host, actor: Actor) => boolean>>;
  /** Scopes of service tokens that its routes accept. They can be selected while the plugin is disabled. */
  serviceScopes?: readonly string[];
  /** Routes beyond those of registers: verbs on many records, pages of figures, routes for agents. */
  routes?(host: Host): readonly Api[];
  /** Dashboard entries that need attention. */
  attention?: readonly AttentionRule<NoInfer<P>>[];
  /** Flags of an asset on its page, in search results and on its label. */
  assetFlags?: AssetFlags;
  /**
   * Counts for `GET /api/dashboard/summary`, each group by its key; cached until a table changes that they
   * read.
   */
  summary?: Readonly<Record<string, (reader: Reader, host: Host) => Readonly<Record<string, number>>>>;
  /** Returns the metrics of the plugin for monitoring, at `GET /api/metrics`. */
  metrics?(host: Host): readonly Metric[];
  /** The numbers of rows in tabs of records. Ledgers are counted without a declaration. */
  tabCounts?: readonly TabCount[];
  /** Dated items, reported by mail some days ahead and once after the day has passed. */
  reminders?: readonly Reminder[];
  /** Dated items, listed together with those of all other features. */
  dueSources?: readonly DueSource[];
  /** Tables of figures for users and spreadsheets. */
  reports?: readonly Report<NoInfer<P> | ForeignPermission | 'admin' | 'login'>[];
  /** Runs once at the start, after the migrations. */
  start?(host: Host): void;
  /** Runs first when the appliance stops, before the listeners stop: completes waiting requests. */
  beforeStop?(host: Host): void;
  /** Runs once when the appliance stops: writes buffered data. */
  stop?(host: Host): void;
  /** Creates the reference data of `POST /api/setup/seed-reference`; idempotent. */
  seed?(host: Host, context: WriteContext): void;
}

/**
 * Returns the plugin unchanged, so that the compiler checks its literal. Throws an Error unless its ID has 3
 * to 20 lower-case letters, and for a migration ID of more than 32 characters.
 */
export function definePlugin<const P extends string = never>(plugin: Plugin<P>): Plugin {
  if (!/^[a-z]{3,20}$/.test(plugin.id))
    throw new Error(`"${plugin.id}" is not a valid plugin ID. Use 3 to 20 lower-case letters.`);
  const long = plugin.migrations?.find((migration) => migration.id.length > 32);
  if (long) throw new Error(`The migration id ${long.id} of ${plugin.id} is longer than 32 characters.`);
  return plugin as Plugin;
}
