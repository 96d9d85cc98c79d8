import type { Server } from 'bun';
import { SYSTEM } from './actor.ts';
import { writeAudit } from './audit/write.ts';
import { type Clock, systemClock } from './clock.ts';
import type { Config } from './config.ts';
import { coreChain } from './data/core-migrations.ts';
import { Database } from './data/database.ts';
import { trackHistory, writeHistory } from './data/history.ts';
import type { Chain } from './data/migrate.ts';
import { openSqlite } from './data/open.ts';
import { docsRoutes } from './docs/index.ts';
import { AppError } from './errors.ts';
import { coreFeatures } from './features.ts';
import { FileStore } from './files/store.ts';
import { Events, type Host } from './host.ts';
import { failure } from './http/envelope.ts';
import { answerer, requestId } from './http/pipeline.ts';
import type { MachineCredential, Route } from './http/route.ts';
import { Gate } from './identity/gate.ts';
import type { Log } from './log.ts';
import { RequestMeter } from './metrics/request-meter.ts';
import { delivery } from './outbox/deliver.ts';
import { Outbox } from './outbox/outbox.ts';
import { inDependencyOrder, type Plugin } from './plugin.ts';
import { type Register, Registers } from './resource/register.ts';
import { Resource } from './resource/routes.ts';
import { Scheduler } from './scheduler/scheduler.ts';
import { listSource } from './search/list-source.ts';
import { SearchSources } from './search/sources.ts';
import type { Secrets } from './secrets.ts';
import { Settings } from './settings/settings.ts';
import { version } from './version.ts';

export interface App {
  host: Host;
  gate: Gate;
  routes: readonly Route[];
  /** For `Bun.serve({ routes, fetch })`: every declared route below the base path, and 404 for the rest. */
  handlers: Bun.Serve.Routes<undefined, string>;
  unknown(req: Request): Response;
  close(): void;
}

interface Parts {
  config: Config;
  log: Log;
  secrets: Secrets;
  /** The features that run. */
  plugins: readonly Plugin[];
  /** The plugins that could run. */
  available?: readonly Plugin[];
  clock?: Clock;
}

/** The chains of migrations: the core's and one for each plugin, enabled or not, since its data stays. */
export const chainsOf = (plugins: readonly Plugin[]): Chain[] => [
  coreChain,
  ...plugins
    .filter((plugin) => plugin.migrations)
    .map((plugin) => ({ name: plugin.id, migrations: [...plugin.migrations!] })),
];

/** The core features and those plugins that the site enables. */
export function enabledPlugins(
  plugins: readonly Plugin[],
  config: Config,
  disabled: readonly string[],
): Plugin[] {
  const unknown = config.plugins?.find((id) => !plugins.some((plugin) => plugin.id === id));
  if (unknown)
    throw new Error(
      `There is no plugin ${unknown}. There are ${plugins.map((plugin) => plugin.id).join(', ')}.`,
    );
  const chosen = plugins.filter((plugin) =>
    config.plugins ? config.plugins.includes(plugin.id) : !disabled.includes(plugin.id),
  );
  return inDependencyOrder([...coreFeatures, ...chosen]);
}

/** Builds the application over a migrated database. Nothing listens and no job runs yet. */
export function buildApp({ config, log, secrets, plugins, available = [], clock = systemClock }: Parts): App {
  const db = new Database(openSqlite(`${config.data}/millwright.db`), clock);
  const host = makeHost(db, { config, log, secrets, plugins, available, clock });
  const gate = new Gate(host);
  for (const plugin of host.plugins) {
    asked(plugin, () => plugin.start?.(host));
    for (const [kind, mechanism] of Object.entries(asked(plugin, () => plugin.credentials?.(host)) ?? {}))
      gate.accept(kind as MachineCredential, mechanism);
  }
  db.transact({ actor: SYSTEM, requestid: null, ipaddress: null }, (tx) =>
    host.search.refresh(
      tx,
      host.plugins.map((plugin) => plugin.id),
    ),
  );
  const routes: Route[] = host.plugins.flatMap((plugin) => asked(plugin, () => plugin.routes?.(host)) ?? []);
  routes.push(...docsRoutes(() => routes, version, config.basePath));
  refuseBadPaths(routes);
  const answer = answerer(host, gate);
  return {
    host,
    gate,
    routes,
    handlers: handlersOf(routes, config.basePath, answer),
    unknown: (req) =>
      failure(new AppError('NOT_FOUND', 'There is nothing at this address.'), requestId(req), clock.now()),
    close: () => {
      host.scheduler.stop();
      log.flush();
      db.close();
    },
  };
}

function makeHost(db: Database, { config, log, secrets, plugins, available, clock }: Required<Parts>): Host {
  const registers = new Registers();
  const settings = new Settings(db, secrets, config.allowLoopback);
  const events = new Events(log);
  const search = new SearchSources();
  const resources = new Map<string, Resource>();
  const outbox = new Outbox(
    db,
    secrets,
    clock,
    log,
    delivery(() => settings, config.allowLoopback),
  );
  const host = {
    config,
    clock,
    db,
    settings,
    secrets,
    events,
    log,
    registers,
    search,
    plugins,
    available,
    outbox,
    version,
    meter: new RequestMeter(),
    files: new FileStore(`${config.data}/files`, db),
    resource(register: Register): Resource {
      const made = resources.get(register.name) ?? new Resource(host, register);
      resources.set(register.name, made);
      return made;
    },
  } as Host;
  host.scheduler = new Scheduler(host);
  declare(host);
  for (const hook of [writeAudit, writeHistory, search.index]) db.beforeCommit(hook);
  db.afterCommit = (told) => void events.tell(told);
  events.on('outbox.queued', () => outbox.drain());
  return host;
}

/** What the features say about themselves, gathered before any of them starts. */
function declare(host: Host): void {
  for (const plugin of host.plugins) {
    host.settings.declare(plugin.settings ?? []);
    for (const register of plugin.registers ?? []) host.registers.add(register);
    for (const source of plugin.searchSources ?? []) host.search.add(source);
    for (const [table, rule] of Object.entries(plugin.history ?? {})) trackHistory(table, rule);
    for (const part of plugin.searchParts ?? []) host.search.addPart(part.kind, part);
  }
  for (const register of host.registers.all()) {
    const source =
      register.searchkind || register.extendsAsset || register.referenceonly
        ? undefined
        : listSource(register);
    if (source) host.search.add(source);
  }
}

/** Names the plugin that fails, for the person at the console. */
function asked<T>(plugin: Plugin, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new Error(`The plugin ${plugin.id} could not be started: ${reason}`, { cause });
  }
}

function refuseBadPaths(routes: readonly Route[]): void {
  const met = new Set<string>();
  for (const { method, path } of routes) {
    const shape = `${method} ${path.replace(/:[^/]+/g, ':')}`;
    if (met.has(shape)) throw new Error(`Two routes answer ${shape}.`);
    if (!path.startsWith('/api/') || path.endsWith('/')) throw new Error(`A route has the bad path ${path}.`);
    met.add(shape);
  }
}

function handlersOf(
  routes: readonly Route[],
  basePath: string,
  answer: ReturnType<typeof answerer>,
): Bun.Serve.Routes<undefined, string> {
  const handlers: Record<
    string,
    Record<string, (req: Request, server: Server<undefined>) => Promise<Response>>
  > = {};
  for (const route of routes) {
    const path = `${basePath}${route.path}`;
    handlers[path] ??= {};
    handlers[path][route.method] = (req, server) => answer(route, req, server as Server<unknown>);
  }
  return handlers as Bun.Serve.Routes<undefined, string>;
}
