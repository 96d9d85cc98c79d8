import { isIP } from 'node:net';
import { dropPlaceholder } from '../../../src/kit/placeholder-values.ts';
import type { ComputerInventory } from './computer-inventory.ts';
import { deviceAddressesOf } from './device-addresses.ts';
import type { InventoryContent } from './inventory-schema.ts';

/** Returns a computer that was found over SNMP, or undefined when its name is missing or an IP address. */
export function normalizeScannedComputer(content: InventoryContent): ComputerInventory | undefined {
  const device = content.network_device;
  if (!device?.name || isIP(device.name)) return undefined;
  const { ipaddresses, macaddresses } = deviceAddressesOf(content);
  return {
    kind: 'computer',
    hostname: device.name,
    serialnumber: dropPlaceholder(device.serial),
    manufacturer: dropPlaceholder(device.manufacturer),
    model: dropPlaceholder(device.model),
    ipaddresses,
    macaddresses,
    partial: true,
    isScan: true,
  };
}
