import { afterAll, beforeAll, expect, test } from 'bun:test';
import { computers } from '../../plugins/computers/tables.ts';
import { SYSTEM } from '../../src/kit/actor.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let types: Record<string, number>;
beforeAll(async () => {
  site = await startSite();
  const { data } = await site.admin.get('/api/assets/types');
  types = Object.fromEntries(
    data.map((type: { assettype: string; assettypeid: number }) => [type.assettype, type.assettypeid]),
  );
});
afterAll(() => site.stop());

const computersOf = (assetid: number) =>
  site.app.host.db.read((reader) =>
    reader.value<number>('SELECT count(*) FROM computers WHERE assetid = ?', assetid),
  );
const undo = (answer: { headers: Headers }) =>
  site.admin.post(`/api/auditlogs/${answer.headers.get('x-audit-id')}/undo`);

test('a new asset of the type Computer gets a row in the computers register', async () => {
  const made = await site.admin.post('/api/assets', { assetnumber: 'X-1', assettypeid: types.Computer });
  expect(made.status).toBe(201);
  expect(computersOf(made.data.assetid)).toBe(1);
  const { data } = await site.admin.get('/api/computers?search=X-1');
  expect(data[0]).toMatchObject({ assetnumber: 'X-1', hostname: null });
  expect((await undo(made)).error).toBeUndefined();
  expect(computersOf(made.data.assetid)).toBe(0);
});

test('an asset can change into the type Computer and not back except by undo', async () => {
  const { data } = await site.admin.post('/api/assets', { assetnumber: 'X-2', assettypeid: types.Phone });
  const changed = await site.admin.put(`/api/assets/${data.assetid}`, { assettypeid: types.Computer });
  expect(changed.error).toBeUndefined();
  expect(computersOf(data.assetid)).toBe(1);
  await undo(changed);
  expect(computersOf(data.assetid)).toBe(0);
  await site.admin.put(`/api/assets/${data.assetid}`, { assettypeid: types.Computer });
  const back = await site.admin.put(`/api/assets/${data.assetid}`, { assettypeid: types.Phone });
  expect([back.status, back.error.details, computersOf(data.assetid)]).toEqual([
    409,
    { field: 'assettypeid' },
    1,
  ]);
});

test('the server refuses each change of the type of a computer', async () => {
  const { data } = await site.admin.post('/api/computers', { assetnumber: 'X-3', hostname: 'x-three' });
  const changes = { assettypeid: types.Phone };
  const refused = await site.admin.put(`/api/assets/${data.assetid}`, changes);
  expect([refused.status, refused.error.details]).toEqual([409, { field: 'assettypeid' }]);
  const bulk = await site.admin.patch('/api/assets/bulk', { ids: [data.assetid], changes });
  expect(bulk.status).toBe(409);
  const form = new FormData();
  form.set('file', new File(['assetnumber,assettype\nX-3,Phone\nX-4,Computer\n'], 'a.csv'));
  form.set('target', 'assets');
  const { data: trial } = await site.admin.upload('/api/imports', form);
  expect(trial.rows.map((row: { outcome: string }) => row.outcome)).toEqual(['error', 'add']);
  expect(trial.rows[0].reason).toContain('X-3 is a computer, so you cannot change its type');
  expect((await site.admin.get(`/api/computers/${data.computerid}`)).data.hostname).toBe('x-three');
});

test('the server refuses a register row when the asset has another type', async () => {
  const { data } = await site.admin.post('/api/assets', { assetnumber: 'X-9', assettypeid: types.Phone });
  const write = () =>
    site.app.host.db.transact(
      { actor: SYSTEM, requestid: null, ipaddress: null },
      'test.computer.made',
      (tx) => {
        tx.insert(computers, { assetid: data.assetid });
        tx.audit({ entitytype: 'test', entityid: null });
      },
    );
  expect(write).toThrow('X-9 is not a computer. Its type is Phone.');
  expect(computersOf(data.assetid)).toBe(0);
});
