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

test('displays show what holds now and what begins within three days, and nothing that is over', async () => {
  const shown = { isshopfloor: true };
  await write('always', shown);
  await write('now', { ...shown, starttime: inHours(-1), endtime: inHours(1) });
  await write('soon', { ...shown, starttime: inHours(71) });
  await write('later', { ...shown, starttime: inHours(73) });
  await write('over', { ...shown, starttime: inHours(-2), endtime: inHours(-1) });
  await write('elsewhere');
  const off = await write('off', shown);
  await site.admin.delete(`/api/notifications/${off.data.notificationid}`);
  const { status, data } = await site.stranger.get('/api/notifications/shopfloor');
  expect([status, texts(data.current), texts(data.upcoming)]).toEqual([200, ['always', 'now'], ['soon']]);
});

test('a display of a business unit shows what is for it and what is for all', async () => {
  const unit = async (businessunit: string) =>
    (await site.admin.post('/api/businessunits', { businessunit })).data.businessunitid as number;
  const [north, south] = [await unit('North'), await unit('South')];
  await write('for north', { isshopfloor: true, businessunitid: north });
  await write('for south', { isshopfloor: true, businessunitid: south });
  const { data } = await site.stranger.get(`/api/notifications/shopfloor?business_unit_id=${north}`);
  expect(texts(data.current)).toContain('for north');
  expect(texts(data.current)).toContain('always');
  expect(texts(data.current)).not.toContain('for south');
});

test('a person finds what is for that person alone', async () => {
  await write('Your badge is ready', { employeesso: '501234' });
  await write('Somebody else', { employeesso: '509999' });
  const { data } = await site.stranger.get('/api/notifications/employee/501234');
  expect(texts(data.current)).toEqual(['Your badge is ready']);
});

test('the rest is for those who may see it, and writing for those who may write', async () => {
  expect((await site.stranger.get('/api/notifications')).status).toBe(401);
  expect((await (await site.userWith()).get('/api/notifications')).status).toBe(403);
  const viewer = await site.userWith('notifications.view');
  expect((await viewer.get('/api/notifications')).status).toBe(200);
  expect((await viewer.post('/api/notifications', { notification: 'x' })).status).toBe(403);
  const current = await viewer.get('/api/notifications?current=true&per_page=100');
  expect(texts(current.data)).not.toContain('over');
});

test('a notification that ends before it begins is refused, beside the field', async () => {
  const { status, error } = await write('wrong', { starttime: inHours(2), endtime: inHours(1) });
  expect([status, error.details.issues[0].path]).toEqual([400, 'endtime']);
});
