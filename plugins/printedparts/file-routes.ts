import { z } from 'zod';
import { notFound } from '../../src/kit/errors.ts';
import { attach } from '../../src/kit/files/upload.ts';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { idParam } from '../../src/kit/http/paging.ts';
import { listPrintFiles, printFileQuery } from './file-list.ts';
import { deleteRevision, PRINT_FILE_AREA, PRINT_FILE_RULE, saveRevision } from './files.ts';
import { fileWithId } from './queries.ts';
import { items } from './registers.ts';

const record = z
  .object({
    fileid: z.int(),
    itemid: z.int(),
    revision: z.int(),
    filename: z.string().meta({ description: 'Name of the stored file.' }),
    originalname: z.string(),
    size: z.int().meta({ description: 'Bytes.' }),
    sha256: z.string(),
    note: z.string().nullable(),
    uploadedby: z.string(),
    createddate: z.iso.datetime(),
    modifieddate: z.iso.datetime(),
  })
  .meta({ id: 'PrintFile' });
export type PrintFile = z.output<typeof record>;

const byItem = z.object({ itemid: idParam });
const byFile = z.object({ fileid: idParam });

/** Routes for the print files of a part. Revisions are immutable: they can be added or removed. */
export function fileRoutes(host: Host): Api {
  const parts = host.resource(items);
  return api('/api/printedparts')
    .get(
      '/items/:itemid/files',
      ({ call: { actor }, params: { itemid }, query }) => {
        parts.get(itemid);
        return listPrintFiles(host, actor, itemid, query);
      },
      routeOptions({
        access: { can: 'printedparts.view' },
        summary: 'List the print file revisions of a printed part, newest first',
        params: byItem,
        query: printFileQuery,
        responseSchema: record.array(),
        paged: true,
      }),
    )
    .post(
      '/items/:itemid/files',
      ({ call, params: { itemid } }) => {
        call.disableIdleTimeout();
        parts.get(itemid);
        return attach(host.files, call.req, PRINT_FILE_AREA, PRINT_FILE_RULE, (upload) =>
          saveRevision(host, call.context, itemid, upload),
        );
      },
      routeOptions({
        access: { can: 'printedparts.edit' },
        summary: 'Upload a file as the next print file revision of a printed part',
        params: byItem,
        raw: {
          type: ['multipart/form-data', 'application/octet-stream'],
          form: z.object({ note: z.string().max(1000).optional() }),
        },
        responseSchema: record,
        status: 201,
      }),
    )
    .get(
      '/files/:fileid/download',
      ({ call, params: { fileid } }) => {
        call.disableIdleTimeout();
        const row = host.db.read((reader) => fileWithId.get(reader, { fileid }));
        if (!row) throw notFound('Print file');
        return host.files.serve(PRINT_FILE_AREA, row.filename, { download: true });
      },
      routeOptions({
        access: 'optional',
        summary: 'Download a print file with its original name',
        params: byFile,
        produces: 'application/octet-stream',
      }),
    )
    .delete(
      '/files/:fileid',
      ({ call: { context }, params }) => deleteRevision(host, context, params.fileid),
      routeOptions({
        access: { can: 'printedparts.delete' },
        summary: 'Delete a print file revision with its content',
        params: byFile,
        responseSchema: z.object({ deleted: z.int() }),
      }),
    );
}
