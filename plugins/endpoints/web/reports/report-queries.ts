import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { QueryValue } from '../../../../src/web/api/base-path.ts';
import { get, getBlob, request } from '../../../../src/web/api/client.ts';
import type { reportRecord, reportRow } from '../../operator-reports/schemas.ts';
import { LIVE_MS } from '../labels.ts';

export type OperatorReport = z.output<typeof reportRow>;
export type ReportWithDetails = z.output<typeof reportRecord>;

export const REPORTS = '/endpoints/operator-reports';

/** Where a link to a report leads. */
export const reportPath = (id: number): string => `${REPORTS}?report=${id}`;

/** A page of reports; new ones come by themselves. */
export const operatorReportsQuery = (query: Record<string, QueryValue>) =>
  queryOptions({
    queryKey: ['operator-reports', query],
    queryFn: () => request<OperatorReport[]>('GET', REPORTS, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  });

export const operatorReportQuery = (id: number) =>
  queryOptions({
    queryKey: ['operator-reports', id],
    queryFn: () => get<ReportWithDetails>(`${REPORTS}/${id}`),
  });

/** The picture, fetched as whoever is signed in: an address in an `img` would show no token. */
export const screenshotQuery = (id: number) =>
  queryOptions({
    queryKey: ['operator-report-screenshot', id],
    queryFn: () => getBlob(`${REPORTS}/${id}/screenshot`),
    staleTime: Number.POSITIVE_INFINITY,
  });

const MAX_TITLE_LENGTH = 80;

/** What a report is called: its reason, or how its text begins. */
export function reportTitleOf({ reason, text }: OperatorReport): string {
  const first = reason ?? text.split('\n', 1)[0]!;
  if (first.length <= MAX_TITLE_LENGTH) return first;
  const cut = first.slice(0, MAX_TITLE_LENGTH);
  // Not within a word, where there are words.
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 0) || MAX_TITLE_LENGTH)}…`;
}
