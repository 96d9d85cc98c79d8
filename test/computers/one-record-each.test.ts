import { afterAll, beforeAll, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import type { Reader } from '../../src/kit/data/reader.ts';
import { COLLECTOR_KEY, type Site, startSite } from '../support/site.ts';

let site: Site;
beforeAll(async () => {
  site = await startSite();
});
afterAll(() => site.stop());

/** The identity of a simulated machine. The identifiers are unique; host names may be shared. */
interface Machine {
  serialnumber: string;
  uuid: string;
  mac: string;
  hostname: string;
  /** Short host names that it has reported. */
  names: Set<string>;
  /** True when its current name came from a report without serial number and UUID. */
  hasWeakName?: boolean;
}

type Birth = 'whole' | 'placeholder serial' | 'placeholder UUID';

/** The identifiers that one report of a machine contains. */
interface Step {
  machine: number;
  shows: 'everything' | 'no serial' | 'no UUID' | 'no network' | 'neither serial nor UUID';
  /** Index of the new name, if the machine is renamed before the report. */
  name?: number;
}

const NAMES = ['localhost', 'raspberrypi', 'cell-7', 'CELL-7.plant.example', 'win-setup'];
const PLACEHOLDERS = ['To be filled by O.E.M.', 'Default string', '0', 'None', 'System Serial Number'];

const births = fc.array(
  fc.record({
    birth: fc.constantFrom<Birth>('whole', 'whole', 'placeholder serial', 'placeholder UUID'),
    name: fc.nat(NAMES.length - 1),
  }),
  { minLength: 2, maxLength: 5 },
);
const steps = fc.array(
  fc.record({
    machine: fc.nat(4),
    shows: fc.constantFrom<Step['shows']>(
      'everything',
      'everything',
      'no serial',
      'no UUID',
      'no network',
      'neither serial nor UUID',
    ),
    name: fc.option(fc.nat(NAMES.length - 1), { nil: undefined }),
  }),
  { minLength: 3, maxLength: 25 },
);

let runs = 0;

function born({ birth, name }: { birth: Birth; name: number }, run: number, n: number): Machine {
  const hex = (run * 16 + n).toString(16).padStart(6, '0');
  return {
    serialnumber: birth === 'placeholder serial' ? PLACEHOLDERS[n % 5]! : `SN-${run}-${n}`,
    uuid:
      birth === 'placeholder UUID'
        ? 'ffffffff-ffff-ffff-ffff-ffffffffffff'
        : `4c4c4544-0000-4000-8000-000000${hex}`,
    mac: `00:1a:2b:${hex.replace(/..(?!$)/g, '$&:')}`,
    hostname: NAMES[name]!,
    names: new Set([shortName(NAMES[name]!)]),
  };
}

const shortName = (hostname: string) => hostname.toLowerCase().split('.')[0]!;

/**
 * Renames a machine, with two exceptions. A third host name is skipped, because a MAC address with three
 * names no longer identifies a computer. A name from a report without serial number and UUID is final,
 * because another machine may have used the same adapter.
 */
function rename(machine: Machine, hostname: string, shows: Step['shows']): void {
  const isKnown = machine.names.has(shortName(hostname));
  if (machine.hasWeakName || (machine.names.size === 2 && !isKnown)) return;
  machine.hasWeakName = shows === 'neither serial nor UUID' && !isKnown;
  machine.names.add(shortName(hostname));
  machine.hostname = hostname;
}

/** Reports whether a renamed machine is matched. A different host name requires two matching identifiers. */
const isFoundRenamed = ({ serialnumber, uuid }: Machine, shows: Step['shows']): boolean =>
  shows !== 'no network' || (serialnumber.startsWith('SN-') && uuid.startsWith('4c4c'));

/** Makes names unique to a run, because the runs share one register. */
const inRun = (name: string, run: number) => name.replace(/^[^.]+/, (short) => `${short}-${run}`);

function reportOf(machine: Machine, shows: Step['shows'], run: number): object {
  const { serialnumber, uuid, mac, hostname } = machine;
  const all = { hostname: inRun(hostname, run), serialnumber, uuid, macaddresses: [mac] };
  const isKnownBy = (identity: string) => identity.startsWith('SN-') || identity.startsWith('4c4c');
  // Without all its real identifiers, a machine with a placeholder would be identified only by its name.
  if (shows === 'no serial' && isKnownBy(uuid)) return { ...all, serialnumber: undefined };
  if (shows === 'no UUID' && isKnownBy(serialnumber)) return { ...all, uuid: undefined };
  if (shows === 'no network') return { ...all, macaddresses: undefined };
  if (shows === 'neither serial nor UUID') return { ...all, serialnumber: 'Default string', uuid: undefined };
  return all;
}

const recordsOf = (reader: Reader, run: number) =>
  reader.all<{ assetid: number; serialnumber: string | null; uuid: string | null; hostname: string | null }>(
    'SELECT assetid, serialnumber, uuid, hostname FROM computers JOIN assets USING (assetid) WHERE assets.name LIKE ? OR assets.name LIKE ?',
    `%-${run}`,
    `%-${run}.%`,
  );

test('each of several machines keeps one record with its own identity for any order of reports', async () => {
  const collector = site.anonymous.with({ 'x-api-key': COLLECTOR_KEY });
  const report = async (body: object) => {
    const answer = await collector.post('/api/collector/computers', body);
    expect(answer.error).toBeUndefined();
    return answer.data.assetid as number;
  };
  await fc.assert(
    fc.asyncProperty(births, steps, async (birthList, walk) => {
      const run = ++runs;
      const machines = birthList.map((birth, n) => born(birth, run, n));
      // The first report of each machine is complete.
      const owners: number[] = [];
      for (const machine of machines) owners.push(await report(reportOf(machine, 'everything', run)));
      for (const { machine: at, shows, name } of walk) {
        const index = at % machines.length;
        const machine = machines[index]!;
        if (name !== undefined && isFoundRenamed(machine, shows)) rename(machine, NAMES[name]!, shows);
        expect(await report(reportOf(machine, shows, run))).toBe(owners[index]!);
      }
      site.app.host.db.read((reader) => {
        const records = recordsOf(reader, run);
        expect(new Set(owners).size).toBe(machines.length);
        expect(records.map(({ assetid }) => assetid).sort()).toEqual([...owners].sort());
        for (const { assetid, serialnumber, uuid } of records) {
          const machine = machines[owners.indexOf(assetid)]!;
          if (serialnumber !== null) expect(serialnumber).toBe(machine.serialnumber);
          if (uuid !== null) expect(uuid).toBe(machine.uuid);
        }
        const names = records.flatMap(({ hostname }) => hostname?.toLowerCase() ?? []);
        expect(new Set(names).size).toBe(names.length);
        const changed = reader.all(
          `SELECT * FROM assethistory WHERE field = 'serialnumber' AND old IS NOT NULL AND assetid IN (${owners.join()})`,
        );
        expect(changed).toEqual([]);
      });
    }),
    { numRuns: 60 },
  );
});
