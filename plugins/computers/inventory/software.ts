import { applications } from '../../../src/features/catalog/tables.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import { foldName } from '../../../src/kit/fold-name.ts';
import { listMergedNames } from '../../../src/kit/resource/merged-names.ts';
import { deleteUnlistedApp, saveUnlistedApp, type UnlistedApp, unlistedAppsOf } from './addition-queries.ts';
import type { AdditionBudget } from './additions.ts';
import type { ComputerRecord } from './schema.ts';
import {
  applicationNamed,
  type RecordedInstall,
  recordedInstallsOf,
  retireInstall,
  saveInstall,
  saveVersion,
  versionNamed,
} from './software-queries.ts';

type ReportedApplication = NonNullable<ComputerRecord['installedapps']>[number];

/**
 * Number of programs that are added, changed or removed. Of programs outside the shared list, only a changed
 * version counts as a change, so all numbers may be 0 while there is work.
 */
export interface SoftwareChange {
  added: number;
  changed: number;
  removed: number;
}

/** Work in pieces: `next` does one piece and returns whether more remain. */
export interface SoftwareWork {
  change: SoftwareChange;
  next(tx: Tx): boolean;
}

/** Programs that change in one piece of work. */
const SLICE_ROWS = 100;

/**
 * Returns the work that replaces the programs of a computer with the agent's list, or undefined when there is
 * none. The rows are not journaled, because thousands change on an update day and the next inventory corrects
 * them. Programs that users recorded stay when the list does not contain them.
 */
export function syncApps(
  tx: Tx,
  computerid: number,
  reported: readonly ReportedApplication[],
  additions: AdditionBudget,
): SoftwareWork | undefined {
  const change = { added: 0, changed: 0, removed: 0 };
  const recorded = recordedInstallsOf.all(tx, { computerid });
  const present = new Map(recorded.map((row) => [foldName(row.appname), row]));
  const alone = new Map(unlistedAppsOf.all(tx, { computerid }).map((row) => [foldName(row.appname), row]));
  const changes: ((tx: Tx) => void)[] = [];
  for (const app of renameMerged(tx, reported, present)) {
    const [row, unlisted] = [present.get(foldName(app.name)), alone.get(foldName(app.name))];
    present.delete(foldName(app.name));
    alone.delete(foldName(app.name));
    if (row && isSame(row, app)) continue;
    // The shared list may accept a program now that exceeded the limit before.
    changes.push((now) => record(now, { computerid, app, row, unlisted, additions }));
    if (row?.isactive === 1) change.changed++;
    else if (!unlisted) change.added++;
    else if (unlisted.version !== (app.version ?? null)) change.changed++;
  }
  for (const { unlistedappid } of alone.values()) {
    changes.push((now) => deleteUnlistedApp.run(now, { unlistedappid }));
    change.removed++;
  }
  for (const { installedappid, source, isactive } of present.values())
    if (source === 'agent' && isactive === 1) {
      changes.push((now) => retireInstall.run(now, { installedappid, at: now.at }));
      change.removed++;
    }
  if (changes.length === 0) return undefined;
  const next = (now: Tx) => {
    additions.reload();
    for (const one of changes.splice(0, SLICE_ROWS)) one(now);
    return changes.length > 0;
  };
  return { change, next };
}

/** Returns the programs under their current names, because some were merged into others. Each occurs once. */
function renameMerged(
  tx: Tx,
  reported: readonly ReportedApplication[],
  present: ReadonlyMap<string, unknown>,
): Iterable<ReportedApplication> {
  const merged = listMergedNames(tx, 'applications');
  if (merged.size === 0) return reported;
  const byName = new Map<string, ReportedApplication>();
  for (const app of reported) {
    const into = present.has(foldName(app.name)) ? undefined : merged.get(foldName(app.name));
    const name = into === undefined ? app.name : tx.row(applications, into)!.appname;
    if (!byName.has(foldName(name))) byName.set(foldName(name), { ...app, name });
  }
  return byName.values();
}

const othersOf = ({ others = [] }: ReportedApplication): string | null =>
  others.length > 0 ? JSON.stringify(others) : null;

const isSame = (row: RecordedInstall, app: ReportedApplication): boolean =>
  row.isactive === 1 &&
  row.version === (app.version ?? null) &&
  row.otherversions === othersOf(app) &&
  row.installdate === (app.installdate ?? null) &&
  row.publisher === (app.publisher ?? null);

interface Program {
  computerid: number;
  app: ReportedApplication;
  row: RecordedInstall | undefined;
  unlisted: UnlistedApp | undefined;
  additions: AdditionBudget;
}

function record(tx: Tx, program: Program): void {
  const { computerid, app, row, unlisted } = program;
  const { installdate = null, publisher = null } = app;
  const columns = { otherversions: othersOf(app), installdate, publisher, at: tx.at };
  const listed = ensureListed(tx, program);
  if (listed) {
    saveInstall.run(tx, { computerid, ...listed, ...columns });
    if (unlisted) deleteUnlistedApp.run(tx, unlisted);
    return;
  }
  saveUnlistedApp.run(tx, { computerid, appname: app.name, version: app.version ?? null, ...columns });
  if (row?.isactive === 1) retireInstall.run(tx, { installedappid: row.installedappid, at: tx.at });
}

/**
 * Returns the IDs of the program and its version in the shared list, and adds both if needed. Returns
 * undefined when this PC has reached its limit of additions.
 */
function ensureListed(tx: Tx, { app: { name, version }, row, additions }: Program) {
  const existingId = row?.appid ?? applicationNamed.get(tx, { appname: name })?.appid;
  if (existingId === undefined && !additions.take(tx, 'application')) return undefined;
  const appid = existingId ?? tx.insert(applications, { appname: name });
  if (!version) return { appid, appversionid: null };
  // A new application has no versions to search.
  const there = existingId === undefined ? undefined : versionNamed.get(tx, { appid, version });
  if (!there && existingId !== undefined && !additions.take(tx, 'version')) return undefined;
  return { appid, ...(there ?? saveVersion.get(tx, { appid, version, at: tx.at })!) };
}
