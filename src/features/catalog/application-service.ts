import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { conflict, invalid, notFound } from '../../kit/errors.ts';
import type { StoredFile } from '../../kit/files/store.ts';
import type { Host } from '../../kit/host.ts';
import { deleteMergedNames } from '../../kit/resource/merged-names.ts';
import { refuseReferenced } from '../../kit/resource/write.ts';
import { refuseStale, type Staleness } from '../../kit/staleness.ts';
import {
  applicationById,
  applicationOfVersion,
  packagesOfApplication,
  packagesOfVersion,
  versionNamed,
  versionsOfApplication,
} from './application-queries.ts';
import { MAX_VERSIONS } from './row-limits.ts';
import { type Application, applications, apppackages, appversions } from './tables.ts';

export interface NewVersion {
  version: string;
  releasedate?: string | null;
  notes?: string | null;
}

/**
 * Returns the versions, the last added first, each with its packages. Returns at most `MAX_VERSIONS`. Throws
 * 404 when there is no such application.
 */
export function listVersions(host: Host, appid: number) {
  return host.db.read((reader) => {
    if (!applicationById.get(reader, { appid })) throw notFound('Application');
    return versionsOfApplication
      .all(reader, { appid })
      .slice(0, MAX_VERSIONS)
      .map((version) => ({
        ...version,
        packages: packagesOfVersion.all(reader, { appversionid: version.appversionid }),
      }));
  });
}

/**
 * Adds a version. Throws 404 for an unknown application, 409 when the application already has the version.
 */
export function addVersion(host: Host, context: WriteContext, appid: number, input: NewVersion) {
  return host.db.transact(context, 'catalog.appversion.created', (tx) => {
    const app = tx.row(applications, appid);
    if (!app) throw notFound('Application');
    if (versionNamed.get(tx, { appid, version: input.version }))
      throw conflict('version', `Version ${input.version} already exists.`);
    const { version, releasedate = null, notes = null } = input;
    const id = tx.insert(appversions, { appid, version, releasedate, notes });
    tx.audit({ entitytype: 'application', entityid: appid });
    return { ...tx.row(appversions, id), appname: app.appname, packages: [] };
  }).value;
}

/** Throws 404 unless the version belongs to this application. */
export function refuseForeignVersion(host: Host, appid: number, appversionid: number): void {
  const application = host.db.read((reader) => applicationOfVersion.get(reader, { appversionid }));
  if (application?.appid !== appid) throw notFound('Version');
}

/**
 * Adds an uploaded file to a version as an installer package. The caller checks the version before, with
 * `refuseForeignVersion`.
 */
export function addPackage(
  host: Host,
  context: WriteContext,
  appid: number,
  appversionid: number,
  file: StoredFile,
) {
  const { filename, originalname, size, sha256 } = file;
  return host.db.transact(context, 'catalog.apppackage.created', (tx) => {
    host.files.list(tx, file);
    const id = tx.insert(apppackages, { appversionid, filename, originalname, size, sha256 });
    tx.audit({
      entitytype: 'application',
      entityid: appid,
      details: { filename: originalname, sha256 },
      undoable: false,
    });
    return tx.row(apppackages, id);
  }).value;
}

/**
 * Deletes an application permanently, with its versions, files and install records. Throws 404 for an unknown
 * application, 409 STALE_WRITE when it has changed since the version in `unless`. Throws 400 unless `confirm`
 * is its exact name, which prevents accidental deletions. Throws 409 IN_USE when other rows refer to it.
 */
export function deleteApplication(
  host: Host,
  context: WriteContext,
  appid: number,
  confirm: string | undefined,
  unless: Staleness,
) {
  host.db.transact(context, 'catalog.application.deleted', (tx) => {
    const app = tx.row(applications, appid);
    if (!app) throw notFound('Application');
    refuseStale(app.modifieddate, unless);
    if (confirm !== app.appname)
      throw invalid('confirm', `Type the name ${JSON.stringify(app.appname)} to delete it.`);
    removeFiles(host, tx, app);
    refuseReferenced(tx, host.registers, 'applications', appid);
    deleteMergedNames(tx, 'applications', appid);
    tx.delete(applications, appid);
    tx.audit({ entitytype: 'application', entityid: appid, undoable: false });
  });
  return { deleted: appid };
}

function removeFiles(host: Host, tx: Tx, { appid, imagefilename }: Application): void {
  for (const { filename } of packagesOfApplication.all(tx, { appid }))
    host.files.remove(tx, 'packages', filename);
  if (imagefilename) host.files.remove(tx, 'applicationimages', imagefilename);
}
