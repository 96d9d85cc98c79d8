import { z } from 'zod';
import { cleanText } from '../../../src/kit/clean-text.ts';
import { deviceFields, ips, macs } from './device-schema.ts';
import { hardwareLists, interfaceFacts } from './hardware-schema.ts';
import { toBoolean, toIdentifier, toScalar, toText, type ValueReader } from './lenient.ts';
import { toListOf, toSection } from './lenient-objects.ts';
import { scaleMemory } from './size-scales.ts';
import { toMegabytes } from './sizes.ts';

const MAX_NAME_LENGTH = 255;
const MAX_ENTRIES = 4096;
const MAX_PROGRAMS = 100_000;

const reference = z
  .union([z.string().max(MAX_NAME_LENGTH), z.number()])
  .nullish()
  .transform((value) => (value == null ? undefined : cleanText(String(value))));
const isSet = z
  .union([z.boolean(), z.number(), z.string().max(10)])
  .nullish()
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true');

/** Envelope of an inventory. Its `content` is read by `readContent`. */
export const inventoryEnvelope = z.object({
  deviceid: reference,
  action: reference.catch(undefined),
  itemtype: reference,
  partial: isSet,
});

const readSections = toSection({
  ...hardwareLists,
  ...deviceFields,
  versionclient: toText,
  hardware: toSection({
    name: toIdentifier,
    uuid: toIdentifier,
    chassis_type: toText,
    vmsystem: toText,
    memory: toScalar,
    lastloggeduser: toText,
    osname: toText,
    osversion: toText,
  }),
  bios: toSection({
    bversion: toText,
    bdate: toText,
    ssn: toIdentifier,
    smanufacturer: toText,
    smodel: toText,
    mmanufacturer: toText,
    mmodel: toText,
  }),
  operatingsystem: toSection({
    name: toText,
    full_name: toText,
    version: toText,
    kernel_version: toText,
    boot_time: toText,
    fqdn: toIdentifier,
    timezone: toSection({ offset: toText }),
  }),
  networks: toListOf(
    toSection({
      ipaddress: ips,
      ipaddress6: ips,
      mac: macs,
      macaddr: macs,
      virtualdev: toBoolean,
      ...interfaceFacts,
    }),
    MAX_ENTRIES,
  ),
  users: toListOf(toSection({ login: toText }), MAX_ENTRIES),
  softwares: toListOf(
    toSection({
      name: toText,
      version: toText,
      publisher: toText,
      install_date: toText,
      installdate: toText,
    }),
    MAX_PROGRAMS,
  ),
});

type Sections = NonNullable<ReturnType<typeof readSections>>;
type ReportedHardware = Omit<NonNullable<Sections['hardware']>, 'memory'> & { memory?: number };
export type InventoryContent = Omit<Sections, 'hardware'> & { hardware?: ReportedHardware };

/**
 * Reads the part of an inventory that is stored. The rest of GLPI's format is skipped. A value that only
 * describes never causes a rejection.
 */
export const readContent: ValueReader<InventoryContent | undefined> = (value, field, ignored) => {
  const content = readSections(value, field, ignored);
  if (content?.hardware === undefined) return content as InventoryContent | undefined;
  const readMemory = toMegabytes(scaleMemory(coresOf(content.cpus)));
  const memory = readMemory(content.hardware.memory, 'hardware.memory', ignored);
  return { ...content, hardware: { ...content.hardware, memory } };
};

/**
 * Returns the number of cores of all processors, or undefined when one of them does not state it or none is
 * listed.
 */
function coresOf(cpus: Sections['cpus'] = []): number | undefined {
  const cores = cpus.reduce((sum, { core = Number.NaN }) => sum + core, 0);
  return cores > 0 ? cores : undefined;
}
