import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { SiteSetting } from '../../../../src/features/platform/routes.ts';
import { get, request } from '../../../../src/web/api/client.ts';
import { settingsQuery } from '../../../../src/web/api/queries.ts';
import type { mintedToken, TokenRow } from '../../bootstrap/schemas.ts';
import { LIVE_MS } from '../labels.ts';

export type { TokenRow };
export type MintedToken = z.output<typeof mintedToken>;

const PAGE = 25;

/**
 * Returns the query for one page of tokens, the newest first. It refreshes automatically to show their uses.
 */
export const tokensQuery = (page: number) =>
  queryOptions({
    queryKey: ['endpoints-bootstrap', page],
    queryFn: () =>
      request<TokenRow[]>('GET', '/endpoints/bootstrap-tokens', { query: { page, per_page: PAGE } }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS / 2,
  });

/** Query that reports whether installers pin a certificate of the appliance itself. */
export const pinnedQuery = queryOptions({
  queryKey: ['endpoints-settings'],
  queryFn: () => get<{ pinned: boolean }>('/endpoints/settings'),
  select: ({ pinned }) => pinned,
});

/** Query for the address in installers. It is empty while the settings contain none. */
export const addressQuery = {
  ...settingsQuery,
  select: (settings: SiteSetting[]) => String(settings.find(({ key }) => key === 'site_url')?.value ?? ''),
};
