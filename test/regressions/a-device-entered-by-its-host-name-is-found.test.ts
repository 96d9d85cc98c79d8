import { afterEach, beforeEach, expect, test } from 'bun:test';
import { createReporter } from '../support/reports.ts';
import { type Site, startSite } from '../support/site.ts';

let site: Site;
let ask: ReturnType<typeof createReporter>;
beforeEach(async () => {
  site = await startSite();
  ask = createReporter(site);
});
afterEach(() => site.stop());

const DEVICES = {
  network: { type: 'Networking', itemtype: 'NetworkEquipment' },
  printers: { type: 'Printer', itemtype: 'Printer' },
} as const;
type Kind = keyof typeof DEVICES;

/** Sends an inventory of a device and returns its asset. */
async function send(kind: Kind, device: object): Promise<number> {
  const { type, itemtype } = DEVICES[kind];
  const { text } = await ask.collector.post('/api/collector/glpi', {
    action: 'netinventory',
    deviceid: 'scan',
    itemtype,
    content: { versionclient: 'x', network_device: { type, ...device } },
  });
  return JSON.parse(text).data.assetid;
}

async function create(kind: Kind, entered: object): Promise<number> {
  const { status, data } = await site.admin.post(`/api/${kind}`, entered);
  expect(status).toBe(201);
  return data.assetid;
}

const STRONG = { serial: 'S1', mac: '3c:52:82:00:00:01' };

const MATCHING = [
  [{ hostname: 'core' }, { name: 'core' }],
  [{ hostname: 'core' }, { name: 'CORE' }],
  [{ hostname: 'kern-süd' }, { name: 'KERN-SÜD' }],
  [{ hostname: 'core' }, { name: 'core.plant.example' }],
  [{ hostname: 'core.plant.example' }, { name: 'core' }],
  [{ hostname: 'core.plant.example' }, { name: 'core.plant.example' }],
  [{ hostname: 'core', name: 'Switch in hall 4' }, { name: 'core' }],
] as const;

for (const kind of ['network', 'printers'] as const)
  test.each(MATCHING)(
    `the first inventory in ${kind} matches the entered record %j by %j`,
    async (entered, named) => {
      const made = await create(kind, { assetnumber: 'X-1', ...entered });
      expect(await send(kind, { ...named, ...STRONG })).toBe(made);
      expect(await send(kind, { ...named, ...STRONG })).toBe(made);
      expect(await ask.collisions()).toEqual([]);
    },
  );

test('an inventory without identifiers matches the switch with the same host name', async () => {
  const made = await create('network', { assetnumber: 'X-1', hostname: 'core' });
  expect(await send('network', { name: 'core' })).toBe(made);
});

test('an inventory matches neither switch when two active switches have its host name', async () => {
  const ids = [];
  for (const assetnumber of ['X-1', 'X-2'])
    ids.push(await create('network', { assetnumber, hostname: 'core' }));
  expect(ids).not.toContain(await send('network', { name: 'core', ...STRONG }));
});

test('an inventory matches neither switch when its name is the host name of one and the name of another', async () => {
  const ids = [
    await create('network', { assetnumber: 'X-1', hostname: 'core' }),
    await create('network', { assetnumber: 'X-2', name: 'core', serialnumber: 'S9' }),
  ];
  expect(ids).not.toContain(await send('network', { name: 'core', ...STRONG }));
});

test('an inventory matches no switch by a model name, an address or a host name of another domain', async () => {
  const ids = [
    await create('network', { assetnumber: 'X-1', hostname: 'C9200' }),
    await create('network', { assetnumber: 'X-2', hostname: '192.0.2.9' }),
    await create('network', { assetnumber: 'X-3', hostname: 'edge.a.example' }),
  ];
  expect(ids).not.toContain(await send('network', { name: 'C9200', model: 'C9200', ...STRONG }));
  expect(ids).not.toContain(await send('network', { name: '192.0.2.9', serial: 'S2' }));
  expect(ids).not.toContain(await send('network', { name: 'edge.b.example', serial: 'S3' }));
});

test('an inventory without serial number creates a listed duplicate of a switch with one', async () => {
  const made = await create('network', { assetnumber: 'X-1', hostname: 'core', serialnumber: 'S1' });
  const assetid = await send('network', { name: 'core' });
  expect(assetid).not.toBe(made);
  expect(await ask.collisions()).toHaveLength(1);
});

test('a network inventory does not match a printer with its host name', async () => {
  const made = await create('printers', { assetnumber: 'X-1', hostname: 'core' });
  expect(await send('network', { name: 'core', ...STRONG })).not.toBe(made);
});
