import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { createEnrolledPc, createPc, setSharedKey } from '../../plugins/endpoints/test/pcs.ts';
import type { Client, ClientResponse } from '../support/client.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let agent: Client;
let assetid: number;
let made = 0;
let name: string;
beforeAll(async () => {
  site = await startSite();
  await setSharedKey(site);
  await createPc(site, 'other-pc');
});
beforeEach(async () => {
  name = `line-${++made}`;
  ({ agent, assetid } = await createEnrolledPc(site, name));
});
afterAll(() => site.stop());

const outcomeOf = ({ status, error }: ClientResponse) => `${status} ${error?.code ?? ''}`.trim();
const record = async () => {
  const { data } = await site.admin.get(`/api/computers?assetid=${assetid}&per_page=100`);
  return data.find((one: { assetid: number }) => one.assetid === assetid);
};
const count = async () => (await site.admin.get('/api/computers?per_page=1')).meta.pagination.total;

/** The identity that a PC claims, in each of the routes that accept one. */
type Claim = { hostname: string; serialnumber?: string; uuid?: string };
const inventory = (claim: Claim) =>
  agent.post('/api/collector/computers', { ...claim, osname: 'Windows 11' });
const glpi = ({ hostname, serialnumber, uuid }: Claim) =>
  agent.post('/api/collector/glpi', {
    action: 'inventory',
    deviceid: `${hostname}-2026-01-01-00-00-00`,
    itemtype: 'Computer',
    content: {
      versionclient: 'GLPI-Agent_v1.11',
      hardware: { name: hostname, uuid },
      bios: { ssn: serialnumber },
    },
  });
const checkin = ({ hostname }: Claim) => agent.post('/api/collector/endpoints', { hostname });
const queues = ({ hostname }: Claim) =>
  agent.post('/api/collector/printers', { hostname, queues: [{ name: 'Q' }] });
const WAYS = { inventory, glpi, checkin, queues };

test('each collector route returns 403 when a PC reports as another PC', async () => {
  await inventory({ hostname: name, uuid: '4c4c4544-0042-3510-8053-b4c04f565931' });
  const [before, computers] = [await record(), await count()];
  for (const [way, report] of Object.entries(WAYS))
    for (const claim of [
      { hostname: 'nobody-1', serialnumber: 'SN-nobody' },
      { hostname: 'nobody-1', uuid: '4c4c4544-0042-3510-8053-000000000001' },
      { hostname: 'nobody-1', serialnumber: 'SN-nobody', uuid: '4c4c4544-0042-3510-8053-000000000001' },
      { hostname: 'nobody-1' },
      { hostname: 'nobody-1', serialnumber: 'To be filled by O.E.M.' },
      { hostname: 'other-pc', serialnumber: 'SN-other-pc' },
    ])
      expect([way, claim, outcomeOf(await report(claim))]).toEqual([way, claim, '403 ASSET_MISMATCH']);
  expect([await record(), await count()]).toEqual([before, computers]);
  expect((await site.admin.get(`/api/printers/observed/${assetid}`)).data).toEqual([]);
});

test('the server refuses a whole batch when one record is of another PC', async () => {
  const before = await record();
  const batch = {
    records: [
      { hostname: name, osname: 'Mine' },
      { hostname: 'nobody-1', serialnumber: 'X-1' },
    ],
  };
  expect(outcomeOf(await agent.post('/api/collector/computers', batch))).toBe('403 ASSET_MISMATCH');
  expect(await record()).toEqual(before);
});

test('the server renames a PC when its own serial number arrives under a new host name', async () => {
  for (const [n, report] of [inventory, glpi].entries()) {
    const hostname = `renamed-${made}-${n}`;
    expect((await report({ hostname, serialnumber: `sn-${name}` })).status).toBe(200);
    expect((await record()).hostname).toBe(hostname);
    // From now on, the PC has this name.
    expect((await checkin({ hostname })).status).toBe(200);
  }
});

test('the server matches a PC by its UUID unless the serial number contradicts it', async () => {
  const uuid = `4c4c4544-0042-3510-8053-b4c04f56593${made}`;
  expect((await inventory({ hostname: name, uuid })).status).toBe(200);
  expect((await inventory({ hostname: `moved-${made}`, uuid: uuid.toUpperCase() })).status).toBe(200);
  const copied = { hostname: `copy-${made}`, uuid, serialnumber: 'SN-of-a-copy' };
  expect(outcomeOf(await inventory(copied))).toBe('403 ASSET_MISMATCH');
});

test('the server accepts a full host name and a serial number that a user corrected later', async () => {
  const full = `${name.toUpperCase()}.plant.example`;
  for (const [way, report] of Object.entries(WAYS))
    expect([way, (await report({ hostname: full })).status]).toEqual([way, 200]);
  await inventory({ hostname: name, serialnumber: `SN-${name}` });
  await site.admin.put(`/api/assets/${assetid}`, { serialnumber: 'CORRECTED' });
  const renamed = { hostname: `corrected-${made}`, serialnumber: `SN-${name}` };
  expect((await inventory(renamed)).status).toBe(200);
});

test('an approved PC reports for the chosen record under its requested name', async () => {
  const asking = { hostname: `new-${made}`, serialnumber: `SN-new-${made}`, nonce: 'ab'.repeat(32) };
  const { requestid } = (await site.anonymous.post('/api/endpoints/enroll', asking)).data;
  const chosen = await createPc(site, `not-yet-known-${made}`);
  await site.admin.post(`/api/endpoints/enrollment/${requestid}/approve`, { assetid: chosen });
  const { credential } = (await site.anonymous.post('/api/endpoints/enroll', asking)).data;
  agent = site.anonymous.with({ 'x-endpoint-credential': credential });
  const copied = { hostname: asking.hostname, serialnumber: 'SN-of-a-copy' };
  expect(outcomeOf(await inventory(copied))).toBe('403 ASSET_MISMATCH');
  const { hostname, serialnumber } = asking;
  expect((await inventory({ hostname, serialnumber })).data).toMatchObject({ assetid: chosen });
  expect((await queues({ hostname })).status).toBe(200);
});

test('an agent and the shared key may not report measuring tools, machines and network devices', async () => {
  const shared = site.anonymous.with({ 'x-api-key': 'the-key-of-all-the-agents' });
  const gauge = { records: [{ serialnumber: 'FAKE', name: 'forged', lastcalibrationdate: '2026-01-01' }] };
  for (const by of [agent, shared])
    for (const [of, body] of [
      ['measuringtools', gauge],
      ['machines', { assetnumber: 'FAKE-1' }],
      ['network', { assetnumber: 'FAKE-2' }],
    ] as const)
      expect([of, outcomeOf(await by.post(`/api/collector/${of}`, body))]).toEqual([of, '403 FORBIDDEN']);
  const scanned = {
    action: 'netinventory',
    deviceid: 'switch-1',
    itemtype: 'NetworkEquipment',
    content: {
      versionclient: '5.1',
      network_device: { type: 'Networking', name: 'switch-1', serial: 'SW-1' },
    },
  };
  for (const by of [agent, shared])
    expect(outcomeOf(await by.post('/api/collector/glpi', scanned))).toBe('403 FORBIDDEN');
  expect((await site.admin.get('/api/search?q=FAKE')).text).not.toContain('forged');
  const collector = site.anonymous.with({ 'x-api-key': 'test-collector-key' });
  expect((await collector.post('/api/collector/measuringtools', gauge)).data).toMatchObject({ created: 1 });
  expect((await collector.post('/api/collector/glpi', scanned)).status).toBe(200);
});
