import { afterAll, beforeAll, expect, test } from 'bun:test';
import { plugins } from '../../plugins/index.ts';
import { lockersPlugin, receivedEvents } from '../fixtures/plugins/lockers/index.ts';
import { importFile } from '../support/imports.ts';
import { type Site, startSite } from '../support/site.ts';
import { outcomeOf } from './requests.ts';

let site: Site;
beforeAll(async () => {
  receivedEvents.length = 0;
  site = await startSite({ plugins: [...plugins, lockersPlugin] });
});
afterAll(() => site.stop());

const newAsset = async (assetnumber: string): Promise<number> =>
  (await site.admin.post('/api/assets', { assetnumber, assettypeid: 1 })).data.assetid;
const newLocker = async (body: object): Promise<number> =>
  (await site.admin.post('/api/lockers', body)).data.lockerid;

test('the register of a plugin has routes, permissions, a description and a navigation entry', async () => {
  const made = await site.admin.post('/api/lockers', { locker: 'Bob', nickname: 'Bobby' });
  expect([made.status, made.data.isactive]).toEqual([201, true]);
  expect((await site.anonymous.get('/api/lockers?search=Bobby')).data).toHaveLength(1);
  expect((await site.anonymous.post('/api/lockers', { locker: 'Eve' })).status).toBe(401);
  const viewer = await site.userWith('lockers.view', 'assets.view');
  expect((await viewer.post('/api/lockers', { locker: 'Eve' })).status).toBe(403);
  const registers = (await viewer.get('/api/registers')).data;
  const { can, verbs, ledgers } = registers.find((one: { name: string }) => one.name === 'lockers');
  expect(can).toEqual({ create: false, edit: false, delete: false });
  expect([verbs, ledgers.map((one: { name: string }) => one.name)]).toEqual([[], ['loans', 'sparekeys']]);
  expect((await viewer.get('/api/dashboard/navigation')).text).toContain('"/lockers"');
  expect((await site.anonymous.get('/api/dashboard/navigation')).text).not.toContain('"/lockers"');
});

test('a permission of a plugin can be granted to a role and opens its route', async () => {
  expect((await site.admin.get('/api/users/permissions')).text).toContain('"lockers.shout"');
  const shouter = await site.userWith('lockers.shout');
  expect((await shouter.post('/api/lockers/7/shout')).data).toEqual({ said: 'Hello 7!' });
  await site.admin.put('/api/settings/lockers_greeting', { value: 'Ahoy' });
  expect((await shouter.post('/api/lockers/7/shout')).data).toEqual({ said: 'Ahoy 7!' });
});

test('a plugin contributes a machine credential, error codes and a kind of kiosk', async () => {
  const door = site.anonymous.with({ 'x-door-key': 'open sesame' });
  expect((await door.post('/api/lockers/doors/1/open')).data).toEqual({ by: 'door' });
  expect(outcomeOf(await door.post('/api/lockers/doors/stuck/open'))).toBe('409 DOOR_JAMMED');
  expect(outcomeOf(await door.post('/api/lockers/1/shout'))).toBe('401 UNAUTHORIZED');
  const wrong = site.anonymous.with({ 'x-door-key': 'please' });
  expect(outcomeOf(await wrong.post('/api/lockers/doors/1/open'))).toBe('401 UNAUTHORIZED');
  expect(outcomeOf(await site.admin.post('/api/lockers/doors/1/open'))).toBe('403 FORBIDDEN');
  const { paths, components } = await (await fetch(`${site.url}/api/docs/openapi.json`)).json();
  expect(paths['/api/lockers/doors/{door}/open'].post.security).toEqual([{ doorkey: [] }]);
  expect(components.securitySchemes.doorkey.name).toBe('X-Door-Key');
  expect(components.schemas.Error.properties.data.properties.error.properties.code.enum).toContain(
    'DOOR_JAMMED',
  );
  const kiosk = { cabinetname: 'Lockers', kind: 'lockers' };
  expect((await site.admin.post('/api/kioskdevices', kiosk)).status).toBe(201);
});

test('a record of a plugin is found by permitted users and adds its names to its asset', async () => {
  const assetid = await newAsset('L-1');
  const lockerid = await newLocker({ locker: 'Zanzibar', nickname: 'Spice', assetid });
  const viewer = await site.userWith('assets.view', 'lockers.view');
  const other = await site.userWith('assets.view');
  const kinds = async (caller: typeof viewer, q: string) =>
    (await caller.get(`/api/search?q=${q}`)).data.map((hit: { kind: string }) => hit.kind).sort();
  expect(await kinds(viewer, 'zanzibar')).toEqual(['asset', 'locker']);
  expect(await kinds(other, 'zanzibar')).toEqual(['asset']);
  expect(await kinds(viewer, 'spice')).toEqual(['locker']);
  await site.admin.put(`/api/lockers/${lockerid}`, { assetid: null });
  expect(await kinds(viewer, 'zanzibar')).toEqual(['locker']);
});

test('a change of a plugin record appears in the history of its asset and can be undone', async () => {
  const assetid = await newAsset('L-2');
  const lockerid = await newLocker({ locker: 'Carol', assetid });
  const changed = await site.admin.put(`/api/lockers/${lockerid}`, { nickname: 'Caz' });
  expect((await site.anonymous.get(`/api/assets/${assetid}/history`)).data[0]).toMatchObject({
    field: 'nickname',
    new: 'Caz',
  });
  await site.admin.post(`/api/auditlogs/${changed.headers.get('x-audit-id')}/undo`);
  expect((await site.anonymous.get(`/api/lockers/${lockerid}`)).data.nickname).toBeNull();
  const other = await newAsset('L-2b');
  await site.admin.put(`/api/lockers/${lockerid}`, { assetid: other });
  for (const one of [assetid, other]) {
    const [last] = (await site.anonymous.get(`/api/assets/${one}/history`)).data;
    expect(last).toMatchObject({ field: 'assetid', old: assetid, new: other });
  }
});

test('a secret field returns a mask, keeps its value when the mask is sent and is never disclosed', async () => {
  const assetid = await newAsset('L-3');
  const lockerid = await newLocker({ locker: 'Vault', pin: '8812-canary', assetid });
  const path = `/api/lockers/${lockerid}`;
  const readStoredPin = () =>
    site.app.host.db.read((reader) =>
      reader.value<string>('SELECT pin FROM lockers WHERE lockerid = ?', lockerid),
    )!;
  const sealed = readStoredPin();
  expect(site.app.host.secrets.decrypt(sealed)).toBe('8812-canary');
  expect((await site.admin.get(path)).data.pin).toBe('********');
  expect((await site.admin.put(path, { pin: '********', nickname: 'Steel' })).data.pin).toBe('********');
  expect(readStoredPin()).toBe(sealed);
  const cleared = await site.admin.put(path, { pin: null });
  expect(cleared.data.pin).toBeNull();
  await site.admin.post(`/api/auditlogs/${cleared.headers.get('x-audit-id')}/undo`);
  expect(readStoredPin()).toBe(sealed);
  for (const list of [
    '/api/lockers',
    '/api/lockers?format=csv',
    '/api/auditlogs?per_page=100',
    `/api/assets/${assetid}/history`,
  ]) {
    const { text } = await site.admin.get(list);
    expect([list, text.includes('8812'), text.includes(sealed)]).toEqual([list, false, false]);
  }
});

test('a verb returns 409 when the record does not fit, and its ledger lists each loan', async () => {
  const lockerid = await newLocker({ locker: 'A-17' });
  const path = `/api/lockers/${lockerid}`;
  expect((await site.anonymous.post(`${path}/give`, { holder: 'Ada' })).status).toBe(401);
  expect((await site.admin.post(`${path}/give`, {})).error.details.issues[0].path).toBe('holder');
  expect((await site.admin.post(`${path}/take`)).error).toMatchObject({
    code: 'CONFLICT',
    message: 'Return the key is not possible for locker A-17 now: Key is out is no.',
  });
  expect((await site.admin.post(`${path}/give`, { holder: 'Ada' })).data).toMatchObject({
    holder: 'Ada',
    isout: true,
  });
  expect((await site.admin.post(`${path}/give`, { holder: 'Ben' })).status).toBe(409);
  expect((await site.admin.post(`${path}/take`)).data).toMatchObject({ holder: null, isout: false });
  await site.admin.post(`${path}/give`, { holder: 'Ben' });
  const loans = await site.anonymous.get(`${path}/loans?holder=Ada`);
  expect([loans.data.length, loans.meta.pagination.total]).toEqual([1, 1]);
  expect(loans.data[0]).toMatchObject({ holder: 'Ada', returnedon: loans.data[0].givenon });
  expect((await site.anonymous.get(`${path}/loans?format=csv`)).text).toMatch(/Ben.*\r\n.*Ada/);
  expect((await site.anonymous.get('/api/lockers/4711/loans')).status).toBe(404);
  expect((await site.admin.delete(path)).status).toBe(200);
});

test('a ledger and its balance change only by verbs and undo', async () => {
  const lockerid = await newLocker({ locker: 'B-4' });
  const { db } = site.app.host;
  const context = { actor: site.app.host.scheduler && (await import('../../src/kit/actor.ts')).SYSTEM };
  const write = (sql: (tx: import('../../src/kit/data/tx.ts').Tx) => unknown) => () =>
    db.transact({ ...context, requestid: null, ipaddress: null }, 'test.ledger.bent', (tx) => {
      sql(tx);
      tx.audit({ entitytype: 'test', entityid: null });
    });
  const counted = await site.admin.post(`/api/lockers/${lockerid}/spares`, { change: 3 });
  expect(counted.data.spares).toBe(3);
  const spareid = db.read((reader) => reader.value<number>('SELECT max(spareid) FROM lockerspares'))!;
  expect(write((tx) => tx.update('lockerspares', spareid, { change: 4 }))).toThrow('are permanent');
  expect(write((tx) => tx.delete('lockerspares', spareid))).toThrow('are permanent');
  expect(write((tx) => tx.update('lockers', lockerid, { spares: 4 }))).toThrow('its ledger has 3');
  expect(write((tx) => tx.insert('lockerspares', { lockerid, change: 1 }))).toThrow('its ledger has 4');
  const undone = await site.admin.post(`/api/auditlogs/${counted.headers.get('x-audit-id')}/undo`);
  expect([undone.status, (await site.admin.get(`/api/lockers/${lockerid}`)).data.spares]).toEqual([200, 0]);
  await site.admin.post(`/api/lockers/${lockerid}/give`, { holder: 'Ada' });
  await site.admin.post(`/api/lockers/${lockerid}/take`);
  const loanid = db.read((reader) => reader.value<number>('SELECT max(loanid) FROM lockerloans'))!;
  expect(write((tx) => tx.update('lockerloans', loanid, { returnedon: '2030-01-01' }))).toThrow(
    '(returnedon)',
  );
});

test('a value that is unique among active records is free when its record is retired', async () => {
  const first = await newLocker({ locker: 'C-1', nickname: 'Corner' });
  const twin = { locker: 'C-2', nickname: 'Corner' };
  expect((await site.admin.post('/api/lockers', twin)).error).toMatchObject({
    code: 'CONFLICT',
    details: { field: 'nickname' },
  });
  const retired = await site.admin.delete(`/api/lockers/${first}`);
  const second = await newLocker(twin);
  const restored = await site.admin.put(`/api/lockers/${first}`, { isactive: true });
  expect([restored.status, restored.error.details]).toEqual([409, { field: 'nickname' }]);
  expect((await site.admin.post(`/api/auditlogs/${retired.headers.get('x-audit-id')}/undo`)).status).toBe(
    409,
  );
  await site.admin.put(`/api/lockers/${second}`, { nickname: 'Edge' });
  expect((await site.admin.put(`/api/lockers/${first}`, { isactive: true })).status).toBe(200);
});

test('the collector of a plugin accepts a batch, ignores its repetition and has a status entry', async () => {
  const agent = site.anonymous.with({ 'x-api-key': 'test-collector-key' });
  const report = { records: [{ locker: 'Dan' }, { locker: 'Dora', nickname: 'D' }] };
  expect((await agent.post('/api/collector/lockers', report)).data).toMatchObject({ created: 2, updated: 0 });
  expect((await agent.post('/api/collector/lockers', report)).data).toMatchObject({
    created: 0,
    unchanged: 2,
  });
  const bad = { records: [{ locker: 'Dina' }, { locker: 5 }] };
  expect((await agent.post('/api/collector/lockers', bad)).error.details.issues[0].path).toBe(
    'records.1.locker',
  );
  expect((await site.anonymous.get('/api/lockers?search=Dina')).data).toEqual([]);
  expect((await agent.get('/api/collector/status')).text).toContain('/api/collector/lockers');
});

test('a plugin contributes an attention rule, a job and seed data and receives start and stop', async () => {
  const lockerid = await newLocker({ locker: 'Needy' });
  await site.admin.post(`/api/lockers/${lockerid}/give`, { holder: 'Ada' });
  expect((await site.admin.get('/api/dashboard/summary')).data.attention).toContainEqual(
    expect.objectContaining({ key: 'lockers.out', href: '/lockers' }),
  );
  expect((await site.admin.post('/api/jobs/lockers.count/run')).data).toMatchObject({ lastresult: 'ok' });
  for (const _turn of ['first', 'second']) await site.admin.post('/api/setup/seed-reference');
  expect((await site.anonymous.get('/api/lockers?search=First')).data).toHaveLength(1);
  lockersPlugin.stop?.(site.app.host);
  expect(receivedEvents).toEqual(['start', 'job', 'stop']);
});

test('a plugin adds a column to imports of assets', async () => {
  await newLocker({ locker: 'Import locker' });
  const csv = 'assetnumber,assettype,Spind\nLI-1,Phone,Import locker\nLI-2,Phone,Missing\n';
  const dry = await importFile(site.admin, 'assets', csv);
  expect(dry.data.rows).toMatchObject([
    { outcome: 'add', changes: { locker: [null, 'Import locker'] } },
    { outcome: 'error', errors: [{ column: 'Spind', field: 'locker' }] },
  ]);
  const fields = { dryrun: 'false', skiperrors: 'true' };
  await importFile(site.admin, 'assets', csv, fields);
  const again = await importFile(site.admin, 'assets', csv, fields);
  expect(again.data.counts).toEqual({ add: 0, update: 0, skip: 1, error: 1 });
});
