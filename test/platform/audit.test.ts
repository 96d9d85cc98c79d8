import { afterAll, beforeAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { verifyAuditLog } from '../../src/kit/audit/verify.ts';
import type { ClientResponse } from '../support/client.ts';
import { DAY } from '../support/clock.ts';
import { isPeriodic } from '../support/periodic.ts';
import { PASSWORD, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

let made = 0;
async function newAsset(fields: object = {}) {
  const { data } = await site.admin.post('/api/assets', {
    assetnumber: `U-${++made}`,
    assettypeid: 2,
    ...fields,
  });
  return data.assetid as number;
}
const undo = (id: string | number | null) => site.admin.post(`/api/auditlogs/${id}/undo`);

test('a change writes one audit row with the user, the address, the request ID and the changes', async () => {
  const id = await newAsset({ name: 'Before' });
  const changed = await site.admin
    .with({ 'x-request-id': 'my-request-7' })
    .put(`/api/assets/${id}`, { name: 'After' });
  expect(changed.headers.get('x-request-id')).toBe('my-request-7');
  const { data } = await site.admin.get(
    `/api/auditlogs?entitytype=asset&entityid=${id}&action=catalog.asset.updated`,
  );
  expect(data).toHaveLength(1);
  expect(data[0]).toMatchObject({
    username: 'admin',
    actorkind: 'user',
    ipaddress: '127.0.0.1',
    requestid: 'my-request-7',
    details: { changes: { name: ['Before', 'After'] } },
    undoable: true,
  });
});

test('the audit log filters by user, action, type, time and text, and only admins read it', async () => {
  const { data: me } = await site.admin.get('/api/auth/me');
  const day = site.clock.now().toISOString().slice(0, 10);
  for (const query of [
    `userid=${me.userid}`,
    'action=catalog.asset.created',
    'entitytype=asset',
    `from=${day}&to=${day}`,
    'search=asset.created',
  ]) {
    const answer = await site.admin.get(`/api/auditlogs?${query}&per_page=1`);
    expect(answer.data.length).toBe(1);
    expect(answer.meta.pagination.total).toBeGreaterThan(0);
  }
  expect((await site.admin.get('/api/auditlogs?from=2001-01-01&to=2001-01-02')).data).toEqual([]);
  expect((await (await site.userWith('settings.edit')).get('/api/auditlogs')).status).toBe(403);
});

test('an audit row names its record with its page and is found by the current name', async () => {
  const id = await newAsset({ name: 'Named lathe' });
  const number = `U-${made}`;
  const { data: pc } = await site.admin.post('/api/computers', {
    assetnumber: 'NPC-1',
    hostname: 'named-host',
  });
  const { data: vendor } = await site.admin.post('/api/vendors', { vendor: 'Gone Works' });
  const { data: user } = await site.admin.post('/api/users', {
    username: 'named-person',
    email: 'named@plant.example',
    password: PASSWORD,
  });
  await site.admin.delete(`/api/vendors/${vendor.vendorid}`);
  const rowsOf = async (query: string) => (await site.admin.get(`/api/auditlogs?${query}`)).data;
  const rowNamed = (name: string, href: string | null) =>
    expect.objectContaining({ entityname: name, entityhref: href });
  expect(await rowsOf(`entitytype=asset&entityid=${id}`)).toEqual([rowNamed(number, `/assets/${id}`)]);
  expect(await rowsOf(`entitytype=computer&entityid=${pc.computerid}`)).toEqual([
    rowNamed('named-host', `/computers/${pc.computerid}`),
  ]);
  expect(await rowsOf(`entitytype=user&entityid=${user.userid}`)).toContainEqual(
    rowNamed('named-person', '/admin/users'),
  );
  const gone = rowNamed('Gone Works', null);
  expect(await rowsOf(`entitytype=vendor&entityid=${vendor.vendorid}`)).toEqual([gone, gone]);

  // The second change does not contain the name.
  await site.admin.put(`/api/assets/${id}`, { statusid: 2 });
  expect(await rowsOf(`search=${number.toLowerCase()}`)).toHaveLength(2);
  expect(await rowsOf('search=named%20lathe')).toHaveLength(2);
  await site.admin.put(`/api/computers/${pc.computerid}`, { notes: 'Moved' });
  expect(await rowsOf('search=NAMED-HOST')).toHaveLength(2);
  expect((await rowsOf('search=named-person')).length).toBeGreaterThan(0);
  expect(await rowsOf('search=100%25')).toEqual([]);
});

test('a page of the audit log needs the same statements for one row and for five', async () => {
  const read = async (count: number) => {
    const seen: string[] = [];
    const stop = site.app.host.db.listen(({ sql }) => seen.push(sql));
    await site.admin.get(`/api/auditlogs?entitytype=asset&per_page=${count}`).finally(stop);
    return seen.filter((sql) => !isPeriodic(sql));
  };
  for (let n = 0; n < 5; n++) await newAsset();
  // The first request fills the cache. Cached values are not read again.
  await read(2);
  expect(await read(5)).toEqual(await read(1));
});

test('the database refuses to change or delete an audit row', async () => {
  const { db, secrets } = site.app.host;
  await newAsset();
  const id = db.read((reader) => reader.value<number>('SELECT max(auditlogid) FROM auditlogs'));
  const attempt = (sql: string) => () => db.writeUnaudited((tx) => tx.runUnjournaled(sql));
  expect(attempt('DELETE FROM auditlogs WHERE auditlogid = 1')).toThrow('never removed');
  expect(attempt("UPDATE auditlogs SET username = 'x' WHERE auditlogid = 1")).toThrow('never changed');
  expect(attempt(`UPDATE auditlogs SET userid = 7 WHERE auditlogid = ${id}`)).toThrow('never changed');
  expect(db.read((reader) => verifyAuditLog(reader, secrets.auditKey))).toBeUndefined();
});

test('an undo reverts an edit exactly and only once', async () => {
  const id = await newAsset({ name: 'First' });
  const before = (await site.admin.get(`/api/assets/${id}`)).data;
  const edit = await site.admin.put(`/api/assets/${id}`, { name: 'Second', statusid: 2 });
  const edited = (await site.admin.get(`/api/assets/${id}`)).data;
  expect((await undo(edit.headers.get('x-audit-id'))).data.reversed).toBe(1);
  const { modifieddate, ...after } = (await site.admin.get(`/api/assets/${id}`)).data;
  expect(after).toEqual({ ...before, modifieddate: undefined });
  expect(modifieddate > edited.modifieddate).toBe(true);
  expect((await undo(edit.headers.get('x-audit-id'))).status).toBe(409);
});

test('an update returns STALE_WRITE when its time stamp precedes an edit and its undo', async () => {
  const id = await newAsset({ name: 'First' });
  const { modifieddate: ifmodifieddate } = (await site.admin.get(`/api/assets/${id}`)).data;
  const edit = await site.admin.put(`/api/assets/${id}`, { name: 'Second' });
  await undo(edit.headers.get('x-audit-id'));
  const stale = await site.admin.put(`/api/assets/${id}`, { name: 'Third', ifmodifieddate });
  expect(stale.error.code).toBe('STALE_WRITE');
});

test('edits are undone in reverse order across an undone deletion and an undone undo', async () => {
  const { vendorid } = (await site.admin.post('/api/vendors', { vendor: 'One' })).data;
  const auditOf = async (answer: Promise<ClientResponse>) => (await answer).headers.get('x-audit-id');
  const readName = async () => (await site.admin.get(`/api/vendors/${vendorid}`)).data?.vendor;
  const edit = (vendor: string) => auditOf(site.admin.put(`/api/vendors/${vendorid}`, { vendor }));
  const two = await edit('Two');
  const three = await edit('Three');
  const back = await auditOf(undo(three));
  expect(await readName()).toBe('Two');
  const gone = await auditOf(site.admin.delete(`/api/vendors/${vendorid}`));
  await undo(gone);
  expect(await readName()).toBe('Two');
  await undo(back);
  expect(await readName()).toBe('Three');
  await undo(three);
  expect(await readName()).toBe('Two');
  const four = await edit('Four');
  expect((await undo(two)).status).toBe(409);
  await undo(four);
  expect((await undo(two)).error).toBeUndefined();
  expect(await readName()).toBe('One');
});

test('an undo returns 409 and names the row when a newer edit exists', async () => {
  const id = await newAsset({ name: 'First' });
  const edit = await site.admin.put(`/api/assets/${id}`, { name: 'Second' });
  await site.admin.put(`/api/assets/${id}`, { notes: 'newer' });
  const refused = await undo(edit.headers.get('x-audit-id'));
  expect(refused.status).toBe(409);
  expect(refused.error.details.changed).toEqual([{ table: 'assets', id }]);
});

test('a deletion can be undone, and a creation only while no record uses it', async () => {
  const vendor = await site.admin.post('/api/vendors', { vendor: 'Short-lived' });
  const removed = await site.admin.delete(`/api/vendors/${vendor.data.vendorid}`);
  expect((await undo(removed.headers.get('x-audit-id'))).status).toBe(200);
  expect((await site.admin.get(`/api/vendors/${vendor.data.vendorid}`)).data.vendor).toBe('Short-lived');
  const model = await site.admin.post('/api/vendors', { vendor: 'Used' });
  await site.admin.post('/api/models', { modelnumber: 'M1', vendorid: model.data.vendorid });
  expect((await undo(model.headers.get('x-audit-id'))).status).toBe(409);
  expect((await undo(999_999)).status).toBe(404);
});

test('a bulk edit by filter accepts numeric IDs like a list', async () => {
  const { data: place } = await site.admin.post('/api/locations', { location: 'Bulk hall' });
  const ids = [
    await newAsset({ locationid: place.locationid }),
    await newAsset({ locationid: place.locationid }),
  ];
  const bulk = await site.admin.patch('/api/assets/bulk', {
    filter: { locationid: place.locationid, type: 'machine' },
    changes: { notes: 'moved' },
  });
  expect(bulk.data).toEqual({ matched: 2, changed: 2 });
  expect((await site.anonymous.get(`/api/assets/${ids[1]}`)).data.notes).toBe('moved');
});

test('a change whose journal was pruned cannot be undone', async () => {
  // A separate site, because pruning affects the journals of all other tests too.
  const own = await startSite();
  const body = { assetnumber: 'OLD-1', assettypeid: 2, name: 'Old' };
  const id = (await own.admin.post('/api/assets', body)).data.assetid;
  const edit = await own.admin.put(`/api/assets/${id}`, { name: 'Older' });
  own.clock.advance(366 * DAY);
  const admin = await own.anonymous.signIn('admin', PASSWORD);
  await admin.post('/api/jobs/audit.prune-journal/run');
  const row = (await admin.get(`/api/auditlogs?entitytype=asset&entityid=${id}`)).data[0];
  expect(row).toMatchObject({ undoable: false, details: { changes: { name: ['Old', 'Older'] } } });
  const undone = await admin.post(`/api/auditlogs/${edit.headers.get('x-audit-id')}/undo`);
  expect(undone.status).toBe(409);
  await own.stop();
});

test('a sign-in cannot be undone', async () => {
  const { data } = await site.admin.get('/api/auditlogs?action=identity.user.loggedin&per_page=1');
  expect(data[0].undoable).toBe(false);
  expect((await undo(data[0].auditlogid)).status).toBe(409);
});

test('a bulk edit writes one audit row and a history row per asset, and is undone as a whole', async () => {
  const ids = await Promise.all([1, 2, 3, 4].map(() => newAsset({ statusid: 1 })));
  const bulk = await site.admin.patch('/api/assets/bulk', { ids, changes: { statusid: 3 } });
  expect(bulk.data).toEqual({ matched: 4, changed: 4 });
  for (const id of ids) {
    const history = (await site.anonymous.get(`/api/assets/${id}/history`)).data;
    expect(history[0]).toMatchObject({ field: 'statusid', oldtext: 'In use', newtext: 'In repair' });
    expect(history.filter((row: { action: string }) => row.action === 'updated')).toHaveLength(1);
  }
  expect((await undo(bulk.headers.get('x-audit-id'))).data.reversed).toBe(4);
  expect((await site.anonymous.get(`/api/assets/${ids[2]}`)).data.status).toBe('In use');
});

test('a bulk edit with an unknown row or an invalid value changes nothing', async () => {
  const id = await newAsset();
  for (const body of [
    { ids: [id, 999_999], changes: { statusid: 3 } },
    { ids: [id], changes: { statusid: 999 } },
    { ids: [id], changes: {} },
    { changes: { statusid: 3 } },
    { ids: [id], changes: { assetnumber: 'X' } },
    { filter: { locationld: 1 }, changes: { statusid: 3 } },
  ]) {
    expect((await site.admin.patch('/api/assets/bulk', body)).status).toBe(400);
  }
  expect((await site.anonymous.get(`/api/assets/${id}`)).data.statusid).toBe(1);
  expect(
    (
      await (
        await site.userWith('assets.create')
      ).patch('/api/assets/bulk', { ids: [id], changes: { statusid: 3 } })
    ).status,
  ).toBe(403);
});

const TABLES = ['assets', 'vendors', 'communications', 'relationships', 'searchdocs', 'searchkeys'];
/** Returns the rows of the tables without time stamps, because a reverted row gets a newer one. */
const dump = () =>
  JSON.stringify(
    TABLES.map((table) =>
      site.app.host.db
        .read((reader) => reader.all(`SELECT * FROM ${table}`))
        .map(({ modifieddate: _stamp, ...row }) => JSON.stringify(row))
        .sort(),
    ),
  );

test('random changes that are undone in reverse order leave the data unchanged', async () => {
  const ids = await Promise.all([1, 2, 3].map((n) => newAsset({ name: `Property ${n}` })));
  const pick = fc.constantFrom(...ids);
  const action = fc.oneof(
    fc.record({
      kind: fc.constant('edit' as const),
      id: pick,
      name: fc.string({ maxLength: 12 }),
      status: fc.integer({ min: 1, max: 4 }),
    }),
    fc.record({ kind: fc.constant('address' as const), id: pick, last: fc.integer({ min: 1, max: 254 }) }),
    fc.record({ kind: fc.constant('tie' as const), id: pick, other: pick }),
    fc.record({ kind: fc.constant('retire' as const), id: pick }),
    fc.record({ kind: fc.constant('bulk' as const), status: fc.integer({ min: 1, max: 4 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 6 }), async (actions) => {
      const before = dump();
      const done: string[] = [];
      for (const step of actions) {
        const answer =
          step.kind === 'edit'
            ? await site.admin.put(`/api/assets/${step.id}`, {
                name: step.name.replace(/\p{Cc}/gu, ''),
                statusid: step.status,
              })
            : step.kind === 'address'
              ? await site.admin.post(`/api/assets/${step.id}/communications`, {
                  commtype: 'ip',
                  address: `10.9.9.${step.last}`,
                  isprimary: true,
                })
              : step.kind === 'tie'
                ? await site.admin.post('/api/assets/relationships', {
                    sourceassetid: step.id,
                    targetassetid: step.other,
                    relationshiptypeid: 5,
                  })
                : step.kind === 'retire'
                  ? await site.admin.delete(`/api/assets/${step.id}`)
                  : await site.admin.patch('/api/assets/bulk', { ids, changes: { statusid: step.status } });
        expect(answer.status).toBeLessThan(500);
        const audit = answer.headers.get('x-audit-id');
        // A bulk edit that takes several time slices has a journal even when it changes nothing.
        const journal = "SELECT 1 FROM auditjournal WHERE auditlogid = ? AND entries <> '[]'";
        const entries = audit && site.app.host.db.read((reader) => reader.value(journal, Number(audit)));
        if (entries) done.push(audit);
      }
      for (const audit of done.reverse()) expect((await undo(audit)).error).toBeUndefined();
      expect(dump()).toBe(before);
    }),
    { numRuns: 25 },
  );
});
