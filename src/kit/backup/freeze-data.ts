import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database, FrozenFile } from '../data/database.ts';
import { readText } from '../on-disk.ts';
import { type FOLDERS, SINGLE_FILES } from './manifest.ts';

/** How long the copy waits for those who read the data of an earlier moment, such as a long export. */
const PATIENCE_MS = 60_000;
/** After so long those of this appliance end. */
const READING_MS = 20_000;
const AGAIN_MS = 20;

/** The data as they are at one moment: the database's file stands still, and small files were read. */
export interface FrozenData extends FrozenFile {
  small: Record<string, string>;
}

/**
 * Waits for the moment of a copy. `before` brings the end of the audit log to the disk, so that it fits the database.
 * Throws an Error when another program reads an earlier moment for a minute.
 */
export async function freezeData(db: Database, data: string, before: () => void): Promise<FrozenData> {
  const began = performance.now();
  const waited = () => performance.now() - began;
  for (;;) {
    before();
    // In this turn: nobody begins in between.
    if (waited() > READING_MS) db.snapshots.end();
    const frozen = db.freeze();
    // All in one turn: nobody writes in between.
    if (frozen) return { ...frozen, small: readSmallFiles(data) };
    if (waited() > PATIENCE_MS)
      throw new Error('Another program has been reading the database for a minute: try again later.');
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
}

/** The small files of a data directory, by their names. */
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
