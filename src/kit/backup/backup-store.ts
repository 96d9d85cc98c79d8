import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { HEAD_FILE } from '../data/copies.ts';
import { readText, replaceText, syncFolder } from '../on-disk.ts';

/** How a restore of a backup goes that was asked for, or why it was not to be. */
export const restoreStatus = z.object({
  state: z.enum(['rehearsing', 'replacing', 'failed']),
  reason: z.string().nullable(),
});
export type RestoreStatus = z.output<typeof restoreStatus>;

/** Whether one was asked for and is neither over nor refused. */
export const isRestoreUnderWay = (restoring: RestoreStatus | null): boolean =>
  restoring !== null && restoring.state !== 'failed';

const KINDS = ['manual', 'scheduled', 'upgrade', 'restore', 'uploaded'] as const;

/** What is known of a backup: the note beside its file, and what `GET /api/backups` answers of it. */
export const backupMetadata = z.object({
  backupid: z.int(),
  filename: z.string(),
  bytes: z.int().nullable(),
  createddate: z.iso.datetime(),
  kind: z.enum(KINDS),
  state: z.enum(['running', 'done', 'failed']),
  sealed: z.boolean(),
  passphraseid: z.string().nullable(),
  sha256: z.string().nullable(),
  verified: z.boolean().nullable(),
  verifieddate: z.iso.datetime().nullable(),
  error: z.string().nullable(),
  restoring: restoreStatus.nullable().default(null),
  /** Of data that a restore put aside and that are not packed: where they lie, from the folder of the backups. */
  folder: z
    .string()
    .regex(/^(\.\.[/\\])?before-[\dTZ]+$/)
    .nullable()
    .default(null),
});
export type BackupMetadata = z.output<typeof backupMetadata>;

const NAME = /^millwright-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)\.tar\.zst(\.age)?$/;
/** As upgrades of older versions left it. */
const OLD_COPY = /^before-migration-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)\.db$/;
/** Reports whether a file is the database that an upgrade set aside and that is not in an archive yet. */
export const isUpgradeCopy = ({ filename }: Pick<BackupMetadata, 'filename'>): boolean =>
  OLD_COPY.test(filename);

const NOTE = '.json';
/** The file in the folder of the backups that says what was copied to which target. */
export const TARGET_STATES = 'targets.json';

/** A backup that this appliance made of itself, by hand or by schedule. */
export type OwnBackup = BackupMetadata & { kind: 'manual' | 'scheduled' };

export const isOwnBackup = <B extends Pick<BackupMetadata, 'kind'>>(
  backup: B,
): backup is B & Pick<OwnBackup, 'kind'> => backup.kind === 'manual' || backup.kind === 'scheduled';

/** The newest whole backup that this appliance made of itself. What came from elsewhere may be as old as it likes. */
export const newestVerified = <B extends Pick<BackupMetadata, 'verified' | 'kind'>>(
  newestFirst: readonly B[],
): B | undefined => newestFirst.find((backup) => backup.verified === true && isOwnBackup(backup));

/** What the file of a backup is called: when it was made, to the millisecond. */
export const backupFileName = (at: Date, sealed: boolean): string =>
  `millwright-${at.toISOString().replaceAll(':', '-')}.tar.zst${sealed ? '.age' : ''}`;

/** Whether a backup from elsewhere may lie here under this name. */
export const isBackupFileName = (name: string): boolean =>
  /^[A-Za-z0-9][\w.-]{0,150}$/.test(name) && /\.tar\.zst(\.age)?$/.test(name);

/**
 * The folder of the backups. The list is what lies in it, each with its note beside it, so that no restore of the
 * database forgets one. A backup is known by the millisecond at which it came here, which is never given twice.
 */
export class BackupStore {
  constructor(readonly folder: string) {}

  /** The newest first. */
  list(): BackupMetadata[] {
    if (!existsSync(this.folder)) return [];
    const names = readdirSync(this.folder);
    const files = new Set(names.filter((name) => dateIn(name) !== undefined));
    for (const name of names) if (name.endsWith(NOTE)) files.add(name.slice(0, -NOTE.length));
    const all = [...files].flatMap((name) => this.read(name) ?? []);
    // The archive of a set-aside database has its id. It counts once that database has been removed.
    const copies = new Set(all.filter(isUpgradeCopy).map(({ backupid }) => backupid));
    return all
      .filter((note) => isUpgradeCopy(note) || !copies.has(note.backupid))
      .sort((one, other) => other.backupid - one.backupid);
  }

  find(backupid: number): BackupMetadata | undefined {
    return this.list().find((note) => note.backupid === backupid);
  }

  /** Whether a backup has this name, one that is being made too. */
  has(filename: string): boolean {
    const path = this.path({ filename });
    return existsSync(path) || existsSync(path + NOTE);
  }

  path({ filename }: Pick<BackupMetadata, 'filename'>): string {
    return join(this.folder, filename);
  }

  /** A moment that no other backup was made at. */
  findFreeTime(now: Date): Date {
    const taken = new Set(this.list().map(({ backupid }) => backupid));
    let at = now.getTime();
    while (taken.has(at)) at++;
    return new Date(at);
  }

  /** Where data lie that were not packed; undefined for what is a file. */
  folderOf({ folder }: Pick<BackupMetadata, 'folder'>): string | undefined {
    return folder === null ? undefined : join(this.folder, folder);
  }

  write(note: BackupMetadata, { isSynced = false } = {}): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    replaceText(this.path(note) + NOTE, JSON.stringify(note, null, 2), { isSynced });
    if (isSynced) syncFolder(this.folder);
  }

  /** Returns the metadata of the archive of a set-aside database; undefined while it is not complete and verified. */
  findArchiveOf(copy: BackupMetadata): BackupMetadata | undefined {
    return archiveNames(copy)
      .flatMap((name) => this.read(name) ?? [])
      .find(({ kind, state, verified }) => kind === 'upgrade' && state === 'done' && verified === true);
  }

  /** Removes what an interrupted attempt left of the archive of a set-aside database. */
  removePartsOfArchive(copy: BackupMetadata): void {
    for (const name of archiveNames(copy))
      for (const suffix of ['', NOTE]) rmSync(join(this.folder, name + suffix), { force: true });
  }

  /** Removes a set-aside database that has its archive. The file goes last, so that the next start can finish this. */
  removeArchived(copy: BackupMetadata): void {
    const path = this.path(copy);
    for (const file of [path + NOTE, headOf(path), path]) rmSync(file, { force: true });
  }

  /** The file goes first: what is left of a removal that was cut off is a note without one, which says so. */
  remove(note: BackupMetadata): void {
    rmSync(this.path(note), { force: true });
    const folder = this.folderOf(note);
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    // What an upgrade left has the end of its audit log beside it.
    rmSync(headOf(this.path(note)), { force: true });
    rmSync(this.path(note) + NOTE, { force: true });
  }

  /** Undefined for what is no backup. */
  private read(filename: string): BackupMetadata | undefined {
    const path = join(this.folder, filename);
    const noted = parsed(path + NOTE);
    const isThere = existsSync((noted && this.folderOf(noted)) ?? path);
    if (noted?.filename === filename)
      return isThere || noted.state !== 'done' ? noted : { ...noted, ...GONE };
    const at = dateIn(filename);
    return at && isThere ? foundWithoutNote(filename, at, statSync(path).size) : undefined;
  }
}

const headOf = (path: string): string => `${path.replace(/\.db$/, '')}.${HEAD_FILE}`;

const archiveNames = ({ backupid }: BackupMetadata): string[] =>
  [false, true].map((sealed) => backupFileName(new Date(backupid), sealed));

const GONE = { state: 'failed', verified: false, error: 'The file is gone.' } as const;

/** A file that somebody put here, or an upgrade of an older version left. */
const foundWithoutNote = (filename: string, at: Date, bytes: number): BackupMetadata => ({
  backupid: at.getTime(),
  filename,
  bytes,
  createddate: at.toISOString(),
  kind: isUpgradeCopy({ filename }) ? 'upgrade' : 'uploaded',
  state: 'done',
  sealed: filename.endsWith('.age'),
  passphraseid: null,
  sha256: null,
  verified: null,
  verifieddate: null,
  error: null,
  restoring: null,
  folder: null,
});

function dateIn(name: string): Date | undefined {
  const text = (NAME.exec(name) ?? OLD_COPY.exec(name))?.[1];
  if (text === undefined) return undefined;
  const [day, time = ''] = text.split('T');
  const [hours, minutes, seconds] = time.replace(/-(\d{3}Z)$/, '.$1').split('-');
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** Undefined where there is none, or one that nobody can read: then the file speaks for itself. */
function parsed(file: string): BackupMetadata | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return backupMetadata.parse(JSON.parse(readText(file)));
  } catch {
    return undefined;
  }
}
