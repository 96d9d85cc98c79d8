import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HashCost, runtime } from '#runtime';
import { plugins as allPlugins } from '../../plugins/index.ts';
import { type App, buildApp, chainsOf, selectEnabledPlugins } from '../../src/app.ts';
import { type Config, readConfig } from '../../src/kit/config.ts';
import type { Log } from '../../src/kit/log.ts';
import type { Plugin } from '../../src/kit/plugin.ts';
import { ensureSecrets } from '../../src/kit/secrets.ts';
import { ensureCertificate } from '../../src/kit/tls/certificate.ts';
import { Client } from './client.ts';
import { TestClock } from './clock.ts';
import { createDocumentCheck } from './document-check.ts';
import { SiteTime } from './measure-turns.ts';
import { putDatabase } from './template.ts';

export const COLLECTOR_KEY = 'test-collector-key';
export const PASSWORD = 'correct horse';
/**
 * The cost of password hashes in tests. A site hashes three passwords before its first test. At full cost,
 * this would take longer than the rest of its start.
 */
const CHEAP_HASH = { memory: 64, rounds: 1 };

export interface Site {
  app: App;
  url: string;
  clock: TestClock;
  /** The stopwatch that limits the time slices of long work. */
  time: SiteTime;
  data: string;
  log: { level: string; message: string; fields?: Record<string, unknown> }[];
  /** A caller without credentials. */
  anonymous: Client;
  /** The first admin, signed in. */
  admin: Client;
  /** Returns a signed-in user whose only role has these permissions. */
  userWith(...permissions: string[]): Promise<Client>;
  stop(): Promise<void>;
}

interface Options {
  config?: Partial<Config>;
  plugins?: readonly Plugin[];
  data?: string;
  /**
   * CPU budget of anonymous callers per ten seconds. Unlimited by default, because tests send many requests.
   */
  strangersMs?: () => number;
  /**
   * Returns the milliseconds of the stopwatch that limits time slices. Defaults to the clock of the machine.
   */
  elapsed?: () => number;
  /** The cost of password hashes. Cheap by default. */
  hashCost?: HashCost;
}

/** Starts the real application over a real database in a temporary directory, with a real listener. */
export async function startSite(options: Options = {}): Promise<Site> {
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'millwright-'));
  mkdirSync(data, { recursive: true });
  const config: Config = {
    ...readConfig([], { MILLWRIGHT_COLLECTOR_KEY: COLLECTOR_KEY }),
    tls: false,
    host: '127.0.0.1',
    port: 0,
    allowLoopback: true,
    data,
    ...options.config,
  };
  const plugins = options.plugins ?? allPlugins;
  const clock = new TestClock();
  const time = new SiteTime();
  const path = join(data, 'millwright.db');
  putDatabase(path, chainsOf(plugins), () => clock.now());
  const log: Site['log'] = [];
  const chosen = chosenPlugins(options);
  const app = buildApp({
    config,
    log: recorder(log),
    secrets: ensureSecrets(data),
    plugins: selectEnabledPlugins(plugins, config, []),
    available: plugins,
    hasCheckedPlugins: checkedPlugins.has(chosen),
    clock,
    strangersMs: options.strangersMs ?? (() => Number.POSITIVE_INFINITY),
    elapsed: options.elapsed ?? time.elapsed,
    hashCost: options.hashCost ?? CHEAP_HASH,
  });
  checkedPlugins.add(chosen);
  // With its own certificate when a test requires TLS.
  const tls = config.tls
    ? await ensureCertificate(join(data, 'certs'), {
        hostnames: ['localhost', '127.0.0.1'],
        log: recorder(log),
      })
    : undefined;
  const listener = await app.listen({
    tls,
    host: '127.0.0.1',
    port: 0,
    maxRequestBodySize: 4 * 1024 ** 3,
    idleTimeout: 60,
  });
  const url = `${listener.url}${config.basePath}`;
  const trusted = tls && runtime.trustAnyCertificate();
  const check = await checkOf(`${url}/api/docs/openapi.json`, options, trusted);
  const anonymous = new Client(url, check, {}, undefined, trusted);
  const admin = await firstAdmin(anonymous);
  const site: Site = {
    app,
    url,
    clock,
    time,
    data,
    log,
    anonymous,
    admin,
    // Uses the current admin, because a test that advances the clock beyond the session lifetime signs the
    // admin in again.
    userWith: (...permissions) => userWith(anonymous, site.admin, permissions),
    stop: async () => {
      app.beforeStop();
      await listener.stop(0);
      app.close();
      if (!options.data) rmSync(data, { recursive: true, force: true });
    },
  };
  return site;
}

/** Document checks by the inputs of the document, because building the document takes longer than a start. */
const checks = new Map<string, Promise<ReturnType<typeof createDocumentCheck>>>();
/** Sets of plugins whose declarations were checked. The check takes a quarter of a start. */
const checkedPlugins = new Set<string>();
const pluginNumbers = new Map<Plugin, number>();

/** Returns the same text for sites with the same plugins and the same enabled ones. */
function chosenPlugins({ plugins = allPlugins, config }: Options): string {
  for (const plugin of plugins) pluginNumbers.set(plugin, pluginNumbers.get(plugin) ?? pluginNumbers.size);
  return JSON.stringify([plugins.map((plugin) => pluginNumbers.get(plugin)), config?.plugins]);
}

function checkOf(url: string, options: Options, trusted?: object) {
  const key = JSON.stringify([chosenPlugins(options), options.config?.basePath]);
  const read = async () => createDocumentCheck(await (await fetch(url, { ...trusted })).text());
  const check = checks.get(key) ?? read();
  checks.set(key, check);
  return check;
}

function recorder(lines: Site['log']): Log {
  const at = (level: string) => (message: string, fields?: Record<string, unknown>) =>
    void lines.push({ level, message, fields });
  return { info: at('info'), warn: at('warn'), error: at('error'), flush: () => undefined };
}

async function firstAdmin(stranger: Client): Promise<Client> {
  const reply = await stranger.get('/api/setup/needs-admin');
  if (reply.data.needsadmin)
    await stranger.post('/api/setup/create-admin', {
      username: 'admin',
      email: 'admin@plant.example',
      password: PASSWORD,
    });
  return stranger.signIn('admin', PASSWORD);
}

let made = 0;

async function userWith(stranger: Client, admin: Client, permissions: string[]): Promise<Client> {
  const name = `user${++made}`;
  const role = await admin.post('/api/users/roles', { rolename: `role of ${name}`, permissions });
  await admin.post('/api/users', {
    username: name,
    email: `${name}@plant.example`,
    password: PASSWORD,
    roles: [role.data.roleid],
    mustchangepassword: false,
    sendwelcome: false,
  });
  return stranger.signIn(name, PASSWORD);
}
