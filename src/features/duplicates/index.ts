import { z } from 'zod';
import { api, routeOptions } from '../../kit/http/api.ts';
import { pageOf, pagingOf, singleSortQuery } from '../../kit/http/paging.ts';
import { definePlugin } from '../../kit/plugin.ts';
import { findDuplicates } from './find-duplicates.ts';

const duplicate = z
  .object({
    register: z.string(),
    key: z.string().meta({ description: 'The name, composed and with its letter case folded.' }),
    ids: z.int().array(),
    names: z.string().array().meta({ description: 'The names as they are stored, in the order of ids.' }),
  })
  .meta({ id: 'Duplicate' });

/** Duplicate names, which exist because earlier versions compared letters beyond ASCII case-sensitively. */
export const duplicates = definePlugin({
  id: 'duplicates',
  title: 'Duplicate names',
  description: 'Records whose names differ in letter case or in composed letters only',
  core: true,
  attention: [
    {
      key: 'samenames',
      title: 'Names that differ in letter case only',
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
        summary: 'Records whose names differ in letter case or in composed letters only',
        query: z.object(singleSortQuery('register')),
        responseSchema: duplicate.array(),
        paged: true,
      }),
    ),
  ],
});
