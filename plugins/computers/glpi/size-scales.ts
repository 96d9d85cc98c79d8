/**
 * Plausible values of one kind of size. Agents send megabytes; some versions send bytes or kilobytes, and
 * only the value shows which. Values outside all three ranges are ambiguous and are left out.
 */
export interface SizeScale {
  /** Bytes per megabyte in the unit of the field. */
  megabyte: number;
  /** The largest plausible size in megabytes. */
  largest: number;
  /** Values up to this one are megabytes. */
  megabytes: number;
  /** Reports whether a larger value, up to the largest size, is in megabytes too. */
  isMegabytes?: (figure: number) => boolean;
  kilobytes: readonly [from: number, to: number];
  bytes: readonly [from: number, to: number];
}

export const MIB = 1024 ** 2;
export const KIB = 1024;
/** A petabyte, with a margin for binary arrays. */
const ARRAY_MB = 1.2e9;
/** Memory of the largest servers, 24 TB, with a margin. */
const SERVER_MB = 3.4e7;

/**
 * Disks use decimal units. The form of a value from 100 million to 1.2 billion shows its unit. It is a disk
 * in kilobytes, or a disk array in megabytes.
 */
export const DISK: SizeScale = {
  megabyte: 1e6,
  largest: ARRAY_MB,
  megabytes: 1e8,
  isMegabytes: (figure) => !isDriveInKilobytes(figure),
  kilobytes: [1e8, 1.2e12],
  bytes: [2e9, 1.2e15],
};
/** File systems have blocks of at least 4 KiB, so a value that is not a multiple of 4 is not in kilobytes. */
export const VOLUME: SizeScale = { ...DISK, megabyte: MIB, isMegabytes: (figure) => figure % 4 !== 0 };
const MEMORY: SizeScale = {
  megabyte: MIB,
  largest: SERVER_MB,
  megabytes: 6.5e6,
  kilobytes: [1e6, 3.5e10],
  bytes: [5e8, 3.6e13],
};
/** A memory bank, or the memory of a virtual machine. */
export const BANK: SizeScale = { ...MEMORY, megabytes: 1e6, bytes: [2.5e8, 3.6e13] };
/** Memory of a graphics adapter. 4,194,304 may be 4 MB in bytes or 4 GB in kilobytes. */
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
 * Returns the scale for the memory of a whole computer. 8,388,608 may be 8 GB in kilobytes or 8 TB in
 * megabytes. The number of cores decides. Below 16 cores, values up to 2 million are megabytes; from 48
 * cores, all plausible values are. Otherwise, values up to 6.5 million are.
 */
export function scaleMemory(cores: number | undefined): SizeScale {
  if (cores !== undefined && cores < FEW_CORES) return { ...MEMORY, megabytes: 2e6 };
  return cores !== undefined && cores >= MANY_CORES ? { ...MEMORY, megabytes: SERVER_MB } : MEMORY;
}

/**
 * Sectors of a 50 GB disk and of each further gigabyte, by the standard of the manufacturers (IDEMA LBA1-03).
 */
const [SECTORS_OF_50_GB, SECTORS_OF_1_GB] = [97_696_368, 1_953_504];
/** Windows counts whole cylinders of 255 heads with 63 sectors. */
const CYLINDER_SECTORS = 255 * 63;

/**
 * Reports whether a value is a drive size in kilobytes: sectors as counted by manufacturers or Windows, or
 * whole megabytes.
 */
function isDriveInKilobytes(figure: number): boolean {
  const sectors = 2 * figure;
  const isStandard = (sectors - SECTORS_OF_50_GB) % SECTORS_OF_1_GB === 0;
  return isStandard || figure % KIB === 0 || (sectors + 1) % CYLINDER_SECTORS <= 1;
}
