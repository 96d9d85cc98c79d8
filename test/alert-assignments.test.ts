import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from './support/site.ts';

let site: Site;
let adminid: number;
const summary = async (caller = site.admin) => (await caller.get('/api/dashboard/summary')).data.attention;
const noplace = async (caller = site.admin) =>
  (await summary(caller)).find(({ key }: { key: string }) => key === 'noplace');
const idOf = async (caller: Site['admin']) => (await caller.get('/api/auth/me')).data.userid;
const path = '/api/dashboard/alerts/noplace';
const mails = async () => (await site.admin.get('/api/outbox')).data;

beforeAll(async () => {
  site = await startSite();
  adminid = await idOf(site.admin);
  await site.admin.post('/api/assets', { assetnumber: 'NOWHERE', assettypeid: 2 });
});
afterAll(() => site.stop());

test('an assigned alert shows user, note and date, and the assignment can be undone', async () => {
  const body = { userid: adminid, note: ' Walk through hall 1 ', duedate: '2026-12-31' };
  const { status, data, headers } = await site.admin.put(path, body);
  expect(status).toBe(200);
  expect(data).toMatchObject({ userid: adminid, username: 'admin', note: 'Walk through hall 1' });
  expect(await noplace()).toMatchObject({
    canassign: true,
    assignment: { userid: adminid, duedate: '2026-12-31', ismine: true },
  });
  const [entry] = (await site.admin.get('/api/auditlogs?entitytype=alert')).data;
  expect(entry).toMatchObject({
    action: 'dashboard.alert.assigned',
    entityname: 'Assets without a location',
  });
  const undone = await site.admin.post(`/api/auditlogs/${headers.get('x-audit-id')}/undo`);
  expect(undone.status).toBe(200);
  expect((await noplace()).assignment).toBeNull();
});

test('a removed assignment is gone, and its undo restores it', async () => {
  await site.admin.put(path, { userid: adminid, note: 'Later' });
  const removed = await site.admin.delete(path);
  expect(removed.data).toEqual({ deleted: 'noplace' });
  expect((await noplace()).assignment).toBeNull();
  expect((await site.admin.delete(path)).status).toBe(404);
  await site.admin.post(`/api/auditlogs/${removed.headers.get('x-audit-id')}/undo`);
  expect((await noplace()).assignment).toMatchObject({ note: 'Later' });
  await site.admin.delete(path);
});

test('another user gets one mail, and sees the alert as assigned', async () => {
  await site.admin.put('/api/settings/smtp_host', { value: '127.0.0.1' });
  const editor = await site.userWith('assets.edit');
  const userid = await idOf(editor);
  const before = (await mails()).length;
  await site.admin.put(path, { userid, note: 'Please' });
  await site.admin.put(path, { userid, note: 'Please, today' });
  const sent = (await mails()).slice(0, (await mails()).length - before);
  expect(sent.map(({ title }: { title: string }) => title)).toEqual([
    'Assigned to you: Assets without a location',
  ]);
  expect((await noplace(editor)).assignment).toMatchObject({ ismine: true, note: 'Please, today' });
  expect((await noplace()).assignment).toMatchObject({ ismine: false });
  await site.admin.delete(path);
});

test('only an active user who can see the alert is an assignee', async () => {
  const blind = await site.userWith('settings.edit');
  const leaver = await site.userWith('assets.edit');
  const [blindid, leaverid] = [await idOf(blind), await idOf(leaver)];
  const names = async () =>
    (await site.admin.get(`${path}/assignees?search=user`)).data.map(
      ({ userid }: { userid: number }) => userid,
    );
  expect(await names()).toContain(leaverid);
  expect(await names()).not.toContain(blindid);
  const refused = await site.admin.put(path, { userid: blindid });
  expect([refused.status, refused.error.details.issues]).toEqual([
    400,
    [expect.objectContaining({ path: 'userid' })],
  ]);
  const { headers } = await site.admin.put(path, { userid: leaverid });
  await site.admin.put(`/api/users/${leaverid}`, { isactive: false });
  expect((await noplace()).assignment).toBeNull();
  expect(await names()).not.toContain(leaverid);
  expect((await site.admin.put(path, { userid: leaverid })).status).toBe(400);
  expect((await site.admin.put(path, { userid: 999_999 })).status).toBe(400);
  expect(headers.get('x-audit-id')).not.toBeNull();
});

test('callers without the permission assign nothing, and an invisible alert does not exist', async () => {
  const viewer = await site.userWith('assets.view');
  expect((await viewer.put(path, { userid: adminid })).status).toBe(403);
  expect((await viewer.get(`${path}/assignees`)).status).toBe(403);
  expect((await site.anonymous.put(path, { userid: adminid })).status).toBe(401);
  const editor = await site.userWith('assets.edit');
  expect((await editor.put('/api/dashboard/alerts/jobs', { userid: adminid })).status).toBe(404);
  expect((await site.admin.put('/api/dashboard/alerts/nothing', { userid: adminid })).status).toBe(404);
  expect((await site.admin.put('/api/dashboard/alerts/mail', { userid: adminid })).status).toBe(404);
});

test('each wrong value is one error and changes nothing', async () => {
  for (const wrong of [
    { userid: 'x' },
    { userid: 0 },
    { userid: adminid, duedate: '31.12.2026' },
    { userid: adminid, note: 'x'.repeat(1001) },
    {},
  ])
    expect((await site.admin.put(path, wrong)).error.details.issues).toHaveLength(1);
  expect((await noplace()).assignment).toBeNull();
});

test('an undo of an assignment needs the access to the alert', async () => {
  const editor = await site.userWith('assets.edit');
  const assignee = await idOf(site.admin);
  const view = { viewname: 'Press records', page: '/warranty', query: '', isshared: true };
  const { savedviewid } = (await site.admin.post('/api/savedviews', view)).data;
  const alert = { title: 'Presses', comparison: 'fewer', threshold: 9, severity: 'info' };
  const undoAs = async (caller: Site['admin'], key: string) => {
    const { headers } = await site.admin.put(`/api/dashboard/alerts/${key}`, { userid: assignee });
    const { status } = await caller.post(`/api/auditlogs/${headers.get('x-audit-id')}/undo`);
    await site.admin.delete(`/api/dashboard/alerts/${key}`);
    return status;
  };
  const set = async (isshared: boolean) =>
    (await site.admin.put(`/api/viewalerts/${savedviewid}`, { ...alert, isshared })).data.viewalertid;
  const key = `view-${await set(false)}`;
  expect((await editor.put(`/api/dashboard/alerts/${key}`, { userid: assignee })).status).toBe(404);
  expect(await undoAs(editor, key)).toBe(403);
  await set(true);
  expect(await undoAs(editor, key)).toBe(200);
  expect(await undoAs(editor, 'noplace')).toBe(200);
  expect(await undoAs(editor, 'faults')).toBe(403);
  expect(await undoAs(site.admin, 'faults')).toBe(200);
  await site.admin.delete(`/api/viewalerts/${savedviewid}`);
});

test('the alerts are listed once for all assignees that are offered', async () => {
  for (let n = 0; n < 5; n++) await site.userWith('assets.edit');
  let lists = 0;
  const end = site.app.host.db.listen(({ sql }) => {
    if (/from "viewalerts"/i.test(sql)) lists++;
  });
  const { data } = await site.admin.get(`${path}/assignees?search=user`);
  end();
  expect(data.length).toBeGreaterThanOrEqual(5);
  expect(lists).toBe(1);
});

test('a note has no control characters and no invisible characters', async () => {
  const refused = await site.admin.put(path, { userid: adminid, note: 'a\u0000b' });
  expect([refused.status, refused.error.details.issues]).toEqual([
    400,
    [expect.objectContaining({ path: 'note' })],
  ]);
  const { data } = await site.admin.put(path, { userid: adminid, note: 'Hall 1\n\u202eHall 2 ' });
  expect(data.note).toBe('Hall 1\nHall 2');
  await site.admin.delete(path);
});

test('an assignment ends with the view of its alert, and the undo restores both', async () => {
  const view = { viewname: 'Short list', page: '/assets', query: '' };
  const { savedviewid } = (await site.admin.post('/api/savedviews', view)).data;
  const alert = { title: 'Short list', comparison: 'more', threshold: 0, severity: 'info' };
  const { viewalertid } = (await site.admin.put(`/api/viewalerts/${savedviewid}`, alert)).data;
  await site.admin.put(`/api/dashboard/alerts/view-${viewalertid}`, { userid: adminid });
  const assignments = () =>
    site.app.host.db.read((reader) =>
      reader.value('SELECT count(*) FROM alertassignments WHERE alertkey = ?', `view-${viewalertid}`),
    );
  const { headers } = await site.admin.delete(`/api/savedviews/${savedviewid}`);
  expect(assignments()).toBe(0);
  await site.admin.post(`/api/auditlogs/${headers.get('x-audit-id')}/undo`);
  expect(assignments()).toBe(1);
  await site.admin.delete(`/api/viewalerts/${savedviewid}`);
  expect(assignments()).toBe(0);
});
