import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { get, request } from '../../../../src/web/api/client.ts';
import type { Platform } from '../../packages/platforms.ts';
import type { PackageRecord } from '../../packages/schemas.ts';

export type { PackageRecord };

const PATH = '/endpoints/packages';
const KEY = 'endpoints-packages';
const PAGE = 10;

/** Returns the query for one page of a platform's builds, the newest first. */
export const packagesQuery = (platform: Platform, page: number) =>
  queryOptions({
    queryKey: [KEY, platform, page],
    queryFn: () => request<PackageRecord[]>('GET', PATH, { query: { platform, page, per_page: PAGE } }),
    placeholderData: keepPreviousData,
  });

/** Query for the current build of each platform that has one. */
export const currentQuery = queryOptions({
  queryKey: [KEY, 'current'],
  queryFn: () => get<PackageRecord[]>(PATH, { iscurrent: true }),
});

/** Reports whether the server has a version for a platform. It is checked before a large file is uploaded. */
export const isUploaded = async (platform: string, version: string): Promise<boolean> =>
  (await get<PackageRecord[]>(PATH, { platform, version })).length > 0;
