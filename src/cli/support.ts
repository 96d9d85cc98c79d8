import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DATABASE } from '../kit/backup/manifest.ts';
import type { Output } from '../kit/cli.ts';
import { systemClock } from '../kit/clock.ts';
import { type Config, readConfig, UsageError } from '../kit/config.ts';
import type { Chain } from '../kit/data/migrate.ts';
import type { DeclaredData } from '../kit/declared-data.ts';
import { secretsPath } from '../kit/secrets.ts';
import { runSupportJob } from '../kit/support/job.ts';
import { readFlags } from './flags.ts';

const OPTIONS = { data: { type: 'string' }, personal: { type: 'boolean' } } as const;

/** Parameters of `millwright support`. */
export interface SupportCommand {
  file: string;
  config: Config;
  isPersonal: boolean;
}

/** The migrations and the declared data of this version, by which the bundle reads the database. */
interface KnownData {
  chains: readonly Chain[];
  declared: DeclaredData;
}

/** Parses the arguments of `millwright support`. Throws a `UsageError` when they are wrong. */
export function readSupportCommand(args: string[], env: Record<string, string | undefined>): SupportCommand {
  const { values, positionals } = readFlags(args, OPTIONS);
  const [file, ...more] = positionals;
  if (!file || more.length > 0)
    throw new UsageError('Specify one file: millwright support FILE [--data DIR] [--personal].');
  const own = values.data === undefined ? [] : ['--data', values.data];
  return { file: resolve(file), config: readConfig(own, env), isPersonal: values.personal ?? false };
}

/**
 * Writes a support bundle of a data directory, for a running appliance, a stopped one or damaged data.
 * Returns 0, and prints what could not be read. Throws an Error with a message for the operator, and writes
 * no file then.
 */
export async function writeSupportBundle(
  { file, config, isPersonal }: SupportCommand,
  knownData: KnownData,
  { out }: Pick<Output, 'out'>,
): Promise<number> {
  refuseTaken(file);
  refuseForeign(config.data);
  const { content, missing } = await runSupportJob({
    ...knownData,
    data: config.data,
    tls: config.tls,
    at: systemClock.now().toISOString(),
    isPersonal,
    secrets: config.collectorKey === null ? [] : [config.collectorKey],
    live: undefined,
    isExamined: true,
  });
  refuseTaken(file);
  write(file, content);
  for (const reason of missing) out(`Not in the bundle: ${reason}`);
  const names = isPersonal ? 'with names and addresses' : 'without names and addresses';
  out(`${file} is a support bundle of ${config.data}, ${names} of people and PCs.`);
  return 0;
}

function refuseTaken(file: string): void {
  if (existsSync(file)) throw new Error(`${file} already exists. Specify another file.`);
  const folder = dirname(file);
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`The folder ${folder} does not exist. Specify a file in an existing folder.`);
}

/** Throws an Error for a directory without any data of an appliance. */
function refuseForeign(data: string): void {
  if (![join(data, DATABASE), secretsPath(data), join(data, 'logs')].some((path) => existsSync(path)))
    throw new Error(`There is no appliance in ${data}. Specify the data directory with --data.`);
}

function write(file: string, content: Uint8Array): void {
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    if ((cause as { code?: unknown }).code !== 'EEXIST') rmSync(file, { force: true });
    throw cause;
  }
}
