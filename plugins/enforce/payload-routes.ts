import { z } from 'zod';
import { invalid, notFound } from '../../src/kit/errors.ts';
import { attach } from '../../src/kit/files/upload.ts';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import type { Call } from '../../src/kit/http/call.ts';
import { FETCH_CREDENTIAL, isOutsideTokenScopes } from './allowed-addresses.ts';
import { blobOf, entryWithPayload, scopesServing, snapshotsWithPayload } from './blob-queries.ts';
import {
  attachPayload,
  buildPayloadRule,
  PAYLOAD_AREA,
  refuseLargePayload,
  refuseOtherHash,
} from './blobs.ts';
import { refuseMissingEntry } from './entries.ts';
import { entryRecord } from './entry-shape.ts';
import { PayloadLimiter } from './payload-limiter.ts';
import { matchesEtag } from './published-manifest-cache.ts';
import { byEntry } from './scope-routes.ts';
import { type EnforceManifest, type ManifestEntry, sha256Text } from './shapes.ts';

const uploadForm = z.object({
  sha256: sha256Text
    .optional()
    .meta({ description: 'Expected SHA-256 of the file. A file with another hash is rejected.' }),
});

/** Routes to upload payloads and to download them on PCs. */
export const payloadRoutes = (host: Host): Api =>
  api('/api/enforce')
    .post(
      '/entries/:entryid/payload',
      ({ call, params: { entryid } }) => {
        refuseMissingEntry(host, entryid);
        const declared = Number(call.req.headers.get('content-length') ?? 0);
        if (isRaw(call)) refuseLargePayload(host, declared);
        call.disableIdleTimeout();
        return attach(
          host.files,
          call.req,
          PAYLOAD_AREA,
          { ...buildPayloadRule(host), form: uploadForm },
          ({ file, fields }) => {
            refuseOtherHash(file, fields.sha256);
            return attachPayload(host, call.context, entryid, file);
          },
        );
      },
      routeOptions({
        access: { can: 'enforce.publish' },
        summary: 'Upload the payload of an entry: as a form, or raw with ?filename= and optionally &sha256=',
        params: byEntry,
        raw: { type: ['multipart/form-data', 'application/octet-stream'], form: uploadForm },
        responseSchema: entryRecord.extend({
          filename: z.string().meta({ description: 'Stored file name.' }),
        }),
        status: 201,
      }),
    )
    .get(
      '/payload/:sha256',
      ({ call, params: { sha256 } }) =>
        servePayload(host, call, sha256, {
          caller: call.address(),
          isServed: () => isServedTo(host, call, sha256),
        }),
      routeOptions({
        access: { machine: [FETCH_CREDENTIAL] },
        summary:
          'Download a payload by its SHA-256, whole or in ranges; 304 when unchanged, 413 when it exceeds the size limit',
        params: z.object({ sha256: z.string() }),
        produces: 'application/octet-stream',
      }),
    );

const isRaw = ({ req }: Call): boolean =>
  /^application\/octet-stream\b/i.test(req.headers.get('content-type') ?? '');

interface Asker {
  /** Key under which downloads are counted. */
  caller: string;
  isServed: () => boolean;
}

/**
 * Returns a payload if the caller may have it, or 304 when the caller has it already. Throws 404 for other
 * callers, as for an unknown payload. Throws 400 for a malformed hash, 413 above the size limit, and 429
 * above the rate limit.
 */
export function servePayload(host: Host, call: Call, sha256: string, { caller, isServed }: Asker): Response {
  if (!sha256Text.safeParse(sha256).success) throw invalid('sha256', 'Use 64 lower-case hexadecimal digits.');
  host.getInstance(PayloadLimiter).count(caller, sha256, call.req.headers.get('range'));
  if (!isServed()) throw notFound('Payload');
  const etag = `"${sha256}"`;
  const isKnown = matchesEtag(call.req.headers.get('if-none-match'), etag);
  const blob = host.db.read((reader) => blobOf.get(reader, { sha256 }));
  if (blob) {
    refuseLargePayload(host, blob.size);
    if (isKnown) return new Response(null, { status: 304, headers: headersOf(etag) });
    call.disableIdleTimeout();
    const response = host.files.serve(PAYLOAD_AREA, blob.filename, { download: true });
    for (const [name, value] of Object.entries(headersOf(etag))) response.headers.set(name, value);
    return response;
  }
  const text = textOf(host, sha256);
  if (text === undefined) throw notFound('Payload');
  refuseLargePayload(host, Buffer.byteLength(text));
  if (isKnown) return new Response(null, { status: 304, headers: headersOf(etag) });
  return new Response(text, {
    headers: {
      ...headersOf(etag),
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': 'attachment',
    },
  });
}

const headersOf = (etag: string) => ({ ETag: etag, 'Cache-Control': 'private, no-cache' });

/**
 * Reports whether the caller may have a payload. A token for certain scopes gets the payloads of their
 * current manifests; other callers get all.
 */
const isServedTo = (host: Host, { actor }: Call, sha256: string): boolean =>
  actor.resourcescopes == null ||
  host.db
    .read((reader) => scopesServing.all(reader, { sha256 }))
    .some(({ scopename }) => !isOutsideTokenScopes(actor, scopename));

/**
 * Returns a payload that is an inline text of a draft, or of an entry in the newest 20 revisions that name
 * it.
 */
function textOf(host: Host, sha256: string): string | undefined {
  return host.db.read((reader) => {
    const drafts = entryWithPayload.all(reader, { sha256 }).map(({ fields }) => JSON.parse(fields));
    const inDraft = textAmong(drafts, sha256);
    if (inDraft !== undefined) return inDraft;
    for (const { body } of snapshotsWithPayload.iterate(reader, { sha256 })) {
      const text = textAmong((JSON.parse(body) as EnforceManifest).Entries, sha256);
      if (text !== undefined) return text;
    }
    return undefined;
  });
}

const textAmong = (entries: readonly ManifestEntry[], sha256: string): string | undefined =>
  entries.find(
    ({ PayloadSha256, InlinePayload }) => PayloadSha256 === sha256 && typeof InlinePayload === 'string',
  )?.InlinePayload;
