import { afterAll, beforeAll, expect, test } from 'bun:test';
import { toSortKey } from '../../src/kit/data/sort-keys.ts';
import { fillSortKeysOnce } from '../../src/kit/fill-sort-keys.ts';
import { addTask } from '../../src/kit/start-task-queries.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const naturally = (names: readonly string[]) =>
  names.toSorted((a, b) => (toSortKey(a) < toSortKey(b) ? -1 : 1));

/** Returns one field of all rows of a list. */
const column = async (path: string, name: string): Promise<unknown[]> =>
  (await site.admin.get(path)).data.map((row: Record<string, unknown>) => row[name]);

test('numbers within names sort by their values, without regard to letter case and accents', () => {
  const names = [
    '',
    '7',
    '10',
    'Cell',
    'cell 2',
    'Cell 2 A',
    'CELL 10',
    'Über 9',
    'uber 10',
    'v1.9',
    'v1.10',
  ];
  expect(naturally(names.toReversed())).toEqual(names);
  expect(toSortKey('PC-000012')).toBe(toSortKey('pc-12'));
  const long = ['1'.repeat(20), '2'.repeat(20)];
  expect(naturally(long.toReversed())).toEqual(long);
});

test('assets sort naturally by number, name and custom field, after changes and undos too', async () => {
  const field = await site.admin.post('/api/customfields', {
    fieldname: 'slot',
    label: 'Slot',
    fieldtype: 'text',
  });
  expect(field.status).toBe(201);
  const ids: number[] = [];
  for (const [number, name, slot] of [
    ['NAT-10', 'Saw 9', 'S 100'],
    ['nat-9', 'Saw 10', 'S 20'],
    ['NAT-100', 'saw 2', 'S 3'],
  ]) {
    const made = await site.admin.post('/api/assets', { assetnumber: number, name, assettypeid: 1 });
    expect(made.status).toBe(201);
    ids.push(made.data.assetid);
    await site.admin.put(`/api/assets/${made.data.assetid}/customfields`, { values: { slot } });
  }
  const list = (sort: string) => column(`/api/assets?search=nat&${sort}`, 'assetnumber');
  expect(await list('')).toEqual(['nat-9', 'NAT-10', 'NAT-100']);
  expect(await list('dir=desc')).toEqual(['NAT-100', 'NAT-10', 'nat-9']);
  expect(await list('sort=name')).toEqual(['NAT-100', 'NAT-10', 'nat-9']);
  expect(await list('sort=cf_slot')).toEqual(['NAT-100', 'nat-9', 'NAT-10']);
  expect((await column('/api/assets?sort=cf_slot&per_page=3', 'assetnumber')) as unknown[]).toEqual([
    'NAT-100',
    'nat-9',
    'NAT-10',
  ]);

  const changed = await site.admin.put(`/api/assets/${ids[0]}`, { name: 'Saw 1' });
  expect(await list('sort=name')).toEqual(['NAT-10', 'NAT-100', 'nat-9']);
  const audits = await site.admin.get('/api/auditlogs?per_page=1');
  expect(changed.status).toBe(200);
  expect((await site.admin.post(`/api/auditlogs/${audits.data[0].auditlogid}/undo`)).status).toBe(200);
  expect(await list('sort=name')).toEqual(['NAT-100', 'NAT-10', 'nat-9']);
});

test('lists sort by natural order of the names to which they refer', async () => {
  const places: number[] = [];
  for (const location of ['Bay 10', 'Bay 9', 'bay 1']) {
    const made = await site.admin.post('/api/locations', { location });
    places.push(made.data.locationid);
  }
  expect(await column('/api/locations?search=bay', 'location')).toEqual(['bay 1', 'Bay 9', 'Bay 10']);
  for (const [index, locationid] of places.entries())
    await site.admin.post('/api/assets', { assetnumber: `PLACED-${index}`, assettypeid: 1, locationid });
  const inOrder = ['bay 1', 'Bay 9', 'Bay 10'];
  expect(await column('/api/assets?search=placed&sort=locationid', 'location')).toEqual(inOrder);
  const all = await column('/api/assets?sort=locationid&per_page=1000', 'location');
  expect(all.filter((place) => place !== null)).toEqual(inOrder);
});

test('host names of computers sort naturally', async () => {
  for (const hostname of ['rack-10', 'rack-2', 'RACK-1'])
    expect((await site.admin.post('/api/computers', { assetnumber: hostname, hostname })).status).toBe(201);
  expect(await column('/api/computers?search=rack&sort=hostname', 'hostname')).toEqual([
    'RACK-1',
    'rack-2',
    'rack-10',
  ]);
});

test('every name with a sort key has the current one, and a start fills missing ones', () => {
  const { db } = site.app.host;
  const columns = db.schema.withSortKeys.flatMap(({ name: table, id, sortKeys }) =>
    [...sortKeys].map(([named, key]) => ({ table, id, named, key })),
  );
  expect(columns.length).toBeGreaterThan(30);
  const findWrong = () =>
    columns.flatMap(({ table, id, named, key }) =>
      db.read((reader) =>
        reader
          .all<{ id: number; name: string | null; sorted: string | null }>(
            `SELECT ${id} AS id, ${named} AS name, ${key} AS sorted FROM ${table}`,
          )
          .filter(({ name, sorted }) => sorted !== (name === null ? null : toSortKey(name)))
          .map((row) => `${table} ${row.id}`),
      ),
    );
  expect(findWrong()).toEqual([]);
  db.writeUnaudited((tx) => {
    tx.runUnjournaled('UPDATE assettypes SET assettypesortkey = NULL');
    addTask.run(tx, { task: 'sortkeys' });
  });
  expect(findWrong().length).toBeGreaterThan(3);
  db.writeUnaudited(fillSortKeysOnce);
  expect(findWrong()).toEqual([]);
});
