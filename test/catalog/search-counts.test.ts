import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SYSTEM } from '../../src/kit/actor.ts';
import { type Site, startSite } from '../support/site.ts';

const MANY = 4200;
const TEXTS = ['q', 'qu', 'quarry', 'quarry press', 'press 1'];

let site: Site;
beforeAll(async () => {
  site = await startSite();
  const types = await readTypes();
  site.app.host.db.transact({ actor: SYSTEM, requestid: null, ipaddress: null }, 'test.assets.made', (tx) => {
    for (let n = 0; n < MANY; n++)
      tx.insert('assets', { assetnumber: `Q-${n}`, name: `Quarry press ${n}`, assettypeid: 1, statusid: 1 });
    for (let n = 0; n < MANY; n++)
      tx.insert('assets', {
        assetnumber: `PC-${n}`,
        name: n % 3 === 0 ? `Quarry computer ${n}` : `Computer ${n}`,
        assettypeid: types.Computer!,
        statusid: 1,
      });
    tx.audit({ entitytype: 'asset', entityid: null });
  });
});
afterAll(() => site.stop());

/** Returns the total of the list for each text, and the number of matching records by a full scan. */
async function totals(active: string) {
  const counts: Record<string, number> = {};
  const seen: Record<string, number> = {};
  for (const text of TEXTS) {
    const answer = await site.admin.get(
      `/api/assets?per_page=1&active=${active}&search=${encodeURIComponent(text)}`,
    );
    counts[text] = answer.meta.pagination.total;
    seen[text] = site.app.host.db.read(
      (reader) =>
        reader.value<number>(
          `SELECT count(*) FROM assets WHERE (isactive = 1 OR ?) AND lower(assetnumber || char(10) || name) LIKE ?`,
          active === 'false' ? 1 : 0,
          `%${text}%`,
        )!,
    );
  }
  return { counts, seen };
}

async function agree(): Promise<void> {
  for (const active of ['true', 'false']) {
    const { counts, seen } = await totals(active);
    expect(counts).toEqual(seen);
  }
}

test('the total of a search with many hits is correct after each kind of write', async () => {
  await agree();
  const ids = site.app.host.db.read((reader) =>
    reader.all<{ assetid: number }>('SELECT assetid FROM assets ORDER BY assetid').map((row) => row.assetid),
  );
  const edit = await site.admin.put(`/api/assets/${ids[7]}`, { name: 'Lathe' });
  await agree();
  await site.admin.post(`/api/auditlogs/${edit.headers.get('x-audit-id')}/undo`);
  await agree();
  await site.admin.delete(`/api/assets/${ids[11]}`);
  await agree();
  await site.admin.post('/api/assets', { assetnumber: 'Q-NEW', name: 'Quarry press 1', assettypeid: 1 });
  await agree();
  const bulk = await site.admin.patch('/api/assets/bulk', {
    ids: ids.slice(20, 60),
    changes: { name: 'Saw' },
  });
  expect(bulk.data.changed).toBe(40);
  await agree();
});

test('a rolled back change does not affect the total of a search', async () => {
  await agree();
  const { db } = site.app.host;
  const context = { actor: SYSTEM, requestid: null, ipaddress: null };
  const rename = () =>
    db.transact(context, 'test.asset.renamed', (tx) => {
      tx.update('assets', 1, { name: 'Drill' });
      tx.audit({ entitytype: 'asset', entityid: 1 });
      site.app.host.search.index(tx);
      throw new Error('no');
    });
  expect(rename).toThrow('no');
  await agree();
});

test('the total of a search is correct when a record changes during the count', async () => {
  const { seen } = await totals('true');
  const counting = site.admin.get('/api/assets?per_page=1&search=quar%20pr');
  const editing = site.admin.put('/api/assets/3', { name: 'Anvil' });
  await Promise.all([counting, editing]);
  const answer = await site.admin.get('/api/assets?per_page=1&search=quar%20pr');
  expect(answer.meta.pagination.total).toBe(seen['quarry press']! - 1);
});

test('the total of a list matches the filter and the text together', async () => {
  await site.admin.put('/api/assets/5', { statusid: 3 });
  const answer = await site.admin.get('/api/assets?per_page=1&search=quarry&statusid=3');
  expect(answer.meta.pagination.total).toBe(1);
});

/** Texts that most, half or few of the records match, each with the condition that finds the same. */
const SHARES: [text: string, condition: string][] = [
  ['quarry', "name LIKE 'Quarry%'"],
  ['qu -press', "name LIKE '%qu%' AND name NOT LIKE '%press%'"],
  ['-drill', "name NOT LIKE '%drill%'"],
  [
    'quarry -1',
    "name LIKE 'Quarry%' AND ' ' || replace(assetnumber, '-', ' ') || ' ' || name NOT LIKE '% 1%'",
  ],
  ['quarry note', "name LIKE 'Quarry%' AND notes = 'note'"],
];

/** Filters of a list, each with its condition in SQL. */
const FILTERS: [parameters: string, condition: string][] = [
  ['', '1'],
  ['&purchasedate__lte=2015-06-30', "purchasedate <= '2015-06-30'"],
  ['&purchasedate__gte=2030-01-01', "purchasedate >= '2030-01-01'"],
  ['&statusid=1', 'statusid = 1'],
  ['&statusid__in=1,2,3', 'statusid IN (1, 2, 3)'],
  ['&statusid__not=2', 'statusid IS NOT 2'],
  ['&vendorid__empty=true&statusid__not=2', 'vendorid IS NULL AND statusid IS NOT 2'],
  ['&statusid=1&purchasedate__lte=2015-06-30', "statusid = 1 AND purchasedate <= '2015-06-30'"],
  ['&locationid=1', 'locationid IN (1, 2)'],
  ['&locationid=1&exact=true', 'locationid = 1'],
  ['&locationid__in=1,3', 'locationid IN (1, 2, 3)'],
  ['&locationid__not=1', '(locationid IN (1, 2)) IS NOT TRUE'],
  [
    `&locationid__not=${Array.from({ length: 40 }, (_, n) => n + 2).join()}`,
    '(locationid BETWEEN 2 AND 41) IS NOT TRUE',
  ],
];

test('the total of a filtered search is correct in each list, however many records the text finds', async () => {
  const { db } = site.app.host;
  const context = { actor: SYSTEM, requestid: null, ipaddress: null };
  const types = await readTypes();
  for (const [location, parentlocationid] of [
    ['Hall', undefined],
    ['Bay', 1],
    ['Yard', undefined],
  ])
    await site.admin.post('/api/locations', { location, parentlocationid });
  db.transact(context, 'test.assets.edited', (tx) => {
    const rows = tx.all<{ assetid: number }>('SELECT assetid FROM assets ORDER BY assetid');
    for (const [n, { assetid }] of rows.entries())
      tx.update('assets', assetid, {
        purchasedate: `20${10 + (n % 10)}-01-01`,
        statusid: 1 + Number(n % 3 === 0),
        locationid: [1, 2, 3, null][n % 4]!,
        ...(n % 10 === 0 ? {} : { notes: 'note' }),
        ...(n % 97 === 0 ? { name: `Drill ${n}` } : {}),
        isactive: Number(n % 7 !== 0),
      });
    tx.audit({ entitytype: 'asset', entityid: null });
  });
  for (const list of ['assets', 'computers'])
    for (const active of ['true', 'false'])
      for (const [filter, narrowed] of FILTERS)
        for (const [text, condition] of SHARES) {
          const path = `/api/${list}?per_page=1&active=${active}${filter}&search=${encodeURIComponent(text)}`;
          const { total } = (await site.admin.get(path)).meta.pagination;
          const all = active === 'false' ? '1' : 'isactive = 1';
          const own = list === 'assets' ? '1' : `assettypeid = ${types.Computer}`;
          const seen = db.read((reader) =>
            reader.value<number>(
              `SELECT count(*) FROM assets WHERE ${[all, own, narrowed, condition].join(' AND ')}`,
            ),
          );
          expect([path, total]).toEqual([path, seen]);
        }
});

test('a list has the total of its own records after one of them is added, changed and deactivated', async () => {
  const total = async (search: string) =>
    (await site.admin.get(`/api/computers?per_page=1&search=${search}`)).meta.pagination.total;
  const before = await total('compu');
  const { data } = await site.admin.post('/api/computers', { assetnumber: 'PC-NEW', name: 'Computer new' });
  expect(await total('compu')).toBe(before + 1);
  await site.admin.put(`/api/computers/${data.computerid}`, { name: 'Laptop' });
  expect(await total('compu')).toBe(before + 1);
  expect(await total('-laptop')).toBe(before);
  await site.admin.delete(`/api/computers/${data.computerid}`);
  expect(await total('compu')).toBe(before);
});

test('the total of a search follows the references of the records and their merge', async () => {
  const total = async (list: string, filter: string) =>
    (await site.admin.get(`/api/${list}?per_page=1&search=press&${filter}`)).meta.pagination.total;
  const [one, other] = await Promise.all(
    ['Maker A', 'Maker B'].map(
      async (vendor) => (await site.admin.post('/api/vendors', { vendor })).data.vendorid,
    ),
  );
  await site.admin.patch('/api/assets/bulk', { ids: [100, 101, 102], changes: { vendorid: one } });
  await site.admin.put('/api/assets/103', { vendorid: other });
  expect(await total('assets', `vendorid=${one}`)).toBe(3);
  await site.admin.put('/api/assets/102', { vendorid: other });
  expect(await total('assets', `vendorid=${one}`)).toBe(2);
  const merge = await site.admin.post(`/api/vendors/${other}/merge`, { into: one });
  expect(merge.status).toBe(200);
  expect(await total('assets', `vendorid=${one}`)).toBe(4);
  await site.admin.post(`/api/auditlogs/${merge.headers.get('x-audit-id')}/undo`);
  expect(await total('assets', `vendorid=${one}`)).toBe(2);
});

test('the total of a search of computers with a filter by their own reference is correct', async () => {
  const { data: system } = await site.admin.post('/api/operatingsystems', { osname: 'Windows 7' });
  const total = async (filter: string) =>
    (await site.admin.get(`/api/computers?per_page=1&search=compu&${filter}`)).meta.pagination.total;
  const ids: number[] = [];
  for (const n of [1, 2, 3]) {
    const { data } = await site.admin.post('/api/computers', {
      assetnumber: `D-${n}`,
      name: 'Computer',
      osid: system.osid,
    });
    ids.push(data.computerid);
  }
  expect(await total(`osid=${system.osid}`)).toBe(3);
  await site.admin.put(`/api/computers/${ids[0]}`, { osid: null });
  expect(await total(`osid=${system.osid}`)).toBe(2);
  expect((await total('')) - (await total(`osid__not=${system.osid}`))).toBe(2);
});

/** Returns the ID of each asset type by its name. */
async function readTypes(): Promise<Record<string, number>> {
  const { data } = await site.admin.get('/api/assets/types?per_page=100');
  const types = data as { assettype: string; assettypeid: number }[];
  return Object.fromEntries(types.map(({ assettype, assettypeid }) => [assettype, assettypeid]));
}
