import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, FrozenFile } from '../data/database.ts';
import { readText } from '../on-disk.ts';
import { type FOLDERS, SINGLE_FILES } from './manifest.ts';

/** The time to wait for readers of an earlier snapshot, such as a long export. */
const PATIENCE_MS = 60_000;
/** The time after which snapshots of this appliance are closed. */
const READING_MS = 20_000;
const AGAIN_MS = 20;

/** The data at the copy point: the frozen database file and the contents of the small files. */
export interface FrozenData extends FrozenFile {
  small: Record<string, string>;
}

/**
 * Freezes the database file and reads the small files in the same event-loop turn. Calls `before` first in
 * each attempt, which writes the audit head, so that it matches the database. Closes snapshots of this
 * appliance after 20 seconds. Throws an Error when another program reads an earlier snapshot for one minute.
 */
export async function freezeData(db: Database, data: string, before: () => void): Promise<FrozenData> {
  const began = performance.now();
  const elapsedMs = () => performance.now() - began;
  for (;;) {
    before();
    // The snapshots end in the turn of the freeze, so that no new one opens in between.
    if (elapsedMs() > READING_MS) db.snapshots.end();
    const frozen = db.freeze();
    // The freeze and the reading of the small files run in one turn, so that no write happens in between.
    if (frozen) return { ...frozen, small: readSmallFiles(data) };
    if (elapsedMs() > PATIENCE_MS)
      throw new Error(
        'Another program has been reading the database for more than a minute. Try again later.',
      );
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/**
 * Returns the contents of the small files of a data directory, by their names: keys, disabled plugins, audit
 * head and certificates.
 */
export function readSmallFiles(data: string): Record<string, string> {
  const names = [...SINGLE_FILES, ...filesBelow(data, 'certs')];
  return Object.fromEntries(
    names.filter((name) => existsSync(join(data, name))).map((name) => [name, readText(join(data, name))]),
  );
}

function filesBelow(data: string, folder: (typeof FOLDERS)[number]): string[] {
  const root = join(data, folder);
  if (!existsSync(root)) return [];
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(root, name)).isFile() && !name.endsWith('.tmp'))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
}
