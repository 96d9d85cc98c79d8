import type { Tx } from '../../kit/data/tx.ts';
import { applicationNamed, versionNamed, versionsOfApplication } from './application-queries.ts';
import { applications, appversions } from './tables.ts';

/** An application of the appliance itself, and its installable versions. */
export interface ReservedApplication {
  appname: string;
  description: string;
  versions: readonly { version: string; notes: string }[];
}

/**
 * Registers an application as active, hidden, reserved and installable, with these versions. Deletes other
 * versions, or clears the notes of those that a row refers to. Features that ship their own builds call this
 * in their transaction. Returns the application ID.
 */
export function registerReservedApplication(
  tx: Tx,
  { appname, description, versions }: ReservedApplication,
): number {
  const existing = applicationNamed.get(tx, { appname });
  const marks = { ishidden: 1, isreserved: 1, isinstallable: 1, isactive: 1 } as const;
  const appid = existing?.appid ?? tx.insert(applications, { appname, description, ...marks });
  if (existing) tx.update(applications, appid, { description, ...marks });
  const wanted = new Set(versions.map(({ version }) => version.toLowerCase()));
  for (const row of versionsOfApplication.all(tx, { appid })) {
    if (wanted.has(row.version.toLowerCase())) continue;
    if (isReferred(tx, row.appversionid)) tx.update(appversions, row.appversionid, { notes: null });
    else tx.delete(appversions, row.appversionid);
  }
  for (const { version, notes } of versions) {
    const there = versionNamed.get(tx, { appid, version });
    if (there) tx.update(appversions, there.appversionid, { notes });
    else tx.insert(appversions, { appid, version, notes });
  }
  return appid;
}

/** Reports whether any row refers to the version, such as an install or a package. */
const isReferred = (tx: Tx, appversionid: number): boolean =>
  tx.schema
    .keysTo('appversions')
    .some(({ table, column }) =>
      tx.value(`SELECT 1 FROM ${table} WHERE ${column} = ? LIMIT 1`, appversionid),
    );
