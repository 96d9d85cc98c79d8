import { join } from 'node:path';
import { type HashCost, type Listener, type ListenOptions, runtime } from '#runtime';
import { collectContributions } from './collect-contributions.ts';
import { coreChain } from './features/core-chain.ts';
import { DemoSource } from './features/demo/index.ts';
import { docsApi } from './features/docs/index.ts';
import { listCoreFeatures } from './features/index.ts';
import { checkHead } from './kit/audit/check-head.ts';
import { type RegeneratedKeys, recordRegeneratedKeys } from './kit/audit/regenerated-keys.ts';
import { rollBackInterrupted } from './kit/audit/roll-back-interrupted.ts';
import { type Clock, systemClock } from './kit/clock.ts';
import type { Config } from './kit/config.ts';
import { Database } from './kit/data/database.ts';
import type { Chain } from './kit/data/migrate.ts';
import { openDatabaseFile } from './kit/data/open.ts';
import { tableNameOf } from './kit/data/query.ts';
import { createSystemContext } from './kit/data/tx.ts';
import { checkDeclarations } from './kit/declarations.ts';
import { sortByDependencies } from './kit/dependency-order.ts';
import { fillSortKeysOnce } from './kit/fill-sort-keys.ts';
import { foldNamesOnce } from './kit/fold-names.ts';
import { Gate } from './kit/gate.ts';
import type { Host } from './kit/host.ts';
import { AnonymousCpuLimit } from './kit/http/anonymous-cpu-limit.ts';
import type { Api } from './kit/http/api.ts';
import { BodyBudget } from './kit/http/body-budget.ts';
import { routeNotFoundError } from './kit/http/call.ts';
import { errorResponse } from './kit/http/envelope.ts';
import { Exports } from './kit/http/exports.ts';
import { ListenAddresses } from './kit/http/listen-addresses.ts';
import { Origins } from './kit/http/origins.ts';
import { OwnNames } from './kit/http/own-names.ts';
import { redactedKeysOf } from './kit/http/redact.ts';
import { RequestIds } from './kit/http/request-id.ts';
import { RequestLog } from './kit/http/request-log.ts';
import { type Route, routesOf } from './kit/http/routes.ts';
import { serverOf } from './kit/http/server.ts';
import type { PageMetas } from './kit/http/static-ui.ts';
import type { Log } from './kit/log.ts';
import type { Plugin } from './kit/plugin.ts';
import { completeExtensions } from './kit/resource/extension.ts';
import { Relay } from './kit/restore/relay.ts';
import { revocationRulesOf } from './kit/restore/table-rules.ts';
import { watchRevocations } from './kit/restore/watch-revocations.ts';
import { setUpCounts } from './kit/search/cached-counts.ts';
import type { Secrets } from './kit/secrets.ts';
import { type CertificateDetails, listOwnHostNames } from './kit/tls/certificate.ts';
import { ServedCertificate } from './kit/tls/served-certificate.ts';
import { createRegisterRoutes } from './kit/verbs/routes.ts';
import { version } from './kit/version.ts';
import { makeHost } from './make-host.ts';

/**
 * The number of records from which the rebuild of the index takes long enough for a message on the console.
 */
const LARGE_REGISTER_ROWS = 10_000;

export interface App {
  host: Host;
  routes: readonly Route[];
  /** The Elysia application that the listeners serve. */
  server: Api;
  /** Starts a listener. Each listener serves the whole application. */
  listen(options: ListenOptions): Promise<Listener>;
  /** Completes waiting requests before the listeners stop, because they wait for open requests. */
  beforeStop(): void;
  close(): void;
}

interface Parts {
  config: Config;
  log: Log;
  secrets: Secrets;
  /** The running features and plugins. */
  plugins: readonly Plugin[];
  /** The plugins of this version, enabled or not. */
  available?: readonly Plugin[];
  clock?: Clock;
  /**
   * Returns the milliseconds of processing that an anonymous address may use in ten seconds; for tests that
   * send many anonymous requests.
   */
  strangersMs?(): number;
  /**
   * Returns the milliseconds of the stopwatch that ends time slices and commits. Defaults to the clock of the
   * machine.
   */
  elapsed?(): number;
  /** The cost of new password hashes; tests that create thousands of them reduce it. */
  hashCost?: HashCost;
  /** True when an earlier start in this process has checked the declarations of these plugins. */
  hasCheckedPlugins?: boolean;
  /** The lost keys or certificate that this start replaces. */
  renewed?: RegeneratedKeys;
  /**
   * Returns a page of the UI. The certificate that is served now is passed in, and the `<meta>` elements of the
   * page. Returns null for a path that is not a page.
   */
  pages?(req: Request, certificate: CertificateDetails | undefined, metas: PageMetas): Response | null;
}

/** Returns the `<meta>` elements by which each page knows how the plant writes days and times. */
const describeFormats = (settings: Host['settings']): PageMetas => ({
  'date-format': settings.text('date_format'),
  'time-format': settings.text('time_format'),
});

/**
 * Returns the migration chains of the core and of each plugin, enabled or not, because the data of disabled
 * plugins remain.
 */
export const chainsOf = (plugins: readonly Plugin[]): Chain[] => [
  coreChain,
  ...plugins
    .filter((plugin) => plugin.migrations)
    .map(({ id, migrations, excludedFromBackups }) => ({
      name: id,
      migrations: [...migrations!],
      excludedFromBackups: excludedFromBackups?.map(tableNameOf),
    })),
];

/**
 * Returns the core features and the plugins that the site enables, in the order of their dependencies. The
 * list in the configuration overrides `disabled`. Throws an Error for an unknown plugin and a missing
 * dependency.
 */
export function selectEnabledPlugins(
  plugins: readonly Plugin[],
  config: Config,
  disabled: readonly string[],
): Plugin[] {
  const unknown = config.plugins?.find((id) => !plugins.some((plugin) => plugin.id === id));
  if (unknown)
    throw new Error(
      `Unknown plugin ${unknown}. Available plugins: ${plugins.map((plugin) => plugin.id).join(', ')}.`,
    );
  const chosen = plugins.filter((plugin) =>
    config.plugins ? config.plugins.includes(plugin.id) : !disabled.includes(plugin.id),
  );
  return sortByDependencies([...listCoreFeatures(chosen), ...chosen], plugins);
}

/**
 * Builds the application over a migrated database. Checks the audit log, updates the search index, starts the
 * plugins, and rolls back interrupted operations. Nothing listens and no job runs yet.
 */
export function buildApp(parts: Parts): App {
  const { config, clock = systemClock } = parts;
  const path = join(config.data, 'millwright.db');
  const open = () => openDatabaseFile(path);
  const db = new Database(open(), clock, open, path, parts.elapsed);
  try {
    return assemble(db, clock, parts);
  } catch (cause) {
    db.close();
    throw cause;
  }
}

function assemble(
  db: Database,
  clock: Clock,
  { available = [], pages = () => null, renewed = {}, ...parts }: Omit<Parts, 'clock'>,
): App {
  const { config, log, plugins } = parts;
  const contributions = collectContributions(
    plugins,
    available,
    chainsOf([...new Set([...plugins, ...available])]),
  );
  // Data of disabled plugins are written too, when assets are merged or data restored.
  const features = [...listCoreFeatures(available), ...available];
  db.schema.declareNames(features.flatMap(({ tables = {} }) => Object.values(tables)));
  const relay = new Relay(features);
  const host = makeHost({ ...parts, clock, db, contributions, relay });
  db.writeUnaudited(foldNamesOnce);
  db.writeUnaudited(fillSortKeysOnce);
  db.writeUnaudited((tx) => watchRevocations(tx, revocationRulesOf(relay.features)));
  // The next two calls come before any other audit row is written. On the first start, `checkHead` would
  // otherwise find a row but no head file.
  recordRegeneratedKeys(db, log, renewed);
  checkHead(db, host.audithead, log, renewed);
  const { value: isOther } = db.transact(createSystemContext(), 'search.index.refreshed', (tx) =>
    host.search.refresh(
      tx,
      plugins.map((plugin) => plugin.id),
      (records) => records > LARGE_REGISTER_ROWS && log.warn('rebuilding search index', { records }),
    ),
  );
  // The set of features has changed since the last start: a disabled plugin may have missed new assets.
  if (isOther)
    db.transact(createSystemContext(), 'catalog.asset.completed', (tx) =>
      completeExtensions(tx, host.registers, (assetid, why) =>
        log.warn('asset has no row in its type table', { assetid, why }),
      ),
    );
  db.writeUnaudited(setUpCounts);
  // Declarations in an executable cannot change any more, and the tests have checked all of them.
  if (!parts.hasCheckedPlugins && process.env.NODE_ENV !== 'production') checkDeclarations(host);
  const gate = startAll(plugins, host);
  rollBackInterrupted(db, createSystemContext(), parts.secrets.auditKey, log);
  const transport = runtime.createTransport();
  const apis = plugins.flatMap((plugin) =>
    callPlugin(plugin, () => [
      ...(plugin.routes?.(host) ?? []),
      ...(plugin.registers ?? []).flatMap((register) => createRegisterRoutes(host, register)),
    ]),
  );
  const errors = plugins.flatMap((plugin) => plugin.errors ?? []);
  // The address is relative to the document, so that it is correct under any base path and behind any proxy.
  const base = () => host.settings.text('site_url').replace(/\/+$/, '') || '../..';
  const docs = docsApi(() => ({ routes, errors, version, server: base() }), config.basePath);
  const routes = routesOf([...apis, docs]);
  gate.refuseUnknown(routes, (key) => host.settings.view(key)?.valuetype === 'boolean');
  const origins = new Origins({
    siteUrl: () => host.settings.text('site_url'),
    trustedProxies: config.trustedProxies,
    schemeOf: (req) => transport.schemeOf(req),
    ownNames: new OwnNames(() => listOwnHostNames(`${config.data}/certs`)),
  });
  const certificate = host.getInstance(ServedCertificate);
  const ids = new RequestIds();
  const notFoundResponse = (req: Request) => errorResponse(routeNotFoundError(), ids.of(req), clock.now());
  const server = serverOf({
    basePath: config.basePath,
    serverContext: {
      clock,
      log,
      requests: new RequestLog(log, clock),
      meter: host.meter,
      ids,
      transport,
      trustedProxies: config.trustedProxies,
      checkOrigin: (req) => origins.check(req),
      redactedKeys: (actor) => redactedKeysOf(actor, host.contributions.personal),
      settled: () => db.whenDurable,
      isOn: (setting) => host.settings.boolean(setting),
      work: new AnonymousCpuLimit(clock, parts.strangersMs, parts.elapsed),
      bodies: new BodyBudget(clock),
      exports: new Exports(),
      isKnown: (req, address) => gate.isKnown(req, address),
      authorizeRequest: (access, req, address, asof) => gate.authorizeRequest(access, req, address, asof),
    },
    apis: [...apis, docs],
    fallback: (req) =>
      pages(req, certificate.details, describeFormats(host.settings)) ?? notFoundResponse(req),
  });
  host.getInstance(DemoSource).read = async () =>
    (await import('./demo/own-plant.ts')).createOwnPlant((req) => server.handle(req), config.basePath);
  db.disableBusyTimeout();
  // A plugin that fails at the end must not keep the others from writing their data.
  const isolate = ({ id }: Plugin, what: string, work: () => void) =>
    host.pluginErrors.isolate(id, what, undefined, work);
  return {
    host,
    routes,
    server,
    listen: async (options) => {
      const listener = await runtime.listen(server, transport, options);
      if (options.tls) certificate.recordListener(listener, options.tls);
      host
        .getInstance(ListenAddresses)
        .recordListener(options.host, listener.port, options.tls !== undefined);
      return listener;
    },
    beforeStop: () => {
      certificate.stop();
      for (const plugin of plugins)
        isolate(plugin, 'the work before its stop', () => plugin.beforeStop?.(host));
    },
    close: () => {
      host.scheduler.stop();
      for (const plugin of plugins) isolate(plugin, 'its stop', () => plugin.stop?.(host));
      host.audithead.write();
      log.flush();
      db.close();
    },
  };
}

/** Starts the features in the order of their dependencies. Returns the gate with their credentials. */
function startAll(plugins: readonly Plugin[], host: Host): Gate {
  const gate = new Gate(() => host.settings.text('anonymous_read'));
  for (const plugin of plugins) {
    callPlugin(plugin, () => plugin.start?.(host));
    for (const [credential, mechanism] of callPlugin(plugin, () => plugin.credentials?.(host)) ?? [])
      gate.accept(credential, mechanism);
  }
  return gate;
}

/** Adds the name of a failing plugin to its error, for the user at the console. */
function callPlugin<T>(plugin: Plugin, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    throw new Error(`The plugin ${plugin.id} could not be started: ${reason}`, { cause });
  }
}
