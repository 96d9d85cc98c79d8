import { join } from 'node:path';
import type { Listener } from '#runtime';
import { type App, buildApp, chainsOf, selectEnabledPlugins } from '../app.ts';
import { Upgrades } from '../features/appliance/index.ts';
import { userCount } from '../features/identity/index.ts';
import { SetupCode } from '../features/setup/index.ts';
import type { RegeneratedKeys } from '../kit/audit/regenerated-keys.ts';
import type { Config } from '../kit/config.ts';
import { migrate } from '../kit/data/migrate.ts';
import type { UpgradeListener } from '../kit/data/upgrade.ts';
import { readDisabledPlugins } from '../kit/disabled-plugins.ts';
import { checkLostKeys } from '../kit/doctor/lost-keys.ts';
import type { UiFiles } from '../kit/http/static-ui.ts';
import type { Log } from '../kit/log.ts';
import type { Plugin } from '../kit/plugin.ts';
import { endTrial } from '../kit/restore/plan.ts';
import type { Interlude, UpgradeRequest } from '../kit/restore/relay.ts';
import { ensureSecrets } from '../kit/secrets.ts';
import { type CertificatePair, describeCertificate, ensureCertificate } from '../kit/tls/certificate.ts';
import { createPageHandler } from './pages.ts';

const GRACE_MS = 10_000;
/** The limits of every listener. */
export const LISTENER_LIMITS = { maxRequestBodySize: 4 * 1024 ** 3, idleTimeout: 30 };
/** The database size from which a migration takes long enough for a message on the console. */
const LARGE_BYTES = 20 * 1024 ** 2;

/** The dependencies of a run of the appliance, which stay the same for the next run. */
export interface RunOptions {
  config: Config;
  plugins: readonly Plugin[];
  ui: UiFiles;
  log: Log;
  out(line: string): void;
}

/** An appliance that serves requests. */
export interface ServerRun {
  /**
   * The configuration of the next run, with the ports that this run uses, even if they were chosen
   * automatically.
   */
  config: Config;
  /** Resolves when a restart is requested. */
  restartRequest: Promise<Interlude | UpgradeRequest>;
  /** Completes waiting requests, lets open ones finish, and closes the data. */
  end(): Promise<void>;
}

interface OpenListener {
  listener: Listener;
  url: string;
}

/** Callbacks for the steps of opening the data. */
export interface OpeningListener {
  /** Called after each step of the migration. */
  onStep?: UpgradeListener['onStep'];
  /**
   * Called after the migration, before the appliance writes to the database. An exception ends the opening,
   * which throws it.
   */
  onMigrated?(): void;
}

/** Migrates and opens the data. Nothing listens and no job runs yet. */
export async function openApp(
  { config, plugins, ui, log }: RunOptions,
  { onStep, onMigrated }: OpeningListener = {},
): Promise<{ app: App; tls: CertificatePair | undefined }> {
  const renewed = bringUpToDate(config, plugins, log, onStep);
  const secrets = ensureSecrets(config.data);
  onMigrated?.();
  const tls = config.tls ? await ensureCertificate(join(config.data, 'certs'), { log }) : undefined;
  if (tls) secrets.certificate.serves(describeCertificate(tls.cert).spkipin);
  const app = buildApp({
    config,
    log,
    secrets,
    renewed,
    plugins: selectEnabledPlugins(plugins, config, readDisabledPlugins(config.data)),
    available: plugins,
    pages: createPageHandler(config, ui),
  });
  return { app, tls };
}

/** Opens the data, listens, and starts the jobs. Leaves nothing open when it throws. */
export async function startServerRun(ground: RunOptions): Promise<ServerRun> {
  const { config, out } = ground;
  const { app, tls } = await openApp(ground);
  const listeners: OpenListener[] = [];
  const end = async () => {
    app.beforeStop();
    await Promise.all(listeners.map(({ listener }) => listener.stop(GRACE_MS)));
    app.close();
  };
  try {
    for await (const one of openListeners(app, config, tls)) listeners.push(one);
    const lines = listeners.map(({ url }) => `Millwright listening on ${url}`);
    if (needsSetup(app))
      lines.push(
        `Open ${listeners[0]!.url}${app.host.getInstance(SetupCode).path} to set up this appliance.`,
      );
    // All lines are written at once: an installer that waits for the first line also reads the last one.
    out(lines.join('\n'));
    endTrial(config.data);
    app.host.scheduler.start();
    app.host.getInstance(Upgrades).watch();
  } catch (cause) {
    await end();
    throw cause;
  }
  const [port, httpPort = null] = listeners.map(({ listener }) => listener.port);
  return { config: { ...config, port: port!, httpPort }, restartRequest: app.host.relay.restartRequest, end };
}

function bringUpToDate(
  config: Config,
  plugins: readonly Plugin[],
  log: Log,
  onStep: UpgradeListener['onStep'],
): RegeneratedKeys {
  let renewed: RegeneratedKeys = {};
  const path = join(config.data, 'millwright.db');
  const { applied, previousFile } = migrate(path, chainsOf(plugins), () => new Date(), {
    onStep: onStep,
    onOpen: (sqlite) => {
      renewed = checkLostKeys(config, sqlite);
    },
    onBegin: (steps, bytes) => bytes > LARGE_BYTES && log.warn('migrating database', { steps, bytes }),
    onArchiveFailed: (file, cause) =>
      log.warn('archiving the previous database failed; retrying at next start', { file, cause }),
  });
  if (applied.length > 0) log.info('applied migrations', { applied, before: previousFile });
  return renewed;
}

/**
 * Starts the listener of `port`, with HTTPS when there is a certificate, and a plain one if `httpPort` is
 * configured.
 */
async function* openListeners(app: App, config: Config, tls: CertificatePair | undefined) {
  const shared = { host: config.host, ...LISTENER_LIMITS };
  const wanted = [{ ...shared, port: config.port, tls }];
  if (config.httpPort !== null) wanted.push({ ...shared, port: config.httpPort, tls: undefined });
  for (const options of wanted) {
    const listener = await app.listen(options);
    yield { listener, url: formatUrl(listener.url, config) };
  }
}

/** Returns a URL that a user on this machine can open. */
function formatUrl(url: string, config: Config): string {
  const everywhere = config.host === '0.0.0.0' || config.host === '::';
  const address = everywhere ? url.replace('//127.0.0.1:', '//localhost:') : url;
  return `${address}${config.basePath}`;
}

const needsSetup = (app: App): boolean => app.host.db.read((reader) => userCount.get(reader)!.n === 0);
