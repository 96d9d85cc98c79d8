import { isIP } from 'node:net';
import { addressesOf } from './device-addresses.ts';
import { InventoryError } from './inventory-error.ts';
import type { InventoryContent } from './inventory-schema.ts';
import { genuine } from './placeholder-values.ts';
import { shortName } from './short-name.ts';

export interface Supply {
  /** GLPI's name of it, such as `tonerblack`. */
  name: string;
  /** Percent left, 0 to 100, where the printer says it. */
  level?: number;
  /** As reported: a level, `OK`, `WARNING`, pages left. */
  text: string;
}

/** What one printer, switch, phone or other device reports, through its agent or over SNMP. */
export interface DeviceInventory {
  kind: 'printer' | 'network' | 'phone' | 'other';
  assettype: 'Printer' | 'Network device' | 'Phone' | 'Computer' | 'Other';
  name: string;
  hostname?: string;
  serialnumber?: string;
  manufacturer?: string;
  model?: string;
  firmware?: string;
  ipaddresses: string[];
  macaddresses: string[];
  /** Serial numbers of the other members of a stack; undefined when it did not say what it is made of. */
  members?: string[];
  location?: string;
  pagecount?: number;
  supplies?: Supply[];
  /** Found by a scan that looked for devices: it knows little about what it found. */
  isScan?: true;
}

/** GLPI item types, and the spellings of SNMP messages. */
const KINDS = new Map<string, Pick<DeviceInventory, 'kind' | 'assettype'>>([
  ['printer', { kind: 'printer', assettype: 'Printer' }],
  ['networkequipment', { kind: 'network', assettype: 'Network device' }],
  ['networking', { kind: 'network', assettype: 'Network device' }],
  ['phone', { kind: 'phone', assettype: 'Phone' }],
  // One of which a scan knows only the address.
  ['computer', { kind: 'other', assettype: 'Computer' }],
]);

/** `type` is a GLPI item type or an SNMP device type; unknown ones are kept as Other. */
export function normaliseDevice(type: string, content: InventoryContent): DeviceInventory {
  const { network_device: device, hardware, bios, operatingsystem } = content;
  const serialnumber = genuine(device?.serial ?? bios?.ssn);
  const addresses = addressesOf(content);
  const name =
    device?.name ?? hardware?.name ?? serialnumber ?? addresses.ipaddresses[0] ?? addresses.macaddresses[0];
  if (name === undefined) throw unnamed();
  return {
    ...(KINDS.get(type.toLowerCase()) ?? { kind: 'other', assettype: 'Other' }),
    name,
    hostname: isHostName(name) ? shortName(name) : undefined,
    serialnumber,
    manufacturer: genuine(device?.manufacturer ?? bios?.smanufacturer),
    model: genuine(device?.model ?? bios?.smodel),
    firmware: device?.firmware ?? operatingsystem?.full_name ?? operatingsystem?.name,
    ...addresses,
    members: content.network_components && membersOf(content.network_components, serialnumber),
    location: device?.location,
    pagecount: pageCount(content.pagecounters?.total),
    supplies: content.cartridges && suppliesOf(content.cartridges),
  };
}

/** A name of words is none. */
function isHostName(name: string): boolean {
  const labels = name.split('.');
  return (
    !isIP(name) &&
    labels.every((label) => /^[a-z\d-]{1,63}$/i.test(label)) &&
    /^[a-z\d](?:.*[a-z\d])?$/i.test(labels[0]!)
  );
}

/** A stack answers as its first member; each has a chassis. */
function membersOf(components: { type?: string; serial?: string }[], own: string | undefined): string[] {
  const serials = components
    .filter(({ type }) => type?.toLowerCase() === 'chassis')
    .map(({ serial }) => genuine(serial))
    .filter((serial) => serial !== undefined && serial !== own);
  return [...new Set(serials as string[])];
}

function unnamed(): InventoryError {
  const issue = { path: 'content.network_device.name', message: 'Required' };
  return new InventoryError(
    'The inventory names neither the device nor its serial number nor an address.',
    'invalid',
    [issue],
  );
}

function pageCount(total: string | undefined): number | undefined {
  return total !== undefined && /^\d{1,12}$/.test(total) ? Number(total) : undefined;
}

/** Levels outside 0 to 100 are the printer's codes for "unknown" and "some left": kept as text only. */
function suppliesOf(cartridges: Record<string, unknown>[]): Supply[] {
  const supplies = new Map<string, Supply>();
  for (const [name, value] of cartridges.flatMap((cartridge) => Object.entries(cartridge))) {
    if (typeof value !== 'string' && typeof value !== 'number') continue;
    const text = String(value).trim().slice(0, 64);
    const level = /^\d{1,3}(\.\d+)?%?$/.test(text) ? Number.parseFloat(text) : undefined;
    supplies.set(name, { name, level: level !== undefined && level <= 100 ? level : undefined, text });
  }
  return [...supplies.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
