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

const [DOCK, WIFI, MODEM] = ['3c:52:82:00:00:01', '3c:52:82:00:00:02', '3c:52:82:00:00:03'] as const;

interface Identity {
  serialnumber?: string;
  uuid?: string;
  vmsystem?: string;
}

const IDENTITIES: Record<string, Identity> = {
  'a serial number and a UUID': { serialnumber: 'S-1', uuid: 'U-1' },
  'a serial number': { serialnumber: 'S-1' },
  'a UUID': { uuid: 'U-1' },
  'a serial number and a UUID in a virtual machine': { serialnumber: 'S-1', uuid: 'U-1', vmsystem: 'KVM' },
};
/** The adapters of one PC in each of its reports. */
const TURNS: Record<string, string[][]> = {
  'a dock and Wi-Fi in turns': [[DOCK], [WIFI]],
  'Wi-Fi with and without a dock': [[DOCK, WIFI], [WIFI]],
  'three adapters in turns': [[DOCK], [WIFI], [MODEM]],
};
const ROUTES: Record<
  string,
  (identity: Identity, macs: string[]) => Promise<{ assetid: number; unchanged: number }>
> = {
  'POST /api/collector/computers': (identity, macaddresses) =>
    ask.report({ hostname: 'pc', ...identity, macaddresses }),
  'POST /api/collector/glpi': ({ serialnumber: ssn, uuid, vmsystem }, macs) =>
    ask.inventory({
      hardware: { name: 'pc', uuid, vmsystem },
      bios: { ssn },
      networks: macs.map((mac) => ({ description: `adapter ${mac}`, mac })),
    }),
};

const CASES = Object.keys(ROUTES).flatMap((route) =>
  Object.keys(IDENTITIES).flatMap((identity) =>
    Object.keys(TURNS).map((turns): [string, string, string] => [route, identity, turns]),
  ),
);

test.each(CASES)(
  '%s stores one record of a PC that has %s and reports through %s',
  async (route, identity, turns) => {
    const ids = new Set<number>();
    const last: number[] = [];
    for (let round = 0; round < 4; round++)
      for (const macs of TURNS[turns]!) {
        const { assetid, unchanged } = await ROUTES[route]!(IDENTITIES[identity]!, macs);
        ids.add(assetid);
        if (round >= 2) last.push(unchanged);
      }
    expect([ids.size, await ask.collisions()]).toEqual([1, []]);
    expect(last).toEqual(last.map(() => 1));
    const macs = (await ask.addresses([...ids][0]!)).map(({ address }) => address);
    expect(macs.sort()).toEqual([...new Set(TURNS[turns]!.flat())].sort());
  },
);

test('a PC without serial number and UUID gets two listed records when it uses two adapters in turn', async () => {
  const turns = [[DOCK], [WIFI]].map((macaddresses) => ({ hostname: 'pc', macaddresses }));
  const answers = [];
  for (let round = 0; round < 3; round++) for (const pc of turns) answers.push(await ask.report(pc));
  expect(answers.map(({ unchanged }) => unchanged)).toEqual([0, 0, 1, 1, 1, 1]);
  expect(new Set(answers.map(({ assetid }) => assetid)).size).toBe(2);
  expect((await ask.collisions()).map(({ reason }) => reason)).toEqual([
    'Two computers report the host name pc.',
  ]);
});

test('a PC without serial number and UUID keeps one record with and without its dock', async () => {
  const turns = [[DOCK, WIFI], [WIFI]].map((macaddresses) => ({ hostname: 'pc', macaddresses }));
  const answers = [];
  for (let round = 0; round < 3; round++) for (const pc of turns) answers.push(await ask.report(pc));
  expect(answers.map(({ unchanged }) => unchanged)).toEqual([0, 0, 0, 1, 1, 1]);
  expect(new Set(answers.map(({ assetid }) => assetid)).size).toBe(1);
});

test('a printer with a serial number keeps one record when it uses two adapters in turn', async () => {
  const report = (mac: string) =>
    ask.inventory(
      { network_device: { name: 'prn', serial: 'P-1', type: 'Printer', mac } },
      { itemtype: 'Printer' },
    );
  const answers = [];
  for (let round = 0; round < 3; round++) for (const mac of [DOCK, WIFI]) answers.push(await report(mac));
  expect(answers.map(({ unchanged }) => unchanged)).toEqual([0, 0, 0, 1, 1, 1]);
  expect(new Set(answers.map(({ assetid }) => assetid)).size).toBe(1);
});

test('a PC loses the previous adapter when it reports another one', async () => {
  const pc = { hostname: 'pc', serialnumber: 'S-1', uuid: 'U-1' };
  const { assetid } = await ask.report({ ...pc, macaddresses: [DOCK] });
  await ask.report({ ...pc, macaddresses: [WIFI] });
  expect((await ask.addresses(assetid)).map(({ address }) => address)).toEqual([WIFI]);
});

test('a computer that takes over a record has none of the previous adapters', async () => {
  const shared = { serialnumber: 'S-1', uuid: 'U-1' };
  const pc = { hostname: 'pc', ...shared };
  let assetid = 0;
  for (const macs of [[DOCK], [WIFI], [DOCK], [WIFI]])
    ({ assetid } = await ask.report({ ...pc, macaddresses: macs }));
  expect(await ask.addresses(assetid)).toHaveLength(2);
  const taken = await ask.report({ hostname: 'other', ...shared, macaddresses: [MODEM] });
  expect(taken.assetid).toBe(assetid);
  expect((await ask.addresses(assetid)).map(({ address }) => address)).toEqual([MODEM]);
});
