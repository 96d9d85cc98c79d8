import { mkdirSync, rmSync } from 'node:fs';
import { readArchive } from '../backup/archive.ts';
import { BackupFault, type Pieces, WrongPassphrase } from '../backup/fault.ts';
import { faultIn, writePart } from '../backup/inspect.ts';
import type { Manifest } from '../backup/manifest.ts';
import { isNewer, newerBackup } from '../backup/newer.ts';
import type { OwnVersion } from '../backup/own-version.ts';
import { databaseProblems, problemsOfToday } from '../backup/problems.ts';
import { refuseWithoutStart } from '../backup/start-faults.ts';
import { unwrapped } from '../backup/stream.ts';
import { refuseNoRoom } from './room.ts';

/** A backup that is tried out. */
export interface Rehearsal {
  file: string;
  /** Those that may open it, tried one after the other; of no meaning where the file is not sealed. */
  passphrases: readonly string[];
  /** Made here; what is left of it when all went well are the data of the backup, of this version. */
  folder: string;
  own: OwnVersion;
  /** Now. */
  at: Date;
}

/**
 * Unpacks a whole backup, looks at all of it and brings it up to date, in a folder of its own. Starts nothing and tells
 * nobody. Throws a BackupFault in one sentence, a WrongPassphrase, or what the disk said; nothing is left then.
 */
export async function rehearse(rehearsal: Rehearsal): Promise<Manifest> {
  const { folder, own, at } = rehearsal;
  mkdirSync(folder, { mode: 0o700 });
  try {
    const about = await unpack(rehearsal);
    refuseWithoutStart(folder, own);
    refuse(databaseProblems(folder, about, own, at));
    refuse(problemsOfToday(folder, own, at));
    return about;
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    if (cause instanceof BackupFault) throw cause;
    throw new BackupFault(faultIn(cause), { cause });
  }
}

const unpack = async ({ file, passphrases, folder }: Rehearsal): Promise<Manifest> =>
  readArchive(
    await opened(file, passphrases),
    (about) => {
      refuseOtherKind(about);
      refuseNoRoom(folder, about);
    },
    (part, content) => writePart(folder, part, content),
  );

async function opened(file: string, [passphrase = '', ...others]: readonly string[]): Promise<Pieces> {
  try {
    return await unwrapped(file, passphrase);
  } catch (cause) {
    if (others.length === 0 || !(cause instanceof WrongPassphrase)) throw cause;
    return opened(file, others);
  }
}

function refuseOtherKind({ parts, ...about }: Manifest): void {
  if (isNewer(about.version)) throw newerBackup(about.version);
  if (!parts.some(({ name }) => name === 'secrets.json'))
    throw new BackupFault('This is the database alone, as an upgrade leaves it, and no whole backup.');
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new BackupFault(problems[0]);
}
