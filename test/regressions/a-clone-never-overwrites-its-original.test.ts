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

const uuid = '564d8e3c-1234-4abc-9def-0123456789ab';
const BOTH = { serialnumber: 'SN-1', uuid };
const [MAC_1, MAC_2] = ['3c:52:82:00:00:01', '3c:52:82:00:00:02'];

/** Values that the original and its clone report in addition to their host names and adapters. */
const CLONES: Record<string, [object, object]> = {
  'only the clone names VMware': [BOTH, { ...BOTH, vmsystem: 'VMware' }],
  'only the original names its system': [{ ...BOTH, vmsystem: 'KVM' }, BOTH],
  'only the original names its maker': [{ ...BOTH, manufacturer: 'VMware, Inc.' }, BOTH],
  'only the original names its model': [{ ...BOTH, manufacturer: 'Xyz', model: 'KVM' }, BOTH],
  'the clone names another maker': [
    { ...BOTH, manufacturer: 'QEMU', model: 'Standard PC (Q35 + ICH9, 2009)' },
    { ...BOTH, manufacturer: 'Xyz', model: '1' },
  ],
  'the system is an unknown one': [
    { ...BOTH, vmsystem: 'Xyz hypervisor' },
    { ...BOTH, vmsystem: 'Xyz hypervisor' },
  ],
  'both report a UUID alone': [{ uuid }, { uuid }],
  'both report a UUID and an unknown maker': [
    { uuid, manufacturer: 'Xyz', model: '1' },
    { uuid, manufacturer: 'Xyz', model: '1' },
  ],
  'only the clone has a serial number': [{ uuid }, BOTH],
  'only the original has a serial number': [BOTH, { uuid }],
  'the serial number is the UUID': [
    { serialnumber: uuid.toUpperCase(), uuid },
    { serialnumber: uuid.toUpperCase(), uuid },
  ],
  'the serial number is made of the UUID': [
    { serialnumber: 'Xyz-3c 8e 4d 56 34 12 bc 4a-9d ef 01 23 45 67 89 ab', uuid },
    { serialnumber: 'Xyz-3c 8e 4d 56 34 12 bc 4a-9d ef 01 23 45 67 89 ab', uuid },
  ],
};

const NAMES: Record<string, [object, object]> = {
  'other adapters': [{ macaddresses: [MAC_1] }, { macaddresses: [MAC_2] }],
  'no adapter in the first report of the clone': [{ macaddresses: [MAC_1] }, {}],
};

test.each(Object.keys(CLONES).flatMap((clone) => Object.keys(NAMES).map((name) => [clone, name] as const)))(
  'a clone gets its own listed record from its first report when %s, with %s',
  async (clone, name) => {
    const [one, other] = CLONES[clone]!.map((numbers, n) => ({
      hostname: `vm-${n}`,
      ...numbers,
      ...NAMES[name]![n],
    }));
    const { assetid } = await ask.report(one);
    const before = [await ask.asset(assetid), await ask.addresses(assetid)];
    const first = await ask.report(other);
    expect([first.created, first.assetid === assetid]).toEqual([1, false]);
    expect([await ask.asset(assetid), await ask.addresses(assetid)]).toEqual(before);
    const pairs = (await ask.collisions()).map(({ assets }) =>
      assets.map((asset: { assetid: number }) => asset.assetid).sort(),
    );
    expect(pairs).toEqual([[assetid, first.assetid]]);
    for (let round = 0; round < 2; round++)
      for (const [report, own] of [
        [one, assetid],
        [other, first.assetid],
      ] as const)
        expect(await ask.report(report)).toMatchObject({ assetid: own, unchanged: 1 });
  },
);

test('a GLPI inventory of a clone has its own record when only the original named VMware', async () => {
  const report = (n: number, mac: string, hardware: object) =>
    ask.inventory({
      hardware: { name: `vm-${n}`, uuid, ...hardware },
      bios: { ssn: 'SN-1' },
      networks: [{ mac }],
    });
  const one = await report(0, MAC_1, { vmsystem: 'VMware' });
  const other = await report(1, MAC_2, {});
  expect([other.created, other.assetid === one.assetid]).toEqual([1, false]);
  expect(await ask.collisions()).toHaveLength(1);
});

test('a virtual machine keeps one record when its host name or adapter changes', async () => {
  const vm = { ...BOTH, vmsystem: 'VMware', hostname: 'vm', macaddresses: [MAC_1] };
  const { assetid } = await ask.report(vm);
  expect((await ask.report({ ...BOTH, hostname: 'vm-new', macaddresses: [MAC_1] })).assetid).toBe(assetid);
  expect((await ask.report({ ...BOTH, hostname: 'vm-new', macaddresses: [MAC_2] })).assetid).toBe(assetid);
  expect(await ask.collisions()).toEqual([]);
});

test('a physical PC keeps one record when only its serial number and UUID stay the same', async () => {
  const { assetid } = await ask.report({
    ...BOTH,
    manufacturer: 'Dell Inc.',
    hostname: 'pc',
    macaddresses: [MAC_1],
  });
  expect((await ask.report({ ...BOTH, hostname: 'pc-new', macaddresses: [MAC_2] })).assetid).toBe(assetid);
});

test('a report is unchanged when it names the virtualization system for the first time', async () => {
  const { assetid } = await ask.report({ ...BOTH, hostname: 'vm', macaddresses: [MAC_1] });
  const named = { ...BOTH, vmsystem: 'VMware', hostname: 'vm', macaddresses: [MAC_1] };
  expect(await ask.report(named)).toMatchObject({ assetid, unchanged: 1 });
  const clone = await ask.report({ ...BOTH, hostname: 'vm-2', macaddresses: [MAC_2] });
  expect(clone.created).toBe(1);
});
