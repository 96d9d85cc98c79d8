import { z } from 'zod';
import type { Row } from '../data/reader.ts';
import type { Tx, WriteContext } from '../data/tx.ts';
import { conflict, invalid, notFound } from '../errors.ts';
import { attachBody } from '../files/upload.ts';
import type { Host } from '../host.ts';
import { idParam } from '../http/paging.ts';
import { type Route, route } from '../http/route.ts';
import { boolean, dateSchema, longtext, ref, text, url } from '../resource/fields.ts';
import type { Input, Register } from '../resource/register.ts';
import { registerRoutes } from '../resource/routes.ts';
import { refuseReferenced } from '../resource/write.ts';

const PACKAGE_BYTES = 4 * 1024 ** 3;
const IMAGES = ['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg'];

export const applications: Register = {
  name: 'applications',
  path: '/applications',
  table: 'applications',
  id: 'appid',
  label: 'appname',
  title: 'Applications',
  titleone: 'Application',
  icon: 'apps',
  description: 'Programs that agents find on the PCs, and those that a PC must have.',
  audit: 'catalog.application',
  remove: 'hard',
  activatable: true,
  defaultsort: 'appname',
  searchkind: 'application',
  can: {
    read: { can: 'applications.view' },
    create: { can: ['applications.create', 'applications.edit'] },
    edit: { can: 'applications.edit' },
    delete: { can: 'applications.edit' },
  },
  without: ['delete'],
  fields: {
    appname: text({ title: 'Application', required: true, unique: true, search: true, sort: true }),
    description: longtext({ title: 'Description', list: 'hidden' }),
    supportteamid: ref('supportteams', { title: 'Support team', filter: ['supportteamid'] }),
    isrequired: boolean({ title: 'Required', default: false, filter: ['isrequired'] }),
    isinstallable: boolean({
      title: 'Installable',
      default: false,
      filter: ['isinstallable'],
      list: 'hidden',
    }),
    ishidden: boolean({ title: 'Hidden', default: false, list: 'hidden', filter: ['ishidden'] }),
    isreserved: boolean({ title: 'Reserved', default: false, list: 'hidden' }),
    ismonitorable: boolean({ title: 'Monitorable', default: false, list: 'hidden', section: 'Monitoring' }),
    launchpath: text({
      title: 'Launch path',
      max: 1024,
      list: 'never',
      section: 'Monitoring',
      help: 'Needed while the application is monitorable.',
    }),
    processname: text({
      title: 'Process name',
      list: 'never',
      section: 'Monitoring',
      help: 'Needed while the application is monitorable.',
    }),
    documentationurl: url({ title: 'Documentation', list: 'hidden' }),
    imagefilename: text({ title: 'Picture', readonly: true, list: 'never' }),
  },
  hooks: { check: (_tx, input, before) => checkMonitoring(input, before) },
};

/** Launch path and process name are needed only while the application is monitorable. */
function checkMonitoring(input: Input, before: Row | undefined): void {
  const monitorable = input.ismonitorable ?? before?.ismonitorable === 1;
  if (!monitorable) return;
  for (const field of ['launchpath', 'processname']) {
    const value = field in input ? input[field] : before?.[field];
    if (!value) throw invalid(field, 'This is needed while the application is monitorable.');
  }
}

const byApp = z.object({ appid: idParam });
const byVersion = z.object({ appid: idParam, appversionid: idParam });
const packageRecord = z
  .looseObject({
    apppackageid: z.int(),
    filename: z.string(),
    originalname: z.string(),
    size: z.int(),
    sha256: z.string(),
    createddate: z.iso.datetime(),
  })
  .meta({ id: 'ApplicationPackage' });
const versionRecord = z
  .looseObject({
    appversionid: z.int(),
    appid: z.int(),
    appname: z.string(),
    version: z.string(),
    releasedate: z.iso.date().nullable(),
    notes: z.string().nullable(),
    packages: packageRecord.array(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'ApplicationVersion' });
const newVersion = z.object({
  version: z.string().trim().min(1, 'Version is required.').max(255),
  releasedate: dateSchema.nullable().optional(),
  notes: z.string().max(65_536).nullable().optional(),
});

export function applicationRoutes(host: Host): Route[] {
  const resource = host.resource(applications);
  const view = { can: 'applications.view' };
  const edit = { can: 'applications.edit' };
  return [
    ...registerRoutes(resource),
    route(
      'DELETE',
      '/api/applications/:appid',
      {
        access: edit,
        summary: 'Delete an application with its versions and files',
        params: byApp,
        body: z.object({ confirm: z.string().max(255).optional() }),
      },
      ({ context, params, body }) => deleteApplication(host, context, params.appid, body.confirm),
    ),
    route(
      'GET',
      '/api/applications/:appid/versions',
      { access: view, summary: 'Versions of an application', params: byApp, response: versionRecord.array() },
      ({ params }) =>
        host.db.read((reader) => {
          if (!reader.value('SELECT 1 FROM applications WHERE appid = ?', params.appid))
            throw notFound('Application');
          const rows = reader.all<Row>(
            'SELECT v.*, a.appname FROM appversions v JOIN applications a ON a.appid = v.appid WHERE v.appid = ? ORDER BY v.appversionid DESC',
            params.appid,
          );
          return rows.map((row) => ({
            ...row,
            packages: reader.all(
              'SELECT * FROM apppackages WHERE appversionid = ? ORDER BY apppackageid',
              row.appversionid!,
            ),
          }));
        }),
    ),
    route(
      'POST',
      '/api/applications/:appid/versions',
      {
        access: edit,
        summary: 'Add a version',
        params: byApp,
        body: newVersion,
        response: versionRecord,
        status: 201,
      },
      ({ context, params, body }) => addVersion(host, context, params.appid, body),
    ),
    route(
      'POST',
      '/api/applications/:appid/versions/:appversionid/packages',
      {
        access: edit,
        summary: 'Upload an installer package',
        params: byVersion,
        body: 'raw',
        bodytype: 'multipart/form-data',
        response: packageRecord,
        status: 201,
      },
      async (call) => {
        call.hold();
        const { appid, appversionid } = call.params;
        host.db.read((reader) =>
          existingVersion(
            reader.get('SELECT * FROM appversions WHERE appversionid = ?', appversionid),
            appid,
          ),
        );
        const { file } = await attachBody(host, call.req, 'packages', {
          extensions: [],
          maxbytes: PACKAGE_BYTES,
        });
        return host.db.transact(call.context, (tx) => {
          host.files.list(tx, file);
          const id = tx.insert('apppackages', {
            appversionid,
            filename: file.filename,
            originalname: file.originalname,
            size: file.size,
            sha256: file.sha256,
          });
          tx.audit({
            action: 'catalog.apppackage.created',
            entitytype: 'application',
            entityid: appid,
            details: { filename: file.originalname, sha256: file.sha256 },
            undoable: false,
          });
          return tx.row('apppackages', id);
        });
      },
    ),
    route(
      'POST',
      '/api/applications/:appid/image',
      {
        access: edit,
        summary: 'Upload a picture',
        params: byApp,
        body: 'raw',
        bodytype: 'multipart/form-data',
        response: z.looseObject({ filename: z.string() }),
        status: 201,
      },
      async (call) => {
        const { file } = await attachBody(host, call.req, 'applicationimages', {
          extensions: IMAGES,
          maxbytes: 8 * 1024 * 1024,
        });
        host.db.transact(call.context, (tx) => {
          if (!tx.row('applications', call.params.appid)) throw notFound('Application');
          host.files.list(tx, file);
          tx.update('applications', call.params.appid, { imagefilename: file.filename });
          tx.audit({
            action: 'catalog.application.pictured',
            entitytype: 'application',
            entityid: call.params.appid,
            undoable: false,
          });
        });
        return { ...resource.get({ ...call, query: {} }, call.params.appid), filename: file.filename };
      },
    ),
    route(
      'GET',
      '/api/applications/package/:filename',
      {
        access: { can: 'applications.download' },
        summary: 'Download an installer package',
        params: z.object({ filename: z.string().max(255) }),
        produces: 'application/octet-stream',
      },
      (call) => {
        call.hold();
        return host.files.serve('packages', call.params.filename, { download: true });
      },
    ),
    route(
      'GET',
      '/api/applications/image/:filename',
      {
        access: 'open',
        summary: 'The picture of an application',
        params: z.object({ filename: z.string().max(255) }),
        produces: 'image/*',
      },
      ({ params }) => host.files.serve('applicationimages', params.filename),
    ),
  ];
}

function addVersion(host: Host, context: WriteContext, appid: number, input: z.output<typeof newVersion>) {
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

function existingVersion(row: Row | undefined, appid: number): Row {
  if (row?.appid !== appid) throw notFound('Version');
  return row;
}

/** Removes an application for good; the typed name guards against a slip. */
function deleteApplication(host: Host, context: WriteContext, appid: number, confirm: string | undefined) {
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
