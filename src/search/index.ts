import { z } from 'zod';
import { route } from '../http/route.ts';
import { definePlugin } from '../plugin.ts';
import { search } from './search.ts';
import { suggest } from './suggest.ts';

const query = z.object({ q: z.string().max(255) });
const hit = z
  .object({
    kind: z.string(),
    id: z.int(),
    title: z.string(),
    subtitle: z.string(),
    url: z.string(),
    score: z.number(),
  })
  .meta({ id: 'SearchHit' });
const access = { can: 'assets.view' };

/** One box over everything. */
export const searching = definePlugin({
  id: 'search',
  title: 'Search',
  description: 'One search over everything',
  core: true,
  routes: (host) => [
    route(
      'GET',
      '/api/search',
      { access, summary: 'Search everything', query, response: hit.array() },
      ({ actor, query: { q } }) => search(host, actor, q),
    ),
    route(
      'GET',
      '/api/search/suggest',
      {
        access,
        summary: 'A spelling for a search that found nothing',
        query,
        response: z.object({ suggestion: z.string().nullable() }),
      },
      ({ query: { q } }) => ({ suggestion: suggest(host, q) }),
    ),
  ],
});
