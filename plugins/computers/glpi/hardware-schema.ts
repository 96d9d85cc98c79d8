import { amount, text } from './lenient.ts';
import { list, readObject, section, withFields } from './lenient-objects.ts';
import { BANK, DISK, VIDEO, VOLUME } from './size-scales.ts';
import { freeOf, size } from './sizes.ts';

const MAX_PARTS = 4096;
/** More cores, threads or megahertz than any machine has. */
const few = amount(1_000_000);

const volume = section({
  encrypt_status: text,
  filesystem: text,
  label: text,
  letter: text,
  total: size(VOLUME),
  type: text,
  volumn: text,
});

type Drive = NonNullable<ReturnType<typeof volume>> & { free?: number };

/** Reads a volume; how much of it is free is read in the unit of its total. */
const drive = withFields<Drive>(['free', ...volume.fields!], (value, field, ignored) => {
  const found = readObject(value, field, ignored);
  const read = volume(found, field, ignored);
  return found && read && { ...read, free: freeOf(found, `${field}.free`, ignored) };
});

/** The lists of an inventory that say what a computer is made of. */
export const hardwareLists = {
  cpus: list(
    section({ name: text, manufacturer: text, serial: text, core: few, thread: few, speed: few }),
    MAX_PARTS,
  ),
  memories: list(
    section({
      capacity: size(BANK),
      caption: text,
      description: text,
      manufacturer: text,
      numslots: text,
      serialnumber: text,
      speed: text,
      type: text,
    }),
    MAX_PARTS,
  ),
  storages: list(
    section({
      description: text,
      disksize: size(DISK),
      firmware: text,
      interface: text,
      manufacturer: text,
      model: text,
      name: text,
      serial: text,
      serialnumber: text,
      type: text,
    }),
    MAX_PARTS,
  ),
  drives: list(drive, MAX_PARTS),
  monitors: list(
    section({ caption: text, description: text, manufacturer: text, name: text, serial: text }),
    MAX_PARTS,
  ),
  videos: list(section({ name: text, chipset: text, memory: size(VIDEO), resolution: text }), MAX_PARTS),
  batteries: list(
    section({
      capacity: text,
      chemistry: text,
      manufacturer: text,
      name: text,
      real_capacity: text,
      serial: text,
    }),
    MAX_PARTS,
  ),
  antivirus: list(
    section({
      company: text,
      enabled: text,
      name: text,
      uptodate: text,
      version: text,
      expiration: text,
    }),
    MAX_PARTS,
  ),
  virtualmachines: list(
    section({
      image: text,
      memory: size(BANK),
      name: text,
      status: text,
      uuid: text,
      vcpu: few,
      vmtype: text,
    }),
    MAX_PARTS,
  ),
  printers: list(
    section({ description: text, driver: text, name: text, port: text, serial: text }),
    MAX_PARTS,
  ),
};

export const interfaceFacts = { description: text, speed: text, status: text, type: text, model: text };
