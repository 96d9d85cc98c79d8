import { afterEach, beforeEach, expect, test } from 'bun:test';
import { computeNextRun } from '../src/features/reports/schedules/schedule-time.ts';
import type { Client } from './support/client.ts';
import { DAY, HOUR } from './support/clock.ts';
import { startMailServer } from './support/receivers.ts';
import { PASSWORD, type Site, startSite } from './support/site.ts';

let site: Site;
let mail: Awaited<ReturnType<typeof startMailServer>>;
const BASE = '/api/reports/schedules';
const set = (key: string, value: string) => site.admin.put(`/api/settings/${key}`, { value });

beforeEach(async () => {
  site = await startSite();
  mail = await startMailServer();
  for (const [key, value] of Object.entries({
    smtp_host: '127.0.0.1',
    smtp_port: String(mail.port),
    smtp_security: 'none',
    smtp_from: 'plant@example.com',
  }))
    await set(key, value);
});
afterEach(async () => {
  await site.stop();
  mail.stop();
});

const GIVEN = {
  title: 'Silent PCs on Mondays',
  report: 'stale-computers',
  parameters: { days: 7 },
  every: 'weekly',
  day: 1,
  hour: 6,
  addresses: ['head@example.com', 'it@example.com'],
};
const make = async (body: object = {}, as: Client = site.admin) =>
  (await as.post(BASE, { ...GIVEN, ...body })).data;
/** Advances the clock and signs the admin in again, because a day is longer than a session. */
async function later(milliseconds: number): Promise<void> {
  site.clock.advance(milliseconds);
  site.admin = await site.anonymous.signIn('admin', PASSWORD);
}
/** Returns the number of mails that the job sends now. */
async function due(): Promise<number> {
  const before = mail.mails.length;
  await site.app.host.scheduler.run('reports.schedules');
  await site.app.host.outbox.drain();
  return mail.mails.length - before;
}
const readSchedule = async (id: number) => (await site.admin.get(`${BASE}/${id}`)).data;
const untilPast = (nextrun: string) => later(Date.parse(nextrun) - site.clock.now().getTime() + HOUR);

test('a new schedule contains its next time and its owner', async () => {
  const { status, data } = await site.admin.post(BASE, GIVEN);
  expect([status, data]).toMatchObject([
    201,
    { ...GIVEN, owner: 'admin', isactive: true, lastrun: null, lastoutcome: null },
  ]);
  const next = new Date(data.nextrun);
  expect([next.getDay(), next.getHours(), next > site.clock.now()]).toEqual([1, 6, true]);
  expect((await site.admin.get(BASE)).data).toHaveLength(1);
});

test('computeNextRun returns the day of the week, or the last day of a short month', () => {
  const at = (text: string) => new Date(text);
  const weekly = computeNextRun(at('2026-01-07T06:00:00'), { every: 'weekly', day: 3, hour: 6 });
  expect(weekly).toEqual(at('2026-01-14T06:00:00'));
  const monthly = { every: 'monthly', day: 31, hour: 0 } as const;
  expect(computeNextRun(at('2026-01-31T00:00:00'), monthly)).toEqual(at('2026-02-28T00:00:00'));
  expect(computeNextRun(at('2026-02-28T00:00:00'), monthly)).toEqual(at('2026-03-31T00:00:00'));
});

test('an invalid schedule is refused with the path of its field', async () => {
  for (const [path, body] of [
    ['title', { title: '' }],
    ['report', { report: 'nothing' }],
    ['parameters.days', { parameters: { days: 'x' } }],
    ['every', { every: 'daily' }],
    ['day', { day: 8 }],
    ['day', { every: 'monthly', day: 32 }],
    ['hour', { hour: 24 }],
    ['addresses', { addresses: [] }],
    ['addresses.0', { addresses: ['nobody'] }],
  ] as const) {
    const { status, error } = await site.admin.post(BASE, { ...GIVEN, ...body });
    expect([path, status, error.details?.issues?.[0].path]).toEqual([path, 400, path]);
  }
  const { reportscheduleid } = await make();
  const { status, error } = await site.admin.put(`${BASE}/${reportscheduleid}`, { day: 9 });
  expect([status, error.details.issues[0].path]).toEqual([400, 'day']);
});

test('schedules require the right to change settings', async () => {
  const user = await site.userWith('assets.view');
  const { reportscheduleid } = await make();
  expect((await user.get(BASE)).status).toBe(403);
  expect((await user.post(BASE, GIVEN)).status).toBe(403);
  expect((await site.anonymous.get(BASE)).status).toBe(401);
  expect((await user.post(`${BASE}/${reportscheduleid}/send`)).status).toBe(403);
});

test('only admins schedule, change and send a report for admins', async () => {
  const editor = await site.userWith('settings.edit');
  const audit = { report: 'audit-activity', parameters: {} };
  expect((await editor.post(BASE, { ...GIVEN, ...audit })).status).toBe(403);
  const { reportscheduleid } = await make(audit);
  expect((await editor.put(`${BASE}/${reportscheduleid}`, { addresses: ['me@example.com'] })).status).toBe(
    403,
  );
  expect((await editor.post(`${BASE}/${reportscheduleid}/send`)).status).toBe(403);
  expect((await site.admin.post(`${BASE}/${reportscheduleid}/send`)).status).toBe(200);
});

test('a due report is sent once after a long pause and repeated runs of the job', async () => {
  const { reportscheduleid, nextrun } = await make();
  expect(await due()).toBe(0);
  await untilPast(nextrun);
  await later(30 * DAY);
  expect(await due()).toBe(1);
  expect(await due()).toBe(0);
  const after = await readSchedule(reportscheduleid);
  expect(Date.parse(after.nextrun)).toBeGreaterThan(site.clock.now().getTime());
  expect(after.lastoutcome).toBe('Sent to 2 recipients: 0 rows.');
  expect(mail.mails[0]).toContain('head@example.com');
});

test('a run of the job does not make a form stale', async () => {
  const { reportscheduleid, nextrun, modifieddate } = await make();
  await untilPast(nextrun);
  await due();
  const change = { title: 'Renamed', ifmodifieddate: modifieddate };
  expect((await site.admin.put(`${BASE}/${reportscheduleid}`, change)).status).toBe(200);
});

test('a paused schedule sends nothing and continues with its next time', async () => {
  const { reportscheduleid, nextrun } = await make();
  await site.admin.put(`${BASE}/${reportscheduleid}`, { isactive: false });
  await untilPast(nextrun);
  expect(await due()).toBe(0);
  expect((await site.admin.get(BASE)).data).toMatchObject([{ isactive: false }]);
  const { data } = await site.admin.put(`${BASE}/${reportscheduleid}`, { isactive: true });
  expect(Date.parse(data.nextrun)).toBeGreaterThan(site.clock.now().getTime());
  expect(await due()).toBe(0);
});

test('a due report waits until a mail server is set', async () => {
  const { nextrun } = await make();
  await set('smtp_host', '');
  await untilPast(nextrun);
  expect(await due()).toBe(0);
  await set('smtp_host', '127.0.0.1');
  expect(await due()).toBe(1);
});

test('a schedule stops with a reason when its owner is deactivated', async () => {
  const editor = await site.userWith('settings.edit');
  const { reportscheduleid, nextrun, ownerid } = await make({}, editor);
  await untilPast(nextrun);
  await site.admin.put(`/api/users/${ownerid}`, { isactive: false });
  expect(await due()).toBe(0);
  expect(await readSchedule(reportscheduleid)).toMatchObject({
    isactive: false,
    lastoutcome: 'Stopped: the user who saved it can no longer send reports. Save it again.',
  });
});

test('a schedule has only the rights of the token that saved it', async () => {
  const { data } = await site.admin.post('/api/apitokens', { name: 'narrow', scopes: ['settings.edit'] });
  const token = site.anonymous.with({ authorization: `Bearer ${data.secret}` });
  expect((await token.post(BASE, { ...GIVEN, report: 'audit-activity', parameters: {} })).status).toBe(403);
  const made = await token.post(BASE, GIVEN);
  expect([made.status, made.data.scopes]).toEqual([201, ['settings.edit']]);
  await untilPast(made.data.nextrun);
  expect(await due()).toBe(1);
});

test('sending a report at once does not change its next time', async () => {
  const { reportscheduleid, nextrun } = await make();
  const { status, data } = await site.admin.post(`${BASE}/${reportscheduleid}/send`);
  expect([status, data.nextrun]).toEqual([200, nextrun]);
  await site.app.host.outbox.drain();
  expect(mail.mails).toHaveLength(1);
});

test('a deleted schedule returns 404', async () => {
  const { reportscheduleid } = await make();
  const { status, data } = await site.admin.delete(`${BASE}/${reportscheduleid}`);
  expect([status, data]).toEqual([200, { deleted: reportscheduleid }]);
  expect((await site.admin.get(`${BASE}/${reportscheduleid}`)).status).toBe(404);
});
