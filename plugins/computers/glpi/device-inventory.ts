import { isIP } from 'node:net';
import type { DeviceFacts, DeviceSupply, StackMember } from '../../../src/kit/device-facts.ts';
import { shortHostName } from '../../../src/kit/host-name.ts';
import type { IgnoredFields } from '../../../src/kit/ignored-fields.ts';
import { dropPlaceholder } from '../../../src/kit/placeholder-values.ts';
import { deviceAddressesOf } from './device-addresses.ts';
import { portsOf } from './device-ports.ts';
import { InventoryError } from './inventory-error.ts';
import type { InventoryContent } from './inventory-schema.ts';

/** Report of one printer, switch, phone or other device, through its agent or over SNMP. */
export interface DeviceInventory extends DeviceFacts {
  kind: 'printer' | 'network' | 'phone' | 'other';
  assettype: 'Printer' | 'Network device' | 'Phone' | 'Computer' | 'Other';
  /** Number of values that were converted, cut or left out, by field. Absent without such values. */
  ignored?: IgnoredFields;
}

/** GLPI item types, and the spellings in SNMP messages. */
const KINDS = new Map<string, Pick<DeviceInventory, 'kind' | 'assettype'>>([
  ['printer', { kind: 'printer', assettype: 'Printer' }],
  ['networkequipment', { kind: 'network', assettype: 'Network device' }],
  ['networking', { kind: 'network', assettype: 'Network device' }],
  ['phone', { kind: 'phone', assettype: 'Phone' }],
  // A computer of which a scan found only the address.
  ['computer', { kind: 'other', assettype: 'Computer' }],
]);

/**
 * Converts an inventory to a device report. `type` is a GLPI item type or an SNMP device type; unknown types
 * become Other. Without a name, the serial number or an address is the name. Throws InventoryError without a
 * name, serial number or address.
 */
export function normalizeDevice(type: string, content: InventoryContent): DeviceInventory {
  const { network_device: device, hardware, bios, operatingsystem } = content;
  const serialnumber = dropPlaceholder(device?.serial ?? bios?.ssn);
  const addresses = deviceAddressesOf(content);
  const name =
    device?.name ?? hardware?.name ?? serialnumber ?? addresses.ipaddresses[0] ?? addresses.macaddresses[0];
  if (name === undefined) throw missingNameError();
  return {
    ...(KINDS.get(type.toLowerCase()) ?? { kind: 'other', assettype: 'Other' }),
    name,
    hostname: isHostName(name) ? shortHostName(name) : undefined,
    serialnumber,
    manufacturer: dropPlaceholder(device?.manufacturer ?? bios?.smanufacturer),
    model: dropPlaceholder(device?.model ?? bios?.smodel),
    firmware: device?.firmware ?? operatingsystem?.full_name ?? operatingsystem?.name,
    ...addresses,
    stack: content.network_components && stackOf(content.network_components),
    ports: content.network_ports && portsOf(content.network_ports),
    location: device?.location,
    pagecount: content.pagecounters?.total,
    pagecounters: content.pagecounters as Record<string, number> | undefined,
    supplies: content.cartridges && suppliesOf(content.cartridges.flat()),
  };
}

/** Reports whether a name is a valid host name. An address or a name with several words is not. */
function isHostName(name: string): boolean {
  const labels = name.split('.');
  return (
    !isIP(name) &&
    labels.every((label) => /^[a-z\d-]{1,63}$/i.test(label)) &&
    /^[a-z\d](?:.*[a-z\d])?$/i.test(labels[0]!)
  );
}

/**
 * Returns the chassis that have a serial number, each once. They are the members of a stack. A stack answers
 * as its first member.
 */
function stackOf(components: NonNullable<InventoryContent['network_components']>): StackMember[] {
  const members = new Map<string, StackMember>();
  for (const { type, serial, model, name, firmware } of components) {
    if (type?.toLowerCase() !== 'chassis') continue;
    const serialnumber = dropPlaceholder(serial);
    if (serialnumber === undefined || members.has(serialnumber)) continue;
    members.set(serialnumber, { serialnumber, model: dropPlaceholder(model), name, firmware });
  }
  return [...members.values()];
}

function missingNameError(): InventoryError {
  const issue = { path: 'content.network_device.name', message: 'Required' };
  return new InventoryError(
    'The inventory does not identify its device: it has no name, serial number or address.',
    'invalid',
    [issue],
  );
}

/** Levels that can be used. Without a unit, 0 may be an empty supply or an unknown level. */
const LEVEL = /^(?!0+(?:\.0+)?$)\d{1,3}(?:\.\d+)?%?$/;

/**
 * Returns the supplies, sorted by name, each once. Levels outside 0 to 100, and 0 without a percent sign, may
 * be codes for "unknown" and "some left", so only their text is stored.
 */
function suppliesOf(reported: readonly [name: string, text: string][]): DeviceSupply[] {
  const supplies = new Map<string, DeviceSupply>();
  for (const [name, text] of reported) {
    const level = LEVEL.test(text) ? Number.parseFloat(text) : undefined;
    supplies.set(name, { name, level: level !== undefined && level <= 100 ? level : undefined, text });
  }
  return [...supplies.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}
