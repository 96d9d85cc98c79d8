import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { syncFile, syncFolder } from '../on-disk.ts';
import { changeOwner } from './change-owner.ts';
import { completeSwap, isSwapInterrupted, listReplacedFiles, stageOf, writePlan } from './plan.ts';

/** Parameters of the swap of staged and current data. */
export interface SwapInput {
  data: string;
  at: Date;
  /**
   * An existing folder for the current data; otherwise one is created beside the data directory, or within it
   * when that is not possible.
   */
  before?: string;
  /** True restores the current data when the new ones cannot be served. */
  isOnTrial?: boolean;
}

/**
 * Moves the current data out and the staged data in. Returns the folder of the previous data; undefined when
 * there were none.
 */
export function swap({ data, at, before: folder, isOnTrial = false }: SwapInput): string | undefined {
  const stage = stageOf(data);
  const old = listReplacedFiles(data);
  syncTree(stage);
  const fresh = readdirSync(stage);
  const before =
    old.length > 0 ? (folder ?? createPreviousFolder(data, `${data}.${previousFolderName(at)}`)) : undefined;
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

/** Returns the end of the name of the folder for the previous data: `before-` and the time in UTC. */
export const previousFolderName = (at: Date): string =>
  `before-${at.toISOString().replaceAll(/[-:]/g, '').replace('.', '')}`;

/**
 * Creates the folder for the previous data. Prefers `wanted`. Uses a folder within the data directory when
 * that is a disk of its own, or when `wanted` cannot be created.
 */
export function createPreviousFolder(data: string, wanted: string): string {
  const within = join(data, basename(wanted).replace(/^.*\.before-/, 'before-'));
  const folder = takesMoves(data, wanted) ? wanted : within;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  changeOwner(statSync(data), folder);
  return folder;
}

/**
 * Creates the folder and reports whether a file can be moved to it. Only an attempt reveals that the folder
 * is on another disk. The folder is then deleted.
 */
function takesMoves(data: string, folder: string): boolean {
  const [probe, moved] = [join(stageOf(data), 'probe'), join(folder, 'probe')];
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch {
    // The previous data then stay within the data directory, where a fault of the disk becomes visible.
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
