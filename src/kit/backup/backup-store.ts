import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { HEAD_FILE } from '../data/copies.ts';
import { isDiskFull } from '../data/disk-errors.ts';
import { readText, replaceText, syncFolder } from '../on-disk.ts';

/** The progress of a requested restore of a backup, or why it failed. */
export const restoreStatus = z.object({
  state: z.enum(['rehearsing', 'replacing', 'failed']),
  reason: z.string().nullable(),
});
export type RestoreStatus = z.output<typeof restoreStatus>;

/** Reports whether a restore was requested and is neither finished nor failed. */
export const isRestoreUnderWay = (restoring: RestoreStatus | null): boolean =>
  restoring !== null && restoring.state !== 'failed';

const KINDS = ['manual', 'scheduled', 'upgrade', 'restore', 'uploaded'] as const;

/** The metadata of a backup: the JSON file beside it, and the response of `GET /api/backups`. */
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
  /** `STORAGE_FULL` when the disk had too little free space for the backup, before or while it was made. */
  errorcode: z.enum(['STORAGE_FULL']).nullable().default(null),
  /** The targets that this backup was not copied to. `error` has them as text. */
  copyerrors: z.object({ target: z.string(), reason: z.string() }).array().default([]),
  restoring: restoreStatus.nullable().default(null),
  /**
   * The folder of unpacked data that a restore set aside, relative to the folder of the backups; null for a
   * file.
   */
  folder: z
    .string()
    .regex(/^(\.\.[/\\])?before-[\dTZ]+$/)
    .nullable()
    .default(null),
});
export type BackupMetadata = z.output<typeof backupMetadata>;

type KnownAtFirst = 'backupid' | 'filename' | 'createddate' | 'kind' | 'state' | 'sealed';

/** Returns the metadata of a new backup. A fact that is not passed is null, or an empty list. */
export const createBackupMetadata = (
  facts: Pick<BackupMetadata, KnownAtFirst> & Partial<BackupMetadata>,
): BackupMetadata => ({
  bytes: null,
  passphraseid: null,
  sha256: null,
  verified: null,
  verifieddate: null,
  error: null,
  errorcode: null,
  copyerrors: [],
  restoring: null,
  folder: null,
  ...facts,
});

const NAME = /^millwright-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z)\.tar\.zst(\.age)?$/;
/** Names of databases that upgrades set aside. */
const OLD_COPY = /^before-migration-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z)\.db$/;
/** Reports whether a file is the database that an upgrade set aside and that is not in an archive yet. */
export const isUpgradeCopy = ({ filename }: Pick<BackupMetadata, 'filename'>): boolean =>
  OLD_COPY.test(filename);

const NOTE = '.json';
/** The file in the folder of the backups that records which target has which copies. */
export const TARGET_STATES = 'targets.json';

/** A backup that this appliance made of itself, manually or by schedule. */
export type OwnBackup = BackupMetadata & { kind: 'manual' | 'scheduled' };

/** Reports whether this appliance made the backup of itself, by hand or on schedule. */
export const isOwnBackup = <B extends Pick<BackupMetadata, 'kind'>>(
  backup: B,
): backup is B & Pick<OwnBackup, 'kind'> => backup.kind === 'manual' || backup.kind === 'scheduled';

/**
 * Returns the newest verified backup that this appliance made of itself. An uploaded backup does not count,
 * because it may be of any age.
 */
export const findNewestVerified = <B extends Pick<BackupMetadata, 'verified' | 'kind'>>(
  newestFirst: readonly B[],
): B | undefined => newestFirst.find((backup) => backup.verified === true && isOwnBackup(backup));

/**
 * Returns the name of a backup file, with its creation time to the millisecond in UTC. The name of an
 * encrypted file ends in `.age`.
 */
export const backupFileName = (at: Date, sealed: boolean): string =>
  `millwright-${at.toISOString().replaceAll(':', '-')}.tar.zst${sealed ? '.age' : ''}`;

/** Reports whether an uploaded backup may have this name. */
export const isBackupFileName = (name: string): boolean =>
  /^[A-Za-z0-9][\w.-]{0,150}$/.test(name) && /\.tar\.zst(\.age)?$/.test(name);

/**
 * The directory of backups. The directory listing is the index, so a restored database cannot lose a backup.
 * The ID of a backup is its creation or arrival time in milliseconds; `findFreeTime` avoids equal ones.
 */
export class BackupStore {
  /** The metadata of failed backups that did not fit on the disk, by the names of the files. */
  private readonly unsaved = new Map<string, BackupMetadata>();

  constructor(readonly folder: string) {}

  /** Returns the backups, newest first, including failed ones and files without metadata. */
  list(): BackupMetadata[] {
    if (!existsSync(this.folder)) return [];
    const names = readdirSync(this.folder);
    const files = new Set(names.filter((name) => dateIn(name) !== undefined));
    for (const name of names) if (name.endsWith(NOTE)) files.add(name.slice(0, -NOTE.length));
    const all = [...files].flatMap((name) => this.read(name) ?? []);
    // The archive of a set-aside database has the same ID. It is listed once that database has been removed.
    const copies = new Set(all.filter(isUpgradeCopy).map(({ backupid }) => backupid));
    return all
      .filter((note) => isUpgradeCopy(note) || !copies.has(note.backupid))
      .sort((one, other) => other.backupid - one.backupid);
  }

  find(backupid: number): BackupMetadata | undefined {
    return this.list().find((note) => note.backupid === backupid);
  }

  /** Reports whether a backup has this name, including one that is being made. */
  has(filename: string): boolean {
    const path = this.path({ filename });
    return existsSync(path) || existsSync(path + NOTE);
  }

  /** Returns the path of the file of a backup, which need not exist. */
  path({ filename }: Pick<BackupMetadata, 'filename'>): string {
    return join(this.folder, filename);
  }

  /** Returns the first time from `now` on that is not the ID of another backup. */
  findFreeTime(now: Date): Date {
    const taken = new Set(this.list().map(({ backupid }) => backupid));
    let at = now.getTime();
    while (taken.has(at)) at++;
    return new Date(at);
  }

  /** Returns the folder of unpacked data; undefined for a file. */
  folderOf({ folder }: Pick<BackupMetadata, 'folder'>): string | undefined {
    return folder === null ? undefined : join(this.folder, folder);
  }

  /** Stores the metadata of a backup. With `isSynced`, they are on the disk afterwards. */
  write(note: BackupMetadata, { isSynced = false } = {}): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    replaceText(this.path(note) + NOTE, JSON.stringify(note, null, 2), { isSynced });
    if (isSynced) syncFolder(this.folder);
    this.unsaved.delete(note.filename);
  }

  /**
   * Stores the metadata of a backup that failed. While the disk is full, they are in memory only, so that the
   * backup is listed as failed; the next start marks it as interrupted.
   */
  writeFailure(note: BackupMetadata): void {
    try {
      this.write(note);
    } catch (cause) {
      if (!isDiskFull(cause)) throw cause;
      this.unsaved.set(note.filename, note);
    }
  }

  /** Runs the last steps of a new backup, and deletes the backup when one of them fails. */
  async removeOnError(note: BackupMetadata, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (cause) {
      this.remove(note);
      throw cause;
    }
  }

  /**
   * Returns the metadata of the archive of a set-aside database; undefined while it is not complete and
   * verified.
   */
  findArchiveOf(copy: BackupMetadata): BackupMetadata | undefined {
    return archiveNames(copy)
      .flatMap((name) => this.read(name) ?? [])
      .find(({ kind, state, verified }) => kind === 'upgrade' && state === 'done' && verified === true);
  }

  /** Deletes the remains of an interrupted attempt to archive a set-aside database. */
  removePartsOfArchive(copy: BackupMetadata): void {
    for (const name of archiveNames(copy))
      for (const suffix of ['', NOTE]) rmSync(join(this.folder, name + suffix), { force: true });
  }

  /**
   * Deletes a set-aside database that has its archive. The file goes last, so that the next start can finish
   * this.
   */
  removeArchived(copy: BackupMetadata): void {
    const path = this.path(copy);
    for (const file of [path + NOTE, headOf(path), path]) rmSync(file, { force: true });
  }

  /**
   * Deletes a backup, its file first. An interrupted deletion leaves metadata without a file, which the list
   * reports.
   */
  remove(note: BackupMetadata): void {
    rmSync(this.path(note), { force: true });
    const folder = this.folderOf(note);
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
    // A set-aside database has its audit head beside it.
    rmSync(headOf(this.path(note)), { force: true });
    rmSync(this.path(note) + NOTE, { force: true });
    this.unsaved.delete(note.filename);
  }

  /** Returns the metadata of a file; undefined when it is not a backup. */
  private read(filename: string): BackupMetadata | undefined {
    const path = join(this.folder, filename);
    const noted = this.unsaved.get(filename) ?? readMetadata(path + NOTE);
    const isThere = existsSync((noted && this.folderOf(noted)) ?? path);
    if (noted?.filename === filename)
      return isThere || noted.state !== 'done' ? noted : { ...noted, ...FILE_MISSING };
    const at = dateIn(filename);
    return at && isThere ? foundWithoutNote(filename, at, statSync(path).size) : undefined;
  }
}

const headOf = (path: string): string => `${path.replace(/\.db$/, '')}.${HEAD_FILE}`;

const archiveNames = ({ backupid }: BackupMetadata): string[] =>
  [false, true].map((sealed) => backupFileName(new Date(backupid), sealed));

const FILE_MISSING = { state: 'failed', verified: false, error: 'The file is missing.' } as const;

/** Returns metadata for a file that a user copied here or that an upgrade of an older version left. */
const foundWithoutNote = (filename: string, at: Date, bytes: number): BackupMetadata =>
  createBackupMetadata({
    backupid: at.getTime(),
    filename,
    bytes,
    createddate: at.toISOString(),
    kind: isUpgradeCopy({ filename }) ? 'upgrade' : 'uploaded',
    state: 'done',
    sealed: filename.endsWith('.age'),
  });

function dateIn(name: string): Date | undefined {
  const text = (NAME.exec(name) ?? OLD_COPY.exec(name))?.[1];
  if (text === undefined) return undefined;
  const [day, time = ''] = text.split('T');
  const [hours, minutes, seconds] = time.replace(/-(\d{3}Z)$/, '.$1').split('-');
  const at = new Date(`${day}T${hours}:${minutes}:${seconds}`);
  return Number.isNaN(at.getTime()) ? undefined : at;
}

/** Returns the stored metadata; undefined when they are missing or unreadable. */
function readMetadata(file: string): BackupMetadata | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return backupMetadata.parse(JSON.parse(readText(file)));
  } catch {
    return undefined;
  }
}
