import { createHash } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { execute } from './execute.ts';
import type { CommandOutcome } from './outcome.ts';
import { closeFolder } from './windows-folder.ts';

export const receivedScript = z.object({
  scriptname: z.string(),
  body: z.string(),
  sha256: z.string(),
  errormode: z.enum(['continue', 'stop']),
  captureoutput: z.boolean(),
  workingdirectory: z.string().nullable(),
  usercontext: z.enum(['system', 'loggedinuser']),
  timeoutseconds: z.int().positive(),
});
type Script = z.output<typeof receivedScript>;

const isWindows = process.platform === 'win32';

/**
 * Runs a script as the server describes it. `user` is the signed-in user, for scripts of that user. The
 * outcome is failed, and nothing runs, when the script has another digest than the server states, or cannot
 * run as its user. On Windows, `errormode` may add a line before the script.
 */
export async function runScript(script: Script, user: string | undefined): Promise<CommandOutcome> {
  if (createHash('sha256').update(script.body).digest('hex') !== script.sha256)
    return {
      status: 'failed',
      output: 'The script does not match the queued version. It was not run.',
    };
  const problem = script.usercontext === 'loggedinuser' ? validateUserContext(user) : undefined;
  if (problem) return { status: 'failed', output: problem };
  const folder = mkdtempSync(join(tmpdir(), 'millwright-script-'));
  if (isWindows) closeFolder(folder);
  const outcome = await runIn(folder, script, user).catch((cause: unknown) => {
    remove(folder);
    throw cause;
  });
  const left = remove(folder);
  return left ? { ...outcome, output: `${outcome.output ?? ''}\n${left}` } : outcome;
}

/**
 * Deletes the folder of a script. Returns a message when a process of the script or a virus scanner still has
 * it open.
 */
function remove(folder: string): string | undefined {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    return undefined;
  } catch (cause) {
    return `${folder} could not be deleted: ${cause instanceof Error ? cause.message : cause}`;
  }
}

/**
 * Returns why a script cannot run as the signed-in user, or undefined when it can. `user` is undefined when
 * no user is signed in. On Windows it never can. Such a script never runs with the permissions of the system.
 */
export function validateUserContext(
  user: string | undefined,
  platform = process.platform,
): string | undefined {
  if (platform === 'win32')
    return 'On Windows, this agent runs scripts only as SYSTEM. The script was not run.';
  return user === undefined ? 'No user is signed in, so the script was not run.' : undefined;
}

async function runIn(folder: string, script: Script, user: string | undefined): Promise<CommandOutcome> {
  const file = join(folder, isWindows ? 'script.ps1' : 'script.sh');
  // Without the byte order mark, PowerShell 5 reads a file in the code page of the system.
  writeFileSync(file, isWindows ? `\ufeff${withErrorMode(script)}` : script.body, {
    mode: 0o600,
    // Fails for an existing file, because the user who created it could change it afterwards.
    flag: 'wx',
  });
  const [program, args] = commandFor(file, script, user);
  if (script.usercontext === 'loggedinuser' && !isWindows) {
    chmodSync(folder, 0o755);
    chmodSync(file, 0o644);
  }
  return execute(program, args, script);
}

const withErrorMode = ({ errormode, body }: Script): string =>
  errormode === 'stop' ? `$ErrorActionPreference = 'Stop'\r\n${body}` : body;

/** Returns the program and its arguments as a list, so that no shell executes a name as code. */
function commandFor(
  file: string,
  { errormode, usercontext }: Script,
  user: string | undefined,
): [string, string[]] {
  if (isWindows)
    return ['powershell.exe', ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-File', file]];
  const shell = ['/bin/sh', ...(errormode === 'stop' ? ['-e'] : []), file];
  return usercontext === 'loggedinuser'
    ? ['runuser', ['-u', user!, '--', ...shell]]
    : [shell[0]!, shell.slice(1)];
}
