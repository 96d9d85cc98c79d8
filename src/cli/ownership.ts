import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runtime } from '#runtime';
import { FileLockedError, retryWhileFileLocked } from '../kit/on-disk.ts';
import { completeSwap } from '../kit/restore/plan.ts';

/**
 * Makes this process the owner of a data directory until it ends; the operating system releases the lock when
 * the process is killed. Then completes an interrupted restore. Throws an Error that names the current owner
 * if another process owns it. Returns the release function.
 */
export function takeOwnership(data: string): () => void {
  const note = join(data, 'owner.json');
  const lock = runtime.openSqlite(join(data, 'owner.lock'));
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    lock.close();
    if ((cause as { code?: string }).code !== 'SQLITE_BUSY') throw cause;
    throw new Error(
      `${data} is in use by ${holder(note)}. Stop it first, or specify another directory with --data.`,
    );
  }
  const content = JSON.stringify({ pid: process.pid, startedat: new Date().toISOString() });
  ignoreFileLock(note, () => writeFileSync(note, content, { mode: 0o600 }));
  const release = () => {
    ignoreFileLock(note, () => rmSync(note, { force: true }));
    lock.close();
  };
  try {
    completeSwap(data);
  } catch (cause) {
    release();
    throw cause;
  }
  return release;
}

/**
 * Runs an operation on the note file and ignores a sharing violation. The note is informational; only the
 * lock prevents a second start.
 */
export function ignoreFileLock(note: string, work: () => void, platform: string = process.platform): void {
  try {
    retryWhileFileLocked(note, work, platform);
  } catch (cause) {
    if (!(cause instanceof FileLockedError)) throw cause;
  }
}

function holder(note: string): string {
  const owner = readNote(note);
  return owner ? `process ${owner.pid}, started ${owner.startedat}` : 'another process';
}

/**
 * Returns the ID of the process that owns a data directory; undefined when there is none, or the note cannot
 * be read.
 */
export const readOwner = (data: string): number | undefined => readNote(join(data, 'owner.json'))?.pid;

/**
 * Returns the note; undefined when it is missing or incomplete. Only the lock decides about the ownership.
 */
function readNote(note: string): { pid: number; startedat: string } | undefined {
  try {
    return JSON.parse(readFileSync(note, 'utf8')) as { pid: number; startedat: string };
  } catch {
    return undefined;
  }
}
