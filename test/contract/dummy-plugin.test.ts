import { afterAll, beforeAll, expect, test } from 'bun:test';
import { plugins } from '../../plugins/index.ts';
import { dummyPlugin, heard } from '../fixtures/plugins/dummy/index.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  heard.length = 0;
  site = await startSite({ plugins: [...plugins, dummyPlugin] });
});
afterAll(() => site.stop());

const newAsset = async (assetnumber: string): Promise<number> =>
  (await site.admin.post('/api/assets', { assetnumber, assettypeid: 1 })).data.assetid;

test('the register of a plugin has its routes, its rights, its description and its place in the navigation', async () => {
  const made = await site.admin.post('/api/dummies', { dummy: 'Bob', nickname: 'Bobby' });
  expect([made.status, made.data.isactive]).toEqual([201, true]);
  expect((await site.stranger.get('/api/dummies')).data).toHaveLength(1);
  expect((await site.stranger.post('/api/dummies', { dummy: 'Eve' })).status).toBe(401);
  const viewer = await site.userWith('dummy.view');
  expect((await viewer.post('/api/dummies', { dummy: 'Eve' })).status).toBe(403);
  const registers = (await viewer.get('/api/registers')).data;
  expect(registers.find((one: { name: string }) => one.name === 'dummies').can).toEqual({
    create: false,
    edit: false,
    delete: false,
  });
  expect((await viewer.get('/api/dashboard/navigation')).text).toContain('"/dummies"');
  expect((await site.stranger.get('/api/dashboard/navigation')).text).not.toContain('"/dummies"');
});

test('a permission of a plugin can be given to a role, and its route follows it', async () => {
  expect((await site.admin.get('/api/users/permissions')).text).toContain('"dummy.shout"');
  const shouter = await site.userWith('dummy.shout');
  expect((await shouter.post('/api/dummies/7/shout')).data).toEqual({ said: 'Hello 7!' });
  await site.admin.put('/api/settings/dummy_greeting', { value: 'Ahoy' });
  expect((await shouter.post('/api/dummies/7/shout')).data).toEqual({ said: 'Ahoy 7!' });
});

test('records of a plugin are found by those who may see them, and lend their names to their asset', async () => {
  const assetid = await newAsset('D-1');
  const made = await site.admin.post('/api/dummies', { dummy: 'Zanzibar', nickname: 'Spice', assetid });
  const { dummyid } = made.data;
  const [viewer, other] = [
    await site.userWith('assets.view', 'dummy.view'),
    await site.userWith('assets.view'),
  ];
  const kinds = async (caller: typeof viewer, q: string) =>
    (await caller.get(`/api/search?q=${q}`)).data.map((hit: { kind: string }) => hit.kind).sort();
  expect(await kinds(viewer, 'zanzibar')).toEqual(['asset', 'dummy']);
  expect(await kinds(other, 'zanzibar')).toEqual(['asset']);
  expect(await kinds(viewer, 'spice')).toEqual(['dummy']);
  await site.admin.put(`/api/dummies/${dummyid}`, { assetid: null });
  expect(await kinds(viewer, 'zanzibar')).toEqual(['dummy']);
});

test('changes of a plugin record appear in the history of its asset, and can be undone', async () => {
  const assetid = await newAsset('D-2');
  const made = await site.admin.post('/api/dummies', { dummy: 'Carol', assetid });
  const changed = await site.admin.put(`/api/dummies/${made.data.dummyid}`, { nickname: 'Caz' });
  expect((await site.stranger.get(`/api/assets/${assetid}/history`)).data[0]).toMatchObject({
    field: 'nickname',
    new: 'Caz',
  });
  await site.admin.post(`/api/auditlogs/${changed.headers.get('x-audit-id')}/undo`);
  expect((await site.stranger.get(`/api/dummies/${made.data.dummyid}`)).data.nickname).toBeNull();
});

test('a collector of a plugin takes a batch once, and says so in its status', async () => {
  const agent = site.stranger.with({ 'x-api-key': 'test-collector-key' });
  const report = { records: [{ dummy: 'Dan' }, { dummy: 'Dora', nickname: 'D' }] };
  expect((await agent.post('/api/collector/dummies', report)).data).toMatchObject({ created: 2, updated: 0 });
  expect((await agent.post('/api/collector/dummies', report)).data).toMatchObject({
    created: 0,
    unchanged: 2,
  });
  const bad = { records: [{ dummy: 'Dina' }, { dummy: 5 }] };
  expect((await agent.post('/api/collector/dummies', bad)).error.details.issues[0].path).toBe(
    'records.1.dummy',
  );
  expect((await site.stranger.get('/api/dummies?search=Dina')).data).toEqual([]);
  expect((await agent.get('/api/collector/status')).text).toContain('/api/collector/dummies');
});

test('a plugin asks for attention, runs its job, seeds its data, and hears of start and stop', async () => {
  await site.admin.post('/api/dummies', { dummy: 'Needy', needsperson: true });
  expect((await site.admin.get('/api/dashboard/summary')).data.attention).toContainEqual(
    expect.objectContaining({ key: 'dummies', count: 1, href: '/dummies' }),
  );
  expect((await site.admin.post('/api/jobs/dummy.count/run')).data).toMatchObject({ lastresult: 'ok' });
  for (const _turn of ['first', 'second']) await site.admin.post('/api/setup/seed-reference');
  expect((await site.stranger.get('/api/dummies?search=First')).data).toHaveLength(1);
  dummyPlugin.stop?.(site.app.host);
  expect(heard).toEqual(['start', 'job', 'stop']);
});
