import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { Agent } from './agent.ts';
import { computeStartupDelay } from './back-off.ts';
import { createNonce } from './identity.ts';
import { sharedKeyOf } from './key.ts';
import { refuseToRun, refuseToSetUp } from './own-path.ts';
import { copyProgram, installedProgramPath, isFromSources } from './own-program.ts';
import { createOperatorReport } from './report.ts';
import { deleteForeignState, type Output, removeService, setUpService } from './service.ts';
import { type AgentState, resolveStateFolder, StateFile } from './state.ts';
import { readUptimeSeconds } from './this-pc.ts';
import { UpgradeTrial } from './upgrade.ts';

export const usage = `millwright agent enroll --server URL --pin PIN [--key-file FILE] [--state DIR]   request a credential from the appliance
millwright agent run [--state DIR] [--startup-jitter 30]                   run the agent
millwright agent status [--state DIR]                                      show the state of the agent
millwright agent report --text TEXT [--reason TEXT] [--screenshot]         send a report to the alert recipients
millwright agent install --server URL --pin PIN [--key-file FILE]          enroll, and start the agent with the PC
millwright agent uninstall                                                 remove the agent and its credential
The shared key is read from a file, or from the standard input with --key -. With --key KEY, other users of this PC can see it.`;

const FLAGS = ['server', 'pin', 'key', 'key-file', 'state', 'text', 'reason', 'startup-jitter'];
/** Flags without a value. */
const SWITCHES = ['screenshot'];

/**
 * Runs `millwright agent ...` and returns the exit code. Throws an Error with a message for the user at the
 * console.
 */
export async function runAgentCommand(args: readonly string[], output: Output): Promise<number> {
  const [name = 'help', ...rest] = args;
  const flags = flagsOf(rest);
  const file = new StateFile(flags.get('state') ?? resolveStateFolder());
  if (name === 'enroll') return enroll(file, flags, output);
  if (name === 'run') return run(file, jitterOf(flags), output);
  if (name === 'status') return status(file, output);
  if (name === 'report') return createOperatorReport(file.spool, flags, output);
  if (name === 'install') return install(file, flags, output);
  if (name === 'uninstall') return removeService(file.spool, output);
  output.out(usage);
  return name === 'help' ? 0 : 2;
}

/**
 * Installs the agent. The service starts a copy of this program in a folder that only the system may write.
 */
async function install(file: StateFile, flags: ReadonlyMap<string, string>, output: Output): Promise<number> {
  if (isFromSources()) throw new Error('This agent runs from source. Install the executable instead.');
  if (process.getuid?.() !== 0 && process.platform !== 'win32')
    throw new Error('Run this command as root, for example with sudo.');
  const program = installedProgramPath();
  copyProgram(process.execPath, program);
  await refuseToSetUp(program);
  deleteForeignState();
  await enroll(file, flags, output);
  return setUpService(program, output.out);
}

function flagsOf(args: readonly string[]): Map<string, string> {
  const flags = new Map<string, string>();
  const left = [...args];
  for (let argument = left.shift(); argument !== undefined; argument = left.shift()) {
    const name = argument.replace(/^--/, '');
    const value = SWITCHES.includes(name) ? 'yes' : left.shift();
    if (!argument.startsWith('--') || ![...FLAGS, ...SWITCHES].includes(name) || value === undefined)
      throw new Error(`Unknown option ${argument}, or its value is missing.\n${usage}`);
    // `--pin` may occur several times, for the served key and the next one.
    flags.set(name, name === 'pin' && flags.has(name) ? `${flags.get(name)},${value}` : value);
  }
  return flags;
}

async function enroll(file: StateFile, flags: ReadonlyMap<string, string>, { out }: Output): Promise<number> {
  const state = stateFrom(flags, file.read());
  file.write(state);
  if (state.credential) {
    out('This PC already has a credential.');
    return 0;
  }
  const agent = new Agent(state, file, () => undefined);
  try {
    const outcome = await agent.enroll();
    out(STATE_MESSAGES[outcome] ?? outcome);
    if (outcome === 'pending') out(`The fingerprint of this agent is ${fingerprintOf(state.nonce)}.`);
    return 0;
  } finally {
    agent.stop();
  }
}

/**
 * Returns the fingerprint that an admin compares before approval: the first digits of the digest of the
 * nonce, which only this agent knows.
 */
const fingerprintOf = (nonce: string): string => createHash('sha256').update(nonce).digest('hex').slice(0, 8);

const STATE_MESSAGES: Record<string, string> = {
  enrolled: 'This PC is enrolled.',
  pending: 'This PC waits for approval by an admin under Fleet, Agents, Enrollment.',
  approved: 'This PC is already approved, but its credential is in use elsewhere. Ask an admin.',
  rejected: 'An admin rejected this PC.',
  blocked: 'An admin blocked the enrollment of this PC.',
};

/**
 * Merges the flags into the previous state. Flags take precedence. For another server, only the pins of the
 * previous state stay.
 */
function stateFrom(flags: ReadonlyMap<string, string>, before: AgentState | undefined): AgentState {
  const address = flags.get('server') ?? before?.server;
  const server = address && canonicalAddressOf(address);
  if (!server) throw new Error('Enter the address of the appliance: --server https://its-name:8443');
  const pin = flags.get('pin');
  const pins = pin ? pin.split(',') : (before?.pins ?? []);
  if (!server.startsWith('https://') && !isOwn(server))
    throw new Error('The appliance must have an https address, because credentials are sent to it.');
  const isSame = before && canonicalAddressOf(before.server) === server;
  const sharedkey = sharedKeyOf(flags);
  return {
    ...(isSame && before),
    server,
    pins,
    nonce: (isSame && before.nonce) || createNonce(),
    ...(sharedkey !== undefined && { sharedkey }),
  };
}

/**
 * Returns an address as it is stored and compared: scheme and host in lower case, without the default port and
 * without a slash at the end. Returns undefined when it is not a URL.
 */
const canonicalAddressOf = (address: string): string | undefined =>
  URL.parse(address)?.href.replace(/\/+$/, '');

/** Reports whether the server is this PC. Only then may an agent connect without TLS. */
const isOwn = (server: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(server).hostname);

/**
 * Returns the startup jitter in seconds; 30 by default. Throws an Error for anything other than a number of
 * up to six digits. Does not limit it to the maximum of 300.
 */
function jitterOf(flags: ReadonlyMap<string, string>): number {
  const text = flags.get('startup-jitter') ?? '30';
  if (!/^\d{1,6}$/.test(text)) throw new Error('--startup-jitter must be a number of seconds, at most 300.');
  return Number(text);
}

/** Time in which a new build must reach the server. After that, the previous build is restored. */
const TRIAL_MS = 10 * 60_000;

async function run(file: StateFile, jitter: number, { out, err }: Output): Promise<number> {
  const trial = new UpgradeTrial();
  await refuseToRun().catch((cause: unknown) => {
    // A new build that refuses to run in a folder that other users may write is rolled back. Older PCs with
    // such a folder therefore keep the build that works there.
    if (trial.isOn) {
      trial.restorePrevious();
      restartOnWindows();
    }
    throw cause;
  });
  const state = file.read();
  if (!state) throw new Error('This PC is not enrolled. Run: millwright agent enroll --server URL --pin PIN');
  const printWithTime = (line: string) => out(`${new Date().toISOString()} ${line}`);
  const returnToPrevious = () => {
    printWithTime('This build cannot reach the appliance. The agent returns to the previous build.');
    trial.restorePrevious();
    agent.isRestarting = true;
    agent.stop();
  };
  const timer = trial.isOn ? setTimeout(returnToPrevious, TRIAL_MS) : undefined;
  const onReply = () => {
    clearTimeout(timer);
    trial.confirm();
  };
  const agent = new Agent(state, file, printWithTime, { heard: onReply });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => agent.stop());
  process.on('unhandledRejection', (cause) => err(`millwright agent: ${cause}`));
  await agent.run(computeStartupDelay(jitter, readUptimeSeconds()));
  clearTimeout(timer);
  if (agent.isRestarting) restartOnWindows();
  return 0;
}

/**
 * Starts the agent again on Windows, and does nothing on Linux. systemd restarts an agent that has ended; a
 * Windows task does not.
 */
function restartOnWindows(): void {
  if (process.platform !== 'win32') return;
  spawn(process.execPath, process.argv.slice(1), { detached: true, stdio: 'ignore' }).unref();
}

function status(file: StateFile, { out }: Output): number {
  const state = file.read();
  if (!state) {
    out('This PC is not enrolled.');
    return 1;
  }
  out(state.credential ? 'enrolled' : (state.told ?? 'pending'));
  out(`server      ${state.server}`);
  out(`fingerprint ${fingerprintOf(state.nonce)}`);
  out(`trusts      ${state.pins.join(', ') || 'the certificate authorities of this PC'}`);
  out(
    `credential  ${state.credential ? `${state.credential.slice(0, 15)}… of asset ${state.assetid}` : 'none yet'}`,
  );
  return state.credential ? 0 : 1;
}
