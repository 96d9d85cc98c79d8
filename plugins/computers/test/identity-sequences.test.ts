import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { chooser } from '../../../test/support/random.ts';
import { reporting } from '../../../test/support/reports.ts';
import { type Site, startSite } from '../../../test/support/site.ts';

setDefaultTimeout(120_000);

let site: Site;
let ask: ReturnType<typeof reporting>;
beforeAll(async () => {
  site = await startSite();
  ask = reporting(site);
});
afterAll(() => site.stop());

type Chooser = ReturnType<typeof chooser>;

/** What a machine reports. */
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

type Likeness = (machines: Machine[], run: number) => void;

/** A dock that all use. Twins with it are one computer with two systems as far as anybody can tell. */
const onOneDock: Likeness = (all, run) => all.forEach((one) => one.macaddresses.push(macOf(run, 200)));

/** Ways in which machines of a plant resemble each other. */
const LIKENESSES: Likeness[] = [
  (all) => all.forEach((one) => (one.serialnumber = all[0]!.serialnumber)),
  (all) => all.forEach((one) => (one.uuid = all[0]!.uuid)),
  (all) =>
    all.forEach((one) => Object.assign(one, { serialnumber: all[0]!.serialnumber, uuid: all[0]!.uuid })),
  (all) => all.forEach((one) => Object.assign(one, { serialnumber: undefined, uuid: all[0]!.uuid })),
  (all) => all.forEach((one) => Object.assign(one, { serialnumber: all[0]!.serialnumber, uuid: undefined })),
  (all) => all.forEach((one) => Object.assign(one, { serialnumber: undefined, uuid: undefined })),
  (all) =>
    all.forEach((one) =>
      Object.assign(one, {
        serialnumber: all[0]!.serialnumber,
        uuid: all[0]!.uuid,
        vmsystem: 'VMware',
      }),
    ),
  (all) => {
    for (const one of all.slice(1))
      Object.assign(one, { serialnumber: all[0]!.serialnumber, uuid: all[0]!.uuid, vmsystem: 'lxc' });
  },
];

function plant(choose: Chooser, run: number): Machine[] {
  const machines = Array.from({ length: 2 + choose.below(4) }, (_, n) => fresh(run, n));
  if (choose.below(5) === 0) onOneDock(machines, run);
  else choose.oneOf(LIKENESSES)(machines, run);
  return machines;
}

/** Each machine reports once; answers the records of all. */
async function round(machines: readonly Machine[]): Promise<{ assetid: number; unchanged: number }[]> {
  const answers = [];
  for (const machine of machines) answers.push(await ask.report(machine));
  return answers;
}

test.each([1, 2, 3, 4, 5, 6])(
  'each machine has a record of its own once all have reported twice, whatever they share: seed %p',
  async (seed) => {
    const choose = chooser(seed);
    for (let n = 0; n < 25; n++) {
      const run = seed * 100 + n;
      const machines = plant(choose, run);
      const told = JSON.stringify(machines);
      await round(machines);
      const second = await round(machines);
      const third = await round(machines);
      const ids = third.map(({ assetid }) => assetid);
      expect([told, new Set(ids).size]).toEqual([told, machines.length]);
      const fourth = await round(machines);
      expect([told, fourth.map(({ assetid }) => assetid)]).toEqual([told, ids]);
      expect([told, fourth.map(({ unchanged }) => unchanged)]).toEqual([told, machines.map(() => 1)]);
      expect([told, second.map(({ assetid }) => assetid)]).toEqual([told, ids]);
    }
  },
);
