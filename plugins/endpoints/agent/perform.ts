import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Action } from '../actions.ts';
import { readLog } from './collect-log.ts';
import type { Connection } from './connection.ts';
import { inventory } from './inventory.ts';
import type { Outcome } from './outcome.ts';
import { runScript, script } from './run-script.ts';
import { loggedInUser } from './this-pc.ts';
import { type Offer, offer, upgrade } from './upgrade.ts';

const run = promisify(execFile);
const isWindows = process.platform === 'win32';

export interface Command {
  commandid: number;
  action: Action;
  parameters: Record<string, unknown>;
}

/** What the agent needs to do what it is asked. */
export interface Means {
  connection: Connection;
  headers(): Record<string, string>;
  /** Begins anew once the result is sent. */
  restartSoon(): void;
}

const done = (output?: string): Outcome => ({ status: 'succeeded', exitcode: 0, output });
const failed = (output: string): Outcome => ({ status: 'failed', output });

/** Does what a command asks; what goes wrong is its outcome. */
export async function perform(command: Command, means: Means): Promise<Outcome> {
  try {
    return await HANDLERS[command.action](command, means);
  } catch (cause) {
    return failed(cause instanceof Error ? cause.message : String(cause));
  }
}

type Handler = (command: Command, means: Means) => Promise<Outcome>;

const HANDLERS: Record<Action, Handler> = {
  run_script: async ({ parameters }, means) =>
    parameters.package === undefined
      ? runScript(script.parse(parameters), await loggedInUser())
      : takeBuild(offer.parse(parameters.package), means),
  collect_log: async ({ commandid, parameters }, { connection, headers }) => {
    const path = String(parameters.path);
    const content = readLog(path);
    const answer = await connection.ask('/endpoints/logs', {
      method: 'POST',
      body: { commandid, path, content },
      headers: headers(),
    });
    return answer.status < 300 ? done() : failed(answer.message ?? `The server answered ${answer.status}.`);
  },
  inventory_refresh: async (_command, means) => sendInventory(means),
  message: async ({ parameters }) => showMessage(String(parameters.text)),
  restart_agent: async (_command, { restartSoon }) => {
    restartSoon();
    return done();
  },
  reboot: async () => {
    if (isWindows) await run('shutdown.exe', ['/r', '/t', '30']);
    else await run('shutdown', ['-r', '+1']);
    return done('The PC starts anew in a minute.');
  },
  scheduledtask_run: async ({ parameters }) => {
    const name = String(parameters.taskname);
    if (isWindows) await run('schtasks.exe', ['/run', '/tn', name]);
    else await run('systemctl', ['start', '--', name]);
    return done();
  },
  update_app: async () => failed('This version of the agent installs no applications.'),
  enforce_run: async () => failed('This version of the agent has no manifests to enforce.'),
  printers_sync: async () => failed('This version of the agent sets up no printers.'),
};

/** Another build of this program begins once the server knows what came of it. */
async function takeBuild(given: Offer, { connection, headers, restartSoon }: Means): Promise<Outcome> {
  const outcome = await upgrade(given, connection, headers());
  if (outcome.status === 'succeeded') restartSoon();
  return outcome;
}

/** Says what the PC is and what is on it. */
export async function sendInventory({ connection, headers }: Means): Promise<Outcome> {
  const answer = await connection.ask('/collector/computers', {
    method: 'POST',
    body: await inventory(),
    headers: headers(),
    ms: 120_000,
  });
  return answer.status < 300 ? done() : failed(answer.message ?? `The server answered ${answer.status}.`);
}

/** By its input: among the arguments a text may be an option, and to `wall` the name of a file to show. */
async function showMessage(text: string): Promise<Outcome> {
  const showing = isWindows ? run('msg.exe', ['*', '/time:0']) : run('wall', []);
  // Whoever ends before reading it says so by its exit code.
  showing.child.stdin?.on('error', () => undefined).end(`${text}\n`);
  await showing;
  return done();
}
