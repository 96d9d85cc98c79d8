import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../../../test/support/client.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../../../test/support/site.ts';
import { createEnrolledPc, setSharedKey, withSharedKey } from '../../endpoints/test/pcs.ts';

let site: Site;
let collector: Client;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
  collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
});
afterAll(() => site.stop());

let made = 0;
const newPrinter = async (body: object = {}): Promise<{ printerid: number; assetid: number }> =>
  (await site.admin.post('/api/printers', { assetnumber: `PR-${++made}`, ...body })).data;
const newMachine = async (): Promise<number> =>
  (await site.admin.post('/api/assets', { assetnumber: `MC-${++made}`, assettypeid: 2 })).data.assetid;
const newPc = async (hostname = `pc-${++made}`): Promise<number> =>
  (await site.admin.post('/api/computers', { assetnumber: hostname.toUpperCase(), hostname })).data.assetid;
const controls = (source: number, target: number) =>
  site.admin.post('/api/assets/relationships', {
    sourceassetid: source,
    targetassetid: target,
    relationshiptypeid: 1,
  });
const own = (assetid: number) => `/api/printers/assignments/for-asset/${assetid}`;
const put = (
  assetid: number,
  printerids: number[],
  defaultprinterid: number | null = null,
  by = site.admin,
) => by.put(own(assetid), { printerids, defaultprinterid });
const setOf = async (assetid: number) =>
  (await site.admin.get(`/api/printers/assignments/effective/${assetid}`)).data.map(
    (one: { printerid: number; isdefault: boolean; inheritedvia: { assetid: number } | null }) => [
      one.printerid,
      one.isdefault,
      one.inheritedvia?.assetid ?? null,
    ],
  );
const report = (hostname: string, queues: object[], by = collector) =>
  by.post('/api/collector/printers', { hostname, queues });

test('a PUT replaces the assignments of an asset in one change that can be undone', async () => {
  const [a, b, c] = [await newPrinter(), await newPrinter(), await newPrinter()];
  const machine = await newMachine();
  const first = await put(machine, [a.printerid, b.printerid], b.printerid);
  expect(first.status).toBe(200);
  const pairsOf = (rows: { printerid: number; isdefault: boolean }[]) =>
    rows.map(({ printerid, isdefault }) => [printerid, isdefault]);
  expect(pairsOf(first.data)).toEqual([
    [a.printerid, false],
    [b.printerid, true],
  ]);
  const second = await put(machine, [c.printerid, a.printerid], a.printerid);
  expect(pairsOf(second.data)).toEqual([
    [a.printerid, true],
    [c.printerid, false],
  ]);
  const [log] = (await site.admin.get('/api/auditlogs?action=printers.assignment.changed&per_page=1')).data;
  expect([log.entitytype, log.entityid]).toEqual(['asset', machine]);
  expect((await site.admin.post(`/api/auditlogs/${log.auditlogid}/undo`)).status).toBe(200);
  expect(pairsOf((await site.admin.get(own(machine))).data)).toEqual(pairsOf(first.data));
  const relations = (await site.admin.get(`/api/assets/${machine}/relationships`)).data;
  expect(relations.map((one: { relationshiptype: string }) => one.relationshiptype).sort()).toEqual([
    'defaultprinter',
    'usesprinter',
    'usesprinter',
  ]);
});

test('a PUT of assignments returns 400, 404 or STALE_WRITE and changes nothing when input is invalid', async () => {
  const printer = await newPrinter();
  const gone = await newPrinter();
  await site.admin.delete(`/api/printers/${gone.printerid}`);
  const machine = await newMachine();
  await put(machine, [printer.printerid], printer.printerid);
  const refused: [body: object, path: string][] = [
    [{ printerids: [], defaultprinterid: printer.printerid }, 'defaultprinterid'],
    [{ printerids: [99_999] }, 'printerids.0'],
    [{ printerids: [printer.printerid, gone.printerid] }, 'printerids.1'],
    [{ printerids: 'all' }, 'printerids'],
    [{}, 'printerids'],
  ];
  for (const [body, path] of refused) {
    const { status, error } = await site.admin.put(own(machine), body);
    expect([status, error.code, error.details.issues[0].path]).toEqual([400, 'VALIDATION_ERROR', path]);
  }
  expect((await site.admin.put(own(99_999), { printerids: [] })).status).toBe(404);
  expect((await site.admin.get(own(99_999))).status).toBe(404);
  expect((await site.admin.get(own(machine))).data).toMatchObject([
    { printerid: printer.printerid, isdefault: true },
  ]);
  const stale = { printerids: [], ifmodifieddate: '2000-01-01T00:00:00Z' };
  expect((await site.admin.put(own(machine), stale)).error.code).toBe('STALE_WRITE');
  expect((await put(printer.assetid, [printer.printerid])).status).toBe(400);
});

test('signed-in users read and set the printers of an asset, and a scoped token only reads them', async () => {
  const printer = await newPrinter();
  const machine = await newMachine();
  const somebody = await site.userWith();
  for (const path of [
    own(machine),
    `/api/printers/assignments/effective/${machine}`,
    `/api/printers/observed/${machine}`,
  ])
    expect([(await somebody.get(path)).status, (await site.anonymous.get(path)).status]).toEqual([200, 401]);
  const adopt = (by: Client) => by.post('/api/printers/assignments/seed-from-observed', { assetid: machine });
  const reply = await put(machine, [printer.printerid], null, somebody);
  expect([reply.status, (await adopt(somebody)).status]).toEqual([200, 400]);
  for (const closed of [put(machine, [], null, site.anonymous), adopt(site.anonymous)])
    expect((await closed).status).toBe(401);
  for (const permission of ['assets.edit', 'printers.edit', 'assets.view']) {
    const token = await site.admin.post('/api/apitokens', { name: permission, scopes: [permission] });
    const script = site.anonymous.bearer(token.data.secret);
    expect((await put(machine, [], null, script)).status).toBe(403);
    expect((await adopt(script)).status).toBe(403);
    expect((await script.get(own(machine))).status).toBe(200);
  }
});

test('the audit log records a change of assignments, and a printer editor can undo it', async () => {
  const printer = await newPrinter();
  const machine = await newMachine();
  const somebody = await site.userWith();
  const reply = await put(machine, [printer.printerid], null, somebody);
  // The response offers no undo, because this user lacks the permission for it.
  expect(reply.headers.get('x-audit-id')).toBe(null);
  const [row] = (
    await site.admin.get(`/api/auditlogs?action=printers.assignment.changed&entityid=${machine}`)
  ).data;
  expect(row.username).toMatch(/^user\d+$/);
  expect((await somebody.post(`/api/auditlogs/${row.auditlogid}/undo`)).status).toBe(403);
  const editor = await site.userWith('printers.edit');
  expect((await editor.post(`/api/auditlogs/${row.auditlogid}/undo`)).status).toBe(200);
  expect((await site.admin.get(own(machine))).data).toEqual([]);
});

test('a PC inherits the printers of the machine that it controls unless it has its own', async () => {
  const [a, b, c] = [await newPrinter(), await newPrinter(), await newPrinter()];
  const [machine, pc] = [await newMachine(), await newPc()];
  await controls(pc, machine);
  await put(machine, [a.printerid, b.printerid], b.printerid);
  expect(await setOf(pc)).toEqual([
    [a.printerid, false, machine],
    [b.printerid, true, machine],
  ]);
  expect(await setOf(machine)).toEqual([
    [a.printerid, false, null],
    [b.printerid, true, null],
  ]);
  expect((await site.admin.get(own(pc))).data).toEqual([]);
  const path = `/api/printers/pc-default?machine=PC-${made}&format=text`;
  expect((await site.anonymous.get(path)).status).toBe(200);
  await put(pc, [c.printerid]);
  expect(await setOf(pc)).toEqual([[c.printerid, false, null]]);
  const users = (await site.admin.get(`/api/printers/${a.printerid}/users`)).data;
  expect(users.map((one: { assetid: number }) => one.assetid)).toEqual([machine]);
  expect((await site.admin.get('/api/printers/99999/users')).status).toBe(404);
  await put(pc, []);
  const through = (await site.admin.get(`/api/printers/${b.printerid}/users`)).data;
  expect(
    through.map((one: { assetid: number; inheritedvia: { assetid: number } | null }) => [
      one.assetid,
      one.inheritedvia?.assetid ?? null,
    ]),
  ).toEqual([
    [machine, null],
    [pc, machine],
  ]);
});

test('a second default printer of an asset replaces the first', async () => {
  const [a, b] = [await newPrinter(), await newPrinter()];
  const machine = await newMachine();
  await put(machine, [a.printerid, b.printerid], a.printerid);
  await put(machine, [a.printerid, b.printerid], b.printerid);
  const relations = (await site.admin.get(`/api/assets/${machine}/relationships`)).data;
  const defaults = relations.filter(
    (one: { relationshiptype: string }) => one.relationshiptype === 'defaultprinter',
  );
  expect(defaults.map((one: { targetassetid: number }) => one.targetassetid)).toEqual([b.assetid]);
});

test('the server stores the reported queues of a PC and writes no assignment', async () => {
  const printer = await newPrinter({ ipaddress: '10.9.0.1' });
  const pc = await newPc('pc-reports');
  const queues = [
    { name: 'Hall 1', portname: 'IP_10.9.0.1', ipaddress: '10.9.0.1', drivername: 'PCL6', isdefault: true },
    { name: 'Microsoft Print to PDF', portname: 'PORTPROMPT:', drivername: 'Microsoft Print To PDF' },
  ];
  expect((await report('PC-Reports.plant.example', queues)).data).toEqual({
    created: 0,
    updated: 1,
    unchanged: 0,
    assetid: pc,
  });
  expect((await report('pc-reports', queues)).data.unchanged).toBe(1);
  const seen = (await site.admin.get(`/api/printers/observed/${pc}`)).data;
  expect(
    seen.map((one: { name: string; printerid: number | null; isvirtual: boolean }) => [
      one.name,
      one.printerid,
      one.isvirtual,
    ]),
  ).toEqual([
    ['Hall 1', printer.printerid, false],
    ['Microsoft Print to PDF', null, true],
  ]);
  expect((await site.admin.get(own(pc))).data).toEqual([]);
  expect((await report('pc-reports', [])).data.updated).toBe(1);
  expect((await site.admin.get(`/api/printers/observed/${pc}`)).data).toEqual([]);
  expect((await report('nobody-knows-me', queues)).data).toEqual({
    created: 0,
    updated: 0,
    unchanged: 1,
    assetid: null,
  });
});

test('the server rejects a queue report without a host name and counts invalid queues', async () => {
  const pc = await newPc('pc-hostile');
  const many = Array.from({ length: 501 }, (_, n) => ({ name: `q${n}` }));
  for (const body of [{ hostname: '', queues: [] }, { queues: [] }, { hostname: {}, queues: [] }])
    expect((await collector.post('/api/collector/printers', body)).status).toBe(400);
  const odd: [queues: unknown, ignored: object, stored: number][] = [
    [many, { queues: 1 }, 500],
    [[{ name: 'q', ipaddress: 'not one' }], { 'queues.ipaddress': 1 }, 1],
    [[{ name: 'a\u0000b' }, { portname: 'x' }], { 'queues.name': 1, queues: 1 }, 1],
    [[{ portname: 'x' }], { queues: 1 }, 1],
    ['many', { queues: 1 }, 1],
  ];
  for (const [queues, ignored, stored] of odd) {
    const { status, data } = await collector.post('/api/collector/printers', {
      hostname: 'pc-hostile',
      queues,
    });
    expect([status, data.ignored]).toEqual([200, ignored]);
    expect((await site.admin.get(`/api/printers/observed/${pc}`)).data).toHaveLength(stored);
  }
  expect((await site.anonymous.post('/api/collector/printers', { hostname: 'x', queues: [] })).status).toBe(
    401,
  );
});

test('the server matches a queue by address, share name or host name, and not when two printers match', async () => {
  const at = await newPrinter({ ipaddress: '10.9.1.1' });
  const shared = await newPrinter({ sharename: 'HALL-9' });
  const named = await newPrinter({ hostname: 'office-printer' });
  await newPrinter({ sharename: 'TWICE' });
  await newPrinter({ sharename: 'TWICE' });
  const pc = await newPc('pc-matches');
  await report('pc-matches', [
    { name: 'a', portname: 'socket://10.9.1.1:9100' },
    { name: 'b', portname: '\\\\server\\hall-9' },
    { name: '\\\\server\\HALL-9' },
    { name: 'd', portname: 'ipp://office-printer.plant.example:631/ipp/print' },
    { name: 'e', portname: '\\\\server\\twice' },
    { name: 'f', portname: 'USB001' },
  ]);
  const seen = (await site.admin.get(`/api/printers/observed/${pc}`)).data;
  const led = Object.fromEntries(
    seen.map((one: { name: string; printerid: number | null }) => [one.name, one.printerid]),
  );
  expect(led).toEqual({
    a: at.printerid,
    b: shared.printerid,
    '\\\\server\\HALL-9': shared.printerid,
    d: named.printerid,
    e: null,
    f: null,
  });
});

test('the server adopts observed queues as assignments and lists queues without a printer by name', async () => {
  const printer = await newPrinter({ ipaddress: '10.9.2.1' });
  const pc = await newPc('pc-seeds');
  const seed = (assetid: number) =>
    site.admin.post('/api/printers/assignments/seed-from-observed', { assetid });
  expect((await seed(pc)).status).toBe(400);
  expect((await seed(99_999)).status).toBe(400);
  await report('pc-seeds', [{ name: 'Mystery', portname: 'IP_10.9.2.99', ipaddress: '10.9.2.99' }]);
  const unknown = await seed(pc);
  expect([unknown.status, unknown.error.code]).toEqual([400, 'VALIDATION_ERROR']);
  expect(unknown.error.message).toContain('Mystery');
  expect((await site.admin.get(own(pc))).data).toEqual([]);
  await report('pc-seeds', [
    { name: 'Mystery', ipaddress: '10.9.2.99' },
    { name: 'Known', ipaddress: '10.9.2.1', isdefault: true },
  ]);
  const mixed = await seed(pc);
  expect(mixed.status).toBe(200);
  expect(mixed.data.refused.map((one: { name: string }) => one.name)).toEqual(['Mystery']);
  expect(mixed.data.assignments).toMatchObject([{ printerid: printer.printerid, isdefault: true }]);
  expect(await setOf(pc)).toEqual([[printer.printerid, true, null]]);
});

test('an enrolled PC reports only its own queues and reads its own assignments', async () => {
  const printer = await newPrinter({ windowsname: 'Hall77', ipaddress: '10.9.3.1' });
  const { agent, assetid } = await createEnrolledPc(site, 'pc-enrolled');
  await newPc('pc-other');
  const by = site.anonymous.with(agent.headers);
  expect((await report('pc-enrolled', [{ name: 'q' }], by)).data).toMatchObject({ updated: 1, assetid });
  expect((await report('pc-other', [{ name: 'q' }], by)).error.code).toBe('ASSET_MISMATCH');
  expect((await report('pc-enrolled', [{ name: 'q' }])).error.code).toBe('SHARED_KEY_REFUSED');
  await put(assetid, [printer.printerid], printer.printerid);
  const mine = '/api/printers/assignments/mine';
  const reply = await by.get(mine);
  expect(reply.data).toEqual({
    assetid,
    printers: [
      {
        printerid: printer.printerid,
        windowsname: 'Hall77',
        address: '10.9.3.1',
        sharepath: null,
        drivername: null,
        isdefault: true,
      },
    ],
  });
  expect((await by.get(`${mine}?hostname=pc-other`)).error.code).toBe('ASSET_MISMATCH');
  const shared = withSharedKey(site);
  expect((await shared.get(`${mine}?hostname=pc-enrolled`)).error.code).toBe('SHARED_KEY_REFUSED');
  expect((await shared.get(`${mine}?hostname=pc-other`)).data.printers).toEqual([]);
  expect((await shared.get(mine)).status).toBe(400);
  expect((await shared.get(`${mine}?hostname=nobody`)).status).toBe(404);
  expect((await collector.get(`${mine}?hostname=pc-other`)).error.code).toBe('FORBIDDEN');
  expect((await by.put(own(assetid), { printerids: [] })).status).toBe(401);
});
