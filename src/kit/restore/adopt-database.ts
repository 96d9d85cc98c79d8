import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findApplianceId, listFilesOf } from '../backup/make.ts';
import type { Manifest } from '../backup/manifest.ts';
import type { Tx } from '../data/tx.ts';
import { readCurrentDatabase } from './read-current-database.ts';

interface DatabaseOnly {
  /** The current data directory. */
  data: string;
  /** The manifest of a backup of kind `upgrade`; its `applianceid` is empty when the database has none. */
  about: Manifest;
}

/**
 * Returns the manifest with the ID of the current appliance. Throws an Error when the database belongs to
 * another appliance, whose files and keys are not available.
 */
export function withCurrentId({ data, about: manifest }: DatabaseOnly, stage: string): Manifest {
  const current = findCurrentId(data, stage);
  if (manifest.applianceid !== '' && current !== undefined && manifest.applianceid !== current)
    throw new Error('This backup contains only the database, and it belongs to another appliance.');
  return { ...manifest, applianceid: current ?? manifest.applianceid };
}

function findCurrentId(data: string, stage: string): string | undefined {
  try {
    return readCurrentDatabase(data, join(stage, 'before'), findApplianceId);
  } catch {
    // Damaged data are a reason to restore. Then the ID in the backup counts.
    return undefined;
  }
}

/**
 * Sets the ID of the current appliance in a staged database. Returns the files that it lists and that no
 * longer exist.
 */
export function adoptDatabase(tx: Tx, { applianceid }: Manifest, stage: string): string[] {
  // The migration of a database without an ID, as 0.1.0 wrote it, generates one.
  if (applianceid !== '') tx.runUnjournaled('UPDATE appliance SET applianceid = ?', applianceid);
  return listFilesOf((sql) => tx.all(sql)).filter((name) => !existsSync(join(stage, name)));
}
