import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { assetRegister } from '../../src/features/catalog/index.ts';
import { ANONYMOUS } from '../../src/kit/actor.ts';
import type { Row } from '../../src/kit/data/reader.ts';
import { startAppliance } from '../browser/harness.ts';
import type { Client } from '../support/client.ts';
import { HANG_MS } from '../support/hang.ts';
import { eventually } from '../support/receivers.ts';
import { type Site, startSite } from '../support/site.ts';
import { testJourney } from '../support/step.ts';
import { createFirstAdmin, createScratchDirectory, readJsonResponse, runMillwright } from './process.ts';

setDefaultTimeout(120_000);

const ROWS = 6000;

let site: Site;
let ids: number[];
beforeAll(async () => {
  site = await startSite();
  const { db } = site.app.host;
  const actor = {
    kind: 'system' as const,
    userid: null,
    name: 'test',
    isadmin: true,
    permissions: new Set<string>(),
  };
  ids = db.transact({ actor, requestid: null, ipaddress: null }, 'test.assets.seeded', (tx) => {
    tx.audit({ entitytype: 'asset', entityid: null, undoable: false });
    return Array.from({ length: ROWS }, (_, n) =>
      tx.insert('assets', { assetnumber: `S-${n}`, assettypeid: 2, name: `Lathe ${n} of the plant` } as Row),
    );
  }).value;
});
afterAll(() => site?.stop());

/**
 * Counts the requests of another caller, alternately reads and writes, that are answered before the work is
 * done. The count would be zero if the work blocked the event loop.
 */
async function measureBeside<T>(work: Promise<T>): Promise<{ result: T; answered: number }> {
  let answered = 0;
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    const isWrite = answered % 2 === 1;
    const answer = isWrite
      ? await site.admin.put('/api/settings/site_name', { value: `Plant ${answered}` })
      : await site.anonymous.get('/api/assets?per_page=25');
    expect(answer.status).toBe(200);
    if (!isDone) answered++;
  }
  return { result: await ended, answered };
}

const csvOf = (prefix: string): string =>
  `Asset number,Type,Name\n${Array.from({ length: ROWS }, (_, n) => `${prefix}-${n},Phone,Press ${n}`).join('\n')}\n`;

function formOf(csv: string, filename: string, dryrun = false): FormData {
  const form = new FormData();
  form.set('file', new File([csv], filename));
  form.set('target', 'Phone');
  form.set('dryrun', String(dryrun));
  form.set('mapping', JSON.stringify({ 'Asset number': 'assetnumber', Name: 'name', Type: null }));
  return form;
}

const importing = (client: Client, csv: string, dryrun: boolean) =>
  client.upload('/api/imports', formOf(csv, 'presses.csv', dryrun));

/** Counts the assets by the prefix of their numbers. No name or status of an asset may begin with it. */
const countOf = async (prefix: string): Promise<number> =>
  (await site.anonymous.get(`/api/assets?search=${prefix}-`)).meta.pagination.total;

const importsOf = async (filename: string): Promise<Row[]> =>
  (await site.admin.get('/api/imports')).data.filter((one: Row) => one.filename === filename);

/**
 * Polls without a pause, because the expected state lasts only moments. Throws an Error with its name after
 * HANG_MS.
 */
async function asSoonAs(condition: () => Promise<boolean>, what: string): Promise<void> {
  const end = Date.now() + HANG_MS;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`It did not happen within two minutes: ${what}`);
    await Bun.sleep(1);
  }
}

testJourney('long work yields to other requests and is undone as a whole', {
  'Run a dry run of an import': async () => {
    const { result, answered } = await measureBeside(importing(site.admin, csvOf('K'), true));
    expect(result.data.counts).toEqual({ add: ROWS, update: 0, skip: 0, error: 0 });
    expect(answered).toBeGreaterThanOrEqual(5);
  },
  'Run the import and undo it': async () => {
    const commit = await measureBeside(importing(site.admin, csvOf('K'), false));
    const { counts, importid } = commit.result.data;
    expect(counts).toEqual({ add: ROWS, update: 0, skip: 0, error: 0 });
    expect(await countOf('K')).toBe(ROWS);
    expect(commit.answered).toBeGreaterThanOrEqual(5);
    const undo = await measureBeside(site.admin.post(`/api/imports/${importid}/undo`));
    expect([undo.result.status, undo.result.data.reversed]).toEqual([200, ROWS]);
    expect(await countOf('K')).toBe(0);
    expect(undo.answered).toBeGreaterThanOrEqual(3);
  },
  'Run a bulk edit': async () => {
    const edit = site.admin.patch('/api/assets/bulk', { ids, changes: { statusid: 3 } });
    const { result, answered } = await measureBeside(edit);
    expect(result.data).toEqual({ matched: ROWS, changed: ROWS });
    expect(answered).toBeGreaterThanOrEqual(3);
  },
  'Find the bulk edit as one audit row, and undo it as another': async () => {
    const rows = (await site.admin.get('/api/auditlogs?action=catalog.asset.bulkupdated')).data;
    expect(rows).toHaveLength(1);
    const history = (await site.anonymous.get(`/api/assets/${ids[ROWS - 1]}/history`)).data[0];
    expect(history).toMatchObject({
      field: 'statusid',
      newtext: 'In repair',
      auditlogid: rows[0].auditlogid,
    });
    const undone = await site.admin.post(`/api/auditlogs/${rows[0].auditlogid}/undo`);
    expect([undone.status, undone.data.reversed]).toEqual([200, ROWS]);
    expect((await site.anonymous.get('/api/assets?statusid=3')).meta.pagination.total).toBe(0);
    expect((await site.admin.post(`/api/auditlogs/${rows[0].auditlogid}/undo`)).status).toBe(409);
  },
});

test('a change of 6,000 positions yields to other requests, has one audit row and is undone', async () => {
  const positions = ids.map((assetid, n) => ({ assetid, mapx: n / 3, mapy: n / 7 }));
  const { result, answered } = await measureBeside(site.admin.put('/api/mappositions', { positions }));
  expect(result.data).toMatchObject({ matched: ROWS, changed: ROWS });
  expect(answered).toBeGreaterThanOrEqual(3);
  const [row, ...more] = (await site.admin.get('/api/auditlogs?action=map.position.moved')).data;
  expect([row.details, more]).toMatchObject([{ count: ROWS, changed: ROWS }, []]);
  const undone = await site.admin.post(`/api/auditlogs/${row.auditlogid}/undo`);
  expect([undone.status, undone.data.reversed]).toEqual([200, ROWS]);
  expect((await site.admin.get(`/api/assets/${ids[0]}`)).data.mapx).toBeNull();
});

test('an export yields to the event loop and contains each row', async () => {
  let [turns, isDone] = [0, false];
  const turn = () => {
    turns++;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  const chunks: string[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of site.app.host.resource(assetRegister).csv({ actor: ANONYMOUS }).body!)
    chunks.push(decoder.decode(chunk));
  isDone = true;
  const total = (await site.anonymous.get('/api/assets')).meta.pagination.total;
  expect(total).toBeGreaterThanOrEqual(ROWS);
  expect(chunks.join('').trim().split('\r\n')).toHaveLength(total + 1);
  expect(chunks.length).toBeGreaterThan(2);
  expect(turns).toBeGreaterThanOrEqual(chunks.length);
});

test('an export contains the data of its start when rows change meanwhile', async () => {
  const total = (await site.anonymous.get('/api/assets')).meta.pagination.total;
  expect(total).toBeGreaterThanOrEqual(ROWS);
  const answer = await fetch(`${site.url}/api/assets?format=csv`);
  const reader = answer.body!.getReader();
  const first = new TextDecoder().decode((await reader.read()).value);
  await site.admin.put(`/api/assets/${ids.at(-1)}`, { name: 'Renamed while it ran' });
  let rest = '';
  for (let part = await reader.read(); !part.done; part = await reader.read())
    rest += new TextDecoder().decode(part.value);
  expect((first + rest).trim().split('\r\n')).toHaveLength(total + 1);
  expect(first + rest).not.toContain('Renamed while it ran');
});

test('an import whose row fails is rolled back and names the row', async () => {
  const before = (await site.anonymous.get('/api/assets')).meta.pagination.total;
  const work = site.admin.upload('/api/imports', formOf(csvOf('F'), 'failing.csv'));
  // Once the commit has started, another request takes the number of its last row.
  await asSoonAs(async () => (await countOf('F')) > 0, 'the import writes');
  await site.admin.post('/api/assets', { assetnumber: `F-${ROWS - 1}`, assettypeid: 3 });
  const answer = await work;
  expect([answer.status, answer.error.message]).toEqual([
    400,
    expect.stringContaining(`Row ${ROWS} has errors`),
  ]);
  expect((await site.anonymous.get('/api/assets')).meta.pagination.total).toBe(before + 1);
  expect(await importsOf('failing.csv')).toEqual([]);
  const last = (await site.admin.get('/api/auditlogs?action=audit.change.takenback')).data[0];
  expect(last).toMatchObject({ undoable: false });
});

test('an import is rolled back when its caller disconnects', async () => {
  const before = (await site.anonymous.get('/api/assets')).meta.pagination.total;
  const leaving = new AbortController();
  const { authorization } = site.admin.headers;
  const work = fetch(`${site.url}/api/imports`, {
    method: 'POST',
    body: formOf(csvOf('G'), 'left.csv'),
    headers: { authorization: authorization! },
    signal: leaving.signal,
  }).catch(() => 'left');
  await asSoonAs(async () => (await countOf('G')) > 0, 'the import writes');
  const running = (await site.admin.get('/api/imports/running')).data;
  expect(running).toEqual([
    {
      target: 'Phone',
      filename: 'left.csv',
      phase: 'writing',
      rowsdone: expect.any(Number),
      rowstotal: ROWS,
    },
  ]);
  expect((await (await site.userWith('assets.create')).get('/api/imports/running')).data).toEqual([]);
  leaving.abort();
  expect(await work).toBe('left');
  await eventually(async () => (await countOf('G')) === 0, 'the import is rolled back');
  expect((await site.anonymous.get('/api/assets')).meta.pagination.total).toBe(before);
  expect(await importsOf('left.csv')).toEqual([]);
});

test('the next start rolls back and logs an import that a power cut interrupted', async () => {
  const data = createScratchDirectory('cut');
  const first = await startAppliance({ data, args: ['--no-tls'] });
  const { 'content-type': _json, ...headers } = await createFirstAdmin(first.url);
  const form = formOf(csvOf('C'), 'cut.csv');
  const work = fetch(`${first.url}/api/imports`, { method: 'POST', body: form, headers }).catch(() => 'cut');
  const total = async (url: string) =>
    (await readJsonResponse(await fetch(`${url}/api/assets`))).meta.pagination.total as number;
  await asSoonAs(async () => (await total(first.url)) >= 100, 'the import writes');
  await first.kill();
  expect(await work).toBe('cut');

  const again = await startAppliance({ data, args: ['--no-tls'] });
  try {
    expect(await total(again.url)).toBe(0);
    const { authorization } = await createFirstAdmin(again.url);
    const logs = await readJsonResponse(
      await fetch(`${again.url}/api/auditlogs`, { headers: { authorization: authorization! } }),
    );
    expect(logs.data.map((row: Row) => row.action)).toContain('audit.change.takenback');
    const imports = await fetch(`${again.url}/api/imports`, { headers: { authorization: authorization! } });
    expect((await readJsonResponse(imports)).data).toEqual([]);
    const doctor = await runMillwright('doctor', '--data', data, '--no-tls');
    expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringMatching(/audit log: \d+ rows, unbroken/)]);
  } finally {
    expect(await again.stop()).toBe(0);
  }
});
