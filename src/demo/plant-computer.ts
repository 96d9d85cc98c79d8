import { hardwareOf } from './plant-hardware.ts';
import type { PlantModel } from './plant-makes.ts';
import { listDemoPrograms, type PlantProgram } from './plant-programs.ts';
import type { Random } from './random.ts';

/** Facts that an agent on the computer would report. */
export interface PlantComputer {
  hostname: string;
  osname: string;
  osversion: string;
  loggedinuser?: string;
  /** Time of the last boot in UTC, as ISO 8601 with milliseconds. */
  lastboottime: string;
  ipaddresses: string[];
  macaddresses: string[];
  installedapps: PlantProgram[];
  hardware: ReturnType<typeof hardwareOf>;
}

type System = readonly [osname: string, osversion: string];
const SYSTEMS: Record<NonNullable<PlantModel['role']>, readonly (readonly [System, number])[]> = {
  shopfloor: [
    [['Windows 10 Enterprise LTSC', '10.0.19044'], 55],
    [['Windows 11 IoT Enterprise', '10.0.26100'], 25],
    [['Windows 7 Professional', '6.1.7601'], 8],
    [['Debian GNU/Linux', '12'], 12],
  ],
  office: [
    [['Windows 11 Pro', '10.0.26200'], 70],
    [['Windows 11 Pro', '10.0.22631'], 22],
    [['Windows 10 Pro', '10.0.19045'], 8],
  ],
  laptop: [
    [['Windows 11 Pro', '10.0.26200'], 85],
    [['Windows 11 Pro', '10.0.22631'], 15],
  ],
  server: [
    [['Windows Server 2022', '10.0.20348'], 60],
    [['Debian GNU/Linux', '12'], 40],
  ],
};
const FIRST_NAMES =
  'Ada Ben Carla Dev Elif Femi Greta Hugo Ines Jon Kaya Lena Milo Nora Omar Petra Quinn Rosa Sven Tara'.split(
    ' ',
  );
const FAMILY =
  'Adler Brandt Costa Dahl Ekman Fuchs Garcia Haas Ivers Jansen Keller Lopez Meyer Novak Olsen Park Reyes Silva Tran Weber'.split(
    ' ',
  );

/** Generates computer number `index` of the plant; `asof` is the date of the plant. */
export function createDemoComputer(
  random: Random,
  index: number,
  role: NonNullable<PlantModel['role']>,
  asof: Date,
): PlantComputer {
  const [osname, osversion] = random.weighted(SYSTEMS[role]);
  const bootedMinutesAgo = Math.floor(random.fraction() ** 2 * 45 * 24 * 60);
  return {
    // The name contains no role, because the same computer may have another one in a larger plant.
    hostname: `PC${String(index + 1).padStart(6, '0')}`,
    osname,
    osversion,
    loggedinuser: userOf(random, role),
    lastboottime: new Date(asof.getTime() - bootedMinutesAgo * 60_000).toISOString(),
    ipaddresses: [addressOf(20, index)],
    macaddresses: [macOf(1, index)],
    installedapps: listDemoPrograms(random),
    hardware: hardwareOf(random, index, role),
  };
}

/** Returns a unique address 10.net.x.y. A net has 62,500 addresses; the next net has the rest. */
export function addressOf(net: number, index: number): string {
  return `10.${net + Math.floor(index / 62_500)}.${Math.floor(index / 250) % 250}.${(index % 250) + 2}`;
}

/** Returns a locally administered MAC address that is unique within a `family`. */
export function macOf(family: number, index: number): string {
  const digits = (family * 0x1000000 + index).toString(16).padStart(8, '0');
  return `02:4d:${digits.replace(/..(?!$)/g, '$&:')}`;
}

function userOf(random: Random, role: NonNullable<PlantModel['role']>): string | undefined {
  const person = `${random.pick(FIRST_NAMES)}.${random.pick(FAMILY)}`.toLowerCase();
  if (role === 'server') return undefined;
  if (role === 'shopfloor') return random.chance(0.6) ? 'operator' : person;
  return random.chance(0.9) ? person : undefined;
}
