import { execFileSync, spawn } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { installedProgramPath } from './own-program.ts';
import { Spool } from './spool.ts';
import { resolveStateFolder } from './state.ts';

const UNIT_NAME = 'millwright-agent.service';
const UNIT = `/etc/systemd/system/${UNIT_NAME}`;
/** The same unit, where a package of the system brought it. */
const PACKAGED_UNIT = `/usr/lib/systemd/system/${UNIT_NAME}`;
const TASK = 'Millwright agent';
const isWindows = process.platform === 'win32';

type Say = (line: string) => void;

/**
 * Before the agent is set up nothing in its folder is its own. Below ProgramData anybody could have left a state there,
 * with a nonce that he knows.
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

/** Starts the agent with the PC, and now: systemd on Linux, a task of SYSTEM on Windows. */
export function setUpService(program: string, say: Say): number {
  if (isWindows) {
    execFileSync('schtasks.exe', buildTaskArguments(program));
    execFileSync('schtasks.exe', ['/run', '/tn', TASK]);
  } else {
    writeUnit(program);
    execFileSync('systemctl', ['daemon-reload']);
    execFileSync('systemctl', ['enable', UNIT_NAME]);
    // One that runs already goes on with the program that is there now.
    execFileSync('systemctl', ['restart', UNIT_NAME]);
  }
  say('The agent starts with this PC, and runs now.');
  return 0;
}

/** Where a package of the system brought the unit, it stays the package's. */
export function writeUnit(program: string, own = UNIT, packaged = PACKAGED_UNIT): void {
  if (!existsSync(packaged)) writeFileSync(own, buildUnitFile(program), { mode: 0o644 });
}

/** A task of SYSTEM, as schtasks.exe is told of it. */
export const buildTaskArguments = (program: string): string[] => [
  ...['/create', '/f', '/tn', TASK, '/ru', 'SYSTEM', '/rl', 'HIGHEST', '/sc', 'ONSTART'],
  ...['/tr', `"${program}" agent run`],
];

/** The agent as systemd starts it; the package of the agent brings the same. */
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

/** Ends the agent, forgets its credential and takes its program away. */
export function removeService(spool: string, say: Say): number {
  if (isWindows) {
    execFileSync('schtasks.exe', ['/end', '/tn', TASK]);
    execFileSync('schtasks.exe', ['/delete', '/f', '/tn', TASK]);
  } else {
    execFileSync('systemctl', ['disable', '--now', UNIT_NAME]);
    rmSync(UNIT, { force: true });
    execFileSync('systemctl', ['daemon-reload']);
  }
  new Spool(spool).remove();
  rmSync(resolveStateFolder(), { recursive: true, force: true });
  removeProgram(dirname(installedProgramPath()));
  say('The agent is gone from this PC. Revoke its credential on the appliance.');
  return 0;
}

/** On Windows a program that runs cannot be removed: one that takes itself away is removed once it has ended. */
function removeProgram(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch (cause) {
    if (!isWindows) throw cause;
    const options = { detached: true, stdio: 'ignore', windowsHide: true, cwd: dirname(folder) } as const;
    spawn('cmd.exe', buildRemovalArguments(folder), { ...options, windowsVerbatimArguments: true }).unref();
  }
}

/** Waits a few seconds, and removes a folder: as cmd.exe is told of it. */
export const buildRemovalArguments = (folder: string): string[] => [
  '/d',
  '/s',
  '/c',
  `"ping.exe -n 6 127.0.0.1 >nul & rmdir /s /q "${folder}""`,
];
