import { z } from 'zod';
import { attach } from '../../src/kit/files/upload.ts';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { bySsoParam } from './directory-routes.ts';
import { refuseExternalPhoto } from './modes.ts';
import { PHOTO_AREA } from './person.ts';
import { PHOTO_RULE, setPhoto } from './photos.ts';
import { employees } from './register.ts';

/**
 * Routes to get, upload and remove photos of employees. Uploads and removals are 409 CONFLICT while an HR
 * database is used.
 */
export function photoRoutes(host: Host): Api {
  const resource = host.resource(employees);
  const { record: answers } = resource.schemas;
  const uploaded = z.lazy(() => answers.unwrap().extend({ filename: z.string() }));
  const get = (sso: string) => resource.get(sso, 'employees.sso');
  return api('/api/employees')
    .get(
      '/photo/:filename',
      ({ params }) => host.files.serve(PHOTO_AREA, params.filename),
      routeOptions({
        access: 'open',
        summary: 'Get a photo',
        params: z.object({ filename: z.string().max(255) }),
        produces: 'image/*',
      }),
    )
    .post(
      '/:sso/photo',
      async ({ call, params: { sso } }) => {
        refuseExternalPhoto(host);
        get(sso);
        const filename = await attach(host.files, call.req, PHOTO_AREA, PHOTO_RULE, ({ file }) => {
          setPhoto(host, call.context, sso, file);
          return file.filename;
        });
        return { ...get(sso), filename };
      },
      routeOptions({
        access: 'admin',
        summary: 'Upload the photo of an employee; it replaces the previous one',
        params: bySsoParam,
        raw: { type: ['multipart/form-data', 'application/octet-stream'] },
        responseSchema: uploaded,
        status: 201,
      }),
    )
    .delete(
      '/:sso/photo',
      ({ call, params: { sso } }) => {
        refuseExternalPhoto(host);
        setPhoto(host, call.context, sso, null);
        return get(sso);
      },
      routeOptions({
        access: 'admin',
        summary: 'Remove the photo of an employee',
        params: bySsoParam,
        responseSchema: answers,
      }),
    );
}
