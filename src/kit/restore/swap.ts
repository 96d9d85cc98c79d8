import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { z } from 'zod';
import { DATABASE, FOLDERS, SINGLE_FILES } from '../backup/manifest.ts';
import { replaceFile, syncFile, syncFolder } from '../on-disk.ts';
import { giveTo } from './owner.ts';

/** Within the data directory: what is restored lies here until it takes its place. */
const STAGE = '.restoring';
/** Beside it while what is restored takes its place: what moves where. */
const PLAN = '.restoring.json';
/** Uploads that were under way belong to the data. */
const UPLOADS = 'uploads';

const plan = z.object({
  /** Where the data of before go, from the data directory; null where there were none. */
  before: z.string().nullable(),
  /** The names that move out. */
  old: z.array(z.string()),
  /** The names that move in. */
  fresh: z.array(z.string()),
});
type Plan = z.output<typeof plan>;

/** Whether a name in a data directory is of what a restore replaces; logs and backups stay. */
const isReplaced = (name: string): boolean =>
  name.startsWith(DATABASE) ||
  [...FOLDERS, ...SINGLE_FILES, UPLOADS].some((own) => name === own || name === `${own}.tmp`);

const replacedIn = (data: string): string[] => readdirSync(data).filter(isReplaced);

/** Where a restore puts the data together: nothing lies there. */
export const stageOf = (data: string): string => join(data, STAGE);

/**
 * Puts what lies in the stage into the place of the data; answers where those of before went, undefined where there were
 * none. From the moment at which the plan is written, whoever owns the directory next ends what a process that was
 * killed left.
 */
export function swap(data: string, at: Date): string | undefined {
  const stage = join(data, STAGE);
  const old = replacedIn(data);
  syncTree(stage);
  const fresh = readdirSync(stage);
  const before = old.length > 0 ? folderOfBefore(data, at) : undefined;
  try {
    writePlan(data, { before: before === undefined ? null : relative(data, before), old, fresh });
  } catch (cause) {
    if (before !== undefined && !isSwapCutOff(data)) rmSync(before, { recursive: true });
    throw cause;
  }
  endSwap(data);
  return before;
}

function writePlan(data: string, moves: Plan): void {
  const file = join(data, PLAN);
  writeFileSync(`${file}.tmp`, JSON.stringify(moves), { mode: 0o600 });
  syncFile(`${file}.tmp`);
  replaceFile(`${file}.tmp`, file);
  syncFolder(data);
}

/** Ends a restore that was cut off: one whose data were whole takes its place, of any other nothing is left. */
export function endSwap(data: string): void {
  const file = join(data, PLAN);
  const stage = join(data, STAGE);
  if (existsSync(file)) carryOut(data, stage, plan.parse(JSON.parse(readFileSync(file, 'utf8'))));
  rmSync(file, { force: true });
  rmSync(`${file}.tmp`, { force: true });
  rmSync(stage, { recursive: true, force: true });
}

/** Whether a restore was cut off while its data took their place. */
export const isSwapCutOff = (data: string): boolean => existsSync(join(data, PLAN));

function carryOut(data: string, stage: string, { before, old, fresh }: Plan): void {
  const out = before === null ? undefined : resolve(data, before);
  if (out !== undefined) {
    mkdirSync(out, { recursive: true, mode: 0o700 });
    // What lies there has moved: of that name there may be the new one in the data already.
    for (const name of old) if (!existsSync(join(out, name))) move(join(data, name), join(out, name));
    syncFolder(out);
  }
  for (const name of fresh) move(join(stage, name), join(data, name));
  syncFolder(data);
}

function move(from: string, to: string): void {
  if (existsSync(from)) replaceFile(from, to);
}

/**
 * Makes the folder in which the data of before go on lying: beside the data, or within them where they are a disk of
 * their own or nothing can be made beside them.
 */
function folderOfBefore(data: string, at: Date): string {
  const time = at.toISOString().replaceAll(/[-:]/g, '').replace('.', '');
  const beside = `${data}.before-${time}`;
  const within = join(data, `before-${time}`);
  const folder = takesMoves(data, beside) ? beside : within;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  giveTo(statSync(data), folder);
  return folder;
}

/** A folder on another disk is found by trying alone. */
function takesMoves(data: string, folder: string): boolean {
  const [probe, moved] = [join(data, STAGE, 'probe'), join(folder, 'probe')];
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    // It lies within the data then, where whatever is wrong with the disk shows.
    return false;
  }
  try {
    writeFileSync(probe, '');
    renameSync(probe, moved);
    rmSync(moved);
    return true;
  } catch {
    rmSync(probe, { force: true });
    rmSync(folder, { recursive: true, force: true });
    return false;
  }
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) syncTree(path);
    else syncFile(path);
  }
  syncFolder(folder);
}
