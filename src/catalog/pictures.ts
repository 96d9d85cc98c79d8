import { z } from 'zod';
import { notFound } from '../errors.ts';
import { attachBody } from '../files/upload.ts';
import type { Host } from '../host.ts';
import { idParam } from '../http/paging.ts';
import { type Access, type Route, route } from '../http/route.ts';
import type { Register } from '../resource/register.ts';

const RULE = { extensions: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg'], maxbytes: 8 * 1024 * 1024 };

/** `POST {register}/{id}/image` and `GET {register}/image/{filename}` for a register with an `imagefilename`. */
export function pictureRoutes(host: Host, register: Register, area: string, access: Access): Route[] {
  const params = z.object({ [register.id]: idParam });
  return [
    route(
      'POST',
      `/api${register.path}/:${register.id}/image`,
      {
        access,
        summary: 'Upload a picture',
        params,
        body: 'raw',
        bodytype: 'multipart/form-data',
        response: z.looseObject({ filename: z.string() }),
        status: 201,
      },
      async (call) => {
        const id = call.params[register.id]!;
        const { file } = await attachBody(host, call.req, area, RULE);
        host.db.transact(call.context, (tx) => {
          const before = tx.row(register.table, id);
          if (!before) throw notFound(register.titleone);
          if (before.imagefilename) host.files.unlist(tx, area, before.imagefilename as string);
          host.files.list(tx, file);
          tx.update(register.table, id, { imagefilename: file.filename });
          const entitytype = register.audit.split('.')[1]!;
          tx.audit({ action: `${register.audit}.pictured`, entitytype, entityid: id, undoable: false });
        });
        return { ...host.resource(register).get({ ...call, query: {} }, id), filename: file.filename };
      },
    ),
    route(
      'GET',
      `/api${register.path}/image/:filename`,
      {
        access: 'open',
        summary: 'A picture',
        params: z.object({ filename: z.string().max(255) }),
        produces: 'image/*',
      },
      ({ params: { filename } }) => host.files.serve(area, filename),
    ),
  ];
}
