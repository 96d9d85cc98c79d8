import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { QueryValue } from '../../../../src/web/api/base-path.ts';
import { get, getBlob, request } from '../../../../src/web/api/client.ts';
import type { reportRecord, reportRow } from '../../operator-reports/schemas.ts';
import { LIVE_MS } from '../labels.ts';

export type OperatorReport = z.output<typeof reportRow>;
export type ReportWithDetails = z.output<typeof reportRecord>;

export const REPORTS = '/endpoints/operator-reports';

/** Returns the address of the page for a report. */
export const reportPath = (id: number): string => `${REPORTS}?report=${id}`;

/** Returns the query for one page of reports. It refreshes automatically. */
export const operatorReportsQuery = (query: Record<string, QueryValue>) =>
  queryOptions({
    queryKey: ['operator-reports', query],
    queryFn: () => request<OperatorReport[]>('GET', REPORTS, { query }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS,
  });

/** Returns the query for one operator report with its details. */
export const operatorReportQuery = (id: number) =>
  queryOptions({
    queryKey: ['operator-reports', id],
    queryFn: () => get<ReportWithDetails>(`${REPORTS}/${id}`),
  });

/** Returns the query for a picture, with the token of the user. An `img` address would send no token. */
export const screenshotQuery = (id: number) =>
  queryOptions({
    queryKey: ['operator-report-screenshot', id],
    queryFn: () => getBlob(`${REPORTS}/${id}/screenshot`),
    staleTime: Number.POSITIVE_INFINITY,
  });

const MAX_TITLE_LENGTH = 80;

/** Returns the title of a report: its reason or the first line of its text, cut to 80 characters. */
export function reportTitleOf({ reason, text }: OperatorReport): string {
  const first = reason ?? text.split('\n', 1)[0]!;
  if (first.length <= MAX_TITLE_LENGTH) return first;
  const cut = first.slice(0, MAX_TITLE_LENGTH);
  // Cuts between words where possible.
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), 0) || MAX_TITLE_LENGTH)}…`;
}
