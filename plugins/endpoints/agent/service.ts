import { execFileSync, spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorMessageOf } from '../../../src/kit/error-message.ts';
import { installedProgramPath } from './own-program.ts';
import { Spool } from './spool.ts';
import { resolveStateFolder } from './state.ts';

const UNIT_NAME = 'millwright-agent.service';
const UNIT = `/etc/systemd/system/${UNIT_NAME}`;
/** Path of the systemd unit when an operating system package installed it. */
const PACKAGED_UNIT = `/usr/lib/systemd/system/${UNIT_NAME}`;
const TASK = 'Millwright agent';
const isWindows = process.platform === 'win32';

type WriteLine = (line: string) => void;

export interface Output {
  out: WriteLine;
  err: WriteLine;
}

/**
 * Deletes the state folder on Windows, unless the task of an agent exists already. Any user can create
 * folders below ProgramData, and could have left a state with a known nonce.
 */
export function deleteForeignState(): void {
  if (isWindows && !isSetUp()) rmSync(resolveStateFolder(), { recursive: true, force: true });
}

function isSetUp(): boolean {
  try {
    execFileSync('schtasks.exe', ['/query', '/tn', TASK], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts the agent now and with the PC, through systemd on Linux and as a task of SYSTEM on Windows. Returns
 * the exit code 0.
 */
export function setUpService(program: string, writeLine: WriteLine): number {
  if (isWindows) {
    execFileSync('schtasks.exe', buildTaskArguments(program));
    execFileSync('schtasks.exe', ['/run', '/tn', TASK]);
  } else {
    writeUnit(program);
    execFileSync('systemctl', ['daemon-reload']);
    execFileSync('systemctl', ['enable', UNIT_NAME]);
    // A running agent restarts with the new program.
    execFileSync('systemctl', ['restart', UNIT_NAME]);
  }
  writeLine('The agent is running and starts with this PC.');
  return 0;
}

/** Writes the systemd unit, unless an operating system package installed it. */
export function writeUnit(program: string, own = UNIT, packaged = PACKAGED_UNIT): void {
  if (!existsSync(packaged)) writeFileSync(own, buildUnitFile(program), { mode: 0o644 });
}

/**
 * Returns the schtasks.exe arguments that create the task of the agent. It runs as SYSTEM when Windows
 * starts.
 */
export const buildTaskArguments = (program: string): string[] => [
  ...['/create', '/f', '/tn', TASK, '/ru', 'SYSTEM', '/rl', 'HIGHEST', '/sc', 'ONSTART'],
  ...['/tr', `"${program}" agent run`],
];

/** Returns the systemd unit of the agent. The agent package contains the same unit. */
export const buildUnitFile = (program: string): string => `[Unit]
Description=Millwright agent
After=network-online.target
Wants=network-online.target

[Service]
ExecStart="${program}" agent run
Restart=always
RestartSec=5
NoNewPrivileges=no

[Install]
WantedBy=multi-user.target
`;

/**
 * Stops the agent and deletes its service, credential, program and waiting reports. The unit of an operating
 * system package stays. A step that fails does not stop the others: it is named in a warning. Returns the exit
 * code: 0 when the service and the credential are gone, else 1, also when there was no service.
 */
export function removeService(spool: string, { out, err }: Output): number {
  const state = resolveStateFolder();
  const program = dirname(installedProgramPath());
  const attempt = (failure: string, step: () => void): boolean => {
    try {
      step();
      return true;
    } catch (cause) {
      err(`Warning: ${failure} (${errorMessageOf(cause).trim()}).`);
      return false;
    }
  };
  const isRemoved = [
    attempt('the service could not be stopped', stopService),
    attempt('the service could not be deleted', deleteService),
    attempt(`the credential in ${state} could not be deleted`, () =>
      rmSync(state, { recursive: true, force: true }),
    ),
  ].every(Boolean);
  attempt(`the program in ${program} could not be deleted`, () => removeProgram(program));
  // Users write to this folder, so they may delay its deletion or make it fail. It comes last.
  attempt(`the waiting reports in ${spool} could not be deleted`, () => new Spool(spool).remove());
  const result = isRemoved ? 'The agent is removed from this PC.' : 'The agent is not removed completely.';
  out(`${result} Revoke its credential on the appliance.`);
  return isRemoved ? 0 : 1;
}

function stopService(): void {
  if (isWindows) execFileSync('schtasks.exe', ['/end', '/tn', TASK]);
  else execFileSync('systemctl', ['disable', '--now', UNIT_NAME]);
}

function deleteService(): void {
  if (isWindows) {
    execFileSync('schtasks.exe', ['/delete', '/f', '/tn', TASK]);
    return;
  }
  rmSync(UNIT, { force: true });
  execFileSync('systemctl', ['daemon-reload']);
}

/**
 * Deletes the program folder. Windows cannot delete a running program, so there a separate process deletes it
 * after this one has ended.
 */
function removeProgram(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (cause) {
    if (!isWindows) throw cause;
    const options = { detached: true, stdio: 'ignore', windowsHide: true, cwd: dirname(folder) } as const;
    spawn('cmd.exe', buildRemovalArguments(folder), { ...options, windowsVerbatimArguments: true }).unref();
  }
}

/** Returns the cmd.exe arguments that wait a few seconds and then delete a folder. */
export const buildRemovalArguments = (folder: string): string[] => [
  '/d',
  '/s',
  '/c',
  `"ping.exe -n 6 127.0.0.1 >nul & rmdir /s /q "${folder}""`,
];
