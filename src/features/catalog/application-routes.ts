import { z } from 'zod';
import { attach } from '../../kit/files/upload.ts';
import type { Host } from '../../kit/host.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { idParam } from '../../kit/http/paging.ts';
import { text } from '../../kit/resource/fields.ts';
import { dateSchema, inputSchema } from '../../kit/resource/validate.ts';
import { readStaleness } from '../../kit/staleness.ts';
import { applicationRegister } from './application-register.ts';
import {
  addPackage,
  addVersion,
  deleteApplication,
  listVersions,
  refuseForeignVersion,
} from './application-service.ts';
import { pictureRoutes } from './pictures.ts';
import { MAX_VERSIONS } from './row-limits.ts';

const PACKAGE = { extensions: [], maxbytes: 4 * 1024 ** 3, areabytes: 200 * 1024 ** 3 };
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
export type AppPackage = z.output<typeof packageRecord>;
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
export type AppVersion = z.output<typeof versionRecord>;
const newVersion = z.object({
  version: inputSchema(text({ title: 'Version', required: true })) as z.ZodType<string>,
  releasedate: dateSchema.nullable().optional(),
  notes: z.string().max(65_536).nullable().optional(),
});

const view = { can: 'applications.view' };
const edit = { can: 'applications.edit' };

/** Creates the routes to delete applications and to manage their versions, packages and pictures. */
export function applicationRoutes(host: Host): readonly Api[] {
  return [
    api('/api/applications').delete(
      '/:appid',
      ({ call: { context, req }, params, body }) =>
        deleteApplication(host, context, params.appid, body.confirm, readStaleness(req)),
      routeOptions({
        access: edit,
        summary: 'Delete an application with its versions, files and install records',
        params: byApp,
        body: z.object({ confirm: z.string().max(255).optional() }),
        ifunmodified: true,
      }),
    ),
    ...versionRoutes(host),
    ...pictureRoutes(host, applicationRegister, 'applicationimages', edit),
  ];
}

function versionRoutes(host: Host): readonly Api[] {
  const base = '/api/applications/:appid/versions';
  return [
    api('')
      .get(
        base,
        ({ params }) => listVersions(host, params.appid),
        routeOptions({
          access: view,
          summary: 'Versions of an application',
          params: byApp,
          responseSchema: versionRecord.array().max(MAX_VERSIONS),
        }),
      )
      .post(
        base,
        ({ call: { context }, params, body }) => addVersion(host, context, params.appid, body),
        routeOptions({
          access: edit,
          summary: 'Add a version',
          params: byApp,
          body: newVersion,
          responseSchema: versionRecord,
          status: 201,
        }),
      )
      .post(
        `${base}/:appversionid/packages`,
        async ({ call, params }) => {
          call.disableIdleTimeout();
          const { appid, appversionid } = params;
          refuseForeignVersion(host, appid, appversionid);
          return attach(host.files, call.req, 'packages', PACKAGE, ({ file }) =>
            addPackage(host, call.context, appid, appversionid, file),
          );
        },
        routeOptions({
          access: edit,
          summary: 'Upload an installer package',
          params: byVersion,
          responseSchema: packageRecord,
          status: 201,
          raw: { type: 'multipart/form-data' },
        }),
      )
      .get(
        '/api/applications/package/:filename',
        ({ call, params }) => {
          call.disableIdleTimeout();
          return host.files.serve('packages', params.filename, { download: true });
        },
        routeOptions({
          access: { can: 'applications.download' },
          summary: 'Download an installer package',
          params: z.object({ filename: z.string().max(255) }),
          produces: 'application/octet-stream',
        }),
      ),
  ];
}
