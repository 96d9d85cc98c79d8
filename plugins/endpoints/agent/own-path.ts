import { realpathSync, statSync } from 'node:fs';
import { dirname, win32 } from 'node:path';
import { powershellLiteral } from '../bootstrap/literals.ts';
import { installedProgramPath, isFromSources } from './own-program.ts';
import { runPowershell } from './this-pc.ts';
import { canOthersChange } from './windows-rights.ts';

const SYSTEM_WRITES = 0o022;

/** Returns a path and all its parent folders, the path first. */
export function listPathAndParents(path: string, above: (path: string) => string = dirname): string[] {
  const parts = [path];
  for (let part = above(path); part !== parts.at(-1); part = above(part)) parts.push(part);
  return parts;
}

/**
 * Returns the first part of a Linux path that a user other than root owns, or that its group or all users may
 * write. A shared folder counts, with or without the sticky bit.
 */
export const findWritablePart = (path: string): string | undefined =>
  listPathAndParents(path).find((part) => {
    const { uid, mode } = statSync(part);
    return uid !== 0 || (mode & SYSTEM_WRITES) !== 0;
  });

/**
 * Account of the process (SYSTEM or not), and the permissions of each part of a Windows path, the path first.
 */
export interface WindowsRights {
  system: boolean;
  sddl: string[];
}

/** Returns the PowerShell script that reads the permissions of a path and of all its parent folders. */
export const buildRightsScript = (path: string): string =>
  `@{system=[Security.Principal.WindowsIdentity]::GetCurrent().IsSystem;sddl=@(@(${listPathAndParents(
    path,
    win32.dirname,
  )
    .map(powershellLiteral)
    .join(',')})|ForEach-Object{(Get-Acl -LiteralPath $_).Sddl})}|ConvertTo-Json`;

/**
 * Returns the first part of a Windows path that other users may change. `sddl` contains the security
 * descriptors of the parts, and a part without one counts as changeable.
 */
export const findWritablePartOnWindows = (path: string, sddl: readonly string[]): string | undefined =>
  listPathAndParents(path, win32.dirname).find((_, at) => canOthersChange(sddl[at] ?? ''));

interface Safety {
  /** True when this process runs as the system; on Linux, as root. */
  isSystem: boolean;
  /** First part of the path that other users may write; undefined when there is none. */
  open: string | undefined;
}

async function safetyOf(program: string): Promise<Safety> {
  const path = realpathSync(program);
  if (process.platform !== 'win32')
    return { isSystem: process.getuid?.() === 0, open: findWritablePart(path) };
  const rights = await runPowershell<WindowsRights>(buildRightsScript(path));
  // A PC that cannot report its permissions must not lose its agent.
  if (!rights) return { isSystem: false, open: undefined };
  return { isSystem: rights.system, open: findWritablePartOnWindows(path, rights.sddl) };
}

/**
 * Throws an Error with a message when other users may replace a program that is to start as the system. A
 * Windows PC that cannot report its permissions passes.
 */
export async function refuseToSetUp(program: string): Promise<void> {
  const { open } = await safetyOf(program);
  if (open !== undefined)
    throw new Error(
      `The agent was not installed, because other users may write ${open}. Remove their write permission.`,
    );
}

/**
 * Throws an Error with a message when the system runs a program that another user may replace. A user who can
 * write a part of its path would be the system at the next start. Agents that run from their sources, or as
 * another user, pass.
 */
export async function refuseToRun(program = process.execPath): Promise<void> {
  if (isFromSources(program)) return;
  const { isSystem, open } = await safetyOf(program);
  if (isSystem && open !== undefined)
    throw new Error(
      `The agent does not run as root or SYSTEM, because other users may write ${open}. Run "${program}" agent install, which copies it to ${installedProgramPath()}.`,
    );
}
