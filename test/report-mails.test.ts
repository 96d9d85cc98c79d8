import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { eventually, startMailServer } from './support/receivers.ts';
import { PASSWORD, type Site, startSite } from './support/site.ts';

let site: Site;
let mail: Awaited<ReturnType<typeof startMailServer>>;
const set = (key: string, value: string) => site.admin.put(`/api/settings/${key}`, { value });

beforeAll(async () => {
  site = await startSite();
  mail = await startMailServer();
  for (const [key, value] of Object.entries({
    smtp_port: String(mail.port),
    smtp_security: 'none',
    smtp_from: 'plant@example.com',
    site_name: 'North works',
    site_url: 'https://plant.example',
  }))
    await set(key, value);
  await site.admin.post('/api/locations', { location: 'Hall <b>1</b>' });
  for (let n = 0; n < 60; n++)
    await site.admin.post('/api/computers', {
      assetnumber: `P-${n}`,
      hostname: `pc-${n}`,
      locationid: 1,
      name: `=1+${n}`,
    });
});
afterAll(async () => {
  await site.stop();
  mail.stop();
});
beforeEach(async () => {
  site.clock.advance(11 * 60_000);
  // A session lasts half an hour.
  site.admin = await site.anonymous.signIn('admin', PASSWORD);
  await set('smtp_host', '127.0.0.1');
  // Mails that another test queued without waiting for them.
  await site.app.host.outbox.drain();
  mail.mails.length = 0;
});

const BODY = { report: 'stale-computers', parameters: { days: 5 }, to: 'head@example.com' };
const send = (body: object = {}, as = site.admin) => as.post('/api/reports/email', { ...BODY, ...body });
/** Returns the decoded parts of the received mail. */
async function receiveMail(): Promise<string> {
  await site.app.host.outbox.drain();
  await eventually(() => mail.mails.length > 0, 'a mail comes');
  return mail.mails[0]!.replace(/=\r\n/g, '').replace(/=3D/g, '=');
}
const decodeParts = (text: string) =>
  [...text.matchAll(/base64[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/g)]
    .map(([, body]) => Buffer.from(body!, 'base64').toString())
    .join('\n');

test('any user may send a report with its first 50 rows as text and all rows as CSV', async () => {
  const { status, data } = await send({}, await site.userWith());
  expect([status, data]).toEqual([
    200,
    { queued: true, report: 'stale-computers', to: ['head@example.com'], rows: 60, attached: true },
  ]);
  const text = await receiveMail();
  expect(text).toContain('To: head@example.com');
  expect(text).toContain('Subject: North works: Computers without recent reports (60)');
  expect(text).toContain('The first 50 of 60 rows');
  expect(text).toContain('https://plant.example/reports/stale-computers?days=5');
  expect(text).toContain('filename=stale-computers.csv');
  const whole = text + decodeParts(text);
  expect(whole).not.toContain('<td align="left">Hall <b>1</b></td>');
  expect(whole).toContain('Hall &lt;b&gt;1&lt;/b&gt;');
  const csv = decodeParts(text)
    .split('\r\n')
    .filter((line) => /^pc-\d+,/.test(line));
  expect(csv).toHaveLength(60);
});

test('the addresses of a mail are read from a list or text, without repetitions', async () => {
  expect((await send({ to: 'a@example.com, b@example.com;a@example.com' })).data.to).toEqual([
    'a@example.com',
    'b@example.com',
  ]);
  expect((await send({ to: ['c@example.com'] })).data.to).toEqual(['c@example.com']);
});

test('invalid or too many addresses are refused with the path of their field', async () => {
  const many = Array.from({ length: 21 }, (_, n) => `p${n}@example.com`);
  for (const to of [
    '',
    'nobody',
    ['a@example.com', 'x y@z'],
    [],
    many,
    many.join(','),
    5,
    null,
    ['a@b.example\r\nBcc: x@y.example'],
  ]) {
    const { status, error } = await send({ to });
    expect([to, status, error.code]).toEqual([to, 400, 'VALIDATION_ERROR']);
    expect(error.details.issues[0].path).toMatch(/^to/);
  }
  expect((await send({ to: many.slice(0, 20) })).status).toBe(200);
});

test('an unknown report and invalid parameters are refused with their path', async () => {
  const wrong = async (body: object) => {
    const { status, error } = await send(body);
    return [status, error.details?.issues?.[0].path];
  };
  expect(await wrong({ report: 'nothing' })).toEqual([400, 'report']);
  expect(await wrong({ report: undefined })).toEqual([400, 'report']);
  expect(await wrong({ parameters: { days: 'many' } })).toEqual([400, 'parameters.days']);
  expect(await wrong({ parameters: { days: 0 } })).toEqual([400, 'parameters.days']);
  expect(await wrong({ parameters: { locationid: 'x' } })).toEqual([400, 'parameters.locationid']);
  expect((await wrong({ parameters: { days: { a: 1 } } }))[0]).toBe(400);
  expect((await wrong({ parameters: 'days=5' }))[0]).toBe(400);
});

test('only a user who may read a report may send it', async () => {
  const audit = { report: 'audit-activity', parameters: {} };
  expect((await send(audit, await site.userWith('settings.edit'))).status).toBe(403);
  expect((await send(audit, site.anonymous)).status).toBe(401);
  expect((await send({}, site.anonymous)).status).toBe(401);
  expect((await send(audit)).status).toBe(200);
});

test('a report is refused with the remedy when no mail server is set', async () => {
  await set('smtp_host', '');
  const { status, error } = await send();
  expect([status, error.code, error.message]).toEqual([
    409,
    'CONFLICT',
    'No mail server is set up. Enter it in the settings under Mail and alerts.',
  ]);
});

test('the audit log contains each mail with its report and recipient', async () => {
  await send({ to: 'log@example.com' });
  const [row] = (await site.admin.get('/api/auditlogs?action=reports.report.mailed')).data;
  expect(row).toMatchObject({
    action: 'reports.report.mailed',
    entitytype: 'report',
    entityid: 'stale-computers',
    username: 'admin',
  });
  expect(JSON.stringify(row.details)).toContain('log@example.com');
});

test('a user may send at most 20 reports in ten minutes', async () => {
  const user = await site.userWith();
  for (let n = 0; n < 20; n++) expect((await send({}, user)).status).toBe(200);
  const { status, error } = await send({}, user);
  expect([status, error.code]).toEqual([429, 'RATE_LIMITED']);
  expect((await send()).status).toBe(200);
});
