import { realpathSync, statSync } from 'node:fs';
import { dirname, win32 } from 'node:path';
import { powershellLiteral } from '../bootstrap/literals.ts';
import { installedProgramPath, isFromSources } from './own-program.ts';
import { runPowershell } from './this-pc.ts';
import { canOthersChange } from './windows-rights.ts';

const SYSTEM_WRITES = 0o022;

/** A path and every folder above it, the path first. */
export function listPathAndParents(path: string, above: (path: string) => string = dirname): string[] {
  const parts = [path];
  for (let part = above(path); part !== parts.at(-1); part = above(part)) parts.push(part);
  return parts;
}

/** What of a path of Linux somebody else than root may write. A folder where everybody makes files is one, sticky or not. */
export const findWritablePart = (path: string): string | undefined =>
  listPathAndParents(path).find((part) => {
    const { uid, mode } = statSync(part);
    return uid !== 0 || (mode & SYSTEM_WRITES) !== 0;
  });

/** Who it is that runs, and the rights of each part of a path of Windows, the path first. */
export interface WindowsRights {
  system: boolean;
  sddl: string[];
}

/** The question that PowerShell is asked of a path. */
export const buildRightsScript = (path: string): string =>
  `@{system=[Security.Principal.WindowsIdentity]::GetCurrent().IsSystem;sddl=@(@(${listPathAndParents(
    path,
    win32.dirname,
  )
    .map(powershellLiteral)
    .join(',')})|ForEach-Object{(Get-Acl -LiteralPath $_).Sddl})}|ConvertTo-Json`;

/** What of a path of Windows others may change. */
export const findWritablePartOnWindows = (path: string, sddl: readonly string[]): string | undefined =>
  listPathAndParents(path, win32.dirname).find((_, at) => canOthersChange(sddl[at] ?? ''));

interface Safety {
  /** Whether it is the system that asks. */
  isSystem: boolean;
  /** What others may write. */
  open: string | undefined;
}

async function safetyOf(program: string): Promise<Safety> {
  const path = realpathSync(program);
  if (process.platform !== 'win32')
    return { isSystem: process.getuid?.() === 0, open: findWritablePart(path) };
  const rights = await runPowershell<WindowsRights>(buildRightsScript(path));
  // A PC that does not say so is not left without its agent.
  if (!rights) return { isSystem: false, open: undefined };
  return { isSystem: rights.system, open: findWritablePartOnWindows(path, rights.sddl) };
}

/** Throws an Error with a sentence for a program that is to start as the system, and that others may replace. */
export async function refuseToSetUp(program: string): Promise<void> {
  const { open } = await safetyOf(program);
  if (open !== undefined)
    throw new Error(`The agent is not installed while others may write ${open}: take that right from them.`);
}

/**
 * Throws an Error with a sentence when the system runs a program that somebody else may replace: whoever writes a part of
 * its path would be the system at the next start.
 */
export async function refuseToRun(program = process.execPath): Promise<void> {
  if (isFromSources(program)) return;
  const { isSystem, open } = await safetyOf(program);
  if (isSystem && open !== undefined)
    throw new Error(
      `The agent does not run as the system while others may write ${open}. Run "${program}" agent install, which copies it to ${installedProgramPath()}.`,
    );
}
