import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { QueryValue } from '../../../../src/web/api/base-path.ts';
import { get, request } from '../../../../src/web/api/client.ts';
import type { Blocker, readinessCounts, readinessRow } from '../../migration/schemas.ts';
import { LIVE_MS } from '../labels.ts';
import { BLOCKER_NAMES } from './blockers.ts';

export type Readiness = z.output<typeof readinessRow>;
export type Counts = z.output<typeof readinessCounts>;
export type ReadinessFilter = 'ready' | Blocker;

const PATH = '/endpoints/migration';
const KEY = 'endpoints-migration';

/** Reports whether a text from the URL is a filter by readiness or by a blocker. */
export const isReadinessFilter = (text: string | undefined): text is ReadinessFilter =>
  text === 'ready' || BLOCKER_NAMES.includes(text as Blocker);

/** Query for the numbers of PCs by readiness and blocker. It refreshes every ten seconds. */
export const countsQuery = queryOptions({
  queryKey: [KEY, 'counts'],
  queryFn: () => get<Counts>(`${PATH}/counts`),
  refetchInterval: LIVE_MS,
});

interface ReadinessParams {
  shown?: ReadinessFilter;
  search?: string;
  page?: QueryValue;
  perpage: number;
}

/**
 * Returns the query for one page of PCs. Without a filter it contains all of them. It refreshes every ten
 * seconds.
 */
export const readinessQuery = ({ shown, search, page, perpage }: ReadinessParams) =>
  queryOptions({
    queryKey: [KEY, shown, search, page, perpage],
    queryFn: () => {
      const narrowed = shown === 'ready' ? { ready: true } : { blocker: shown };
      return request<Readiness[]>('GET', PATH, {
        query: { ...narrowed, search: search || undefined, page, per_page: perpage },
      });
    },
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  });
