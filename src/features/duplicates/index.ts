import { z } from 'zod';
import { api, routeOptions } from '../../kit/http/api.ts';
import { createComputedColumns, readComputedPage } from '../../kit/list/computed-list.ts';
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

const duplicateColumns = createComputedColumns({
  hasSearch: true,
  sort: 'register',
  columns: {
    register: { kind: 'text', isOrdered: true },
    key: { kind: 'text' },
    ids: { kind: 'json' },
    names: { kind: 'json' },
  },
});

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
      ({ call: { actor }, query }) => {
        const all = host.db.remember('duplicates', (reader) => findDuplicates(reader, host));
        return host.db.read((reader) => readComputedPage(reader, duplicateColumns, all, { query, actor }));
      },
      routeOptions({
        access: 'admin',
        summary: 'List records whose names differ only in letter case or composed characters',
        query: duplicateColumns.createQuery({}),
        responseSchema: duplicate.array(),
        paged: true,
      }),
    ),
  ],
});
