import { z } from 'zod';
import { cleanText } from '../../../src/kit/clean-text.ts';
import { deviceFields, ips, macs } from './device-schema.ts';
import { hardwareLists, interfaceFacts } from './hardware-schema.ts';
import { flag, identifier, type ValueReader, toScalar, text } from './lenient.ts';
import { list, section } from './lenient-objects.ts';
import { scaleMemory } from './size-scales.ts';
import { size } from './sizes.ts';

const MAX_NAME = 255;
const MAX_ENTRIES = 4096;
const MAX_PROGRAMS = 100_000;

const reference = z
  .union([z.string().max(MAX_NAME), z.number()])
  .nullish()
  .transform((value) => (value == null ? undefined : cleanText(String(value))));
const isSet = z
  .union([z.boolean(), z.number(), z.string().max(10)])
  .nullish()
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true');

/** The envelope of an inventory. What lies in its `content` is read by `readContent`. */
export const inventoryEnvelope = z.object({
  deviceid: reference,
  action: reference.catch(undefined),
  itemtype: reference,
  partial: isSet,
});

const readSections = section({
  ...hardwareLists,
  ...deviceFields,
  versionclient: text,
  hardware: section({
    name: identifier,
    uuid: identifier,
    chassis_type: text,
    vmsystem: text,
    memory: toScalar,
    lastloggeduser: text,
    osname: text,
    osversion: text,
  }),
  bios: section({
    bversion: text,
    bdate: text,
    ssn: identifier,
    smanufacturer: text,
    smodel: text,
    mmanufacturer: text,
    mmodel: text,
  }),
  operatingsystem: section({
    name: text,
    full_name: text,
    version: text,
    kernel_version: text,
    boot_time: text,
    fqdn: identifier,
    timezone: section({ offset: text }),
  }),
  networks: list(
    section({
      ipaddress: ips,
      ipaddress6: ips,
      mac: macs,
      macaddr: macs,
      virtualdev: flag,
      ...interfaceFacts,
    }),
    MAX_ENTRIES,
  ),
  users: list(section({ login: text }), MAX_ENTRIES),
  softwares: list(
    section({ name: text, version: text, publisher: text, install_date: text, installdate: text }),
    MAX_PROGRAMS,
  ),
});

type Sections = NonNullable<ReturnType<typeof readSections>>;
type ReportedHardware = Omit<NonNullable<Sections['hardware']>, 'memory'> & { memory?: number };
export type InventoryContent = Omit<Sections, 'hardware'> & { hardware?: ReportedHardware };

/**
 * Reads the part of an inventory that is stored; the rest of GLPI's format passes by unread. A value that only
 * describes never refuses the inventory.
 */
export const readContent: ValueReader<InventoryContent | undefined> = (value, field, ignored) => {
  const content = readSections(value, field, ignored);
  if (content?.hardware === undefined) return content as InventoryContent | undefined;
  const readMemory = size(scaleMemory(coresOf(content.cpus)));
  const memory = readMemory(content.hardware.memory, 'hardware.memory', ignored);
  return { ...content, hardware: { ...content.hardware, memory } };
};

/** Returns the number of cores of all processors, or undefined when one of them does not state it. */
function coresOf(cpus: Sections['cpus'] = []): number | undefined {
  const cores = cpus.reduce((sum, { core = Number.NaN }) => sum + core, 0);
  return cores > 0 ? cores : undefined;
}
