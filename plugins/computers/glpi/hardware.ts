import { readMacAddress } from '../../../src/kit/network-address.ts';
import { dropPlaceholder } from '../../../src/kit/placeholder-values.ts';
import type { PartKind } from '../hardware/kinds.ts';
import type { Hardware, ReportedPart } from '../hardware/schema.ts';
import { filterRealAdapters } from './adapters.ts';
import type { InventoryContent } from './inventory-schema.ts';

type Of<K extends keyof InventoryContent> = NonNullable<InventoryContent[K]> extends (infer T)[] ? T : never;
type PartText = Partial<ReportedPart>;

const joinTexts = (...texts: (string | number | undefined | null | false)[]): string | undefined =>
  texts.filter((text) => text !== undefined && text !== null && text !== false && text !== '').join(', ') ||
  undefined;
const unit = (value: number | string | undefined, name: string): string | undefined =>
  value === undefined || value === '' || value === 0 ? undefined : `${value} ${name}`;
const isOn = (flag: string | undefined) => flag === '1' || flag === 'true';

/**
 * Returns the hardware in an inventory, at most 500 parts of each kind. A missing list was not examined.
 * Returns undefined when there is no fact at all.
 */
export function hardwareOf(content: InventoryContent, partial: boolean): Hardware | undefined {
  const { hardware, bios, cpus, memories, storages } = content;
  const installed = memories?.reduce((sum, { capacity = 0 }) => sum + capacity, 0);
  // The usable memory is less than the installed memory. A partial inventory without the memory banks
  // therefore does not determine it.
  const memorymb = installed || (partial ? undefined : hardware?.memory);
  const diskmb = storages?.filter(isFixed).reduce((sum, { disksize = 0 }) => sum + disksize, 0);
  const facts = {
    processor: processorsOf(cpus),
    memorygb: memorymb ? Math.round(memorymb / 102.4) / 10 : undefined,
    // Disk manufacturers use decimal units.
    diskgb: diskmb ? Math.round(diskmb / 1000) : undefined,
    chassistype: dropPlaceholder(hardware?.chassis_type),
    biosversion:
      dropPlaceholder(bios?.bversion) &&
      joinTexts(dropPlaceholder(bios?.bversion), dropPlaceholder(bios?.bdate)),
    parts: partsOf(content),
  };
  return Object.values(facts).some((value) => value !== undefined) ? facts : undefined;
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
  const present = all.filter(([, parts]) => parts !== undefined);
  if (present.length === 0) return undefined;
  return Object.fromEntries(present.map(([kind, parts]) => [kind, parts!.slice(0, 500) as ReportedPart[]]));
}

const processor = ({ name, manufacturer, core, thread, speed }: Of<'cpus'>): PartText => ({
  name,
  manufacturer,
  detail: joinTexts(unit(core, core === 1 ? 'core' : 'cores'), unit(thread, 'threads'), unit(speed, 'MHz')),
});

const memory = (part: Of<'memories'>): PartText => ({
  name: joinTexts(dropPlaceholder(part.type), dropPlaceholder(part.description)) ?? 'Memory',
  manufacturer: dropPlaceholder(part.manufacturer),
  serialnumber: dropPlaceholder(part.serialnumber),
  place: joinTexts(part.numslots && `Slot ${part.numslots}`),
  megabytes: part.capacity,
  detail: joinTexts(part.speed && /^\d+$/.test(part.speed) ? `${part.speed} MHz` : part.speed),
});

const disk = (part: Of<'storages'>): PartText => ({
  name: part.model ?? part.name,
  manufacturer: dropPlaceholder(part.manufacturer),
  serialnumber: dropPlaceholder(part.serial ?? part.serialnumber),
  place: part.name,
  // Converts decimal to binary megabytes, the unit of volumes and memory.
  megabytes: part.disksize && (part.disksize * 1e6) / 2 ** 20,
  detail: joinTexts(part.interface ?? part.description, part.firmware && `firmware ${part.firmware}`),
});

const volume = (part: Of<'drives'>): PartText => ({
  name: part.letter ?? part.type ?? part.volumn,
  place: part.volumn,
  megabytes: part.total,
  freemegabytes: part.free,
  detail: joinTexts(part.label, part.filesystem, part.encrypt_status === 'Yes' && 'encrypted'),
});

const monitor = (part: Of<'monitors'>): PartText => ({
  name: part.name ?? part.caption,
  manufacturer: dropPlaceholder(part.manufacturer),
  serialnumber: dropPlaceholder(part.serial),
  detail: joinTexts(part.description && `made ${part.description}`),
});

const graphics = (part: Of<'videos'>): PartText => ({
  name: part.name ?? part.chipset,
  megabytes: part.memory,
  detail: part.resolution,
});

/**
 * Returns a MAC address in its canonical form. It is the only number that identifies an adapter. Other text
 * becomes lower case.
 */
const macOf = (mac: string | undefined): string | undefined =>
  mac && (readMacAddress(mac) ?? mac.toLowerCase());

const networkInterface = (part: Of<'networks'>): PartText => ({
  name: part.description ?? part.model,
  serialnumber: macOf((part.mac ?? part.macaddr)?.[0]),
  detail: joinTexts(part.type, part.status, unit(part.speed, 'Mbit/s')),
});

const battery = (part: Of<'batteries'>): PartText => ({
  name: part.name ?? part.chemistry,
  manufacturer: dropPlaceholder(part.manufacturer),
  serialnumber: dropPlaceholder(part.serial),
  detail: joinTexts(
    part.chemistry,
    part.real_capacity && part.capacity && `${part.real_capacity} of ${part.capacity} mWh`,
  ),
});

const antivirus = (part: Of<'antivirus'>): PartText => ({
  name: part.name,
  manufacturer: part.company,
  detail: joinTexts(
    part.version,
    part.enabled !== undefined && (isOn(part.enabled) ? 'on' : 'switched off'),
    part.uptodate !== undefined && (isOn(part.uptodate) ? 'up to date' : 'out of date'),
    part.expiration && `until ${part.expiration}`,
  ),
});

const virtualMachine = (part: Of<'virtualmachines'>): PartText => ({
  name: part.name,
  serialnumber: part.uuid,
  megabytes: part.memory,
  detail: joinTexts(part.vmtype, part.status, part.image, unit(part.vcpu, 'processors')),
});

const printer = (part: Of<'printers'>): PartText => ({
  name: part.name,
  serialnumber: dropPlaceholder(part.serial),
  place: part.port,
  detail: joinTexts(part.driver),
});
