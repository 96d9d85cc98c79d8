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
  HistoryRule,
  LabelPrinter,
  LabelSource,
  NavigationEntry,
  Permissions,
  ReportAuthorizer,
} from './contributions.ts';
import type { Invariant } from './data/invariant.ts';
import type { Migration } from './data/migrate.ts';
import type { Reader } from './data/reader.ts';
import type { Tx, WriteContext } from './data/tx.ts';
import type { DeviceFactsStore } from './device-facts.ts';
import type { ErrorKind } from './errors.ts';
import type { Mechanism } from './gate.ts';
import type { Host } from './host.ts';
import type { Api } from './http/api.ts';
import type { Credential } from './http/credential.ts';
import type { Metric } from './metric.ts';
import type { Reminder } from './reminder.ts';
import type { Report } from './report.ts';
import type { Ledger } from './resource/ledger.ts';
import type { Register } from './resource/register.ts';
import type { RevocationRule } from './restore/revocation-rule.ts';
import type { SearchPart, SearchSource } from './search/sources.ts';
import type { SettingDeclaration } from './settings/declare.ts';

/** A scheduled job. It is safe to run twice and to miss; its last outcome is shown on the jobs page. */
export interface Job {
  name: string;
  title: string;
  /** A cron expression in the box's time zone; a function for one that its feature starts by itself, '' for never. */
  schedule: string | ((host: Host) => string);
  run(host: Host): void | Promise<void>;
  /** For one that its feature starts by itself: from here on jobs run. A start that fails never comes so far. */
  begin?(host: Host): void;
}

/**
 * A feature of the product. Core features obey this contract themselves; a plugin is one that can be switched
 * off, and then its routes, pages, jobs and permissions are gone while its data stays.
 */
export interface Plugin<P extends string = string> {
  id: string;
  title: string;
  description: string;
  /** Core features cannot be disabled. */
  core?: boolean;
  dependsOn?: readonly string[];
  /** The plugin's own chain; core features share the core chain. Ids have at most 32 characters. */
  migrations?: readonly Migration[];
  /** Every table of those migrations; a test holds both together. */
  tables?: Readonly<Record<string, SQLiteTable>>;
  permissions?: Permissions<P>;
  settings?: readonly SettingDeclaration[];
  /** Columns that nobody may read: hashes, and what is sealed otherwise than by a register. */
  secrets?: readonly AnySQLiteColumn[];
  /**
   * Keys of answers that tell who uses a thing and how it is reached, beside the fields that say so of themselves:
   * strangers get none of them where the site lets them read the basics only.
   */
  personal?: readonly string[];
  /** Each with its routes, but for those that it leaves to `routes`. */
  registers?: readonly Register[];
  ledgers?: readonly Ledger[];
  /** What holds after every commit that changes its tables, whoever writes. */
  invariants?: readonly Invariant[];
  navigation?: readonly NavigationEntry<NoInfer<P>>[];
  jobs?: readonly Job[];
  searchSources?: readonly SearchSource[];
  /** What this feature adds to another's search documents. */
  searchParts?: readonly (SearchPart & { kind: string })[];
  /** Tables whose changes nobody takes back: an undo would give rights that were taken, or wake what was ended. */
  irreversibleTables?: readonly SQLiteTable[];
  /** What it has to say when two assets become one. */
  assetMerging?: AssetMerging;
  /** What lets somebody in, or keeps him out: a restore of older data does not make wider again what was ended since. */
  revocationRules?: readonly RevocationRule[];
  /** Ends in restored data what would go on by itself, such as commands that wait; answers how much of what. */
  afterRestore?(tx: Tx): Readonly<Record<string, number>>;
  /** Tables whose rows no copy of the database keeps: what is deleted from them is to be gone. */
  excludedFromBackups?: readonly SQLiteTable[];
  /** Tables whose changes appear in the history of an asset; those of registers that extend assets, and of their ledgers, do without. */
  history?: readonly HistoryRule[];
  /** What the audit log is about beside the records of registers, by its `entitytype`. */
  auditEntities?: Readonly<Record<string, AuditEntity>>;
  /** What the label page prints, by label type. Registers that extend assets have one without saying so. */
  labels?: Readonly<Record<string, LabelSource>>;
  /** Ways to say who calls, that the gate accepts where a route asks for them; `PERSON` is asked on every route. */
  credentials?(host: Host): ReadonlyMap<Credential, Mechanism>;
  /** Errors of its own: thrown as `new AppError(BADGE_EMPTY, ...)`, and in the document. */
  errors?: readonly ErrorKind[];
  /** Kinds of kiosk that a kiosk device can be, with their titles. */
  kiosks?: Readonly<Record<string, string>>;
  collectors?(host: Host): readonly Collector[];
  /** Keeps what inventories say of devices beyond what every asset has: ports, counters, firmware. */
  devices?(host: Host): readonly DeviceFactsStore[];
  /** What it has to say of how assets are doing, wherever pages of others name them. */
  assetInfoProviders?(host: Host): readonly AssetInfoProvider[];
  /** The PCs of the plant, where it keeps them. */
  fleet?: Fleet;
  /** Names people of the plant by their SSO, as far as it can say at once. */
  people?(host: Host): (sso: string) => string | undefined;
  /** Printers that can be sent labels. */
  labelPrinters?(host: Host): (reader: Reader) => readonly LabelPrinter[];
  /** Who may report beside the holder of the collector key, and of what. */
  reportAuthorizer?(host: Host): ReportAuthorizer;
  /** Entries of `GET /api/capabilities` by name. The UI offers what is true; all are false while the plugin is off. */
  capabilities?: Readonly<Record<string, (host: Host, actor: Actor) => boolean>>;
  /** Scopes of service tokens that its routes accept. They can be chosen while the plugin is off. */
  serviceScopes?: readonly string[];
  /** What no register gives: verbs over many records, pages of figures, what agents call. */
  routes?(host: Host): readonly Api[];
  /** What needs a person, on the dashboard. */
  attention?: readonly AttentionRule<NoInfer<P>>[];
  /** What is to be known of an asset on its page, among the hits of a search and on its label. */
  assetFlags?: AssetFlags;
  /** Counts for `GET /api/dashboard/summary`, each group under its key; remembered until a table changes that they read. */
  summary?: Readonly<Record<string, (reader: Reader, host: Host) => Readonly<Record<string, number>>>>;
  /** Figures of its own for the plant's monitoring, at `GET /api/metrics`. */
  metrics?(host: Host): readonly Metric[];
  /** What has a date, told by mail some days ahead and once more when it has passed. */
  reminders?: readonly Reminder[];
  /** Tables of figures for people and spreadsheets. */
  reports?: readonly Report<NoInfer<P> | ForeignPermission | 'admin' | 'login'>[];
  /** Runs once at the start, after the migrations. */
  start?(host: Host): void;
  /** Runs first when the appliance stops, before its listeners do: requests that are held are answered. */
  beforeStop?(host: Host): void;
  /** Runs once when the appliance stops: what waits in memory is written. */
  stop?(host: Host): void;
  /** Reference data of `POST /api/setup/seed-reference`; idempotent. */
  seed?(host: Host, context: WriteContext): void;
}

/** Types the literal and checks the id: lower-case letters, as it appears in paths and in the data. */
export function definePlugin<const P extends string = never>(plugin: Plugin<P>): Plugin {
  if (!/^[a-z]{3,20}$/.test(plugin.id))
    throw new Error(`"${plugin.id}" is no plugin id: use 3 to 20 lower-case letters.`);
  const long = plugin.migrations?.find((migration) => migration.id.length > 32);
  if (long) throw new Error(`The migration id ${long.id} of ${plugin.id} is longer than 32 characters.`);
  return plugin as Plugin;
}
