import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { get } from '../../../../src/web/api/client.ts';
import type { logRecord, logRow } from '../../logs/schemas.ts';
import { pcKey } from '../fleet/pc-queries.ts';
import { LIVE_MS } from '../labels.ts';

export type PcLog = z.output<typeof logRow>;
export type LogWithContent = z.output<typeof logRecord>;

/** More than the logs that are stored for one PC. */
const MAX_SHOWN = 100;

/**
 * Returns the query for all stored log files of a PC, without their content. It refreshes every ten seconds.
 */
export const logsQuery = (assetid: number) =>
  queryOptions({
    queryKey: [...pcKey(assetid), 'logs'],
    queryFn: () => get<PcLog[]>(`/endpoints/asset/${assetid}/logs`, { per_page: MAX_SHOWN }),
    refetchInterval: LIVE_MS,
  });

/** Returns the query for the content of a log, which never changes. */
export const logQuery = (assetid: number, logid: number) =>
  queryOptions({
    queryKey: ['endpoints-log', assetid, logid],
    queryFn: () => get<LogWithContent>(`/endpoints/asset/${assetid}/logs/${logid}`),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Returns the file name of a Windows or Linux path. */
export const logFileName = (path: string): string => path.split(/[\\/]/).at(-1) || path;
