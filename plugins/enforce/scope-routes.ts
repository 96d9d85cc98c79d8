import { z } from 'zod';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { idParam } from '../../src/kit/http/paging.ts';
import { readStaleness } from '../../src/kit/staleness.ts';
import { addEntry, changeEntry, listDraftEntries, removeEntry, reorder } from './entries.ts';
import { entryChange, entryInput, entryRecord } from './entry-shape.ts';
import { buildDraftManifest } from './manifest.ts';
import { readScope } from './publish.ts';
import { activeApplications } from './queries.ts';
import { enforceManifest } from './shapes.ts';

/** Maximum applications in the list that entries can install. Further ones are left out. */
const MAX_OFFERED = 20_000;
export const manage = { can: 'enforce.manage' };
export const byScope = z.object({ scopeid: idParam });
export const byEntry = z.object({ entryid: idParam });

/** Routes for the draft of a scope: its entries and their order. */
export const draftRoutes = (host: Host): Api =>
  api('/api/enforce')
    .get(
      '/applications',
      () => host.db.read((reader) => activeApplications.all(reader, { most: MAX_OFFERED })),
      routeOptions({
        access: manage,
        summary: 'Applications that an entry can install',
        responseSchema: z.object({ appid: z.int(), appname: z.string() }).array().max(MAX_OFFERED),
      }),
    )
    .get(
      '/scopes/:scopeid/preview',
      ({ params }) => host.db.read((reader) => buildDraftManifest(reader, readScope(reader, params.scopeid))),
      routeOptions({
        access: manage,
        summary: 'The draft as a manifest',
        params: byScope,
        responseSchema: enforceManifest,
      }),
    )
    .post(
      '/scopes/:scopeid/entries',
      ({ call, params, body }) => addEntry(host, call.context, params.scopeid, body),
      routeOptions({
        access: manage,
        summary: 'Add an entry to the draft of a scope',
        params: byScope,
        body: entryInput,
        responseSchema: entryRecord,
        status: 201,
      }),
    )
    .put(
      '/scopes/:scopeid/entries/reorder',
      ({ call, params, body }) => {
        reorder(host, call.context, params.scopeid, body.order);
        return host.db.read((reader) => listDraftEntries(reader, params.scopeid));
      },
      routeOptions({
        access: manage,
        summary: 'Reorder the entries of a scope',
        params: byScope,
        body: z.object({ order: z.array(z.int().positive()).max(2000) }),
        responseSchema: entryRecord.array(),
      }),
    )
    .put(
      '/entries/:entryid',
      ({ call, params, body }) =>
        changeEntry(host, call.context, params.entryid, body, readStaleness(call.req, body.ifmodifieddate)),
      routeOptions({
        access: manage,
        summary: 'Change an entry: sent fields are replaced, null removes a field',
        params: byEntry,
        body: entryChange,
        responseSchema: entryRecord,
      }),
    )
    .delete(
      '/entries/:entryid',
      ({ call, params }) => {
        removeEntry(host, call.context, params.entryid, readStaleness(call.req));
        return { deleted: params.entryid };
      },
      routeOptions({
        access: manage,
        summary: 'Delete an entry from the draft',
        params: byEntry,
        ifunmodified: true,
      }),
    );
