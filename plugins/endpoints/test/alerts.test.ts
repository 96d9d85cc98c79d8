import { afterAll, beforeAll, expect, test } from 'bun:test';
import { COLLECTOR_KEY, type Site, startSite } from '../../../test/support/site.ts';
import { advanceTime, createEnrolledPc, createPc, setSharedKey } from './pcs.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
});
afterAll(() => site.stop());

const HOUR = 3_600_000;
const inHours = (hours: number) => new Date(site.clock.now().getTime() + hours * HOUR).toISOString();
const alert = async (notification: string, more: object = {}) =>
  (await site.admin.post('/api/notifications', { notification, alertfleet: true, ...more })).data
    .notificationid as number;

test('a PC gets the current alerts in its scope until it acknowledges them', async () => {
  const { agent } = await createEnrolledPc(site, 'alert-1');
  const everywhere = await alert('Fire drill');
  await alert('Only here', { alertscope: { hostname: ['ALERT-1', 'other'], unknown: 1 }, alerttimeout: 30 });
  await alert('Not here', { alertscope: { hostname: 'other' } });
  await alert('Not yet', { starttime: inHours(1) });
  await alert('Over', { starttime: inHours(-2), endtime: inHours(-1) });
  await alert('Text is no scope', { alertscope: 'text' });
  await site.admin.post('/api/notifications', { notification: 'No alert' });
  const texts = async () =>
    (await agent.get('/api/endpoints/alerts')).data.map(
      ({ notification }: { notification: string }) => notification,
    );
  expect((await texts()).sort()).toEqual(['Fire drill', 'Only here', 'Text is no scope']);
  const path = `/api/endpoints/alerts/${everywhere}/acknowledge`;
  const [first, second] = [await agent.post(path, {}), await agent.post(path, {})];
  expect([first.status, second.status, second.data]).toEqual([200, 200, first.data]);
  expect((await texts()).sort()).toEqual(['Only here', 'Text is no scope']);
});

test('an acknowledgement returns 403 for an alert of another PC and 404 for an unknown alert', async () => {
  const { agent } = await createEnrolledPc(site, 'alert-2');
  const other = await alert('For another', { alertscope: { hostname: 'alert-9' } });
  const plain = await site.admin.post('/api/notifications', { notification: 'No alert' });
  const acknowledge = (id: number) => agent.post(`/api/endpoints/alerts/${id}/acknowledge`, {});
  const refused = await acknowledge(other);
  expect([refused.status, refused.error.code]).toEqual([403, 'ASSET_MISMATCH']);
  expect((await acknowledge(plain.data.notificationid)).status).toBe(404);
  expect((await acknowledge(999_999)).status).toBe(404);
});

test('a PC no longer gets an alert when an admin deactivates it', async () => {
  const { agent } = await createEnrolledPc(site, 'alert-3');
  const ended = await alert('Ended soon', { alertscope: { hostname: 'alert-3' } });
  const mine = async () =>
    (await agent.get('/api/endpoints/alerts')).data.some(
      ({ notificationid }: { notificationid: number }) => notificationid === ended,
    );
  expect(await mine()).toBe(true);
  await site.admin.put(`/api/notifications/${ended}`, { isactive: false });
  expect(await mine()).toBe(false);
});

test('the alert list accepts the collector key with a host name, but not for enrolled PCs or other callers', async () => {
  await createPc(site, 'alert-4');
  await createEnrolledPc(site, 'alert-5');
  const collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  expect((await collector.get('/api/endpoints/alerts?hostname=alert-4')).status).toBe(200);
  expect((await collector.get('/api/endpoints/alerts?hostname=alert-5')).error.code).toBe(
    'SHARED_KEY_REFUSED',
  );
  expect((await collector.get('/api/endpoints/alerts')).status).toBe(400);
  expect((await site.anonymous.get('/api/endpoints/alerts?hostname=alert-4')).status).toBe(401);
  expect((await site.admin.get('/api/endpoints/alerts?hostname=alert-4')).status).toBe(403);
});

test('an acknowledgement returns 409 before the alert starts, and the PC gets the alert later', async () => {
  const { agent } = await createEnrolledPc(site, 'alert-6');
  const tomorrow = await alert('Tomorrow', { alertscope: { hostname: 'alert-6' }, starttime: inHours(24) });
  const early = await agent.post(`/api/endpoints/alerts/${tomorrow}/acknowledge`, {});
  expect([early.status, early.error.code]).toEqual([409, 'CONFLICT']);
  await advanceTime(site, 25 * HOUR);
  const { data } = await agent.get('/api/endpoints/alerts');
  expect(data.map((one: { notificationid: number }) => one.notificationid)).toContain(tomorrow);
});

test('the audit log records the first acknowledgement of a PC with the PC as its author', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'alert-7');
  const notificationid = await alert('Seen', { alertscope: { hostname: 'alert-7' } });
  const path = `/api/endpoints/alerts/${notificationid}/acknowledge`;
  await agent.post(path, {});
  await agent.post(path, {});
  const { data } = await site.admin.get(
    `/api/auditlogs?action=endpoints.alert.acknowledged&entityid=${notificationid}`,
  );
  expect(data).toMatchObject([{ entitytype: 'notification', username: 'alert-7', details: { assetid } }]);
});

test('the acknowledgement list shows PC and time, newest first, and returns 401 to agents', async () => {
  const notificationid = await alert('Read where', { alertscope: { hostname: ['alert-8', 'alert-9'] } });
  const path = `/api/endpoints/alerts/${notificationid}/acknowledgements`;
  expect((await site.admin.get(path)).data).toEqual([]);
  const read: object[] = [];
  for (const hostname of ['alert-8', 'alert-9']) {
    const { agent, assetid } = await createEnrolledPc(site, hostname);
    const { data } = await agent.post(`/api/endpoints/alerts/${notificationid}/acknowledge`, {});
    read.unshift({ assetid, hostname, acknowledgeddate: data.acknowledgeddate });
    await advanceTime(site, HOUR);
  }
  expect((await site.admin.get(path)).data).toMatchObject(read);
  expect((await site.admin.get(`${path}?dir=asc`)).data).toMatchObject(read.toReversed());
  const { data, meta } = await site.admin.get(`${path}?per_page=1&page=2`);
  expect([data.length, data[0].hostname, meta.pagination.total]).toEqual([1, 'alert-8', 2]);
  expect((await site.admin.get('/api/endpoints/alerts/999999/acknowledgements')).status).toBe(404);
  const { agent } = await createEnrolledPc(site, 'alert-10');
  expect([(await agent.get(path)).status, (await site.anonymous.get(path)).status]).toEqual([401, 401]);
});
