import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { createChooser } from '../../../test/support/random.ts';
import { createReporter } from '../../../test/support/reports.ts';
import { type Site, startSite } from '../../../test/support/site.ts';

setDefaultTimeout(120_000);

let site: Site;
let ask: ReturnType<typeof createReporter>;
beforeAll(async () => {
  site = await startSite();
  ask = createReporter(site);
});
afterAll(() => site.stop());

type Chooser = ReturnType<typeof createChooser>;

/** Identifiers that a machine reports. */
interface Machine {
  hostname: string;
  serialnumber?: string;
  uuid?: string;
  vmsystem?: string;
  macaddresses: string[];
}

const macOf = (run: number, n: number) =>
  `d4:5d:64:${[run >> 8, run & 255, n].map((byte) => byte.toString(16).padStart(2, '0')).join(':')}`;

const fresh = (run: number, n: number): Machine => ({
  hostname: `r${run}-m${n}`,
  serialnumber: `SER-${run}-${n}`,
  uuid: `${String(run).padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`,
  macaddresses: [macOf(run, n)],
});

interface Likeness {
  /** Makes the machines of a plant resemble each other. */
  apply(machines: Machine[]): void;
  /** Set when the machines remain distinct with the MAC address of a shared dock. */
  mayShareDock?: true;
}

const shareAll = (machines: Machine[], shared: Partial<Machine>) =>
  machines.forEach((machine) => {
    Object.assign(machine, shared);
  });

const LIKENESSES: readonly Likeness[] = [
  { apply: () => {}, mayShareDock: true },
  { apply: (all) => shareAll(all, { serialnumber: all[0]!.serialnumber }), mayShareDock: true },
  { apply: (all) => shareAll(all, { uuid: all[0]!.uuid }), mayShareDock: true },
  { apply: (all) => shareAll(all, { serialnumber: all[0]!.serialnumber, uuid: all[0]!.uuid }) },
  { apply: (all) => shareAll(all, { serialnumber: undefined, uuid: all[0]!.uuid }) },
  { apply: (all) => shareAll(all, { serialnumber: all[0]!.serialnumber, uuid: undefined }) },
  { apply: (all) => shareAll(all, { serialnumber: undefined, uuid: undefined }), mayShareDock: true },
  {
    apply: ([first, ...clones]) => {
      shareAll(clones, { serialnumber: first!.serialnumber, uuid: first!.uuid });
      shareAll([first!, ...clones], { vmsystem: 'VMware' });
    },
  },
  {
    apply: ([host, ...containers]) =>
      shareAll(containers, { serialnumber: host!.serialnumber, uuid: host!.uuid, vmsystem: 'lxc' }),
    mayShareDock: true,
  },
];

function plant(choose: Chooser, run: number): Machine[] {
  const machines = Array.from({ length: 2 + choose.below(4) }, (_, n) => fresh(run, n));
  const { apply, mayShareDock } = choose.oneOf(LIKENESSES);
  apply(machines);
  if (mayShareDock && choose.below(3) === 0)
    for (const machine of machines) machine.macaddresses.push(macOf(run, 200));
  return machines;
}

/** Changes of one identifier of a machine. */
const EVENTS: readonly ((machine: Machine, run: number, n: number) => void)[] = [
  (machine) => (machine.hostname += '-new'),
  (machine, run, n) => (machine.macaddresses[0] = macOf(run, 100 + n)),
  (machine, run, n) => {
    if (machine.uuid)
      machine.uuid = `${String(run).padStart(8, '0')}-ffff-4000-8000-${String(n).padStart(12, '0')}`;
  },
];

/** Sends one report per machine and returns the asset and the unchanged count of each. */
async function round(machines: readonly Machine[]): Promise<{ assetid: number; unchanged: number }[]> {
  const answers = [];
  for (const machine of machines) answers.push(await ask.report(machine));
  return answers;
}

/** Expects that machines which reported before have one record each, and that repeated reports change nothing. */
async function expectSettled(machines: readonly Machine[]): Promise<number[]> {
  const label = JSON.stringify(machines);
  await round(machines);
  await round(machines);
  const ids = (await round(machines)).map(({ assetid }) => assetid);
  expect([label, new Set(ids).size]).toEqual([label, machines.length]);
  const last = await round(machines);
  expect([label, last.map(({ assetid }) => assetid)]).toEqual([label, ids]);
  expect([label, last.map(({ unchanged }) => unchanged)]).toEqual([label, machines.map(() => 1)]);
  return ids;
}

/** Expects that each record without a machine is listed as a possible duplicate. */
async function expectExplained(run: number, ids: readonly number[]): Promise<void> {
  const { data: records } = await site.admin.get(`/api/computers?per_page=100&search=r${run}-m`);
  const extra = (records as { assetid: number }[]).filter(({ assetid }) => !ids.includes(assetid));
  const { data: pairs } = await site.admin.get('/api/assets/collisions?per_page=1000');
  const listed = (pairs as { assets: { assetid: number }[] }[]).flatMap(({ assets }) => assets);
  const unexplained = extra.filter(({ assetid }) => !listed.some((asset) => asset.assetid === assetid));
  expect([run, unexplained]).toEqual([run, []]);
}

test.each([1, 2, 3, 4, 5, 6])(
  'each machine has its own record after two reports and after each change: seed %p',
  async (seed) => {
    const choose = createChooser(seed);
    for (let n = 0; n < 8; n++) {
      const run = seed * 100 + n;
      const machines = plant(choose, run);
      await round(machines);
      let ids = await expectSettled(machines);
      for (let change = 0; change < 3; change++) {
        const changed = choose.below(machines.length);
        choose.oneOf(EVENTS)(machines[changed]!, run, 10 * change + changed);
        const later = await expectSettled(machines);
        expect(later.filter((_, at) => at !== changed)).toEqual(ids.filter((_, at) => at !== changed));
        ids = later;
      }
      await expectExplained(run, ids);
    }
  },
);

/** Returns adapters of one report: own ones, those of shared docks, or several. */
function adaptersOf(choose: Chooser, run: number, n: number): string[] {
  const own = [macOf(run, n), macOf(run, 50 + n)];
  const docks = [macOf(run, 200), macOf(run, 201)];
  return choose.oneOf([[own[0]!], own, [own[1]!], [docks[0]!], [docks[1]!], [own[0]!, docks[0]!]]);
}

/** Likenesses of PCs that differ in serial number or UUID and may share the other one. */
const DIFFERENT: readonly Likeness[] = LIKENESSES.slice(0, 3);

test.each([1, 2, 3, 4])(
  'a PC with a serial number and a UUID has one stable record on any adapters: seed %p',
  async (seed) => {
    const choose = createChooser(10 + seed);
    for (let n = 0; n < 6; n++) {
      const run = 1000 + seed * 100 + n;
      const machines = Array.from({ length: 2 + choose.below(4) }, (_, at) => fresh(run, at));
      choose.oneOf(DIFFERENT).apply(machines);
      const first = (await round(machines)).map(({ assetid }) => assetid);
      expect(new Set(first).size).toBe(machines.length);
      for (let day = 0; day < 8; day++) {
        for (const [at, machine] of machines.entries()) machine.macaddresses = adaptersOf(choose, run, at);
        const label = JSON.stringify(machines);
        const ids = (await round(machines)).map(({ assetid }) => assetid);
        expect([label, ids]).toEqual([label, first]);
      }
      const turns = [0, 1, 2].map(() => machines.map((_, at) => adaptersOf(choose, run, at)));
      const last = [];
      for (let cycle = 0; cycle < 5; cycle++)
        for (const adapters of turns) {
          for (const [at, machine] of machines.entries()) machine.macaddresses = adapters[at]!;
          const answers = await round(machines);
          if (cycle === 4) last.push(...answers.map(({ unchanged }) => unchanged));
        }
      expect([run, last]).toEqual([run, last.map(() => 1)]);
    }
  },
);
