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

/** How many programs came, went, or have another version. */
export interface SoftwareChange {
  added: number;
  changed: number;
  removed: number;
}

/**
 * Makes the agent's list of programs the computer's. The rows are no journal entries: thousands of them change with
 * an update day, and the next inventory tells the truth again. Programs recorded by hand stay.
 */
export function syncApps(tx: Tx, computerid: number, reported: readonly Reported[]): SoftwareChange {
  const change = { added: 0, changed: 0, removed: 0 };
  const present = new Map(recordedOn.all(tx, { computerid }).map((row) => [fold(row.appname), row]));
  for (const app of reported) {
    const row = present.get(fold(app.name));
    present.delete(fold(app.name));
    if (row && row.isactive === 1 && row.version === (app.version ?? null)) continue;
    record(tx, computerid, app, row);
    change[row?.isactive === 1 ? 'changed' : 'added']++;
  }
  for (const row of present.values())
    if (row.source === 'agent' && row.isactive === 1)
      change.removed += retireInstall.run(tx, { installedappid: row.installedappid, at: tx.at });
  return change;
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
