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

/** Tokens, the newest first; their uses are counted while somebody looks. */
export const tokensQuery = (page: number) =>
  queryOptions({
    queryKey: ['endpoints-bootstrap', page],
    queryFn: () =>
      request<TokenRow[]>('GET', '/endpoints/bootstrap-tokens', { query: { page, per_page: PAGE } }),
    placeholderData: keepPreviousData,
    refetchInterval: LIVE_MS / 2,
  });

/** Whether installers pin a certificate of the appliance's own. */
export const pinnedQuery = queryOptions({
  queryKey: ['endpoints-settings'],
  queryFn: () => get<{ pinned: boolean }>('/endpoints/settings'),
  select: ({ pinned }) => pinned,
});

/** The address that installers are made with; empty while the settings give none. */
export const addressQuery = {
  ...settingsQuery,
  select: (settings: SiteSetting[]) => String(settings.find(({ key }) => key === 'site_url')?.value ?? ''),
};
