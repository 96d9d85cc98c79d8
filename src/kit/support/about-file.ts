import { lstatSync, readdirSync } from 'node:fs';
import {
  availableParallelism,
  cpus,
  freemem,
  hostname,
  release,
  type as systemName,
  totalmem,
  uptime,
} from 'node:os';
import { join } from 'node:path';
import { runtime } from '#runtime';
import { diskOf } from '../disk-space.ts';
import { buildInfo } from '../version.ts';

const MAX_ENTRIES = 500;

/** Returns details of the program, the machine and the data directory, with at most 500 of its entries. */
export const describeMachine = (data: string): Record<string, unknown> => ({
  version: buildInfo.version,
  commit: buildInfo.commit ?? null,
  runtime: runtime.name,
  runtimeversion: process.versions.bun ?? process.versions.node,
  system: `${systemName()} ${release()} ${process.arch}`,
  hostname: hostname(),
  processors: { model: cpus()[0]?.model ?? null, count: cpus().length, usable: availableParallelism() },
  memory: { totalbytes: totalmem(), freebytes: freemem() },
  systemuptimeseconds: Math.floor(uptime()),
  timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  datafolder: data,
  disk: diskOf(data),
  datafiles: listEntries(data),
});

/**
 * Returns the first 500 entries of the data directory by name: files with their size, and folders with the
 * number of their entries.
 */
function listEntries(data: string): Record<string, unknown>[] {
  return readdirSync(data)
    .sort()
    .slice(0, MAX_ENTRIES)
    .map((filename) => {
      const stats = lstatSync(join(data, filename), { throwIfNoEntry: false });
      const mode = stats && process.platform !== 'win32' ? (stats.mode & 0o777).toString(8) : undefined;
      if (stats?.isDirectory()) return { filename, mode, entries: readdirSync(join(data, filename)).length };
      return { filename, mode, bytes: stats?.size ?? null, modifieddate: stats?.mtime.toISOString() ?? null };
    });
}
