import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { get } from '../../../../src/web/api/client.ts';
import type { EnrollmentView, requestList } from '../../enrollment/schemas.ts';
import { LIVE_MS } from '../labels.ts';

export type { EnrollmentView };
export type RequestState = EnrollmentView['state'];
type RequestList = z.output<typeof requestList>;

const PAGE = 20;

/** Returns the query for one page of 20 enrollment requests in a state. It refreshes every five seconds. */
export const inboxQuery = (state: RequestState, search: string, page: number) =>
  queryOptions({
    queryKey: ['endpoints-enrollment', state, search, page],
    queryFn: () => get<RequestList>('/endpoints/enrollment', { state, search, page, per_page: PAGE }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS / 2,
  });
