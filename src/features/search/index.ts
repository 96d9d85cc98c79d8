import { z } from 'zod';
import { api, routeOptions } from '../../kit/http/api.ts';
import { searchQuery, searchText } from '../../kit/http/paging.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { SEARCH_OUTDATED } from '../../kit/search/outdated.ts';
import { completeSearch, MAX_COMPLETIONS } from './completions.ts';
import { OutdatedDocuments } from './outdated-documents.ts';
import { MAX_HITS, searchEverything } from './search.ts';
import { suggest } from './suggest.ts';

const query = z.object({ q: searchQuery });
const hit = z
  .object({
    kind: z.string(),
    id: z.int(),
    title: z.string(),
    subtitle: z.string(),
    url: z.string(),
    score: z.number(),
    exact: z.boolean().meta({ description: 'An identifier of the record equals the whole query.' }),
    matched: z
      .object({ field: z.string(), title: z.string(), text: z.string() })
      .meta({ id: 'MatchedField' })
      .nullable()
      .meta({
        description:
          'The field by which the record was found. Null for a query that only excludes words, and for a record with very long texts.',
      }),
  })
  .meta({ id: 'SearchHit' });
export type SearchHit = z.output<typeof hit>;
const completions = z
  .object({
    completions: z
      .object({
        kind: z.enum(['key', 'value']),
        text: z.string().meta({ description: 'The whole search with the continuation.' }),
        label: z.string(),
        title: z.string().meta({ description: 'The title of the field.' }),
      })
      .array()
      .max(MAX_COMPLETIONS),
    keys: z
      .object({
        key: z.string(),
        title: z
          .string()
          .nullable()
          .meta({ description: 'Null for an unknown key, which is searched as text.' }),
      })
      .array()
      .meta({ description: 'The keys in the search.' }),
  })
  .meta({ id: 'SearchCompletions' });
export type SearchCompletions = z.output<typeof completions>;
const completionsQuery = z.object({
  q: searchText.meta({ description: 'The search up to the end of the term to be completed.' }),
  list: z
    .string()
    .max(64)
    .optional()
    .meta({ description: 'The name of the register whose list is searched, such as `computers`.' }),
});
const access = { can: 'assets.view' };

/** The search over all kinds of records. */
export const search = definePlugin({
  id: 'search',
  title: 'Search',
  description: 'Search across all records',
  core: true,
  jobs: [
    {
      name: 'search.outdated',
      title: 'Update search texts after renames',
      schedule: '13 * * * *',
      run: (host) => host.getInstance(OutdatedDocuments).update(),
      begin: (host) => host.getInstance(OutdatedDocuments).start(),
    },
  ],
  start: (host) => host.events.on(SEARCH_OUTDATED, () => host.getInstance(OutdatedDocuments).start()),
  beforeStop: (host) => host.getInstance(OutdatedDocuments).stop(),
  routes: (host) => [
    api('/api/search')
      .get(
        '',
        ({ call: { actor }, query: { q } }) => searchEverything(host, actor, q),
        routeOptions({
          access,
          summary: 'Search all records',
          query,
          responseSchema: hit.array().max(MAX_HITS),
        }),
      )
      .get(
        '/completions',
        ({ call: { actor }, query }) => completeSearch(host, actor, query),
        routeOptions({
          access: 'optional',
          summary: 'Complete the last term of a search with keys and values',
          query: completionsQuery,
          responseSchema: completions,
        }),
      )
      .get(
        '/suggest',
        ({ call: { actor }, query: { q } }) => ({ suggestion: suggest(host, actor, q) }),
        routeOptions({
          access,
          summary: 'Suggest a spelling for a search without results',
          query,
          responseSchema: z.object({ suggestion: z.string().nullable() }),
        }),
      ),
  ],
});
