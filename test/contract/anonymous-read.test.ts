import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Route } from '../../src/kit/http/routes.ts';
import type { Client } from '../support/client.ts';
import { type Site, startSite } from '../support/site.ts';
import { fillPath, routeNameOf } from './requests.ts';

/** Routes that stay public when anonymous reading is disabled. The API document lists them. */
const ALWAYS = [
  'GET /api/applications/image/:filename',
  'GET /api/backups/ticket/:ticket',
  'GET /api/capabilities',
  'GET /api/dashboard/health',
  'GET /api/dashboard/navigation',
  'GET /api/dashboarddefaults/display-role',
  'GET /api/dashboarddefaults/visitor-location',
  'GET /api/docs',
  'GET /api/docs/llms.txt',
  'GET /api/docs/openapi.json',
  'GET /api/docs/start.js',
  'GET /api/employees/photo/:filename',
  'GET /api/endpoints/siteagent/bootstrap.ps1',
  'GET /api/endpoints/siteagent/bootstrap.sh',
  'GET /api/endpoints/siteagent/package',
  'GET /api/maplevels',
  'GET /api/maplevels/:levelid',
  'GET /api/maplevels/:levelid/blueprint/:filename',
  'GET /api/models/image/:filename',
  'GET /api/notifications/employee/:sso',
  'GET /api/notifications/shopfloor',
  'GET /api/plugins/enabled',
  'GET /api/printedparts/image/:filename',
  'GET /api/securesend/:token',
  'GET /api/settings',
  'GET /api/settings/:key',
  'GET /api/settings/branding/:filename',
  'GET /api/settings/map-blueprint/:filename',
  'GET /api/setup/needs-admin',
  'GET /api/slides/feed',
  'GET /api/slides/img/:surface/:filename',
];

/** Values that only signed-in users may see while anonymous callers may read the basics. */
const CANARIES = {
  ip: '10.77.66.55',
  mac: '00:1a:2b:77:66:55',
  user: 'canaryuser',
  account: 'canaryaccount',
  port: '47471',
  display: '10.77.66.54',
  contact: 'canarycontact',
};

let site: Site;
let ids: Record<string, number>;
beforeAll(async () => {
  site = await startSite();
  ids = await plantValues();
});
afterAll(() => site.stop());

const read = async (value: string) => {
  const answer = await site.admin.put('/api/settings/anonymous_read', { value });
  expect(answer.error).toBeUndefined();
};

/** Creates a computer with all values that may be hidden, modified by a user with an account. */
async function plantValues(): Promise<Record<string, number>> {
  const { admin } = site;
  const roles = (await admin.get('/api/auth/me')).data.roles;
  const { account: username } = CANARIES;
  const person = { username, email: 'c@plant.example', password: 'correct horse', sendwelcome: false };
  await admin.post('/api/users', { ...person, mustchangepassword: false, roles: [roles[0].roleid] });
  const writer = await site.anonymous.signIn(username, person.password);
  const protocol = await writer.post('/api/protocols', {
    protocol: 'VNC',
    urltemplate: 'vnc://{host}:{port}',
  });
  const { data } = await writer.post('/api/computers', {
    assetnumber: 'PC-1',
    hostname: 'plain-host',
    loggedinuser: CANARIES.user,
    ipaddress: CANARIES.ip,
    accessmethods: [{ protocolid: protocol.data.protocolid, portoverride: Number(CANARIES.port) }],
  });
  const addresses = `/api/assets/${data.assetid}/communications`;
  for (const one of [
    { commtype: 'mac', address: CANARIES.mac },
    { commtype: 'serial', address: 'COM-SERIAL-1' },
  ])
    expect((await writer.post(addresses, one)).error).toBeUndefined();
  await writer.put(`/api/computers/${data.computerid}`, { notes: 'Changed by an account' });
  const display = { fqdn: 'd1.plant.example', ipaddress: CANARIES.display, displayrole: 'Lobby' };
  expect((await writer.post('/api/dashboarddefaults', display)).error).toBeUndefined();
  const contacts = [{ contactname: CANARIES.contact }];
  expect((await writer.post('/api/supportteams', { teamname: 'Team', contacts })).error).toBeUndefined();
  return { assetid: data.assetid, computerid: data.computerid };
}

const readable = (): Route[] =>
  site.app.routes.filter(
    ({ access, method }) => method === 'GET' && ['open', 'optional', 'public'].includes(access as string),
  );

/** Returns the path of the route with existing records. */
const pathOf = (route: Route): string =>
  route.path
    .replace(':hostname', 'plain-host')
    .replace(':type', 'computer')
    .replace(':key', 'stale-computers')
    .replace(/:(\w+)/g, (_all, name: string) => String(ids[name] ?? 1));

/** Returns the variants of a request: plain, as CSV, with options, and as a search. */
const urlsOf = (path: string, search: string): string[] =>
  [
    '',
    'format=csv',
    'days=1',
    'include_type_data=true&active=false',
    `search=${encodeURIComponent(search)}`,
  ].map((query) => `${path}?${query}`);

/** Returns the canary values that a caller finds in any readable route. */
async function findValues(caller: Client): Promise<Set<string>> {
  const met = new Set<string>();
  for (const route of readable().filter(({ path }) => path !== '/api/docs/openapi.json'))
    for (const path of urlsOf(pathOf(route), 'plain-host')) {
      const { text } = await caller.get(path);
      for (const [name, canary] of Object.entries(CANARIES))
        if (text.includes(canary)) met.add(`${name}: ${path}`);
    }
  return met;
}

const kindsOf = (met: Set<string>) => [...new Set([...met].map((line) => line.split(':')[0]!))].sort();

test('an anonymous caller with full access reads everything except fields for signed-in users', async () => {
  await read('full');
  expect(kindsOf(await findValues(site.anonymous))).toEqual([
    'account',
    'display',
    'ip',
    'mac',
    'port',
    'user',
  ]);
});

test('an anonymous caller with basic access finds no account, address, port or user in any route', async () => {
  await read('basic');
  expect([...(await findValues(site.anonymous))]).toEqual([]);
  const person = await site.userWith();
  expect(kindsOf(await findValues(person))).toEqual(Object.keys(CANARIES).sort());
});

test('an anonymous caller with basic access reads all fields that are not hidden', async () => {
  await read('basic');
  const { data } = await site.anonymous.get(`/api/computers/${ids.computerid}`);
  expect(data).toMatchObject({ hostname: 'plain-host', assetnumber: 'PC-1', notes: 'Changed by an account' });
  const addresses = await site.anonymous.get(`/api/assets/${ids.assetid}/communications`);
  expect(addresses.data.map((row: { address: string }) => row.address)).toEqual(['COM-SERIAL-1']);
  const csv = (await site.anonymous.get('/api/computers?format=csv')).text.split('\r\n')[0]!.split(',');
  expect(csv).toContain('hostname');
  for (const hidden of ['ipaddress', 'loggedinuser']) expect(csv).not.toContain(hidden);
});

test('a search with basic access ignores hidden fields and matches all others', async () => {
  await read('basic');
  const lists = ['/api/assets', '/api/computers', '/api/map/unplaced'];
  const count = async (caller: Client, path: string, text: string) =>
    (await caller.get(`${path}?search=${encodeURIComponent(text)}`)).data.length;
  for (const path of lists) {
    for (const text of [CANARIES.ip, CANARIES.mac, '10.77', '77:66', '7.']) {
      expect([path, text, await count(site.anonymous, path, text)]).toEqual([path, text, 0]);
      expect([path, text, await count(site.admin, path, text)]).toEqual([path, text, 1]);
    }
    for (const text of ['PC-1', 'plain-host', 'COM-SERIAL', 'PC'])
      expect([path, text, await count(site.anonymous, path, text)]).toEqual([path, text, 1]);
  }
  expect(await count(site.anonymous, '/api/dashboarddefaults', CANARIES.display)).toBe(0);
  expect(await count(site.admin, '/api/dashboarddefaults', CANARIES.display)).toBe(1);
  expect(await count(site.anonymous, '/api/dashboarddefaults', 'd1.plant')).toBe(1);
});

test('history, sort orders, registers and reports disclose no hidden field with basic access', async () => {
  await read('basic');
  const history = `/api/assets/${ids.assetid}/history`;
  for (const path of [history, '/api/dashboarddefaults?sort=ipaddress'])
    expect([path, (await site.anonymous.get(path)).status, (await site.admin.get(path)).status]).toEqual([
      path,
      401,
      200,
    ]);
  const fieldsFor = async (caller: Client) =>
    (await caller.get('/api/registers')).data
      .find(({ name }: { name: string }) => name === 'computers')
      .fields.map(({ name }: { name: string }) => name);
  expect(await fieldsFor(site.admin)).toContain('loggedinuser');
  for (const hidden of ['loggedinuser', 'ipaddress', 'accessmethods', 'communications'])
    expect(await fieldsFor(site.anonymous)).not.toContain(hidden);
  const columns = (await site.anonymous.get('/api/reports/stale-computers')).data.columns;
  expect(columns.map(({ key }: { key: string }) => key)).not.toContain('loggedinuser');
});

test('each route that is not always public returns 401 without anonymous access', async () => {
  await read('none');
  const admitted: string[] = [];
  for (const route of readable()) {
    const { status, error } = await site.anonymous.get(fillPath(route));
    if (status === 401)
      expect([routeNameOf(route), error.code]).toEqual([routeNameOf(route), 'UNAUTHORIZED']);
    else admitted.push(routeNameOf(route));
  }
  expect(admitted.sort()).toEqual(ALWAYS);
  for (const path of ['/api/map/markers', '/api/map/unplaced', '/api/assets?format=csv', '/api/registers'])
    expect([path, (await site.anonymous.get(path)).status]).toEqual([path, 401]);
});

test('signed-in users and service tokens read as before without anonymous access', async () => {
  await read('none');
  const { data } = await site.admin.post('/api/apitokens', {
    name: 'machine',
    service: true,
    scopes: ['collector.ingest'],
  });
  for (const caller of [await site.userWith(), site.anonymous.bearer(data.secret)])
    expect((await caller.get(`/api/computers/${ids.computerid}`)).data.loggedinuser).toBe(CANARIES.user);
  expect((await site.anonymous.get('/api/capabilities')).data).toMatchObject({ login: false, read: false });
  expect((await site.admin.get('/api/capabilities')).data).toMatchObject({ login: true, read: true });
  const pages = (await site.anonymous.get('/api/dashboard/navigation')).data;
  expect(pages.flatMap((node: { children?: unknown[] }) => node.children ?? [])).toEqual([]);
});
