import { z } from 'zod';
import { api, routeOptions } from '../../kit/http/api.ts';
import { pageOf, pagingOf, singleSortQuery } from '../../kit/http/paging.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { findDuplicates } from './find-duplicates.ts';

const duplicate = z
  .object({
    register: z.string(),
    key: z.string().meta({ description: 'The normalized name in lower case.' }),
    ids: z.int().array(),
    names: z.string().array().meta({ description: 'The stored names, ordered by ID.' }),
  })
  .meta({ id: 'Duplicate' });

/** Duplicate names, which exist because earlier versions compared letters beyond ASCII case-sensitively. */
export const duplicates = definePlugin({
  id: 'duplicates',
  title: 'Duplicate names',
  description: 'Records whose names differ only in letter case',
  core: true,
  attention: [
    {
      key: 'samenames',
      title: 'Names that differ only in letter case',
      severity: 'info',
      needs: 'admin',
      href: '/assets/collisions',
      count: (reader, host) => findDuplicates(reader, host).length,
    },
  ],
  routes: (host) => [
    api('/api/duplicates').get(
      '',
      ({ query }) => {
        const paging = pagingOf(query);
        const all = host.db.remember('duplicates', (reader) => findDuplicates(reader, host));
        return pageOf(all.slice(paging.offset, paging.offset + paging.perpage), all.length, paging);
      },
      routeOptions({
        access: 'admin',
        summary: 'List records whose names differ only in letter case or composed characters',
        query: z.object(singleSortQuery('register')),
        responseSchema: duplicate.array(),
        paged: true,
      }),
    ),
  ],
});
