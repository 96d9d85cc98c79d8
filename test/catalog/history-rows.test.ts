import { afterAll, beforeAll, expect, test } from 'bun:test';
import { plugins } from '../../plugins/index.ts';
import { lockersPlugin } from '../fixtures/plugins/lockers/index.ts';
import type { Client } from '../support/client.ts';
import { mergeAssets } from '../support/merge-assets.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ plugins: [...plugins, lockersPlugin] });
});
afterAll(() => site.stop());

let count = 0;
const create = async (path: string, body: object) => {
  const { status, data } = await site.admin.post(`/api${path}`, body);
  expect(status).toBe(201);
  return data;
};
const createAsset = () => create('/assets', { assetnumber: `HIS-${++count}`, assettypeid: 2 });

test('the history names the rows that were added and removed, with their values at that time', async () => {
  const { assetid } = (await site.admin.post('/api/computers', { assetnumber: 'ROWS-1' })).data;
  const add = async (address: string) =>
    (await site.admin.post(`/api/assets/${assetid}/communications`, { commtype: 'ip', address })).data;
  const { communicationid } = await add('10.9.8.7');
  await site.admin.put(`/api/assets/${assetid}/communications/${communicationid}`, { address: '10.9.8.8' });
  await site.admin.delete(`/api/assets/${assetid}/communications/${communicationid}`);
  const { data } = await site.admin.get(`/api/assets/${assetid}/history?field=communications`);
  const rows = (data as Record<string, string>[]).filter(({ field }) => field === 'communications');
  expect(rows.map(({ action, subject, oldtext, newtext }) => [action, subject, oldtext, newtext])).toEqual([
    ['deleted', 'IP address', '10.9.8.8', null],
    ['created', 'IP address', null, '10.9.8.7'],
  ] as never);
});

/** Returns the changed fields in the history of an asset that belong to its rows, newest first. */
async function changedRowsOf(assetid: number, client = site.admin): Promise<(string | null)[][]> {
  const { data } = await client.get(`/api/assets/${assetid}/history`);
  return (data as Record<string, string | null>[])
    .filter(({ action, field }) => action === 'updated' && field !== 'connection')
    .map(({ subject, title, oldtext, newtext, old, new: now }) => [
      subject!,
      title!,
      oldtext ?? old!,
      newtext ?? now!,
    ]);
}

test('the history names the row of each changed field, by its values before the change', async () => {
  const { assetid } = await createAsset();
  const path = `/assets/${assetid}/communications`;
  const { communicationid } = await create(path, { commtype: 'ip', address: '10.9.8.1' });
  await create(path, { commtype: 'mac', address: '00:11:22:33:44:55' });
  const change = (body: object) => site.admin.put(`/api${path}/${communicationid}`, body);
  await change({ isprimary: true });
  await change({ address: '10.9.8.2', notes: 'panel' });
  await change({ notes: 'door' });
  await site.admin.delete(`/api${path}/${communicationid}`);
  await site.admin.put(`/api/assets/${assetid}`, { name: 'Press' });
  expect(await changedRowsOf(assetid)).toEqual([
    [null, 'Name', null, 'Press'],
    ['IP address 10.9.8.2', 'Notes of the address', 'panel', 'door'],
    ['IP address 10.9.8.1', 'Notes of the address', null, 'panel'],
    ['IP address 10.9.8.1', 'Address', '10.9.8.1', '10.9.8.2'],
    ['IP address 10.9.8.1', 'Primary address', 'no', 'yes'],
  ]);
});

test('the history names a changed connection, backup and locker, and a moved address', async () => {
  const [kept, retired, peer] = [await createAsset(), await createAsset(), await createAsset()];
  await create(`/assets/${retired.assetid}/communications`, { commtype: 'ip', address: '10.4.9.1' });
  const types = (await site.admin.get('/api/assets/relationshiptypes')).data;
  const { relationshiptypeid } = types.find(
    ({ relationshiptype }: { relationshiptype: string }) => relationshiptype === 'controls',
  );
  await create('/assets/relationships', {
    sourceassetid: retired.assetid,
    targetassetid: peer.assetid,
    relationshiptypeid,
  });
  const { assetbackupid } = await create('/backups/assets', {
    assetid: peer.assetid,
    backupdate: '2026-01-02',
    method: 'Image',
  });
  await site.admin.put(`/api/backups/assets/${assetbackupid}`, { method: 'Copy' });
  const { lockerid } = await create('/lockers', { locker: 'Gate', pin: '4711', assetid: peer.assetid });
  await site.admin.put(`/api/lockers/${lockerid}`, { locker: 'Grid', pin: '4711' });
  await mergeAssets(site, kept.assetid, retired.assetid);
  expect(await changedRowsOf(peer.assetid)).toEqual([
    [`Controlled by ${retired.assetnumber}`, 'From', retired.assetnumber, kept.assetnumber],
    ['Locker Gate', 'Master PIN', '********', '********'],
    ['Locker Gate', 'Locker', 'Gate', 'Grid'],
    ['Equipment backup 2026-01-02', 'Method', 'Image', 'Copy'],
  ]);
  expect(await changedRowsOf(kept.assetid)).toContainEqual([
    'IP address 10.4.9.1',
    'Asset',
    retired.assetnumber,
    kept.assetnumber,
  ]);
});

test('the history contains no moved file for callers who may not see files', async () => {
  const [kept, retired] = [await createAsset(), await createAsset()];
  const form = new FormData();
  form.set('file', new File(['x'], 'plan.pdf'));
  await site.admin.upload(`/api/assets/${retired.assetid}/files`, form);
  await mergeAssets(site, kept.assetid, retired.assetid);
  const subjects = async (client: Client): Promise<string[]> => {
    const { data } = await client.get(`/api/assets/${kept.assetid}/history`);
    return (data as Record<string, string>[]).flatMap(({ field, subject }) =>
      field === 'file' ? (subject ?? 'none') : [],
    );
  };
  await site.admin.put('/api/settings/anonymous_read', { value: 'full' });
  expect(await subjects(site.admin)).toEqual(['File plan.pdf']);
  expect(await subjects(site.anonymous)).toEqual([]);
});
