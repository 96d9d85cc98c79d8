import { z } from 'zod';
import { AppError, invalid } from '../../src/kit/errors.ts';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import type { Call } from '../../src/kit/http/call.ts';
import { withIncomingBody } from '../../src/kit/http/incoming-body.ts';
import { entryRecord } from './entry-shape.ts';
import { byEntry } from './scope-routes.ts';
import { sha256Text } from './shapes.ts';
import { type UploadState, Uploads } from './uploads.ts';

const access = { can: 'enforce.publish' };
/** Content types of a piece: the one of tus, and one that every HTTP client can send. */
const CHUNK_TYPES = ['application/offset+octet-stream', 'application/octet-stream'];
const byUpload = z.object({ uploadkey: z.string().max(64) });

const toBegin = z.object({
  size: z.int().positive().meta({ description: 'Size of the whole file in bytes.' }),
  filename: z.string().trim().min(1).max(255),
  sha256: sha256Text.nullish().meta({ description: 'Expected SHA-256 of the file.' }),
});

const progress = z
  .object({
    uploadkey: z.string(),
    size: z.int(),
    offset: z.int().meta({ description: 'Offset of the next piece.' }),
    expiresat: z.iso.datetime(),
    entry: entryRecord.nullable().meta({ description: 'The entry, once the upload is complete.' }),
  })
  .meta({ id: 'EnforceUpload' });

/** Adds the tus headers to an answer, with the same data as its body. */
function addUploadHeaders(call: Call, value: UploadState): UploadState {
  call.headers['Tus-Resumable'] = '1.0.0';
  call.headers['Upload-Offset'] = String(value.offset);
  call.headers['Upload-Length'] = String(value.size);
  return value;
}

/**
 * Routes for resumable uploads of large payloads over unreliable networks. The result is the same as with a
 * single upload.
 */
export const uploadRoutes = (host: Host): Api =>
  api('/api/enforce')
    .post(
      '/entries/:entryid/uploads',
      ({ call, params, body }) => {
        const begun = addUploadHeaders(
          call,
          host.getInstance(Uploads).begin(call.actor, params.entryid, body),
        );
        call.headers.Location = `../../uploads/${begun.uploadkey}`;
        return begun;
      },
      routeOptions({
        access,
        summary:
          'Start a payload upload in pieces (tus 1.0): PATCH them to uploads/{uploadkey}; at most 5 uploads per user at a time, and 40 in total',
        params: byEntry,
        body: toBegin,
        responseSchema: progress,
        status: 201,
      }),
    )
    .get(
      '/uploads/:uploadkey',
      ({ call, params }) => addUploadHeaders(call, host.getInstance(Uploads).progress(params.uploadkey)),
      routeOptions({
        access,
        summary: 'Progress of an upload; HEAD returns it in Upload-Offset',
        params: byUpload,
        responseSchema: progress,
      }),
    )
    .patch(
      '/uploads/:uploadkey',
      async ({ call, params }) => {
        const { req } = call;
        const type = (req.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
        if (!CHUNK_TYPES.includes(type))
          throw new AppError('BAD_REQUEST', `Send the piece as ${CHUNK_TYPES.join(' or ')}.`);
        const offset = req.headers.get('upload-offset') ?? '';
        if (!/^\d{1,15}$/.test(offset))
          throw invalid('Upload-Offset', 'Send the offset of the piece in the header Upload-Offset.');
        call.disableIdleTimeout();
        const { uploadkey } = params;
        const reached = await withIncomingBody(req, (piece) =>
          host.getInstance(Uploads).add(call.context, uploadkey, Number(offset), piece),
        );
        return addUploadHeaders(call, reached);
      },
      routeOptions({
        access,
        summary:
          'Send the next piece of an upload at the offset in Upload-Offset; an empty piece applies a complete upload',
        params: byUpload,
        raw: { type: CHUNK_TYPES },
        responseSchema: progress,
        status: 200,
      }),
    )
    .delete(
      '/uploads/:uploadkey',
      ({ params }) => {
        host.getInstance(Uploads).end(params.uploadkey);
        return { deleted: params.uploadkey };
      },
      routeOptions({ access, summary: 'Cancel an upload', params: byUpload }),
    );
