import type { HashCost } from '#runtime';
import { HistoryWriter, TrackedTables } from './features/catalog/index.ts';
import { attentionSettings } from './kit/attention.ts';
import { AuditHead } from './kit/audit/head.ts';
import { SecretColumns } from './kit/audit/secret-columns.ts';
import { createAuditHook } from './kit/audit/write.ts';
import type { Clock } from './kit/clock.ts';
import type { Config } from './kit/config.ts';
import type { Database } from './kit/data/database.ts';
import { createRowLimit } from './kit/data/row-limit.ts';
import { Events } from './kit/events.ts';
import { FILE_REMOVED, type FileName, FileStore } from './kit/files/store.ts';
import type { Contributions, Host } from './kit/host.ts';
import { RequestMeter } from './kit/http/request-meter.ts';
import type { Log } from './kit/log.ts';
import { createDeliverer } from './kit/outbox/deliver.ts';
import { MailTokens } from './kit/outbox/mail-tokens.ts';
import { Outbox } from './kit/outbox/outbox.ts';
import { Passwords } from './kit/passwords.ts';
import type { Job, Plugin } from './kit/plugin.ts';
import { PluginErrors } from './kit/plugin-errors.ts';
import { reminderSettings } from './kit/reminder.ts';
import { createAcyclicInvariants } from './kit/resource/acyclic-invariants.ts';
import { createExtensionInvariant } from './kit/resource/extension.ts';
import {
  createAssetSearchPart,
  createFurtherSearchPart,
  createListSearchSource,
} from './kit/resource/list-source.ts';
import { searchKindOf } from './kit/resource/register.ts';
import { Registers } from './kit/resource/registers.ts';
import { Resource } from './kit/resource/resource.ts';
import { createStampInvariants } from './kit/resource/stamp-owner.ts';
import { createActiveUniqueInvariants, declareActiveUniques } from './kit/resource/unique-among-active.ts';
import { createValueKeys } from './kit/resource/value-keys.ts';
import type { Relay } from './kit/restore/relay.ts';
import { Scheduler } from './kit/scheduler.ts';
import { SearchSources } from './kit/search/sources.ts';
import type { Secrets } from './kit/secrets.ts';
import { toSentenceForm } from './kit/sentence-form.ts';
import { Settings } from './kit/settings/settings.ts';
import { version } from './kit/version.ts';

interface Parts {
  config: Config;
  clock: Clock;
  db: Database;
  log: Log;
  secrets: Secrets;
  plugins: readonly Plugin[];
  contributions: Contributions;
  relay: Relay;
  /** The cost of new password hashes. */
  hashCost?: HashCost;
}

/** Creates the services that all features share, complete before the first feature starts. */
export function makeHost({
  config,
  clock,
  db,
  log,
  secrets,
  plugins,
  contributions,
  relay,
  hashCost,
}: Parts): Host {
  const settings = new Settings(db, secrets, config.allowLoopback, contributions.settings);
  for (const { settings: own = [], attention = [], reminders = [] } of plugins)
    settings.declare([...own, ...attentionSettings(attention), ...reminderSettings(reminders)]);
  const registers = registersOf(plugins);
  const pluginErrors = new PluginErrors(clock, log);
  const search = searchOf(plugins, registers, pluginErrors);
  const resources = resourcesOver({ registers, db, search, secrets, allowLoopback: config.allowLoopback });
  const events = new Events(log);
  const mailtokens = new MailTokens();
  const deliver = createDeliverer(settings, config.allowLoopback, undefined, mailtokens);
  const outbox = new Outbox(db, secrets, clock, log, deliver);
  // Deliveries start in the background, so that other listeners of the commit do not wait for a receiver.
  events.on('outbox.queued', () => void outbox.drain());
  const files = new FileStore(`${config.data}/files`, db, log);
  events.on(FILE_REMOVED, (event) => files.removeUnlisted(event as unknown as FileName));
  const ones = new Map<unknown, unknown>();
  const jobs = plugins.flatMap((plugin) => plugin.jobs ?? []);
  const secretColumns = new SecretColumns(
    plugins.flatMap((plugin) => plugin.secrets ?? []),
    registers.all(),
  );
  const host: Host = {
    config,
    clock,
    db,
    settings,
    secrets,
    events,
    log,
    registers,
    secretColumns,
    audithead: new AuditHead({ data: config.data, secrets, db, log }),
    outbox,
    mailtokens,
    pluginErrors,
    relay,
    version,
    contributions,
    passwords: new Passwords(hashCost),
    search,
    meter: new RequestMeter(),
    files,
    scheduler: new Scheduler({
      db,
      clock,
      log,
      jobs: jobs.map((job) => ({
        ...job,
        schedule: scheduleIn(() => host, job.schedule),
        run: () => job.run(host),
        begin: () => job.begin?.(host),
      })),
    }),
    resource: resources,
    getInstance: (Class) => {
      const instance = ones.get(Class) ?? new Class(host);
      ones.set(Class, instance);
      return instance as InstanceType<typeof Class>;
    },
  };
  db.addInvariants(
    settings.writtenByAdmins,
    createExtensionInvariant(registers, contributions.declared.extensions),
    ...createAcyclicInvariants(registers),
    ...createActiveUniqueInvariants(registers),
    ...boundsOf(registers),
    ...createStampInvariants(registers),
    ...plugins.flatMap((plugin) => plugin.ledgers ?? []).flatMap((ledger) => ledger.invariants),
    ...plugins.flatMap((plugin) => plugin.invariants ?? []),
  );
  declareActiveUniques(registers, db.schema);
  const history = new HistoryWriter(host.getInstance(TrackedTables).byName, secretColumns, pluginErrors);
  const audited = createAuditHook({
    secrets: secretColumns,
    final: contributions.irreversibleTables,
    key: secrets.auditKey,
    moves: () => host.audithead.scheduleWrite(),
  });
  for (const hook of [audited, history.write, search.index]) db.beforeCommit(hook);
  db.afterCommit = (domainEvents) => void events.dispatch(domainEvents);
  return host;
}

function registersOf(plugins: readonly Plugin[]): Registers {
  const registers = new Registers();
  for (const register of plugins.flatMap((plugin) => plugin.registers ?? [])) registers.add(register);
  for (const ledger of plugins.flatMap((plugin) => plugin.ledgers ?? [])) registers.addLedger(ledger);
  registers.addedFields = plugins.find(({ addedFields }) => addedFields)?.addedFields;
  registers.extensions = plugins.flatMap((plugin) => plugin.registerExtensions ?? []);
  return registers;
}

/** Returns invariants that limit the number of records in registers with a `bound`. */
const boundsOf = (registers: Registers) =>
  registers
    .all()
    .flatMap(({ table, many, bound }) => (bound ? [createRowLimit(table, toSentenceForm(many), bound)] : []));

/** Returns the function that finds the resource of a register, which it creates on first use. */
function resourcesOver(ground: ConstructorParameters<typeof Resource>[0]): Host['resource'] {
  const made = new Map<string, Resource>();
  return (register) => {
    const resource = made.get(register.name) ?? new Resource(ground, register);
    made.set(register.name, resource);
    return resource;
  };
}

/**
 * Returns the search sources of all plugins. Adds their own sources first, then the parts of other features,
 * then those that follow from registers.
 */
function searchOf(
  plugins: readonly Plugin[],
  registers: Registers,
  pluginErrors: PluginErrors,
): SearchSources {
  const search = new SearchSources(pluginErrors);
  for (const source of plugins.flatMap((plugin) => plugin.searchSources ?? [])) search.add(source);
  for (const { id, searchParts = [] } of plugins)
    for (const part of searchParts) search.addPart(id, part.kind, part);
  for (const register of registers.all()) {
    const isThere = register.searchKind !== undefined && search.get(register.searchKind) !== undefined;
    const elsewhere = isThere || register.asset || register.unlisted;
    const source = elsewhere ? undefined : createListSearchSource(registers, register);
    if (source) search.add(source);
    const further = isThere ? createFurtherSearchPart(registers, register) : undefined;
    if (further) search.addPart(register.name, register.searchKind!, further);
    const part = createAssetSearchPart(registers, register);
    if (part) search.addPart(register.name, 'asset', part);
    search.addValues(searchKindOf(register), createValueKeys(registers, register));
  }
  return search;
}

/**
 * Returns the schedule of a job; for a job that its feature starts itself, a function of the current state.
 */
const scheduleIn = (host: () => Host, schedule: Job['schedule']) =>
  typeof schedule === 'function' ? () => schedule(host()) : schedule;
