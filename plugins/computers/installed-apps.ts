import { applications, appversions } from '../../src/features/catalog/tables.ts';
import type { WriteContext } from '../../src/kit/data/tx.ts';
import { AppError, invalid, notFound } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import { type Install, installById, installedOn, installOf } from './app-queries.ts';
import { type UnlistedApp, unlistedAppsOf } from './inventory/addition-queries.ts';
import { existingComputer } from './queries.ts';
import { computers, installedapps } from './tables.ts';

/** Maximum programs of one computer, as in a report. */
export const MAX_INSTALLED = 100_000;

const view = ({ otherversions, ...row }: Install) => ({
  ...row,
  isactive: row.isactive === 1,
  otherversions: JSON.parse(otherversions ?? '[]') as string[],
});

/** Returns a program of this computer outside the shared list in the form of an install without IDs. */
const viewAlone = ({ unlistedappid: _id, otherversions, ...row }: UnlistedApp) => ({
  ...row,
  installedappid: null,
  appid: null,
  appversionid: null,
  source: 'agent',
  isactive: true,
  otherversions: JSON.parse(otherversions ?? '[]') as string[],
});

const byName = (one: { appname: string }, other: { appname: string }): number =>
  one.appname.toLowerCase() < other.appname.toLowerCase() ? -1 : 1;

/**
 * Lists the programs that are installed on a computer now, by name, with those outside the shared list.
 * Throws 404 for an unknown computer.
 */
export function listInstalledApps(host: Host, computerid: number) {
  return host.db.read((reader) => {
    if (!existingComputer.get(reader, { computerid })) throw notFound('Computer');
    const listed = installedOn.all(reader, { computerid }).map(view);
    const own = unlistedAppsOf.all(reader, { computerid }).map(viewAlone);
    return own.length === 0 ? listed : [...listed, ...own].sort(byName);
  });
}

/**
 * Records an install, or reactivates a removed one. Throws 404 for an unknown computer, 400 for an unknown
 * application or version, and 409 when the application is recorded already.
 */
export function installApp(
  host: Host,
  context: WriteContext,
  computerid: number,
  input: { appid: number; appversionid?: number | null },
) {
  const id = host.db.transact(context, 'computers.app.installed', (tx) => {
    if (!tx.row(computers, computerid)) throw notFound('Computer');
    const { appid, appversionid = null } = input;
    if (!tx.row(applications, appid)) throw invalid('appid', `No application has the ID ${appid}.`);
    if (appversionid !== null && tx.row(appversions, appversionid)?.appid !== appid)
      throw invalid('appversionid', 'This version does not belong to the application.');
    const install = installOf.get(tx, { computerid, appid });
    if (install?.isactive === 1)
      throw new AppError('CONFLICT', 'This application is already recorded as installed.', {
        field: 'appid',
      });
    tx.audit({ entitytype: 'computer', entityid: computerid, details: { appid } });
    if (!install) return tx.insert(installedapps, { computerid, appid, appversionid });
    tx.update(installedapps, install.installedappid, {
      isactive: 1,
      appversionid,
      source: 'manual',
    });
    return install.installedappid;
  }).value;
  return host.db.read((reader) => view(installById.get(reader, { installedappid: id })!));
}

/**
 * Removes an install from the list. Its row stays, inactive. Throws 404 when the application is not
 * installed.
 */
export function removeApp(host: Host, context: WriteContext, computerid: number, appid: number): void {
  host.db.transact(context, 'computers.app.removed', (tx) => {
    const install = installOf.get(tx, { computerid, appid });
    if (install?.isactive !== 1) throw notFound('Installed application');
    tx.update(installedapps, install.installedappid, { isactive: 0 });
    tx.audit({ entitytype: 'computer', entityid: computerid, details: { appid } });
  });
}
