import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import type { Client } from '../../../test/support/client.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { advanceTime, createEnrolledPc, createPc, setSharedKey } from './pcs.ts';
import { buildOf, uploadCurrentBuild } from './upload-build.ts';

const PATH = '/api/endpoints/migration';
const next = '/api/endpoints/commands/next?wait=0';
let site: Site;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
  await uploadCurrentBuild(site, '0.2.0', 'windows-x64');
});
afterAll(() => site.stop());

interface Row {
  assetid: number;
  hostname: string;
  ready: boolean;
  blockers: string[];
  targetversion: string | null;
  platform: string | null;
}

const checkIn = (agent: Client, agentversion: string, pinned = true, osversion = 'Windows 11 Pro') =>
  agent.post('/api/endpoints/checkin', {
    agentversion,
    osversion,
    servertrust: { pinned, spkipin: null },
  });

/** Enrolls a PC that has just checked in. */
async function pcWith(hostname: string, agentversion = '0.1.0', pinned = true) {
  const made = await createEnrolledPc(site, hostname);
  expect((await checkIn(made.agent, agentversion, pinned)).status).toBe(200);
  return made;
}

const rows = async (): Promise<Row[]> => (await site.admin.get(`${PATH}?per_page=100`)).data;
const of = async (assetid: number): Promise<Row> => (await rows()).find((row) => row.assetid === assetid)!;
const wave = (body: object, client = site.admin) => client.post(`${PATH}/waves`, body);
const lock = (assetid: number) =>
  site.admin.put(`/api/endpoints/asset/${assetid}/lock`, { reason: 'service' });
const ids = (list: { assetid: number }[]) => list.map(({ assetid }) => assetid);

test('no PC is ready without a build, and a wave skips it', async () => {
  const own = await startSite();
  try {
    await setSharedKey(own);
    const { assetid, agent } = await createEnrolledPc(own, 'm-early');
    expect((await checkIn(agent, '0.1.0')).status).toBe(200);
    const [row] = (await own.admin.get(PATH)).data;
    expect(row).toMatchObject({ assetid, ready: false, blockers: ['no_package'], targetversion: null });
    const { data } = await wave({ assetids: [assetid] }, own.admin);
    expect(data).toEqual({ queued: [], skipped: [{ assetid, blockers: ['no_package'] }], retried: [] });
  } finally {
    await own.stop();
  }
});

test('the migration list shows the blockers of each PC', async () => {
  const ready = await pcWith('m-ready');
  expect(await of(ready.assetid)).toEqual({
    assetid: ready.assetid,
    hostname: 'm-ready',
    agentversion: '0.1.0',
    targetversion: '0.2.0',
    platform: 'windows-x64',
    ready: true,
    blockers: [],
  } as never);
  expect((await of((await pcWith('m-same', '0.2.0')).assetid)).blockers).toEqual(['up_to_date']);
  expect((await of((await pcWith('m-newer', '0.10.0')).assetid)).blockers).toEqual([]);
  expect((await of((await pcWith('m-untrusting', '0.1.0', false)).assetid)).blockers).toEqual([
    'server_trust',
  ]);
  const locked = (await pcWith('m-locked')).assetid;
  await lock(locked);
  expect((await of(locked)).blockers).toEqual(['locked']);
  const busy = await pcWith('m-busy');
  const message = { action: 'message', parameters: { text: 'Hello' } };
  await site.admin.post(`/api/endpoints/asset/${busy.assetid}/commands`, message);
  expect((await of(busy.assetid)).blockers).toEqual([]);
  await busy.agent.get(next);
  expect((await of(busy.assetid)).blockers).toEqual(['in_flight']);
  const silent = await createPc(site, 'm-silent');
  expect((await of(silent)).blockers).toEqual(['not_enrolled', 'server_trust', 'offline']);
  const linux = await createEnrolledPc(site, 'm-linux');
  await linux.agent.post('/api/endpoints/checkin', {
    agentversion: '0.1.0',
    osversion: 'Debian 13 x86_64',
    servertrust: { pinned: true },
  });
  expect((await of(linux.assetid)).blockers).toEqual(['no_package']);
});

test('a PC is offline when it has not checked in for an hour', async () => {
  const { assetid } = await pcWith('m-offline');
  await advanceTime(site, 3600_000);
  expect((await of(assetid)).blockers).toEqual(['offline']);
});

test('an upgrade is a run_script command with the build, and bypasses the policy', async () => {
  const system = 'Debian 13 aarch64';
  await uploadCurrentBuild(site, '0.3.0', 'linux-arm64');
  const { assetid, agent } = await createEnrolledPc(site, 'm-up');
  expect((await checkIn(agent, '0.1.0', true, system)).status).toBe(200);
  await site.admin.post('/api/endpoints/policies', {
    policyname: 'Nothing',
    scope: { hostname: 'm-up' },
    allowedactions: [],
    priority: 9,
  });
  const { status, data } = await wave({ assetids: [assetid] });
  expect([status, ids(data.queued), data.skipped, data.retried]).toEqual([201, [assetid], [], []]);
  expect((await of(assetid)).blockers).toEqual(['in_flight']);
  const again = await wave({ assetids: [assetid, assetid] });
  expect(again.data.skipped).toEqual([{ assetid, blockers: ['in_flight'] }]);
  const { data: claimed } = await agent.get(next);
  const content = buildOf('0.3.0', 'linux-arm64');
  const build = {
    packageid: expect.any(Number),
    version: '0.3.0',
    platform: 'linux-arm64',
    sha256: createHash('sha256').update(content).digest('hex'),
    size: content.length,
    path: expect.any(String),
  };
  expect([claimed.commandid, claimed.action]).toEqual([data.queued[0].commandid, 'run_script']);
  expect(claimed.parameters.package).toEqual(build);
  expect(claimed.parameters).not.toHaveProperty('body');
  expect((await agent.get(claimed.parameters.package.path)).text).toBe(content);
  const { packageid } = claimed.parameters.package;
  await uploadCurrentBuild(site, '0.3.1', 'linux-arm64');
  const refused = await site.admin.delete(`/api/endpoints/packages/${packageid}`);
  expect([refused.status, refused.error.code, refused.error.details.references]).toEqual([
    409,
    'IN_USE',
    { commands: 1 },
  ]);
  await agent.post(`/api/endpoints/commands/${claimed.commandid}/result`, { status: 'succeeded' });
  expect((await checkIn(agent, '0.3.1', true, system)).data.currentagentversion).toBe('0.3.1');
  expect((await of(assetid)).blockers).toEqual(['up_to_date']);
  expect((await site.admin.delete(`/api/endpoints/packages/${packageid}`)).status).toBe(200);
});

test('a wave retries a PC without server trust when it names the PC, not when it has a count', async () => {
  await advanceTime(site, 3600_000);
  const first = await pcWith('m-a1', '0.1.0', false);
  const second = await pcWith('m-a2');
  const third = await pcWith('m-a3');
  const doublyBlocked = await pcWith('m-a4', '0.1.0', false);
  await lock(doublyBlocked.assetid);
  const { data } = await wave({ count: 1 });
  expect([ids(data.queued), data.retried]).toEqual([[second.assetid], []]);
  expect(data.skipped).toEqual([{ assetid: first.assetid, blockers: ['server_trust'] }]);
  const named = (await wave({ assetids: [first.assetid, doublyBlocked.assetid, third.assetid] })).data;
  expect([ids(named.queued), ids(named.retried)]).toEqual([[third.assetid], [first.assetid]]);
  expect(named.skipped).toEqual([{ assetid: doublyBlocked.assetid, blockers: ['server_trust', 'locked'] }]);
  expect((await first.agent.get(next)).data.parameters.package.version).toBe('0.2.0');
  expect((await doublyBlocked.agent.get(next)).status).toBe(204);
  const none = (await wave({ count: 5 })).data;
  expect([none.queued, none.retried]).toEqual([[], []]);
});

test('a PC that is locked after an upgrade was queued gets it when it is unlocked', async () => {
  const { assetid, agent } = await pcWith('m-later');
  await wave({ assetids: [assetid] });
  await lock(assetid);
  expect((await agent.get(next)).status).toBe(204);
  await site.admin.delete(`/api/endpoints/asset/${assetid}/lock`);
  expect((await agent.get(next)).data.action).toBe('run_script');
});

test('a wave needs both permissions, and either PCs or a count', async () => {
  const { assetid } = await pcWith('m-rights');
  for (const own of [['endpoints.agentupdate'], ['endpoints.runscript'], ['endpoints.view']])
    expect([own, (await wave({ assetids: [assetid] }, await site.userWith(...own))).status]).toEqual([
      own,
      403,
    ]);
  const operator = await site.userWith('endpoints.agentupdate', 'endpoints.runscript');
  for (const body of [
    {},
    { assetids: [assetid], count: 1 },
    { count: 0 },
    { assetids: [] },
    { assetids: [999_999] },
  ])
    expect([body, (await wave(body, operator)).status]).toEqual([body, 400]);
  const { data } = await wave({ assetids: [assetid] }, operator);
  expect(ids(data.queued)).toEqual([assetid]);
  const { data: audit } = await site.admin.get(
    '/api/auditlogs?action=endpoints.migration.queued&per_page=100',
  );
  expect(audit.length).toBeGreaterThan(0);
  expect((await (await site.userWith('endpoints.view')).get(PATH)).status).toBe(403);
});

test('the migration list is sorted by host name and paged', async () => {
  for (const hostname of ['paged-4', 'paged-2', 'paged-3', 'paged-1']) await createPc(site, hostname);
  const { data, meta } = await site.admin.get(`${PATH}?per_page=2&page=2`);
  const all = await rows();
  expect([data, meta.pagination.total]).toEqual([all.slice(2, 4), all.length] as never);
  const names = all.map(({ hostname }) => String(hostname));
  expect(names).toEqual(names.toSorted(new Intl.Collator('en', { numeric: true }).compare));
});

test('the migration list filters by readiness, blocker and name, and the counts match it', async () => {
  await pcWith('narrow-1');
  await lock((await pcWith('narrow-2')).assetid);
  await lock((await pcWith('narrow-3', '0.1.0', false)).assetid);
  const all = await rows();
  const names = async (query: string) => {
    const { data, meta } = await site.admin.get(`${PATH}?per_page=100&${query}`);
    expect([query, meta.pagination.total]).toEqual([query, data.length]);
    return (data as Row[]).map(({ hostname }) => hostname);
  };
  const namesOf = (is: (row: Row) => boolean) => all.filter(is).map(({ hostname }) => hostname);
  expect(await names('ready=true')).toEqual(namesOf(({ ready }) => ready));
  expect(await names('ready=false')).toEqual(namesOf(({ ready }) => !ready));
  expect(await names('blocker=server_trust')).toEqual(
    namesOf(({ blockers }) => blockers.includes('server_trust')),
  );
  expect(await names('search=narrow')).toEqual(['narrow-1', 'narrow-2', 'narrow-3']);
  expect(await names('search=A-NARROW-2')).toEqual(['narrow-2']);
  expect(await names('search=narrow&blocker=locked')).toEqual(['narrow-2', 'narrow-3']);
  expect(await names('search=%25')).toEqual([]);
  const second = await site.admin.get(`${PATH}?search=narrow&blocker=locked&per_page=1&page=2`);
  expect([second.data[0].hostname, second.meta.pagination]).toEqual([
    'narrow-3',
    { page: 2, perpage: 1, total: 2, pages: 2 },
  ]);
  expect((await site.admin.get(`${PATH}?blocker=mood`)).status).toBe(400);
  const { data: counts } = await site.admin.get(`${PATH}/counts`);
  expect([counts.total, counts.ready]).toEqual([all.length, namesOf(({ ready }) => ready).length]);
  for (const [blocker, count] of Object.entries(counts.blockers))
    expect([blocker, count]).toEqual([blocker, namesOf(({ blockers }) => blockers.includes(blocker)).length]);
  expect((await (await site.userWith('endpoints.view')).get(`${PATH}/counts`)).status).toBe(403);
});
