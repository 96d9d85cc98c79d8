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
/** Limits of every listener. */
export const LISTENER_LIMITS = { maxRequestBodySize: 4 * 1024 ** 3, idleTimeout: 30 };
/** A database of so many bytes takes long enough to bring up to date that the person at the console wonders. */
const LARGE_BYTES = 20 * 1024 ** 2;

/** What a run of the appliance needs: all of it stays the same for the next one. */
export interface RunOptions {
  config: Config;
  plugins: readonly Plugin[];
  ui: UiFiles;
  log: Log;
  out(line: string): void;
}

/** An appliance that serves. */
export interface ServerRun {
  /** That of the next run: on the same ports, whatever chose them. */
  config: Config;
  /** Settles when it is to come back. */
  restartRequest: Promise<Interlude | UpgradeRequest>;
  /** Answers what is held, lets requests finish and closes the data. */
  end(): Promise<void>;
}

interface Listening {
  listener: Listener;
  url: string;
}

/** Hears how the data are opened. */
export interface OpeningListener {
  /** Called after each step of the migration. */
  onStep?: UpgradeListener['onStep'];
  /** Called once the database is up to date, before the appliance writes to it. An exception ends the opening. */
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

/** Opens the data, listens and begins with the jobs. What it throws leaves nothing open. */
export async function startServerRun(ground: RunOptions): Promise<ServerRun> {
  const { config, out } = ground;
  const { app, tls } = await openApp(ground);
  const listeners: Listening[] = [];
  const end = async () => {
    app.beforeStop();
    await Promise.all(listeners.map(({ listener }) => listener.stop(GRACE_MS)));
    app.close();
  };
  try {
    for await (const one of listening(app, config, tls)) listeners.push(one);
    const lines = listeners.map(({ url }) => `Millwright listening on ${url}`);
    if (needsSetup(app))
      lines.push(
        `Open ${listeners[0]!.url}${app.host.getInstance(SetupCode).path} to set up this appliance.`,
      );
    // Written at once: an installer that waits for the first line also reads the last one.
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
    onBegin: (steps, bytes) =>
      bytes > LARGE_BYTES &&
      log.warn('the database is brought up to date, which takes a moment', { steps, bytes }),
    onArchiveFailed: (file, cause) =>
      log.warn('the database of before the upgrade could not be put into backups yet', { file, cause }),
  });
  if (applied.length > 0) log.info('migrations applied', { applied, before: previousFile });
  return renewed;
}

/** The HTTPS listener, and a plain one when it is asked for. */
async function* listening(app: App, config: Config, tls: CertificatePair | undefined) {
  const shared = { host: config.host, ...LISTENER_LIMITS };
  const wanted = [{ ...shared, port: config.port, tls }];
  if (config.httpPort !== null) wanted.push({ ...shared, port: config.httpPort, tls: undefined });
  for (const options of wanted) {
    const listener = await app.listen(options);
    yield { listener, url: printedUrl(listener.url, config) };
  }
}

/** An address that a person on this box can open. */
function printedUrl(url: string, config: Config): string {
  const everywhere = config.host === '0.0.0.0' || config.host === '::';
  const shown = everywhere ? url.replace('//127.0.0.1:', '//localhost:') : url;
  return `${shown}${config.basePath}`;
}

const needsSetup = (app: App): boolean => app.host.db.read((reader) => userCount.get(reader)!.n === 0);
