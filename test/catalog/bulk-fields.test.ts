import { afterAll, beforeAll, expect, test } from 'bun:test';
import { SYSTEM } from '../../src/kit/actor.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await site.admin.post('/api/customfields', {
    fieldname: 'costcenter',
    label: 'Cost center',
    fieldtype: 'text',
  });
});
afterAll(() => site.stop());

let made = 0;
/** Creates computers and returns the IDs of their assets. */
async function createComputers(count: number, values: object = {}): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) {
    const { data } = await site.admin.post('/api/computers', { assetnumber: `BULK-${++made}`, ...values });
    ids.push(data.assetid);
  }
  return ids;
}
const edit = (body: object) => site.admin.patch('/api/assets/bulk', body);
const createType = async (computertype: string) =>
  (await site.admin.post('/api/computers/types', { computertype })).data.computertypeid as number;

test('a bulk edit sets and clears fields of an asset type, and its undo restores them', async () => {
  const type = await createType('Bulk type');
  const ids = [...(await createComputers(2)), ...(await createComputers(1, { computertypeid: type }))];
  const read = async () =>
    Promise.all(
      ids.map(async (id) => (await site.admin.get(`/api/assets/${id}`)).data.typedata.computertypeid),
    );
  const changes = { computertypeid: type, notes: 'seen', cf_costcenter: '42' };
  const set = await edit({ ids, register: 'computers', changes });
  expect([set.status, set.data]).toEqual([200, { matched: 3, changed: 3 }]);
  expect(await read()).toEqual([type, type, type]);
  const cleared = await edit({ ids, register: 'computers', changes: { computertypeid: null } });
  expect(cleared.data).toEqual({ matched: 3, changed: 3 });
  expect(await read()).toEqual([null, null, null]);
  for (const { headers } of [cleared, set])
    expect((await site.admin.post(`/api/auditlogs/${headers.get('x-audit-id')}/undo`)).status).toBe(200);
  expect(await read()).toEqual([null, null, type]);
});

test('a dry run returns the values before and after, and changes nothing', async () => {
  const type = await createType('Dry type');
  const ids = [
    ...(await createComputers(2, { statusid: 1 })),
    ...(await createComputers(1, { statusid: 2, computertypeid: type, notes: 'old' })),
  ];
  await edit({ ids: ids.slice(0, 1), changes: { cf_costcenter: '42' } });
  const changes = { statusid: 2, computertypeid: type, notes: null, cf_costcenter: '42' };
  const { data } = await edit({ ids, register: 'computers', changes, dryrun: true });
  const titles = (await site.admin.get('/api/assets/statuses')).data as {
    statusid: number;
    status: string;
  }[];
  const title = (id: number) => titles.find(({ statusid }) => statusid === id)!.status;
  expect(data).toEqual({
    matched: 3,
    changed: 2,
    fields: [
      {
        field: 'statusid',
        before: [
          { title: title(1), count: 2 },
          { title: title(2), count: 1 },
        ],
        others: 0,
        after: title(2),
        changed: 2,
      },
      {
        field: 'notes',
        before: [
          { title: null, count: 2 },
          { title: 'old', count: 1 },
        ],
        others: 0,
        after: null,
        changed: 1,
      },
      {
        field: 'computertypeid',
        before: [
          { title: null, count: 2 },
          { title: 'Dry type', count: 1 },
        ],
        others: 0,
        after: 'Dry type',
        changed: 2,
      },
      {
        field: 'cf_costcenter',
        before: [
          { title: null, count: 2 },
          { title: '42', count: 1 },
        ],
        others: 0,
        after: '42',
        changed: 2,
      },
    ],
  });
  expect((await site.admin.get(`/api/assets/${ids[2]}`)).data.notes).toBe('old');
});

test('a dry run names ten values and counts the others', async () => {
  const ids = (
    await Promise.all(Array.from({ length: 12 }, (_, n) => createComputers(1, { notes: `note ${n}` })))
  ).flat();
  const { data } = await edit({ ids, changes: { notes: 'new' }, dryrun: true });
  expect([data.fields[0].before.length, data.fields[0].others]).toEqual([10, 2]);
});

test('a field of a type is rejected without its register, in another register, and when it is singular', async () => {
  const ids = await createComputers(1);
  const machine = (await site.admin.post('/api/machines', { assetnumber: `BULK-${++made}` })).data.assetid;
  const cases = [
    [{ ids, changes: { computertypeid: 1 } }, 'register'],
    [{ ids, register: 'vendors', changes: { notes: 'x' } }, 'register'],
    [{ ids, register: 'nothing', changes: { notes: 'x' } }, 'register'],
    [{ ids: [...ids, machine], register: 'computers', changes: { notes: 'x' } }, 'register'],
    [{ ids, register: 'computers', changes: { computertypeid: 'x' } }, 'changes.computertypeid'],
    [{ ids, register: 'computers', changes: { computertypeid: 99_999 } }, 'changes.computertypeid'],
    [{ ids, register: 'computers', changes: { hostname: 'same' } }, 'changes'],
  ] as const;
  for (const [body, path] of cases) {
    const { status, error } = await edit(body);
    expect([body, status, error.details.issues[0].path]).toEqual([body, 400, path]);
  }
  expect((await site.admin.get(`/api/assets/${ids[0]}`)).data.notes).toBeNull();
});

test('an error names the record and the field, and nothing is changed', async () => {
  const ids = await createComputers(2);
  const { status, error } = await edit({
    ids,
    register: 'computers',
    changes: { notes: 'x', computertypeid: 99_999 },
  });
  expect([status, error.details.issues[0].path]).toEqual([400, 'changes.computertypeid']);
  expect(error.message).toContain(`BULK-${made - 1}: `);
  expect((await site.admin.get(`/api/assets/${ids[0]}`)).data.notes).toBeNull();
});

test('fields of a type require its edit permission', async () => {
  const [id] = await createComputers(1);
  const body = { ids: [id], register: 'computers', changes: { notes: 'mine' } };
  expect((await (await site.userWith('assets.edit')).patch('/api/assets/bulk', body)).status).toBe(403);
  const both = await site.userWith('assets.edit', 'computers.edit');
  const done = await both.patch('/api/assets/bulk', body);
  expect(done.status).toBe(200);
  const undo = `/api/auditlogs/${done.headers.get('x-audit-id')}/undo`;
  expect((await (await site.userWith('assets.edit')).post(undo)).status).toBe(403);
  expect((await (await site.userWith('computers.edit')).post(undo)).status).toBe(403);
  expect((await both.post(undo)).status).toBe(200);
});

test('a dry run refuses what the edit refuses, and shows the values that it would store', async () => {
  const ids = await createComputers(2, { loggedinuser: 'operator' });
  const audits = async () => (await site.admin.get('/api/auditlogs?per_page=1')).meta.pagination.total;
  const before = await audits();
  const run = async (changes: object) => await edit({ ids, register: 'computers', changes, dryrun: true });
  for (const [field, value] of [
    ['computertypeid', 99_999],
    ['cf_costcenter', { a: 1 }],
  ] as const) {
    const { status, error } = await run({ [field]: value });
    expect([field, status, error?.details.issues[0].path.split('.').slice(0, 2)]).toEqual([
      field,
      400,
      ['changes', field],
    ]);
  }
  expect((await run({ cf_costcenter: 'a', cf_COSTCENTER: 'b' })).status).toBe(400);
  const changes = { loggedinuser: ' operator ', cf_costcenter: '', isactive: false };
  expect((await run(changes)).data.fields).toMatchObject([
    { field: 'isactive', before: [{ title: 'Yes', count: 2 }], after: 'No', changed: 2 },
    { field: 'loggedinuser', after: 'operator', changed: 0 },
    { field: 'cf_costcenter', before: [{ title: null, count: 2 }], after: null, changed: 0 },
  ]);
  expect(await audits()).toBe(before);
});

test('a text is added to the present texts of all places, and its undo removes it', async () => {
  const ids = [...(await createComputers(1, { notes: 'bought used' })), ...(await createComputers(1))];
  await edit({ ids: ids.slice(0, 1), changes: { cf_costcenter: '42', name: 'Press PC' } });
  const append = { notes: 'moved to hall B', cf_costcenter: 'B', name: '(spare)', hostname: undefined };
  const dry = await edit({ ids, register: 'computers', append, dryrun: true });
  expect(dry.data.fields[0]).toMatchObject({ field: 'notes', after: '… moved to hall B', changed: 2 });
  const answer = await edit({ ids, register: 'computers', append });
  expect([answer.status, answer.data]).toEqual([200, { matched: 2, changed: 2 }]);
  const read = () =>
    Promise.all(
      ids.map(async (id) => {
        const { notes, name } = (await site.admin.get(`/api/assets/${id}`)).data;
        const custom = (await site.admin.get(`/api/assets/${id}/customfields`)).data;
        return [
          notes,
          name,
          custom.find((row: { fieldname: string }) => row.fieldname === 'costcenter').value,
        ];
      }),
    );
  expect(await read()).toEqual([
    ['bought used\nmoved to hall B', 'Press PC (spare)', '42 B'],
    ['moved to hall B', '(spare)', 'B'],
  ]);
  expect((await site.admin.post(`/api/auditlogs/${answer.headers.get('x-audit-id')}/undo`)).status).toBe(200);
  expect(await read()).toEqual([
    ['bought used', 'Press PC', '42'],
    [null, null, null],
  ]);
});

test('an edit that adds to long texts of many assets is refused', async () => {
  const ids = await createComputers(3, { notes: 'x'.repeat(9000) });
  const { host } = site.app;
  const context = { actor: SYSTEM, requestid: null, ipaddress: null };
  host.db.transact(context, 'test.asset.updated', (tx) => {
    for (const id of ids) tx.update('assets', id, { notes: 'x'.repeat(3_000_000) });
    tx.audit({ entitytype: 'asset', entityid: null, undoable: false });
  });
  for (const dryrun of [false, true]) {
    const refused = await edit({ ids, append: { notes: 'y' }, dryrun });
    expect([refused.status, refused.error.details.issues[0].path]).toEqual([400, 'append']);
  }
});

test('an edit that adds to a field names each reason for which it is refused', async () => {
  const [id] = await createComputers(1, { name: 'x'.repeat(250) });
  const refused = async (body: object) => {
    const { status, error } = await edit({ ids: [id], ...body });
    return [status, error?.details?.issues?.[0]?.path];
  };
  expect(await refused({ append: { name: 'y'.repeat(10) } })).toEqual([400, 'append.name']);
  expect(await refused({ append: { statusid: '1' } })).toEqual([400, 'append.statusid']);
  expect(await refused({ append: { serialnumber: '1' } })).toEqual([400, 'append.serialnumber']);
  expect(await refused({ append: { hostname: 'a' }, register: 'computers' })).toEqual([
    400,
    'append.hostname',
  ]);
  expect(await refused({ append: { cf_unknown: 'a' } })).toEqual([400, 'append.cf_unknown']);
  expect(await refused({ append: { constructor: 'a' } })).toEqual([400, 'append.constructor']);
  expect(await refused({ append: { notes: ' ' } })).toEqual([400, 'append.notes']);
  expect(await refused({ append: { notes: 'a' }, changes: { notes: 'b' } })).toEqual([400, 'changes.notes']);
  expect(await refused({ append: {}, changes: {} })).toEqual([400, 'changes']);
  expect((await site.admin.get(`/api/assets/${id}`)).data).toMatchObject({
    notes: null,
    name: 'x'.repeat(250),
  });
});
