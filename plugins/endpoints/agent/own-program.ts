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
/** Users start it to report something. */
const USERS_RUN_IT = ['*S-1-5-32-545:(OI)(CI)RX'];

/** Whether this agent runs from its sources: its program is a runtime then, which is nobody's agent. */
export const isFromSources = (program = process.execPath): boolean =>
  /^(?:bun|node)(?:\.exe)?$/.test(basename(program));

/** Where an agent that starts with the PC has its program. */
export const installedProgramPath = (
  platform: string = process.platform,
  programFiles = process.env.ProgramFiles,
): string =>
  platform === 'win32'
    ? win32.join(programFiles ?? 'C:\\Program Files', 'Millwright Agent', 'millwright.exe')
    : posix.join('/opt/millwright-agent', 'millwright');

/**
 * Puts a copy of the program into a folder that nobody else writes: what starts with the PC is the system's, and where
 * it was fetched to may belong to anybody. Throws an Error with a sentence where that folder is somebody else's.
 */
export function copyProgram(from: string, to: string, close: (folder: string) => void = closed): void {
  const folder = dirname(to);
  close(folder);
  // What an earlier upgrade left to go back to is older than this.
  rmSync(`${to}.previous`, { force: true });
  if (realpathSync(from) === join(realpathSync(folder), basename(to))) return;
  const next = `${to}.next`;
  rmSync(next, { force: true });
  try {
    // A new file: whatever has that name already is not written through.
    copyFileSync(from, next, constants.COPYFILE_EXCL);
    chmodSync(next, 0o755);
    if (isWindows) putAside(to);
    replaceFile(next, to);
  } finally {
    rmSync(next, { force: true });
  }
  // What came since is the system's too.
  close(folder);
}

/** Windows lets nothing take the place of a program that runs, but renames it. */
function putAside(program: string): void {
  if (!existsSync(program)) return;
  rmSync(`${program}.replaced`, { force: true });
  replaceFile(program, `${program}.replaced`);
}

function closed(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  const stat = lstatSync(folder);
  if (!stat.isDirectory() || (!isWindows && stat.uid !== process.getuid?.()))
    throw new Error(`${folder} is not the agent's own: remove it, and install the agent again.`);
  if (isWindows) closeFolderAndFiles(folder, USERS_RUN_IT);
  else chmodSync(folder, 0o755);
}
