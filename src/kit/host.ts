import type { Actor } from './actor.ts';
import type { AssetMerging } from './asset-merge.ts';
import type { AuditHead } from './audit/head.ts';
import type { SecretColumns } from './audit/secret-columns.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type {
  AssetFlag,
  AssetInfo,
  AttentionCount,
  AuditEntity,
  Collector,
  Fleet,
  LabelPrinter,
  LabelSource,
  NavigationEntry,
  Permission,
  PluginSummary,
  ReportAuthorizer,
  RowTitles,
  SiteReminder,
  SiteReport,
  SiteTabCount,
} from './contributions.ts';
import type { Database } from './data/database.ts';
import type { Chain } from './data/migrate.ts';
import type { Reader } from './data/reader.ts';
import type { WriteContext } from './data/tx.ts';
import type { DeclaredData } from './declared-data.ts';
import type { DeviceFactsStore } from './device-facts.ts';
import type { DueSource } from './due-source.ts';
import type { Events } from './events.ts';
import type { FileStore } from './files/store.ts';
import type { HistoryRule } from './history-rule.ts';
import type { RequestMeter } from './http/request-meter.ts';
import type { SiteImportColumns } from './import-columns.ts';
import type { Log } from './log.ts';
import type { Metric } from './metric.ts';
import type { MailTokens } from './outbox/mail-tokens.ts';
import type { Outbox } from './outbox/outbox.ts';
import type { Passwords } from './passwords.ts';
import type { PluginErrors } from './plugin-errors.ts';
import type { Register } from './resource/register.ts';
import type { Registers } from './resource/registers.ts';
import type { Resource } from './resource/resource.ts';
import type { Relay } from './restore/relay.ts';
import type { Scheduler } from './scheduler.ts';
import type { SearchSources } from './search/sources.ts';
import type { Secrets } from './secrets.ts';
import type { SettingDeclaration } from './settings/declare.ts';
import type { Settings } from './settings/settings.ts';

/** The services of the application that features and plugins receive. Tests pass their own clock. */
export interface Host {
  config: Config;
  clock: Clock;
  db: Database;
  settings: Settings;
  secrets: Secrets;
  passwords: Passwords;
  files: FileStore;
  events: Events;
  /** The audit head: the end of the audit log in a signed file. */
  audithead: AuditHead;
  outbox: Outbox;
  mailtokens: MailTokens;
  /** Errors of contributions of features and plugins. */
  pluginErrors: PluginErrors;
  log: Log;
  registers: Registers;
  /** The columns that contain secrets, which no log shows. */
  secretColumns: SecretColumns;
  /** Counts the completed requests. */
  meter: RequestMeter;
  search: SearchSources;
  scheduler: Scheduler;
  /** Requests a restart of this run of the appliance. */
  relay: Relay;
  /** The product version. */
  version: string;
  contributions: Contributions;
  /** Returns the resource of a register, which is created once. */
  resource(register: Register): Resource;
  /**
   * Returns the only instance of a class in this application, created on first use: the memory of a plugin.
   */
  getInstance<T>(Class: new (host: Host) => T): T;
}

/** The contributions of the features and enabled plugins, collected once before any of them starts. */
export interface Contributions {
  /** Features and enabled plugins, in the order of their dependencies. */
  running: readonly PluginSummary[];
  /** The plugins of this version, enabled or not. */
  available: readonly PluginSummary[];
  /** The migrations of all plugins, enabled or not, and of the core. */
  chains: readonly Chain[];
  /** The data declarations of all plugins, enabled or not. */
  declared: DeclaredData;
  /**
   * Settings of all plugins, enabled or not, without those of attention rules and reminders. A secret or
   * admin setting stays protected while its plugin is disabled.
   */
  settings: readonly SettingDeclaration[];
  /**
   * Permissions of the running features, by the title of the feature that declares them. Features without
   * permissions are left out.
   */
  permissions: readonly { category: string; permissions: readonly Permission[] }[];
  /** Scopes that service tokens can have, sorted. Includes those of disabled plugins. */
  serviceScopes: readonly string[];
  navigation: readonly NavigationEntry[];
  /** Returns the attention rules of the running features, those that an admin disabled included. */
  attention(host: Host): readonly AttentionCount[];
  /**
   * Returns the flags of these assets, by their IDs; assets without flags are missing. A feature that fails
   * adds none.
   */
  assetFlags(
    host: Host,
    reader: Reader,
    assetids: readonly number[],
  ): ReadonlyMap<number, readonly AssetFlag[]>;
  /** Returns groups of counts by key; null for a group that failed. */
  summary(host: Host): Readonly<Record<string, Readonly<Record<string, number>> | null>>;
  /** Returns the metrics of all features for monitoring; a feature that fails adds none. */
  metrics(host: Host): readonly Metric[];
  reminders(host: Host): readonly SiteReminder[];
  dueSources: readonly DueSource[];
  /** Returns the numbers of rows in tabs of records, except those of ledgers. */
  tabCounts(host: Host): readonly SiteTabCount[];
  /** Returns the columns for imports of assets, including those of disabled plugins. */
  importColumns(host: Host): readonly SiteImportColumns[];
  reports(host: Host): readonly SiteReport[];
  /**
   * Returns by name which capabilities a caller has. A capability of a failed or disabled feature is false.
   */
  capabilities(host: Host, actor: Actor): Record<string, boolean>;
  /** Response keys of the running features that reveal who uses an asset or how it is reached. */
  personal: ReadonlySet<string>;
  /** Tables of the running features whose changes cannot be undone. */
  irreversibleTables: ReadonlySet<string>;
  /** Tables whose rows are left out of backups, including those of disabled plugins. */
  excludedFromBackups: readonly string[];
  assetMerges: readonly AssetMerging[];
  /** Tables whose rows stay with the retired asset of a merge, including those of disabled plugins. */
  staysOnMerge: ReadonlySet<string>;
  /** The audit entities that are not records of registers, by `entitytype`. */
  auditEntities: ReadonlyMap<string, AuditEntity>;
  rowTitles: ReadonlyMap<string, RowTitles>;
  /** The history rules of the running features. */
  historySources: readonly { id: string; history?: readonly HistoryRule[] }[];
  labels: ReadonlyMap<string, LabelSource>;
  collectors(host: Host): Collector[];
  /**
   * Returns live facts about assets, by asset, from the providers whose permission the caller has. Assets
   * without facts are missing.
   */
  readAssetInfo(
    host: Host,
    actor: Actor,
    reader: Reader,
    assetids: readonly number[],
  ): ReadonlyMap<number, readonly AssetInfo[]>;
  /** The PCs of the plant; undefined when no plugin manages PCs. */
  fleet: Fleet | undefined;
  /** Returns the name of the person with this SSO; null when no feature knows it immediately. */
  findPersonName(host: Host, sso: string): string | null;
  labelPrinters(host: Host, reader: Reader): LabelPrinter[];
  /** Returns the stores for device data of inventories. */
  devices(host: Host): DeviceFactsStore[];
  reportAuthorizers(host: Host): ReportAuthorizer[];
  /** Creates the missing reference data of every running feature; idempotent. */
  seed(host: Host, context: WriteContext): void;
}
