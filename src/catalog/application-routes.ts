import { z } from 'zod';
import { attachBody } from '../files/upload.ts';
import type { Host } from '../host.ts';
import { idParam } from '../http/paging.ts';
import { type Route, route } from '../http/route.ts';
import { dateSchema } from '../resource/fields.ts';
import { registerRoutes } from '../resource/routes.ts';
import { applications } from './application-register.ts';
import {
  addPackage,
  addVersion,
  deleteApplication,
  refuseOtherVersion,
  versionsOf,
} from './application-service.ts';
import { pictureRoutes } from './pictures.ts';

const PACKAGE_BYTES = 4 * 1024 ** 3;
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

const view = { can: 'applications.view' };
const edit = { can: 'applications.edit' };

export function applicationRoutes(host: Host): Route[] {
  return [
    ...registerRoutes(host.resource(applications)),
    route(
      'DELETE',
      '/api/applications/:appid',
      {
        access: edit,
        summary: 'Delete an application with its versions, files and install records',
        params: byApp,
        body: z.object({ confirm: z.string().max(255).optional() }),
      },
      ({ context, params, body }) => deleteApplication(host, context, params.appid, body.confirm),
    ),
    ...versionRoutes(host),
    ...pictureRoutes(host, applications, 'applicationimages', edit),
  ];
}

function versionRoutes(host: Host): Route[] {
  const base = '/api/applications/:appid/versions';
  return [
    route(
      'GET',
      base,
      { access: view, summary: 'Versions of an application', params: byApp, response: versionRecord.array() },
      ({ params }) => versionsOf(host, params.appid),
    ),
    route(
      'POST',
      base,
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
      `${base}/:appversionid/packages`,
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
        refuseOtherVersion(host, appid, appversionid);
        const { file } = await attachBody(host, call.req, 'packages', {
          extensions: [],
          maxbytes: PACKAGE_BYTES,
        });
        return addPackage(host, call.context, appid, appversionid, file);
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
  ];
}
