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
  unlinkSync,
} from 'node:fs';
import { join } from 'node:path';
import { MAX_REPORT_FILE_BYTES, REPORT_NAME, type ReportFile, reportFile } from './report-file.ts';
import { closeFolder } from './windows-folder.ts';

const isWindows = process.platform === 'win32';
/** Whatever else lies there goes after so long. */
const LEFT_MS = 3_600_000;
/** What one person may leave waiting, and what is looked at in one turn. */
const MAX_PER_USER = 20;
const MAX_AT_ONCE = 1000;
const MAX_ENTRIES = 100_000;

export interface SpooledReport {
  name: string;
  /** Who put it there; 0 on Windows, where it is not told. */
  uid: number;
  report: ReportFile;
}

/**
 * Where people of this PC leave reports for the agent, which alone can send them. Any user may put a file there, and
 * nobody but the system sees what others have put; whatever lies there was made by somebody who may mean harm.
 */
export class Spool {
  constructor(
    private readonly folder: string,
    private readonly now: () => number = Date.now,
  ) {}

  /** Makes the place. Throws an Error with a sentence when somebody else has made it before. */
  open(): void {
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    const stat = lstatSync(this.folder);
    if (!stat.isDirectory() || (!isWindows && stat.uid !== process.getuid?.()))
      throw new Error(`${this.folder} is not the agent's own: no reports are taken from it.`);
    if (isWindows) closeFolder(this.folder, USERS);
    // To make files in it is for all; to list it, and to touch those of others, is for nobody.
    else chmodSync(this.folder, 0o1733);
  }

  /** The oldest report of those who may send one now that is fit to be sent; whatever is not goes. */
  next(mayNow: (uid: number) => boolean): SpooledReport | undefined {
    for (const { name, uid } of this.waiting()) {
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

  /** Takes the place away, with what lies in it. No folder is walked into: it may lead elsewhere by then. */
  remove(): void {
    if (!existsSync(this.folder) || !lstatSync(this.folder).isDirectory()) return;
    if (!isWindows) chmodSync(this.folder, 0o700);
    for (const name of this.names(true)) this.unlink(join(this.folder, name));
    rmdirSync(this.folder);
  }

  /** Whole reports, the oldest first; leftovers go, and what is too many of one person. */
  private waiting(): { name: string; uid: number; ms: number }[] {
    const ofOne = new Map<number, number>();
    const found: { name: string; uid: number; ms: number }[] = [];
    for (const name of this.names()) {
      const stat = lstatSync(join(this.folder, name), { throwIfNoEntry: false });
      if (!stat) continue;
      const { uid, ctimeMs: ms } = stat;
      const isReport = REPORT_NAME.test(name);
      // When it was changed last nobody can set back, unlike when it was written.
      if (!isReport && this.now() - ms < LEFT_MS) continue;
      ofOne.set(uid, (ofOne.get(uid) ?? 0) + 1);
      if (isReport && (isWindows || ofOne.get(uid)! <= MAX_PER_USER)) found.push({ name, uid, ms });
      else this.drop(name);
    }
    return found.toSorted((one, other) => one.ms - other.ms);
  }

  /** Folders are left out while it is in use: thousands of them would hide the reports. */
  private names(withFolders = false): string[] {
    const names: string[] = [];
    const folder = opendirSync(this.folder);
    try {
      for (let left = MAX_ENTRIES; left > 0 && names.length < MAX_AT_ONCE; left--) {
        const entry = folder.readSync();
        if (!entry) break;
        if (withFolders || !entry.isDirectory()) names.push(entry.name);
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
      // Another name of the same file would be somebody else's file, read out by the system.
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

/** An empty folder goes; one that is not stays, and is never entered. */
function removeFolder(path: string): void {
  try {
    rmdirSync(path);
  } catch {
    // Its owner may empty it.
  }
}

/** No link is followed, and nothing that is no file keeps the agent waiting. */
function openOwn(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  } catch {
    return undefined;
  }
}

/** As much as was there when it was opened: it may grow while it is read. */
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

/** Whoever made a file in it may change and take it away; users may make files. */
const USERS = ['*S-1-3-4:(OI)(IO)(RX,W,D)', '*S-1-5-32-545:(WD,X)'];
