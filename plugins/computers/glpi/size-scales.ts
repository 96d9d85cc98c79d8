/**
 * Plausible figures of a kind of size. Agents send megabytes; some versions send bytes or kilobytes, and only the figure shows
 * which. Figures outside all three ranges could be anything and are left out.
 */
export interface SizeScale {
  /** Bytes of one megabyte in the unit that the field has. */
  megabyte: number;
  /** The largest plausible size in megabytes. */
  largest: number;
  /** Figures up to this one are megabytes. */
  megabytes: number;
  /** Reports whether a larger figure, up to the largest size, is megabytes too. */
  isMegabytes?: (figure: number) => boolean;
  kilobytes: readonly [from: number, to: number];
  bytes: readonly [from: number, to: number];
}

export const MIB = 1024 ** 2;
export const KIB = 1024;
/** A petabyte, with some room for arrays of a binary one. */
const ARRAY_MB = 1.2e9;
/** The memory of the largest servers has 24 TB. */
const SERVER_MB = 3.4e7;

/** Disks count in thousands. From 100 GB a figure in kilobytes is told by its form, else it is a disk array. */
export const DISK: SizeScale = {
  megabyte: 1e6,
  largest: ARRAY_MB,
  megabytes: 1e8,
  isMegabytes: (figure) => !isDriveInKilobytes(figure),
  kilobytes: [1e8, 1.2e12],
  bytes: [2e9, 1.2e15],
};
/** File systems have blocks of at least 4 KiB, so that other figures are no kilobytes. */
export const VOLUME: SizeScale = { ...DISK, megabyte: MIB, isMegabytes: (figure) => figure % 4 !== 0 };
const MEMORY: SizeScale = {
  megabyte: MIB,
  largest: SERVER_MB,
  megabytes: 6.5e6,
  kilobytes: [1e6, 3.5e10],
  bytes: [5e8, 3.6e13],
};
/** A bank of memory, or what a virtual machine has of it. */
export const BANK: SizeScale = { ...MEMORY, megabytes: 1e6, bytes: [2.5e8, 3.6e13] };
/** The memory of a graphics adapter; 4,194,304 may be 4 MB in bytes or 4 GB in kilobytes. */
export const VIDEO: SizeScale = {
  megabyte: MIB,
  largest: 2e5,
  megabytes: 2e5,
  kilobytes: [2e5, 3e6],
  bytes: [3e7, 3e11],
};

const FEW_CORES = 16;
const MANY_CORES = 48;

/**
 * Returns what the memory of a whole computer can be. 8,388,608 may be 8 GB in kilobytes or 8 TB in megabytes: the number
 * of its cores decides. Without it, figures up to 6 TB are megabytes.
 */
export function scaleMemory(cores: number | undefined): SizeScale {
  if (cores !== undefined && cores < FEW_CORES) return { ...MEMORY, megabytes: 2e6 };
  return cores !== undefined && cores >= MANY_CORES ? { ...MEMORY, megabytes: SERVER_MB } : MEMORY;
}

/** Sectors of a disk of 50 GB and those of each further gigabyte, by the standard of the makers (IDEMA LBA1-03). */
const [SECTORS_OF_50_GB, SECTORS_OF_1_GB] = [97_696_368, 1_953_504];
/** Windows counts whole cylinders of 255 heads with 63 sectors. */
const CYLINDER_SECTORS = 255 * 63;

/** Reports whether a figure is a drive in kilobytes: as makers or Windows count sectors, or whole megabytes. */
function isDriveInKilobytes(figure: number): boolean {
  const sectors = 2 * figure;
  const isStandard = (sectors - SECTORS_OF_50_GB) % SECTORS_OF_1_GB === 0;
  return isStandard || figure % KIB === 0 || (sectors + 1) % CYLINDER_SECTORS <= 1;
}
