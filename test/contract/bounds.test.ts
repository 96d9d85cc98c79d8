import { afterAll, beforeAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { index, integer, serial, sqliteTable, stamps, text } from '../../src/kit/data/columns.ts';
import { api, routeOptions } from '../../src/kit/http/api.ts';
import { routesOf } from '../../src/kit/http/routes.ts';
import { definePlugin, type Plugin } from '../../src/kit/plugin.ts';
import { defineRegister } from '../../src/kit/resource/define.ts';
import * as fields from '../../src/kit/resource/fields.ts';
import type { Register } from '../../src/kit/resource/register.ts';
import { type Site, startSite } from '../support/site.ts';

const table = sqliteTable(
  'crates',
  { crateid: serial(), crate: text().notNull(), shelf: integer(), ...stamps() },
  (t) => [index('crates_shelf').on(t.shelf), index('crates_name').on(t.crate, t.crateid)],
);
const crates = {
  columns: { crate: fields.text({ title: 'Crate', sort: true }), shelf: fields.integer({ title: 'Shelf' }) },
  words: {
    path: '/crates',
    many: 'Crates',
    one: 'Crate',
    icon: 'box',
    about: 'Crates.',
    audit: 'crates.crate',
    remove: 'hard',
    can: { read: 'optional', create: 'admin', edit: 'admin', delete: 'admin' },
    label: 'crate',
    sort: 'crate',
  },
  plugin: (register: Register): Plugin =>
    definePlugin({
      id: 'crates',
      title: 'Crates',
      description: 'Crates',
      tables: { crates: table },
      registers: [register],
      migrations: [
        {
          id: '0001_crates',
          sql: `CREATE TABLE crates (crateid INTEGER PRIMARY KEY AUTOINCREMENT, crate TEXT NOT NULL, shelf INTEGER,
            createddate TEXT NOT NULL, modifieddate TEXT NOT NULL) STRICT;
            CREATE INDEX crates_shelf ON crates (shelf);
            CREATE INDEX crates_name ON crates (crate, crateid);`,
        },
      ],
    }),
} as const;

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  maxItems?: number;
  type?: string;
}
interface Answer {
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}

test('the OpenAPI document states maxItems for each list without pages', async () => {
  const document: { paths: Record<string, { get?: Answer }> } = JSON.parse(
    (await site.anonymous.get('/api/docs/openapi.json')).text,
  );
  const lists = Object.entries(document.paths).flatMap(([path, { get }]) => {
    const { data, meta } = get?.responses['200']?.content?.['application/json']?.schema?.properties ?? {};
    return data?.type === 'array' && !meta?.$ref?.endsWith('/PagedMeta') ? [{ path, data }] : [];
  });
  expect(lists.length).toBeGreaterThan(35);
  for (const { path, data } of lists) expect([path, data.maxItems]).toEqual([path, expect.any(Number)]);
});

test('the start fails when a route serves an unpaged list without a limit', () => {
  const row = z.object({ id: z.int() });
  const list = (answers: z.ZodType, paged = false) => [
    api('/api/things').get(
      '',
      () => [],
      routeOptions({ access: 'open', summary: 'Things', responseSchema: answers, paged }),
    ),
  ];
  expect(() => routesOf(list(row.array()))).toThrow('GET /api/things returns an unlimited list');
  for (const fit of [list(row.array().max(5)), list(row.array(), true), list(row)]) routesOf(fit);
});

test('a register without pages fails when it has no row limit', () => {
  const { columns, words } = crates;
  expect(() => defineRegister(table, { ...words, columns, unpaged: true })).toThrow(
    'The register crates is unlimited. Declare a row limit.',
  );
});

test('the server returns LIMIT beyond the row limit of a register and keeps existing rows', async () => {
  const { columns, words, plugin } = crates;
  const createBounded = (most: number) =>
    plugin(defineRegister(table, { ...words, columns, unpaged: true, bound: { most } }));
  const data = mkdtempSync(join(tmpdir(), 'millwright-'));
  const first = await startSite({ plugins: [createBounded(3)], data });
  const add = (site: Site, crate: string) => site.admin.post('/api/crates', { crate });
  for (const name of ['a', 'b', 'c']) expect((await add(first, name)).status).toBe(201);
  const refused = await add(first, 'd');
  expect(refused.status).toBe(409);
  expect(refused.error).toMatchObject({
    code: 'LIMIT',
    message: 'The limit of 3 crates is reached. Delete an unused one first.',
  });
  const [gone] = (await first.admin.get('/api/crates')).data;
  const removed = await first.admin.delete(`/api/crates/${gone.crateid}`);
  expect((await add(first, 'e')).status).toBe(201);
  expect(
    (await first.admin.post(`/api/auditlogs/${removed.headers.get('x-audit-id')}/undo`)).error.code,
  ).toBe('LIMIT');
  await first.stop();

  const later = await startSite({ plugins: [createBounded(2)], data });
  const change = await later.admin.put('/api/crates/2', { crate: 'renamed' });
  expect([change.status, change.data.crate]).toEqual([200, 'renamed']);
  expect((await add(later, 'f')).error.code).toBe('LIMIT');
  await later.stop();
  rmSync(data, { recursive: true });
});

test('the start fails when an unpaged list has only a row limit per owner', async () => {
  const { columns, words, plugin } = crates;
  const bound = { most: 3, per: { column: 'shelf', one: 'shelf' } };
  const started = startSite({
    plugins: [plugin(defineRegister(table, { ...words, columns, unpaged: true, bound }))],
  });
  await expect(started).rejects.toThrow('GET /api/crates returns an unlimited list');
});
