import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { z } from 'zod';
import { errorMessageOf } from '../../../src/kit/error-message.ts';
import { version } from '../../../src/kit/version.ts';
import type { Action } from '../actions.ts';
import { logRequest } from '../commands/log-folders.ts';
import type { AgentContext } from './agent-context.ts';
import { checkInstalledVersion, desiredApp } from './app-version.ts';
import { readLog } from './collect-log.ts';
import type { ApplianceResponse } from './connection.ts';
import { runEnforcement } from './enforce/run.ts';
import { collectInventory, type Inventory } from './inventory.ts';
import { showNotice } from './notice.ts';
import type { CommandOutcome } from './outcome.ts';
import { desiredPrinters, setUpPrinters } from './printer-setup.ts';
import { listPrintQueues } from './printers.ts';
import { receivedScript, runScript } from './run-script.ts';
import { ServerRefusedError } from './server-refused-error.ts';
import { findLoggedInUser, readFirmware, readHostname } from './this-pc.ts';
import { installUpgrade, type UpgradeOffer, upgradeOffer } from './upgrade.ts';

const run = promisify(execFile);
const isWindows = process.platform === 'win32';

/** A command as it is fetched. A newer appliance may have actions that this agent does not support. */
export const receivedCommand = z.object({
  commandid: z.int().positive(),
  action: z.string(),
  parameters: z.record(z.string(), z.unknown()).default({}),
});
export type AgentCommand = z.output<typeof receivedCommand>;

const success = (output?: string): CommandOutcome => ({ status: 'succeeded', exitcode: 0, output });
const createFailure = (output: string): CommandOutcome => ({ status: 'failed', output });

/** Runs a command and never rejects. An error or an unknown action becomes a failed outcome. */
export async function performCommand(command: AgentCommand, context: AgentContext): Promise<CommandOutcome> {
  const { action } = command;
  if (!isKnown(action))
    return createFailure(
      `This agent is too old for "${action}": it is version ${version}. Upgrade it first.`,
    );
  try {
    return await HANDLERS[action](command, context);
  } catch (cause) {
    return createFailure(errorMessageOf(cause));
  }
}

type Handler = (command: AgentCommand, context: AgentContext) => Promise<CommandOutcome>;

const HANDLERS: Record<Action, Handler> = {
  run_script: async ({ parameters }, context) =>
    parameters.package === undefined
      ? runScript(receivedScript.parse(parameters), await findLoggedInUser())
      : installBuild(upgradeOffer.parse(parameters.package), context),
  collect_log: async ({ commandid, parameters }, { connection, headers, named }) => {
    // The server checks the path of the opened file, which may be the target of a link.
    const { path, content } = readLog(logRequest.parse(parameters));
    const answer = await connection.request(named('/endpoints/logs'), {
      method: 'POST',
      body: { commandid, path, content },
      headers: headers(),
    });
    return answer.status < 300 ? success() : createFailure(messageOf(answer));
  },
  inventory_refresh: async (_command, context) => sendInventory(context),
  message: async ({ parameters }) => showMessage(String(parameters.text)),
  restart_agent: async (_command, { restartSoon }) => {
    restartSoon();
    return success();
  },
  reboot: async () => {
    if (isWindows) await run('shutdown.exe', ['/r', '/t', '30']);
    else await run('shutdown', ['-r', '+1']);
    return success('The PC restarts within one minute.');
  },
  scheduledtask_run: async ({ parameters }) => {
    const name = String(parameters.taskname);
    if (isWindows) await run('schtasks.exe', ['/run', '/tn', name]);
    else if (/\.(?!service$)[a-z]+$/.test(name))
      return createFailure(`${name} is not a service. Only services can be started.`);
    else await run('systemctl', ['start', '--', name]);
    return success();
  },
  update_app: async ({ parameters }, context) => {
    const wanted = desiredApp.parse(parameters);
    const outcome = await runEnforcement(context, { appid: wanted.appid });
    if (outcome.status === 'failed') return outcome;
    const found = await collectInventory();
    const sent = await sendInventory(context, found);
    const output = [outcome.output, sent.output].filter(Boolean).join('\n');
    return checkInstalledVersion({ ...outcome, output }, wanted, found.installedapps ?? []);
  },
  enforce_run: (_command, context) => runEnforcement(context),
  printers_sync: async (_command, context) => syncPrinters(context),
};

const isKnown = (action: string): action is Action => Object.hasOwn(HANDLERS, action);

/** Sets up the printers that the appliance assigns, then reports the queues of this PC. */
async function syncPrinters(context: AgentContext): Promise<CommandOutcome> {
  const { connection, headers, named } = context;
  const answer = await connection.request(named('/printers/assignments/mine'), { headers: headers() });
  if (answer.status === 404 && answer.code === 'NOT_FOUND')
    return createFailure('No printer was set up: the printers plugin is disabled on this appliance.');
  if (answer.status >= 300) return createFailure(messageOf(answer));
  const came = await setUpPrinters(desiredPrinters.parse(answer.data).printers);
  if (!came) return createFailure('This PC has no print system that the agent supports.');
  const sent = await sendPrinters(context);
  const lines = [
    ...formatNames('Added', came.added),
    ...formatNames('Removed', came.removed),
    ...formatNames('Failed', came.failed),
    ...came.notes,
    ...(sent.status === 'failed' ? [sent.output!] : []),
  ];
  const text = lines.join('\n') || 'All assigned printers are already set up.';
  return came.failed.length > 0 || sent.status === 'failed' ? createFailure(text) : success(text);
}

const formatNames = (what: string, names: readonly string[]): string[] =>
  names.length > 0 ? [`${what}: ${names.join(', ')}.`] : [];

/**
 * Installs another build, which starts after the server has the result. If the credential was revoked just
 * before, the build is downloaded once more with the shared key, if the agent has it. Rejects as
 * `installUpgrade` does.
 */
export async function installBuild(
  offer: UpgradeOffer,
  context: AgentContext,
  program?: string,
): Promise<CommandOutcome> {
  const { connection, headers, named, sharedkey, restartSoon } = context;
  const fetched = installUpgrade({ ...offer, path: named(offer.path) }, connection, headers(), program);
  const outcome = await fetched.catch((cause: unknown) => {
    if (!(cause instanceof ServerRefusedError && cause.isEnded) || sharedkey === undefined) throw cause;
    const path = `${offer.path}?hostname=${encodeURIComponent(readHostname())}`;
    return installUpgrade({ ...offer, path }, connection, { 'x-api-key': sharedkey }, program);
  });
  if (outcome.status === 'succeeded') restartSoon();
  return outcome;
}

/**
 * Sends the inventory of the PC and its printer queues. Collects the inventory unless `found` is passed. The
 * outcome is failed when the appliance rejects one of them. Without the printers plugin, the appliance gets
 * no queues, and the outcome is a success.
 */
export async function sendInventory(context: AgentContext, found?: Inventory): Promise<CommandOutcome> {
  const answer = await sendToCollector('computers', found ?? (await collectInventory()), context);
  if (answer.status >= 300) return createFailure(messageOf(answer));
  return context.unsupportedReports.has('printers') ? success() : sendPrinters(context);
}

/**
 * Sends the printer queues, if the PC has a print system. An appliance without the printers plugin returns
 * 404; after that, the agent no longer sends them with the inventory.
 */
async function sendPrinters(context: AgentContext): Promise<CommandOutcome> {
  const found = await listPrintQueues();
  if (!found) return success();
  const { serialnumber, uuid } = await readFirmware();
  const answer = await sendToCollector(
    'printers',
    { hostname: readHostname(), serialnumber, uuid, queues: found },
    context,
  );
  if (answer.status === 404) context.unsupportedReports.add('printers');
  return answer.status < 300 || answer.status === 404
    ? success()
    : createFailure(`The appliance did not accept the printers: ${messageOf(answer)}`);
}

const sendToCollector = (
  kind: string,
  body: unknown,
  { connection, headers }: AgentContext,
): Promise<ApplianceResponse> =>
  connection.request(`/collector/${kind}`, { method: 'POST', body, headers: headers(), ms: 120_000 });

const messageOf = ({ status, message }: ApplianceResponse): string =>
  message ?? `The appliance answered ${status}.`;

async function showMessage(text: string): Promise<CommandOutcome> {
  const where = await showNotice({ title: 'Plant message', text, seconds: null });
  return where === undefined ? createFailure('No user is signed in to see the message.') : success(where);
}
