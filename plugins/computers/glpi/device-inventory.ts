import { InventoryError } from './inventory-error.ts';
import type { InventoryContent } from './inventory-schema.ts';
import { usableIpAddresses, usableMacAddresses } from './network-addresses.ts';
import { genuine } from './placeholder-values.ts';

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
  assettype: 'Printer' | 'Network device' | 'Phone' | 'Other';
  name: string;
  hostname?: string;
  serialnumber?: string;
  manufacturer?: string;
  model?: string;
  firmware?: string;
  ipaddresses: string[];
  macaddresses: string[];
  location?: string;
  pagecount?: number;
  supplies?: Supply[];
}

/** GLPI item types, and the spellings of SNMP messages. */
const KINDS = new Map<string, Pick<DeviceInventory, 'kind' | 'assettype'>>([
  ['printer', { kind: 'printer', assettype: 'Printer' }],
  ['networkequipment', { kind: 'network', assettype: 'Network device' }],
  ['networking', { kind: 'network', assettype: 'Network device' }],
  ['phone', { kind: 'phone', assettype: 'Phone' }],
]);

/** `type` is a GLPI item type or an SNMP device type; unknown ones are kept as Other. */
export function normaliseDevice(type: string, content: InventoryContent): DeviceInventory {
  const { network_device: device, hardware, bios, operatingsystem } = content;
  const serialnumber = genuine(device?.serial ?? bios?.ssn);
  const name = device?.name ?? hardware?.name ?? serialnumber;
  if (name === undefined) throw unnamed();
  return {
    ...(KINDS.get(type.toLowerCase()) ?? { kind: 'other', assettype: 'Other' }),
    name,
    hostname: hostnameIn(name),
    serialnumber,
    manufacturer: genuine(device?.manufacturer ?? bios?.smanufacturer),
    model: genuine(device?.model ?? bios?.smodel),
    firmware: device?.firmware ?? operatingsystem?.full_name ?? operatingsystem?.name,
    ...addressesOf(content),
    location: device?.location,
    pagecount: pageCount(content.pagecounters?.total),
    supplies: content.cartridges && suppliesOf(content.cartridges),
  };
}

/** The first part of what could be a host name; a name of words is none. */
function hostnameIn(name: string): string | undefined {
  const labels = name.split('.');
  const [first = ''] = labels;
  const isName =
    labels.every((label) => /^[a-z\d-]{1,63}$/i.test(label)) && /^[a-z\d](?:.*[a-z\d])?$/i.test(first);
  return isName ? first : undefined;
}

function unnamed(): InventoryError {
  const issue = { path: 'content.network_device.name', message: 'Required' };
  return new InventoryError('The inventory names neither the device nor its serial number.', 'invalid', [
    issue,
  ]);
}

/** A switch lists hundreds of port addresses: its own comes first, its ports' only where it has none. */
function addressesOf(content: InventoryContent): Pick<DeviceInventory, 'ipaddresses' | 'macaddresses'> {
  const { network_device: device, network_ports: ports = [], networks = [] } = content;
  const real = networks.filter((network) => !network.virtualdev);
  const own = [device?.mac, ...real.map((network) => network.mac ?? network.macaddr)];
  const macaddresses = usableMacAddresses(own);
  return {
    ipaddresses: usableIpAddresses([
      ...(device?.ips ?? []),
      ...real.flatMap((network) => [network.ipaddress, network.ipaddress6]),
    ]),
    macaddresses: macaddresses.length > 0 ? macaddresses : usableMacAddresses(ports.map((port) => port.mac)),
  };
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
