import type { PlantModel } from './plant-makes.ts';
import type { Random } from './random.ts';

type Role = NonNullable<PlantModel['role']>;

const PROCESSORS: Record<Role, readonly string[]> = {
  shopfloor: ['Intel(R) Core(TM) i3-8100T CPU @ 3.10GHz', 'Intel(R) Celeron(R) J4125 CPU @ 2.00GHz'],
  office: ['Intel(R) Core(TM) i5-12500', 'AMD Ryzen 5 PRO 5650G'],
  laptop: ['Intel(R) Core(TM) Ultra 5 125U', 'AMD Ryzen 7 PRO 7840U'],
  server: ['Intel(R) Xeon(R) Gold 6338 CPU @ 2.00GHz'],
};
const MEMORY: Record<Role, readonly number[]> = {
  shopfloor: [4, 8],
  office: [8, 16],
  laptop: [16, 32],
  server: [128, 256],
};
const CHASSIS: Record<Role, string> = {
  shopfloor: 'Mini PC',
  office: 'Desktop',
  laptop: 'Laptop',
  server: 'Rack mount',
};
const GB = 1024;

/** Generates the hardware that an agent reports for a computer of this role. */
export function hardwareOf(random: Random, index: number, role: Role) {
  const memorygb = random.pick(MEMORY[role]);
  const diskgb = random.pick([120, 256, 512]);
  const free = random.chance(0.06) ? 2 : random.whole(15, 80);
  const serial = String(index).padStart(6, '0');
  const processor = random.pick(PROCESSORS[role]);
  const bank = (slot: number) => ({
    name: 'DDR4, DIMM',
    manufacturer: 'Samsung',
    place: `Slot ${slot}`,
    serialnumber: `M${slot}${serial}`,
    megabytes: (memorygb * GB) / 2,
  });
  return {
    processor,
    memorygb,
    diskgb,
    chassistype: CHASSIS[role],
    biosversion: `1.${random.whole(2, 30)}.0`,
    parts: {
      processor: [{ name: processor }],
      memory: [bank(1), bank(2)],
      disk: [
        {
          name: `SSD ${diskgb}GB`,
          manufacturer: 'Toshiba',
          serialnumber: `D${serial}`,
          megabytes: Math.round((diskgb * 1e9) / 2 ** 20),
        },
      ],
      volume: [
        {
          name: role === 'server' ? '/' : 'C:',
          megabytes: diskgb * 930,
          freemegabytes: Math.round((diskgb * 930 * free) / 100),
          detail: role === 'server' ? 'ext4' : 'NTFS',
        },
      ],
      monitor:
        role === 'server' ? [] : [{ name: 'P2419H', manufacturer: 'Dell', serialnumber: `MON${serial}` }],
    },
  };
}
