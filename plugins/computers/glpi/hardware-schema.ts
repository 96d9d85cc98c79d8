import { toNumberUpTo, toText } from './lenient.ts';
import { readObject, toListOf, toSection, withFields } from './lenient-objects.ts';
import { BANK, DISK, VIDEO, VOLUME } from './size-scales.ts';
import { freeOf, toMegabytes } from './sizes.ts';

const MAX_PARTS = 4096;
/** Reads a number of cores, threads or megahertz. The maximum exceeds that of any machine. */
const few = toNumberUpTo(1_000_000);

const volume = toSection({
  encrypt_status: toText,
  filesystem: toText,
  label: toText,
  letter: toText,
  total: toMegabytes(VOLUME),
  type: toText,
  volumn: toText,
});

type Drive = NonNullable<ReturnType<typeof volume>> & { free?: number };

/** Reads a volume. Its free space is read in the unit of its total. */
const drive = withFields<Drive>(['free', ...volume.fields!], (value, field, ignored) => {
  const found = readObject(value, field, ignored);
  const read = volume(found, field, ignored);
  return found && read && { ...read, free: freeOf(found, `${field}.free`, ignored) };
});

/** Lists of an inventory that describe the hardware of a computer. */
export const hardwareLists = {
  cpus: toListOf(
    toSection({ name: toText, manufacturer: toText, serial: toText, core: few, thread: few, speed: few }),
    MAX_PARTS,
  ),
  memories: toListOf(
    toSection({
      capacity: toMegabytes(BANK),
      caption: toText,
      description: toText,
      manufacturer: toText,
      numslots: toText,
      serialnumber: toText,
      speed: toText,
      type: toText,
    }),
    MAX_PARTS,
  ),
  storages: toListOf(
    toSection({
      description: toText,
      disksize: toMegabytes(DISK),
      firmware: toText,
      interface: toText,
      manufacturer: toText,
      model: toText,
      name: toText,
      serial: toText,
      serialnumber: toText,
      type: toText,
    }),
    MAX_PARTS,
  ),
  drives: toListOf(drive, MAX_PARTS),
  monitors: toListOf(
    toSection({ caption: toText, description: toText, manufacturer: toText, name: toText, serial: toText }),
    MAX_PARTS,
  ),
  videos: toListOf(
    toSection({ name: toText, chipset: toText, memory: toMegabytes(VIDEO), resolution: toText }),
    MAX_PARTS,
  ),
  batteries: toListOf(
    toSection({
      capacity: toText,
      chemistry: toText,
      manufacturer: toText,
      name: toText,
      real_capacity: toText,
      serial: toText,
    }),
    MAX_PARTS,
  ),
  antivirus: toListOf(
    toSection({
      company: toText,
      enabled: toText,
      name: toText,
      uptodate: toText,
      version: toText,
      expiration: toText,
    }),
    MAX_PARTS,
  ),
  virtualmachines: toListOf(
    toSection({
      image: toText,
      memory: toMegabytes(BANK),
      name: toText,
      status: toText,
      uuid: toText,
      vcpu: few,
      vmtype: toText,
    }),
    MAX_PARTS,
  ),
  printers: toListOf(
    toSection({ description: toText, driver: toText, name: toText, port: toText, serial: toText }),
    MAX_PARTS,
  ),
};

/** Fields that describe a network adapter. */
export const interfaceFacts = {
  description: toText,
  speed: toText,
  status: toText,
  type: toText,
  model: toText,
};
