import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import { Client, type ConnectConfig, type SFTPWrapper } from 'ssh2';
import { resolveAllowedAddresses } from '../../outbound.ts';
import type { SftpTarget } from './target.ts';
import type { TargetClient } from './target-client.ts';
import { TargetError } from './target-error.ts';
import type { TargetSecret } from './target-secret.ts';

const CONNECT_MS = 20_000;
const KEEPALIVE_MS = 15_000;
/** SFTP status codes. */
const NO_SUCH_FILE = 2;
const PERMISSION_DENIED = 3;
/** The status of errors that have no status of their own, such as a full disk. */
const FAILURE = 4;

/** The host key of the server is not the entered one, or none was entered. */
export class HostKeyMismatchError extends TargetError {
  constructor(
    readonly hostkey: string,
    expected: string | undefined,
  ) {
    super(
      expected === undefined
        ? `The server presents the host key ${hostkey}. Compare it with the key on the server, and enter it.`
        : `The server presents the host key ${hostkey}, which differs from the configured key. Nothing was sent.`,
    );
  }
}

/**
 * Signs in to an SFTP server. Throws a `HostKeyMismatchError` before any secret is sent to a server with
 * another key. Throws a `TargetError` when it rejects the user or the folder is missing.
 */
export async function connectSftp(
  target: SftpTarget,
  secret: TargetSecret | undefined,
): Promise<TargetClient> {
  const client = new Client();
  try {
    await signIn(client, target, secret);
    const sftp = await toPromise<SFTPWrapper>((done) => client.sftp(done));
    await refuseMissing(sftp, target.path);
    return clientOf(client, sftp, target.path);
  } catch (cause) {
    client.end();
    throw cause;
  }
}

async function signIn(client: Client, target: SftpTarget, secret: TargetSecret | undefined): Promise<void> {
  const { host, port, user: username, hostkey } = target;
  const [address] = await resolveAllowedAddresses(host, true);
  const password = secret && 'password' in secret ? secret.password : undefined;
  const privateKey = secret && 'privatekey' in secret ? secret.privatekey : undefined;
  if (hostkey !== undefined && password === undefined && privateKey === undefined)
    throw new TargetError('Enter the password or the private key of the user.');
  let presentedKey: string | undefined;
  const config: ConnectConfig = {
    host: address!,
    port,
    username,
    readyTimeout: CONNECT_MS,
    keepaliveInterval: KEEPALIVE_MS,
    tryKeyboard: password !== undefined,
    hostVerifier: (key: Buffer) => {
      presentedKey = fingerprint(key);
      return presentedKey === hostkey;
    },
    ...(password !== undefined && { password }),
    ...(privateKey !== undefined && { privateKey }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  client.on('ready', resolve);
  // The error listener stays for the life of the connection: an error without one would end the thread.
  client.on('error', reject);
  client.on('close', () => reject(new TargetError('The server closed the connection.')));
  client.on('keyboard-interactive', (_name, _instructions, _language, prompts, answer) =>
    answer(prompts.map(() => password ?? '')),
  );
  connect(client, config);
  await promise.catch((cause) => {
    if (presentedKey !== undefined && presentedKey !== hostkey)
      throw new HostKeyMismatchError(presentedKey, hostkey);
    throw signInFault(cause, username);
  });
}

function connect(client: Client, config: ConnectConfig): void {
  try {
    client.connect(config);
  } catch {
    throw new TargetError(
      'The private key cannot be read. Enter it in PEM or OpenSSH format, without a passphrase.',
    );
  }
}

const fingerprint = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;

function signInFault(cause: Error & { level?: string }, user: string): Error {
  if (cause.level === 'client-authentication')
    return new TargetError(`The server did not accept the password or key of ${user}.`);
  if (cause.level === 'client-timeout') return new TargetError('The server did not respond in time.');
  return cause;
}

async function refuseMissing(sftp: SFTPWrapper, path: string): Promise<void> {
  try {
    const stats = await toPromise<{ isDirectory(): boolean }>((done) => sftp.stat(path, done));
    if (stats.isDirectory()) return;
  } catch (cause) {
    if (codeOf(cause) === PERMISSION_DENIED)
      throw new TargetError(`The user lacks access to the folder ${path}.`);
    if (codeOf(cause) !== NO_SUCH_FILE) throw cause;
  }
  throw new TargetError(`The folder ${path} does not exist on the server.`);
}

function clientOf(client: Client, sftp: SFTPWrapper, folder: string): TargetClient {
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  client.on('close', () => broken.reject(new TargetError('The server closed the connection.')));
  const orBroken = <T>(work: Promise<T>): Promise<T> => Promise.race([work, broken.promise]);
  const unlink = (path: string) => toPromise<void>((done) => sftp.unlink(path, done));
  return {
    put: (file, name, onProgress) => orBroken(put(sftp, file, posix.join(folder, name), onProgress)),
    remove: (name) =>
      orBroken(unlink(posix.join(folder, name))).catch((cause) => {
        if (codeOf(cause) !== NO_SUCH_FILE) throw cause;
      }),
    close: () => void client.end(),
  };
}

async function put(
  sftp: SFTPWrapper,
  file: string,
  to: string,
  onProgress: (bytes: number) => void,
): Promise<void> {
  const part = `${to}.part`;
  let total = 0;
  const step = (sent: number, _chunk: number, bytes: number) => {
    total = bytes;
    onProgress(sent);
  };
  try {
    await toPromise<void>((done) => sftp.fastPut(file, part, { step }, done));
    const { size } = await toPromise<{ size: number }>((done) => sftp.stat(part, done));
    if (size !== total) throw new TargetError('The size of the copy differs from the backup.');
    await rename(sftp, part, to);
  } catch (cause) {
    await toPromise<void>((done) => sftp.unlink(part, done)).catch(() => undefined);
    throw writeFault(cause, posix.dirname(to));
  }
}

function writeFault(cause: unknown, folder: string): unknown {
  if (codeOf(cause) === PERMISSION_DENIED)
    return new TargetError(`The user lacks write access to ${folder}.`);
  if (codeOf(cause) !== FAILURE) return cause;
  return new TargetError(`The server could not write to ${folder}. Check that its disk is not full.`);
}

/**
 * Renames a file. Some servers do not replace an existing file. It is then deleted, and the rename is
 * repeated.
 */
async function rename(sftp: SFTPWrapper, from: string, to: string): Promise<void> {
  try {
    await toPromise<void>((done) => sftp.rename(from, to, done));
  } catch {
    await toPromise<void>((done) => sftp.unlink(to, done)).catch(() => undefined);
    await toPromise<void>((done) => sftp.rename(from, to, done));
  }
}

const codeOf = (cause: unknown): unknown => (cause as { code?: unknown } | null)?.code;

function toPromise<T>(
  start: (done: (cause: Error | null | undefined, value?: unknown) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) =>
    start((cause, value) => (cause ? reject(cause) : resolve(value as T))),
  );
}
