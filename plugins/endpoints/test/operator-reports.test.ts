import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createPngHeader } from '../../../test/map-floor.ts';
import type { Client } from '../../../test/support/client.ts';
import { eventually, startMailServer } from '../../../test/support/receivers.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { advanceTime, createEnrolledPc, createPc, setSharedKey, withSharedKey } from './pcs.ts';

const PATH = '/api/endpoints/operator-reports';
const HOUR_MS = 3_600_000;
let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
});
beforeEach(() => site.app.host.db.writeUnaudited((tx) => tx.runUnjournaled('DELETE FROM outbox')));
afterAll(() => site.stop());

/** Previous values of the settings that a test changes. */
const previous = new Map<string, string>();
const put = async (key: string, value: string) =>
  expect([key, (await site.admin.put(`/api/settings/${key}`, { value })).status]).toEqual([key, 200]);
const set = async (key: string, value: string) => {
  if (!previous.has(key)) previous.set(key, (await site.admin.get(`/api/settings/${key}`)).data.value);
  await put(key, value);
};
afterEach(async () => {
  for (const [key, value] of previous) await put(key, value);
  previous.clear();
});

function form(fields: Record<string, string>, screenshot?: [name: string, content: Uint8Array]): FormData {
  const made = new FormData();
  for (const [name, value] of Object.entries(fields)) made.append(name, value);
  if (screenshot) made.append('screenshot', new File([screenshot[1] as BlobPart], screenshot[0]));
  return made;
}

const send = (agent: Client, ...fields: Parameters<typeof form>) => agent.upload(PATH, form(...fields));

/** Returns the queued mails. */
const mails = (): { to: string; subject: string; text: string; html: string }[] =>
  site.app.host.db.read((reader) =>
    reader
      .all<{ payload: string }>("SELECT payload FROM outbox WHERE kind = 'mail' ORDER BY outboxid")
      .map(({ payload }) => JSON.parse(site.app.host.secrets.decrypt(payload)!)),
  );

const folder = () => {
  try {
    return readdirSync(join(site.data, 'files', 'operatorreports'));
  } catch {
    return [];
  }
};

test('the server stores a report with its screenshot, for users with permission to read reports', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'op-1');
  const picture = createPngHeader(12, 8);
  const { status, data } = await send(
    agent,
    { text: 'It <b>smokes</b>.\nSince 8.', reason: 'Smoke', details: 'disk 90 %' },
    ['screen.png', picture],
  );
  const row = {
    operatorreportid: expect.any(Number),
    assetid,
    devicename: 'op-1',
    machinenumber: null,
    text: 'It <b>smokes</b>.\nSince 8.',
    reason: 'Smoke',
    hasscreenshot: true,
    createddate: expect.any(String),
  };
  const { filename, ...record } = data;
  expect([status, record]).toEqual([201, { ...row, details: 'disk 90 %' }]);
  expect(filename).toMatch(/^[0-9a-f-]{36}\.png$/);
  const reader = await site.userWith('endpoints.operatorreports');
  expect((await reader.get(`${PATH}?assetid=${assetid}`)).data).toEqual([row]);
  expect((await reader.get(`${PATH}/${data.operatorreportid}`)).data).toEqual(record);
  const screenshot = await fetch(`${site.url}${PATH}/${data.operatorreportid}/screenshot`, {
    headers: reader.headers,
  });
  expect([screenshot.headers.get('content-type'), screenshot.headers.get('cache-control')]).toEqual([
    'image/png',
    'private, no-store',
  ]);
  expect(Buffer.from(await screenshot.arrayBuffer()).equals(Buffer.from(picture))).toBe(true);
  const viewer = await site.userWith('endpoints.view');
  for (const path of [
    PATH,
    `${PATH}/${data.operatorreportid}`,
    `${PATH}/${data.operatorreportid}/screenshot`,
  ])
    expect([path, (await viewer.get(path)).status, (await site.anonymous.get(path)).status]).toEqual([
      path,
      403,
      401,
    ]);
});

test('a report needs a text, but no screenshot', async () => {
  const { agent } = await createEnrolledPc(site, 'op-2');
  const { status, data } = await send(agent, { text: 'No picture.' });
  expect([status, data.hasscreenshot, data.reason, data.details]).toEqual([201, false, null, null]);
  expect((await site.admin.get(`${PATH}/${data.operatorreportid}/screenshot`)).status).toBe(404);
  const wrong: Record<string, string>[] = [{ reason: 'x' }, { text: ' \u200b ' }, { text: 'x'.repeat(8001) }];
  for (const fields of wrong) {
    const refused = await send(agent, fields, ['a.png', createPngHeader(2, 2)]);
    expect([refused.status, refused.error.details.issues[0].path]).toEqual([400, 'text']);
  }
});

test('the server accepts only PNG and JPEG content up to 8 MB and leaves no file of a rejected one', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'op-3');
  const before = folder();
  const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>');
  const large = Buffer.concat([createPngHeader(2, 2), Buffer.alloc(8 * 1024 * 1024)]);
  const cases: [name: string, content: Uint8Array, status: number][] = [
    ['a.svg', svg, 400],
    ['a.png', svg, 400],
    ['a.gif', Buffer.from('R0lGODlhAgADAIAAAAAAAP///yH5BAAAAAAALAAAAAACAAMAAAICRF4AOw==', 'base64'), 400],
    ['a.png', createPngHeader(65_535, 65_535), 400],
    ['a.png', large, 413],
    ['a.png', new Uint8Array(0), 400],
  ];
  for (const [name, content, expected] of cases) {
    const { status, error } = await send(agent, { text: 'x' }, [name, content]);
    const path = expected === 400 ? 'screenshot' : undefined;
    expect([name, status, error.details.issues?.[0].path]).toEqual([name, expected, path]);
  }
  expect([folder(), (await site.admin.get(`${PATH}?assetid=${assetid}`)).data]).toEqual([before, []]);
});

test('a report returns 403 or 401 and stores nothing when it names another PC', async () => {
  const { agent } = await createEnrolledPc(site, 'op-4');
  const { assetid } = await createEnrolledPc(site, 'op-5');
  const before = folder();
  const inForm = await send(agent, { text: 'x', hostname: 'op-5' }, ['a.png', createPngHeader(2, 2)]);
  const inQuery = await agent.upload(
    `${PATH}?hostname=op-5`,
    form({ text: 'x' }, ['a.png', createPngHeader(2, 2)]),
  );
  expect([inForm.error.code, inQuery.error.code]).toEqual(['ASSET_MISMATCH', 'ASSET_MISMATCH']);
  const shared = await send(withSharedKey(site), { text: 'x', hostname: 'op-5' }, [
    'a.png',
    createPngHeader(2, 2),
  ]);
  expect([shared.status, shared.error.code]).toEqual([401, 'SHARED_KEY_REFUSED']);
  await createPc(site, 'op-6');
  expect((await send(withSharedKey(site), { text: 'x', hostname: 'OP-6' })).status).toBe(201);
  expect((await send(withSharedKey(site), { text: 'x' })).status).toBe(400);
  expect([folder(), (await site.admin.get(`${PATH}?assetid=${assetid}`)).data]).toEqual([before, []]);
});

test('each alert recipient gets a mail with full host name, machine and a link to the site address', async () => {
  await set('smtp_host', '127.0.0.1');
  await set('alert_recipients', 'a@plant.example, b@plant.example; a@plant.example');
  await set('site_url', 'https://millwright.plant.example/base/');
  await set('display_fqdn_domain', '.plant.example');
  const { assetid, agent } = await createEnrolledPc(site, 'op-7');
  const press = (await site.admin.post('/api/assets', { assetnumber: 'PRESS-<7>', assettypeid: 1 })).data;
  const types = (await site.admin.get('/api/assets/relationshiptypes?per_page=100')).data;
  const { relationshiptypeid } = types.find(
    ({ relationshiptype }: { relationshiptype: string }) => relationshiptype === 'controls',
  );
  const tied = { sourceassetid: assetid, targetassetid: press.assetid, relationshiptypeid };
  expect((await site.admin.post('/api/assets/relationships', tied)).status).toBe(201);
  const spoofed = agent.with({ 'x-forwarded-host': 'evil.example' });
  const reason = 'Stop\r\nBcc: evil@evil.example';
  const html = '<img src=x onerror="alert(1)">\'`&';
  const { data } = await send(spoofed, { text: html, reason, details: `d ${html}` }, [
    's.png',
    createPngHeader(2, 2),
  ]);
  expect([data.machinenumber, data.devicename]).toEqual(['PRESS-<7>', 'op-7.plant.example']);
  const [first, second, third] = mails();
  expect([first!.to, second!.to, third]).toEqual(['a@plant.example', 'b@plant.example', undefined]);
  expect(first!.subject).toBe('Operator report from op-7.plant.example: Stop Bcc: evil@evil.example');
  const link = `https://millwright.plant.example/base/endpoints/operator-reports?report=${data.operatorreportid}`;
  expect(first!.html).toContain(`<a href="${link}">`);
  expect(first!.text).toContain(`Screenshot: ${link}`);
  for (const value of [link, data.createddate, 'PRESS-<7>', html]) expect(first!.text).toContain(value);
  expect(first!.html).toContain(data.createddate);
  expect(first!.html).not.toMatch(/<img|onerror="|PRESS-<|evil\.example\/|["'`]&#38;/);
  expect(first!.html).toContain('&#60;img src=x onerror=&#34;alert(1)&#34;&#62;&#39;&#96;&#38;');
});

test('a mail contains no link when no site address is set', async () => {
  await set('smtp_host', '127.0.0.1');
  await set('alert_recipients', 'a@plant.example');
  await set('site_url', '');
  const { agent } = await createEnrolledPc(site, 'op-8');
  expect((await send(agent, { text: 'x' }, ['s.png', createPngHeader(2, 2)])).status).toBe(201);
  expect(mails()[0]!.html).not.toMatch(/href|http/);
});

test('line breaks in a reason add no header to the mail', async () => {
  const server = await startMailServer();
  await set('smtp_host', '127.0.0.1');
  await set('smtp_port', String(server.port));
  await set('smtp_security', 'none');
  await set('smtp_from', 'millwright@plant.example');
  await set('alert_recipients', 'a@plant.example');
  const { agent } = await createEnrolledPc(site, 'op-9');
  const reason = 'Stop\r\nBcc: evil@evil.example\r\n\r\n<script>';
  await send(agent, { text: 'x', reason });
  await site.app.host.outbox.drain();
  await eventually(() => server.mails.length === 1, 'the mail arrives');
  server.stop();
  const [head] = server.mails[0]!.split('\r\n\r\n');
  const names = head!.split('\r\n').filter((line) => /^\S/.test(line));
  expect(
    names.filter((line) => /^(?:bcc|cc|to|subject):/i.test(line)).map((line) => line.split(':')[0]),
  ).toEqual(['To', 'Subject']);
});

test('an upload succeeds when its mail cannot be sent', async () => {
  await set('smtp_host', '127.0.0.1');
  await set('smtp_from', 'millwright@plant.example');
  await set('smtp_port', '1');
  await set('alert_recipients', 'a@plant.example, ,');
  const { agent } = await createEnrolledPc(site, 'op-10');
  expect((await send(agent, { text: 'stored anyway' })).status).toBe(201);
  await site.app.host.outbox.drain();
  await set('alert_recipients', '');
  expect((await send(agent, { text: 'no recipient' })).status).toBe(201);
});

test('the server keeps the newest 200 reports of a PC and deletes older screenshots', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'op-11');
  const before = folder();
  const first = await send(agent, { text: 'first' }, ['s.png', createPngHeader(2, 2)]);
  expect(folder()).toHaveLength(before.length + 1);
  for (let n = 0; n < 200; n++) {
    if (n % 10 === 0) await advanceTime(site, HOUR_MS);
    expect((await send(agent, { text: `next ${n}` })).status).toBe(201);
  }
  expect((await site.admin.get(`${PATH}?assetid=${assetid}`)).meta.pagination.total).toBe(200);
  expect((await site.admin.get(`${PATH}/${first.data.operatorreportid}`)).status).toBe(404);
  await eventually(() => folder().length === before.length, 'the picture is removed');
});

test('the server returns 429 unread after ten reports of a PC in an hour, and accepts other PCs', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'op-13');
  const other = await createEnrolledPc(site, 'op-14');
  const total = async () => (await site.admin.get(`${PATH}?assetid=${assetid}`)).meta.pagination.total;
  for (let n = 0; n < 9; n++) expect((await send(agent, { text: `${n}` })).status).toBe(201);
  expect((await send(agent, { text: '' })).status).toBe(400);
  const before = folder();
  const eleventh = await send(agent, { text: 'one more' }, ['a.png', createPngHeader(2, 2)]);
  expect([eleventh.status, eleventh.error.code]).toEqual([429, 'RATE_LIMITED']);
  const wait = Number(eleventh.headers.get('retry-after'));
  expect([wait > 3500, wait <= 3600]).toEqual([true, true]);
  // This invalid form would return 400 if the server read it.
  expect((await agent.post(PATH, { text: 'x' })).status).toBe(429);
  expect([folder(), await total()]).toEqual([before, 9]);
  expect((await send(other.agent, { text: 'Another PC' })).status).toBe(201);
  await advanceTime(site, wait * 1000);
  expect((await send(agent, { text: 'An hour later' })).status).toBe(201);
  expect(await total()).toBe(10);
});

test.each([
  ['in the query', `${PATH}?hostname=op-15`, {}],
  ['in the form', PATH, { hostname: 'OP-16' }],
])(
  'the limit of ten reports per hour applies to the shared key when the PC is named %s',
  async (_where, path, named) => {
    const assetid = await createPc(site, path === PATH ? 'op-16' : 'op-15');
    const report = () =>
      withSharedKey(site).upload(path, form({ text: 'x', ...named }, ['a.png', createPngHeader(2, 2)]));
    const before = folder().length;
    for (let n = 0; n < 10; n++) expect((await report()).status).toBe(201);
    expect((await report()).status).toBe(429);
    expect(folder()).toHaveLength(before + 10);
    expect((await site.admin.get(`${PATH}?assetid=${assetid}`)).meta.pagination.total).toBe(10);
  },
);

test('the audit log contains no content of a report', async () => {
  const { agent } = await createEnrolledPc(site, 'op-12');
  const { data } = await send(agent, { text: 'canary-text', reason: 'canary-reason', details: 'canary-d' });
  const rows = await site.admin.get(
    `/api/auditlogs?action=endpoints.operatorreport.received&entityid=${data.operatorreportid}`,
  );
  expect(rows.data.map(({ username }: { username: string }) => username)).toEqual(['op-12']);
  const all = site.app.host.db.read((reader) =>
    JSON.stringify([reader.all('SELECT * FROM auditlogs'), reader.all('SELECT * FROM auditjournal')]),
  );
  expect(all).not.toContain('canary');
});
