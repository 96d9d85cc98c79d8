import { type ChildProcess, execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';

import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../../../test/support/receivers.ts';

const run = promisify(execFile);
const isRoot = process.getuid?.() === 0;
const BIN = globSync('/usr/lib/postgresql/*/bin').at(-1) ?? '';
const MARIADBD = '/usr/sbin/mariadbd';

/**
 * Binaries of Debian packages that `.ci/run` installs. Without them these tests are skipped, but never in CI.
 */
export const installedServers = {
  postgres: existsSync(join(BIN, 'initdb')) || Boolean(process.env.CI),
  mariadb: existsSync(MARIADBD) || Boolean(process.env.CI),
};
export const HR_PASSWORD = 'p@ss:word/of?hr';

/** A database server that a test starts in a temporary folder, with a database `hr`. */
export interface HrTestServer {
  kind: 'postgres' | 'mysql';
  port: number;
  /** Runs statements as the superuser. */
  admin(sql: string): Promise<string>;
  start(): Promise<void>;
  /** Kills the server immediately, including running statements. */
  kill(): Promise<void>;
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  remove(): Promise<void>;
}

/** Database servers refuse to run as root. */
const as = (user: string, command: string[]): string[] =>
  isRoot ? ['setpriv', `--reuid=${user}`, `--regid=${user}`, '--init-groups', ...command] : command;

async function createOwnedFolder(user: string): Promise<string> {
  // The folder of a test run is private to its owner. The server account must be able to traverse it.
  if (isRoot && !(statSync(tmpdir()).mode & 0o001)) chmodSync(tmpdir(), 0o711);
  const folder = mkdtempSync(join(tmpdir(), 'hr-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'data'));
  chmodSync(join(folder, 'data'), 0o700);
  if (isRoot) await run('chown', ['-R', user, folder]);
  return folder;
}

/** Tries again for two minutes, then throws the last error. */
async function until(isSo: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await isSo();
      return;
    } catch (cause) {
      if (tries > 2400) throw cause;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/**
 * Returns the process and all its descendants. Each process of a server may be the leader of its own group.
 */
function familyOf(pid: number): number[] {
  const parents = globSync('/proc/[0-9]*/stat').flatMap((path) => {
    try {
      const [, id, rest] = /^([0-9]+) .*\) . ([0-9]+) /s.exec(readFileSync(path, 'utf8')) ?? [];
      return [[Number(id), Number(rest)] as const];
    } catch {
      // The process has ended in the meantime.
      return [];
    }
  });
  const family = [pid];
  for (const member of family) for (const [id, parent] of parents) if (parent === member) family.push(id);
  return family;
}

/** A server that runs in the foreground, together with its child processes. */
class Daemon {
  private child: ChildProcess | undefined;
  constructor(
    private readonly command: string[],
    private readonly folder: string,
  ) {}

  start(): void {
    const [program, ...args] = this.command;
    const env = { ...process.env, TMPDIR: this.folder };
    this.child = spawn(program!, args, { cwd: '/', stdio: 'ignore', env });
  }

  signal(name: NodeJS.Signals): void {
    for (const pid of this.child?.pid ? familyOf(this.child.pid) : [])
      try {
        process.kill(pid, name);
      } catch (cause) {
        // The parent has already ended it.
        if ((cause as { code?: string }).code !== 'ESRCH') throw cause;
      }
  }

  async end(): Promise<void> {
    const { child } = this;
    if (!child) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    this.signal('SIGKILL');
    await gone;
    this.child = undefined;
  }
}

export async function createPostgresServer(): Promise<HrTestServer> {
  const folder = await createOwnedFolder('postgres');
  const port = await findFreePort();
  const secret = join(folder, 'pw');
  writeFileSync(secret, HR_PASSWORD);
  chmodSync(secret, 0o644);
  const data = join(folder, 'data');
  const [init, ...args] = as('postgres', [
    ...[join(BIN, 'initdb'), '-D', data, '-A', 'scram-sha-256', '--pwfile', secret],
    ...['-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
  ]);
  await run(init!, args, { cwd: '/' });
  const daemon = new Daemon(
    as('postgres', [
      ...[join(BIN, 'postgres'), '-D', data, '-p', String(port), '-k', folder],
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'fsync=off', '-c', 'restart_after_crash=off'],
    ]),
    folder,
  );
  const admin = async (sql: string, database = 'hr') => {
    const { stdout } = await run(
      join(BIN, 'psql'),
      [
        '-h',
        '127.0.0.1',
        '-p',
        String(port),
        '-U',
        'postgres',
        '-d',
        database,
        '-qtAX',
        '-v',
        'ON_ERROR_STOP=1',
        '-c',
        sql,
      ],
      { env: { ...process.env, PGPASSWORD: HR_PASSWORD } },
    );
    return stdout.trim();
  };
  const start = async () => {
    daemon.start();
    await until(() => admin('SELECT 1', 'postgres'));
  };
  await start();
  await admin('CREATE DATABASE hr', 'postgres');
  return server('postgres', { port, admin, start, daemon, folder });
}

export async function createMariadbServer(): Promise<HrTestServer> {
  const folder = await createOwnedFolder('mysql');
  const port = await findFreePort();
  const data = join(folder, 'data');
  const socket = join(folder, 'server.sock');
  const [install, ...args] = as('mysql', [
    ...['mariadb-install-db', '--no-defaults', `--datadir=${data}`, '--skip-test-db'],
    '--auth-root-authentication-method=normal',
  ]);
  await run(install!, args, { cwd: '/', env: { ...process.env, TMPDIR: folder } });
  const daemon = new Daemon(
    as('mysql', [
      ...[MARIADBD, '--no-defaults', `--datadir=${data}`, `--port=${port}`, '--bind-address=127.0.0.1'],
      ...[`--socket=${socket}`, `--pid-file=${join(folder, 'pid')}`, '--innodb-buffer-pool-size=32M'],
    ]),
    folder,
  );
  const admin = async (sql: string, database = 'hr') => {
    const { stdout } = await run('mariadb', [
      '--no-defaults',
      '-S',
      socket,
      '-u',
      'root',
      '-N',
      '--delimiter=//',
      '-e',
      sql,
      database,
    ]);
    return stdout.trim();
  };
  const start = async () => {
    daemon.start();
    await until(() => admin('SELECT 1', 'mysql'));
  };
  await start();
  await admin('CREATE DATABASE hr CHARACTER SET utf8mb4', 'mysql');
  return server('mysql', { port, admin, start, daemon, folder });
}

interface TestServer {
  port: number;
  admin(sql: string): Promise<string>;
  start(): Promise<void>;
  daemon: Daemon;
  folder: string;
}

const server = (
  kind: HrTestServer['kind'],
  { port, admin, start, daemon, folder }: TestServer,
): HrTestServer => ({
  kind,
  port,
  admin,
  start,
  kill: () => daemon.end(),
  freeze: async () => daemon.signal('SIGSTOP'),
  thaw: async () => daemon.signal('SIGCONT'),
  remove: async () => {
    await daemon.end();
    rmSync(folder, { recursive: true, force: true });
  },
});
