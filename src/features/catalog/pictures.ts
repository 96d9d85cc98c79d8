import { z } from 'zod';
import type { WriteContext } from '../../kit/data/tx.ts';
import { notFound } from '../../kit/errors.ts';
import type { StoredFile } from '../../kit/files/store.ts';
import { attach } from '../../kit/files/upload.ts';
import type { Host } from '../../kit/host.ts';
import type { Access } from '../../kit/http/access.ts';
import { type Api, api, routeOptions } from '../../kit/http/api.ts';
import { idParam } from '../../kit/http/paging.ts';
import { picturePathOf, type Register } from '../../kit/resource/register.ts';

const MB = 1024 * 1024;
const RULE = {
  extensions: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'svg'],
  maxbytes: 8 * MB,
  areabytes: 4096 * MB,
};

/**
 * Creates the routes `POST {register}/{id}/image` and `GET {pictures of the register}/{filename}` for a
 * register with an `imagefilename`. `access` applies to uploads; anyone can read a picture.
 */
export function pictureRoutes(host: Host, register: Register, area: string, access: Access): readonly Api[] {
  const params = z.object({ [register.id]: idParam });
  return [
    api('')
      .post(
        `/api${register.path}/:${register.id}/image`,
        async ({ call, params }) => {
          const id = params[register.id]!;
          host.resource(register).get(id);
          const filename = await attach(host.files, call.req, area, RULE, ({ file }) => {
            setPicture(host, call.context, { register, id, area }, file);
            return file.filename;
          });
          return { ...host.resource(register).get(id), filename };
        },
        routeOptions({
          access,
          summary: 'Upload a photo',
          params,
          responseSchema: z.looseObject({ filename: z.string() }),
          status: 201,
          raw: { type: 'multipart/form-data' },
        }),
      )
      .get(
        `/api${picturePathOf(register)}/:filename`,
        ({ params: { filename } }) => host.files.serve(area, filename),
        routeOptions({
          access: 'open',
          summary: 'Get a photo',
          params: z.object({ filename: z.string().max(255) }),
          produces: 'image/*',
        }),
      ),
  ];
}

/** Makes the file the picture of a record and deletes the previous picture. */
function setPicture(
  host: Host,
  context: WriteContext,
  { register, id, area }: { register: Register; id: number; area: string },
  file: StoredFile,
): void {
  host.db.transact(context, `${register.audit}.pictured`, (tx) => {
    const before = tx.row(register.table, id);
    if (!before) throw notFound(register.one);
    if (before.imagefilename) host.files.remove(tx, area, before.imagefilename as string);
    host.files.list(tx, file);
    tx.update(register.table, id, { imagefilename: file.filename });
    tx.audit({ entitytype: register.audit.split('.')[1]!, entityid: id, undoable: false });
  });
}
