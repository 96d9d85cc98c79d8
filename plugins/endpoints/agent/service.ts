import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { Spool } from './spool.ts';
import { defaultFolder } from './state.ts';

const UNIT = '/etc/systemd/system/millwright-agent.service';
const TASK = 'Millwright agent';
const isWindows = process.platform === 'win32';

type Say = (line: string) => void;

/**
 * Before the agent is set up nothing in its folder is its own. Below ProgramData anybody could have left a state there,
 * with a nonce that he knows.
 */
export function refuseWhatWasThere(): void {
  if (isWindows && !isSetUp()) rmSync(defaultFolder(), { recursive: true, force: true });
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
export function setUpService(say: Say): number {
  const program = process.execPath;
  if (isWindows) {
    const start = `"${program}" agent run`;
    execFileSync('schtasks.exe', [
      '/create',
      '/f',
      '/tn',
      TASK,
      '/ru',
      'SYSTEM',
      '/rl',
      'HIGHEST',
      '/sc',
      'ONSTART',
      '/tr',
      start,
    ]);
    execFileSync('schtasks.exe', ['/run', '/tn', TASK]);
  } else {
    writeFileSync(UNIT, unitFor(program), { mode: 0o644 });
    execFileSync('systemctl', ['daemon-reload']);
    execFileSync('systemctl', ['enable', '--now', 'millwright-agent.service']);
  }
  say('The agent starts with this PC, and runs now.');
  return 0;
}

const unitFor = (program: string): string => `[Unit]
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

/** Ends the agent and forgets its credential. */
export function takeServiceAway(spool: string, say: Say): number {
  if (isWindows) {
    execFileSync('schtasks.exe', ['/end', '/tn', TASK]);
    execFileSync('schtasks.exe', ['/delete', '/f', '/tn', TASK]);
  } else {
    execFileSync('systemctl', ['disable', '--now', 'millwright-agent.service']);
    rmSync(UNIT, { force: true });
    execFileSync('systemctl', ['daemon-reload']);
  }
  new Spool(spool).remove();
  rmSync(defaultFolder(), { recursive: true, force: true });
  say('The agent is gone from this PC. Revoke its credential on the appliance.');
  return 0;
}
