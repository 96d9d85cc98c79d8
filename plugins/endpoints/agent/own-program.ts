import {
  chmodSync,
  constants,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { basename, dirname, join, posix, win32 } from 'node:path';
import { replaceFile } from '../../../src/kit/on-disk.ts';
import { closeFolderAndFiles } from './windows-folder.ts';

const isWindows = process.platform === 'win32';
/** Permission of users to run the program, which they need to send reports. */
const USERS_RUN_IT = ['*S-1-5-32-545:(OI)(CI)RX'];

/** Reports whether this agent runs from its sources. Its program is then a runtime, not the agent. */
export const isFromSources = (program = process.execPath): boolean =>
  /^(?:bun|node)(?:\.exe)?$/.test(basename(program));

/** Returns the path to which `install` copies the program, so that it starts with the PC. */
export const installedProgramPath = (
  platform: string = process.platform,
  programFiles = process.env.ProgramFiles,
): string =>
  platform === 'win32'
    ? win32.join(programFiles ?? 'C:\\Program Files', 'Millwright Agent', 'millwright.exe')
    : posix.join('/opt/millwright-agent', 'millwright');

/**
 * Copies the program into a folder that only the system may write, because the download folder may belong to
 * any user. `close` restricts the folder to the system. It throws an Error with a message when another user
 * owns the folder. A program that already runs from `to` is not copied.
 */
export function copyProgram(
  from: string,
  to: string,
  close: (folder: string) => void = ensureProtected,
): void {
  const folder = dirname(to);
  close(folder);
  // A previous build from an earlier upgrade is deleted, because it must not replace the new program.
  rmSync(`${to}.previous`, { force: true });
  if (realpathSync(from) === join(realpathSync(folder), basename(to))) return;
  const next = `${to}.next`;
  rmSync(next, { force: true });
  try {
    // The copy is a new file, so it does not write through an existing link.
    copyFileSync(from, next, constants.COPYFILE_EXCL);
    chmodSync(next, 0o755);
    if (isWindows) putAside(to);
    replaceFile(next, to);
  } finally {
    rmSync(next, { force: true });
  }
  // Files that were added since then must belong to the system too.
  close(folder);
}

/** Renames a running program. Windows does not let another file replace it, but allows a rename. */
function putAside(program: string): void {
  if (!existsSync(program)) return;
  rmSync(`${program}.replaced`, { force: true });
  replaceFile(program, `${program}.replaced`);
}

function ensureProtected(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const stat = lstatSync(folder);
  if (!stat.isDirectory() || (!isWindows && stat.uid !== process.getuid?.()))
    throw new Error(`${folder} does not belong to the agent. Delete it and install the agent again.`);
  if (isWindows) closeFolderAndFiles(folder, USERS_RUN_IT);
  else chmodSync(folder, 0o755);
}
