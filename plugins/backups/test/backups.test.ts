import { afterAll, beforeAll, expect, test } from 'bun:test';
import { addDays } from '../../../src/kit/clock.ts';
import { withSetting } from '../../../test/support/settings.ts';
import { type Site, startSite } from '../../../test/support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const day = (days: number) =>
  addDays(
    site.app.host.db.read((reader) => reader.today),
    days,
  );
let made = 0;
const newAsset = async () =>
  (await site.admin.post('/api/assets', { assetnumber: `B-${++made}`, assettypeid: 2 })).data
    .assetid as number;
const backup = async (assetid: number, days: number, body: object = {}) =>
  (await site.admin.post('/api/backups/assets', { assetid, backupdate: day(days), ...body })).data;
const again = async (one: { assetbackupid: number }) =>
  (await site.anonymous.get(`/api/backups/assets/${one.assetbackupid}`)).data;
const form = (content: string, name: string) => {
  const sent = new FormData();
  sent.set('file', new File([content], name));
  return sent;
};

test('the server stores a backup, and the latest of an asset has the due date', async () => {
  const assetid = await newAsset();
  const body = {
    method: 'Program export',
    storagelocation: 'NAS 2',
    performedby: 'Ann',
    isverified: true,
    intervaldays: 30,
  };
  const answer = await site.admin.post('/api/backups/assets', { assetid, backupdate: day(-40), ...body });
  expect([answer.status, answer.data]).toMatchObject([
    201,
    { ...body, assetid, assetnumber: `B-${made}`, duedate: day(-10), islatest: true, backupstate: 'overdue' },
  ]);
  const older = await backup(assetid, -90, { intervaldays: 1 });
  expect(older).toMatchObject({ islatest: false, duedate: null, backupstate: 'superseded' });
  const newer = await backup(assetid, -1, { intervaldays: 30 });
  expect(newer).toMatchObject({ duedate: day(29), backupstate: 'ok' });
  expect((await again(answer.data)).backupstate).toBe('superseded');
  const inState = async (filter: string) => {
    const { data } = await site.admin.get(`/api/backups/assets?assetid=${assetid}&${filter}`);
    return data.map((row: { backupdate: string }) => row.backupdate);
  };
  expect(await inState('backupstate=ok')).toEqual([day(-1)]);
  expect(await inState('backupstate__not=ok')).toEqual([day(-40), day(-90)]);
  await site.admin.delete(`/api/backups/assets/${newer.assetbackupid}`);
  expect(await again(answer.data)).toMatchObject({ backupstate: 'overdue', duedate: day(-10) });
});

test('the history lists the changes of a backup, and not what follows from a newer one', async () => {
  const assetid = await newAsset();
  const older = await backup(assetid, -40, { intervaldays: 30 });
  await backup(assetid, -1);
  expect(await again(older)).toMatchObject({ islatest: false, duedate: null });
  await site.admin.put(`/api/backups/assets/${older.assetbackupid}`, { method: 'Image' });
  const { data } = await site.admin.get(`/api/assets/${assetid}/history`);
  const fields = data.map(({ action, field }: Record<string, string>) => `${field} ${action}`);
  expect(fields).toEqual([
    'method updated',
    'assetbackups created',
    'assetbackups created',
    'machines created',
    'assets created',
  ]);
});

test('the server returns 400 with the wrong field of a backup', async () => {
  const assetid = await newAsset();
  const wrong: [object, string][] = [
    [{ backupdate: day(0) }, 'assetid'],
    [{ assetid }, 'backupdate'],
    [{ assetid: 99_999, backupdate: day(0) }, 'assetid'],
    [{ assetid, backupdate: day(1) }, 'backupdate'],
    [{ assetid, backupdate: day(0), intervaldays: 0 }, 'intervaldays'],
  ];
  for (const [body, path] of wrong) {
    const answer = await site.admin.post('/api/backups/assets', body);
    expect([body, answer.status, answer.error.details.issues[0].path]).toEqual([body, 400, path]);
  }
});

test('reads are public, writes need backups.edit, and basic anonymous access shows no names', async () => {
  const assetid = await newAsset();
  const one = await backup(assetid, -1, { performedby: 'Ann Other' });
  const path = `/api/backups/assets/${one.assetbackupid}`;
  expect((await site.anonymous.get(path)).data.performedby).toBe('Ann Other');
  expect((await site.anonymous.put(path, { method: 'x' })).status).toBe(401);
  expect((await (await site.userWith('backups.view')).put(path, { method: 'x' })).status).toBe(403);
  expect((await (await site.userWith('backups.edit')).put(path, { method: 'x' })).data.method).toBe('x');
  await withSetting(site, 'anonymous_read', 'basic', async () => {
    expect((await site.anonymous.get(path)).text).not.toContain('Ann Other');
  });
});

test('overdue backups are in the list filter, both reports, the dashboard and the reminder', async () => {
  const { data: hall } = await site.admin.post('/api/locations', { location: 'Hall of backups' });
  const [late, fine, retired] = [await newAsset(), await newAsset(), await newAsset()];
  await site.admin.put(`/api/assets/${late}`, { locationid: hall.locationid });
  await backup(late, -20, { intervaldays: 10 });
  await backup(fine, -10, { intervaldays: 10 });
  await backup(retired, -20, { intervaldays: 10 });
  await site.admin.delete(`/api/assets/${retired}`);
  const ofList = async (query: string) =>
    (await site.anonymous.get(`/api/backups/assets?per_page=100&${query}`)).data.map(
      (row: { assetid: number }) => row.assetid,
    );
  expect(await ofList('overdue=true')).toContain(late);
  for (const other of [fine, retired]) {
    expect(await ofList('overdue=true')).not.toContain(other);
    expect(await ofList('overdue=false')).toContain(other);
  }
  expect(await ofList(`assetid=${late}`)).toEqual([late]);
  const own = (await site.anonymous.get('/api/backups/reports/overdue')).data;
  expect(own).toEqual((await site.anonymous.get('/api/reports/backups-overdue')).data);
  const row = own.rows.find(({ assetid }: { assetid: number }) => assetid === late);
  expect(row).toMatchObject({ duedate: day(-10), daysoverdue: 10, location: 'Hall of backups' });
  expect(own.rows.map((one: { assetid: number }) => one.assetid)).not.toContain(retired);
  const there = await site.anonymous.get(`/api/backups/reports/overdue?locationid=${hall.locationid}`);
  expect(there.data.rows).toHaveLength(1);
  const { attention, equipmentbackups } = (await site.admin.get('/api/dashboard/summary')).data;
  expect(equipmentbackups.overdue).toBe(own.rows.length);
  expect(attention.find(({ key }: { key: string }) => key === 'backups.overdue').count).toBe(own.rows.length);
  const { host } = site.app;
  const reminder = host.contributions.reminders(host).find(({ key }) => key === 'backups')!;
  const due = host.db.read((reader) => [...reminder.due(reader, { until: day(0), today: day(0) })]);
  expect(due.map(({ href }) => href)).toEqual(
    expect.arrayContaining([`/assets/${late}?tab=backups`, `/assets/${fine}?tab=backups`]),
  );
});

test('the server stores, replaces and restores the file of a backup and serves it with backups.view', async () => {
  const one = await backup(await newAsset(), -1);
  const path = `/api/backups/assets/${one.assetbackupid}/file`;
  expect((await site.anonymous.upload(path, form('x', 'a.nc'))).status).toBe(401);
  expect((await site.admin.upload('/api/backups/assets/99999/file', form('x', 'a.nc'))).status).toBe(404);
  const first = await site.admin.upload(path, form('G0 X0', 'part 7.nc'));
  expect([first.status, first.data]).toMatchObject([201, { originalname: 'part 7.nc', size: 5 }]);
  const address = `/api/backups/assets/file/${first.data.filename}`;
  expect((await site.anonymous.get(address)).status).toBe(401);
  const viewer = await site.userWith('backups.view');
  const read = await viewer.get(address);
  expect([read.status, read.text]).toEqual([200, 'G0 X0']);
  expect(read.headers.get('content-disposition')).toContain('attachment');
  const second = await site.admin.upload(path, form('G1', 'part 8.nc'));
  expect((await viewer.get(address)).status).toBe(404);
  await site.admin.post(`/api/auditlogs/${second.headers.get('x-audit-id')}/undo`);
  expect((await again(one)).originalname).toBe('part 7.nc');
  expect((await viewer.get(address)).status).toBe(200);
});

test('GET /api/backups returns the backups of the appliance', async () => {
  const { status, data } = await site.admin.get('/api/backups');
  expect([status, data]).toEqual([200, []]);
});
