import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { syncFile, syncFolder } from '../on-disk.ts';
import { changeOwner } from './change-owner.ts';
import { completeSwap, isSwapInterrupted, listReplacedFiles, stageOf, writePlan } from './plan.ts';

/** How what lies in the stage takes the place of the data. */
export interface SwapInput {
  data: string;
  at: Date;
  /** Where the data of before go, which is there and takes them; else one is made beside the data. */
  before?: string;
  /** Whether they come back where what is restored cannot be served. */
  isOnTrial?: boolean;
}

/** Puts what lies in the stage into the place of the data; answers where those of before went, undefined where there were none. */
export function swap({ data, at, before: given, isOnTrial = false }: SwapInput): string | undefined {
  const stage = stageOf(data);
  const old = listReplacedFiles(data);
  syncTree(stage);
  const fresh = readdirSync(stage);
  const before =
    old.length > 0 ? (given ?? createPreviousFolder(data, `${data}.${previousFolderName(at)}`)) : undefined;
  try {
    writePlan(data, {
      before: before === undefined ? null : relative(data, before),
      old,
      fresh,
      isontrial: isOnTrial,
    });
  } catch (cause) {
    if (before !== undefined && !isSwapInterrupted(data)) rmSync(before, { recursive: true });
    throw cause;
  }
  completeSwap(data);
  return before;
}

/** What the folder is called in which the data of before go on lying. */
export const previousFolderName = (at: Date): string =>
  `before-${at.toISOString().replaceAll(/[-:]/g, '').replace('.', '')}`;

/**
 * Makes the folder in which the data of before go on lying: the wanted one, or within the data where they are a disk of
 * their own or nothing can be made there.
 */
export function createPreviousFolder(data: string, wanted: string): string {
  const within = join(data, basename(wanted).replace(/^.*\.before-/, 'before-'));
  const folder = takesMoves(data, wanted) ? wanted : within;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  changeOwner(statSync(data), folder);
  return folder;
}

/** A folder on another disk is found by trying alone. */
function takesMoves(data: string, folder: string): boolean {
  const [probe, moved] = [join(stageOf(data), 'probe'), join(folder, 'probe')];
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
