import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../../../test/support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(site.clock.now().getTime() + hours * HOUR).toISOString();
const write = (notification: string, more: object = {}) =>
  site.admin.post('/api/notifications', { notification, ...more });
const texts = (rows: { notification: string }[]) => rows.map(({ notification }) => notification);

test('displays show current notices and those that start within three days, but no ended ones', async () => {
  const shopfloor = { isshopfloor: true };
  await write('shown always', shopfloor);
  await write('shown now', { ...shopfloor, starttime: inHours(-1), endtime: inHours(1) });
  await write('shown soon', { ...shopfloor, starttime: inHours(71) });
  await write('shown later', { ...shopfloor, starttime: inHours(73) });
  await write('shown no more', { ...shopfloor, starttime: inHours(-2), endtime: inHours(-1) });
  await write('shown elsewhere');
  const off = await write('shown until deleted', shopfloor);
  await site.admin.delete(`/api/notifications/${off.data.notificationid}`);
  const { status, data } = await site.anonymous.get('/api/notifications/shopfloor');
  const own = (rows: { notification: string }[]) => texts(rows).filter((text) => text.startsWith('shown '));
  expect([status, own(data.current), own(data.upcoming)]).toEqual([
    200,
    ['shown always', 'shown now'],
    ['shown soon'],
  ]);
});

test('a display of a business unit shows notices for it and for all', async () => {
  const unit = async (businessunit: string) =>
    (await site.admin.post('/api/businessunits', { businessunit })).data.businessunitid as number;
  const [north, south] = [await unit('North'), await unit('South')];
  await write('for north', { isshopfloor: true, businessunitid: north });
  await write('for south', { isshopfloor: true, businessunitid: south });
  await write('for all', { isshopfloor: true });
  const { data } = await site.anonymous.get(`/api/notifications/shopfloor?business_unit_id=${north}`);
  expect(texts(data.current)).toContain('for north');
  expect(texts(data.current)).toContain('for all');
  expect(texts(data.current)).not.toContain('for south');
});

test('the employee route returns only notices for that person', async () => {
  await write('Your badge is ready', { employeesso: '501234' });
  await write('Somebody else', { employeesso: '509999' });
  const { data } = await site.anonymous.get('/api/notifications/employee/501234');
  expect(texts(data.current)).toEqual(['Your badge is ready']);
});

test('the list needs notifications.view, and a user with only that cannot create', async () => {
  expect((await site.anonymous.get('/api/notifications')).status).toBe(401);
  expect((await (await site.userWith()).get('/api/notifications')).status).toBe(403);
  const viewer = await site.userWith('notifications.view');
  expect((await viewer.get('/api/notifications')).status).toBe(200);
  expect((await viewer.post('/api/notifications', { notification: 'x' })).status).toBe(403);
  await write('over', { starttime: inHours(-2), endtime: inHours(-1) });
  const current = await viewer.get('/api/notifications?current=true&per_page=100');
  expect(texts(current.data)).not.toContain('over');
});

test('the server returns 400 when a notification ends before it starts', async () => {
  const { status, error } = await write('wrong', { starttime: inHours(2), endtime: inHours(1) });
  expect([status, error.details.issues[0].path]).toEqual([400, 'endtime']);
});

test('the list filters current, upcoming and past notifications', async () => {
  await write('period now', { starttime: inHours(-1), endtime: inHours(1) });
  await write('period always');
  await write('period later', { starttime: inHours(90) });
  await write('period over', { starttime: inHours(-3), endtime: inHours(-2) });
  const search = async (period: string) =>
    texts((await site.admin.get(`/api/notifications?search=period&period=${period}`)).data).sort();
  expect(await search('current')).toEqual(['period always', 'period now']);
  expect(await search('upcoming')).toEqual(['period later']);
  expect(await search('past')).toEqual(['period over']);
  expect((await site.admin.get('/api/notifications?period=soon')).status).toBe(400);
});

test('types have unique names, and reading and creating them need notification permissions', async () => {
  const path = '/api/notifications/types';
  const viewer = await site.userWith('notifications.view');
  const names = (await viewer.get(path)).data.map(
    (row: { notificationtype: string }) => row.notificationtype,
  );
  expect(names).toEqual(['Information', 'Maintenance', 'Outage']);
  expect((await site.anonymous.get(path)).status).toBe(401);
  expect((await (await site.userWith()).get(path)).status).toBe(403);
  expect((await viewer.post(path, { notificationtype: 'x' })).status).toBe(403);
  const author = await site.userWith('notifications.create');
  const { status, data } = await author.post(path, { notificationtype: 'Safety', color: '#ff0000' });
  expect([status, data.notificationtype]).toEqual([201, 'Safety']);
  expect((await author.post(path, { notificationtype: 'safety' })).status).toBe(409);
  expect((await author.put(`${path}/${data.notificationtypeid}`, { color: '#00ff00' })).status).toBe(403);
});

test('the feed contains name and color of a type, which cannot be deleted while in use', async () => {
  const [type] = (await site.admin.get('/api/notifications/types')).data;
  await write('of a type', { isshopfloor: true, notificationtypeid: type.notificationtypeid });
  const { data } = await site.anonymous.get('/api/notifications/shopfloor');
  const row = data.current.find((one: { notification: string }) => one.notification === 'of a type');
  expect([row.notificationtype, row.color]).toEqual([type.notificationtype, type.color]);
  const { status, error } = await site.admin.delete(`/api/notifications/types/${type.notificationtypeid}`);
  expect([status, error.code]).toEqual([409, 'IN_USE']);
});

test('the server returns 400 with the wrong field of a notification', async () => {
  for (const [path, body] of [
    ['notification', { notification: '' }],
    ['notificationtypeid', { notificationtypeid: 999_999 }],
    ['businessunitid', { businessunitid: 999_999 }],
    ['starttime', { starttime: 'soon' }],
    ['endtime', { endtime: '2026-02-31T00:00:00Z' }],
    ['link', { link: 'javascript:alert(1)' }],
    ['isshopfloor', { isshopfloor: 'maybe' }],
    ['alertfleet', { alertfleet: 'maybe' }],
    ['alerttimeout', { alerttimeout: -1 }],
    ['alerttimeout', { alerttimeout: 'long' }],
  ] as const) {
    const { status, error } = await write('wrong', body);
    expect([path, status, error?.details?.issues?.[0].path]).toEqual([path, 400, path]);
  }
});

test('the server stores scope, timeout and times of a fleet alert', async () => {
  const input = {
    alertfleet: true,
    alertscope: { location: ['Hall 1', 'Hall 2'], computertype: 'Kiosk' },
    alerttimeout: 60,
    starttime: inHours(1),
    endtime: inHours(2),
    ticketnumber: 'CHG-1',
    link: 'https://tickets.example/1',
  };
  const { status, data } = await write('Restart', input);
  expect([status, data]).toMatchObject([201, input]);
  expect((await site.admin.get(`/api/notifications/${data.notificationid}`)).data).toMatchObject(input);
});

test('an update returns 400 when the new start is after the stored end', async () => {
  const { data } = await write('moved', { starttime: inHours(1), endtime: inHours(2) });
  const { status, error } = await site.admin.put(`/api/notifications/${data.notificationid}`, {
    starttime: inHours(3),
  });
  expect([status, error.details.issues[0].path]).toEqual([400, 'endtime']);
});
