import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import { sql } from '../../kit/data/sql-text.ts';
import { computed } from '../../kit/resource/computed.ts';
import { defineRegister } from '../../kit/resource/define.ts';
import { boolean, integer, json, text } from '../../kit/resource/fields.ts';
import { filter } from '../../kit/resource/filters.ts';
import { users } from '../identity/tables.ts';
import { savedviews } from './tables.ts';

/** Maximum number of views of one user. `MAX_SHARED_VIEWS` is that of shared views. */
export const MAX_VIEWS = 100;
export const MAX_SHARED_VIEWS = 1000;
const MAX_QUERY_LENGTH = 16_384;
/**
 * Number of characters above which a list omits a query or columns. Each page fetches the list of views; a
 * long value is fetched when the user opens the view.
 */
const LONG_TEXT_LENGTH = 2000;
const querySchema = z
  .union([z.string(), z.record(z.string(), z.json())])
  .refine(
    (query) => JSON.stringify(query).length <= MAX_QUERY_LENGTH,
    `Use at most ${MAX_QUERY_LENGTH} characters.`,
  );
const isLong = (column: AnySQLiteColumn) =>
  sql`coalesce(length(${column} ->> '$') > ${sql.raw(String(LONG_TEXT_LENGTH))}, 0)`;
const columnName = z.string().min(1).max(255);
const columnSchema = z.union([
  columnName,
  z.object({
    name: columnName,
    width: z.number().min(1).max(10_000).optional().meta({ description: 'Width in pixels.' }),
    pinned: z.boolean().optional().meta({ description: 'Stays visible while the others scroll.' }),
  }),
]);
const columnsSchema = z
  .array(columnSchema)
  .max(200)
  .meta({ description: 'Columns in their order: names, or objects with a width or a pin.' });

/** A named combination of filters, sort order and columns of a list. */
export const savedViewRegister = defineRegister(savedviews, {
  path: '/savedviews',
  label: 'viewname',
  many: 'Saved views',
  one: 'Saved view',
  icon: 'bookmark',
  about: 'Saved filters and columns of lists.',
  audit: 'savedviews.savedview',
  remove: 'hard',
  can: { read: 'login', create: 'login', edit: 'login', delete: 'login' },
  sort: 'viewname',
  unlisted: true,
  unpaged: true,
  bound: { most: MAX_VIEWS, per: { column: 'userid', one: 'person' } },
  uniqueTogether: { fields: ['viewname', 'page', 'userid'], names: 'viewname' },
  columns: {
    viewname: text({ title: 'Name', sort: true }),
    page: text({ title: 'Page', filter: ['page'], help: 'The list to which the view belongs.' }),
    query: json({ title: 'Query', schema: querySchema, cutat: LONG_TEXT_LENGTH }),
    columns: json({ title: 'Columns', schema: columnsSchema, cutat: LONG_TEXT_LENGTH }),
    isshared: boolean({
      title: 'Shared',
      default: false,
      help: 'All signed-in users can use it. Requires the permission views.share.',
    }),
    userid: integer({ title: 'Owner', writable: 'never' }),
  },
  computed: {
    hasmore: computed.boolean({
      title: 'Long',
      help: `Query or columns have more than ${LONG_TEXT_LENGTH.toLocaleString('en')} characters. Lists return null for longer values; GET with the id returns them.`,
      from: sql`${isLong(savedviews.query)} OR ${isLong(savedviews.columns)}`,
    }),
    username: computed.text({
      title: 'Owner name',
      from: sql`(SELECT username FROM ${users} WHERE userid = ${savedviews.userid})`,
    }),
  },
  filters: {
    visibleto: filter.integer({
      title: 'Visible to',
      offered: false,
      when: (userid) => sql`${savedviews.userid} = ${userid} OR ${savedviews.isshared} = 1`,
    }),
  },
});
