import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, request } from '../../../src/web/api/client.ts';
import type { useMe } from '../../../src/web/api/queries.ts';
import { queryClient } from '../../../src/web/api/query-client.ts';
import type { ManifestDiff } from '../diff.ts';
import type { EntryRecord } from '../entry-shape.ts';
import type { EntryCoverage } from '../fleet.ts';
import type { Finding } from '../lint.ts';
import type { PublishedRevision } from '../publish.ts';

export type { EntryCoverage, EntryRecord, PublishedRevision };

/** A scope with its draft. */
export interface ScopeRecord {
  scopeid: number;
  scopename: string;
  phase: string;
  publishedrevision: number | null;
  draftdiffers: boolean;
  entries: EntryRecord[];
}

export interface Diff extends ManifestDiff {
  from: number | null;
  to: number | 'draft';
  draftsha256: string;
  findings: Finding[];
}

export interface AffectedPc {
  assetid: number;
  hostname: string | null;
  computertype: string | null;
  machinenumbers: string[];
}

const KEY = 'enforce';
const scope = (scopeid: number) => `/enforce/scopes/${scopeid}`;

/** Returns the query for a scope with its draft. */
export const scopeQuery = (scopeid: number) =>
  queryOptions({ queryKey: [KEY, scopeid], queryFn: () => get<ScopeRecord>(scope(scopeid)) });

/**
 * Returns the query for the difference between two revisions, or a revision and the draft. Without `from` it
 * starts at the published revision.
 */
export const diffQuery = (scopeid: number, from: number | undefined, to: number | 'draft') =>
  queryOptions({
    queryKey: [KEY, scopeid, 'diff', from ?? null, to],
    queryFn: () => get<Diff>(`${scope(scopeid)}/diff`, { from, to }),
    placeholderData: keepPreviousData,
  });

/**
 * Returns the query for one page of 25 PCs that get the manifest of a scope; none without the computers
 * plugin.
 */
export const affectedQuery = (scopeid: number, page = 1) =>
  queryOptions({
    queryKey: [KEY, scopeid, 'affected', page],
    queryFn: () =>
      request<{ computersplugin: boolean; everyminutes: number; pcs: AffectedPc[] }>(
        'GET',
        `${scope(scopeid)}/affected`,
        {
          query: { page, per_page: 25 },
        },
      ),
    placeholderData: keepPreviousData,
  });

/** Returns the query for the number of PCs that have the applications of a scope's entries. */
export const complianceQuery = (scopeid: number) =>
  queryOptions({
    queryKey: [KEY, scopeid, 'compliance'],
    queryFn: () =>
      get<{ computersplugin: boolean; entries: EntryCoverage[] }>(`${scope(scopeid)}/compliance`),
  });

export interface SimulationResult {
  pctype: string;
  applicable: { entryid: number; Name: string; Type: string }[];
  filtered: { entryid: number; Name: string; reason: string }[];
}

/**
 * Returns the query for the entries of the draft that a PC with these properties would get, and for the
 * reasons why it would not get the others.
 */
export const simulateQuery = (scopeid: number, pc: Record<string, string | undefined>) =>
  queryOptions({
    queryKey: [KEY, scopeid, 'simulate', pc],
    queryFn: () => get<SimulationResult>(`${scope(scopeid)}/simulate`, pc),
    placeholderData: keepPreviousData,
  });

/** Query for the applications that an entry can be linked to. */
export const applicationsQuery = queryOptions({
  queryKey: [KEY, 'applications'],
  queryFn: () => get<{ appid: number; appname: string }[]>('/enforce/applications'),
});

/** Reloads all data of the page after a change. */
export const refreshQueries = (): Promise<void> => queryClient.invalidateQueries();

/** Reports whether the user may publish scopes of desired states; false while the profile loads. */
export const mayPublishScope = (me: ReturnType<typeof useMe>): boolean =>
  me !== undefined && (me.isadmin || me.permissions.includes('enforce.publish'));
