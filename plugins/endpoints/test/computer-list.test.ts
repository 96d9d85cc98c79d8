import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { FieldDescriptor, RegisterDescriptor } from '../../../src/kit/resource/descriptor.ts';
import type { Client } from '../../../test/support/client.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { plugins } from '../../index.ts';
import { ISSUE_PERMISSIONS } from '../actions.ts';
import { RUN_PERMISSIONS } from '../web/index.ts';
import { createEnrolledPc, createPc, requestEnrollment, setSharedKey } from './pcs.ts';

let site: Site;
/** Asset IDs by host name: two computers with an agent, and three without a running one. */
const ids: Record<string, number> = {};
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
  ids['li-none'] = await createPc(site, 'li-none');
  ids['li-asks'] = await createPc(site, 'li-asks');
  await requestEnrollment(site.anonymous, 'li-asks');
  const blocked = await createEnrolledPc(site, 'li-stop');
  await site.admin.post(`/api/endpoints/assets/${blocked.assetid}/revoke`, {});
  for (const [hostname, level, agentversion] of [
    ['li-full', 'degraded', '0.2.0'],
    ['li-well', 'ok', '0.1.0'],
  ] as const) {
    const { assetid, agent } = await createEnrolledPc(site, hostname);
    ids[hostname] = assetid;
    const checks = [{ name: 'disk', level, message: '2 % left' }];
    await agent.post('/api/endpoints/checkin', { agentversion, checks });
    site.clock.advance(1000);
  }
  // Check-ins without news are stored by a job.
  await site.admin.post('/api/jobs/endpoints.seen/run');
});
afterAll(() => site.stop());

const COLUMNS = 'verdict,credentialstate,lastcheckin,agentversion,machinenumber,lockedby';
const list = (query: string, caller: Client = site.admin) => caller.get(`/api/computers?search=li-&${query}`);
const listNames = async (query: string): Promise<string[]> =>
  (await list(query)).data.map(({ hostname }: { hostname: string }) => hostname);
const describeComputers = async (caller: Client): Promise<RegisterDescriptor> =>
  (await caller.get('/api/registers')).data.find(({ name }: RegisterDescriptor) => name === 'computers');

test('the list of computers serves the columns of agents on request, and only then', async () => {
  const { data } = await list(`columns=hostname,${COLUMNS}`);
  const byName = new Map(data.map((row: { hostname: string }) => [row.hostname, row]));
  expect(byName.get('li-full')).toMatchObject({
    verdict: 'degraded',
    verdictreason: 'disk: 2 % left',
    credentialstate: 'enrolled',
    agentversion: '0.2.0',
    machinenumber: null,
    lockedby: null,
  });
  expect(byName.get('li-none')).toMatchObject({
    verdict: 'unknown',
    credentialstate: 'notreporting',
    lastcheckin: null,
    agentversion: null,
  });
  for (const row of (await list('')).data) expect(row).not.toHaveProperty('verdict');
});

test('the list of computers filters by the state of agents like the list of PCs', async () => {
  expect(await listNames('managed=true')).toEqual(['li-full', 'li-well']);
  expect(await listNames('managed=false')).toEqual(['li-asks', 'li-none', 'li-stop']);
  expect(await listNames('agentversion=0.1.0')).toEqual(['li-well']);
  for (const filter of [
    ...['notok', 'ok', 'degraded', 'blocked', 'noise', 'unknown', 'offline'].map((one) => `verdict=${one}`),
    ...['enrolled', 'pending', 'reenrollblocked', 'sharedkey', 'notreporting'].map(
      (one) => `credential=${one}`,
    ),
  ]) {
    const pcs = (await site.admin.get(`/api/endpoints?search=li-&${filter}`)).data;
    expect([filter, ...(await listNames(filter))]).toEqual([
      filter,
      ...pcs.map(({ hostname }: { hostname: string }) => hostname),
    ]);
  }
  expect((await list('verdict=none')).status).toBe(400);
});

test('the list of computers sorts by the last check-in, those without one last', async () => {
  expect(await listNames('sort=lastcheckin')).toEqual([
    'li-full',
    'li-well',
    'li-none',
    'li-asks',
    'li-stop',
  ]);
  expect(await listNames('sort=agentversion&managed=true')).toEqual(['li-well', 'li-full']);
  const { data } = await site.admin.get('/api/computers?sort=lastcheckin&dir=desc');
  expect(data.at(-1).hostname).toBe('li-full');
  expect(data[0].lastcheckin ?? null).toBeNull();
});

test('a CSV file has the requested columns of agents', async () => {
  const { text } = await list('format=csv&columns=hostname,verdict,agentversion');
  expect(text.trim().split(/\r?\n/)).toEqual([
    'hostname,verdict,agentversion',
    'li-asks,unknown,',
    'li-full,degraded,0.2.0',
    'li-none,unknown,',
    'li-stop,unknown,',
    'li-well,ok,0.1.0',
  ]);
});

test('a caller who may not see agents gets neither their columns, filters nor order', async () => {
  const viewer = await site.userWith('assets.view', 'computers.view');
  for (const caller of [viewer, site.anonymous]) {
    expect((await list('columns=verdict', caller)).status).toBe(400);
    for (const query of ['managed=true', 'verdict=ok', 'credential=enrolled', 'sort=lastcheckin'])
      expect([query, (await list(query, caller)).error?.code]).toEqual([query, 'FORBIDDEN']);
    const { fields, filters, sorts, extensions } = await describeComputers(caller);
    expect([...fields, ...filters].filter(({ name }) => ['verdict', 'managed'].includes(name))).toEqual([]);
    expect([extensions, sorts.includes('lastcheckin')]).toEqual([undefined, false]);
  }
  const operator = await site.userWith('endpoints.view');
  expect((await list('verdict=degraded&columns=verdict', operator)).data).toHaveLength(1);
  const { defaultcolumns, extensions, fields } = await describeComputers(operator);
  expect([defaultcolumns!.includes('verdict'), extensions]).toEqual([true, ['agents']]);
  expect(fields.find(({ name }: FieldDescriptor) => name === 'verdict')).toMatchObject({ requested: true });
});

test('the command for selected rows is for callers who may run a command', () => {
  expect([...RUN_PERMISSIONS].sort()).toEqual([...ISSUE_PERMISSIONS].sort());
});

test('the list of PCs serves selected PCs', async () => {
  const read = (assetids: string) => site.admin.get(`/api/endpoints?assetids=${assetids}`);
  const { data } = await read(`${ids['li-none']},${ids['li-well']}`);
  expect(data.map(({ hostname }: { hostname: string }) => hostname)).toEqual(['li-none', 'li-well']);
  for (const assetids of ['', '1,', '01', 'x']) expect((await read(assetids)).status).toBe(400);
});

test('the list of computers works without the plugin of agents', async () => {
  const names = plugins.map(({ id }) => id).filter((id) => id !== 'enforce' && id !== 'endpoints');
  const alone = await startSite({ plugins, config: { plugins: names } });
  try {
    const { filters, extensions } = await describeComputers(alone.admin);
    expect([extensions, filters.some(({ name }) => name === 'managed')]).toEqual([undefined, false]);
    await createPc(alone, 'li-alone');
    expect((await alone.admin.get('/api/computers?managed=true')).data).toHaveLength(1);
    expect((await alone.admin.get('/api/computers?columns=verdict')).status).toBe(400);
  } finally {
    await alone.stop();
  }
});
