import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runtime } from '#runtime';
import { endSwap } from '../kit/restore/swap.ts';

/**
 * Makes this process the owner of a data directory until it ends; the operating system frees the lock when it is
 * killed. Throws an Error that names the process which owns it already. What a restore that was cut off left is ended
 * first. Answers the release.
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
      `${data} is in use by ${holder(note)}. Stop it first, or name another directory with --data.`,
    );
  }
  writeFileSync(note, JSON.stringify({ pid: process.pid, startedat: new Date().toISOString() }), {
    mode: 0o600,
  });
  const release = () => {
    rmSync(note, { force: true });
    lock.close();
  };
  try {
    endSwap(data);
  } catch (cause) {
    release();
    throw cause;
  }
  return release;
}

function holder(note: string): string {
  try {
    const { pid, startedat } = JSON.parse(readFileSync(note, 'utf8')) as { pid: number; startedat: string };
    return `process ${pid}, started ${startedat}`;
  } catch {
    // The note is a courtesy, and may be missing or half written: the lock alone decides.
    return 'another process';
  }
}
