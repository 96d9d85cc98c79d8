import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../support/receivers.ts';
import { waitForPort } from './openssh.ts';

/** The folder for downloads of tests, outside the repository. */
const CACHE = join(homedir(), '.cache', 'millwright-tests');
const PROJECT = join(import.meta.dir, 's3rver');

export interface S3Store {
  /** The address `http://127.0.0.1:port`. */
  endpoint: string;
  /** Returns the path of the file with the content of an object. */
  fileOf(bucket: string, key: string): string;
  stop(): Promise<void>;
}

/** Starts an S3 store on 127.0.0.1 with one bucket. `S3RVER` is both the access key and the secret key. */
export async function startS3(bucket: string): Promise<S3Store> {
  const packages = await install();
  const folder = mkdtempSync(join(tmpdir(), 's3-'));
  const port = await findFreePort();
  const words = ['-d', folder, '-a', '127.0.0.1', '-p', String(port), '--configure-bucket', bucket];
  const script = join(packages, 'node_modules', 's3rver', 'bin', 's3rver.js');
  const store = Bun.spawn(['node', script, ...words], {
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'ignore',
  });
  await waitForPort(port);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    fileOf: (name, key) => join(folder, name, `${key}._S3rver_object`),
    stop: async () => {
      store.kill();
      await store.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Installs the store once for each version of its lock file. */
async function install(): Promise<string> {
  const lock = readFileSync(join(PROJECT, 'package-lock.json'));
  const folder = join(CACHE, `s3rver-${createHash('sha256').update(lock).digest('hex').slice(0, 16)}`);
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return folder;
  cpSync(PROJECT, folder, { recursive: true });
  const npm = Bun.spawn(['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'pipe',
  });
  if ((await npm.exited) !== 0) throw new Error(await new Response(npm.stderr).text());
  writeFileSync(complete, '');
  return folder;
}
