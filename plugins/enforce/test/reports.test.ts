import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Client } from '../../../test/support/client.ts';
import { type Site, startSite } from '../../../test/support/site.ts';
import { plugins } from '../../index.ts';
import { deleteOldReports } from '../report.ts';
import { buildTextEntry, createEntry, createPcClient, createScope } from './enforce-requests.ts';

let site: Site;
let pc: Client;
beforeAll(async () => {
  site = await startSite();
  pc = await createPcClient(site, ['enforce.report']);
});
afterAll(() => site.stop());

const send = (body: object, client = pc) => client.post('/api/enforce/report', body);

test('the server stores a report with its results and finds the PC by host name', async () => {
  const { data: computer } = await site.admin.post('/api/computers', {
    assetnumber: 'PC-1',
    hostname: 'press-1',
  });
  const results = [
    { entryname: 'Notepad', action: 'installed', message: 'Done', exitcode: 0 },
    { entryname: 'Driver', action: 'failed', message: 'Code 5' },
  ];
  const sent = await send({
    hostname: 'PRESS-1.plant.example',
    scopename: 'Press',
    appliedversion: '3',
    enforcerversion: '1.2.0',
    status: 'partial',
    results,
    counts: { installed: 1, failed: 1 },
  });
  expect([sent.status, sent.data.status]).toEqual([201, 'partial']);
  const { data } = await site.admin.get(`/api/enforce/reports/${sent.data.reportid}`);
  expect(data).toMatchObject({
    hostname: 'PRESS-1.plant.example',
    assetid: computer.assetid,
    scopename: 'Press',
    phase: 'runtime',
    status: 'partial',
    results,
    counts: { installed: 1, failed: 1 },
    failed: 1,
    islatest: true,
  });
});

test('the server ignores invisible and wide characters in a host name', async () => {
  const { data: computer } = await site.admin.post('/api/computers', {
    assetnumber: 'PC-7',
    hostname: 'press-7',
  });
  for (const hostname of ['press\u200b-7', '\u202epress-7', '\uff50ress-7']) {
    const { data } = await send({ hostname, scopename: 'Pr\u200bess', results: [] });
    expect((await site.admin.get(`/api/enforce/reports/${data.reportid}`)).data).toMatchObject({
      hostname: 'press-7',
      assetid: computer.assetid,
      scopename: 'Press',
    });
  }
  expect((await send({ hostname: '\u200b\u200b' })).status).toBe(400);
});

test('the server returns 409 when a short host name matches two PCs', async () => {
  const made = await Promise.all(
    ['twin.north', 'twin.south'].map((hostname) =>
      site.admin.post('/api/computers', { assetnumber: hostname, hostname }),
    ),
  );
  const assetOf = async (hostname: string) => {
    const { data } = await send({ hostname });
    return (await site.admin.get(`/api/enforce/reports/${data.reportid}`)).data.assetid;
  };
  const { status, error } = await send({ hostname: 'twin' });
  expect([status, error.code]).toEqual([409, 'CONFLICT']);
  expect((await site.admin.get('/api/enforce/reports?hostname=twin')).data).toEqual([]);
  expect(await assetOf('TWIN.north')).toBe(made[0]!.data.assetid);
  expect(await assetOf('twin.south')).toBe(made[1]!.data.assetid);
});

test('the server accepts a host name alone and computes status and counts from the results', async () => {
  const statusOf = async (...actions: string[]) =>
    (await send({ hostname: 'pc', results: actions.map((action) => ({ entryname: 'x', action })) })).data
      .status;
  expect((await send({ hostname: 'pc' })).data.status).toBe('compliant');
  expect(await statusOf('uptodate', 'skipped')).toBe('compliant');
  expect(await statusOf('uptodate', 'updated')).toBe('changed');
  expect(await statusOf('failed', 'updated')).toBe('partial');
  expect(await statusOf('failed', 'failed')).toBe('failed');
  const { data } = await site.admin.get('/api/enforce/reports?hostname=pc&per_page=1');
  expect(data[0].counts).toEqual({ failed: 2 });
});

test('the server returns 400 with the wrong field of a report and stores nothing', async () => {
  const before = (await site.admin.get('/api/enforce/reports')).meta.pagination.total;
  const ok = { hostname: 'pc' };
  for (const [body, path] of [
    [{}, 'hostname'],
    [{ hostname: ' ' }, 'hostname'],
    [{ hostname: 'a\nb' }, 'hostname'],
    [{ ...ok, status: 'fine' }, 'status'],
    [{ ...ok, phase: 'later' }, 'phase'],
    [{ ...ok, results: [{ entryname: 'x', action: 'eaten' }] }, 'results.0.action'],
    [{ ...ok, results: [{ action: 'failed' }] }, 'results.0.entryname'],
    [{ ...ok, results: 'x' }, 'results'],
    [{ ...ok, results: Array(2001).fill({ entryname: 'x', action: 'failed' }) }, 'results'],
    [{ ...ok, counts: { installed: -1 } }, 'counts.installed'],
    [{ ...ok, counts: { installed: 'many' } }, 'counts.installed'],
  ] as const) {
    const answer = await send(body);
    expect([path, answer.status, answer.error?.details?.issues?.[0]?.path]).toEqual([path, 400, path]);
  }
  expect((await site.admin.get('/api/enforce/reports')).meta.pagination.total).toBe(before);
});

test('a report requires enforce.report, and a scoped token reports only for its scopes', async () => {
  expect((await send({ hostname: 'pc' }, site.anonymous)).status).toBe(401);
  expect((await send({ hostname: 'pc' }, await createPcClient(site, ['enforce.fetch']))).status).toBe(403);
  const bound = await createPcClient(site, ['enforce.report'], ['Press']);
  expect((await send({ hostname: 'pc', scopename: 'press' }, bound)).status).toBe(201);
  expect((await send({ hostname: 'pc', scopename: 'Lathe' }, bound)).status).toBe(403);
  expect((await send({ hostname: 'pc' }, bound)).status).toBe(403);
});

test('the report list pages, filters and sorts, and deleting old reports preserves the newest', async () => {
  await createScope(site, { scopename: 'Mill' });
  for (const hostname of ['filtered-1', 'filtered-2'])
    await site.admin.post('/api/computers', { assetnumber: hostname, hostname });
  for (const status of ['failed', 'partial', 'compliant'])
    await send({ hostname: 'filtered-1', scopename: 'Mill', status });
  await send({ hostname: 'filtered-2', scopename: 'Mill', status: 'failed' });
  const list = async (query: string) => (await site.admin.get(`/api/enforce/reports?${query}`)).data;
  const hosts = (rows: { hostname: string }[]) => rows.map(({ hostname }) => hostname);
  expect(await list('scopename=Mill')).toHaveLength(4);
  expect(hosts(await list('scopename=mill&islatest=true&sort=hostname'))).toEqual([
    'filtered-1',
    'filtered-2',
  ]);
  expect(hosts(await list('scopename=Mill&failing=true'))).toEqual(['filtered-2']);
  const scrapped = { status: 'Scrapped', isretired: true };
  const { statusid } = (await site.admin.post('/api/assets/statuses', scrapped)).data;
  const [pc] = (await site.admin.get('/api/computers?search=filtered-2')).data;
  expect((await site.admin.put(`/api/assets/${pc.assetid}`, { statusid })).status).toBe(200);
  expect(await list('scopename=Mill&failing=true')).toEqual([]);
  expect(await list('scopename=Mill&status=failed')).toHaveLength(2);
  expect(await list('search=FILTERED-1')).toHaveLength(3);
  const paged = await site.admin.get('/api/enforce/reports?scopename=Mill&per_page=3&page=2');
  expect([paged.data.length, paged.meta.pagination.total]).toEqual([1, 4]);
  expect(deleteOldReports(site.app.host, -1)).toBeGreaterThan(1);
  expect(hosts(await list('scopename=Mill&sort=hostname'))).toEqual(['filtered-1', 'filtered-2']);
});

test('deleting old reports also deletes the newest of unknown PCs and scopes', async () => {
  await createScope(site, { scopename: 'Kept' });
  await site.admin.post('/api/computers', { assetnumber: 'kept-1', hostname: 'kept-1' });
  await send({ hostname: 'kept-1', scopename: 'Kept' });
  await send({ hostname: 'kept-1' });
  await send({ hostname: 'kept-1', scopename: 'Made up' });
  await send({ hostname: 'made-up', scopename: 'Kept' });
  deleteOldReports(site.app.host, -1);
  const { data } = await site.admin.get('/api/enforce/reports?search=kept&sort=scopename');
  expect(
    data.map(({ hostname, scopename }: { hostname: string; scopename: string | null }) => [
      hostname,
      scopename,
    ]),
  ).toEqual([
    ['kept-1', null],
    ['kept-1', 'Kept'],
  ]);
  expect((await site.admin.get('/api/enforce/reports?hostname=made-up')).data).toEqual([]);
});

test('compliance counts the application of an entry on the PCs that the entry targets', async () => {
  const { data: type } = await site.admin.post('/api/computers/types', { computertype: 'Saw' });
  const { data: app } = await site.admin.post('/api/applications', { appname: 'Saw driver' });
  const { scopeid } = await createScope(site, { scopename: 'Saw' });
  await createEntry(site, scopeid, { ...buildTextEntry('Driver'), appid: app.appid });
  await createEntry(site, scopeid, {
    ...buildTextEntry('Some'),
    appid: app.appid,
    TargetHostnames: ['saw-1'],
  });
  await createEntry(site, scopeid, buildTextEntry('Unlinked'));
  for (const n of [1, 2, 3]) {
    const { data } = await site.admin.post('/api/computers', {
      assetnumber: `SAW-${n}`,
      hostname: `saw-${n}`,
      computertypeid: type.computertypeid,
    });
    if (n === 1) await site.admin.post(`/api/computers/${data.computerid}/apps`, { appid: app.appid });
  }
  const { data } = await site.admin.get(`/api/enforce/scopes/${scopeid}/compliance`);
  expect(data).toMatchObject({ computersplugin: true });
  expect(data.entries).toMatchObject([
    { Name: 'Driver', appname: 'Saw driver', total: 3, installed: 1, missing: 2 },
    { Name: 'Some', total: 1, installed: 1, missing: 0, lacking: [] },
  ]);
  expect(data.entries[0].lacking.map((one: { hostname: string }) => one.hostname)).toEqual([
    'saw-2',
    'saw-3',
  ]);
  const affected = await site.admin.get(`/api/enforce/scopes/${scopeid}/affected?per_page=2&search=SAW`);
  expect([
    affected.meta.pagination.total,
    affected.data.pcs.map((one: { hostname: string }) => one.hostname),
  ]).toEqual([3, ['saw-1', 'saw-2']]);
});

test('compliance has no counts when the computers plugin is missing', async () => {
  const alone = await startSite({
    plugins: plugins.filter(({ id }) => id === 'enforce' || id === 'measuringtools'),
  });
  try {
    const { data: app } = await alone.admin.post('/api/applications', { appname: 'X' });
    const { scopeid } = await createScope(alone);
    await createEntry(alone, scopeid, { ...buildTextEntry('Driver'), appid: app.appid });
    const { data } = await alone.admin.get(`/api/enforce/scopes/${scopeid}/compliance`);
    expect([data.computersplugin, data.entries]).toEqual([
      false,
      [expect.objectContaining({ Name: 'Driver', total: null, installed: null, missing: null })],
    ]);
    const affected = await alone.admin.get(`/api/enforce/scopes/${scopeid}/affected`);
    expect(affected.data).toEqual({ computersplugin: false, everyminutes: 240, pcs: [] });
    const wrong = await alone.admin.post('/api/enforce/scopes', { scopename: 'x', computertypeid: 1 });
    expect(wrong.status).toBe(400);
  } finally {
    await alone.stop();
  }
});

test('the simulation returns the entries for a PC and a reason for each filtered one', async () => {
  const { scopeid } = await createScope(site, { scopename: 'CMM' });
  for (const [Name, fields] of Object.entries({
    always: {},
    type: { PCTypes: ['cmm', 'Lathe'] },
    other: { PCTypes: ['Lathe'] },
    subtype: { PCTypes: ['CMM-Large'] },
    host: { TargetHostnames: ['cmm-0?', '*-lab'] },
    machine: { TargetMachineNumbers: ['4711'] },
    version: { CMMVersions: ['2023*'] },
    off: { isenabled: false },
  }))
    await createEntry(site, scopeid, { ...buildTextEntry(Name), ...fields });
  const simulate = async (query: string) => {
    const { data } = await site.admin.get(`/api/enforce/scopes/${scopeid}/simulate?${query}`);
    return {
      names: data.applicable.map((one: { Name: string }) => one.Name),
      reasons: Object.fromEntries(
        data.filtered.map((one: { Name: string; reason: string }) => [one.Name, one.reason.split(':')[0]]),
      ),
    };
  };
  expect(await simulate('')).toEqual({
    names: ['always', 'type'],
    reasons: {
      other: 'pctype',
      subtype: 'subtype',
      host: 'hostname',
      machine: 'machinenumber',
      version: 'cmmversion',
      off: 'isenabled',
    },
  });
  expect(
    (await simulate('subtype=large&hostname=CMM-07&machinenumber=4711&cmmversion=2023.1')).names,
  ).toEqual(['always', 'type', 'subtype', 'host', 'machine', 'version']);
  expect((await simulate('pctype=')).names).toEqual(['always', 'type']);
  expect((await simulate('pctype=Lathe&hostname=x-lab')).names).toEqual(['always', 'type', 'other', 'host']);
  expect((await simulate('hostname=cmm-007&subtype=small&cmmversion=2022')).names).toEqual([
    'always',
    'type',
  ]);
});
