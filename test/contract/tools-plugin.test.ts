import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readSources } from '../../build/source-files.ts';
import { plugins } from '../../plugins/index.ts';
import { addDays } from '../../src/kit/clock.ts';
import { toolsPlugin } from '../fixtures/plugins/tools/index.ts';
import * as tables from '../fixtures/plugins/tools/tables.ts';
import { DAY } from '../support/clock.ts';
import { PASSWORD, type Site, startSite } from '../support/site.ts';
import { driftOf } from './drift.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite({ plugins: [...plugins, toolsPlugin] });
});
afterAll(() => site.stop());

const today = () => site.app.host.db.read((reader) => reader.today);
const dayAfter = (days: number) => addDays(today(), days);

/** Returns the number of lines without imports, comments and blank lines. */
const linesOf = (text: string): number =>
  text
    .replace(/^import [^;]*;\n/gm, '')
    .replace(/\/\*\*[\s\S]*?\*\/\n/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '').length;

test('the example plugin of the guide has fewer than 120 lines and matches its tables', () => {
  const sources = readSources('test/fixtures/plugins/tools/*.ts');
  expect(sources.length).toBe(4);
  expect(sources.reduce((sum, { text }) => sum + linesOf(text), 0)).toBeLessThan(120);
  for (const table of [tables.tools, tables.calibrations])
    expect(site.app.host.db.read((reader) => driftOf(reader, table))).toEqual([]);
});

test('a tool is an asset of its own type and is found by its additional fields', async () => {
  const made = await site.admin.post('/api/tools', {
    assetnumber: 'T-1',
    name: 'Micrometer',
    drawer: 'Cupboard of the gauge lab',
  });
  expect(made.data).toMatchObject({
    assettype: 'Gauge',
    intervaldays: 365,
    nextdue: null,
    certificate: null,
  });
  expect((await site.anonymous.get('/api/tools?search=cupboard')).data).toHaveLength(1);
  expect((await site.anonymous.get('/api/assets?search=cupboard')).data).toHaveLength(1);
  const never = await site.admin.put(`/api/tools/${made.data.toolid}`, {
    nextdue: '2030-01-01',
    certificate: 'forged',
  });
  expect(never.data).toMatchObject({ nextdue: null, certificate: null });
});

test('the verb calibrate requires its permission and writes the ledger and the history', async () => {
  const { data } = await site.admin.post('/api/tools', { assetnumber: 'T-2', intervaldays: 30 });
  const path = `/api/tools/${data.toolid}`;
  const body = { doneon: today(), verdict: 'pass', certificate: 'C-7' };
  const editor = await site.userWith('tools.edit');
  expect((await editor.post(`${path}/calibrate`, body)).status).toBe(403);
  const lab = await site.userWith('tools.calibrate');
  const done = await lab.post(`${path}/calibrate`, body);
  expect(done.data).toMatchObject({ nextdue: dayAfter(30), certificate: 'C-7' });
  const late = await lab.post(`${path}/calibrate`, { ...body, doneon: dayAfter(1) });
  expect(late.error.details.issues[0]).toMatchObject({ path: 'doneon' });
  const ledger = await site.anonymous.get(`${path}/calibrations`);
  expect(ledger.data).toEqual([expect.objectContaining({ verdict: 'pass', certificate: 'C-7' })]);
  const history = (await site.anonymous.get(`/api/assets/${data.assetid}/history`)).data;
  expect(history.map((row: { field: string }) => row.field)).toContain('toolcalibrations');
  await site.admin.post(`/api/auditlogs/${done.headers.get('x-audit-id')}/undo`);
  expect((await site.anonymous.get(`${path}/calibrations`)).data).toEqual([]);
  expect((await site.anonymous.get(path)).data.nextdue).toBeNull();
});

test('a verb updates the time stamp, and an older calibration is undone only after a newer one', async () => {
  const { data } = await site.admin.post('/api/tools', { assetnumber: 'T-8' });
  const path = `/api/tools/${data.toolid}`;
  const body = { doneon: today(), verdict: 'fail' };
  const first = await site.admin.post(`${path}/calibrate`, body);
  expect(first.data.modifieddate > data.modifieddate).toBe(true);
  const stale = await site.admin.put(path, { drawer: 'B 1', ifmodifieddate: data.modifieddate });
  expect(stale.error.code).toBe('STALE_WRITE');
  const second = await site.admin.post(`${path}/calibrate`, body);
  expect(second.data.modifieddate > first.data.modifieddate).toBe(true);
  const undo = (answer: typeof first) =>
    site.admin.post(`/api/auditlogs/${answer.headers.get('x-audit-id')}/undo`);
  expect((await undo(first)).error.code).toBe('CONFLICT');
  expect([(await undo(second)).status, (await undo(first)).status]).toEqual([200, 200]);
  expect((await site.anonymous.get(path)).data.nextdue).toBeNull();
});

test('the filter, the attention rule and the report of the plugin agree today and tomorrow', async () => {
  const lab = await site.userWith('tools.calibrate');
  const { data } = await site.admin.post('/api/tools', { assetnumber: 'T-3', intervaldays: 1 });
  await lab.post(`/api/tools/${data.toolid}/calibrate`, { doneon: today(), verdict: 'adjusted' });
  const readCounts = async () => {
    // The first session has expired one day later.
    const viewer = await site.anonymous.signIn(lab.session.user.username, PASSWORD);
    return [
      (await site.anonymous.get('/api/tools?due=true')).meta.pagination.total,
      (await viewer.get('/api/dashboard/summary')).data.attention.find(
        (one: { key: string }) => one.key === 'tools.due',
      )?.count ?? 0,
      (await site.anonymous.get(`/api/reports/tools-due?until=${today()}`)).data.rows.length,
    ];
  };
  expect(await readCounts()).toEqual([0, 0, 0]);
  site.clock.advance(DAY);
  try {
    expect(await readCounts()).toEqual([1, 1, 1]);
    const csv = await site.anonymous.get(`/api/reports/tools-due?until=${today()}&format=csv`);
    expect(csv.text).toBe(`Tool,Name,Drawer,Due\r\nT-3,,,${today()}\r\n`);
  } finally {
    site.clock.advance(-DAY);
  }
  expect((await site.anonymous.get('/api/reports')).data).toContainEqual(
    expect.objectContaining({ key: 'tools-due', title: 'Calibrations due' }),
  );
  expect((await site.anonymous.get('/api/reports/tools-due')).error.details.issues[0].path).toBe('until');
});
