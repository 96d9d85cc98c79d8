import { afterAll, beforeAll, expect, test } from 'bun:test';
import { machinesOf } from '../../../src/kit/http/access.ts';
import type { Client, ClientResponse } from '../../../test/support/client.ts';
import { eventually } from '../../../test/support/receivers.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { AGENT_CREDENTIAL } from '../agent-credentials.ts';
import { Polls } from '../commands/polls.ts';
import { buildAgentCalls } from './agent-calls.ts';
import { createEnrolledPc, createPc, requestEnrollment, setSharedKey, withSharedKey } from './pcs.ts';
import { uploadBuild } from './upload-build.ts';

let site: Site;
let own: { assetid: number; agent: Client };
let other: { assetid: number; agent: Client };
let CALLS: ReturnType<typeof buildAgentCalls>;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
  own = await createEnrolledPc(site, 'own-1');
  other = await createEnrolledPc(site, 'other-1');
  await createPc(site, 'plain-1');
  expect((await other.agent.post('/api/endpoints/checkin', { agentversion: '0.1.0' })).status).toBe(200);
  const queued = await site.admin.post(`/api/endpoints/asset/${other.assetid}/commands`, {
    action: 'collect_log',
    parameters: { path: 'C:\\Logs\\app.log' },
    override: { reason: 'a test' },
  });
  expect([queued.status, queued.text]).toEqual([201, queued.text]);
  const alert = await site.admin.post('/api/notifications', {
    notification: 'Save your work',
    alertfleet: true,
    alertscope: { hostname: ['other-1'] },
  });
  expect([alert.status, alert.text]).toEqual([201, alert.text]);
  const build = await uploadBuild(site, '9.0.0', 'linux-x64');
  CALLS = buildAgentCalls({
    command: queued.data.commandid,
    alert: alert.data.notificationid,
    build: build.data.packageid,
  });
});
afterAll(() => site.stop());

const verdict = ({ status, error }: ClientResponse) => `${status} ${error?.code ?? ''}`.trim();

/** Returns all data that an impostor could change at the other PC. */
async function traces(): Promise<unknown> {
  const at = (path: string) => site.admin.get(`/api/endpoints/${path}`);
  const [status, logs, reports, command] = await Promise.all([
    at(`asset/${other.assetid}/status`),
    at(`asset/${other.assetid}/logs`),
    at('operator-reports'),
    at('commands?per_page=100'),
  ]);
  const acks = site.app.host.db.read((reader) => reader.all('SELECT * FROM endpointalertacks'));
  const enforced = await site.admin.get('/api/enforce/reports');
  return [status.data.lastcheckin, logs.data, reports.data, command.data, acks, enforced.data];
}

test('the call list contains each agent route except the collector routes', () => {
  const routes = site.app.routes
    .filter(({ access }) => machinesOf(access).includes(AGENT_CREDENTIAL))
    .map(({ method, path }) => `${method} ${path}`)
    // The collector routes take a batch that names its PCs; collectors.test.ts tests them.
    .filter((route) => !route.includes(' /api/collector/'));
  expect(routes.toSorted()).toEqual(Object.keys(CALLS).toSorted());
});

test('each route returns 403 and changes nothing when a credential names another PC', async () => {
  const before = await traces();
  for (const [route, { call, hasBody }] of Object.entries(CALLS)) {
    for (const name of ['other-1', 'OTHER-1', 'other-1.plant.example.', 'nowhere-1'])
      expect([route, name, verdict(await call(own.agent, `?hostname=${name}`))]).toEqual([
        route,
        name,
        '403 ASSET_MISMATCH',
      ]);
    if (!hasBody) continue;
    expect([route, verdict(await call(own.agent, '', 'other-1'))]).toEqual([route, '403 ASSET_MISMATCH']);
    // A correct name in the query does not permit another one in the body.
    const mixed = await call(own.agent, '?hostname=own-1', 'other-1');
    expect([route, 'mixed', verdict(mixed)]).toEqual([route, 'mixed', '403 ASSET_MISMATCH']);
  }
  expect(await traces()).toEqual(before);
});

test('each route with an id returns 403 and changes nothing when the id is of another PC', async () => {
  const before = await traces();
  for (const route of [
    'POST /api/endpoints/commands/:commandid/result',
    'POST /api/endpoints/logs',
    'POST /api/endpoints/alerts/:id/acknowledge',
  ])
    expect([route, verdict(await CALLS[route]!.call(own.agent, ''))]).toEqual([route, '403 ASSET_MISMATCH']);
  expect(await traces()).toEqual(before);
});

test('each route refuses the shared key for an enrolled PC in each spelling', async () => {
  const before = await traces();
  for (const [route, { call, hasBody }] of Object.entries(CALLS)) {
    for (const name of ['other-1', 'OTHER-1', 'Other-1.plant.example', 'other-1.'])
      expect([route, name, verdict(await call(withSharedKey(site), `?hostname=${name}`))]).toEqual([
        route,
        name,
        '401 SHARED_KEY_REFUSED',
      ]);
    if (!hasBody) continue;
    const named = await call(withSharedKey(site), '', 'OTHER-1');
    expect([route, verdict(named)]).toEqual([route, '401 SHARED_KEY_REFUSED']);
    const two = await call(withSharedKey(site), '?hostname=plain-1', 'other-1');
    expect([route, 'two names', two.status]).toEqual([route, 'two names', 400]);
  }
  expect(await traces()).toEqual(before);
});

test('an open poll with the shared key ends when the PC enrolls, and the shared key is then refused', async () => {
  const assetid = await createPc(site, 'late-1');
  const poll = withSharedKey(site).get('/api/endpoints/commands/next?wait=25&hostname=late-1');
  await eventually(() => site.app.host.getInstance(Polls).size === 1, 'the poll is waiting');
  const { data } = await requestEnrollment(withSharedKey(site), 'late-1');
  expect((await poll).status).toBe(204);
  const command = { action: 'message', parameters: { text: 'x' } };
  await site.admin.post(`/api/endpoints/asset/${assetid}/commands`, command);
  const again = await withSharedKey(site).get('/api/endpoints/commands/next?wait=0&hostname=late-1');
  expect(verdict(again)).toBe('401 SHARED_KEY_REFUSED');
  const agent = site.anonymous.with({ 'x-endpoint-credential': data.credential });
  expect((await agent.get('/api/endpoints/commands/next?wait=0')).data.action).toBe('message');
});

test('a bulk command checks each PC, and an unknown PC rejects the whole batch', async () => {
  const [free, locked] = [await createPc(site, 'batch-1'), await createPc(site, 'batch-2')];
  expect((await site.admin.put(`/api/endpoints/asset/${locked}/lock`, { reason: 'at work' })).status).toBe(
    200,
  );
  const issuer = await site.userWith('endpoints.view', 'endpoints.corptools');
  const send = (...assetids: number[]) =>
    issuer.post('/api/endpoints/commands/bulk', { assetids, action: 'message', parameters: { text: 'x' } });
  expect((await send(free, locked, 999_999)).status).toBe(400);
  const { data } = await send(free, locked);
  expect(data.queued.map(({ assetid }: { assetid: number }) => assetid)).toEqual([free]);
  expect(data.refused.map(({ assetid, code }: { assetid: number; code: string }) => [assetid, code])).toEqual(
    [[locked, 'ENDPOINT_LOCKED']],
  );
  expect((await site.admin.get(`/api/endpoints/commands?assetid=${free}`)).data).toHaveLength(1);
});

test('a locked PC may send its result again, and a different result returns 409', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'locked-late');
  const command = { action: 'message', parameters: { text: 'x' } };
  const { data } = await site.admin.post(`/api/endpoints/asset/${assetid}/commands`, command);
  await agent.get('/api/endpoints/commands/next?wait=0');
  await site.admin.put(`/api/endpoints/asset/${assetid}/lock`, { reason: 'at work' });
  const say = (status: string) =>
    agent.post(`/api/endpoints/commands/${data.commandid}/result`, { status, output: status });
  expect([(await say('succeeded')).status, (await say('succeeded')).status]).toEqual([200, 200]);
  expect((await say('failed')).status).toBe(409);
  const { data: commands } = await site.admin.get(`/api/endpoints/commands?assetid=${assetid}`);
  expect(commands.map(({ state }: { state: string }) => state)).toEqual(['succeeded']);
});

test('a blocked PC checks in with the shared key, audited, until the key is disabled', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'kept-out');
  const taken = { blockreenroll: true, reason: 'stolen' };
  expect((await site.admin.post(`/api/endpoints/assets/${assetid}/revoke`, taken)).status).toBe(200);
  expect(verdict(await agent.post('/api/endpoints/checkin', {}))).toBe('401 CREDENTIAL_INVALID');
  const withKey = () => withSharedKey(site).post('/api/endpoints/checkin', { hostname: 'kept-out' });
  expect([(await withKey()).status, (await withKey()).status]).toEqual([200, 200]);
  const rows = (await site.admin.get(`/api/auditlogs?entitytype=asset&entityid=${assetid}&per_page=100`))
    .data;
  expect(
    rows
      .filter(({ action }: { action: string }) => action === 'endpoints.pc.checkedin')
      .map(({ details }: { details: object }) => details),
  ).toMatchObject([{ sharedkey: true, reenrollblocked: true }]);
  expect((await site.admin.get(`/api/endpoints/asset/${assetid}/status`)).data.credentialstate).toBe(
    'reenrollblocked',
  );
  await site.admin.put('/api/endpoints/settings', { sharedkeyenabled: false });
  expect((await withKey()).status).toBe(401);
  await site.admin.put('/api/endpoints/settings', { sharedkeyenabled: true });
});
