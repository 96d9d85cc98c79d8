import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Listener } from '#runtime';
import { type App, buildApp, chainsOf, enabledPlugins } from '../app.ts';
import { userCount } from '../features/identity/index.ts';
import { disabledPlugins } from '../features/pluginadmin/index.ts';
import { SetupCode } from '../features/setup/index.ts';
import type { Renewed } from '../kit/audit/renewed.ts';
import type { Output } from '../kit/cli.ts';
import type { Config } from '../kit/config.ts';
import { migrate } from '../kit/data/migrate.ts';
import type { UiFiles } from '../kit/http/static-ui.ts';
import { openLog } from '../kit/log.ts';
import type { Plugin } from '../kit/plugin.ts';
import { ensureSecrets } from '../kit/secrets.ts';
import { type CertificatePair, describeCertificate, ensureCertificate } from '../kit/tls/certificate.ts';
import { tellingDiskFaults } from './disk-faults.ts';
import { lostKeys } from './lost-keys.ts';
import { takeOwnership } from './ownership.ts';
import { pagesBelow } from './pages.ts';
import { keepPrivate } from './private-data.ts';
import { isPipe, onEndOf, STANDARD_INPUT } from './standard-input.ts';

const GRACE_MS = 10_000;
const MAX_BODY = 4 * 1024 ** 3;
const IDLE_SECONDS = 30;
/** A database of so many bytes takes long enough to bring up to date that the person at the console wonders. */
const LARGE_BYTES = 20 * 1024 ** 2;

/** Runs the appliance until a signal stops it; answers the exit code. */
export const serve = (
  config: Config,
  plugins: readonly Plugin[],
  ui: UiFiles,
  output: Output,
): Promise<number> => tellingDiskFaults(config, () => serveUntilStopped(config, plugins, ui, output));

async function serveUntilStopped(
  config: Config,
  plugins: readonly Plugin[],
  ui: UiFiles,
  { out, err }: Output,
): Promise<number> {
  mkdirSync(config.data, { recursive: true, mode: 0o700 });
  keepPrivate(config.data);
  const release = takeOwnership(config.data);
  // Listened to from the start: a signal during a migration ends the appliance properly once it is through.
  const stopped = stopSignal(config);
  try {
    const log = openLog(join(config.data, 'logs'), err);
    const path = join(config.data, 'millwright.db');
    let renewed: Renewed = {};
    const { applied, before } = migrate(path, chainsOf(plugins), () => new Date(), {
      looks: (sqlite) => {
        renewed = lostKeys(config, sqlite);
      },
      begins: (steps, bytes) =>
        bytes > LARGE_BYTES &&
        log.warn('the database is brought up to date, which takes a moment', { steps, bytes }),
      notPutAway: (file, cause) =>
        log.warn('the database of before the upgrade could not be put into backups yet', { file, cause }),
    });
    if (applied.length > 0) log.info('migrations applied', { applied, before });
    const secrets = ensureSecrets(config.data);
    const tls = config.tls ? await ensureCertificate(join(config.data, 'certs'), { log }) : undefined;
    if (tls) secrets.certificate.serves(describeCertificate(tls.cert).spkipin);
    const app = buildApp({
      config,
      log,
      secrets,
      renewed,
      plugins: enabledPlugins(plugins, config, disabledPlugins(config.data)),
      available: plugins,
      pages: pagesBelow(config, ui),
    });
    const listeners = await listen(app, config, tls, out);
    app.host.scheduler.start();
    if (needsSetup(app))
      out(`Open ${listeners[0]!.url}${app.host.one(SetupCode).path} to set up this appliance.`);
    await stopped;
    app.stopping();
    await Promise.all(listeners.map(({ listener }) => listener.stop(GRACE_MS)));
    app.close();
    return 0;
  } finally {
    release();
  }
}

/** The HTTPS listener, and a plain one when it is asked for; each says its address on standard output. */
async function listen(
  app: App,
  config: Config,
  tls: CertificatePair | undefined,
  out: (line: string) => void,
): Promise<{ listener: Listener; url: string }[]> {
  const shared = { host: config.host, maxRequestBodySize: MAX_BODY, idleTimeout: IDLE_SECONDS };
  const listeners = [await app.listen({ ...shared, port: config.port, tls })];
  if (config.httpPort !== null) listeners.push(await app.listen({ ...shared, port: config.httpPort }));
  return listeners.map((listener) => {
    const url = printedUrl(listener.url, config);
    out(`Millwright listening on ${url}`);
    return { listener, url };
  });
}

/** An address that a person on this box can open. */
function printedUrl(url: string, config: Config): string {
  const everywhere = config.host === '0.0.0.0' || config.host === '::';
  const shown = everywhere ? url.replace('//127.0.0.1:', '//localhost:') : url;
  return `${shown}${config.basePath}`;
}

const needsSetup = (app: App): boolean => app.host.db.read((reader) => userCount.get(reader)!.n === 0);

function stopSignal(config: Config): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve());
    process.once('SIGINT', () => resolve());
    // The terminal in which it was started was closed.
    process.once('SIGHUP', () => resolve());
    // Ctrl+Break.
    if (process.platform === 'win32') process.once('SIGBREAK', () => resolve());
    // The Windows service wrapper cannot send signals: it closes standard input instead.
    if (config.service && isPipe(STANDARD_INPUT)) onEndOf(STANDARD_INPUT, resolve);
  });
}
