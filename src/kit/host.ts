import type { Actor } from './actor.ts';
import type { AssetMerging } from './asset-merge.ts';
import type { AuditHead } from './audit/head.ts';
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
  SiteReminder,
  SiteReport,
} from './contributions.ts';
import type { Database } from './data/database.ts';
import type { Chain } from './data/migrate.ts';
import type { Reader } from './data/reader.ts';
import type { WriteContext } from './data/tx.ts';
import type { DeclaredData } from './declared-data.ts';
import type { DeviceFactsStore } from './device-facts.ts';
import type { Events } from './events.ts';
import type { FileStore } from './files/store.ts';
import type { RequestMeter } from './http/request-meter.ts';
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

/** What features and plugins receive: the whole world they may touch. Tests get the same with their own clock. */
export interface Host {
  config: Config;
  clock: Clock;
  db: Database;
  settings: Settings;
  secrets: Secrets;
  passwords: Passwords;
  files: FileStore;
  events: Events;
  /** How far the audit log has come, in a signed file. */
  audithead: AuditHead;
  outbox: Outbox;
  mailtokens: MailTokens;
  /** What features and plugins contributed and could not do. */
  pluginErrors: PluginErrors;
  log: Log;
  registers: Registers;
  /** Counts the requests that were answered. */
  meter: RequestMeter;
  search: SearchSources;
  scheduler: Scheduler;
  /** How this run of the appliance is asked to end and begin anew. */
  relay: Relay;
  /** The product's version. */
  version: string;
  contributions: Contributions;
  /** The resource of a register, made once. */
  resource(register: Register): Resource;
  /** This application's one object of a class, made when it is first asked for: what a plugin keeps in memory. */
  getInstance<T>(kept: new (host: Host) => T): T;
}

/** What the features and enabled plugins say of themselves, gathered once before any of them starts. */
export interface Contributions {
  /** Features and enabled plugins, in the order of their dependencies. */
  running: readonly PluginSummary[];
  /** The plugins of this version, enabled or not. */
  available: readonly PluginSummary[];
  /** The migrations of all of them, and of the core. */
  chains: readonly Chain[];
  /** The data declarations of all plugins, enabled or not. */
  declared: DeclaredData;
  /** Settings of all plugins, of those that do not run too: what is secret or for admins stays so while they are off. */
  settings: readonly SettingDeclaration[];
  /** By the title of the feature that declares them; features without any are left out. */
  permissions: readonly { category: string; permissions: readonly Permission[] }[];
  /** Scopes that service tokens can have, sorted. Includes those of plugins that are off. */
  serviceScopes: readonly string[];
  navigation: readonly NavigationEntry[];
  attention(host: Host): readonly AttentionCount[];
  /** What is to be known of these assets, by their ids; those with nothing are missing. */
  assetFlags(
    host: Host,
    reader: Reader,
    assetids: readonly number[],
  ): ReadonlyMap<number, readonly AssetFlag[]>;
  /** Groups of counts by key; null where a feature cannot say. */
  summary(host: Host): Readonly<Record<string, Readonly<Record<string, number>> | null>>;
  /** What features measure for the plant's monitoring; one that cannot say adds nothing. */
  metrics(host: Host): readonly Metric[];
  reminders(host: Host): readonly SiteReminder[];
  reports(host: Host): readonly SiteReport[];
  /** Returns the capabilities of a caller by name. False where the feature failed or is off. */
  capabilities(host: Host, actor: Actor): Record<string, boolean>;
  /** Keys of answers that tell who uses a thing and how it is reached. */
  personal: ReadonlySet<string>;
  /** Tables whose changes nobody takes back. */
  irreversibleTables: ReadonlySet<string>;
  /** Tables whose rows no copy keeps, of plugins that are switched off too. */
  excludedFromBackups: readonly string[];
  assetMerges: readonly AssetMerging[];
  /** Tables whose rows stay with the retired one of two assets that become one. */
  staysOnMerge: ReadonlySet<string>;
  /** What the audit log is about beside the records of registers, by its `entitytype`. */
  auditEntities: ReadonlyMap<string, AuditEntity>;
  labels: ReadonlyMap<string, LabelSource>;
  collectors(host: Host): Collector[];
  /** What features say of how assets are doing, as far as the caller may hear it: by asset. */
  readAssetInfo(
    host: Host,
    actor: Actor,
    reader: Reader,
    assetids: readonly number[],
  ): ReadonlyMap<number, readonly AssetInfo[]>;
  /** The PCs of the plant; undefined where nobody keeps them. */
  fleet: Fleet | undefined;
  /** What the person with this SSO is called; null where nobody can say at once. */
  findPersonName(host: Host, sso: string): string | null;
  labelPrinters(host: Host, reader: Reader): LabelPrinter[];
  /** What keeps the facts of devices that inventories tell of. */
  devices(host: Host): DeviceFactsStore[];
  reportAuthorizers(host: Host): ReportAuthorizer[];
  /** Makes sure that the reference data of every feature is there; idempotent. */
  seed(host: Host, context: WriteContext): void;
}
