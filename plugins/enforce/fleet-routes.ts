import { z } from 'zod';
import type { Host } from '../../src/kit/host.ts';
import { type Api, api, routeOptions } from '../../src/kit/http/api.ts';
import { Page } from '../../src/kit/http/page.ts';
import { searchQuery } from '../../src/kit/http/paging.ts';
import { createComputedColumns, readComputedPage } from '../../src/kit/list/computed-list.ts';
import { findRecordIds } from '../../src/kit/resource/search-condition.ts';
import { REPORT_CREDENTIAL, refuseOutsideTokenScopes } from './allowed-addresses.ts';
import { pcsOf, readCompliance, simulate } from './fleet.ts';
import { readEnforceMinutes } from './pc-manifests.ts';
import { readScope } from './publish.ts';
import { saveEnforceReport } from './report.ts';
import { byScope, manage } from './scope-routes.ts';
import { enforceReport, statusChoice } from './shapes.ts';

const text = z.string().trim().max(255).optional();
const asPc = z.object({
  pctype: text.meta({ description: 'Default: the name of the scope.' }),
  subtype: text,
  hostname: text,
  machinenumber: text,
  cmmversion: text,
});

const coverage = z
  .object({
    entryid: z.int(),
    Name: z.string(),
    appid: z.int(),
    appname: z.string().nullable(),
    total: z.int().nullable().meta({ description: 'PCs that the entry targets.' }),
    installed: z.int().nullable(),
    missing: z.int().nullable(),
    lacking: z
      .object({ assetid: z.int(), hostname: z.string().nullable() })
      .array()
      .meta({ description: 'The first 20 PCs without it.' }),
  })
  .meta({ id: 'EnforceCoverage' });

const affected = z.object({
  computersplugin: z.boolean(),
  everyminutes: z.int().meta({
    description: 'Interval of scheduled enforcement; 0: only on command.',
  }),
  pcs: z
    .object({
      assetid: z.int(),
      hostname: z.string().nullable(),
      computertype: z.string().nullable(),
      machinenumbers: z.string().array(),
    })
    .array(),
});

const affectedColumns = createComputedColumns({
  sort: 'hostname',
  columns: {
    assetid: { kind: 'ref' },
    hostname: { kind: 'text', isOrdered: true },
    computertype: { kind: 'text' },
    machinenumbers: { kind: 'json' },
  },
});

/** Routes for the effect of a scope on the fleet, and for the reports of PCs. */
export const enforceFleetRoutes = (host: Host): Api =>
  api('/api/enforce')
    .get(
      '/scopes/:scopeid/simulate',
      ({ params, query }) =>
        host.db.read((reader) => {
          const scope = readScope(reader, params.scopeid);
          const { machinenumber, ...pc } = query;
          const pctype = query.pctype || scope.scopename;
          return {
            pctype,
            ...simulate(reader, scope, { ...pc, pctype, machinenumbers: [machinenumber ?? []].flat() }),
          };
        }),
      routeOptions({
        access: manage,
        summary: 'Entries of the draft that a PC would get, and why it would not get the others',
        params: byScope,
        query: asPc,
        responseSchema: z.object({
          pctype: z.string(),
          applicable: z.looseObject({ Name: z.string() }).array(),
          filtered: z.object({ Name: z.string(), entryid: z.int(), reason: z.string() }).array(),
        }),
      }),
    )
    .get(
      '/scopes/:scopeid/affected',
      ({ call: { actor }, params, query }) => {
        const scope = host.db.read((reader) => readScope(reader, params.scopeid));
        const found = query.search?.trim()
          ? new Set(findRecordIds(host, actor, host.registers.get('assets'), query.search))
          : undefined;
        const pcs = pcsOf(host, scope).filter(({ assetid }) => found?.has(assetid) ?? true);
        const listed = pcs.map(({ assetid, hostname, computertype, machinenumbers }) => ({
          assetid,
          hostname,
          computertype,
          machinenumbers,
        }));
        const { rows, pagination } = host.db.read((reader) =>
          readComputedPage(reader, affectedColumns, listed, { query, actor }),
        );
        return new Page(rows, pagination, {
          computersplugin: host.contributions.fleet !== undefined,
          everyminutes: readEnforceMinutes(host, scope.phase),
          pcs: rows,
        });
      },
      routeOptions({
        access: manage,
        summary: 'PCs that a scope targets, by name',
        params: byScope,
        query: affectedColumns.createQuery({ search: searchQuery.optional() }),
        responseSchema: affected,
        paged: true,
      }),
    )
    .get(
      '/scopes/:scopeid/compliance',
      ({ params }) =>
        host.db.read((reader) => ({
          computersplugin: host.contributions.fleet !== undefined,
          entries: readCompliance(host, reader, readScope(reader, params.scopeid)),
        })),
      routeOptions({
        access: manage,
        summary:
          'Number of PCs that have the application of each entry; no counts without the computers plugin',
        params: byScope,
        responseSchema: z.object({ computersplugin: z.boolean(), entries: coverage.array() }),
      }),
    )
    .post(
      '/report',
      ({ call, body }) => {
        refuseOutsideTokenScopes(call.actor, body.scopename);
        return saveEnforceReport(host, call.context, body);
      },
      routeOptions({
        access: { machine: [REPORT_CREDENTIAL] },
        summary: 'Report the result of a manifest on a PC',
        body: enforceReport,
        responseSchema: z.object({ reportid: z.int(), status: statusChoice }),
        status: 201,
      }),
    );
