import { afterAll, beforeAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { withSetting } from '../../../test/support/settings.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../../../test/support/site.ts';

let site: Site;
let collector: Site['anonymous'];
beforeAll(async () => {
  site = await startSite();
  collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
});
afterAll(() => site.stop());

// biome-ignore lint/suspicious/noExplicitAny: inventories are trees of every shape
const inventory = (n: number): any =>
  JSON.parse(readFileSync(new URL(`../../../test/data/glpi/computer_${n}.json`, import.meta.url), 'utf8'));
/** Builds the first sample inventory with the identifiers of another PC. */
// biome-ignore lint/suspicious/noExplicitAny: inventories are trees of every shape
function inventoryOf(name: string): any {
  const body = inventory(1);
  const { hardware, bios, networks } = body.content;
  Object.assign(hardware, { name, uuid: `uuid-of-${name}` });
  Object.assign(bios, { msn: `board-of-${name}`, ssn: `SN-${name}` });
  for (const network of networks) delete network.mac;
  return { ...body, deviceid: `${name}-2018-07-09-09-07-13` };
}
const send = async (body: object) => (await collector.post('/api/collector/glpi', body)).status;
const pc = async (search: string) => (await site.admin.get(`/api/computers?search=${search}`)).data[0];
const hardware = async (computerid: number) =>
  (await site.admin.get(`/api/computers/${computerid}/hardware`)).data;
const history = async (assetid: number) =>
  (await site.admin.get(`/api/assets/${assetid}/history?per_page=100`)).data.map(
    (row: { field: string; old: unknown; new: unknown }) => [row.field, row.old, row.new],
  );
const changes = async () =>
  (await site.admin.get('/api/auditlogs?entitytype=computer')).meta.pagination.total;

test('the server stores processor, memory, disks, monitors, battery and printer of a real inventory', async () => {
  expect(await send(inventory(1))).toBe(200);
  const laptop = await pc('glpixps');
  expect(laptop).toMatchObject({
    processor: 'Intel(R) Core(TM) i5-6200U CPU @ 2.30GHz',
    memorygb: 8,
    diskgb: 256,
    chassistype: 'Laptop',
    biosversion: '1.4.3, 2016-02-06',
    uuid: '4c4c4544-0034-3010-8048-b6c04f503732',
  });
  const parts = await hardware(laptop.computerid);
  const of = (kind: string) => parts.filter((part: { kind: string }) => part.kind === kind);
  expect(of('monitor')).toMatchObject([
    { name: 'DJCP6', manufacturer: 'Sharp Corporation', serialnumber: 'ABH55D' },
  ]);
  expect(of('memory')).toMatchObject([
    { megabytes: 4096, place: 'Slot 1', serialnumber: '12161217' },
    { megabytes: 4096, place: 'Slot 2' },
  ]);
  expect(of('disk')).toMatchObject([{ name: 'PM951 NVMe SAMSUNG 256GB', serialnumber: 'S29NNXAH146409' }]);
  expect(of('volume')[0]).toMatchObject({ name: '/', megabytes: 40_189, freemegabytes: 11_683 });
  expect(of('battery')).toHaveLength(1);
  expect(of('printer')[0]).toMatchObject({
    name: 'Officejet_Pro_8600_34AF9E_',
    serialnumber: 'MY47L1W1JHEB6',
  });
  expect((await history(laptop.assetid)).filter(([field]: [string]) => field === 'monitor')).toEqual([]);
});

test('the server stores the virtual machines of an inventory', async () => {
  await send(inventory(2));
  const { computerid } = await pc('COMP1');
  expect((await hardware(computerid)).slice(0, 2)).toMatchObject([
    { kind: 'virtualmachine', name: 'skydive-agent_1' },
    { kind: 'virtualmachine', name: 'skydive-analyzer_1', detail: expect.stringContaining('docker') },
  ]);
});

test('the server audits no change when only the free space of a volume differs', async () => {
  const fuller = inventoryOf('hw-twice');
  await send(fuller);
  const before = await changes();
  fuller.content.drives[0].free = 401;
  await send(fuller);
  const laptop = await pc('hw-twice');
  const volume = (await hardware(laptop.computerid)).find((part: { name: string }) => part.name === '/');
  expect([volume.freemegabytes, laptop.diskfree]).toEqual([401, 0]);
  expect(await changes()).toBe(before);
});

test('the history shows removed memory and a replaced monitor', async () => {
  const changed = inventoryOf('hw-changed');
  await send(changed);
  changed.content.memories.pop();
  Object.assign(changed.content.monitors[0], { name: 'U2720Q', serial: 'NEW1' });
  await send(changed);
  const { assetid, memorygb } = await pc('hw-changed');
  expect(memorygb).toBe(4);
  const entries = await history(assetid);
  expect(entries).toContainEqual(['memorygb', 8, 4]);
  expect(entries).toContainEqual(['memory', expect.stringContaining('LPDDR3'), null]);
  expect(entries).toContainEqual(['monitor', expect.stringContaining('DJCP6'), null]);
  expect(entries).toContainEqual(['monitor', null, expect.stringContaining('NEW1')]);
});

test('a partial inventory changes only the lists that it contains', async () => {
  const whole = inventoryOf('hw-partial');
  await send(whole);
  const { computerid } = await pc('hw-partial');
  const before = await hardware(computerid);
  const { content } = whole;
  const part = { ...whole, partial: true };
  part.content = { ...content, batteries: [] };
  for (const list of [
    'cpus',
    'memories',
    'monitors',
    'storages',
    'drives',
    'printers',
    'softwares',
    'networks',
  ])
    delete part.content[list];
  await send(part);
  const kinds = (parts: { kind: string }[]) => [...new Set(parts.map(({ kind }) => kind))];
  const after = await hardware(computerid);
  expect(kinds(after)).toEqual(kinds(before).filter((kind) => kind !== 'battery'));
});

test('the server stores publisher, installation date and all versions of a program', async () => {
  const body = {
    hostname: 'apps-beside',
    serialnumber: 'BESIDE-1',
    installedapps: [
      { name: 'Java', version: '8.0.1', publisher: 'Oracle', installdate: '2020-01-31' },
      { name: 'Java', version: '17.0.2', publisher: 'Oracle', installdate: '2022-02-01' },
      { name: 'java', version: '11.0.3' },
    ],
  };
  const post = async () => (await collector.post('/api/collector/computers', body)).data;
  expect(await post()).toMatchObject({ created: 1 });
  expect(await post()).toMatchObject({ unchanged: 1 });
  const { computerid } = await pc('apps-beside');
  expect((await site.admin.get(`/api/computers/${computerid}/apps`)).data).toMatchObject([
    {
      version: '17.0.2',
      otherversions: ['11.0.3', '8.0.1'],
      publisher: 'Oracle',
      installdate: '2022-02-01',
    },
  ]);
});

test('the dashboard lists a PC when its disk is almost full', async () => {
  const findRule = async () =>
    (await site.admin.get('/api/dashboard/summary')).data.attention.find(
      ({ key }: { key: string }) => key === 'fulldisks',
    );
  const before: number = (await findRule())?.count ?? 0;
  const fuller = inventoryOf('hw-full');
  fuller.content.drives[0].free = 401;
  await send(fuller);
  const rule = await findRule();
  expect(rule).toMatchObject({ count: before + 1, href: '/computers?diskbelow=5&inuse=true' });
  const { data } = await site.admin.get(`/api${rule.href}`);
  expect(data).toHaveLength(before + 1);
  expect(data.map(({ hostname }: { hostname: string }) => hostname)).toContain('hw-full');
});

test('anonymous callers see no interfaces with basic access, and an unknown computer returns 404', async () => {
  expect((await site.admin.get('/api/computers/99999/hardware')).status).toBe(404);
  await send(inventoryOf('hw-seen'));
  const { computerid } = await pc('hw-seen');
  const isRecorded = async () =>
    (await site.anonymous.get(`/api/computers/${computerid}/hardware`)).data.some(
      ({ kind }: { kind: string }) => kind === 'interface',
    );
  expect(await isRecorded()).toBe(true);
  await withSetting(site, 'anonymous_read', 'basic', async () => {
    expect(await isRecorded()).toBe(false);
  });
});

test('the server accepts hardware of wrong shapes, and drops and counts parts beyond 500', async () => {
  const odd = inventoryOf('hw-odd');
  Object.assign(odd.content, { cpus: 'x', memories: [[]], storages: [{ disksize: 'many' }], monitors: [7] });
  expect(await send(odd)).toBe(200);
  const parts = { monitor: Array.from({ length: 501 }, () => ({ name: 'M' })) };
  const much = await collector.post('/api/collector/computers', { hostname: 'much', hardware: { parts } });
  expect([much.status, much.data.ignored]).toEqual([200, { 'hardware.parts.monitor': 1 }]);
  expect(await hardware((await pc('much')).computerid)).toHaveLength(500);
});
