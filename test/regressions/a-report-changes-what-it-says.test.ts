import { afterEach, beforeEach, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY, MINUTE } from '../support/clock.ts';
import { createReporter } from '../support/reports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let ask: ReturnType<typeof createReporter>;
beforeEach(async () => {
  site = await startSite();
  ask = createReporter(site);
});
afterEach(() => site.stop());

const real = (name: string) =>
  JSON.parse(readFileSync(join(import.meta.dir, '../data/glpi', `${name}.json`), 'utf8'));
const PC = {
  hostname: 'CELL-7',
  serialnumber: 'ABC123',
  osname: 'Debian',
  lastboottime: '2026-01-31T13:05:38Z',
  ipaddresses: ['10.7.0.7'],
  macaddresses: ['00:11:22:33:44:55'],
};

test('a partial inventory does not replace the logged-in user', async () => {
  const { content } = real('computer_1');
  const { assetid } = await ask.inventory(content);
  const user = async () => (await ask.asset(assetid)).typedata.loggedinuser;
  expect(await user()).toBe('trasher');
  for (const partial of [
    { hardware: { ...content.hardware, lastloggeduser: 'root' }, batteries: [] },
    { hardware: { ...content.hardware, lastloggeduser: 'somebody' } },
  ])
    await ask.inventory({ bios: content.bios, ...partial }, { partial: true });
  await ask.inventory({
    ...content,
    users: undefined,
    hardware: { ...content.hardware, lastloggeduser: 'root' },
  });
  expect(await user()).toBe('trasher');
  await ask.inventory({ ...content, users: [{ login: 'ana' }] }, { partial: true });
  expect(await user()).toBe('ana');
});

test('a partial inventory changes no omitted value', async () => {
  const { content } = real('computer_1');
  const { assetid } = await ask.inventory(content);
  const readAsset = async () => {
    const { typedata, ...asset } = await ask.asset(assetid);
    return { ...asset, ...typedata, lastreporteddate: 'moves' };
  };
  const [before, log] = [await readAsset(), await ask.audits()];
  const addresses = await ask.addresses(assetid);
  for (let day = 0; day < 3; day++) {
    const partial = { hardware: content.hardware, bios: content.bios };
    expect((await ask.inventory(partial, { partial: true })).unchanged).toBe(1);
    expect((await ask.inventory(content)).unchanged).toBe(1);
    site.clock.advance(MINUTE);
  }
  expect(await readAsset()).toEqual(before);
  expect([await ask.addresses(assetid), await ask.audits()]).toEqual([addresses, log]);
});

test("a user's correction of a field stays when a report changes another field", async () => {
  const { assetid } = await ask.report({ ...PC, loggedinuser: 'ina', manufacturer: 'Dell', model: 'A' });
  const { typedata } = await ask.asset(assetid);
  await site.admin.put(`/api/computers/${typedata.computerid}`, { loggedinuser: 'corrected' });
  await ask.report({ ...PC, loggedinuser: 'ina', osname: 'Debian 13', manufacturer: 'Dell', model: 'A' });
  const [pc] = await ask.computers();
  expect(pc).toMatchObject({ assetid, loggedinuser: 'corrected', osname: 'Debian 13' });
});

test('the audit row of a report lists the changes, and an unchanged report writes none', async () => {
  const { assetid } = await ask.report(PC);
  const [made] = await ask.audits();
  expect(made.details).toMatchObject({
    created: 1,
    changes: {
      assetnumber: [null, 'CELL-7'],
      serialnumber: [null, 'ABC123'],
      hostname: [null, 'CELL-7'],
      addresses: [null, '10.7.0.7, 00:11:22:33:44:55'],
      operatingsystems: [null, 1],
    },
  });
  await ask.report({
    ...PC,
    loggedinuser: 'ina',
    ipaddresses: ['10.7.0.8'],
    installedapps: [{ name: 'CAD' }],
  });
  const [changed] = await ask.audits();
  expect(changed).toMatchObject({ action: 'collector.computers.ingested', entityid: assetid });
  expect(changed.details).toMatchObject({
    updated: 1,
    changes: { loggedinuser: [null, 'ina'], addresses: ['10.7.0.7', '10.7.0.8'], applications: [null, 1] },
    software: { added: 1, changed: 0, removed: 0 },
  });
  expect(Object.keys(changed.details.changes).sort()).toEqual(['addresses', 'applications', 'loggedinuser']);
  const before = await ask.audits();
  expect((await ask.report({ ...PC, loggedinuser: 'ina', ipaddresses: ['10.7.0.8'] })).unchanged).toBe(1);
  expect(await ask.audits()).toEqual(before);
});

test('the audit row lists the changes of a large inventory and the changed assets of a batch', async () => {
  await ask.inventory(real('computer_3').content);
  // A long report is processed in time slices with an audit row each. The first one contains the computer
  // itself.
  const row = (await ask.audits()).find(({ details }) => details.created === 1)!;
  expect(row.details.changes).toMatchObject({ hostname: [null, 'LF014'], serialnumber: [null, '8C554721F'] });
  expect(row.details.software.added).toBe(2988);
  await ask.report({ records: [PC, { hostname: 'b' }] });
  const again = await ask.report({ records: [PC, { hostname: 'b', osname: 'X' }] });
  expect((await ask.audits())[0].details).toMatchObject({
    unchanged: 1,
    updated: 1,
    assetids: [again.assetid],
  });
});

test('two agents that word the same facts differently cause no alternating history', async () => {
  const createReport = (agent: string, second: string, os: string) => ({
    versionclient: agent,
    hardware: { name: 'CELL-8' },
    bios: { ssn: 'S8' },
    operatingsystem: { boot_time: `2026-01-31 13:05:${second}`, full_name: os },
    networks: [
      { ipaddress: '10.0.0.8', mac: '00:11:22:33:44:08' },
      ...(agent.startsWith('OCS') ? [{ mac: '02:aa:00:00:00:01' }] : []),
    ],
  });
  const glpi = createReport('GLPI-Agent_v1.11', '38', 'Debian GNU/Linux 12 (bookworm)');
  const ocs = createReport('OCS-NG_unified_unix_agent_v2.10.0', '39', 'Debian GNU/Linux 12');
  const { assetid } = await ask.inventory(glpi);
  await ask.inventory(ocs);
  const settled = await ask.history(assetid);
  expect(settled.filter(({ field }) => field === 'lastboottime')).toEqual([]);
  for (let day = 0; day < 3; day++) {
    site.clock.advance(MINUTE);
    expect((await ask.inventory(glpi)).unchanged).toBe(1);
    expect((await ask.inventory(ocs)).unchanged).toBe(1);
  }
  expect(await ask.history(assetid)).toEqual(settled);
});

test('a report ignores a start time that differs by one second', async () => {
  const { assetid } = await ask.report(PC);
  expect((await ask.report({ ...PC, lastboottime: '2026-01-31T13:05:39Z' })).unchanged).toBe(1);
  expect((await ask.report({ ...PC, lastboottime: '2026-02-01T06:00:00Z' })).updated).toBe(1);
  expect((await ask.asset(assetid)).typedata.lastboottime).toBe('2026-02-01T06:00:00.000Z');
});

test('a retired PC that reports stays retired and is listed on the dashboard', async () => {
  const { assetid } = await ask.report(PC);
  await ask.report({ hostname: 'other' });
  const attention = async () =>
    (await site.admin.get('/api/dashboard/summary')).data.attention.find(
      (one: { key: string }) => one.key === 'retiredreporting',
    );
  const listHostnames = async () =>
    (await site.admin.get('/api/computers?active=false&stillreporting=true')).data.map(
      (pc: { hostname: string }) => pc.hostname,
    );
  await site.admin.delete(`/api/assets/${assetid}`);
  expect([await attention(), await listHostnames()]).toEqual([undefined, []]);
  site.clock.advance(MINUTE);
  expect((await ask.report(PC)).unchanged).toBe(1);
  expect(await attention()).toMatchObject({ count: 1, href: '/computers?active=false&stillreporting=true' });
  expect(await listHostnames()).toEqual(['CELL-7']);
  expect((await ask.report({ ...PC, loggedinuser: 'ina' })).assetid).toBe(assetid);
  expect([(await ask.asset(assetid)).isactive, await listHostnames()]).toEqual([false, ['CELL-7']]);
  await site.admin.put(`/api/assets/${assetid}`, { isactive: true });
  expect([await attention(), await listHostnames()]).toEqual([undefined, []]);
  site.clock.advance(DAY);
});
