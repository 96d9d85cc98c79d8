import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  opendirSync,
  openSync,
  readSync,
  rmdirSync,
  rmSync,
  unlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { MAX_REPORT_FILE_BYTES, REPORT_NAME, type ReportFile, reportFile } from './report-file.ts';
import { closeFolder } from './windows-folder.ts';

const isWindows = process.platform === 'win32';
/** Milliseconds after which files other than complete reports are deleted from the folder. */
const LEFT_MS = 3_600_000;
/**
 * Maximum number of waiting reports per user, of names collected in one turn, and of directory entries read
 * in one turn.
 */
const MAX_PER_USER = 20;
const MAX_AT_ONCE = 1000;
const MAX_ENTRIES = 100_000;

export interface SpooledReport {
  name: string;
  /** ID of the user who created the report; 0 on Windows, which does not report users. */
  uid: number;
  report: ReportFile;
}

/**
 * Folder where users of this PC leave reports for the agent, which alone can send them. Any user may create a
 * file there, and only the system sees the files of others. Every file in it is untrusted.
 */
export class Spool {
  constructor(
    private readonly folder: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** Creates the folder. Throws an Error with a message when another user has created it before. */
  open(): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const stat = lstatSync(this.folder);
    if (!stat.isDirectory() || (!isWindows && stat.uid !== process.getuid?.()))
      throw new Error(`${this.folder} does not belong to the agent. No reports are read from it.`);
    if (isWindows) closeFolder(this.folder, USERS);
    // All users may create files in it. No user may list it or change files of others.
    else chmodSync(this.folder, 0o1733);
  }

  /** Returns the oldest valid report of users who may send one now. Deletes invalid reports. */
  next(mayNow: (uid: number) => boolean): SpooledReport | undefined {
    for (const { name, uid } of this.listWaiting()) {
      if (!mayNow(uid)) continue;
      const found = this.read(name);
      if (found) return found;
      this.drop(name);
    }
    return undefined;
  }

  drop(name: string): void {
    this.unlink(join(this.folder, name));
  }

  /**
   * Deletes the folder with its content, if it exists. Follows no link out of it. Throws when an entry cannot
   * be deleted, because a user has mounted something on it or has it open.
   */
  remove(): void {
    if (!existsSync(this.folder) || !lstatSync(this.folder).isDirectory()) return;
    // From now on, no user can add or replace an entry. On Windows, users cannot create subfolders.
    if (!isWindows) chmodSync(this.folder, 0o700);
    // A user may still replace entries of a subfolder that a process has open. The runtime opens each subfolder
    // without following a link, and deletes its entries relative to the open subfolder.
    rmSync(this.folder, { recursive: true, force: true });
  }

  /**
   * Lists complete reports, the oldest first, of at most `MAX_AT_ONCE` entries. Deletes other files after an
   * hour. Deletes the reports of a user above the maximum, but not on Windows, which reports no users.
   */
  private listWaiting(): { name: string; uid: number; ms: number }[] {
    const ofOne = new Map<number, number>();
    const found: { name: string; uid: number; ms: number }[] = [];
    for (const name of this.names()) {
      const stat = lstatSync(join(this.folder, name), { throwIfNoEntry: false });
      if (!stat) continue;
      const { uid, ctimeMs: ms } = stat;
      const isReport = REPORT_NAME.test(name);
      // Users can set back the modification time, but not the change time.
      if (!isReport && this.now() - ms < LEFT_MS) continue;
      ofOne.set(uid, (ofOne.get(uid) ?? 0) + 1);
      if (isReport && (isWindows || ofOne.get(uid)! <= MAX_PER_USER)) found.push({ name, uid, ms });
      else this.drop(name);
    }
    return found.toSorted((one, other) => one.ms - other.ms);
  }

  /** Returns the names of up to `MAX_AT_ONCE` files among the first `MAX_ENTRIES` entries of the spool. */
  private names(): string[] {
    const names: string[] = [];
    const folder = opendirSync(this.folder);
    try {
      for (let left = MAX_ENTRIES; left > 0 && names.length < MAX_AT_ONCE; left--) {
        const entry = folder.readSync();
        if (!entry) break;
        if (!entry.isDirectory()) names.push(entry.name);
      }
      return names;
    } finally {
      folder.closeSync();
    }
  }

  private read(name: string): SpooledReport | undefined {
    const file = openOwn(join(this.folder, name));
    if (file === undefined) return undefined;
    try {
      const stat = fstatSync(file);
      // A hard link may be a file of another user, which the system would disclose.
      if (!stat.isFile() || stat.nlink !== 1 || stat.size > MAX_REPORT_FILE_BYTES) return undefined;
      const report = reportIn(bytesOf(file, stat.size));
      return report && { name, uid: stat.uid, report };
    } finally {
      closeSync(file);
    }
  }

  private unlink(path: string): void {
    try {
      unlinkSync(path);
    } catch {
      removeFolder(path);
    }
  }
}

/** Deletes an empty folder. Never enters one that is not empty. */
function removeFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // The folder is not empty. Its owner may empty it.
  }
}

/**
 * Opens a file without following links and without waiting for the writer of a pipe. Returns undefined when
 * it cannot be opened.
 */
function openOwn(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
}

/** Reads the file up to its size when it was opened, because it may grow during the read. */
function bytesOf(file: number, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  let length = 0;
  while (length < size) {
    const read = readSync(file, bytes, length, size - length, length);
    if (read === 0) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

function reportIn(bytes: Buffer): ReportFile | undefined {
  try {
    return reportFile.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return undefined;
  }
}

/** Windows permissions: owners may read, change and delete their own files; users may create files. */
const USERS = ['*S-1-3-4:(OI)(IO)(RX,W,D)', '*S-1-5-32-545:(WD,X)'];
