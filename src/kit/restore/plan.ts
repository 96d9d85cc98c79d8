import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { DATABASE, FOLDERS, SINGLE_FILES } from '../backup/manifest.ts';
import { replaceFile, replaceText, syncFolder } from '../on-disk.ts';

/** Within the data directory: what is restored lies here until it takes its place. */
const STAGE = '.restoring';
/** Beside it while what is restored takes its place: what moves where. */
const PLAN = '.restoring.json';
/** The plan of data that nobody has served yet: by it those of before are put back. */
const TRIAL = '.restored.json';
/** What was restored and could not be served moves here, and goes. */
const UNSERVED = '.unserved';
/** Uploads that were under way belong to the data. */
const UPLOADS = 'uploads';

const plan = z.object({
  /** Where the data of before go, from the data directory; null where there were none. */
  before: z.string().nullable(),
  /** The names that move out. */
  old: z.array(z.string()),
  /** The names that move in. */
  fresh: z.array(z.string()),
  /** Where those come from, from the data directory. */
  from: z.string().default(STAGE),
  /** Whether they go again where they cannot be served. */
  isontrial: z.boolean().default(false),
});
type Plan = z.input<typeof plan>;

/** Whether a name in a data directory is of what a restore replaces; logs and backups stay. */
const isReplaced = (name: string): boolean =>
  name.startsWith(DATABASE) ||
  [...FOLDERS, ...SINGLE_FILES, UPLOADS].some((own) => name === own || name === `${own}.tmp`);

export const listReplacedFiles = (data: string): string[] => readdirSync(data).filter(isReplaced);

/** Where a restore puts the data together: nothing lies there. */
export const stageOf = (data: string): string => join(data, STAGE);

/** Whether a restore was cut off while its data took their place. */
export const isSwapInterrupted = (data: string): boolean => existsSync(join(data, PLAN));

/** From the moment at which it is written, whoever owns the directory next ends what a process that was killed left. */
export function writePlan(data: string, moves: Plan): void {
  const file = join(data, PLAN);
  replaceText(file, JSON.stringify(moves), { isSynced: true });
  syncFolder(data);
}

/** Ends a restore that was cut off: one whose data were whole takes its place, of any other nothing is left. */
export function completeSwap(data: string): void {
  const file = join(data, PLAN);
  if (existsSync(file)) carryOut(data, file);
  rmSync(`${file}.tmp`, { force: true });
  for (const name of [STAGE, UNSERVED]) rmSync(join(data, name), { recursive: true, force: true });
}

/** Whether the data were restored and nobody has served them yet. */
export const isOnTrial = (data: string): boolean => existsSync(join(data, TRIAL));

/** They are served: what is restored stays. */
export const endTrial = (data: string): void => rmSync(join(data, TRIAL), { force: true });

/** Puts the data of before back into the place of those that cannot be served, which go. */
export function revertSwap(data: string): void {
  const from = readPlan(join(data, TRIAL)).before;
  if (from === null) throw new Error(`There were no data in ${data} before the restore.`);
  const folder = resolve(data, from);
  writePlan(data, { before: UNSERVED, old: listReplacedFiles(data), fresh: readdirSync(folder), from });
  completeSwap(data);
  rmSync(folder, { recursive: true, force: true });
}

const readPlan = (file: string): z.output<typeof plan> => plan.parse(JSON.parse(readFileSync(file, 'utf8')));

function carryOut(data: string, file: string): void {
  const { before, old, fresh, from, isontrial } = readPlan(file);
  if (before !== null) {
    const out = resolve(data, before);
    mkdirSync(out, { recursive: true, mode: 0o700 });
    // What lies there has moved: of that name there may be the new one in the data already.
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
