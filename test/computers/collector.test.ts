import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import type { Client } from '../support/client.ts';
import { DAY } from '../support/clock.ts';
import { COLLECTOR_KEY, PASSWORD, type Site, startSite } from '../support/site.ts';

let site: Site;
let collector: Client;
beforeAll(async () => {
  site = await startSite();
  collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
});
afterAll(() => site.stop());

const real = (name: string) => readFileSync(join(import.meta.dir, '../data/glpi', `${name}.json`));
const counts = () =>
  site.app.host.db.read((reader) =>
    [
      'assets',
      'computers',
      'communications',
      'applications',
      'installedapps',
      'auditlogs',
      'assethistory',
    ].map((table) => reader.value(`SELECT count(*) FROM ${table}`)),
  );
const report = (body: unknown) => collector.post('/api/collector/computers', body);
const glpi = (body: RequestInit['body'], headers: Record<string, string> = {}) =>
  collector.with({ 'content-type': 'application/json', ...headers }).raw('POST', '/api/collector/glpi', body);
const byHost = async (name: string) => (await site.anonymous.get(`/api/computers/by-hostname/${name}`)).data;

const PC = {
  hostname: 'CELL-7',
  serialnumber: 'ABC123',
  manufacturer: 'Dell',
  model: 'OptiPlex 7000',
  osname: 'Windows 11',
  osversion: '23H2',
  loggedinuser: 'ina',
  lastboottime: '2026-01-31T13:05:09Z',
  ipaddresses: ['10.7.0.7', '10.7.0.8'],
  macaddresses: ['00-11-22-33-44-55'],
  installedapps: [{ name: '7-Zip', version: '22.01' }, { name: 'CAD' }],
};

let made = 0;
/** Reports a new PC like `PC` with a different host name, serial number and addresses. */
async function reportPc() {
  const n = ++made;
  const body = {
    ...PC,
    hostname: `CELL-7-${n}`,
    serialnumber: `ABC123-${n}`,
    ipaddresses: [`10.8.0.${n}`, `10.9.0.${n}`],
    macaddresses: [`00-11-22-33-66-0${n}`],
  };
  expect((await report(body)).data.created).toBe(1);
  return { body, name: body.hostname.toLowerCase(), pc: await byHost(body.hostname) };
}

test('a report creates a computer with all reported facts', async () => {
  const made = await report(PC);
  expect(made.data).toMatchObject({ created: 1, updated: 0, unchanged: 0 });
  const pc = await byHost('cell-7');
  expect(pc).toMatchObject({
    assetid: made.data.assetid,
    serialnumber: 'ABC123',
    vendor: 'Dell',
    modelnumber: 'OptiPlex 7000',
    osname: 'Windows 11',
    loggedinuser: 'ina',
    lastboottime: '2026-01-31T13:05:09.000Z',
    ipaddress: '10.7.0.7',
  });
  expect(pc.communications.map((row: { address: string }) => row.address)).toEqual([
    '10.7.0.7',
    '10.7.0.8',
    '00:11:22:33:44:55',
  ]);
  const apps = (await site.anonymous.get(`/api/computers/${pc.computerid}/apps`)).data;
  expect(apps.map((app: { appname: string; version: string }) => [app.appname, app.version])).toEqual([
    ['7-Zip', '22.01'],
    ['CAD', null],
  ]);
});

test('a repeated report changes nothing, and only the report date is updated later', async () => {
  const { body, name, pc } = await reportPc();
  const before = counts();
  site.clock.advance(DAY);
  try {
    expect((await report(body)).data).toMatchObject({ created: 0, updated: 0, unchanged: 1 });
    const reversed = { ...body, installedapps: [...body.installedapps].reverse() };
    expect((await report(reversed)).data.unchanged).toBe(1);
    expect(counts()).toEqual(before);
    expect(await byHost(name)).toEqual(pc);
    const admin = await site.anonymous.signIn('admin', PASSWORD);
    await admin.post('/api/jobs/computers.last-seen/run');
    expect((await byHost(name)).lastreporteddate > pc.lastreporteddate).toBe(true);
  } finally {
    site.clock.advance(-DAY);
  }
});

test("a user's correction stays until a report changes the fact", async () => {
  const { body, name, pc } = await reportPc();
  await site.admin.put(`/api/computers/${pc.computerid}`, { loggedinuser: 'corrected' });
  await report(body);
  expect((await byHost(name)).loggedinuser).toBe('corrected');
  expect((await report({ ...body, loggedinuser: 'bo' })).data.updated).toBe(1);
  expect((await byHost(name)).loggedinuser).toBe('bo');
});

test('a report removes missing applications, adds new ones and keeps manual records', async () => {
  const { body, name, pc } = await reportPc();
  const { computerid } = pc;
  const { data: app } = await site.admin.post('/api/applications', { appname: 'By hand' });
  await site.admin.post(`/api/computers/${computerid}/apps`, { appid: app.appid });
  await report({ ...body, installedapps: [{ name: '7-ZIP', version: '23.00' }, { name: 'Editor' }] });
  const apps = (await site.anonymous.get(`/api/computers/${computerid}/apps`)).data;
  expect(apps.map((row: { appname: string; version: string }) => [row.appname, row.version])).toEqual([
    ['7-Zip', '23.00'],
    ['By hand', null],
    ['Editor', null],
  ]);
  await report({ hostname: name, loggedinuser: 'someone' });
  expect((await site.anonymous.get(`/api/computers/${computerid}/apps`)).data).toHaveLength(3);
});

test('a renamed computer is found by serial number and MAC address, and placeholders identify none', async () => {
  const { body, pc } = await reportPc();
  const { serialnumber, macaddresses } = body;
  await report({ hostname: 'renamed-pc', serialnumber, macaddresses });
  expect((await byHost('renamed-pc')).computerid).toBe(pc.computerid);
  const { data } = await report({ hostname: 'other-pc', serialnumber });
  expect([data.created, data.assetid === pc.assetid]).toEqual([1, false]);
  for (const hostname of ['clone-1', 'clone-2'])
    expect((await report({ hostname, serialnumber: 'To be filled by O.E.M.' })).data.created).toBe(1);
  expect((await byHost('clone-2')).serialnumber).toBeNull();
});

test('a batch with an invalid record writes nothing', async () => {
  const before = counts();
  for (const bad of [
    { hostname: '' },
    { hostname: 'x'.repeat(256) },
    { hostname: ['ok', 'other'] },
    { hostname: 'ok', serialnumber: 'x'.repeat(256) },
    { hostname: 'ok', uuid: { value: 1 } },
    { hostname: 'ok', macaddresses: ['no address'] },
    'text',
    null,
  ]) {
    const answer = await report({ records: [{ hostname: 'good-one' }, bad] });
    expect([JSON.stringify(bad).slice(0, 40), answer.status, answer.error.code]).toEqual([
      JSON.stringify(bad).slice(0, 40),
      400,
      'VALIDATION_ERROR',
    ]);
  }
  expect((await report({ records: [] })).status).toBe(400);
  const many = await report({ records: Array.from({ length: 1001 }, (_, n) => ({ hostname: `h${n}` })) });
  expect([many.status, many.error.details]).toEqual([413, { limit: 1000 }]);
  expect(counts()).toEqual(before);
});

test('the collector accepts the key, a service token or a basic password, and refuses others', async () => {
  const { data: token } = await site.admin.post('/api/apitokens', {
    name: 'c',
    service: true,
    scopes: ['collector.ingest'],
  });
  const { data: other } = await site.admin.post('/api/apitokens', {
    name: 'm',
    service: true,
    scopes: ['metrics.read'],
  });
  const status = (headers: Record<string, string>) =>
    site.anonymous.with(headers).get('/api/collector/status');
  const basic = (password: string) => ({
    authorization: `Basic ${Buffer.from(`agent:${password}`).toString('base64')}`,
  });
  for (const headers of [
    { 'x-api-key': COLLECTOR_KEY },
    { 'x-api-key': token.secret },
    { authorization: `Bearer ${token.secret}` },
    basic(COLLECTOR_KEY),
    basic(token.secret),
  ]) {
    expect((await status(headers)).status).toBe(200);
  }
  expect((await status({})).status).toBe(401);
  expect((await status({})).headers.get('www-authenticate')).toBe('Basic realm="Millwright"');
  expect((await status({ 'x-api-key': 'wrong' })).status).toBe(401);
  expect((await status({ 'x-api-key': other.secret })).status).toBe(403);
  expect((await site.admin.get('/api/collector/status')).status).toBe(403);
});

test('the collector stores a real GLPI inventory in plain, gzip and deflate form', async () => {
  const body = real('computer_1');
  const first = await glpi(body);
  expect([first.status, JSON.parse(first.text).status]).toEqual([200, 'ok']);
  const pc = await byHost('glpixps');
  expect(pc).toMatchObject({
    serialnumber: '640HP72',
    vendor: 'Dell Inc.',
    modelnumber: 'XPS 13 9350',
    osname: 'Fedora',
    ipaddress: '192.168.1.142',
  });
  const before = counts();
  await glpi(gzipSync(body));
  await glpi(deflateSync(body), { 'content-type': 'application/x-compress-zlib' });
  expect(counts()).toEqual(before);
});

test('the collector stores an inventory of 3,000 applications, and its repetition changes nothing', async () => {
  const body = real('computer_3');
  expect((await glpi(body)).status).toBe(200);
  const { computerid } = await byHost('LF014');
  expect((await site.anonymous.get(`/api/computers/${computerid}/apps`)).data.length).toBeGreaterThan(2900);
  const before = counts();
  expect(JSON.parse((await glpi(body)).text).data.unchanged).toBe(1);
  expect(counts()).toEqual(before);
});

test('the collector stores printers, switches and phones once as assets of their type', async () => {
  for (const [name, type, title] of [
    ['printer_1', 'Printer', 'NPIF2BE10'],
    ['networkequipment_3', 'Network device', 'HP-2530-48G'],
    ['phone_1', 'Phone', 'Mi9TPro-TéléphoneM'],
  ] as const) {
    const made = JSON.parse((await glpi(real(name))).text).data;
    const { data } = await site.anonymous.get(`/api/assets/${made.assetid}`);
    expect(data).toMatchObject({ assettype: type, name: title });
    expect(JSON.parse((await glpi(real(name))).text).data.unchanged).toBe(1);
  }
  const printer = (await site.anonymous.get('/api/assets?search=NPIF2BE10')).data[0];
  expect(
    (await site.anonymous.get(`/api/assets/${printer.assetid}/communications`)).data.map(
      (row: { address: string }) => row.address,
    ),
  ).toEqual(['10.59.29.175', '00:68:eb:f2:be:10']);
});

test('the contact of an agent gets the expected response', async () => {
  const answer = JSON.parse(
    (
      await glpi(
        JSON.stringify({
          action: 'contact',
          deviceid: 'pc-1',
          name: 'GLPI-Agent',
          version: '1.7',
          'installed-tasks': ['inventory'],
          'enabled-tasks': ['inventory', 'deploy'],
        }),
      )
    ).text,
  );
  expect(answer).toMatchObject({ status: 'ok', tasks: { inventory: {} }, disabled: ['deploy'] });
  expect(answer.expiration).toBeGreaterThan(0);
});

test('a malformed inventory returns 400 and changes nothing', async () => {
  const before = counts();
  const broken = [
    '',
    'junk',
    '{"action":"inventory"',
    '{"action":"inventory","deviceid":"x","content":{"hardware":{"name":7000}}}x',
    `{"action":"inventory","deviceid":"x","content":{"hardware":{"name":"${'h'.repeat(300)}"}}}`,
    '{"action":"inventory","deviceid":"x"}',
    '{"action":"inventory","deviceid":"x","content":[]}',
    `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
    '{"action":"explode","deviceid":"x"}',
    '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><REQUEST><QUERY>INVENTORY</QUERY></REQUEST>',
  ];
  for (const body of broken) {
    const answer = await glpi(body);
    expect([body.slice(0, 40), answer.status]).toEqual([body.slice(0, 40), 400]);
    if (answer.text.startsWith('{'))
      expect(JSON.parse(answer.text).data.error.message.length).toBeGreaterThan(10);
  }
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '));
  expect([400, 413]).toContain((await glpi(bomb)).status);
  expect((await glpi(gzipSync(real('computer_1')).subarray(0, 500))).status).toBe(400);
  expect(counts()).toEqual(before);
});

test('the collector stores markup in reported values as text', async () => {
  await report({
    hostname: 'xss-1',
    manufacturer: '<img src=x onerror=alert(1)>',
    loggedinuser: "'; DROP TABLE assets; --",
    installedapps: [{ name: '<script>alert(1)</script>' }],
  });
  const pc = await byHost('xss-1');
  expect(pc.vendor).toBe('<img src=x onerror=alert(1)>');
  expect(pc.loggedinuser).toBe("'; DROP TABLE assets; --");
});

test('the collector route returns 404 for an unknown name', async () => {
  const named = await collector.post('/api/collector/computers', { hostname: 'named-here' });
  expect([named.status, named.data.created]).toEqual([200, 1]);
  const unknown = await collector.post('/api/collector/nothing-here', { hostname: 'named-here' });
  expect([unknown.status, unknown.error.code]).toEqual([404, 'NOT_FOUND']);
  expect((await site.anonymous.post('/api/collector/nothing-here', {})).status).toBe(401);
});
