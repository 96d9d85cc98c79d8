import { resolveDataFolder } from './data-folder.ts';
import { UsageError } from './usage-error.ts';

export { UsageError };

/** The parsed command line and environment, as `readConfig` returns them. */
export interface Config {
  data: string;
  host: string;
  port: number;
  httpPort: number | null;
  tls: boolean;
  /** An empty string, or a path such as `/sub`, never with a slash at its end. */
  basePath: string;
  collectorKey: string | null;
  trustedProxies: number;
  /** The IDs of the plugins to enable; null enables all that no admin has disabled. */
  plugins: readonly string[] | null;
  /** Allows loopback addresses for webhooks, mail and the like. */
  allowLoopback: boolean;
  /**
   * True when the Windows service wrapper started the process. The wrapper stops it by closing standard
   * input.
   */
  service: boolean;
  /** True when systemd started the process. A unit may write only to its configured folders. */
  unit: boolean;
  /**
   * True when another Millwright process started this one and monitors it: for the trial of a new version, or
   * as the first run after an upgrade. To stop it, that process closes standard input.
   */
  hasParent: boolean;
  /**
   * Starts with new keys when the keys of the data are missing. Valid for one start, so there is no
   * environment variable.
   */
  newSecrets: boolean;
  /** Starts with a new certificate when the certificate of the data is missing. */
  newCertificate: boolean;
}

/** The environment variable that sets `hasParent`. */
export const PARENT = 'MILLWRIGHT_PARENT';

type Environment = Record<string, string | undefined>;

const FLAGS = ['data', 'host', 'port', 'http-port', 'base-path'] as const;
const SWITCHES = ['no-tls', 'new-secrets', 'new-certificate'] as const;

/**
 * Parses flags such as `--port 0` and environment variables such as `MILLWRIGHT_PORT`; flags win. Throws a
 * `UsageError` for an unknown flag or an invalid value.
 */
export function readConfig(
  args: readonly string[],
  env: Environment,
  platform: string = process.platform,
): Config {
  const flags = parseFlags(args);
  const pick = (name: (typeof FLAGS)[number]) =>
    flags.get(name) ?? env[`MILLWRIGHT_${name.toUpperCase().replace('-', '_')}`];
  const tls = !(flags.has('no-tls') || truthy(env.MILLWRIGHT_NO_TLS));
  return {
    data: resolveDataFolder(pick('data'), {
      platform,
      programData: env.ProgramData,
      service: truthy(env.MILLWRIGHT_SERVICE),
    }),
    host: pick('host') ?? '0.0.0.0',
    port: port(pick('port') ?? '8443', '--port'),
    httpPort: pick('http-port') === undefined ? null : port(pick('http-port')!, '--http-port'),
    tls,
    basePath: basePath(pick('base-path') ?? ''),
    collectorKey: env.MILLWRIGHT_COLLECTOR_KEY || null,
    trustedProxies: count(env.MILLWRIGHT_TRUSTED_PROXIES ?? '0', 'MILLWRIGHT_TRUSTED_PROXIES'),
    plugins:
      env.MILLWRIGHT_PLUGINS === undefined
        ? null
        : env.MILLWRIGHT_PLUGINS.split(',')
            .map((id) => id.trim())
            .filter(Boolean),
    allowLoopback: truthy(env.MILLWRIGHT_ALLOW_LOOPBACK),
    service: truthy(env.MILLWRIGHT_SERVICE),
    unit: isUnit(env),
    hasParent: truthy(env[PARENT]),
    newSecrets: flags.has('new-secrets'),
    newCertificate: flags.has('new-certificate'),
  };
}

/**
 * Reports whether systemd started this process. A shell below a unit inherits its variables; newer versions
 * of systemd also state the process ID.
 */
const isUnit = (env: Environment): boolean =>
  Boolean(env.INVOCATION_ID) && (env.SYSTEMD_EXEC_PID ?? String(process.pid)) === String(process.pid);

const truthy = (value: string | undefined) => value === '1' || value === 'true';

function parseFlags(args: readonly string[]): Map<string, string> {
  const flags = new Map<string, string>();
  for (let i = 0; i < args.length; i++) {
    const [name, inline] = (args[i] ?? '').split(/=(.*)/s, 2) as [string, string?];
    if (SWITCHES.some((flag) => args[i] === `--${flag}`)) flags.set(name.slice(2), '1');
    else if (FLAGS.some((flag) => name === `--${flag}`)) {
      const value = inline ?? args[++i];
      if (value === undefined) throw new UsageError(`${name} requires a value.`);
      flags.set(name.slice(2), value);
    } else throw new UsageError(`Unknown option ${name}. See "millwright help".`);
  }
  return flags;
}

function port(text: string, name: string): number {
  const value = count(text, name);
  if (value > 65_535) throw new UsageError(`${name} must be between 0 and 65535.`);
  return value;
}

function count(text: string, name: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new UsageError(`${name} must be a whole number.`);
  return Number(text);
}

function basePath(text: string): string {
  const path = text.replace(/^\/*/, '/').replace(/\/+$/, '');
  if (path === '') return '';
  if (!/^[\w.~/-]+$/.test(path) || path.includes('//'))
    throw new UsageError('--base-path must look like /sub.');
  return path;
}

/**
 * Returns the flags of `serve` for the same data and addresses. The rest of a configuration is in the
 * environment.
 */
export const flagsOf = ({ data, host, port: number, httpPort, tls, basePath: path }: Config): string[] => [
  ...['--data', data, '--host', host, '--port', String(number)],
  ...(httpPort === null ? [] : ['--http-port', String(httpPort)]),
  ...(tls ? [] : ['--no-tls']),
  ...(path === '' ? [] : ['--base-path', path]),
];
