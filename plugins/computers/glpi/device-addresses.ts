import { filterRealAdapters, ipAddressesOf, macAddressesOf } from './adapters.ts';
import type { InventoryContent } from './inventory-schema.ts';
import { filterUsableIpAddresses, filterUsableMacAddresses } from './network-addresses.ts';

/**
 * Returns the usable addresses of a device. A switch lists the MAC addresses of hundreds of ports, which are
 * used only when the device has no MAC address of its own.
 */
export function deviceAddressesOf(content: InventoryContent): {
  ipaddresses: string[];
  macaddresses: string[];
} {
  const { network_device: device, network_ports: ports = [], networks = [] } = content;
  const real = filterRealAdapters(networks);
  const macaddresses = filterUsableMacAddresses([...(device?.mac ?? []), ...macAddressesOf(real)]);
  return {
    ipaddresses: filterUsableIpAddresses([...(device?.ips ?? []), ...ipAddressesOf(real)]),
    macaddresses:
      macaddresses.length > 0 ? macaddresses : filterUsableMacAddresses(ports.flatMap(({ mac = [] }) => mac)),
  };
}
