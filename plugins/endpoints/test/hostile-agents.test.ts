import { afterAll, beforeAll, expect, test } from 'bun:test';
import { eventually } from '../../../test/support/receivers.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { Polls } from '../commands/polls.ts';
import { advanceTime, createEnrolledPc, setSharedKey } from './pcs.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
});
afterAll(() => site.stop());

const next = (wait: number) => `/api/endpoints/commands/next?wait=${wait}`;
const message = { action: 'message', parameters: { text: 'Coffee is ready.' } };

test('events with future dates hide no later entries of the activity', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'future-1');
  const event = { time: '9999-12-31T00:00:00Z', level: 'info', source: 'all is well', message: 'Nothing.' };
  const events = Array.from({ length: 100 }, () => event);
  for (let n = 0; n < 2; n++) await agent.post('/api/endpoints/checkin', { events });
  site.clock.advance(1000);
  const polls = site.app.host.getInstance(Polls);
  const before = polls.size;
  let openPoll = agent.get(next(20));
  await eventually(() => polls.size > before, 'the first poll is waiting');
  for (let n = 0; n < 4; n++) {
    const taking = agent.get(next(20));
    // This poll ends when the next one replaces it.
    expect((await openPoll).status).toBe(204);
    openPoll = taking;
  }
  await site.admin.post(`/api/endpoints/asset/${assetid}/commands`, message);
  expect((await openPoll).status).toBe(200);
  const { data } = await site.admin.get(`/api/endpoints/asset/${assetid}/activity`);
  const titles = data.map(({ title }: { title: string }) => title);
  expect(titles.slice(0, 3).sort()).toEqual(['all is well', 'message', 'two agents']);
});

test('the server stores long output of control characters, and the list shows the first 4,000', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'colours-1');
  const { data } = await site.admin.post(`/api/endpoints/asset/${assetid}/commands`, message);
  const { commandid } = data;
  await agent.get(next(0));
  const output = '\u001b'.repeat(256 * 1024);
  const path = `/api/endpoints/commands/${commandid}`;
  expect((await agent.post(`${path}/result`, { status: 'succeeded', output })).status).toBe(200);
  const [listed] = (await site.admin.get(`/api/endpoints/commands?assetid=${assetid}`)).data;
  expect([listed.output.length, listed.hasmore]).toEqual([4000, true]);
  const whole = await site.admin.get(path);
  expect([whole.data.output === output, whole.data.hasmore]).toEqual([true, false]);
  expect((await site.admin.get('/api/endpoints/commands/999999')).status).toBe(404);
});

test('the command list returns 403 for a requester filter when the caller may not issue commands', async () => {
  const viewer = await site.userWith('endpoints.view');
  const operator = await site.userWith('endpoints.view', 'endpoints.corptools');
  expect((await viewer.get('/api/endpoints/commands?userid=1')).status).toBe(403);
  expect((await operator.get('/api/endpoints/commands?userid=1')).status).toBe(200);
});

test('a PC with many reports causes a limited number of mails, and all its reports are stored', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'loud-1');
  await site.admin.put('/api/settings/smtp_host', { value: 'mail.plant.example' });
  await site.admin.put('/api/settings/alert_recipients', { value: 'a@plant.example' });
  const mails = () =>
    site.app.host.db.read((reader) => reader.value("SELECT count(*) FROM outbox WHERE kind = 'mail'"));
  const report = () => {
    const form = new FormData();
    form.append('text', 'It is warm.');
    return agent.upload('/api/endpoints/operator-reports', form);
  };
  expect((await report()).status).toBe(201);
  await advanceTime(site, 59 * 60_000);
  for (let n = 0; n < 9; n++) expect((await report()).status).toBe(201);
  await advanceTime(site, 2 * 60_000);
  for (let n = 0; n < 3; n++) expect((await report()).status).toBe(201);
  expect(mails()).toBe(11);
  const reports = await site.admin.get(`/api/endpoints/operator-reports?assetid=${assetid}`);
  expect(reports.data).toHaveLength(13);
  await advanceTime(site, 61 * 60_000);
  await report();
  expect(mails()).toBe(12);
});

test('a PC with constantly changing check-ins is rate-limited, and an unchanged one is accepted', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'chatty-1');
  const say = (n: number) => agent.post('/api/endpoints/checkin', { loggedinuser: `user ${n}` });
  const statuses = [];
  for (let n = 0; n < 70; n++) statuses.push((await say(n)).status);
  expect(statuses.lastIndexOf(200)).toBe(59);
  const { status, headers, error } = await say(71);
  expect([status, error.code, Number(headers.get('retry-after')) > 0]).toEqual([429, 'RATE_LIMITED', true]);
  const inventory = await agent.post('/api/collector/computers', { hostname: 'chatty-1', model: 'X' });
  expect(inventory.status).toBe(429);
  expect((await say(59)).status).toBe(200);
  const other = await createEnrolledPc(site, 'quiet-1');
  expect((await other.agent.post('/api/endpoints/checkin', { loggedinuser: 'mara' })).status).toBe(200);
  site.clock.advance(61_000);
  expect((await say(72)).status).toBe(200);
  expect(
    (await (await site.admin.get(`/api/endpoints/asset/${assetid}/status`)).data).lastcheckin,
  ).toBeString();
});
