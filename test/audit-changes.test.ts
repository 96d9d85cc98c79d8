import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from './support/site.ts';

let site: Site;
let spare: number;
let hall: number;
beforeAll(async () => {
  site = await startSite();
  ({ statusid: spare } = (await site.admin.post('/api/assets/statuses', { status: 'Spare' })).data);
  ({ locationid: hall } = (await site.admin.post('/api/locations', { location: 'Hall K1' })).data);
});
afterAll(() => site.stop());

const createMachine = async (assetnumber: string): Promise<number> =>
  (await site.admin.post('/api/assets', { assettypeid: 2, assetnumber, name: `Press ${assetnumber}` })).data
    .assetid;
const findLast = async (query: string) =>
  (await site.admin.get(`/api/auditlogs?per_page=1&${query}`)).data[0];
const readChanges = async (auditlogid: number, query = '') =>
  site.admin.get(`/api/auditlogs/${auditlogid}/changes?${query}`);

test('the changes of a bulk edit name each record with its field and values', async () => {
  const ids = [await createMachine('K-1'), await createMachine('K-2')];
  await site.admin.patch('/api/assets/bulk', { ids, changes: { statusid: spare, locationid: hall } });
  const { auditlogid } = await findLast('action=catalog.asset.bulkupdated');
  const { data, meta } = await readChanges(auditlogid);
  expect(meta.pagination.total).toBe(2);
  expect(data[0]).toMatchObject({
    action: 'updated',
    title: 'Asset',
    name: 'K-1',
    href: `/assets/${ids[0]}`,
  });
  const fields = data[0].fields.map(({ title, oldtext, newtext }: Record<string, unknown>) => [
    title,
    oldtext,
    newtext,
  ]);
  expect(fields).toContainEqual(['Status', expect.any(String), 'Spare']);
  expect(fields).toContainEqual(['Location', null, 'Hall K1']);
  const { data: second } = await readChanges(auditlogid, 'page=2&per_page=1');
  expect(second.map(({ name }: { name: string }) => name)).toEqual(['K-2']);
});

test('the row of an undo contains the change that it reverted', async () => {
  const assetid = await createMachine('K-3');
  await site.admin.put(`/api/assets/${assetid}`, { name: 'Press three' });
  const change = await findLast(`entitytype=asset&entityid=${assetid}`);
  expect(change.reverts).toBeNull();
  await site.admin.post(`/api/auditlogs/${change.auditlogid}/undo`, {});
  const undo = await findLast('action=audit.change.undone');
  expect(undo.reverts).toMatchObject({
    auditlogid: change.auditlogid,
    action: 'catalog.asset.updated',
    username: change.username,
    entityname: 'K-3',
    entityhref: `/assets/${assetid}`,
  });
  const { data } = await readChanges(undo.auditlogid);
  expect(data[0].fields).toEqual([
    expect.objectContaining({ title: 'Name', old: 'Press three', new: 'Press K-3' }),
  ]);
});

test('the changes of a user contain no secret', async () => {
  await site.admin.post('/api/users', {
    username: 'reader',
    email: 'reader@example.com',
    password: 'a very long passphrase',
  });
  const { auditlogid } = await findLast('entitytype=user');
  const { data } = await readChanges(auditlogid);
  expect(data[0]).toMatchObject({ action: 'created', title: 'User' });
  const titles = data[0].fields.map(({ title }: { title: string }) => title);
  expect(titles).toContain('User name');
  expect(JSON.stringify(data)).not.toContain('hash');
  expect(JSON.stringify(data)).not.toContain('argon');
});

test('the filter of actors separates changes by people from others', async () => {
  const kindsOf = async (actors: string): Promise<string[]> => {
    const { data } = await site.admin.get(`/api/auditlogs?per_page=100&actors=${actors}`);
    return [...new Set<string>(data.map(({ actorkind }: { actorkind: string }) => actorkind))];
  };
  expect(await kindsOf('people')).toEqual(['user']);
  expect(await kindsOf('machines')).not.toContain('user');
  const { status } = await site.admin.get('/api/auditlogs?actors=robots');
  expect(status).toBe(400);
});

test('the types of the audit log have the titles of their registers', async () => {
  const { data } = await site.admin.get('/api/auditlogs/entities');
  expect(data).toContainEqual({ entitytype: 'vendor', title: 'Vendor', register: 'vendors' });
  expect(data).toContainEqual({ entitytype: 'user', title: 'User', register: null });
});

test('the changes of an unknown entry are 404, and only admins may read them', async () => {
  expect((await readChanges(999_999)).status).toBe(404);
  const viewer = await site.userWith('assets.view');
  expect((await viewer.get('/api/auditlogs/1/changes')).status).toBe(403);
  expect((await viewer.get('/api/auditlogs/entities')).status).toBe(403);
});

test('the history of an asset names fields and values of its addresses', async () => {
  const assetid = await createMachine('K-9');
  const address = { commtype: 'ip', address: '10.9.8.7', isprimary: false };
  const { communicationid } = (await site.admin.post(`/api/assets/${assetid}/communications`, address)).data;
  await site.admin.put(`/api/assets/${assetid}/communications/${communicationid}`, {
    ...address,
    isprimary: true,
  });
  const { data } = await site.admin.get(`/api/assets/${assetid}/history`);
  const row = data.find(({ field }: { field: string }) => field === 'isprimary');
  expect(row).toMatchObject({ title: 'Primary address', oldtext: 'no', newtext: 'yes' });
  expect(data).toContainEqual(
    expect.objectContaining({ action: 'created', subject: 'IP address', newtext: '10.9.8.7' }),
  );
});

test('the audit log names a connection by both ends, also after it and its assets are gone', async () => {
  const [pc, machine] = [await createMachine('K-10'), await createMachine('K-11')];
  const types = (await site.admin.get('/api/assets/relationshiptypes')).data;
  const { relationshiptypeid } = types.find(
    ({ relationshiptype }: { relationshiptype: string }) => relationshiptype === 'controls',
  );
  const ends = { sourceassetid: pc, targetassetid: machine, relationshiptypeid };
  const { relationshipid } = (await site.admin.post('/api/assets/relationships', ends)).data;
  const name = 'K-10 (Press K-10): Controls K-11 (Press K-11)';
  const query = `entitytype=relationship&entityid=${relationshipid}`;
  expect(await findLast(query)).toMatchObject({
    action: 'catalog.relationship.created',
    entityname: name,
    entityhref: null,
  });
  expect((await site.admin.delete(`/api/assets/relationships/${relationshipid}`)).status).toBe(200);
  await site.admin.put(`/api/assets/${machine}`, { assetnumber: 'K-12' });
  const deletion = await findLast(query);
  expect(deletion).toMatchObject({ action: 'catalog.relationship.deleted', entityname: name });
  await site.admin.post(`/api/auditlogs/${deletion.auditlogid}/undo`, {});
  expect((await findLast('action=audit.change.undone')).reverts).toMatchObject({ entityname: name });
  const { data } = await site.admin.get('/api/auditlogs?search="Controls K-11"');
  expect(data.map(({ action }: { action: string }) => action)).toContain('catalog.relationship.deleted');
});
