import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readArchive } from '../backup/archive.ts';
import { BackupFault } from '../backup/fault.ts';
import { databaseProblems, faultIn, logProblems, writePart } from '../backup/inspect.ts';
import { DATABASE, type Manifest } from '../backup/manifest.ts';
import { unwrapped } from '../backup/stream.ts';
import { Moment } from '../clock.ts';
import { copiesFolder } from '../data/copies.ts';
import { type Chain, migrate, NewerData } from '../data/migrate.ts';
import { openSqlite } from '../data/open.ts';
import { Reader } from '../data/reader.ts';
import { Statements } from '../data/statements.ts';
import { version } from '../version.ts';
import { refuseNoRoom } from './room.ts';

/** A backup that is tried out. */
export interface Rehearsal {
  file: string;
  /** Of no meaning where the file is not sealed. */
  passphrase: string;
  /** Made here; what is left of it when all went well are the data of the backup, of this version. */
  folder: string;
  chains: readonly Chain[];
  /** Now. */
  at: Date;
}

/**
 * Unpacks a whole backup, looks at all of it and brings it up to date, in a folder of its own. Starts nothing and tells
 * nobody. Throws a BackupFault in one sentence, a WrongPassphrase, or what the disk said; nothing is left then.
 */
export async function rehearse(rehearsal: Rehearsal): Promise<Manifest> {
  const { folder } = rehearsal;
  mkdirSync(folder, { mode: 0o700 });
  try {
    const about = await unpack(rehearsal);
    refuse(databaseProblems(folder, about, rehearsal.at));
    bringUpToDate(rehearsal, about);
    return about;
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    if (cause instanceof BackupFault) throw cause;
    throw new BackupFault(faultIn(cause), { cause });
  }
}

const unpack = async ({ file, passphrase, folder }: Rehearsal): Promise<Manifest> =>
  readArchive(
    await unwrapped(file, passphrase),
    (about) => {
      refuseOtherKind(about);
      refuseNoRoom(folder, about);
    },
    (part, content) => writePart(folder, part, content),
  );

function refuseOtherKind({ parts, ...about }: Manifest): void {
  if (isNewer(about.version)) throw newer(about.version);
  if (!parts.some(({ name }) => name === 'secrets.json'))
    throw new BackupFault('This is the database alone, as an upgrade leaves it, and no whole backup.');
}

const newer = (made: string) =>
  new BackupFault(
    `This backup was made by version ${made.slice(0, 50)}, which is newer than this one, ${version}: restore it with that version.`,
  );

/** Whether the numbers of a version are higher than those of this one. */
function isNewer(made: string): boolean {
  const [theirs, ours] = [made, version].map((text) => text.split(/[.+-]/).slice(0, 3).map(Number));
  const at = theirs!.findIndex((number, place) => number !== ours![place]);
  return at >= 0 && theirs![at]! > ours![at]!;
}

/** The log can be looked at whole only afterwards. */
function bringUpToDate({ folder, chains, at }: Rehearsal, about: Manifest): void {
  const path = join(folder, DATABASE);
  try {
    migrate(path, chains, () => at);
  } catch (cause) {
    throw cause instanceof NewerData ? newer(about.version) : cause;
  }
  rmSync(copiesFolder(folder), { recursive: true, force: true });
  const sqlite = openSqlite(path);
  try {
    refuse(logProblems(new Reader(new Statements(sqlite), () => new Moment(at)), folder));
  } finally {
    sqlite.close();
  }
}

function refuse(problems: readonly string[]): void {
  if (problems.length > 0) throw new BackupFault(problems[0]);
}
