import { applications } from '../../../src/features/catalog/tables.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import { mergedInTable } from '../../../src/kit/resource/merged-names.ts';
import type { ComputerRecord } from './schema.ts';
import {
  applicationNamed,
  putInstall,
  putVersion,
  type Recorded,
  recordedOn,
  retireInstall,
  versionNamed,
} from './software-queries.ts';

type Reported = NonNullable<ComputerRecord['installedapps']>[number];

const fold = (name: string) => name.toLowerCase();

/** How many programs come, go, or have another version. */
export interface SoftwareChange {
  added: number;
  changed: number;
  removed: number;
}

/** What there is to do: `next` does a piece of it, and answers whether there is more. */
export interface SoftwareWork {
  change: SoftwareChange;
  next(tx: Tx): boolean;
}

/** Programs that change in one piece of work. */
const PIECE = 100;

/**
 * What makes the agent's list of programs the computer's. The rows are no journal entries: thousands of them change with
 * an update day, and the next inventory tells the truth again. Programs recorded by hand stay.
 */
export function syncApps(tx: Tx, computerid: number, reported: readonly Reported[]): SoftwareWork {
  const change = { added: 0, changed: 0, removed: 0 };
  const recorded = recordedOn.all(tx, { computerid });
  const present = new Map(recorded.map((row) => [fold(row.appname), row]));
  const changes: ((tx: Tx) => void)[] = [];
  for (const app of namedAnew(tx, reported, present)) {
    const row = present.get(fold(app.name));
    present.delete(fold(app.name));
    if (row && isSame(row, app)) continue;
    changes.push((now) => record(now, computerid, app, row));
    change[row?.isactive === 1 ? 'changed' : 'added']++;
  }
  for (const { installedappid, source, isactive } of present.values())
    if (source === 'agent' && isactive === 1) {
      changes.push((now) => retireInstall.run(now, { installedappid, at: now.at }));
      change.removed++;
    }
  const next = (now: Tx) => {
    for (const one of changes.splice(0, PIECE)) one(now);
    return changes.length > 0;
  };
  return { change, next };
}

/** The programs by the names that they have here: some were merged into others. Each is told once. */
function namedAnew(
  tx: Tx,
  reported: readonly Reported[],
  present: ReadonlyMap<string, unknown>,
): Iterable<Reported> {
  const merged = mergedInTable(tx, 'applications');
  if (merged.size === 0) return reported;
  const told = new Map<string, Reported>();
  for (const app of reported) {
    const into = present.has(fold(app.name)) ? undefined : merged.get(fold(app.name));
    const name = into === undefined ? app.name : tx.row(applications, into)!.appname;
    if (!told.has(fold(name))) told.set(fold(name), { ...app, name });
  }
  return told.values();
}

const othersOf = ({ others = [] }: Reported): string | null =>
  others.length > 0 ? JSON.stringify(others) : null;

const isSame = (row: Recorded, app: Reported): boolean =>
  row.isactive === 1 &&
  row.version === (app.version ?? null) &&
  row.otherversions === othersOf(app) &&
  row.installdate === (app.installdate ?? null) &&
  row.publisher === (app.publisher ?? null);

function record(tx: Tx, computerid: number, app: Reported, row: Recorded | undefined): void {
  const known = row?.appid ?? applicationNamed.get(tx, { appname: app.name })?.appid;
  const appid = known ?? tx.insert(applications, { appname: app.name });
  const appversionid = app.version ? versionId(tx, appid, app.version, known === undefined) : null;
  const { installdate = null, publisher = null } = app;
  const told = { otherversions: othersOf(app), installdate, publisher };
  putInstall.run(tx, { computerid, appid, appversionid, ...told, at: tx.at });
}

/** The version's id, made when it is new; an application that is new has none to look for. */
function versionId(tx: Tx, appid: number, version: string, isnew: boolean): number {
  const known = isnew ? undefined : versionNamed.get(tx, { appid, version });
  return (known ?? putVersion.get(tx, { appid, version, at: tx.at })!).appversionid;
}
