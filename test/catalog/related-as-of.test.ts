import { afterAll, beforeAll, expect, test } from 'bun:test';
import { plugins } from '../../plugins/index.ts';
import { TrackedTables } from '../../src/features/catalog/history-rules.ts';
import type { RelatedAsOf } from '../../src/features/catalog/related-as-of.ts';
import { communications } from '../../src/features/catalog/tables.ts';
import type { Value } from '../../src/kit/data/reader.ts';
import { createSystemContext } from '../../src/kit/data/tx.ts';
import { lockersPlugin } from '../fixtures/plugins/lockers/index.ts';
import type { Client } from '../support/client.ts';
import { DAY } from '../support/clock.ts';
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
const createAsset = (more: object = {}) =>
  create('/assets', { assetnumber: `REL-${++count}`, assettypeid: 2, ...more });
/** Lets time pass, and returns an instant between two changes. */
function pause(): string {
  site.clock.advance(1000);
  const at = site.clock.now().toISOString();
  site.clock.advance(1000);
  return at;
}
const asOf = async (assetid: number, date: string, client: Client = site.admin) =>
  (await client.get(`/api/assets/${assetid}/history/asof?date=${encodeURIComponent(date)}`)).data;
/** Returns the rows of a kind without their IDs. */
async function rowsOf(name: string, assetid: number, date: string, client?: Client) {
  const { related } = (await asOf(assetid, date, client)) as { related: RelatedAsOf[] };
  const kind = related.find((one) => one.name === name);
  return (kind?.rows ?? []).map(({ title, value, now, state }) => [title, value, now, state]);
}
const lastChange = async (action: string) =>
  (await site.admin.get(`/api/auditlogs?action=${action}&perpage=1`)).data[0].auditlogid;
const undo = async (auditlogid: number) =>
  expect((await site.admin.post(`/api/auditlogs/${auditlogid}/undo`, {})).status).toBe(200);
const merge = (kept: number, retired: number) => mergeAssets(site, kept, retired);
const connect = (sourceassetid: number, targetassetid: number, relationshiptypeid: number) =>
  create('/assets/relationships', { sourceassetid, targetassetid, relationshiptypeid });
const typeNamed = async (name: string) =>
  (await site.admin.get('/api/assets/relationshiptypes')).data.find(
    (one: { relationshiptype: string }) => one.relationshiptype === name,
  ).relationshiptypeid as number;

test('addresses have the values of that time, with added, removed and changed ones', async () => {
  const { assetid } = await createAsset();
  const path = `/assets/${assetid}/communications`;
  await create(path, { commtype: 'ip', address: '10.1.0.1' });
  const changed = await create(path, { commtype: 'ip', address: '10.1.0.2', isprimary: true });
  const removed = await create(path, { commtype: 'mac', address: '00:1a:2b:3c:4d:5e' });
  const before = pause();
  await site.admin.put(`/api${path}/${changed.communicationid}`, { address: '10.1.0.22' });
  await site.admin.put(`/api${path}/${removed.communicationid}`, { notes: 'spare' });
  const between = pause();
  await site.admin.delete(`/api${path}/${removed.communicationid}`);
  await create(path, { commtype: 'serial', address: 'S 1' });

  const rows = await rowsOf('communications', assetid, before);
  expect(rows).toHaveLength(4);
  expect(rows).toEqual(
    expect.arrayContaining([
      ['IP address', '10.1.0.1', '10.1.0.1', 'unchanged'],
      ['IP address', '10.1.0.2, primary', '10.1.0.22, primary', 'changed'],
      ['MAC address', '00:1a:2b:3c:4d:5e', null, 'removed'],
      ['Serial address', null, 'S 1', 'added'],
    ]),
  );
  expect(await rowsOf('communications', assetid, between)).toContainEqual([
    'MAC address',
    '00:1a:2b:3c:4d:5e, spare',
    null,
    'removed',
  ]);
  const today = await rowsOf('communications', assetid, pause());
  expect(today.map(([, , , state]) => state)).toEqual(['unchanged', 'unchanged', 'unchanged']);
});

test('a row that was added and removed later is not listed, and an undone change is none', async () => {
  const { assetid } = await createAsset();
  const path = `/assets/${assetid}/communications`;
  const kept = await create(path, { commtype: 'ip', address: '10.2.0.1' });
  const before = pause();
  const passing = await create(path, { commtype: 'ip', address: '10.2.0.2' });
  pause();
  await site.admin.delete(`/api${path}/${passing.communicationid}`);
  expect(await rowsOf('communications', assetid, before)).toEqual([
    ['IP address', '10.2.0.1', '10.2.0.1', 'unchanged'],
  ]);

  await site.admin.put(`/api${path}/${kept.communicationid}`, { address: '10.2.0.9' });
  const changed = pause();
  await undo(await lastChange('catalog.communication.updated'));
  expect(await rowsOf('communications', assetid, before)).toEqual([
    ['IP address', '10.2.0.1', '10.2.0.1', 'unchanged'],
  ]);
  expect(await rowsOf('communications', assetid, changed)).toEqual([
    ['IP address', '10.2.0.9', '10.2.0.1', 'changed'],
  ]);
});

test('a row that was deleted and restored is there except in between', async () => {
  const { assetid } = await createAsset();
  const path = `/assets/${assetid}/communications`;
  const { communicationid } = await create(path, { commtype: 'ip', address: '10.3.0.1' });
  const before = pause();
  await site.admin.put(`/api${path}/${communicationid}`, { address: '10.3.0.2' });
  pause();
  await site.admin.delete(`/api${path}/${communicationid}`);
  const between = pause();
  await undo(await lastChange('catalog.communication.deleted'));
  expect(await rowsOf('communications', assetid, before)).toEqual([
    ['IP address', '10.3.0.1', '10.3.0.2', 'changed'],
  ]);
  expect(await rowsOf('communications', assetid, between)).toEqual([
    ['IP address', null, '10.3.0.2', 'added'],
  ]);
});

test('connections are listed at both assets, with their direction', async () => {
  const [pc, machine] = [await createAsset({ name: 'Panel' }), await createAsset()];
  const controls = await typeNamed('controls');
  const { relationshipid } = await connect(pc.assetid, machine.assetid, controls);
  const before = pause();
  await site.admin.delete(`/api/assets/relationships/${relationshipid}`);
  const other = await createAsset();
  await connect(other.assetid, machine.assetid, controls);

  expect(await rowsOf('relationships', pc.assetid, before)).toEqual([
    ['Controls', machine.assetnumber, null, 'removed'],
  ]);
  expect(await rowsOf('relationships', machine.assetid, before)).toEqual([
    ['Controlled by', `${pc.assetnumber} (Panel)`, null, 'removed'],
    ['Controlled by', null, other.assetnumber, 'added'],
  ]);
  const history = (await site.admin.get(`/api/assets/${machine.assetid}/history`)).data;
  expect(history).toContainEqual(
    expect.objectContaining({
      title: 'Connection',
      old: `${pc.assetnumber} (Panel): Controls ${machine.assetnumber}`,
      new: null,
    }),
  );
});

test('files are listed as they were', async () => {
  const { assetid } = await createAsset();
  const upload = async (name: string) => {
    const form = new FormData();
    form.set('file', new File(['x'], name));
    return (await site.admin.upload(`/api/assets/${assetid}/files`, form)).data.assetfileid;
  };
  const gone = await upload('old.pdf');
  const before = pause();
  await site.admin.delete(`/api/assets/files/${gone}`);
  await upload('new.pdf');
  expect(await rowsOf('assetfiles', assetid, before)).toEqual([
    ['File', 'old.pdf', null, 'removed'],
    ['File', null, 'new.pdf', 'added'],
  ]);
  await site.admin.put('/api/settings/anonymous_read', { value: 'full' });
  expect(await rowsOf('assetfiles', assetid, before, site.anonymous)).toEqual([]);
  expect(await rowsOf('assetfiles', assetid, before, await site.userWith('assets.view'))).toHaveLength(2);
});

test('rows of plugins are listed: backups, warranties and calibrations', async () => {
  const { assetid, measuringtoolid } = await create('/measuringtools', { assetnumber: 'REL-TOOL' });
  const { warrantyid } = await create('/warranty', { warrantyname: 'Care pack', assetids: [assetid] });
  const { assetbackupid } = await create('/backups/assets', {
    assetid,
    backupdate: '2026-01-02',
    method: 'Image',
  });
  const before = pause();
  await site.admin.delete(`/api/backups/assets/${assetbackupid}`);
  await site.admin.put(`/api/warranty/${warrantyid}`, { assetids: [] });
  const done = await site.admin.post(`/api/measuringtools/${measuringtoolid}/calibrations`, {
    calibrationdate: '2026-01-03',
    result: 'pass',
  });
  expect([done.status, done.data]).toEqual([201, expect.anything()]);
  expect(await rowsOf('assetbackups', assetid, before)).toEqual([
    ['Equipment backup', expect.stringContaining('2026-01-02, Method: Image'), null, 'removed'],
  ]);
  expect(await rowsOf('warrantyassets', assetid, before)).toEqual([
    ['Warranty', 'Care pack', null, 'removed'],
  ]);
  expect(await rowsOf('calibrations', assetid, before)).toEqual([
    ['Calibration', null, expect.stringContaining('2026-01-03'), 'added'],
  ]);
});

test('a row that changed and was deleted in one transaction is there with its first value', async () => {
  const { assetid } = await createAsset();
  const path = `/assets/${assetid}/communications`;
  const { communicationid } = await create(path, { commtype: 'ip', address: '10.9.0.1' });
  const before = pause();
  site.app.host.db.transact(createSystemContext(), 'catalog.communication.deleted', (tx) => {
    tx.update(communications, communicationid, { address: '10.9.0.2' });
    tx.delete(communications, communicationid);
    tx.audit({ entitytype: 'asset', entityid: assetid });
  });
  expect(await rowsOf('communications', assetid, before)).toEqual([
    ['IP address', '10.9.0.1', null, 'removed'],
  ]);
});

test('rows of a register are listed without its secrets, which are not recorded either', async () => {
  const { assetid } = await createAsset();
  const { lockerid } = await create('/lockers', { locker: 'Bob', pin: '4711-secret', assetid });
  const before = pause();
  await site.admin.put(`/api/lockers/${lockerid}`, { locker: 'Rob', pin: '0815-secret' });
  const rows = await rowsOf('lockers', assetid, before);
  expect(rows).toEqual([
    ['Locker', expect.stringContaining('Bob'), expect.stringContaining('Rob'), 'changed'],
  ]);
  expect(JSON.stringify(rows)).not.toMatch(/secret|\*\*/);
  const stored = site.app.host.db.read((reader) => reader.all('SELECT old, new, previous FROM assethistory'));
  expect(JSON.stringify(stored)).not.toContain('secret');
});

test('a merge moves rows from one asset to the other, also if they are deleted afterwards', async () => {
  const [kept, retired, peer] = [await createAsset(), await createAsset(), await createAsset()];
  const { communicationid } = await create(`/assets/${retired.assetid}/communications`, {
    commtype: 'ip',
    address: '10.4.0.1',
    notes: 'panel',
  });
  await connect(retired.assetid, peer.assetid, await typeNamed('controls'));
  const before = pause();
  await merge(kept.assetid, retired.assetid);
  pause();
  const address = ['IP address', '10.4.0.1, panel'] as const;
  expect(await rowsOf('communications', kept.assetid, before)).toEqual([
    [address[0], null, address[1], 'added'],
  ]);
  expect(await rowsOf('relationships', peer.assetid, before)).toEqual([
    ['Controlled by', retired.assetnumber, kept.assetnumber, 'changed'],
  ]);
  const gone = await site.admin.delete(`/api/assets/${kept.assetid}/communications/${communicationid}`);
  expect(gone.status).toBe(200);
  expect(await rowsOf('communications', kept.assetid, before)).toEqual([]);
  expect(await rowsOf('communications', retired.assetid, before)).toEqual([
    [address[0], address[1], null, 'removed'],
  ]);
  expect(await rowsOf('relationships', retired.assetid, before)).toEqual([
    ['Controls', peer.assetnumber, null, 'removed'],
  ]);
});

test('rows of an asset that was deleted and restored are those of that time', async () => {
  const { assetid } = await createAsset();
  const created = await lastChange('catalog.asset.created');
  const path = `/assets/${assetid}/communications`;
  const { communicationid } = await create(path, { commtype: 'ip', address: '10.5.0.1' });
  const before = pause();
  await site.admin.put(`/api${path}/${communicationid}`, { address: '10.5.0.2' });
  pause();
  await undo(created);
  expect((await site.admin.get(`/api/assets/${assetid}`)).status).toBe(404);
  pause();
  await undo(await lastChange('audit.change.undone'));
  expect(await rowsOf('communications', assetid, before)).toEqual([
    ['IP address', '10.5.0.1', '10.5.0.2', 'changed'],
  ]);
  expect((await asOf(assetid, before)).relatedsince).toBeNull();
});

test('changes that older versions recorded do not name their rows, so the answer says since when they are known', async () => {
  const { assetid } = await createAsset();
  const path = `/assets/${assetid}/communications`;
  await create(path, { commtype: 'ip', address: '10.6.0.1' });
  const before = pause();
  await create(path, { commtype: 'ip', address: '10.6.0.2' });
  const { db } = site.app.host;
  const appliedat = pause();
  db.writeUnaudited((tx) => {
    tx.runUnjournaled('UPDATE assethistory SET recordid = NULL, previous = NULL WHERE assetid = ?', assetid);
    tx.runUnjournaled(`UPDATE migrations SET appliedat = ? WHERE id = '0051_history_rows'`, appliedat);
  });
  const { relatedsince } = await asOf(assetid, before);
  expect(relatedsince).toBe(appliedat);
  // The time of its creation shows that a row was added later.
  expect(await rowsOf('communications', assetid, before)).toEqual([
    ['IP address', '10.6.0.1', '10.6.0.1', 'unchanged'],
    ['IP address', null, '10.6.0.2', 'added'],
  ]);
  expect((await asOf(assetid, pause())).relatedsince).toBeNull();
});

test('callers who may not see personal data get no rows, and before its creation an asset has none', async () => {
  const { assetid } = await createAsset();
  await create(`/assets/${assetid}/communications`, { commtype: 'ip', address: '10.7.0.1' });
  const early = new Date(site.clock.now().getTime() - DAY).toISOString();
  expect(await asOf(assetid, early)).toMatchObject({ existed: false, related: [], relatedsince: null });
  await site.admin.put('/api/settings/anonymous_read', { value: 'basic' });
  const reply = await site.anonymous.get(`/api/assets/${assetid}/history/asof?date=${pause()}`);
  expect([reply.status, reply.text.includes('10.7')]).toEqual([401, false]);
  await site.admin.put('/api/settings/anonymous_read', { value: 'full' });
});

test('an asset with 10,000 changes is answered without reading rows of other assets', async () => {
  const [asset, other] = [await createAsset(), await createAsset()];
  const before = pause();
  await create(`/assets/${asset.assetid}/communications`, { commtype: 'ip', address: '10.8.0.1' });
  const { db } = site.app.host;
  db.writeUnaudited((tx) => {
    for (const { assetid } of [asset, other])
      for (let i = 0; i < 10_000; i++)
        tx.runUnjournaled(
          `INSERT INTO assethistory (assetid, action, field, username, actorkind, createddate, tablename, recordid, previous)
            VALUES (?, 'deleted', 'communications', 'x', 'user', ?, 'communications', ?, ?)`,
          assetid,
          site.clock.now().toISOString(),
          1_000_000 + i,
          JSON.stringify({ assetid, commtype: 'serial', address: `S ${i}`, isprimary: 0, notes: null }),
        );
  });
  const statements = new Map<string, readonly Value[]>();
  const end = db.listen(({ sql, params }) => void statements.set(sql, params), true);
  const { related } = (await asOf(asset.assetid, before)) as { related: RelatedAsOf[] };
  end();
  const tables = ['assethistory', ...site.app.host.getInstance(TrackedTables).byName.keys()];
  const scans = db.read((reader) =>
    [...statements]
      .filter(([sql]) => sql.startsWith('SELECT') || sql.startsWith('select'))
      .flatMap(([sql, params]) => reader.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...params))
      .map(({ detail }) => detail)
      .filter((detail) => tables.some((table) => detail === `SCAN ${table}`)),
  );
  expect([statements.size > 20, scans]).toEqual([true, []]);
  const kind = related.find(({ name }) => name === 'communications')!;
  expect([kind.rows.length, kind.ismore]).toEqual([1000, true]);
});
