import { readMacAddress } from '../../../src/kit/network-address.ts';
import { dropPlaceholder } from '../../../src/kit/placeholder-values.ts';
import type { PartKind } from '../hardware/kinds.ts';
import type { Hardware, ReportedPart } from '../hardware/schema.ts';
import { filterRealAdapters } from './adapters.ts';
import type { InventoryContent } from './inventory-schema.ts';

type Of<K extends keyof InventoryContent> = NonNullable<InventoryContent[K]> extends (infer T)[] ? T : never;
type PartText = Partial<ReportedPart>;

const joined = (...texts: (string | number | undefined | null | false)[]): string | undefined =>
  texts.filter((text) => text !== undefined && text !== null && text !== false && text !== '').join(', ') ||
  undefined;
const unit = (value: number | string | undefined, name: string): string | undefined =>
  value === undefined || value === '' || value === 0 ? undefined : `${value} ${name}`;
const isOn = (flag: string | undefined) => flag === '1' || flag === 'true';

/** Returns the hardware in an inventory. A missing list was not examined. */
export function hardwareOf(content: InventoryContent, partial: boolean): Hardware | undefined {
  const { hardware, bios, cpus, memories, storages } = content;
  const installed = memories?.reduce((sum, { capacity = 0 }) => sum + capacity, 0);
  // The usable memory is less than the installed memory. A partial inventory without the memory banks
  // therefore does not determine it.
  const memorymb = installed || (partial ? undefined : hardware?.memory);
  const diskmb = storages?.filter(isFixed).reduce((sum, { disksize = 0 }) => sum + disksize, 0);
  const told = {
    processor: processorsOf(cpus),
    memorygb: memorymb ? Math.round(memorymb / 102.4) / 10 : undefined,
    // Disk manufacturers use decimal units.
    diskgb: diskmb ? Math.round(diskmb / 1000) : undefined,
    chassistype: dropPlaceholder(hardware?.chassis_type),
    biosversion:
      dropPlaceholder(bios?.bversion) &&
      joined(dropPlaceholder(bios?.bversion), dropPlaceholder(bios?.bdate)),
    parts: partsOf(content),
  };
  return Object.values(told).some((value) => value !== undefined) ? told : undefined;
}

const isFixed = ({ type = '', description = '', interface: way = '' }: Of<'storages'>): boolean =>
  !/usb|removable|cd|dvd|optical|floppy/i.test(`${type} ${description} ${way}`);

function processorsOf(cpus: InventoryContent['cpus']): string | undefined {
  const names = cpus?.flatMap(({ name }) => name ?? []) ?? [];
  if (names.length === 0) return undefined;
  const [first] = names as [string];
  return names.length > 1 ? `${names.length} × ${first}` : first;
}

function partsOf(content: InventoryContent): Hardware['parts'] {
  const all: [PartKind, PartText[] | undefined][] = [
    ['processor', content.cpus?.map(processor)],
    ['memory', content.memories?.filter(({ capacity }) => capacity).map(memory)],
    ['disk', content.storages?.map(disk)],
    ['volume', content.drives?.map(volume)],
    ['monitor', content.monitors?.map(monitor)],
    ['graphics', content.videos?.map(graphics)],
    ['interface', content.networks && filterRealAdapters(content.networks).map(networkInterface)],
    ['battery', content.batteries?.map(battery)],
    ['antivirus', content.antivirus?.map(antivirus)],
    ['virtualmachine', content.virtualmachines?.map(virtualMachine)],
    ['printer', content.printers?.map(printer)],
  ];
  const told = all.filter(([, parts]) => parts !== undefined);
  if (told.length === 0) return undefined;
  return Object.fromEntries(told.map(([kind, parts]) => [kind, parts!.slice(0, 500) as ReportedPart[]]));
}

const processor = ({ name, manufacturer, core, thread, speed }: Of<'cpus'>): PartText => ({
  name,
  manufacturer,
  detail: joined(unit(core, core === 1 ? 'core' : 'cores'), unit(thread, 'threads'), unit(speed, 'MHz')),
});

const memory = (given: Of<'memories'>): PartText => ({
  name: joined(dropPlaceholder(given.type), dropPlaceholder(given.description)) ?? 'Memory',
  manufacturer: dropPlaceholder(given.manufacturer),
  serialnumber: dropPlaceholder(given.serialnumber),
  place: joined(given.numslots && `Slot ${given.numslots}`),
  megabytes: given.capacity,
  detail: joined(given.speed && /^\d+$/.test(given.speed) ? `${given.speed} MHz` : given.speed),
});

const disk = (given: Of<'storages'>): PartText => ({
  name: given.model ?? given.name,
  manufacturer: dropPlaceholder(given.manufacturer),
  serialnumber: dropPlaceholder(given.serial ?? given.serialnumber),
  place: given.name,
  // Binary megabytes, as for volumes and memory. A decimal megabyte is 0.954 of one.
  megabytes: given.disksize && (given.disksize * 1e6) / 2 ** 20,
  detail: joined(given.interface ?? given.description, given.firmware && `firmware ${given.firmware}`),
});

const volume = (given: Of<'drives'>): PartText => ({
  name: given.letter ?? given.type ?? given.volumn,
  place: given.volumn,
  megabytes: given.total,
  freemegabytes: given.free,
  detail: joined(given.label, given.filesystem, given.encrypt_status === 'Yes' && 'encrypted'),
});

const monitor = (given: Of<'monitors'>): PartText => ({
  name: given.name ?? given.caption,
  manufacturer: dropPlaceholder(given.manufacturer),
  serialnumber: dropPlaceholder(given.serial),
  detail: joined(given.description && `made ${given.description}`),
});

const graphics = (given: Of<'videos'>): PartText => ({
  name: given.name ?? given.chipset,
  megabytes: given.memory,
  detail: given.resolution,
});

/** Returns the MAC address, which is the only number of an adapter. Other text stays unchanged. */
const macOf = (mac: string | undefined): string | undefined =>
  mac && (readMacAddress(mac) ?? mac.toLowerCase());

const networkInterface = (given: Of<'networks'>): PartText => ({
  name: given.description ?? given.model,
  serialnumber: macOf((given.mac ?? given.macaddr)?.[0]),
  detail: joined(given.type, given.status, unit(given.speed, 'Mbit/s')),
});

const battery = (given: Of<'batteries'>): PartText => ({
  name: given.name ?? given.chemistry,
  manufacturer: dropPlaceholder(given.manufacturer),
  serialnumber: dropPlaceholder(given.serial),
  detail: joined(
    given.chemistry,
    given.real_capacity && given.capacity && `${given.real_capacity} of ${given.capacity} mWh`,
  ),
});

const antivirus = (given: Of<'antivirus'>): PartText => ({
  name: given.name,
  manufacturer: given.company,
  detail: joined(
    given.version,
    given.enabled !== undefined && (isOn(given.enabled) ? 'on' : 'switched off'),
    given.uptodate !== undefined && (isOn(given.uptodate) ? 'up to date' : 'out of date'),
    given.expiration && `until ${given.expiration}`,
  ),
});

const virtualMachine = (given: Of<'virtualmachines'>): PartText => ({
  name: given.name,
  serialnumber: given.uuid,
  megabytes: given.memory,
  detail: joined(given.vmtype, given.status, given.image, unit(given.vcpu, 'processors')),
});

const printer = (given: Of<'printers'>): PartText => ({
  name: given.name,
  serialnumber: dropPlaceholder(given.serial),
  place: given.port,
  detail: joined(given.driver),
});
