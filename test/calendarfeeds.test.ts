import { afterAll, beforeAll, expect, test } from 'bun:test';
import { addDays } from '../src/kit/clock.ts';
import { withSetting } from './support/settings.ts';
import { PASSWORD, type Site, startSite } from './support/site.ts';

let site: Site;
let hall: number;
const day = (days: number) =>
  addDays(
    site.app.host.db.read((reader) => reader.today),
    days,
  );
const create = async (path: string, body: object) => (await site.admin.post(`/api/${path}`, body)).data;
const feed = async (caller = site.admin, name = 'Outlook') =>
  (await caller.post('/api/calendarfeeds', { name })).data;
const read = (token: string, more = '') => site.anonymous.get(`/api/dashboard/due.ics?token=${token}${more}`);
const summaries = (text: string) =>
  [...text.replaceAll('\r\n ', '').matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, summary]) => summary);
/** Creates a user with a role and returns the ID and a signed-in caller. */
async function createUser(username: string, permissions: string[]) {
  const role = await create('users/roles', { rolename: username, permissions });
  const body = {
    username,
    email: `${username}@plant.example`,
    password: PASSWORD,
    roles: [role.roleid],
    mustchangepassword: false,
  };
  const { userid } = await create('users', body);
  return { userid, roleid: role.roleid, client: await site.anonymous.signIn(username, PASSWORD) };
}

beforeAll(async () => {
  site = await startSite();
  hall = (await create('locations', { location: 'Hall 1, north; "A"' })).locationid;
  const tool = (assetnumber: string, days: number, more = {}) =>
    create('measuringtools', {
      assetnumber,
      lastcalibrationdate: day(days - 30),
      calibrationintervaldays: 30,
      ...more,
    });
  await tool('MT-LATE', -3, { name: 'Caliper, 150 mm; "ä€😀"', locationid: hall });
  await tool('MT-SOON', 5);
  await create('warranty', { warrantyname: 'Press service', enddate: day(200) });
});
afterAll(() => site.stop());

test('a feed contains what is due within a year as all-day events', async () => {
  const { token } = await feed();
  const { status, headers, text } = await read(token);
  expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(summaries(text)).toEqual([
    'Calibrations: MT-SOON',
    'Warranties: Press service',
    'Calibrations: MT-LATE Caliper\\, 150 mm\\; "ä€😀"',
  ]);
  expect(text).toContain(`DTSTART;VALUE=DATE:${day(-3).replaceAll('-', '')}\r\n`);
  expect(text).toContain('LOCATION:Hall 1\\, north\\; "A"\r\n');
  expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true);
  expect(summaries((await read(token, '&days=30&kind=calibrations')).text)).toHaveLength(2);
  expect(summaries((await read(token, `&locationid=${hall}&kind=calibrations`)).text)).toHaveLength(1);
  expect((await read(token, '&kind=nothing')).status).toBe(400);
});

test('an event keeps its ID when its day changes, and links to its page with a site address', async () => {
  const { token } = await feed();
  const uids = async () => [...(await read(token)).text.matchAll(/^UID:(.*)\r$/gm)].map(([, uid]) => uid);
  const before = await uids();
  site.clock.advance(60_000);
  expect(await uids()).toEqual(before);
  expect(new Set(before).size).toBe(3);
  await withSetting(site, 'site_url', 'https://plant.example/mw/', async () => {
    const made = await feed();
    expect(made.url).toBe(`https://plant.example/mw/api/dashboard/due.ics?token=${made.token}`);
    expect((await read(token)).text).toMatch(/^URL:https:\/\/plant\.example\/mw\/measuringtools\/\d+\r$/m);
  });
});

test('a token is shown once, stored as a hash and never logged', async () => {
  const { token, calendarfeedid, name, prefix } = await feed(site.admin, 'Phone');
  await read(token);
  await read(`${token}x`);
  const list = await site.admin.get('/api/calendarfeeds');
  expect(list.data).toContainEqual(
    expect.objectContaining({ calendarfeedid, name, prefix, lastuseddate: expect.stringMatching(/Z$/) }),
  );
  expect(list.text).not.toContain(token);
  const audit = await site.admin.get('/api/auditlogs?entitytype=calendarfeed');
  expect(audit.text).not.toContain(token);
  expect(audit.data[0]).toMatchObject({
    action: 'calendarfeeds.calendarfeed.created',
    entityid: calendarfeedid,
  });
  expect(JSON.stringify(site.log)).toContain('/api/dashboard/due.ics');
  expect(JSON.stringify(site.log)).not.toContain(token.slice(-43));
  const rows = site.app.host.db.read((reader) => reader.all('SELECT * FROM calendarfeeds'));
  expect(JSON.stringify(rows)).not.toContain(token.slice(-43));
});

test('a revoked feed stops at once, and only its owner or an admin revokes it', async () => {
  const owner = await site.userWith('assets.view');
  const other = await site.userWith('assets.view');
  const { token, calendarfeedid } = await feed(owner);
  expect((await other.get('/api/calendarfeeds')).data).toEqual([]);
  expect((await other.delete(`/api/calendarfeeds/${calendarfeedid}`)).status).toBe(404);
  expect((await read(token)).status).toBe(200);
  expect((await owner.delete(`/api/calendarfeeds/${calendarfeedid}`)).data).toEqual({
    deleted: calendarfeedid,
  });
  expect((await read(token)).status).toBe(401);
  const second = await feed(owner);
  expect((await site.admin.delete(`/api/calendarfeeds/${second.calendarfeedid}`)).status).toBe(200);
  expect((await read(second.token)).status).toBe(401);
});

test('a feed ends with its user and does not come back', async () => {
  const { userid, client } = await createUser('leaver', []);
  const { token } = await feed(client);
  expect((await read(token)).status).toBe(200);
  await site.admin.put(`/api/users/${userid}`, { isactive: false });
  expect((await read(token)).status).toBe(401);
  await site.admin.put(`/api/users/${userid}`, { isactive: true });
  expect((await read(token)).status).toBe(401);
});

test('a feed opens no other route, and no other credential opens it', async () => {
  const { token } = await feed();
  expect((await site.anonymous.get(`/api/users?token=${token}`)).status).toBe(401);
  expect((await site.anonymous.bearer(token).get('/api/users')).status).toBe(401);
  expect((await site.anonymous.get('/api/dashboard/due.ics')).status).toBe(401);
  expect((await site.admin.get('/api/dashboard/due.ics')).status).toBe(403);
  const { secret } = await create('apitokens', { name: 'script' });
  expect((await read(secret)).status).toBe(401);
  expect((await site.anonymous.bearer(secret).post('/api/calendarfeeds', { name: 'x' })).status).toBe(403);
});

test('a user has at most ten feeds, and each needs a name', async () => {
  const owner = await site.userWith('assets.view');
  for (let n = 0; n < 10; n++) await feed(owner, `Calendar ${n}`);
  const refused = await owner.post('/api/calendarfeeds', { name: 'One more' });
  expect([refused.status, refused.error.code]).toEqual([409, 'LIMIT']);
  for (const name of ['', '  ', 'a\u0000b', 'x'.repeat(121)])
    expect((await site.admin.post('/api/calendarfeeds', { name })).error.details.issues).toHaveLength(1);
});

test('guessing tokens is limited by address', async () => {
  const guesser = await startSite();
  for (let n = 0; n < 30; n++)
    expect((await guesser.anonymous.get(`/api/dashboard/due.ics?token=mw_cal_${n}`)).status).toBe(401);
  const limited = await guesser.anonymous.get('/api/dashboard/due.ics?token=mw_cal_more');
  expect([limited.status, limited.error.code]).toEqual([429, 'RATE_LIMITED']);
  await guesser.stop();
});
