import { constants, copyFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Output } from '../kit/cli.ts';
import { type Config, readConfig, UsageError } from '../kit/config.ts';
import type { Log } from '../kit/log.ts';
import { asOwnerOf } from '../kit/program/as-owner.ts';
import { checkCandidate } from '../kit/program/candidate.ts';
import { describeOwnProgram, findUpgradeObstacle } from '../kit/program/own-program.ts';
import {
  findRequest,
  makeStaging,
  removeStaging,
  requestUpgrade,
  takeRequest,
} from '../kit/program/upgrade-state.ts';
import { readFlags } from './flags.ts';
import { describeMissingDatabase } from './missing-database.ts';
import { readOwner, takeOwnership } from './ownership.ts';
import { tryUpgrade } from './try-upgrade.ts';
import { waitForUpgrade } from './wait-for-upgrade.ts';

const ACTOR_NAME = 'command line';

interface UpgradeCommand {
  file: string;
  config: Config;
}

/** Parses the arguments of `upgrade FILE [--data DIR]`. Throws a `UsageError` for others. */
export function readUpgradeCommand(args: string[], env: Record<string, string | undefined>): UpgradeCommand {
  const { values, positionals } = readFlags(args, { data: { type: 'string' } });
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new UsageError('Specify one file: millwright upgrade FILE --data DIR.');
  const own = values.data === undefined ? [] : ['--data', values.data];
  return { file: resolve(file), config: readConfig(own, env) };
}

/**
 * Replaces this program by FILE, whose signature is in FILE.sig. The process that serves the data runs the
 * upgrade and continues with the new program; without such a process it runs here. Returns 0 when the new
 * program is in place. Returns 1 when the trial here failed, after printing the reason. Otherwise throws an
 * Error with a message for the operator.
 */
export async function runUpgradeCommand({ file, config }: UpgradeCommand, output: Output): Promise<number> {
  const { data } = config;
  const own = describeOwnProgram();
  const obstacle = findUpgradeObstacle(own);
  if (obstacle !== undefined) throw new Error(obstacle);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new Error(`The file ${file} does not exist.`);
  if (!existsSync(join(data, 'millwright.db'))) throw new Error(describeMissingDatabase(data));
  // The copy is beside the program, in a folder that is writable only for users who may replace the program.
  const checked = `${own.path}.new-${process.pid}`;
  try {
    copyFileSync(file, checked, constants.COPYFILE_EXCL);
    const signature = existsSync(`${file}.sig`) ? readFileSync(`${file}.sig`) : undefined;
    const version = await checkCandidate(checked, signature, own);
    const candidate = { file: checked, signature: signature!, version };
    const release = ownUnlessServed(data);
    if (!release) return await upgradeThere(candidate, data, output);
    try {
      return await upgradeHere(candidate, config, output);
    } finally {
      release();
    }
  } finally {
    rmSync(checked, { force: true });
  }
}

interface Candidate {
  /** A copy of the program whose signature was verified. */
  file: string;
  signature: Buffer;
  version: string;
}

/** Takes ownership of the directory and returns its release function; undefined when a process serves it. */
function ownUnlessServed(data: string): (() => void) | undefined {
  try {
    return asOwnerOf(data, () => takeOwnership(data));
  } catch (cause) {
    if (readOwner(data) !== undefined) return undefined;
    throw cause;
  }
}

async function upgradeHere(
  { file, version }: Candidate,
  config: Config,
  { out, err }: Output,
): Promise<number> {
  const { data } = config;
  const request = { id: crypto.randomUUID(), file, version, by: ACTOR_NAME, userid: null };
  const stopped = new Promise<undefined>(() => undefined);
  const loopback = { ...config, host: '127.0.0.1', port: 0, httpPort: null };
  if (!(await tryUpgrade(request, { config: loopback, out, log: consoleLog(err), stopped }))) return 1;
  out(`Version ${version} is installed for ${data}. Start it as usual.`);
  return 0;
}

/** Returns a log for the console, because the log of the data belongs to the process that serves them. */
const consoleLog = (err: Output['err']): Log => {
  const write = (message: string, fields: Record<string, unknown> = {}) => {
    const lines = Array.isArray(fields.lines) ? fields.lines : [];
    for (const line of [message, ...lines]) err(String(line));
  };
  return { info: () => undefined, warn: write, error: write, flush: () => undefined };
};

/** Passes the program to the process that serves the data, and waits for the result. */
async function upgradeThere(
  { file, signature, version }: Candidate,
  data: string,
  { out }: Output,
): Promise<number> {
  const id = crypto.randomUUID();
  const content = readFileSync(file);
  asOwnerOf(data, () => {
    const staged = makeStaging(data, id);
    writeFileSync(staged, content, { flag: 'wx', mode: 0o700 });
    writeFileSync(`${staged}.sig`, signature, { flag: 'wx', mode: 0o600 });
    requestUpgrade(data, { id, version, by: ACTOR_NAME });
  });
  out(`The process that serves ${data} tests version ${version}.`);
  const end = await waitForUpgrade(data, id).finally(() => asOwnerOf(data, () => withdraw(data, id)));
  if (end.state === 'returned') throw new Error(end.reason ?? 'The trial run of the new version failed.');
  out(`Version ${version} now serves ${data}.`);
  return 0;
}

/** Removes what the process did not accept. */
function withdraw(data: string, id: string): void {
  if (findRequest(data)?.id === id) takeRequest(data);
  removeStaging(data, id);
}
