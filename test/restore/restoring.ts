import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plugins } from '../../plugins/index.ts';
import { chainsOf } from '../../src/app.ts';
import { readBackupFile } from '../../src/cli/backup-file.ts';
import { runRestoreCommand } from '../../src/cli/restore.ts';
import { listCoreFeatures } from '../../src/features/index.ts';
import { readConfig } from '../../src/kit/config.ts';
import { checkDataDirectory } from '../../src/kit/doctor/doctor.ts';
import { backupPath, createBackup } from '../appliance-backups/reading.ts';
import { type Site, startSite } from '../support/site.ts';

const chains = chainsOf(plugins);

/** The result of a command: its exit code as in `main.ts`, and its output. */
export interface CliResult {
  code: number;
  output: string;
}

/** Runs `millwright restore` with these arguments. */
export async function runRestore(...words: string[]): Promise<CliResult> {
  const lines: string[] = [];
  const output = {
    out: (line: string) => void lines.push(line),
    err: (line: string) => void lines.push(line),
  };
  const features = [...listCoreFeatures(plugins), ...plugins];
  try {
    const code = await runRestoreCommand(readBackupFile('restore', words, {}), { chains, features, output });
    return { code, output: lines.join('\n') };
  } catch (cause) {
    return { code: 1, output: cause instanceof Error ? cause.message : String(cause) };
  }
}

/** Runs `millwright doctor` on a data directory. */
export function runDoctor(data: string): CliResult {
  const lines: string[] = [];
  const output = {
    out: (line: string) => void lines.push(line),
    err: (line: string) => void lines.push(line),
  };
  const code = checkDataDirectory(readConfig(['--data', data, '--no-tls'], {}), chains, output);
  return { code, output: lines.join('\n') };
}

/**
 * Returns the mode and content hash of each path below a folder. Equal results mean byte-identical folders.
 */
export function readTree(folder: string): Record<string, string> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    paths.map((path) => {
      const file = join(folder, path);
      const stats = lstatSync(file);
      const content = stats.isFile() ? createHash('sha256').update(readFileSync(file)).digest('hex') : '';
      return [path, `${stats.mode.toString(8)} ${content}`];
    }),
  );
}

/** Creates a backup of the site and copies it to the folder that restores read. */
export async function exportBackup(site: Site, folder: string, name: string): Promise<string> {
  const note = await createBackup(site);
  const file = join(folder, name + (note.sealed ? '.tar.zst.age' : '.tar.zst'));
  if (!existsSync(folder)) mkdirSync(folder);
  copyFileSync(backupPath(site, note), file);
  return file;
}

/** Starts an appliance over the directory and stops it after the work. */
export async function withServedData<T>(data: string, work: (site: Site) => Promise<T>): Promise<T> {
  const site = await startSite({ data });
  try {
    return await work(site);
  } finally {
    await site.stop();
  }
}

export const listSiteAssets = async (site: Site): Promise<string[]> =>
  (await site.admin.get('/api/assets?sort=assetnumber')).data.map(
    ({ assetnumber }: { assetnumber: string }) => assetnumber,
  );
