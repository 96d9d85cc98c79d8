import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { DATABASE, FOLDERS, SINGLE_FILES } from '../backup/manifest.ts';
import { replaceFile, replaceText, syncFolder } from '../on-disk.ts';

/** The staging folder within the data directory. */
const STAGE = '.restoring';
/** The plan of a swap in progress, beside the staging folder: the list of moves. */
const PLAN = '.restoring.json';
/** The plan of restored data that have not been served yet. The rollback uses it. */
const TRIAL = '.restored.json';
/** The folder within the data directory for restored data that could not be served; it is deleted. */
const UNSERVED = '.unserved';
/** Uploads in progress belong to the data. */
const UPLOADS = 'uploads';

const plan = z.object({
  /** The folder for the previous data, relative to the data directory; null when there were none. */
  before: z.string().nullable(),
  /** The names of the files and folders that move out of the data directory. */
  old: z.array(z.string()),
  /** The names of the files and folders that move in. */
  fresh: z.array(z.string()),
  /** The folder that the names in `fresh` come from, relative to the data directory. */
  from: z.string().default(STAGE),
  /** True rolls the swap back when the new data cannot be served. */
  isontrial: z.boolean().default(false),
});
type Plan = z.input<typeof plan>;

/** Reports whether a restore replaces this name in a data directory. Logs and backups stay. */
const isReplaced = (name: string): boolean =>
  name.startsWith(DATABASE) ||
  [...FOLDERS, ...SINGLE_FILES, UPLOADS].some((own) => name === own || name === `${own}.tmp`);

/** Returns the names in a data directory that a restore replaces. Logs and backups are not among them. */
export const listReplacedFiles = (data: string): string[] => readdirSync(data).filter(isReplaced);

/** Returns the path of the staging folder, which exists only while a restore is prepared or swapped in. */
export const stageOf = (data: string): string => join(data, STAGE);

/** Reports whether a swap has begun and is not complete. */
export const isSwapInterrupted = (data: string): boolean => existsSync(join(data, PLAN));

/**
 * Writes the plan durably. From then on, the next owner of the directory completes the swap after a crash.
 */
export function writePlan(data: string, moves: Plan): void {
  const file = join(data, PLAN);
  replaceText(file, JSON.stringify(moves), { isSynced: true });
  syncFolder(data);
}

/**
 * Finishes an interrupted restore. Completes the swap if its plan was written; otherwise deletes the staging
 * folder.
 */
export function completeSwap(data: string): void {
  const file = join(data, PLAN);
  if (existsSync(file)) carryOut(data, file);
  rmSync(`${file}.tmp`, { force: true });
  for (const name of [STAGE, UNSERVED]) rmSync(join(data, name), { recursive: true, force: true });
}

/** Reports whether the data were restored and have not been served yet. */
export const isOnTrial = (data: string): boolean => existsSync(join(data, TRIAL));

/** Marks the restored data as served: they stay. */
export const endTrial = (data: string): void => rmSync(join(data, TRIAL), { force: true });

/**
 * Moves the previous data back in and deletes the restored data, which cannot be served. Throws an Error when
 * there were no previous data.
 */
export function revertSwap(data: string): void {
  const from = readPlan(join(data, TRIAL)).before;
  if (from === null) throw new Error(`${data} contained no data before the restore.`);
  const folder = resolve(data, from);
  writePlan(data, {
    before: UNSERVED,
    old: listReplacedFiles(data),
    fresh: readdirSync(folder),
    from,
  });
  completeSwap(data);
  rmSync(folder, { recursive: true, force: true });
}

const readPlan = (file: string): z.output<typeof plan> => plan.parse(JSON.parse(readFileSync(file, 'utf8')));

function carryOut(data: string, file: string): void {
  const { before, old, fresh, from, isontrial } = readPlan(file);
  if (before !== null) {
    const out = resolve(data, before);
    mkdirSync(out, { recursive: true, mode: 0o700 });
    // A name in the target folder has moved already. The same name in the data directory may be the new one.
    for (const name of old) if (!existsSync(join(out, name))) move(join(data, name), join(out, name));
    syncFolder(out);
  }
  for (const name of fresh) move(join(resolve(data, from), name), join(data, name));
  syncFolder(data);
  if (isontrial) replaceFile(file, join(data, TRIAL));
  else endTrial(data);
  rmSync(file, { force: true });
  syncFolder(data);
}

function move(from: string, to: string): void {
  if (existsSync(from)) replaceFile(from, to);
}
