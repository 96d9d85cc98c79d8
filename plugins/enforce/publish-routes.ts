import { z } from 'zod';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { listRevisions, revisionListQuery } from './history.ts';
import { compareRevisions, publishScope, rollBack } from './publish.ts';
import { byScope, manage } from './scope-routes.ts';
import { manifestEntry } from './shapes.ts';

const release = { can: 'enforce.publish' };
const revision = z.int().positive();
const note = z.string().trim().max(2000).nullish().meta({ description: 'What changed and why.' });

const published = z
  .object({
    revision: z.int(),
    manifestversion: z.string(),
    etag: z.string(),
    entrycount: z.int(),
    publishedby: z.string(),
    note: z.string().nullable(),
    rollbackof: z.int().nullable().meta({ description: 'Revision that was published again.' }),
    publisheddate: z.iso.datetime(),
  })
  .meta({ id: 'EnforceRevision' });

const numbered = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'Send a revision number.')
  .transform(Number);
const diffQuery = z.object({
  from: z
    .union([z.literal('published').transform(() => undefined), numbered])
    .optional()
    .meta({ description: 'A revision; default: the published one.' }),
  to: z
    .union([z.literal('draft'), numbered])
    .default('draft')
    .meta({ description: 'A revision, or `draft`.' }),
});

const diff = z
  .object({
    from: z.int().nullable(),
    to: z.union([z.int(), z.literal('draft')]),
    added: manifestEntry.array(),
    removed: manifestEntry.array(),
    changed: z
      .object({
        Name: z.string(),
        fields: z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }).array(),
      })
      .array(),
    reordered: z.boolean(),
    unchanged: z.int(),
    manifestversion: z.string().array().length(2).nullable(),
    draftsha256: z.string().meta({ description: 'Hash of the draft; send it when you publish this draft.' }),
    findings: z
      .object({ Name: z.string(), field: z.string(), reason: z.string() })
      .array()
      .meta({ description: 'Possible secrets. Publishing is rejected until they are removed or accepted.' }),
  })
  .meta({ id: 'EnforceDiff' });

/** Routes to publish the draft of a scope, to roll back, and to list and compare revisions. */
export const publishRoutes = (host: Host): Api =>
  api('/api/enforce/scopes/:scopeid')
    .post(
      '/publish',
      ({ call, params, body }) => publishScope(host, call.context, params.scopeid, body),
      routeOptions({
        access: release,
        summary: 'Publish the draft as the next revision',
        params: byScope,
        body: z.object({
          note,
          draftsha256: z
            .string()
            .max(64)
            .optional()
            .meta({ description: 'Value from the diff; 409 when the draft has changed since.' }),
          acceptfindings: z
            .boolean()
            .optional()
            .meta({ description: 'Confirms that the possible secrets were checked and are none.' }),
        }),
        responseSchema: published,
        status: 200,
      }),
    )
    .post(
      '/rollback',
      ({ call, params, body }) => rollBack(host, call.context, params.scopeid, body),
      routeOptions({
        access: release,
        summary: 'Roll back: publish an old revision again as a new one',
        params: byScope,
        body: z.object({ revision, note }),
        responseSchema: published,
        status: 200,
      }),
    )
    .get(
      '/history',
      ({ call: { actor }, params, query }) => listRevisions(host, actor, params.scopeid, query),
      routeOptions({
        access: manage,
        summary: 'Published revisions, the newest first',
        params: byScope,
        query: revisionListQuery,
        responseSchema: published.array(),
        paged: true,
      }),
    )
    .get(
      '/diff',
      ({ params, query }) => host.db.read((reader) => compareRevisions(reader, params.scopeid, query)),
      routeOptions({
        access: manage,
        summary: 'Differences between a revision and another one or the draft',
        params: byScope,
        query: diffQuery,
        responseSchema: diff,
      }),
    );
