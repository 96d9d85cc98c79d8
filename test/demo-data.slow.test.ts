import { afterAll, beforeAll, expect } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dumpRows } from './support/dump-rows.ts';
import { eventually } from './support/receivers.ts';
import { type Site, startSite } from './support/site.ts';
import { testJourney } from './support/step.ts';

let data: string;
let site: Site;
beforeAll(async () => {
  data = mkdtempSync(join(tmpdir(), 'millwright-demo-'));
  site = await startSite({ data });
});
afterAll(async () => {
  await site.stop();
  rmSync(data, { recursive: true, force: true });
});

/** Waits for a state as long as the work makes progress. */
async function waitFor(state: string) {
  for (let last = ''; ; ) {
    let demo = (await site.admin.get('/api/demo')).data;
    if (demo.error !== null || demo.state === state) {
      expect(demo).toMatchObject({ state, error: null });
      return demo;
    }
    await eventually(async () => {
      demo = (await site.admin.get('/api/demo')).data;
      return JSON.stringify(demo) !== last;
    }, `progress towards the state ${state}`);
    last = JSON.stringify(demo);
  }
}

async function load() {
  expect((await site.admin.post('/api/demo')).status).toBe(202);
  return waitFor('loaded');
}

async function remove() {
  expect((await site.admin.delete('/api/demo')).status).toBe(202);
  return waitFor('none');
}

const findId = (table: string, id: string, column: string, value: string): number =>
  site.app.host.db.read((reader) =>
    reader.value<number>(`SELECT ${id} FROM ${table} WHERE ${column} = ?`, value),
  )!;

/** Stops the appliance and starts it again over the same data. */
async function restart(): Promise<void> {
  await site.stop();
  site = await startSite({ data });
}

async function useDemoRecords(): Promise<void> {
  const locationid = findId('locations', 'locationid', 'location', 'Cell A1-01');
  const printer = findId('assets', 'assetid', 'assetnumber', 'PR-000001');
  const [type] = (await site.admin.get('/api/assets/types')).data;
  const asset = { assetnumber: 'OWN-1', assettypeid: type.assettypeid, locationid };
  const own = (await site.admin.post('/api/assets', asset)).data;
  const [kind] = (await site.admin.get('/api/assets/relationshiptypes')).data;
  const { relationshiptypeid } = kind;
  const body = { sourceassetid: own.assetid, targetassetid: printer, relationshiptypeid };
  expect((await site.admin.post('/api/assets/relationships', body)).status).toBe(201);
  const itemid = findId('printedpartitems', 'itemid', 'name', 'Probe cap');
  const renamed = await site.admin.put(`/api/printedparts/items/${itemid}`, { name: 'Renamed by a user' });
  expect(renamed.status).toBe(200);
}

/** Lets a collector report a PC of the plant that has a program of the demo data. Returns its name. */
async function reportOwnPc(): Promise<string> {
  const program = site.app.host.db.read((reader) =>
    reader.value<string>(
      "SELECT appname FROM applications WHERE appid IN (SELECT entityid FROM demorecords WHERE tablename = 'applications')",
    ),
  )!;
  const token = { name: 'PCs', service: true, scopes: ['collector.ingest'] };
  const { secret } = (await site.admin.post('/api/apitokens', token)).data;
  const collector = site.anonymous.with({ 'x-api-key': secret });
  const report = {
    hostname: 'ownpc',
    serialnumber: 'OWN-SN',
    installedapps: [{ name: program, version: '1' }],
  };
  expect((await collector.post('/api/collector/computers', report)).status).toBe(200);
  return program;
}

/** Merges a vendor of the plant into one of the demo data, so that its name refers to that vendor. */
async function mergeOwnVendor(): Promise<void> {
  const target = findId('vendors', 'vendorid', 'vendor', 'Torqa');
  const { vendorid } = (await site.admin.post('/api/vendors', { vendor: 'Own Works' })).data;
  expect((await site.admin.post(`/api/vendors/${vendorid}/merge`, { into: target })).status).toBe(200);
}

let before: string[];

testJourney('an admin loads demo data and removes exactly these, except what own records use', {
  'the load runs once and is audited under its request ID': async () => {
    before = dumpRows(site);
    expect((await load()).assets).toBe(200);
    expect(dumpRows(site).length).toBeGreaterThan(before.length + 3000);
    const again = await site.admin.post('/api/demo');
    expect([again.status, again.error.code]).toEqual([409, 'CONFLICT']);
    const { data: audit } = await site.admin.get('/api/auditlogs?action=catalog.asset.created&per_page=1');
    expect(audit[0].requestid).toStartWith('demo-');
  },
  'the removal leaves the rows from before the load': async () => {
    expect((await remove()).removal).toMatchObject({ kept: 0, keptrecords: [] });
    expect(dumpRows(site)).toEqual(before);
    expect((await site.admin.delete('/api/demo')).status).toBe(404);
  },
  'a load that a stop interrupts is completed by the next one': async () => {
    expect((await site.admin.post('/api/demo')).status).toBe(202);
    await eventually(async () => (await site.admin.get('/api/demo')).data.assets > 20, 'some demo assets');
    await restart();
    const { data: stopped } = await site.admin.get('/api/demo');
    expect(stopped).toMatchObject({ state: 'incomplete', stage: null });
    expect(stopped.records).toBeGreaterThan(20);
    expect((await load()).assets).toBe(200);
  },
  'a removal that a stop interrupts is completed by the next one': async () => {
    await useDemoRecords();
    await mergeOwnVendor();
    const program = await reportOwnPc();
    expect((await site.admin.delete('/api/demo')).status).toBe(202);
    await eventually(async () => (await site.admin.get('/api/demo')).data.done > 50, 'some removed records');
    await restart();
    expect((await site.admin.get('/api/demo')).data.state).toBe('incomplete');
    const { removal } = await remove();
    const names: string[] = removal.keptrecords.map(
      (one: { kind: string; name: string }) => `${one.kind} ${one.name}`,
    );
    expect(removal.kept).toBe(names.length);
    expect(names).toContain('Location Cell A1-01');
    expect(names).toContain('Location Building A');
    expect(names).toContain('Vendor Torqa');
    expect(names).toContain(`Application ${program}`);
    expect(names.filter((name) => name.startsWith('Asset '))).toEqual(['Asset PR-000001']);
    const { data: assets } = await site.admin.get('/api/assets?sort=assetnumber');
    expect(assets.map((one: { assetnumber: string }) => one.assetnumber)).toEqual([
      'OWN-1',
      'ownpc',
      'PR-000001',
    ]);
    expect(assets[0].location).toBe('Cell A1-01');
    expect((await site.admin.get(`/api/printers/by-asset/${assets.at(-1).assetid}`)).status).toBe(200);
    expect((await site.admin.get('/api/printedparts/items')).data).toEqual([]);
  },
  'the kept records belong to the plant': async () => {
    const refused = await site.admin.post('/api/demo');
    expect([refused.status, refused.error.message]).toEqual([
      409,
      expect.stringContaining('assets of its own'),
    ]);
  },
});
