import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { createSteadyWriter } from '../steady-write.ts';
import { findMappedDrive } from './mapped-drive.ts';
import type { FolderTarget } from './target.ts';
import type { TargetClient } from './target-client.ts';
import { TargetError } from './target-error.ts';

const CHUNK = 4 * 1024 * 1024;
const MARK_FILE = 'millwright-backups.txt';
const MARK_TEXT =
  'Millwright copies its backups to this folder. Without this file, it assumes that the share is not mounted and copies nothing.\n';

/**
 * Opens a folder or a share. All calls are synchronous, so that a share that does not respond blocks only
 * this thread. A folder without the expected mark is rejected: it is probably the mount point of a share that
 * is not mounted. Without that expectation, a missing mark is written. Throws a `TargetError`, also for a
 * folder within `data`, or the error of the disk.
 */
export function connectFolder({ path }: FolderTarget, isMarked: boolean, data: string): TargetClient {
  refuseMissing(path);
  refuseInside(path, data);
  const mark = join(path, MARK_FILE);
  if (isMarked && !existsSync(mark))
    throw new TargetError(
      `${path} does not contain the file ${MARK_FILE} from the first copy. Check that the share is mounted. If this is a new disk, test the target once.`,
    );
  // `wx`: a link that another user of the share put there is not followed.
  if (!existsSync(mark)) writeFileSync(mark, MARK_TEXT, { flag: 'wx' });
  return {
    put: async (file, name, onProgress) => copyFile(file, join(path, name), onProgress),
    remove: async (name) => rmSync(join(path, name), { force: true }),
    close: () => undefined,
  };
}

function refuseMissing(path: string): void {
  if (!existsSync(path))
    throw new TargetError(
      `The folder ${path} does not exist on this appliance, or its service account cannot see it.`,
    );
  if (!statSync(path).isDirectory()) throw new TargetError(`${path} is not a folder.`);
  const problem = findMappedDrive(path);
  if (problem !== undefined) throw new TargetError(problem);
}

/**
 * Throws for a target inside the data folder. Its copies would be lost with the data, and a restore would
 * move them.
 */
function refuseInside(path: string, data: string): void {
  const way = relative(realpathSync.native(data), realpathSync.native(path));
  if (!/^\.\.([\\/]|$)/.test(way) && !isAbsolute(way))
    throw new TargetError(`${path} is in the data folder of the appliance. Enter a folder outside of it.`);
}

/** Copies a file. It gets its final name after all of it is on the disk. */
function copyFile(from: string, to: string, onProgress: (bytes: number) => void): void {
  const part = `${to}.part`;
  try {
    const bytes = copyContent(from, part, onProgress);
    if (statSync(part).size !== bytes) throw new TargetError('The size of the copy differs from the backup.');
    renameSync(part, to);
  } catch (cause) {
    rmSync(part, { force: true });
    throw cause;
  }
}

function copyContent(from: string, to: string, onProgress: (bytes: number) => void): number {
  const source = openSync(from, 'r');
  try {
    rmSync(to, { force: true });
    const copy = openSync(to, 'wx', 0o600);
    try {
      const chunk = Buffer.allocUnsafe(CHUNK);
      const write = createSteadyWriter(copy);
      let done = 0;
      for (let n = readSync(source, chunk); n > 0; n = readSync(source, chunk)) {
        write(chunk.subarray(0, n));
        done += n;
        onProgress(done);
      }
      fsyncSync(copy);
      return done;
    } finally {
      closeSync(copy);
    }
  } finally {
    closeSync(source);
  }
}
