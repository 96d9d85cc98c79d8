import type { Row } from '../../kit/data/reader.ts';
import type { Tx, WriteContext } from '../../kit/data/tx.ts';
import { conflict, invalid, notFound } from '../../kit/errors.ts';
import type { StoredFile } from '../../kit/files/store.ts';
import type { Host } from '../../kit/host.ts';
import { refuseReferenced } from '../../kit/resource/write.ts';

export interface NewVersion {
  version: string;
  releasedate?: string | null;
  notes?: string | null;
}

/** Versions, the newest entry first, each with its packages. */
export function versionsOf(host: Host, appid: number) {
  return host.db.read((reader) => {
    if (!reader.value('SELECT 1 FROM applications WHERE appid = ?', appid)) throw notFound('Application');
    const rows = reader.all<Row>(
      'SELECT v.*, a.appname FROM appversions v JOIN applications a ON a.appid = v.appid WHERE v.appid = ? ORDER BY v.appversionid DESC',
      appid,
    );
    const packages = 'SELECT * FROM apppackages WHERE appversionid = ? ORDER BY apppackageid';
    return rows.map((row) => ({ ...row, packages: reader.all(packages, row.appversionid!) }));
  });
}

/** 409 when the application has this version already. */
export function addVersion(host: Host, context: WriteContext, appid: number, input: NewVersion) {
  return host.db.transact(context, (tx) => {
    const app = tx.row('applications', appid);
    if (!app) throw notFound('Application');
    if (tx.value('SELECT 1 FROM appversions WHERE appid = ? AND version = ?', appid, input.version))
      throw conflict('version', `Version ${input.version} exists already.`);
    const { version, releasedate = null, notes = null } = input;
    const id = tx.insert('appversions', { appid, version, releasedate, notes });
    tx.audit({ action: 'catalog.appversion.created', entitytype: 'application', entityid: appid });
    return { ...tx.row('appversions', id), appname: app.appname, packages: [] };
  });
}

/** 404 unless the version is one of this application. */
export function refuseOtherVersion(host: Host, appid: number, appversionid: number): void {
  const known = host.db.read((reader) =>
    reader.value('SELECT appid FROM appversions WHERE appversionid = ?', appversionid),
  );
  if (known !== appid) throw notFound('Version');
}

/** Makes an uploaded file an installer package of the version. */
export function addPackage(
  host: Host,
  context: WriteContext,
  appid: number,
  appversionid: number,
  file: StoredFile,
) {
  const { filename, originalname, size, sha256 } = file;
  return host.db.transact(context, (tx) => {
    host.files.list(tx, file);
    const id = tx.insert('apppackages', { appversionid, filename, originalname, size, sha256 });
    tx.audit({
      action: 'catalog.apppackage.created',
      entitytype: 'application',
      entityid: appid,
      details: { filename: originalname, sha256 },
      undoable: false,
    });
    return tx.row('apppackages', id);
  });
}

/** Removes an application for good, with its versions, files and install records; the typed name guards against a slip. */
export function deleteApplication(
  host: Host,
  context: WriteContext,
  appid: number,
  confirm: string | undefined,
) {
  host.db.transact(context, (tx) => {
    const app = tx.row('applications', appid);
    if (!app) throw notFound('Application');
    if (confirm !== app.appname)
      throw invalid('confirm', `Type the name ${JSON.stringify(app.appname)} to delete it.`);
    unlistFiles(host, tx, app);
    refuseReferenced(tx, host.registers, 'applications', appid);
    tx.delete('applications', appid);
    tx.audit({
      action: 'catalog.application.deleted',
      entitytype: 'application',
      entityid: appid,
      undoable: false,
    });
  });
  return { deleted: appid };
}

function unlistFiles(host: Host, tx: Tx, app: Row): void {
  const packages = tx.all<{ filename: string }>(
    'SELECT p.filename FROM apppackages p JOIN appversions v ON v.appversionid = p.appversionid WHERE v.appid = ?',
    app.appid!,
  );
  for (const { filename } of packages) host.files.unlist(tx, 'packages', filename);
  if (app.imagefilename) host.files.unlist(tx, 'applicationimages', app.imagefilename as string);
}
