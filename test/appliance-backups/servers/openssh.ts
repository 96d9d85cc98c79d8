import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, findFreePort } from '../../support/receivers.ts';

export interface OpenSsh {
  /** The folder that users may write to. */
  store: string;
  /** The address `sftp://user@127.0.0.1:port`. */
  address: string;
  /** The host key in the format of `ssh-keygen -l`. */
  hostkey: string;
  privatekey: string;
  /** A private key that this server does not accept. */
  otherkey: string;
  /** Ends the sessions immediately, like a crash. */
  endSessions(): void;
  stop(): Promise<void>;
}

const SSHD = '/usr/sbin/sshd';

/** Starts an OpenSSH server on 127.0.0.1 that accepts this user with a key. */
export async function startOpenSsh(): Promise<OpenSsh> {
  const folder = mkdtempSync(join(tmpdir(), 'openssh-'));
  const makeKey = (name: string) =>
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)]);
  for (const name of ['host', 'user', 'other']) makeKey(name);
  const store = join(folder, 'store');
  mkdirSync(store);
  // The daemon uses this folder for privilege separation. Normally only its service unit creates it.
  if (process.getuid?.() === 0) mkdirSync('/run/sshd', { recursive: true, mode: 0o755 });
  const port = await findFreePort();
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(folder, 'host')}`,
    `AuthorizedKeysFile ${join(folder, 'user.pub')}`,
    'StrictModes no',
    'UsePAM no',
    `PidFile ${join(folder, 'pid')}`,
    'Subsystem sftp internal-sftp',
  ];
  writeFileSync(join(folder, 'config'), `${lines.join('\n')}\n`);
  const daemon = Bun.spawn([SSHD, '-D', '-e', '-f', join(folder, 'config')], {
    stderr: 'ignore',
    stdin: 'ignore',
  });
  await waitForPort(port);
  const fingerprint = execFileSync('ssh-keygen', ['-l', '-f', join(folder, 'host.pub')]).toString();
  return {
    store,
    address: `sftp://${execFileSync('id', ['-un']).toString().trim()}@127.0.0.1:${port}`,
    hostkey: fingerprint.split(' ')[1]!,
    privatekey: readFileSync(join(folder, 'user'), 'utf8'),
    otherkey: readFileSync(join(folder, 'other'), 'utf8'),
    endSessions: () => void Bun.spawnSync(['pkill', '-9', '-P', String(daemon.pid)]),
    stop: async () => {
      daemon.kill();
      await daemon.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until a process listens on the port. */
export const waitForPort = (port: number): Promise<void> =>
  eventually(() => isOpen(port), `port ${port} answers`);

function isOpen(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const socket = connect(port, '127.0.0.1');
  socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
  return promise.finally(() => socket.destroy());
}
