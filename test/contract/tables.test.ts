import { afterAll, beforeAll, expect, test } from 'bun:test';
import { getTableName, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { plugins } from '../../plugins/index.ts';
import { listCoreFeatures } from '../../src/features/index.ts';
import { folded, index, integer, serial, sqliteTable, text } from '../../src/kit/data/columns.ts';
import type { Reader } from '../../src/kit/data/reader.ts';
import * as kitTables from '../../src/kit/tables.ts';
import { type Site, startSite } from '../support/site.ts';
import { driftOf } from './drift.ts';

const modules = [
  kitTables,
  ...[...listCoreFeatures(plugins), ...plugins].map((plugin) => plugin.tables ?? {}),
];
const tables = modules
  .flatMap((module) => Object.values(module))
  .filter((value): value is SQLiteTable => is(value, SQLiteTable));

let site: Site;
let reader: Reader;
beforeAll(async () => {
  site = await startSite();
  reader = site.app.host.db.read((current) => current);
});
afterAll(() => site.stop());

test('each declared table matches the migrated one', () => {
  expect(tables.flatMap((table) => driftOf(reader, table))).toEqual([]);
});

test('each STRICT table of the database is declared once', () => {
  const made = reader
    .all<{ name: string }>("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%STRICT%'")
    .map(({ name }) => name);
  expect(tables.map(getTableName).sort()).toEqual(made.sort());
});

test('the drift check names each difference of a wrong declaration', () => {
  const lying = sqliteTable(
    'savedviews',
    {
      savedviewid: serial(),
      userid: integer(),
      viewname: text().notNull(),
      page: text(),
      query: text(),
      columns: text(),
      isshared: integer().notNull().default(1),
      createddate: text().notNull(),
      changeddate: folded().notNull(),
    },
    (t) => [index('savedviews_shared').on(t.page, t.isshared)],
  );
  expect(driftOf(reader, lying).sort()).toEqual(
    [
      'only declared: savedviews.viewname text not null BINARY',
      'only in the database: savedviews.viewname text not null NOCASE',
      'only declared: savedviews.page text null BINARY',
      'only in the database: savedviews.page text not null BINARY',
      'only declared: savedviews.isshared integer not null default 1 BINARY',
      'only in the database: savedviews.isshared integer not null default 0 BINARY',
      'only declared: savedviews.changeddate text not null NOCASE',
      'only in the database: savedviews.modifieddate text not null BINARY',
      'only in the database: savedviews.userid refers to users.userid, set null',
      'only in the database: savedviews.unique index savedviews_name: userid, page, viewname',
      'only declared: savedviews.index savedviews_shared: page, isshared',
      'only in the database: savedviews.index savedviews_shared: isshared, page',
      'only in the database: savedviews.index savedviews_viewnamesort: viewnamesortkey, savedviewid',
      'only in the database: savedviews.viewnamesortkey text null BINARY',
    ].sort(),
  );
});
