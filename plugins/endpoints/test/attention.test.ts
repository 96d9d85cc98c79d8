import { afterEach, beforeEach, expect, test } from 'bun:test';
import { type Site, startSite } from '../../../test/support/site.ts';
import {
  advanceTime,
  createEnrolledPc,
  createPc,
  createTestNonce,
  requestEnrollment,
  setSharedKey,
} from './pcs.ts';

let site: Site;
beforeEach(async () => {
  site = await startSite();
  await setSharedKey(site);
});
afterEach(() => site.stop());

/** Returns count and link of each dashboard item of the fleet. */
async function readAttention(caller = site.admin): Promise<Record<string, [number, string]>> {
  const { attention } = (await caller.get('/api/dashboard/summary')).data;
  const ours = attention.filter(({ key }: { key: string }) => key.startsWith('pcs'));
  return Object.fromEntries(
    ours.map(({ key, count, href }: { key: string; count: number; href: string }) => [key, [count, href]]),
  );
}

const say = (level: string) => ({ checks: [{ name: 'disk', level, message: 'full' }] });

test('the dashboard counts blocked, degraded and offline PCs and links to the filtered list', async () => {
  expect(await readAttention()).toEqual({});
  const agents = await Promise.all(
    ['at-1', 'at-2', 'at-3', 'at-4'].map((name) => createEnrolledPc(site, name)),
  );
  for (const [n, level] of ['blocked', 'degraded', 'degraded', 'ok'].entries())
    await agents[n]!.agent.post('/api/endpoints/checkin', say(level));
  expect(await readAttention()).toEqual({
    pcsblocked: [1, '/computers?verdict=blocked'],
    pcsdegraded: [2, '/computers?verdict=degraded'],
  });
  await advanceTime(site, 30 * 60_000);
  await agents[0]!.agent.post('/api/endpoints/checkin', say('ok'));
  expect(await readAttention()).toEqual({ pcsoffline: [3, '/computers?verdict=offline'] });
  const [, href] = (await readAttention()).pcsoffline!;
  expect((await site.admin.get(`/api${href}`)).meta.pagination.total).toBe(3);
});

test('the dashboard does not count a retired PC as offline', async () => {
  for (const name of ['gone-1', 'gone-2']) {
    const { agent } = await createEnrolledPc(site, name);
    await agent.post('/api/endpoints/checkin', say('ok'));
  }
  await advanceTime(site, 30 * 60_000);
  const [row] = (await site.admin.get('/api/endpoints?verdict=offline')).data;
  const before = (await readAttention()).pcsoffline![0];
  expect((await site.admin.put(`/api/assets/${row.assetid}`, { isactive: false })).status).toBe(200);
  expect((await readAttention()).pcsoffline![0]).toBe(before - 1);
});

test('the dashboard shows pending enrollment requests to admins only', async () => {
  await requestEnrollment(site.anonymous, 'nobody-knows', createTestNonce());
  expect((await readAttention()).pcsasking).toEqual([1, '/endpoints/enrollment']);
  const looker = await site.userWith('endpoints.view');
  expect((await readAttention(looker)).pcsasking).toBeUndefined();
});

test('recently failed commands link to a list of exactly these', async () => {
  const { assetid, agent } = await createEnrolledPc(site, 'fails-1');
  const fail = async (): Promise<number> => {
    const body = { action: 'inventory_refresh', parameters: {} };
    const { data } = await site.admin.post(`/api/endpoints/asset/${assetid}/commands`, body);
    await agent.get('/api/endpoints/commands/next?wait=0');
    await agent.post(`/api/endpoints/commands/${data.commandid}/result`, { status: 'failed' });
    return data.commandid;
  };
  const old = await fail();
  await advanceTime(site, 5 * 24 * 3_600_000);
  const recent = await fail();
  const { attention } = (await site.admin.get('/api/dashboard/summary')).data;
  const rule = attention.find(({ key }: { key: string }) => key === 'commandsfailed');
  expect(rule).toMatchObject({ count: 1, topic: 'failed' });
  const listIds = async (href: string) =>
    (await site.admin.get(`/api${href}`)).data.map(({ commandid }: { commandid: number }) => commandid);
  expect(await listIds(rule.href)).toEqual([recent]);
  expect(await listIds('/endpoints/commands?state=failed')).toEqual([recent, old]);
  const wrong = await site.admin.get('/api/endpoints/commands?finishedsince=yesterday');
  expect(wrong.error.details.issues).toHaveLength(1);
});

test('the scope preview lists matching PCs, all PCs without a scope, and returns 400 for invalid JSON', async () => {
  await createPc(site, 'scope-1');
  const previewScope = (scope: unknown) =>
    site.admin.get(`/api/endpoints/scope?scope=${encodeURIComponent(JSON.stringify(scope))}`);
  const { data } = await previewScope({ hostname: ['SCOPE-1', 'scope-2'] });
  expect([data.count, data.pcs.map(({ hostname }: { hostname: string }) => hostname)]).toEqual([
    1,
    ['scope-1'],
  ]);
  expect((await previewScope({ location: 'Nowhere' })).data).toEqual({ count: 0, pcs: [], policies: [] });
  const everything = (await site.admin.get('/api/endpoints/scope')).data;
  expect(everything.count).toBe((await site.admin.get('/api/endpoints')).meta.pagination.total);
  const broken = await site.admin.get('/api/endpoints/scope?scope=%7B');
  expect([broken.status, broken.error.details.issues[0].path]).toEqual([400, 'scope']);
});
