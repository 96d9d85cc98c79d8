import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createRandom } from '../../../src/demo/random.ts';
import type { ClientResponse } from '../../../test/support/client.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { openKiosk } from './kiosks.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

let made = 0;
const newItem = async (body: object = {}) =>
  (await site.admin.post('/api/printedparts/items', { itemcode: `ST-${++made}`, ...body })).data;
type Item = { itemid: number };
const pathOf = ({ itemid }: Item) => `/api/printedparts/items/${itemid}`;
const again = async (item: Item) => (await site.admin.get(pathOf(item))).data;
const receive = (item: Item, quantity: unknown, note?: string) =>
  site.admin.post(`${pathOf(item)}/receive`, { quantity, note });
const adjust = (item: Item, delta: unknown, note: string | null = 'Counted') =>
  site.admin.post(`${pathOf(item)}/adjust`, { delta, note });
const ledgerOf = async (item: Item) => (await site.admin.get(`${pathOf(item)}/ledger?per_page=100`)).data;
const problem = ({ status, error }: ClientResponse) => [
  status,
  error?.details?.issues?.[0]?.path ?? error?.details?.field,
];

test('the server creates an item without stock, and search and label find its codes', async () => {
  const team = (await site.admin.post('/api/supportteams', { teamname: 'Print room' })).data;
  const answer = await site.admin.post('/api/printedparts/items', {
    itemcode: 'PP-1',
    gagelabtag: 'GL-1',
    name: 'Drill guide',
    description: 'For the 8 mm drill',
    quantityonhand: 99,
    lowstockthreshold: 3,
    supportteamid: team.supportteamid,
  });
  expect([answer.status, answer.data]).toMatchObject([
    201,
    {
      itemcode: 'PP-1',
      gagelabtag: 'GL-1',
      name: 'Drill guide',
      description: 'For the 8 mm drill',
      quantityonhand: 0,
      lowstockthreshold: 3,
      supportteamid: team.supportteamid,
      teamname: 'Print room',
      stockstate: 'out',
      imagefilename: null,
      isactive: true,
    },
  ]);
  expect((await site.admin.get('/api/search?q=GL-1')).data[0]).toMatchObject({
    kind: 'printedpart',
    url: `/printedparts/items/${answer.data.itemid}`,
  });
  const label = (await site.anonymous.get(`/api/labels/printedpart/${answer.data.itemid}`)).data;
  expect(label).toMatchObject({ title: 'Drill guide', lines: ['PP-1', 'Tag GL-1'], code: { value: 'GL-1' } });
});

test('item codes and active gage-lab tags are unique and contain no bar', async () => {
  const item = await newItem({ gagelabtag: 'GL-2' });
  const post = (body: object) => site.admin.post('/api/printedparts/items', body);
  expect(problem(await post({ itemcode: item.itemcode.toLowerCase() }))).toEqual([409, 'itemcode']);
  expect(problem(await post({ itemcode: 'ST-X', gagelabtag: 'gl-2' }))).toEqual([409, 'gagelabtag']);
  expect((await site.admin.delete(pathOf(item))).status).toBe(200);
  expect((await post({ itemcode: 'ST-X', gagelabtag: 'GL-2' })).status).toBe(201);
  expect(problem(await post({ itemcode: 'A|1' }))).toEqual([400, 'itemcode']);
  expect(problem(await post({ itemcode: 'A', gagelabtag: 'T|1' }))).toEqual([400, 'gagelabtag']);
  expect(problem(await post({ name: 'No code' }))).toEqual([400, 'itemcode']);
  expect(problem(await post({ itemcode: 'A', lowstockthreshold: -1 }))).toEqual([400, 'lowstockthreshold']);
  expect(problem(await post({ itemcode: 'A', supportteamid: 9999 }))).toEqual([400, 'supportteamid']);
});

test('receive and adjust write ledger rows, and a PUT does not change the stock', async () => {
  const item = await newItem();
  expect((await receive(item, 10, 'Job 7')).data).toMatchObject({ quantityonhand: 10 });
  expect((await adjust(item, -3, 'Three broken')).data).toMatchObject({ quantityonhand: 7 });
  expect(await ledgerOf(item)).toMatchObject([
    { event: 'adjust', delta: -3, quantity: 3, quantityafter: 7, note: 'Three broken', recordedby: 'admin' },
    { event: 'receive', delta: 10, quantity: 10, quantityafter: 10, note: 'Job 7', recordedby: 'admin' },
  ]);
  const actions = (await site.admin.get(`/api/auditlogs?entitytype=part&entityid=${item.itemid}`)).data;
  expect(actions.map(({ action }: { action: string }) => action)).toEqual([
    'printedparts.part.adjusted',
    'printedparts.part.received',
    'printedparts.part.created',
  ]);
  expect((await site.admin.put(pathOf(item), { quantityonhand: 500 })).data.quantityonhand).toBe(7);
});

test('stock moves return 409 below zero and 400 for a wrong quantity, and change nothing', async () => {
  const item = await newItem();
  await receive(item, 2);
  expect(problem(await adjust(item, -3))).toEqual([409, 'delta']);
  for (const quantity of [0, -1, 1.5, '2', null, undefined, 1e9, true])
    expect([quantity, ...problem(await receive(item, quantity))]).toEqual([quantity, 400, 'quantity']);
  for (const delta of [0, 0.5, '1', null])
    expect([delta, ...problem(await adjust(item, delta))]).toEqual([delta, 400, 'delta']);
  expect(problem(await adjust(item, 1, null))).toEqual([400, 'note']);
  expect((await again(item)).quantityonhand).toBe(2);
  expect(await ledgerOf(item)).toHaveLength(1);
  await site.admin.delete(pathOf(item));
  expect((await receive(item, 1)).status).toBe(409);
});

test('the stock equals the sum of its ledger and is never negative under concurrent moves', async () => {
  const kiosk = await openKiosk(site, 'Random 1');
  const random = createRandom(7, 'stock');
  const item = await newItem();
  let sum = 0;
  const outcomes = { done: 0, refused: 0 };
  const sees = async ({ status, data }: ClientResponse, delta: number) => {
    if (status === 200) sum += delta;
    outcomes[status === 200 ? 'done' : 'refused']++;
    expect([200, 409]).toContain(status);
    if (status === 200) expect(data.quantityonhand).toBeGreaterThanOrEqual(0);
  };
  for (let round = 0; round < 25; round++) {
    const moves = Array.from({ length: 12 }, async () => {
      const n = random.whole(1, 5);
      const what = random.pick(['take', 'take', 'receive', 'adjust', 'adjust'] as const);
      if (what === 'receive') return sees(await receive(item, n), n);
      const delta = random.chance(0.3) ? n : -n;
      if (what === 'adjust') return sees(await adjust(item, delta), delta);
      const badge = String(random.whole(1, 1e9));
      return sees(
        await kiosk.post('/api/printedparts/kiosk/take', { itemcode: item.itemcode, badge, quantity: n }),
        -n,
      );
    });
    await Promise.all(moves);
    const rows = site.app.host.db.read((reader) =>
      reader.get<{ onhand: number; entered: number; least: number }>(
        'SELECT quantityonhand AS onhand, (SELECT sum(delta) FROM printedpartledger l WHERE l.itemid = i.itemid) AS entered, (SELECT min(quantityafter) FROM printedpartledger l WHERE l.itemid = i.itemid) AS least FROM printedpartitems i WHERE itemid = ?',
        item.itemid,
      ),
    )!;
    expect([rows.onhand, rows.entered ?? 0]).toEqual([sum, sum]);
    expect(rows.least ?? 0).toBeGreaterThanOrEqual(0);
  }
  expect(outcomes.done).toBeGreaterThan(50);
  expect(outcomes.refused).toBeGreaterThan(10);
});

test('ledger rows cannot be changed, and undoing a move deletes its row', async () => {
  const item = await newItem();
  const received = await receive(item, 4);
  const [{ ledgerid }] = await ledgerOf(item);
  for (const method of ['PUT', 'PATCH', 'DELETE'])
    expect((await site.admin.send(method, `${pathOf(item)}/ledger/${ledgerid}`, {})).status).toBe(404);
  const undo = await site.admin.post(`/api/auditlogs/${received.headers.get('x-audit-id')}/undo`);
  expect([undo.status, (await again(item)).quantityonhand, await ledgerOf(item)]).toEqual([200, 0, []]);
  const first = await receive(item, 5);
  await adjust(item, -4);
  const late = await site.admin.post(`/api/auditlogs/${first.headers.get('x-audit-id')}/undo`);
  expect([late.status, (await again(item)).quantityonhand]).toEqual([409, 1]);
});

test('a transaction throws when it changes only the stock or only the ledger', async () => {
  const item = await newItem();
  const write =
    (change: (tx: Parameters<Parameters<typeof site.app.host.db.transact>[2]>[0]) => void) => () =>
      site.app.host.db.transact(
        {
          actor: { kind: 'system', userid: null, name: 'x', isadmin: false, permissions: new Set() } as never,
          requestid: null,
          ipaddress: null,
        },
        'printedparts.part.forged',
        (tx) => {
          change(tx);
          tx.audit({ entitytype: 'part', entityid: item.itemid });
        },
      );
  const { itemid } = item;
  const row = {
    itemid,
    event: 'receive',
    eventdate: '2026-01-01T00:00:00.000Z',
    quantityafter: 1,
    recordedby: 'x',
  };
  expect(write((tx) => void tx.update('printedpartitems', itemid, { quantityonhand: 1 }))).toThrow('differ');
  expect(write((tx) => void tx.insert('printedpartledger', { ...row, delta: 1 }))).toThrow('differ');
  expect([(await again(item)).quantityonhand, await ledgerOf(item)]).toEqual([0, []]);
});

test('the list filters by low stock, sorts and exports CSV with escaped formulas', async () => {
  const [low, full] = [
    await newItem({ lowstockthreshold: 2, name: '=1+1' }),
    await newItem({ lowstockthreshold: 2 }),
  ];
  await receive(full, 50);
  const ids = async (query: string) =>
    (await site.anonymous.get(`/api/printedparts/items?per_page=100&${query}`)).data.map(
      ({ itemid }: Item) => itemid,
    );
  expect(await ids('lowstock=true')).toContain(low.itemid);
  expect(await ids('lowstock=true')).not.toContain(full.itemid);
  expect(await ids('lowstock=false')).toContain(full.itemid);
  expect((await ids('sort=quantityonhand&dir=desc'))[0]).toBe(full.itemid);
  expect(await ids(`itemcode=${low.itemcode}`)).toEqual([low.itemid]);
  expect((await site.anonymous.get('/api/printedparts/items?sort=nonsense')).status).toBe(400);
  const csv = await site.anonymous.get('/api/printedparts/items?format=csv&lowstock=true');
  expect(csv.text).toContain("'=1+1");
});

test('the stock is public, and each write and the ledger need a permission', async () => {
  const item = await newItem();
  const path = pathOf(item);
  expect((await site.anonymous.get(path)).status).toBe(200);
  for (const [method, at] of [
    ['POST', '/api/printedparts/items'],
    ['PUT', path],
    ['DELETE', path],
    ['POST', `${path}/receive`],
    ['POST', `${path}/adjust`],
    ['GET', `${path}/ledger`],
  ] as const)
    expect([at, (await site.anonymous.send(method, at, method === 'GET' ? undefined : {})).status]).toEqual([
      at,
      401,
    ]);
  const viewer = await site.userWith('printedparts.view');
  const editor = await site.userWith('printedparts.edit');
  const remover = await site.userWith('printedparts.delete');
  const codes = async (at: 'receive' | 'ledger' | 'delete') =>
    Promise.all(
      [viewer, editor, remover].map(async (user) => {
        if (at === 'ledger') return (await user.get(`${path}/ledger`)).status;
        if (at === 'receive') return (await user.post(`${path}/receive`, { quantity: 1 })).status;
        return (await user.delete(pathOf(await newItem()))).status;
      }),
    );
  expect(await codes('receive')).toEqual([403, 200, 403]);
  expect(await codes('ledger')).toEqual([200, 403, 403]);
  expect(await codes('delete')).toEqual([403, 403, 200]);
  const ledgers = async (client: typeof viewer) =>
    (await client.get('/api/registers')).data.find(
      ({ name }: { name: string }) => name === 'printedpartitems',
    ).ledgers;
  expect([(await ledgers(viewer)).length, (await ledgers(site.anonymous)).length]).toEqual([1, 0]);
});

test('the dashboard counts parts that are low on stock', async () => {
  const before = (await site.admin.get('/api/dashboard/summary')).data.printedparts;
  const item = await newItem({ lowstockthreshold: 5 });
  await receive(item, 5);
  const { data } = await site.admin.get('/api/dashboard/summary');
  expect(data.printedparts).toEqual({ total: before.total + 1, low: before.low + 1, out: before.out });
  expect(data.attention.find(({ key }: { key: string }) => key === 'printedparts.low')).toMatchObject({
    count: before.low + 1,
    href: '/printedparts/items?lowstock=true&sort=quantityonhand',
  });
});
