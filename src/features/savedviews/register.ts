import { z } from 'zod';
import { registerOf } from '../../kit/resource/define.ts';
import { boolean, integer, json, text } from '../../kit/resource/fields.ts';
import * as tables from './tables.ts';

const MAX_QUERY = 16_384;
const querySchema = z
  .union([z.string(), z.record(z.string(), z.json())])
  .refine((query) => JSON.stringify(query).length <= MAX_QUERY, `Use at most ${MAX_QUERY} characters.`);
const columnsSchema = z.array(z.string().min(1).max(255)).max(200);

/** What a person has made of a list: filters, sort and columns under a name. */
export const register = registerOf(tables.savedviews, {
  name: 'savedviews',
  path: '/savedviews',
  label: 'viewname',
  title: 'Saved views',
  titleone: 'Saved view',
  icon: 'bookmark',
  description: 'Filters and columns that people keep for a list.',
  audit: 'savedviews.savedview',
  remove: 'hard',
  can: { read: 'login', create: 'login', edit: 'login', delete: 'login' },
  defaultsort: 'viewname',
  referenceonly: true,
  unpaged: true,
  uniqueTogether: { fields: ['viewname', 'page', 'userid'], names: 'viewname' },
  fields: {
    viewname: text({ title: 'Name', sort: true }),
    page: text({ title: 'Page', filter: ['page'], help: 'The list that the view is of.' }),
    query: json({ title: 'Query', schema: querySchema }),
    columns: json({ title: 'Columns', schema: columnsSchema }),
    isshared: boolean({ title: 'Shared', default: false, help: 'Everybody who signs in sees it.' }),
    userid: integer({ title: 'Owner', readonly: true }),
    username: text({
      title: 'Owner name',
      readonly: true,
      select: '(SELECT username FROM users WHERE userid = t.userid)',
    }),
  },
  filters: [
    {
      name: 'visibleto',
      title: 'Visible to',
      kind: 'integer',
      condition: (userid) => ({ sql: 't.userid = ? OR t.isshared = 1', params: [Number(userid)] }),
    },
  ],
});
