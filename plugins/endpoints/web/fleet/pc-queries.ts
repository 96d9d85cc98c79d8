import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { AssetRelationship } from '../../../../src/features/catalog/relationships.ts';
import { get } from '../../../../src/web/api/client.ts';
import type { pcActivity, pcHealth, pcStatus } from '../../fleet/panel.ts';
import { LIVE_MS } from '../labels.ts';

export type Status = z.output<typeof pcStatus>;
export type Health = z.output<typeof pcHealth>;
export type Activity = z.output<typeof pcActivity>;

/** Key prefix of the queries for the agent of one PC: status, health, activity and logs. */
export const pcKey = (assetid: number) => ['endpoint', assetid] as const;

/** Returns the query for a part of the state of one PC. It refreshes every ten seconds. */
const liveQuery = <T>(assetid: number, part: string) =>
  queryOptions({
    queryKey: [...pcKey(assetid), part],
    queryFn: () => get<T>(`/endpoints/asset/${assetid}/${part}`),
    refetchInterval: LIVE_MS,
  });

/** Returns the query for the status of the agent of a PC. It refreshes every ten seconds. */
export const statusQuery = (assetid: number) => liveQuery<Status>(assetid, 'status');
/** Returns the query for the health of a PC. It refreshes every ten seconds. */
export const healthQuery = (assetid: number) => liveQuery<Health>(assetid, 'health');
/** Returns the query for the latest activity of a PC. It refreshes every ten seconds. */
export const activityQuery = (assetid: number) => liveQuery<Activity[]>(assetid, 'activity');

/** Returns the query for the relationships of an asset, including inherited ones. */
export const relationshipsQuery = (assetid: number) =>
  queryOptions({
    queryKey: ['relationships', assetid],
    queryFn: () => get<AssetRelationship[]>(`/assets/${assetid}/relationships`, { effective: true }),
  });
