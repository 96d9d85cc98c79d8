import { afterAll, beforeAll, expect, test } from 'bun:test';
import { activeAlertCount } from '../src/features/viewalerts/queries.ts';
import { type Site, startSite } from './support/site.ts';

let site: Site;
type Alert = {
  key: string;
  title: string;
  count: number;
  href: string;
  view: { problem: string | null } | null;
};
const listAlerts = async (caller = site.admin): Promise<Alert[]> =>
  (await caller.get('/api/dashboard/summary')).data.attention.filter(({ view }: Alert) => view !== null);
const titles = async (caller = site.admin) => (await listAlerts(caller)).map(({ title }) => title);
let made = 0;
async function saveView(caller = site.admin, more: object = {}): Promise<number> {
  const viewname = `View ${++made}`;
  const { data } = await caller.post('/api/savedviews', { viewname, page: '/assets', query: '', ...more });
  return data.savedviewid;
}
const ALERT = { title: 'Too many', comparison: 'more', threshold: 0, severity: 'critical' };
const set = (savedviewid: number, more: object = {}, caller = site.admin) =>
  caller.put(`/api/viewalerts/${savedviewid}`, { ...ALERT, ...more });

beforeAll(async () => {
  site = await startSite();
  for (const assetnumber of ['PRESS-1', 'PRESS-2', 'LATHE-1'])
    await site.admin.post('/api/assets', { assetnumber, assettypeid: 2, serialnumber: assetnumber });
});
afterAll(() => site.stop());

test('an alert appears while its view has more or fewer rows than its number', async () => {
  const query = 'search=PRESS&sort=assetnumber&dir=desc&per_page=100';
  const view = await saveView(site.admin, { query });
  const { status, data } = await set(view, { title: 'Presses', threshold: 1 });
  expect([status, data]).toEqual([200, expect.objectContaining({ title: 'Presses', isshared: false })]);
  expect(await listAlerts()).toContainEqual(
    expect.objectContaining({ title: 'Presses', count: 2, severity: 'critical', href: `/assets?${query}` }),
  );
  await set(view, { title: 'Presses', threshold: 2 });
  expect(await titles()).not.toContain('Presses');
  await set(view, { title: 'Presses', threshold: 3, comparison: 'fewer' });
  expect(await titles()).toContain('Presses');
  const press = await site.admin.post('/api/assets', { assetnumber: 'PRESS-3', assettypeid: 2 });
  expect(await titles()).not.toContain('Presses');
  await site.admin.delete(`/api/assets/${press.data.assetid}`);
  expect(await titles()).toContain('Presses');
  const none = await saveView(site.admin, { query: 'search=NOTHING-LIKE-IT' });
  await set(none, { title: 'No spares', comparison: 'fewer', threshold: 1 });
  expect(await listAlerts()).toContainEqual(expect.objectContaining({ title: 'No spares', count: 0 }));
  for (const id of [view, none])
    expect((await site.admin.delete(`/api/viewalerts/${id}`)).data).toEqual({ deleted: id });
  expect(await titles()).toEqual([]);
});

test('an alert is shown to others only while alert and view are shared and they may read the list', async () => {
  const view = await saveView(site.admin, { isshared: true, page: '/warranty' });
  await site.admin.post('/api/warranty', { warrantyname: 'Press service', enddate: '2030-01-31' });
  const other = await site.userWith('assets.view');
  await set(view, { title: 'Shared' });
  expect(await titles(other)).toEqual([]);
  await set(view, { title: 'Shared', isshared: true });
  expect(await titles(other)).toEqual(['Shared']);
  expect(await titles(site.anonymous)).toEqual([]);
  await site.admin.put(`/api/savedviews/${view}`, { isshared: false });
  expect(await titles(other)).toEqual([]);
  expect((await set(view, { isshared: true })).error.details.issues).toEqual([
    expect.objectContaining({ path: 'isshared' }),
  ]);
  await site.admin.delete(`/api/viewalerts/${view}`);
  const users = await saveView(site.admin, { isshared: true, page: '/kioskdevices' });
  await site.admin.post('/api/kioskdevices', { cabinetname: 'One', kind: 'usb' });
  await set(users, { title: 'For admins', isshared: true });
  expect(await titles()).toEqual(['For admins']);
  expect(await titles(other)).toEqual([]);
  await site.admin.delete(`/api/viewalerts/${users}`);
});

test('a user sets alerts of own and shared views only, and shares none without the permission', async () => {
  const user = await site.userWith('assets.view');
  const hidden = await saveView();
  const shared = await saveView(site.admin, { isshared: true });
  expect((await set(hidden, {}, user)).status).toBe(404);
  expect((await set(shared, { isshared: true }, user)).status).toBe(403);
  expect((await set(shared, {}, user)).status).toBe(200);
  expect(await titles(user)).toEqual(['Too many']);
  expect((await site.admin.delete(`/api/viewalerts/${shared}`)).status).toBe(404);
  await site.admin.put(`/api/savedviews/${shared}`, { isshared: false });
  const [broken] = await listAlerts(user);
  expect(broken).toMatchObject({ count: 0, view: { problem: 'This view is no longer shared.' } });
  expect((await user.delete(`/api/viewalerts/${shared}`)).status).toBe(200);
});

test('a view that can no longer be read shows so and leaves the other alerts', async () => {
  const view = await saveView();
  await set(view, { title: 'Good' });
  const broken = await saveView();
  await set(broken, { title: 'Broken' });
  await site.admin.put(`/api/savedviews/${broken}`, { query: 'statusid=x' });
  const gone = await saveView();
  await set(gone, { title: 'Gone' });
  await site.admin.put(`/api/savedviews/${gone}`, { page: '/nothing' });
  const alerts = await listAlerts();
  expect(alerts.map(({ title, view: one }) => [title, one?.problem === null])).toEqual([
    ['Good', true],
    ['Broken', false],
    ['Gone', false],
  ]);
  expect((await set(gone)).status).toBe(404);
  for (const id of [view, broken, gone]) await site.admin.delete(`/api/viewalerts/${id}`);
});

test('an alert shows that its view is not valid when its filter is a deleted custom field', async () => {
  const field = { fieldname: 'line', label: 'Line', fieldtype: 'text' };
  const { customfieldid } = (await site.admin.post('/api/customfields', field)).data;
  const view = await saveView(site.admin, { query: 'cf_line__empty=true' });
  expect((await set(view, { title: 'Without line' })).status).toBe(200);
  await site.admin.delete(`/api/customfields/${customfieldid}`);
  const problem = 'A filter of this view is no longer valid. Save the view again.';
  expect(await listAlerts()).toContainEqual(
    expect.objectContaining({ title: 'Without line', count: 0, view: expect.objectContaining({ problem }) }),
  );
  expect((await set(view)).error).toMatchObject({ code: 'CONFLICT', message: problem });
  await site.admin.delete(`/api/viewalerts/${view}`);
});

test('an alert ends with its view, and the undo restores both', async () => {
  const view = await saveView();
  await set(view, { title: 'With its view' });
  const { headers } = await site.admin.delete(`/api/savedviews/${view}`);
  expect(await titles()).toEqual([]);
  await site.admin.post(`/api/auditlogs/${headers.get('x-audit-id')}/undo`);
  expect(await titles()).toEqual(['With its view']);
  await site.admin.delete(`/api/viewalerts/${view}`);
});

test('a user has at most ten alerts', async () => {
  const user = await site.userWith('assets.view');
  for (let n = 0; n < 10; n++) expect((await set(await saveView(user), {}, user)).status).toBe(200);
  const refused = await set(await saveView(user), {}, user);
  expect([refused.status, refused.error.code]).toEqual([409, 'LIMIT']);
  expect((await user.get('/api/viewalerts')).data).toHaveLength(10);
});

test('each wrong value is one error', async () => {
  const view = await saveView();
  for (const wrong of [
    { title: ' ' },
    { title: 'x'.repeat(121) },
    { comparison: 'equal' },
    { threshold: -1 },
    { threshold: 1.5 },
    { threshold: '3' },
    { severity: 'fatal' },
    { isshared: 'yes' },
  ])
    expect((await set(view, wrong)).error.details.issues).toHaveLength(1);
});

test('an alert of a list whose rows depend on the caller is refused, and shows no count', async () => {
  await saveView(site.admin, { viewname: 'Secret presses' });
  const user = await site.userWith('assets.view');
  const view = await saveView(user, { page: '/savedviews', query: 'viewname__contains=Secret' });
  const { status, error } = await set(view, {}, user);
  const problem = 'Rows of this list cannot be counted. Choose a view of another list.';
  expect([status, error.message]).toEqual([400, problem]);
  const older = await saveView(user);
  await set(older, {}, user);
  await user.put(`/api/savedviews/${older}`, { page: '/savedviews' });
  const [shown] = await listAlerts(user);
  expect(shown).toMatchObject({ count: 0, view: { problem } });
});

test('an admin deletes a shared alert of another user, and no private one', async () => {
  const owner = await site.userWith('assets.view', 'views.share');
  const other = await site.userWith('assets.view', 'views.share');
  const userid = (await owner.get('/api/auth/me')).data.userid;
  const view = await saveView(owner, { isshared: true });
  const remove = async (caller: Site['admin']) =>
    (await caller.delete(`/api/viewalerts/${view}?userid=${userid}`)).status;
  await set(view, { title: 'Private' }, owner);
  expect(await remove(site.admin)).toBe(404);
  await set(view, { title: 'Loud', isshared: true }, owner);
  expect(await remove(other)).toBe(403);
  expect((await listAlerts()).find(({ title }) => title === 'Loud')?.view).toMatchObject({ userid });
  expect(await remove(site.admin)).toBe(200);
  expect(await titles(other)).not.toContain('Loud');
});

test('alerts of a deactivated user neither show nor count', async () => {
  const owner = await site.userWith('assets.view', 'views.share');
  const { userid } = (await owner.get('/api/auth/me')).data;
  const view = await saveView(owner, { isshared: true });
  await set(view, { title: 'Of a leaver', isshared: true }, owner);
  expect(await titles()).toContain('Of a leaver');
  const { db } = site.app.host;
  const count = () => db.read((reader) => activeAlertCount.get(reader)!.n);
  const before = count();
  await site.admin.put(`/api/users/${userid}`, { isactive: false });
  expect(await titles()).not.toContain('Of a leaver');
  expect(count()).toBe(before - 1);
  await site.admin.put(`/api/users/${userid}`, { isactive: true });
  expect(await titles()).toContain('Of a leaver');
  await site.admin.delete(`/api/viewalerts/${view}?userid=${userid}`);
});

test('other work runs between the counts of two alerts', async () => {
  const user = await site.userWith('assets.view');
  for (let n = 0; n < 4; n++)
    await set(await saveView(user, { query: `assetnumber__contains=TURN${n}` }), {}, user);
  let [turn, spent, isDone] = [0, 0, false];
  const look = () => {
    turn++;
    if (!isDone) setImmediate(look);
  };
  look();
  const turns: number[] = [];
  const end = site.app.host.db.listen(({ params }) => {
    if (params.some((value) => String(value).includes('TURN'))) turns.push(turn);
  });
  // Each look at the stopwatch ends a time slice.
  await site.time.countBy(
    () => (spent += 11),
    () => user.get('/api/dashboard/summary'),
  );
  end();
  isDone = true;
  expect(turns).toHaveLength(4);
  expect(new Set(turns).size).toBe(4);
});
