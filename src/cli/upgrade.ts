import { chmodSync, copyFileSync, existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Output } from '../kit/cli.ts';
import { type Config, readConfig, UsageError } from '../kit/config.ts';
import { openLog } from '../kit/log.ts';
import { checkCandidate } from '../kit/program/candidate.ts';
import { findUpgradeObstacle, ownProgram } from '../kit/program/own-program.ts';
import {
  clearUpgrade,
  makeUpgradeFolder,
  readUpgradeState,
  requestUpgrade,
  stagedProgram,
  takeUpgradeRequest,
  type UpgradeState,
} from '../kit/program/upgrade-state.ts';
import { reasonOf } from '../kit/reason.ts';
import { giveTo } from '../kit/restore/owner.ts';
import { takeOwnership } from './ownership.ts';
import { tryUpgrade } from './try-upgrade.ts';

const BY = 'command line';
const LOOK_EACH_MS = 250;
/** A process that serves the data takes the request within so long. */
const TAKEN_WITHIN_MS = 30_000;

interface UpgradeCommand {
  file: string;
  config: Config;
}

/** Reads the arguments of `upgrade FILE [--data DIR]`. Throws a UsageError for others. */
export function readUpgradeCommand(args: string[], env: Record<string, string | undefined>): UpgradeCommand {
  const { values, positionals } = parse(args);
  const [file, ...more] = positionals;
  if (!file || more.length > 0) throw new UsageError('Name one file: millwright upgrade FILE --data DIR.');
  const own = values.data === undefined ? [] : ['--data', values.data];
  return { file: resolve(file), config: readConfig(own, env) };
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: { data: { type: 'string' } }, allowPositionals: true });
  } catch (cause) {
    const [reason] = reasonOf(cause).split(/\.(?: |$)/);
    throw new UsageError(`${reason}. See "millwright help".`, { cause });
  }
}

/**
 * Replaces this program by FILE, whose signature is in FILE.sig. The process that serves the data does it and continues
 * with the new program; without one it is done here. Returns 0 when the new program is in place; throws an Error in one
 * sentence otherwise, and the previous program serves the same data.
 */
export async function upgrade({ file, config }: UpgradeCommand, output: Output): Promise<number> {
  const { data } = config;
  const obstacle = findUpgradeObstacle(ownProgram());
  if (obstacle !== undefined) throw new Error(obstacle);
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`There is no file ${file}.`);
  if (!existsSync(join(data, 'millwright.db')))
    throw new Error(`There is no database in ${data}: name its directory with --data.`);
  const release = ownUnlessServed(data);
  try {
    await stage(file, data);
    const version = await checkCandidate(stagedProgram(data), readSignature(file), ownProgram());
    return release ? await upgradeHere(version, config, output) : await upgradeThere(version, data, output);
  } catch (cause) {
    clearUpgrade(data);
    throw cause;
  } finally {
    release?.();
  }
}

/** Returns the release of the directory; undefined when a process serves it. */
function ownUnlessServed(data: string): (() => void) | undefined {
  try {
    return takeOwnership(data);
  } catch (cause) {
    if (existsSync(join(data, 'owner.json'))) return undefined;
    throw cause;
  }
}

const readSignature = (file: string): Buffer | undefined =>
  existsSync(`${file}.sig`) ? readFileSync(`${file}.sig`) : undefined;

/** Whoever serves the data has to be able to read and run what an administrator stages. */
async function stage(file: string, data: string): Promise<void> {
  clearUpgrade(data);
  makeUpgradeFolder(data);
  const staged = stagedProgram(data);
  copyFileSync(file, staged);
  chmodSync(staged, 0o755);
  if (existsSync(`${file}.sig`)) copyFileSync(`${file}.sig`, `${staged}.sig`);
  giveTo(statSync(data), dirname(staged));
}

async function upgradeHere(version: string, config: Config, { out, err }: Output): Promise<number> {
  const { data } = config;
  const ground = { config: { ...config, host: '127.0.0.1', port: 0, httpPort: null }, out };
  const log = openLog(join(data, 'logs'), err);
  const stopped = new Promise<undefined>(() => undefined);
  const request = { version, by: BY, userid: null };
  const hasPassed = await tryUpgrade(request, { ...ground, log, stopped });
  for (const name of ['.upgrade', 'logs', 'owner.lock']) giveTo(statSync(data), join(data, name));
  if (!hasPassed) return 1;
  out(`Version ${version} is in place. Start it as before.`);
  return 0;
}

/** Hands the staged program over to the process that serves the data, and follows it to the end. */
async function upgradeThere(version: string, data: string, { out }: Output): Promise<number> {
  const before = readUpgradeState(data)?.date;
  requestUpgrade(data, { version, by: BY });
  giveTo(statSync(data), dirname(stagedProgram(data)));
  out(`The process that serves ${data} tries version ${version} out.`);
  const end = await followUpgrade(data, before);
  if (end.state === 'returned') throw new Error(end.reason ?? 'The new program did not pass its trial.');
  out(`Version ${version} serves ${data}.`);
  return 0;
}

async function followUpgrade(data: string, before: string | undefined): Promise<UpgradeState> {
  for (let waited = 0; ; waited += LOOK_EACH_MS) {
    await delay(LOOK_EACH_MS);
    const now = readUpgradeState(data);
    const isNew = now !== undefined && now.date !== before;
    if (isNew && (now.state === 'done' || now.state === 'returned')) return now;
    if (!isNew && waited > TAKEN_WITHIN_MS && takeUpgradeRequest(data))
      throw new Error(
        `The process that serves ${data} does not take upgrades. Stop it, then run this command again.`,
      );
  }
}
