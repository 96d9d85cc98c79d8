import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runtime } from '#runtime';
import { readConfig } from '../kit/config.ts';
import { errorMessageOf } from '../kit/error-message.ts';
import type { LoadOptions } from './load-plant.ts';

export interface DemoOptions extends Omit<LoadOptions, 'onProgress' | 'send'> {
  /** Code of the printed setup address, required for an appliance without users on another machine. */
  setupcode?: string;
}

/** Usage error whose message is printed on the console. */
export class DemoUsageError extends Error {}

export const DEMO_HELP = `Loads a generated plant into a running appliance, through its public API.

  --url URL             the appliance (default https://localhost:8443, or from MILLWRIGHT_HOST, _PORT, _NO_TLS and
                        _BASE_PATH)
  --username NAME --password WORD   an admin; created on an appliance without users
  --setup-code CODE     the code of the setup address, for an appliance without users on another machine
  --token TOKEN         a personal API token of an admin instead
  --assets N            200 to 100000 (default 200)
  --seed N              another number generates another plant (default 1)
  --collector-key KEY   the collector key (or MILLWRIGHT_COLLECTOR_KEY); without one, a service token is created
  --inventories DIR     a folder of GLPI agent inventories to send, too (default test/data/glpi if it exists)
  --insecure            accept a self-signed certificate (the default for localhost)`;

const DEFAULT_INVENTORIES = 'test/data/glpi';

/**
 * Parses the command line. Returns null when help is requested. Throws a `DemoUsageError` for wrong options.
 */
export function readDemoOptions(args: string[], env: Record<string, string | undefined>): DemoOptions | null {
  const flags = parseFlags(args);
  if (flags.help) return null;
  const url = urlOf(flags.url ?? ownAddress(env));
  if (flags.token === undefined && (flags.username === undefined || flags.password === undefined)) {
    throw new DemoUsageError('Specify --username and --password of an admin, or --token.');
  }
  const insecure = flags.insecure ?? ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const inventoriesDir =
    flags.inventories ?? (existsSync(DEFAULT_INVENTORIES) ? DEFAULT_INVENTORIES : undefined);
  if (inventoriesDir !== undefined && !existsSync(inventoriesDir)) {
    throw new DemoUsageError(`The folder ${inventoriesDir} does not exist.`);
  }
  return {
    url: url.href.replace(/\/$/, ''),
    ...(flags.token === undefined
      ? { username: flags.username, password: flags.password }
      : { token: flags.token }),
    setupcode: flags['setup-code'],
    collectorkey: flags['collector-key'] ?? (env.MILLWRIGHT_COLLECTOR_KEY || undefined),
    assets: wholeNumber('--assets', flags.assets ?? '200', 200, 100_000),
    seed: wholeNumber('--seed', flags.seed ?? '1', 0, 2_147_483_647),
    inventoriesDir,
    fetchOptions: insecure ? runtime.trustAnyCertificate() : {},
  };
}

function parseFlags(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  try {
    return parseArgs({
      args,
      allowNegative: true,
      options: {
        url: text,
        assets: text,
        seed: text,
        username: text,
        password: text,
        token: text,
        'setup-code': text,
        'collector-key': text,
        inventories: text,
        insecure: flag,
        help: flag,
      },
    }).values;
  } catch (error) {
    throw new DemoUsageError(errorMessageOf(error));
  }
}

/** Returns the address of an appliance that was started with this environment. */
function ownAddress(env: Record<string, string | undefined>): string {
  const { tls, host, port, basePath } = readConfig([], env);
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http${tls ? 's' : ''}://${name}:${port}${basePath}`;
}

function urlOf(text: string): URL {
  const url = URL.parse(text);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw new DemoUsageError('--url must look like https://appliance:8443.');
}

function wholeNumber(name: string, text: string, low: number, high: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= low && value <= high) return value;
  throw new DemoUsageError(`${name} must be a whole number from ${low} to ${high}.`);
}
