import { z } from 'zod';
import { notFound } from '../../kit/errors.ts';
import { attachBody } from '../../kit/files/upload.ts';
import type { Host } from '../../kit/host.ts';
import type { Access } from '../../kit/http/access.ts';
import { type Api, api, words } from '../../kit/http/api.ts';
import { idParam } from '../../kit/http/paging.ts';
import type { Register } from '../../kit/resource/register.ts';

const RULE = { extensions: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg'], maxbytes: 8 * 1024 * 1024 };

/** `POST {register}/{id}/image` and `GET {register}/image/{filename}` for a register with an `imagefilename`. */
export function pictureRoutes(host: Host, register: Register, area: string, access: Access): readonly Api[] {
  const params = z.object({ [register.id]: idParam });
  return [
    api(`/api${register.path}`)
      .post(
        `/:${register.id}/image`,
        async ({ call, params }) => {
          const id = params[register.id]!;
          const { file } = await attachBody(host.files, call.req, area, RULE);
          host.db.transact(call.context, `${register.audit}.pictured`, (tx) => {
            const before = tx.row(register.table, id);
            if (!before) throw notFound(register.one);
            if (before.imagefilename) host.files.unlist(tx, area, before.imagefilename as string);
            host.files.list(tx, file);
            tx.update(register.table, id, { imagefilename: file.filename });
            const entitytype = register.audit.split('.')[1]!;
            tx.audit({ entitytype, entityid: id, undoable: false });
          });
          return { ...host.resource(register).get(id), filename: file.filename };
        },
        words({
          access,
          summary: 'Upload a picture',
          params,
          answers: z.looseObject({ filename: z.string() }),
          status: 201,
          raw: { type: 'multipart/form-data' },
        }),
      )
      .get(
        '/image/:filename',
        ({ params: { filename } }) => host.files.serve(area, filename),
        words({
          access: 'open',
          summary: 'A picture',
          params: z.object({ filename: z.string().max(255) }),
          produces: 'image/*',
        }),
      ),
  ];
}
