import { applications } from '../../../src/features/catalog/tables.ts';
import type { Tx } from '../../../src/kit/data/tx.ts';
import {
  applicationNamed,
  putInstall,
  putVersion,
  type Recorded,
  recordedOn,
  retireInstall,
  versionNamed,
} from './software-queries.ts';

interface Reported {
  name: string;
  version?: string;
}

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
  const present = new Map(recordedOn.all(tx, { computerid }).map((row) => [fold(row.appname), row]));
  const changes: ((tx: Tx) => void)[] = [];
  for (const app of reported) {
    const row = present.get(fold(app.name));
    present.delete(fold(app.name));
    if (row && row.isactive === 1 && row.version === (app.version ?? null)) continue;
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

function record(tx: Tx, computerid: number, app: Reported, row: Recorded | undefined): void {
  const known = row?.appid ?? applicationNamed.get(tx, { appname: app.name })?.appid;
  const appid = known ?? tx.insert(applications, { appname: app.name });
  const appversionid = app.version ? versionId(tx, appid, app.version, known === undefined) : null;
  putInstall.run(tx, { computerid, appid, appversionid, at: tx.at });
}

/** The version's id, made when it is new; an application that is new has none to look for. */
function versionId(tx: Tx, appid: number, version: string, isnew: boolean): number {
  const known = isnew ? undefined : versionNamed.get(tx, { appid, version });
  return (known ?? putVersion.get(tx, { appid, version, at: tx.at })!).appversionid;
}
