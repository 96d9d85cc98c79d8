import type { Tx } from '../../../src/kit/data/tx.ts';

interface Installed {
  installedappid: number;
  appid: number;
  appname: string;
  version: string | null;
  source: string;
  isactive: number;
}

interface Reported {
  name: string;
  version?: string;
}

const fold = (name: string) => name.toLowerCase();

/**
 * Makes the agent's list of programs the computer's. The rows are no journal entries: thousands of them change with
 * an update day, and the next inventory tells the truth again. Programs recorded by hand stay.
 */
export function syncApps(tx: Tx, computerid: number, reported: readonly Reported[]): void {
  const present = new Map(
    tx
      .all<Installed>(
        `SELECT i.installedappid, i.appid, a.appname, v.version, i.source, i.isactive FROM installedapps i
         JOIN applications a ON a.appid = i.appid LEFT JOIN appversions v ON v.appversionid = i.appversionid WHERE i.computerid = ?`,
        computerid,
      )
      .map((row) => [fold(row.appname), row]),
  );
  for (const app of reported) {
    const row = present.get(fold(app.name));
    present.delete(fold(app.name));
    if (row && row.isactive === 1 && row.version === (app.version ?? null)) continue;
    record(tx, computerid, app, row);
  }
  for (const row of present.values())
    if (row.source === 'agent' && row.isactive === 1) retire(tx, row.installedappid);
  tx.touched.add('installedapps');
}

function record(tx: Tx, computerid: number, app: Reported, row: Installed | undefined): void {
  const known = row?.appid ?? tx.value<number>('SELECT appid FROM applications WHERE appname = ?', app.name);
  const appid = known ?? tx.insert('applications', { appname: app.name });
  const appversionid = app.version ? versionId(tx, appid, app.version, known === undefined) : null;
  tx.run(
    `INSERT INTO installedapps (computerid, appid, appversionid, source, isactive, createddate, modifieddate)
     VALUES (?, ?, ?, 'agent', 1, ?, ?) ON CONFLICT (computerid, appid) DO UPDATE SET
     appversionid = excluded.appversionid, isactive = 1, modifieddate = excluded.modifieddate`,
    computerid,
    appid,
    appversionid,
    tx.at,
    tx.at,
  );
}

function retire(tx: Tx, installedappid: number): void {
  tx.run(
    'UPDATE installedapps SET isactive = 0, modifieddate = ? WHERE installedappid = ?',
    tx.at,
    installedappid,
  );
}

/** The version's id, made when it is new; an application that is new has none to look for. */
function versionId(tx: Tx, appid: number, version: string, isnew: boolean): number {
  const known = isnew
    ? undefined
    : tx.value<number>(
        'SELECT appversionid FROM appversions WHERE appid = ? AND version = ?',
        appid,
        version,
      );
  if (known) return known;
  return tx.value<number>(
    'INSERT INTO appversions (appid, version, createddate, modifieddate) VALUES (?, ?, ?, ?) RETURNING appversionid',
    appid,
    version,
    tx.at,
    tx.at,
  )!;
}
