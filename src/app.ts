import { join } from 'node:path';
import { type HashCost, type Listener, type ListenOptions, runtime } from '#runtime';
import { collectContributions } from './collect-contributions.ts';
import { coreChain } from './features/core-chain.ts';
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

/** So many records take long enough to index that the person at the console wonders. */
const MANY_RECORDS = 10_000;

export interface App {
  host: Host;
  routes: readonly Route[];
  /** The framework's own application: what the listeners serve. */
  server: Api;
  /** Takes requests; each listener serves all of the application. */
  listen(options: ListenOptions): Promise<Listener>;
  /** Answers what is held, before the listeners stop: they wait for what is under way. */
  beforeStop(): void;
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
  /** What an address may cost in ten seconds without a sign-in; for tests that ask for everything as strangers. */
  strangersMs?(): number;
  /** Milliseconds of the stopwatch by which turns and commits end; default that of the machine. */
  elapsed?(): number;
  /** What a new password hash costs; tests that make thousands of them take a cheap one. */
  hashCost?: HashCost;
  /** The declarations of these plugins were checked at an earlier start in this process. */
  hasCheckedPlugins?: boolean;
  /** What was lost and is made anew at this start. */
  renewed?: RegeneratedKeys;
  /** The pages of the UI, told which certificate is served now; null is "none of mine". */
  pages?(req: Request, certificate: CertificateDetails | undefined): Response | null;
}

/** The chains of migrations: the core's and one for each plugin, enabled or not, since its data stays. */
export const chainsOf = (plugins: readonly Plugin[]): Chain[] => [
  coreChain,
  ...plugins
    .filter((plugin) => plugin.migrations)
    .map(({ id, migrations, excludedFromBackups }) => ({
      name: id,
      migrations: [...migrations!],
      uncopied: excludedFromBackups?.map(tableNameOf),
    })),
];

/** The core features and those plugins that the site enables. */
export function selectEnabledPlugins(
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
  return sortByDependencies([...listCoreFeatures(chosen), ...chosen], plugins);
}

/** Builds the application over a migrated database. Nothing listens and no job runs yet. */
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
  const gathered = collectContributions(
    plugins,
    available,
    chainsOf([...new Set([...plugins, ...available])]),
  );
  // Data of those that are switched off are written too: when assets are merged, or restored.
  const features = [...listCoreFeatures(available), ...available];
  db.schema.declareNames(features.flatMap(({ tables = {} }) => Object.values(tables)));
  const relay = new Relay(features);
  const host = makeHost({ ...parts, clock, db, gathered, relay });
  db.writeUnaudited(foldNamesOnce);
  db.writeUnaudited((tx) => watchRevocations(tx, revocationRulesOf(relay.features)));
  // Before anything is written: the first row of this start would be taken for one that the file does not know.
  recordRegeneratedKeys(db, log, renewed);
  checkHead(db, host.audithead, log, renewed);
  const { value: isOther } = db.transact(createSystemContext(), 'search.index.refreshed', (tx) =>
    host.search.refresh(
      tx,
      plugins.map((plugin) => plugin.id),
      (records) =>
        records > MANY_RECORDS &&
        log.warn('the search index is made anew, which takes a moment', { records }),
    ),
  );
  // Other features than at the last start: one of them may have been off while its assets were made.
  if (isOther)
    db.transact(createSystemContext(), 'catalog.asset.completed', (tx) =>
      completeExtensions(tx, host.registers, (assetid, why) =>
        log.warn('an asset has no row in the register of its type', { assetid, why }),
      ),
    );
  db.writeUnaudited(setUpCounts);
  // What is compiled into an executable cannot change any more: the tests have seen it whole.
  if (!parts.hasCheckedPlugins && process.env.NODE_ENV !== 'production') checkDeclarations(host);
  const gate = startAll(plugins, host);
  rollBackInterrupted(db, createSystemContext(), parts.secrets.auditKey, log);
  const wire = runtime.createTransport();
  const apis = plugins.flatMap((plugin) =>
    asked(plugin, () => [
      ...(plugin.routes?.(host) ?? []),
      ...(plugin.registers ?? []).flatMap((register) => createRegisterRoutes(host, register)),
    ]),
  );
  const errors = plugins.flatMap((plugin) => plugin.errors ?? []);
  // Relative to the document, so that it is correct below any mount and behind any proxy.
  const base = () => host.settings.text('site_url').replace(/\/+$/, '') || '../..';
  const docs = docsApi(() => ({ routes, errors, version, server: base() }), config.basePath);
  const routes = routesOf([...apis, docs]);
  gate.refuseUnknown(routes, (key) => host.settings.view(key)?.valuetype === 'boolean');
  const origins = new Origins({
    siteUrl: () => host.settings.text('site_url'),
    trustedProxies: config.trustedProxies,
    schemeOf: (req) => wire.schemeOf(req),
    ownNames: new OwnNames(() => listOwnHostNames(`${config.data}/certs`)),
  });
  const certificate = host.getInstance(ServedCertificate);
  const ids = new RequestIds();
  const nothing = (req: Request) => errorResponse(routeNotFoundError(), ids.of(req), clock.now());
  const server = serverOf({
    basePath: config.basePath,
    surroundings: {
      clock,
      log,
      requests: new RequestLog(log, clock),
      meter: host.meter,
      ids,
      transport: wire,
      trustedProxies: config.trustedProxies,
      checkOrigin: (req) => origins.check(req),
      hidden: (actor) => redactedKeysOf(actor, host.contributions.personal),
      settled: () => db.whenDurable,
      isOn: (setting) => host.settings.boolean(setting),
      work: new AnonymousCpuLimit(clock, parts.strangersMs, parts.elapsed),
      bodies: new BodyBudget(clock),
      exports: new Exports(),
      isKnown: (req, address) => gate.isKnown(req, address),
      authorizeRequest: (access, req, address, asof) => gate.authorizeRequest(access, req, address, asof),
    },
    apis: [...apis, docs],
    fallback: (req) => pages(req, certificate.details) ?? nothing(req),
  });
  db.disableBusyTimeout();
  return {
    host,
    routes,
    server,
    listen: async (options) => {
      const listener = await runtime.listen(server, wire, options);
      if (options.tls) certificate.recordListener(listener, options.tls);
      host
        .getInstance(ListenAddresses)
        .recordListener(options.host, listener.port, options.tls !== undefined);
      return listener;
    },
    beforeStop: () => {
      certificate.stop();
      for (const plugin of plugins) plugin.beforeStop?.(host);
    },
    close: () => {
      host.scheduler.stop();
      for (const plugin of plugins) plugin.stop?.(host);
      host.audithead.write();
      log.flush();
      db.close();
    },
  };
}

/** Starts the features in the order of their dependencies; answers the gate with the credentials that they bring. */
function startAll(plugins: readonly Plugin[], host: Host): Gate {
  const gate = new Gate(() => host.settings.text('anonymous_read'));
  for (const plugin of plugins) {
    asked(plugin, () => plugin.start?.(host));
    for (const [credential, mechanism] of asked(plugin, () => plugin.credentials?.(host)) ?? [])
      gate.accept(credential, mechanism);
  }
  return gate;
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
