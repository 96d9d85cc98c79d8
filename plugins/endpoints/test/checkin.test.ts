import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Site, startSite } from '../../../test/support/site.ts';
import { advanceTime, createEnrolledPc, createPc, setSharedKey } from './pcs.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
});
afterAll(() => site.stop());

const checkin = '/api/endpoints/checkin';
const health = async (assetid: number) =>
  (await site.admin.get(`/api/endpoints/asset/${assetid}/health`)).data;
const check = (level: string, message = '') => ({ checks: [{ name: 'disk', level, message }] });

test('the verdict is the worst check, events alone are noise, and each change is recorded', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'well-1');
  expect(await health(assetid)).toEqual({ verdict: 'unknown', reason: null, transitions: [] });
  const tell = (body: object) => agent.post(checkin, body);
  await tell({ checks: [{ name: 'a', level: 'ok' }] });
  await tell({
    checks: [
      { name: 'a', level: 'noise' },
      { name: 'disk', level: 'blocked', message: 'full' },
      { name: 'b', level: 'degraded' },
    ],
  });
  await tell(check('blocked', 'full still'));
  await tell({ events: [{ time: '2026-01-01T00:00:00Z', level: 'critical', message: 'boom' }] });
  const { verdict, reason, transitions } = await health(assetid);
  expect([verdict, reason]).toEqual(['noise', 'boom']);
  expect(transitions.map(({ from, to }: { from: string; to: string }) => [from, to])).toEqual([
    ['blocked', 'noise'],
    ['ok', 'blocked'],
    ['unknown', 'ok'],
  ]);
});

test('the server keeps the newest 50 verdict changes of a PC', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'turn-1');
  for (let n = 0; n < 60; n++) await agent.post(checkin, check(n % 2 ? 'ok' : 'degraded'));
  expect((await health(assetid)).transitions).toHaveLength(50);
});

test('an unchanged check-in writes only the last check-in time, and writes it later', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'same-1');
  const body = { agentversion: '0.1.0', osversion: 'Debian 12', uptimeseconds: 5, ...check('ok') };
  await agent.post(checkin, body);
  const { host } = site.app;
  const counts = () =>
    host.db.read((reader) =>
      ['auditlogs', 'endpointhealth', 'endpointevents'].map((table) =>
        reader.value(`SELECT count(*) FROM ${table}`),
      ),
    );
  const stamp = () =>
    host.db.read((reader) =>
      reader.value<string>('SELECT lastcheckin FROM endpoints WHERE assetid = ?', assetid),
    );
  const [before, first] = [counts(), stamp()];
  site.clock.advance(60_000);
  await agent.post(checkin, { ...body, uptimeseconds: 65 });
  expect([counts(), stamp()]).toEqual([before, first]);
  await host.scheduler.run('endpoints.seen');
  expect(Date.parse(stamp()!) - Date.parse(first!)).toBeGreaterThanOrEqual(60_000);
});

test('a PC is offline after three missed polls and five minutes, and ok after its next check-in', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'gone-1');
  const { pollseconds } = (await agent.post(checkin, check('ok'))).data;
  await advanceTime(site, (3 * pollseconds + 280) * 1000);
  expect((await health(assetid)).verdict).toBe('ok');
  await advanceTime(site, 21_000);
  expect((await health(assetid)).verdict).toBe('offline');
  const offline = await site.admin.get('/api/endpoints?verdict=offline&per_page=100');
  expect(offline.data.map((row: { hostname: string }) => row.hostname)).toContain('gone-1');
  await agent.post(checkin, check('ok'));
  expect((await health(assetid)).verdict).toBe('ok');
});

test('the check-in response contains the matching policy and the intervals', async () => {
  const { agent } = await createEnrolledPc(site, 'policy-1');
  expect((await agent.post(checkin, {})).data).toMatchObject({
    pollseconds: 60,
    alertseconds: 60,
    policy: {
      policyname: 'Standard',
      allowedactions: ['inventory_refresh', 'enforce_run', 'printers_sync', 'message'],
    },
  });
  const policy = (policyname: string, priority: number, more: object) =>
    site.admin.post('/api/endpoints/policies', { policyname, priority, allowedactions: [], ...more });
  await policy('Low', 1, { scope: { hostname: 'POLICY-1', unknownkey: 'x' }, pollseconds: 30 });
  await policy('High', 9, { scope: { hostname: ['other', 'policy-1'], location: 'nowhere' } });
  expect((await agent.post(checkin, {})).data).toMatchObject({
    pollseconds: 30,
    policy: { policyname: 'Low' },
  });
});

test('the register contains the user of the last check-in', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'user-1');
  await agent.post(checkin, { loggedinuser: 'PLANT\\mara' });
  expect((await site.admin.get(`/api/computers/by-asset/${assetid}`)).data.loggedinuser).toBe('PLANT\\mara');
});

test('the register contains the addresses of a check-in, in the same form as from an inventory', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'address-1');
  const addresses = async () =>
    (await site.admin.get(`/api/assets/${assetid}/communications`)).data.map(
      (row: { address: string; isprimary: boolean; notes: string }) => [
        row.address,
        row.isprimary,
        row.notes,
      ],
    );
  const tell = async (...ipaddresses: string[]) =>
    expect((await agent.post(checkin, { ipaddresses })).status).toBe(200);
  await tell('10.0.0.7', '2001:DB8::7', 'fe80::1%eth0', '127.0.0.1', 'no address');
  const expected = [
    ['10.0.0.7', true, 'reported'],
    ['2001:db8::7', false, 'reported'],
  ];
  expect(await addresses()).toEqual(expected);
  const inventory = { hostname: 'address-1', ipaddresses: ['10.0.0.7', '2001:db8::7'] };
  expect((await agent.post('/api/collector/computers', inventory)).status).toBe(200);
  await agent.post(checkin, {});
  expect(await addresses()).toEqual(expected);
  await tell('10.0.0.8');
  expect(await addresses()).toEqual([['10.0.0.8', true, 'reported']]);
});

test('unchanged addresses write nothing, and manual additions and removals stay', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'address-2');
  const path = `/api/assets/${assetid}/communications`;
  const rows = async () =>
    (await site.admin.get(path)).data as { communicationid: number; address: string }[];
  const tell = (loggedinuser: string, ...ipaddresses: string[]) =>
    agent.post(checkin, { loggedinuser, ipaddresses });
  await tell('one', '10.0.1.1', '10.0.1.2');
  await site.admin.post(path, { commtype: 'ip', address: '10.0.1.99' });
  const gone = (await rows()).find(({ address }) => address === '10.0.1.2')!;
  await site.admin.delete(`${path}/${gone.communicationid}`);
  const audits = () =>
    site.app.host.db.read((reader) => reader.value<number>('SELECT count(*) FROM auditlogs'))!;
  const before = audits();
  await tell('one', '10.0.1.1', '10.0.1.2');
  expect(audits()).toBe(before);
  await tell('two', '10.0.1.1', '10.0.1.2');
  expect((await rows()).map(({ address }) => address).sort()).toEqual(['10.0.1.1', '10.0.1.99']);
  await tell('two', '10.0.1.3');
  expect((await rows()).map(({ address }) => address).sort()).toEqual(['10.0.1.3', '10.0.1.99']);
});

test('the fleet list contains each PC with its columns, filters, sort order and access check', async () => {
  await createPc(site, 'fleet-quiet');
  await createEnrolledPc(site, 'fleet-heard');
  const all = await site.admin.get('/api/endpoints?per_page=100');
  const row = all.data.find(({ hostname }: { hostname: string }) => hostname === 'fleet-quiet');
  expect(row).toEqual({
    assetid: expect.any(Number),
    hostname: 'fleet-quiet',
    assetnumber: 'A-fleet-quiet',
    name: null,
    serialnumber: 'SN-fleet-quiet',
    loggedinuser: null,
    ipaddress: null,
    machinenumber: null,
    agentversion: null,
    verdict: 'unknown',
    verdictreason: null,
    credentialstate: 'notreporting',
    lastcheckin: null,
    lockedby: null,
    computertype: null,
    location: null,
    policy: {
      policyid: null,
      policyname: 'Standard',
      allowedactions: ['inventory_refresh', 'enforce_run', 'printers_sync', 'message'],
    },
  });
  const names = async (query: string) =>
    (await site.admin.get(`/api/endpoints?per_page=100&${query}`)).data.map(
      ({ hostname }: { hostname: string }) => hostname,
    );
  expect(await names('search=fleet-&credential=notreporting')).toEqual(['fleet-quiet']);
  expect(await names('search=fleetqui')).toEqual(['fleet-quiet']);
  expect(await names('verdict=notok')).toContain('fleet-quiet');
  expect(await names('verdict=ok')).not.toContain('fleet-quiet');
  const place = async (location: string, parentlocationid?: number) =>
    (await site.admin.post('/api/locations', { location, parentlocationid })).data.locationid as number;
  const hall = await place('Hall');
  await createPc(site, 'placed-1', { locationid: await place('Cell', hall) });
  expect(await names(`locationid=${hall}`)).toEqual(['placed-1']);
  expect(await names(`locationid=${hall}&exact=true`)).toEqual([]);
  expect(await names('search=fleet-&sort=hostname&dir=desc')).toEqual(['fleet-quiet', 'fleet-heard']);
  expect((await site.admin.get('/api/endpoints?sort=nonsense')).status).toBe(400);
  expect((await site.anonymous.get('/api/endpoints')).status).toBe(401);
  expect((await (await site.userWith()).get('/api/endpoints')).status).toBe(403);
});

test('an event is stored once when a check-in and the collector report it repeatedly', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'again-1');
  const event = { time: '2026-01-31T13:05:09Z', level: 'error', message: 'The disk is full.' };
  for (const source of ['disk', null]) {
    const events = [{ ...event, source }];
    await agent.post('/api/endpoints/checkin', { events });
    await agent.post('/api/collector/endpoints', { hostname: 'again-1', events });
    await agent.post('/api/endpoints/checkin', { events });
  }
  const { data } = await site.admin.get(`/api/endpoints/asset/${assetid}/activity`);
  expect(data.map(({ title }: { title: string }) => title)).toEqual(['error', 'disk']);
});

test('the fleet list accepts locationid and location_id', async () => {
  const { data } = await site.admin.post('/api/locations', { location: 'Hall of two names' });
  const assetid = await createPc(site, 'two-names-1', { locationid: data.locationid });
  for (const name of ['locationid', 'location_id']) {
    const fleet = await site.admin.get(`/api/endpoints?${name}=${data.locationid}`);
    expect(fleet.data.map((row: { assetid: number }) => row.assetid)).toEqual([assetid]);
  }
});
